import type { Column } from '../../catalog/model.ts';
import type { Ordering, Select } from '../../syntax/ast.ts';
import { isColumn, resolveColumn, type Scope } from '../judging/names.ts';
import { type Outcome, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { isEquality } from '../restrictions/predicates.ts';
import { restrictionOf, type Restrictions } from '../restrictions/model.ts';

/** ORDER BY … ANN OF. */
export const isNearest = ({ annOf }: Ordering): boolean => annOf !== undefined;

/** Rows come as they are stored, or the other way round (`verifyOrderingIsAllowed`, `isReversed`). */
export function checkOrderBy(select: Select, restrictions: Restrictions, scope: Scope): Outcome {
  const { release } = scope;
  if (select.orderBy.length === 0 || select.orderBy.some(isNearest)) return undefined;
  const span = select.orderBySpan ?? select.span;
  if (restrictions.usesIndex) {
    const except = since(release, '5.0') ? ', except for ANN queries.' : '.';
    return refuse('order-by-index', `ORDER BY with 2ndary indexes is not supported${except}`, span);
  }
  if (restrictions.keyRange) {
    const message = 'ORDER BY is only supported when the partition key is restricted by an EQ or an IN.';
    return refuse(
      'order-by-needs-partition-key',
      message,
      span,
      scope.table.partitionKey.map(({ name }) => name),
    );
  }
  return checkColumns(select, restrictions, scope);
}

function checkColumns(select: Select, restrictions: Restrictions, scope: Scope): Outcome {
  const { table, release } = scope;
  const reversals: boolean[] = [];
  let next = 0;
  for (const ordering of lastOfEach(select.orderBy)) {
    const column = resolveColumn(ordering.column, scope);
    if (!isColumn(column)) return column;
    if (column.kind !== 'clustering') {
      const message = `Order by is currently only supported on the clustered columns of the PRIMARY KEY, got ${column.name}`;
      return refuse('order-by-column', message, ordering.span, [column.name]);
    }
    while (next !== column.position) {
      const skipped = table.clustering[next];
      if (release === '3.11' || skipped === undefined || !isGivenByEqual(skipped)) {
        const supports = release === '3.11' ? 'support' : 'supports';
        const message = `Order by currently only ${supports} the ordering of columns following their declared order in the PRIMARY KEY`;
        return refuse('order-by-sequence', message, ordering.span, [column.name]);
      }
      next += 1;
    }
    next += 1;
    reversals.push((ordering.direction === 'DESC') !== (column.order === 'DESC'));
  }
  if (new Set(reversals).size > 1) {
    return refuse('order-by-directions', 'Unsupported order by relation', select.orderBySpan ?? select.span);
  }
  return undefined;

  function isGivenByEqual(column: Column): boolean {
    const restriction = restrictionOf(restrictions.clustering, column);
    return restriction !== undefined && isEquality(restriction, release);
  }
}

/** A column named twice keeps its first place and takes its last direction. */
function lastOfEach(orderings: readonly Ordering[]): readonly Ordering[] {
  const byColumn = new Map<string, Ordering>();
  for (const ordering of orderings) byColumn.set(ordering.column.name, ordering);
  return [...byColumn.values()];
}
