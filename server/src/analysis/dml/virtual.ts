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
  return isReadOnly(table, release)
    ? refused(`Truncation is not supported by table ${textOfTable(table, release)}`)
    : UNKNOWN_SCHEMA;
}

/** Some caches may be emptied through their tables since 4.1, and the log of 5.0; 6.0 has more that are written to. */
function isReadOnly({ keyspace, name }: Table, release: CassandraRelease): boolean {
  if (since(release, '6.0')) return keyspace === 'system_views' && READ_ONLY.has(name);
  if (keyspace === 'system_views') return !name.endsWith('_cache_keys') && name !== 'system_logs';
  return keyspace === 'system_virtual_schema';
}

const READ_ONLY: ReadonlySet<string> = new Set(['settings', 'caches']);
