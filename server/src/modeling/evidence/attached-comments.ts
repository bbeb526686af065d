import type { ColumnDefinition } from '../../syntax/ast.ts';
import type { Comment, Segment } from '../../syntax/segment.ts';

/** A comment's text, and what it is about. */
export interface AttachedComment {
  /** Without its marks. */
  readonly text: string;
  /** Of the text, relative to the segment. */
  readonly start: number;
  /** The folded name of the column that it stands behind, or above within the statement. */
  readonly column: string | undefined;
}

/**
 * The comments of a CREATE TABLE or ALTER TABLE with the columns they are about.
 *
 * What stands on the last line of the statement before, behind its `;`, is about that one and left out; a document's first
 * segment (`first`) has none before it.
 */
export function attachedComments(segment: Segment, first: boolean): readonly AttachedComment[] {
  if (segment.comments.length === 0) return [];
  const columns = definitionsOf(segment);
  return segment.comments.flatMap((comment) => {
    if (!first && isBehindPrevious(comment, segment)) return [];
    return {
      text: comment.text,
      start: comment.span.start + 2,
      column: columnOf(comment, columns, segment)?.name.name,
    };
  });
}

function isBehindPrevious({ span }: Comment, { text, begin }: Segment): boolean {
  return span.start < begin && !text.slice(0, span.start).includes('\n');
}

function definitionsOf(segment: Segment): readonly ColumnDefinition[] {
  const statement = segment.statement();
  if (statement?.kind === 'create-table') return statement.columns;
  return statement?.kind === 'alter-table' && statement.change.kind === 'add' ? statement.change.columns : [];
}

function columnOf(
  comment: Comment,
  columns: readonly ColumnDefinition[],
  { text }: Segment,
): ColumnDefinition | undefined {
  const { start, end } = comment.span;
  const before = columns.findLast(({ span }) => span.end <= start && !text.slice(span.end, start).includes('\n'));
  if (before !== undefined) return before;
  const first = columns[0];
  if (first === undefined || (start < first.span.start && /\(/.exec(text.slice(end, first.span.start)) !== null))
    return undefined;
  // Alone on its line: about the column below.
  return columns.find(({ span }) => span.start >= end);
}
