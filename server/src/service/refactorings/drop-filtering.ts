import type { Rewriter } from './refactoring.ts';

/** A query without the ALLOW FILTERING that it does not need. */
export const dropFiltering: Rewriter = ({ segment, statement, context }) => {
  if (statement.kind !== 'select' || statement.allowFiltering === undefined) return undefined;
  // What nobody can judge may need it.
  if (context.table === undefined || context.path?.filters !== false) return undefined;
  const { start, end } = statement.allowFiltering;
  const before = segment.text.slice(0, start).trimEnd().length;
  return { title: 'Remove ALLOW FILTERING, which nothing here needs', changes: [{ start: before, end, text: '' }] };
};
