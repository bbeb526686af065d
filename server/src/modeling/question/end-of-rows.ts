import { partsOf } from '../../analysis/typing/selectors/selected-columns.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { isCounter } from '../../catalog/types.ts';
import type { Call, Expression, Select } from '../../syntax/ast.ts';

/** What a query asks all rows of a partition for, although one row at their end has it. */
export interface EndOfRows {
  readonly aggregate: Call;
  readonly column: Column;
  readonly direction: 'ASC' | 'DESC';
}

/** The only aggregate is the greatest or least of a column by which rows are sorted, and nothing else is asked of them. */
export function endOfRows(select: Select, table: Table): EndOfRows | undefined {
  const end = select.groupBy.length > 0 ? undefined : extremeOf(select, table);
  return end?.column.kind === 'clustering' ? end : undefined;
}

/** The only aggregate is the greatest or least of a column, by which rows could be sorted. */
export function extremeOf(select: Select, table: Table): EndOfRows | undefined {
  const { where, orderBy, limit, perPartitionLimit, allowFiltering, selectors, json, distinct } = select;
  if (where === undefined || orderBy.length > 0 || json || distinct || select.template === true) return undefined;
  if ((limit ?? perPartitionLimit ?? allowFiltering) !== undefined) return undefined;
  const [aggregate, ...others] = selectors.flatMap(({ expression }) => aggregateIn(expression) ?? []);
  const [argument, ...more] = aggregate?.arguments ?? [];
  if (aggregate === undefined || others.length > 0 || argument?.kind !== 'column' || more.length > 0) return undefined;
  if (!selectors.some(({ expression }) => expression === aggregate)) return undefined;
  const column = table.columns.get(argument.column.name);
  const function_ = aggregate.function.name.name.toLowerCase();
  if (column === undefined || isCounter(column.type) || (function_ !== 'max' && function_ !== 'min')) return undefined;
  return { aggregate, column, direction: function_ === 'max' ? 'DESC' : 'ASC' };
}

const AGGREGATE = /^(?:min|max|sum|avg|count)$/i;

/** The first built-in aggregate in it. */
export function aggregateIn(expression: Expression): Call | undefined {
  if (expression.kind === 'call' && isBuiltIn(expression) && AGGREGATE.test(expression.function.name.name))
    return expression;
  return partsOf(expression)
    .map(aggregateIn)
    .find((one) => one !== undefined);
}

const isBuiltIn = ({ function: { keyspace } }: Call): boolean => keyspace === undefined || keyspace.name === 'system';
