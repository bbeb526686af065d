import * as T from '../generated/token-types.ts';
import type { Segment } from '../segment.ts';

/** What a segment's text is made of, in order and without gaps; offsets are relative to the segment. */
export type Piece =
  /** Of a type of `CqlLexer`; `index` among the tokens of the segment. */
  | {
      readonly kind: 'token';
      readonly type: number;
      readonly index: number;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'line-comment' | 'block-comment' | 'white-space'; readonly start: number; readonly end: number };

/** The pieces of a segment; white space between two other pieces is one piece. */
export function piecesOf(segment: Segment): readonly Piece[] {
  const { text } = segment;
  const { tree, trivia } = segment.syntax();
  const { types, starts, ends } = tree.tokens;
  const pieces: Piece[] = [];
  let at = 0;
  let token = 0;
  let hidden = 0;
  const spaceUntil = (end: number): void => {
    const last = pieces.at(-1);
    if (end <= at) return;
    if (last?.kind === 'white-space') pieces[pieces.length - 1] = { ...last, end };
    else pieces.push({ kind: 'white-space', start: at, end });
    at = end;
  };
  while (token < types.length || hidden < trivia.types.length) {
    const start = starts[token] ?? text.length;
    const next = trivia.starts[hidden] ?? text.length;
    if (token < types.length && start <= next) {
      spaceUntil(start);
      pieces.push({ kind: 'token', type: types[token]!, index: token, start, end: (at = ends[token]!) });
      token += 1;
    } else {
      const kind = KINDS[trivia.types[hidden]!];
      const end = trivia.ends[hidden]!;
      spaceUntil(kind === undefined ? end : next);
      if (kind !== undefined) pieces.push({ kind, start: next, end: (at = end) });
      hidden += 1;
    }
  }
  spaceUntil(text.length);
  return pieces;
}

const KINDS: Readonly<Record<number, 'line-comment' | 'block-comment'>> = {
  [T.LINE_COMMENT]: 'line-comment',
  [T.BLOCK_COMMENT]: 'block-comment',
  [T.UNTERMINATED_COMMENT]: 'block-comment',
};
