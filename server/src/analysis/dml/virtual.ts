import type { Table } from '../../catalog/model.ts';
import type { Span } from '../../text/span.ts';
import { type Scope, textOfTable } from '../judging/names.ts';
import { inEach, isRefused, type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { columnReceiver, isNull } from '../typing/values.ts';
import { hasNoKeys, selectsNoRows } from './empty-reads.ts';
import type { PreparedOperation } from './operations.ts';
import { type PreparedWrite, tableOf } from './write.ts';

/** What a virtual table says to a write that is carried out (`VirtualTable.apply`). */
export function checkVirtualWrite(write: PreparedWrite): Outcome {
  const { restrictions, scope, statement } = write;
  const { table } = scope;
  if (table.kind !== 'virtual') return undefined;
  const message = complaintOf(write);
  const nothing = hasNoKeys(restrictions) || selectsNoRows(restrictions, 'write', scope);
  if (message === undefined || nothing === true) return undefined;
  if (nothing === 'unknown') return UNKNOWN_SCHEMA;
  return refuse('virtual-table-write', message, tableOf(statement)?.span ?? statement.span, [table.name]);
}

/** What virtual tables say to the writes of a batch; those of one partition come to them as one. */
export function checkVirtualWrites(writes: readonly PreparedWrite[]): Outcome {
  const several = writes.length > 1;
  return inEach(writes, (write) => {
    const outcome = checkVirtualWrite(write);
    return several && isRefused(outcome) && isMutable(write.scope.table, write.scope.release)
      ? UNKNOWN_SCHEMA
      : outcome;
  });
}

function complaintOf(write: PreparedWrite): string | undefined {
  const { table, release } = write.scope;
  if (table.name === READ_ONLY) return 'The specified table is read-only.';
  const change = isMutable(table, release) ? changeOf(write) : 'Modification';
  if (change === 'Partition deletion' && forgets(table)) return undefined;
  return `${change} is not supported by table ${textOfTable(table, release)}`;
}

type Change = 'Partition deletion' | 'Range deletion' | 'Row deletion' | 'Column deletion' | 'Column modification';

/** `AbstractMutableVirtualTable.apply`. */
function changeOf({ statement, restrictions, operations, scope }: PreparedWrite): Change {
  if (statement.kind !== 'delete') return firstCell(operations, scope);
  if (operations.length > 0) return 'Column deletion';
  const { entries, onlyEqualities } = restrictions.clustering;
  if (entries.length === 0) return 'Partition deletion';
  return entries.length < scope.table.clustering.length || !onlyEqualities ? 'Range deletion' : 'Row deletion';
}

/** The first of the row's columns, which lie in the order of their names, decides. */
function firstCell(operations: readonly PreparedOperation[], scope: Scope): Change {
  const [first] = operations
    .filter(({ value }) => !(value?.kind === 'null' && value.unset === true))
    .toSorted((a, b) => (a.column.name < b.column.name ? -1 : 1));
  const removed = first?.value !== undefined && isNull(first.value, columnReceiver(first.column), scope);
  return removed ? 'Column deletion' : 'Column modification';
}

/** TRUNCATE of a virtual table. */
export function checkVirtualTruncate(table: Table, span: Span, release: CassandraRelease): Outcome {
  if (table.kind !== 'virtual') return undefined;
  const refused = (message: string): Outcome => refuse('virtual-table-truncate', message, span, [table.name]);
  if (!since(release, '4.1')) return refused('Cannot truncate virtual tables');
  if (table.name === READ_ONLY) return refused('The specified table is read-only.');
  if (isMutable(table, release)) return undefined;
  // `CollectionVirtualTableAdapter` has its own word for it.
  const adapted = since(release, '6.0') && (table.name === 'thread_pools' || table.keyspace === 'system_metrics');
  return refused(`${adapted ? 'Truncate' : 'Truncation'} is not supported by table ${textOfTable(table, release)}`);
}

const isMutable = ({ keyspace, name }: Table, release: CassandraRelease): boolean =>
  since(release, '4.1') && keyspace === 'system_views' && (isCache(name) || MUTABLE.has(name));

/** Its partitions can be deleted. */
const forgets = ({ name }: Table): boolean => isCache(name) || name === 'slow_queries';

const isCache = (name: string): boolean => name.endsWith('_cache_keys');

/** Logs, of 5.0 and 6.0. */
const MUTABLE: ReadonlySet<string> = new Set(['system_logs', 'slow_queries', 'uncaught_exceptions']);

/** `PartitionKeyStatsTable`. */
export const READ_ONLY = 'partition_key_statistics';
