import type { Table } from '../../catalog/model.ts';
import type { Span } from '../../text/span.ts';
import { textOfTable } from '../names.ts';
import { type Outcome, refuse, UNKNOWN_SCHEMA } from '../outcome.ts';
import { since } from '../release.ts';
import type { CassandraRelease } from '../verdict-model.ts';

/** A virtual table takes no rows when a write is carried out, unless it was made for it. */
export function checkVirtualWrite(table: Table, span: Span, release: CassandraRelease): Outcome {
  if (table.kind !== 'virtual') return undefined;
  if (!isReadOnly(table, release)) return UNKNOWN_SCHEMA;
  return refuse('virtual-table-write', `Modification is not supported by table ${textOfTable(table, release)}`, span, [
    table.name,
  ]);
}

/** TRUNCATE of a virtual table. */
export function checkVirtualTruncate(table: Table, span: Span, release: CassandraRelease): Outcome {
  if (table.kind !== 'virtual') return undefined;
  const refused = (message: string): Outcome => refuse('virtual-table-truncate', message, span, [table.name]);
  if (!since(release, '4.1')) return refused('Cannot truncate virtual tables');
  if (!isReadOnly(table, release)) return UNKNOWN_SCHEMA;
  // `CollectionVirtualTableAdapter` has its own word for it.
  const what = since(release, '6.0') && table.name === 'thread_pools' ? 'Truncate' : 'Truncation';
  return refused(`${what} is not supported by table ${textOfTable(table, release)}`);
}

/** Some caches may be emptied through their tables since 4.1, and the log of 5.0; 6.0 has keyspaces of its own that are written to. */
function isReadOnly({ keyspace, name }: Table, release: CassandraRelease): boolean {
  if (keyspace === 'system_views') return !name.endsWith('_cache_keys') && !OTHERS.has(name);
  return keyspace === 'system_virtual_schema' && !since(release, '6.0');
}

/** Logs, and tables with words of their own. */
const OTHERS: ReadonlySet<string> = new Set([
  'system_logs',
  'slow_queries',
  'uncaught_exceptions',
  'partition_key_statistics',
]);
