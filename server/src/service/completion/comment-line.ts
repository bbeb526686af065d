import type { Segment } from '../../syntax/segment.ts';
import type { Subject } from '../subject.ts';

/** A caret within a comment. */
export interface CommentLine {
  /** Of the segment that the comment belongs to. */
  readonly index: number;
  readonly segment: Segment;
  /** The text of the line before the caret. */
  readonly before: string;
  /** How much of a word stands behind the caret. */
  readonly rest: number;
}

export function commentLineAt({ document }: Subject, offset: number): CommentLine | undefined {
  const index = document.segmentAt(offset);
  const segment = document.segments[index];
  if (segment === undefined) return undefined;
  const at = offset - document.startOf(index);
  if (!segment.comments.some(({ span }) => span.start < at && at <= span.end)) return undefined;
  const before = segment.text.slice(segment.text.lastIndexOf('\n', at - 1) + 1, at);
  return { index, segment, before, rest: /^[\w-]*/.exec(segment.text.slice(at))![0].length };
}
