import type { Statement } from '../ast.ts';
import type { SyntaxDocument } from './document.ts';
import type { Expected } from '../problems/expected.ts';
import { lex } from '../lexing/lexer.ts';
import { lower } from '../lower/index.ts';
import { createParser } from './parse.ts';
import { SegmentedDocument } from './segmented-document.ts';
import type { TokenTable } from '../token-table.ts';
import type { Tokens } from '../tokens.ts';

/** What is known about the place of a caret in an unfinished statement. */
export interface Caret {
  /** The word that is being typed, from its start to its end behind the caret; offsets in the document. */
  readonly wordStart: number;
  readonly wordEnd: number;
  /** The word begins with a double quote. */
  readonly quoted: boolean;
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

/** The caret at an offset; `undefined` in comments, strings and numbers, where nothing is to be proposed. */
export function caretAt(document: SyntaxDocument, offset: number): Caret | undefined {
  const segment = segmentOf(document, offset);
  const from = document.startOf(segment);
  const own = document.segments[segment]!;
  const text = document.slice(from, offset);
  const word = /(?<!["\w$])"?[A-Za-z_]\w*$|(?<![\w"])"$/.exec(text);
  const wordStart = word?.index ?? text.length;
  if (word === null && /[\w"$]$/.test(text)) return undefined;
  const prefix = text.slice(0, wordStart);
  const { visible, hidden } = lex(prefix);
  if (isInside(prefix, visible, hidden)) return undefined;
  const before = tokensOf(visible);
  const parser = (document instanceof SegmentedDocument ? document.workshop.parser : undefined) ?? createParser();
  const expected = parser.expectedAt(prefix, before);
  const rest = /^\w*/.exec(document.slice(offset, Math.min(document.length, offset + 200)))![0];
  return {
    wordStart: from + wordStart,
    wordEnd: offset + rest.length,
    quoted: word?.[0].startsWith('"') ?? false,
    expected,
    before,
    segment,
    statement: own.statement(),
    beginning: lower(expected.tree),
  };
}

/** The segment that goes on at an offset: one that has not been ended by `;` goes on through the white space behind it. */
function segmentOf(document: SyntaxDocument, offset: number): number {
  const index = document.segmentAt(offset);
  const from = document.startOf(index);
  const previous = document.segments[index - 1];
  const beforeStatement = offset <= from + document.segments[index]!.begin;
  return beforeStatement && previous !== undefined && !previous.text.endsWith(';') && previous.begin < previous.end
    ? index - 1
    : index;
}

const tokensOf = ({ types, starts, ends, count }: TokenTable): Tokens => ({
  types: types.slice(0, count),
  starts: starts.slice(0, count),
  ends: ends.slice(0, count),
});

/** Whether a text ends within a comment or string, so that what follows belongs to it. */
function isInside(text: string, visible: TokenTable, hidden: TokenTable): boolean {
  const last = hidden.count - 1;
  if (last >= 0 && hidden.ends[last] === text.length) {
    const comment = text.slice(hidden.starts[last]!);
    if (/^(?:--|\/\/)/.test(comment)) return true;
    if (comment.startsWith('/*') && !(comment.length > 3 && comment.endsWith('*/'))) return true;
  }
  const token = visible.count - 1;
  if (token < 0 || visible.ends[token] !== text.length) return false;
  const start = text.slice(visible.starts[token]!);
  return /^(?:'(?:[^']|'')*$|\$\$(?:(?!\$\$)[\s\S])*$|"(?:[^"]|"")*$)/.test(start);
}
