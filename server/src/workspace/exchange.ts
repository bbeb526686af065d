import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';

/** The segments that an edit took out, and those that it put in their place. */
export function exchangeBetween(
  before: SyntaxDocument,
  after: SyntaxDocument,
): { readonly from: number; readonly gone: readonly Segment[]; readonly come: readonly Segment[] } {
  const old = before.segments;
  const now = after.segments;
  let from = 0;
  while (from < now.length && from < old.length && now[from] === old[from]) from++;
  let tail = 0;
  while (
    tail < now.length - from &&
    tail < old.length - from &&
    now[now.length - 1 - tail] === old[old.length - 1 - tail]
  )
    tail++;
  return { from, gone: old.slice(from, old.length - tail), come: now.slice(from, now.length - tail) };
}

/** Whether a segment with comments became the first of its file or no longer is: what they are attached to hangs on that. */
export function changesPlaceOfFirst(before: readonly Segment[], after: readonly Segment[]): boolean {
  const [first, now] = [before[0], after[0]];
  if (first === undefined || now === undefined || first === now) return false;
  const grown = after.length - before.length;
  const stayed = after[grown] === first ? first : before[-grown] === now ? now : undefined;
  return stayed !== undefined && stayed.comments.length > 0;
}
