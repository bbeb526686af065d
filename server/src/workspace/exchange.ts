import type { SyntaxDocument } from '../syntax/index.ts';
import { noSplice, type Segment, type Splice } from '../syntax/segment.ts';

/** The segments that an edit took out, and those that it put in their place. */
export function exchangeBetween(
  before: SyntaxDocument,
  after: SyntaxDocument,
): { readonly splice: Splice; readonly gone: readonly Segment[]; readonly come: readonly Segment[] } {
  const { segments: of } = before;
  const splice =
    after === before ? noSplice(of) : (after.splice ?? { of, from: 0, to: of.length, come: after.segments.length });
  const { from, to, come } = splice;
  return { splice, gone: before.segments.slice(from, to), come: after.segments.slice(from, from + come) };
}

/** Whether a segment with comments became the first of its file or no longer is: what they are attached to hangs on that. */
export function changesPlaceOfFirst(before: readonly Segment[], after: readonly Segment[]): boolean {
  const [first, now] = [before[0], after[0]];
  if (first === undefined || now === undefined || first === now) return false;
  const grown = after.length - before.length;
  const stayed = after[grown] === first ? first : before[-grown] === now ? now : undefined;
  return stayed !== undefined && stayed.comments.length > 0;
}
