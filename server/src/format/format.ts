import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Comment, SyntaxDocument, TextEdit } from '../syntax/index.ts';
import { commentsOf } from '../syntax/lexing/comments.ts';
import { readOn, startReading } from '../syntax/lexing/lexer.ts';
import type { Segment } from '../syntax/segment.ts';
import { ruleOf, subtreeEndOf, type SyntaxTree } from '../syntax/tree.ts';
import { changeBetween } from '../text/changed-span.ts';
import { countLineBreaks } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Steps } from '../text/steps.ts';
import { groupsOf } from './groups.ts';
import { lexemesOf } from './lexemes.ts';
import type { FormatOptions } from './options.ts';
import { print, printOnOneLine } from './print.ts';

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
  layouts: Layouts = newLayouts(),
): Steps<readonly TextEdit[]> {
  const eol = document.slice(0, document.length).includes('\r\n') ? '\r\n' : '\n';
  const edits: TextEdit[] = [];
  const last = document.segments.length - 1;
  const kept = layouts.by(options, eol);
  for (const [index, segment] of document.segments.entries()) {
    yield;
    const start = document.startOf(index);
    const end = start + segment.text.length;
    if (range !== undefined && !isTouched(range, start + segment.begin, end)) continue;
    // What stands at an end of the text is laid out for that place.
    const isInside = index > 0 && index < last;
    let edit = isInside ? kept.get(segment) : undefined;
    if (edit === undefined) {
      edit = editOf(segment, index === 0, index === last, options, eol) ?? NOTHING;
      if (isInside) kept.set(segment, edit);
    }
    if (edit !== NOTHING) edits.push({ start: start + edit.start, end: start + edit.end, text: edit.text });
  }
  return edits;
}

/** What has to be edited in statements, worked out once for as long as these and the options are the same. */
export interface Layouts {
  /** Offsets in the statement. */
  by(options: FormatOptions, eol: string): WeakMap<Segment, TextEdit>;
}

export function newLayouts(): Layouts {
  let known: { readonly key: string; readonly edits: WeakMap<Segment, TextEdit> } | undefined;
  return {
    by(options, eol) {
      const key = JSON.stringify([options, eol]);
      if (known?.key !== key) known = { key, edits: new WeakMap() };
      return known.edits;
    },
  };
}

const NOTHING: TextEdit = { start: 0, end: 0, text: '' };

/** The smallest edit that lays out a segment, if it needs one. */
function editOf(
  segment: Segment,
  isFirst: boolean,
  isLast: boolean,
  options: FormatOptions,
  eol: string,
): TextEdit | undefined {
  const text = formatSegment(segment, isFirst, isLast, options, eol);
  if (text === undefined || text === segment.text || !isSame(segment, text)) return undefined;
  const { start, end, grown } = changeBetween(segment.text, text);
  return { start, end, text: text.slice(start, end + grown) };
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
  return printOnOneLine(lexemes, options) ?? print(lexemes, groupsOf(tree, lexemes), options);
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
function isSame(segment: Segment, text: string): boolean {
  const reading = startReading(text, text.length, { stopsRunaways: true, templates: true });
  readOn(reading, text.length);
  const { visible, hidden } = reading;
  const { types, starts, ends } = segment.tokens;
  if (visible.count !== types.length) return false;
  for (let token = 0; token < types.length; token += 1) {
    const type = types[token]!;
    if (visible.types[token] !== type) return false;
    const one = segment.text.slice(starts[token], ends[token]);
    const now = text.slice(visible.starts[token], visible.ends[token]);
    if (one !== now && (type >= T.SEMI || one.toLowerCase() !== now.toLowerCase())) return false;
  }
  const before = linesOf(segment.text, segment.comments);
  const after = linesOf(text, commentsOf(text, { ...hidden, types: hidden.types.subarray(0, hidden.count) }));
  return before.length === after.length && before.every((line, index) => line === after[index]);
}

/** Comments without the blanks behind them. */
const linesOf = (text: string, comments: readonly Comment[]): readonly string[] =>
  comments.map(({ span }) => text.slice(span.start, span.end).trimEnd());

const withLineEnds = (text: string, eol: string): string => text.replaceAll(/\r?\n/g, eol);
