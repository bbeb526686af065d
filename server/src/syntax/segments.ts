import { countLineBreaks } from '../text/lines.ts';
import { UNTERMINATED_COMMENT } from './generated/token-types.ts';
import { SPARE, type TokenTable, lexStatements } from './lexer.ts';
import { type Cut, type Ending, cutStatement } from './split.ts';
import { StatementSegment, type Workshop } from './statement-segment.ts';

/** What the segments are made of, and how. */
export interface Cutting {
  readonly text: string;
  /** The text is the end of its document: nothing follows that could change how it is read. */
  readonly isLast: boolean;
  /** The segments shall not keep the whole text in memory when most of them are gone. */
  readonly detached: boolean;
  readonly workshop: Workshop;
  /** Asked where a segment ends: whether that is enough. */
  isEnough(end: number): boolean;
}

/** The segments that a text begins with; those that the text behind it may still change are left out. */
export function cutSegments({ text, isLast, detached, workshop, isEnough }: Cutting): readonly StatementSegment[] {
  const { visible, hidden: around, failed } = lexStatements(text);
  const table = trimmed(visible);
  const hidden = trimmed(around);
  const segments: StatementSegment[] = [];
  let firstHidden = 0;
  const add = (start: number, end: number, first: number, last: number, ending: Ending, reach: number): void => {
    let lastHidden = firstHidden;
    while (lastHidden < hidden.count && hidden.starts[lastHidden]! < end) lastHidden += 1;
    relativeTo(table, first, last, start);
    relativeTo(hidden, firstHidden, lastHidden, start);
    const own = detached ? detach(text.slice(start, end)) : text.slice(start, end);
    const tokens = { table, first, last, hidden, firstHidden, lastHidden };
    segments.push(new StatementSegment({ text: own, ...tokens, ending, reach, lineBreaks: countLineBreaks(own) }, workshop));
    firstHidden = lastHidden;
  };
  let failure = 0;
  let failureEnd = 0;
  let start = 0;
  for (let token = 0; token < table.count; ) {
    const cut = cutStatement(text, table, token);
    // A comment without an end may have swallowed the rest of the statement.
    const swallowed = cut.ending === 'end' && hidden.types[hidden.count - 1] === UNTERMINATED_COMMENT;
    const end = swallowed ? text.length : table.ends[cut.end - 1]!;
    for (; failure < failed.starts.length && failed.starts[failure]! < end; failure += 1) {
      failureEnd = Math.max(failureEnd, failed.ends[failure]!);
    }
    const decided = Math.max(decidedBefore(cut, table, text), failureEnd, end);
    if (decided > text.length && !isLast) return segments;
    add(start, end, token, cut.end, cut.ending, decided - end);
    if (isEnough(end)) return segments;
    start = end;
    token = cut.end;
  }
  // What is left holds no statement, only comments and white space.
  if (isLast && (start < text.length || text === '')) add(start, text.length, table.count, table.count, 'end', 1);
  return segments;
}

/** Offset behind the last character that decided about a cut. */
function decidedBefore({ end, seen }: Cut, { ends, count }: TokenTable, text: string): number {
  if (seen > count) return text.length + 1;
  return seen > end ? ends[seen - 1]! + LONGEST_LOOK : 0;
}

/** No token needs more characters behind it to be told (a UUID is that long), failed searches apart. */
const LONGEST_LOOK = 40;

function relativeTo({ starts, ends }: TokenTable, first: number, last: number, origin: number): void {
  for (let i = first; i < last; i += 1) {
    starts[i]! -= origin;
    ends[i]! -= origin;
  }
}

/** Without most of the room that was left for more tokens. */
function trimmed(table: TokenTable): TokenTable {
  const { types, starts, ends, count } = table;
  const size = count + SPARE;
  if (types.length < size + 200) return table;
  return { types: types.slice(0, size), starts: starts.slice(0, size), ends: ends.slice(0, size), count };
}

/** A copy: a slice would keep the text that it was cut from. */
const detach = (text: string): string => ` ${text}`.slice(1);
