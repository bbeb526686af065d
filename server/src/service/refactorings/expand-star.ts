import { printName, type Column, type Table } from '../../catalog/index.ts';
import type { Rewriter } from './refactoring.ts';

/** `SELECT *` with the columns that it gives, in the order in which it gives them. */
export const expandStar: Rewriter = ({ statement, context: { table } }) => {
  if (statement.kind !== 'select' || table === undefined || statement.joins !== undefined) return undefined;
  const [selector, ...others] = statement.selectors;
  if (selector?.expression.kind !== 'star' || others.length > 0) return undefined;
  const { start, end } = selector.span;
  const text = columnsOf(table)
    .map(({ name }) => printName(name))
    .join(', ');
  return { title: 'Write the columns in place of `*`', changes: [{ start, end, text }] };
};

/** Key columns by their place, then static and other columns by their names. */
function columnsOf(table: Table): readonly Column[] {
  const named = (kind: Column['kind']): readonly Column[] =>
    [...table.columns.values()]
      .filter((column) => column.kind === kind)
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return [...table.partitionKey, ...table.clustering, ...named('static'), ...named('regular')];
}
