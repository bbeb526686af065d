import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { newWorkshop, openDocument, type SyntaxDocument, type TextEdit, type Workshop } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { ruleOf, subtreeEndOf, type SyntaxTree } from '../syntax/tree.ts';
import { changeBetween } from '../text/changed-span.ts';
import { countLineBreaks } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Steps } from '../text/steps.ts';
import { groupsOf } from './groups.ts';
import { lexemesOf } from './lexemes.ts';
import type { FormatOptions } from './options.ts';
import { print } from './print.ts';

/**
 * The edits that lay out a document, or the statements that a range touches; offsets in the document, in its order.
 *
 * Nothing but white space and the case of keywords changes: tokens and comments stay in their order. Statements that are broken,
 * commands of cqlsh and what is only a placeholder stay as they are. Formatted text stays as it is.
 */
export function* formatEdits(
  document: SyntaxDocument,
  options: FormatOptions,
  range?: Span,
): Steps<readonly TextEdit[]> {
  const eol = document.slice(0, document.length).includes('\r\n') ? '\r\n' : '\n';
  const edits: TextEdit[] = [];
  const workshop = newWorkshop();
  for (const [index, segment] of document.segments.entries()) {
    yield;
    const start = document.startOf(index);
    const end = start + segment.text.length;
    if (range !== undefined && !isTouched(range, start + segment.begin, end)) continue;
    const text = formatSegment(segment, index === 0, index === document.segments.length - 1, options, eol);
    if (text !== undefined && text !== segment.text && isSame(segment, text, workshop))
      edits.push(editBetween(segment.text, text, start));
  }
  return edits;
}

/** Lines that are selected end where the next one begins, and mean none of it; a caret means the statement beside it. */
const isTouched = (range: Span, start: number, end: number): boolean =>
  range.start === range.end ? start <= range.end && range.start <= end : start < range.end && range.start < end;

/** A segment with the comments before its statement; `undefined` where it is left alone. */
function formatSegment(
  segment: Segment,
  isFirst: boolean,
  isLast: boolean,
  options: FormatOptions,
  eol: string,
): string | undefined {
  if (segment.errors.length > 0) return undefined;
  const statement = segment.begin < segment.text.length ? formatStatement(segment, options) : '';
  const lead = leadOf(segment, isFirst, statement !== '');
  const text = `${lead}${statement}`;
  const mark = isFirst && segment.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const end = isLast && (text !== '' || !isFirst) && !(isFirst && text === '') ? '\n' : '';
  const written = mark + `${text}${end}`.replace(/^\n+$/, isFirst ? '' : '\n');
  // Line breaks within tokens and comments are text.
  return eol === '\n' ? written : withLineEnds(written, eol);
}

const BYTE_ORDER_MARK = '\uFEFF';

/** White space and comments before a statement, line by line. */
function leadOf(segment: Segment, isFirst: boolean, isFollowed: boolean): string {
  let out = '';
  let from = 0;
  let needsLine = false;
  const lines = (count: number): string => (isFirst && out === '' ? '' : '\n'.repeat(Math.min(count, 2)));
  for (const { kind, span } of segment.comments) {
    if (span.start > segment.begin) break;
    const breaks = countLineBreaks(segment.text.slice(from, span.start));
    out += breaks > 0 || needsLine ? lines(Math.max(breaks, 1)) : out === '' && isFirst ? '' : ' ';
    out += segment.text.slice(span.start, span.end).trimEnd();
    needsLine = kind === 'line';
    from = span.end;
  }
  if (!isFollowed) return out;
  const breaks = countLineBreaks(segment.text.slice(from, segment.begin));
  if (breaks === 0 && !needsLine && out !== '') return `${out} `;
  return out + lines(Math.max(breaks, 1));
}

function formatStatement(segment: Segment, options: FormatOptions): string {
  const { tree } = segment.syntax();
  const rest = segment.text.slice(segment.begin);
  if (isLeftAlone(tree)) return rest.trimEnd();
  const lexemes = lexemesOf(segment, tree, options);
  return print(lexemes, groupsOf(tree, lexemes), options);
}

/** Commands of cqlsh, other tools' statements and placeholders are theirs. */
function isLeftAlone(tree: SyntaxTree): boolean {
  const end = subtreeEndOf(tree, 0);
  for (let node = 0; node < end; node++) {
    const rule = ruleOf(tree, node);
    if (rule === R.shellCommand || rule === R.templateStatement || rule === R.rest) return true;
  }
  return false;
}

/** Whether a text has the tokens and comments of a segment; what would change more than the layout is not used. */
function isSame(segment: Segment, text: string, workshop: Workshop): boolean {
  const { tokens, comments } = segment;
  let token = 0;
  let comment = 0;
  for (const other of openDocument(text, workshop).segments) {
    const { types, starts, ends } = other.tokens;
    for (let index = 0; index < types.length; index += 1, token += 1) {
      const type = types[index]!;
      if (type !== tokens.types[token]) return false;
      const one = segment.text.slice(tokens.starts[token], tokens.ends[token]);
      const now = other.text.slice(starts[index], ends[index]);
      if (one !== now && (type >= T.SEMI || one.toLowerCase() !== now.toLowerCase())) return false;
    }
    for (const { span } of other.comments) {
      const one = comments[comment]?.span;
      comment += 1;
      if (one === undefined || lineOf(segment, one) !== lineOf(other, span)) return false;
    }
  }
  return token === tokens.types.length && comment === comments.length;
}

/** A comment without the blanks behind it. */
const lineOf = ({ text }: Segment, { start, end }: Span): string => text.slice(start, end).trimEnd();

const withLineEnds = (text: string, eol: string): string => text.replaceAll(/\r?\n/g, eol);

/** The smallest edit that makes one text of another. */
function editBetween(before: string, after: string, start: number): TextEdit {
  const change = changeBetween(before, after);
  return {
    start: start + change.start,
    end: start + change.end,
    text: after.slice(change.start, change.end + change.grown),
  };
}
