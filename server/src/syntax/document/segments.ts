import { UNTERMINATED_COMMENT } from '../generated/token-types.ts';
import { readOn, startReading } from '../lexing/lexer.ts';
import { type Cut, type Ending, cutStatement } from '../lexing/split.ts';
import { StatementSegment, type Workshop } from './statement-segment.ts';
import { type TokenTable, newTable, SPARE, trim } from '../token-table.ts';

/** What the segments are made of, and how. */
export interface Cutting {
  readonly text: string;
  /** The text is the end of its document: nothing follows that could change how it is read. */
  readonly isLast: boolean;
  /** The segments shall not keep the whole text in memory when most of them are gone. */
  readonly detached: boolean;
  readonly workshop: Workshop;
  /** Asked where a segment ends: whether that is enough. Where it is absent, all of the text is wanted. */
  isEnough?(end: number): boolean;
}

/** The segments that a text begins with; those that the text behind it may still change are left out. */
export function cutSegments({ text, isLast, detached, workshop, isEnough }: Cutting): readonly StatementSegment[] {
  let goal = isEnough === undefined ? text.length : Math.min(text.length, FIRST_READ);
  const reading = startReading(text, goal, { stopsRunaways: true, templates: true });
  const { visible, hidden, failed } = reading;
  const segments: StatementSegment[] = [];
  let firstHidden = 0;
  const add = (start: number, end: number, first: number, last: number, ending: Ending, reach: number): void => {
    let lastHidden = firstHidden;
    while (lastHidden < hidden.count && hidden.starts[lastHidden]! < end) lastHidden += 1;
    relativeTo(visible, first, last, start);
    relativeTo(hidden, firstHidden, lastHidden, start);
    const own = detached ? detach(text.slice(start, end)) : text.slice(start, end);
    const extent = {
      text: own,
      table: visible,
      first,
      last,
      hidden: firstHidden < lastHidden ? hidden : NO_TOKENS,
      firstHidden,
      lastHidden,
      ending,
      reach,
    };
    segments.push(new StatementSegment(extent, workshop));
    firstHidden = lastHidden;
  };
  let failure = 0;
  let failureEnd = 0;
  let start = 0;
  let token = 0;
  let enough = false;
  for (;;) {
    const cut = token < visible.count ? cutStatement(text, visible, token) : undefined;
    if (reading.at < text.length && (cut === undefined || cut.seen > visible.count)) {
      readOn(reading, goal);
      goal *= 4;
      continue;
    }
    if (cut === undefined) break;
    // A comment without an end may have swallowed the rest of the statement.
    const swallowed = cut.ending === 'end' && hidden.types[hidden.count - 1] === UNTERMINATED_COMMENT;
    const end = swallowed ? text.length : visible.ends[cut.end - 1]!;
    const looked = Math.max(lookedBefore(cut, visible, text), end);
    for (; failure < failed.starts.length && failed.starts[failure]! < looked; failure += 1) {
      failureEnd = Math.max(failureEnd, failed.ends[failure]!);
    }
    const decided = Math.max(looked, failureEnd);
    if (decided > text.length && !isLast) break;
    add(start, end, token, cut.end, cut.ending, decided - end);
    start = end;
    token = cut.end;
    enough = isEnough?.(end) ?? false;
    if (enough) break;
  }
  // What is left holds no statement, only comments and white space.
  if (isLast && !enough && (start < text.length || text === '')) add(start, text.length, token, token, 'end', 1);
  trim(visible, token);
  trim(hidden, firstHidden);
  return segments;
}

/** Of segments without comments: what was read of most files is not kept for them. */
const NO_TOKENS = newTable(SPARE);

/** So much is read of a text of which little may be enough. */
const FIRST_READ = 2048;

/** Offset behind the last character that decided about a cut, failed searches apart: those of all tokens before it decided, too. */
function lookedBefore({ end, seen }: Cut, { ends, count }: TokenTable, text: string): number {
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

/** A copy: a slice would keep the text that it was cut from. */
const detach = (text: string): string => ` ${text}`.slice(1);
