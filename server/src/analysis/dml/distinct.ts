import type { Column } from '../../catalog/model.ts';
import type { Select } from '../../syntax/ast.ts';
import { isStaticCompact, type Scope } from '../judging/names.ts';
import { type Outcome, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import type { Restrictions } from '../restrictions/model.ts';
import { selectedColumns } from '../typing/selectors/selected-columns.ts';
import { isNearest } from './order-by.ts';

/** SELECT DISTINCT is about partitions: their keys and statics (`validateDistinctSelection`). */
export function checkDistinct(select: Select, restrictions: Restrictions, { table, release }: Scope): Outcome {
  if (!select.distinct) return undefined;
  if (select.perPartitionLimit !== undefined) {
    const message = 'PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries';
    return refuse('per-partition-limit-with-distinct', message, select.perPartitionLimit.span);
  }
  const isStatic = ({ kind }: Column): boolean => kind === 'static' || isStaticCompact(table);
  const [within] = [
    ...restrictions.clustering.entries,
    // Nearest rows may be those of a column of the key.
    ...restrictions.other.entries.filter(({ column }) => column.kind === 'regular' && !isStatic(column)),
  ];
  if (within !== undefined) {
    const message =
      'SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.';
    return refuse('distinct-restriction', message, within.restriction.parts[0].source.span, [within.column.name]);
  }
  // Until 3.11 what ORDER BY needs joins the selection only later.
  const sortsLast = restrictions.partition.hasIn || select.orderBy.some(isNearest);
  const sorted = sortsLast && since(release, '4.0') ? select.orderBy : [];
  const ordered = sorted.flatMap(({ column: { name } }) => table.columns.get(name) ?? []);
  const requested = [...selectedColumns(select, table), ...ordered];
  const foreign = requested.find((column) => column.kind !== 'partition' && !isStatic(column));
  if (foreign !== undefined) {
    const message = `SELECT DISTINCT queries must only request partition key columns and/or static columns (not ${foreign.name})`;
    const selector = select.selectors.find(
      ({ expression }) => expression.kind === 'column' && expression.column.name === foreign.name,
    );
    return refuse('distinct-column', message, selector?.span ?? select.selectors[0]?.span ?? select.span, [
      foreign.name,
    ]);
  }
  if (!restrictions.keyRange) return undefined;
  const missing = table.partitionKey.find((column) => !requested.includes(column));
  if (missing === undefined) return undefined;
  const message = `SELECT DISTINCT queries must request all the partition key columns (missing ${missing.name})`;
  return refuse('distinct-column', message, select.selectors[0]?.span ?? select.span, [missing.name]);
}
