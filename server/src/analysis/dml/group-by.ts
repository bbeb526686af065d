import type { Column } from '../../catalog/model.ts';
import type { Expression, Select } from '../../syntax/ast.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import { isColumn, resolveColumn, type Scope } from '../judging/names.ts';
import { inOrder, isRefused, isUndecided, type Outcome, PLACEHOLDER, refuse } from '../judging/outcome.ts';
import { isEquality } from '../restrictions/predicates.ts';
import { restrictionOf, type Restrictions } from '../restrictions/model.ts';
import { columnsIn } from '../typing/selectors/selected-columns.ts';
import { checkMonotonic, checkSelectable, selectorType } from '../typing/terms.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';

/** GROUP BY follows the primary key, function only at its end (`getAggregationSpecFactory`). */
export function checkGroupBy(select: Select, restrictions: Restrictions, scope: Scope): Outcome {
  const { table, release } = scope;
  if (select.groupBy.length === 0) return undefined;
  const key = [...table.partitionKey, ...table.clustering];
  let next = 0;
  let afterFunction = false;
  let doubt: Undecided | undefined;
  for (const item of select.groupBy) {
    const grouped = groupedColumn(item, afterFunction, scope);
    if (isRefused(grouped) || isUndecided(grouped)) return grouped;
    const { column } = grouped;
    doubt ??= grouped.doubt;
    afterFunction ||= isCall(item);
    for (;;) {
      const expected = key[next];
      const skipped = expected !== undefined && expected.name !== column.name;
      const open = skipped && !isGivenByEqual(expected);
      if (expected === undefined || open) {
        const message =
          'Group by currently only support groups of columns following their declared order in the PRIMARY KEY';
        return refuse('group-by-order', message, item.span, [column.name]);
      }
      next += 1;
      if (!skipped) break;
    }
  }
  const span = select.groupBySpan ?? select.span;
  if (key[next]?.kind === 'partition') {
    return refuse(
      'group-by-partial-partition-key',
      'Group by is not supported on only a part of the partition key',
      span,
    );
  }
  if (select.distinct && next > table.partitionKey.length) {
    const message = 'Grouping on clustering columns is not allowed for SELECT DISTINCT queries';
    return refuse('group-by-with-distinct', message, span);
  }
  return doubt;

  function isGivenByEqual(column: Column): boolean {
    const set = column.kind === 'partition' ? restrictions.partition : restrictions.clustering;
    const restriction = restrictionOf(set, column);
    return restriction !== undefined && isEquality(restriction, release);
  }
}

interface Grouped {
  readonly kind: 'grouped';
  readonly column: Column;
  readonly doubt?: Undecided | undefined;
}

function groupedColumn(item: Expression, afterFunction: boolean, scope: Scope): Grouped | Refused | Undecided {
  if (isCall(item)) return groupedByFunction(item, scope);
  // The server fails at what is neither, but looks at what stands in it before.
  if (item.kind !== 'column') return checkSelectable(item, scope.table, scope.session) ?? PLACEHOLDER;
  const column = resolveColumn(item.column, scope);
  if (!isColumn(column)) return column;
  const refused = (message: string): Refused => refuse('group-by-column', message, item.span, [column.name]);
  if (column.kind !== 'partition' && column.kind !== 'clustering') {
    return refused(`Group by is currently only supported on the columns of the PRIMARY KEY, got ${column.name}`);
  }
  if (afterFunction) return refused('Functions are only supported on the last element of the GROUP BY clause');
  return { kind: 'grouped', column };
}

/** Operators are functions to the server. */
type Call = Extract<Expression, { kind: 'call' | 'negate' | 'arithmetic' }>;

const isCall = (item: Expression): item is Call =>
  item.kind === 'call' || item.kind === 'negate' || item.kind === 'arithmetic';

/** Whether a function keeps the order of its column is asked only when the statement runs, and only of the last. */
export function checkGroupOrder({ groupBy }: Select, { table, session }: Scope): Outcome {
  const call = groupBy.findLast(isCall);
  return call === undefined ? undefined : checkMonotonic(call, table, session);
}

function groupedByFunction(call: Call, scope: Scope): Grouped | Refused | Undecided {
  const { table, session, release } = scope;
  const name = call.kind === 'call' ? call.function.name.name : '';
  const refused = (message: string): Refused => refuse('group-by-function', message, call.span, [name]);
  const typed = selectorType(call, table, session);
  if (typed.kind === 'typed' && typed.aggregate) {
    const keyspace = call.kind === 'call' ? call.function.keyspace?.name : undefined;
    const qualified = `${keyspace ?? 'system'}.${name}`;
    return refused(`Aggregate functions are not supported within the GROUP BY clause, got: ${qualified}`);
  }
  const problem = inOrder(
    () => checkSelectable(call, table, session),
    () => (typed.kind === 'typed' ? undefined : typed),
  );
  if (isRefused(problem) || isUndecided(problem)) return problem;
  const [column, other] = [...new Set(columnsIn(call, table))];
  if (column === undefined) return refused('GROUP BY functions must have one clustering column name as parameter');
  if (other !== undefined) {
    const names = [...new Set(columnsIn(call, table))].map((each) => quoteIfNeeded(each.name, release));
    return refused(`GROUP BY functions accept only one clustering column as parameter, got: ${names.join(',')}`);
  }
  if (column.kind !== 'clustering') {
    return refused(`Group by functions are only supported on clustering columns, got ${column.name}`);
  }
  return { kind: 'grouped', column };
}
