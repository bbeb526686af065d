import type { Statement } from '../ast.ts';
import type { SyntaxDocument } from './document.ts';
import type { Expected } from '../problems/expected.ts';
import * as T from '../generated/token-types.ts';
import { isShellCommand } from '../problems/first-word.ts';
import { lex } from '../lexing/lexer.ts';
import { lower } from '../lower/index.ts';
import { createParser, type StatementParser } from './parse.ts';
import { SegmentedDocument } from './segmented-document.ts';
import type { Segment } from '../segment.ts';
import { isName } from '../token-classes.ts';
import type { TokenTable } from '../token-table.ts';
import type { Tokens } from '../tokens.ts';

/** What is known about the place of a caret in an unfinished statement. */
export interface Caret {
  /** The word that is being typed, from its start to its end behind the caret; offsets in the document. */
  readonly wordStart: number;
  readonly wordEnd: number;
  /** The word begins with a double quote. */
  readonly quoted: boolean;
  /** The word is the text of a string, whose quotes stand around it. */
  readonly inString: boolean;
  readonly expected: Expected;
  /** The statement before the word, as tokens: what clause the caret is in. */
  readonly before: Tokens;
  /** Index of the segment that the caret's statement is. */
  readonly segment: number;
  /** The whole statement, what stands behind the caret included, as far as it can be read. */
  readonly statement: Statement | undefined;
  /** Only what stands before the caret. */
  readonly beginning: Statement | undefined;
}

/**
 * The caret at an offset; `undefined` in comments, texts between dollars and numbers, where nothing is to be proposed. `begins`: its
 * word is taken for the first of a statement, whatever stands above.
 */
export function caretAt(document: SyntaxDocument, offset: number, begins = false): Caret | undefined {
  const segment = segmentOf(document, offset);
  const from = document.startOf(segment);
  const own = document.segments[segment]!;
  const text = document.slice(from, offset);
  const behind = document.slice(offset, Math.min(document.length, offset + 200));
  const parser = (document instanceof SegmentedDocument ? document.workshop.parser : undefined) ?? createParser();
  const placeholder = placeholderBefore(text, behind);
  const named = placeholder && placeOf(parser, text.slice(0, placeholder.start), begins);
  const isName = named?.expected.names.includes('keyspace') === true;
  const word = isName ? placeholder! : wordBefore(text, behind);
  if (word === undefined) return undefined;
  const { start, inString } = word;
  const { before, first, expected } = isName
    ? named
    : placeOf(parser, text.slice(0, inString ? start - 1 : start), begins);
  return {
    wordStart: from + start,
    wordEnd: offset + word.rest,
    quoted: text[start] === '"',
    inString,
    expected,
    before,
    segment,
    statement: first === 0 ? own.statement() : undefined,
    beginning: lower(expected.tree),
  };
}

/** What stands before a word, and what may stand in its place. */
function placeOf(
  parser: StatementParser,
  prefix: string,
  begins: boolean,
): Pick<Caret, 'before' | 'expected'> & { readonly first: number } {
  const written = tokensOf(lex(prefix).visible);
  const first = begins ? written.types.length : firstOfStatement(parser, prefix, written);
  const before = tokensIn(written, first, written.types.length);
  return { before, first, expected: parser.expectedAt(prefix, before) };
}

/**
 * The first token of the caret's own statement. The line of a caret begins another one where what stands above it is none and where
 * its only word fits nothing but a beginning: that there is no `;` is a mistake of the line above.
 */
function firstOfStatement(parser: StatementParser, prefix: string, written: Tokens): number {
  const line = prefix.lastIndexOf('\n') + 1;
  const found = written.starts.findIndex((start) => start >= line);
  const first = found < 0 ? written.types.length : found;
  const onLine = written.types.length - first;
  // A batch holds statements, of which each begins a line.
  if (first === 0 || onLine > 1 || written.types[0] === T.BEGIN) return 0;
  const above = tokensIn(written, 0, first);
  const { keywords, newName, names, tree } = parser.expectedAt(prefix, above);
  if (onLine === 0) return isNone(lower(tree), prefix, above) ? first : 0;
  const type = written.types[first]!;
  const word = prefix.slice(written.starts[first], written.ends[first]).toUpperCase();
  const goesOn =
    keywords.some((keyword) => keyword.split(' ')[0] === word) || ((newName || names.length > 0) && isName(type));
  return goesOn || !BEGINNINGS.has(type) ? 0 : first;
}

/** Words of prose are read as a command that cqlsh does not have. */
const isNone = (statement: Statement | undefined, text: string, tokens: Tokens): boolean =>
  statement === undefined ||
  statement.kind === 'broken' ||
  (statement.kind === 'shell' && !isShellCommand(text, tokens));

