import type { Column } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { tryQuery } from '../proposal/sandbox.ts';
import { words } from '../proposal/style.ts';
import { extremeOf } from '../question/end-of-rows.ts';
import type { Question } from '../question/question.ts';
import { namedNow, type RowQuery } from './first-of-each.ts';

/** The row that has the greatest or least of what rows are sorted by, which stands at one end of its partition. */
export function rowAtEnd(question: Question): Proposal | undefined {
  const asked = rowInstead(question);
  const tried = asked === undefined ? undefined : tryQuery(question.sandbox, asked.query);
  if (asked === undefined || tried?.path.partitions.kind !== 'one' || tried.path.filters) return undefined;
  const { query, notes, order } = asked;
  return offer({
    kind: 'rewrite',
    title: `Take the row at one end: ${order}`,
    why: 'Rows are stored in this order, so the one that is looked for is at one end of its partition, and no other is read.',
    queries: [query],
    notes,
    edits: () => [{ at: question.at, text: query, label: 'one row instead of all' }],
  });
}

/** The query for the one row that has the greatest or least of a column, instead of `max` or `min` over all rows. */
export function rowInstead(
  question: Question,
): (RowQuery & { readonly order: string; readonly column: Column }) | undefined {
  const { pattern, table, style, text } = question;
  const { select, equal } = pattern;
  const end = extremeOf(select, table);
  if (end === undefined || equal.length === 0 || equal.some(({ column }) => column === end.column)) return undefined;
  // One group is all rows that are asked; of several each has a row.
  if (pattern.group.length > 0 || pattern.clientClauses.length > 0) return undefined;
  const { aggregate, column, direction } = end;
  const own = select.selectors.find(({ expression }) => expression === aggregate);
  const name = pattern.textOf(aggregate.arguments[0]!);
  const order = `${words('ORDER BY', style)} ${printName(column.name)} ${words(`${direction} LIMIT`, style)} 1`;
  const before = text.slice(select.span.start, aggregate.span.start);
  const query = `${before}${name}${text.slice(aggregate.span.end, select.where!.span.end)} ${order}`;
  return {
    query,
    order,
    column,
    notes: [
      ...(own?.alias === undefined ? [namedNow(pattern.textOf(aggregate), name)] : []),
      ...(select.selectors.length > 1 ? ['All columns of the answer are of this row then.'] : []),
      ...(select.groupBy.length > 0 ? [] : ['Where no row is found the answer has none, and not one with a null.']),
    ],
  };
}
