import * as T from '../syntax/generated/token-types.ts';
import type { Segment, SyntaxDocument } from '../syntax/index.ts';
import type { Span } from '../text/span.ts';

/** A part of a document that can be folded to its first line; offsets in the document, over more than one line. */
export interface Fold extends Span {
  readonly kind: 'statement' | 'comment' | 'brackets' | 'region';
}

/** Statements, what stands in brackets in them, comments, and what stands between `-- region` and `-- endregion`. */
export function foldsOf(document: SyntaxDocument): readonly Fold[] {
  const folds: Fold[] = [];
  const regions: number[] = [];
  const add = (kind: Fold['kind'], start: number, end: number): void => {
    if (document.positionAt(start).line < document.positionAt(end).line) folds.push({ kind, start, end });
  };
  document.segments.forEach((segment, index) => {
    const from = document.startOf(index);
    if (segment.begin < segment.end) add('statement', from + segment.begin, from + segment.end);
    for (const { start, end } of bracketsIn(segment)) add('brackets', from + start, from + end);
    for (const { start, end } of commentsIn(segment)) add('comment', from + start, from + end);
    for (const { text, span } of segment.comments) {
      if (OPENS_REGION.test(text)) regions.push(from + span.start);
      if (!CLOSES_REGION.test(text)) continue;
      const start = regions.pop();
      if (start !== undefined) add('region', start, from + span.end);
    }
  });
  return folds.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const OPENS_REGION = /^\s*#?region\b/;
const CLOSES_REGION = /^\s*#?endregion\b/;

/** From behind an opening bracket to before the one that closes it. */
function bracketsIn({ tokens: { types, starts, ends } }: Segment): readonly Span[] {
  const spans: Span[] = [];
  const open: { readonly closing: number; readonly start: number }[] = [];
  for (let token = 0; token < types.length; token += 1) {
    const closing = CLOSING[types[token]!];
    if (closing !== undefined) open.push({ closing, start: ends[token]! });
    else if (open.at(-1)?.closing === types[token]) spans.push({ start: open.pop()!.start, end: starts[token]! });
  }
  return spans;
}

/** Comments; lines that follow each other without an empty one between them are taken together. */
function commentsIn({ text, comments }: Segment): readonly Span[] {
  const spans: Span[] = [];
  let wasLine = false;
  for (const { kind, span, text: comment } of comments) {
    const before = spans.at(-1);
    const isLine = kind === 'line' && !OPENS_REGION.test(comment) && !CLOSES_REGION.test(comment);
    if (before !== undefined && isLine && wasLine && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(before.end, span.start)))
      spans[spans.length - 1] = { start: before.start, end: span.end };
    else spans.push(span);
    wasLine = isLine;
  }
  return spans;
}

const CLOSING: Readonly<Record<number, number>> = {
  [T.LPAREN]: T.RPAREN,
  [T.LBRACKET]: T.RBRACKET,
  [T.LBRACE]: T.RBRACE,
};