const BEGINNINGS: ReadonlySet<number> = new Set([
  T.SELECT,
  T.INSERT,
  T.UPDATE,
  T.DELETE,
  T.CREATE,
  T.ALTER,
  T.DROP,
  T.TRUNCATE,
  T.USE,
  T.GRANT,
  T.REVOKE,
]);

const tokensIn = ({ types, starts, ends }: Tokens, from: number, to: number): Tokens => ({
  types: types.subarray(from, to),
  starts: starts.subarray(from, to),
  ends: ends.subarray(from, to),
});

interface Word {
  /** Offset in the text before the caret. */
  readonly start: number;
  /** How much of it stands behind the caret. */
  readonly rest: number;
  readonly inString: boolean;
}

/** The beginning of a placeholder that a text ends with, and the end of it that an editor may have closed already. */
function placeholderBefore(text: string, behind: string): Word | undefined {
  const start = /(?:[$#]?\{{1,2} ?|%\(?|[$@:])\w*$/.exec(text)?.index;
  return start === undefined
    ? undefined
    : { start, rest: /^\w*(?: ?\}{1,2}|\)s|%)?/.exec(behind)![0].length, inString: false };
}

/** The word that a text ends with; one of no letters where another may begin. */
function wordBefore(text: string, behind: string): Word | undefined {
  const { visible, hidden } = lex(text);
  const open = openAtEnd(text, visible, hidden);
  if (open?.sign === "'") {
    const rest = /^[^'\n]*(?=')|^\w*/.exec(behind)![0].length;
    return { start: open.start + 1, rest, inString: true };
  }
  if (open !== undefined && open.sign !== '"') return undefined;
  const start = open?.start ?? /(?<![\w$])[A-Za-z_]\w*$/.exec(text)?.index ?? text.length;
  if (start === text.length && /[\w"'$]$/.test(text)) return undefined;
  const rest = (open === undefined ? /^\w*/ : /^\w*"?/).exec(behind)![0].length;
  return { start, rest, inString: false };
}

/**
 * The segment that goes on at an offset: one that has not been ended by `;` goes on through the white space behind it, a batch that
 * has no end through all that may stand in one.
 */
function segmentOf(document: SyntaxDocument, offset: number): number {
  const index = document.segmentAt(offset);
  const from = document.startOf(index);
  const previous = document.segments[index - 1];
  const beforeStatement = offset <= from + document.segments[index]!.begin;
  const own =
    beforeStatement && previous !== undefined && goesOn(previous, document.slice(from, offset)) ? index - 1 : index;
  return openBatch(document, own, beforeStatement) ?? own;
}

/** Whether a segment goes on behind its end, with what stands between it and the caret; a command of cqlsh does so on its line. */
function goesOn(segment: Segment, between: string): boolean {
  if (segment.text.endsWith(';') || segment.begin >= segment.end) return false;
  return segment.statement()?.kind !== 'shell' || !between.includes('\n');
}

/** The segment that begins the batch or transaction that a segment is in, where its end is not written before it. */
function openBatch({ segments }: SyntaxDocument, index: number, beforeStatement: boolean): number | undefined {
  const last = beforeStatement ? index - 1 : index;
  for (let at = last; at >= Math.max(0, index - LONGEST_BATCH); at--) {
    const { firstType, tokens, begin, end } = segments[at]!;
    if (firstType === T.BEGIN)
      return tokens.types.some((type) => type === T.APPLY || type === T.COMMIT) ? undefined : at;
    if (begin < end && !IN_BATCH.has(firstType)) return undefined;
  }
  return undefined;
}

const LONGEST_BATCH = 100;

const IN_BATCH: ReadonlySet<number> = new Set([T.INSERT, T.UPDATE, T.DELETE, T.LET, T.SELECT, T.IF, T.END]);

const tokensOf = ({ types, starts, ends, count }: TokenTable): Tokens => ({
  types: types.slice(0, count),
  starts: starts.slice(0, count),
  ends: ends.slice(0, count),
});

/** The comment, string or quoted name that a text ends within, so that what follows belongs to it. */
function openAtEnd(
  text: string,
  visible: TokenTable,
  hidden: TokenTable,
): { readonly sign: string; readonly start: number } | undefined {
  const last = hidden.count - 1;
  if (last >= 0 && hidden.ends[last] === text.length) {
    const start = hidden.starts[last]!;
    const comment = text.slice(start);
    const sign = comment.slice(0, 2);
    if (sign === '--' || sign === '//') return { sign, start };
    if (sign === '/*' && !(comment.length > 3 && comment.endsWith('*/'))) return { sign, start };
  }
  const token = visible.count - 1;
  if (token < 0 || visible.ends[token] !== text.length) return undefined;
  const start = visible.starts[token]!;
  const [, quote, dollars] = /^(?:('|")(?:(?!\1)[^]|\1\1)*|(\$\$)(?:(?!\$\$)[^])*)$/.exec(text.slice(start)) ?? [];
  const sign = quote ?? dollars;
  return sign === undefined ? undefined : { sign, start };
}
