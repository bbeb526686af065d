import type { Table } from '../../catalog/model.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import { declaredOf } from './annotations.ts';
import type { Surroundings } from './surroundings.ts';
import { ttlOf } from './ttl.ts';

/** Seconds of a declared retention that nothing keeps: the project writes the table, and no TTL and no deletion takes a row away. */
export function unkeptRetention(table: Table, surroundings: Surroundings): number | undefined {
  const { retention } = declaredOf(table, surroundings);
  if (retention === undefined || ttlOf(table) !== undefined || hasCounters(table)) return undefined;
  const uses = surroundings.usesOf(table).map(({ statement }) => statement);
  const writes = uses.filter((statement) => statement.kind === 'insert' || statement.kind === 'update');
  const goes = uses.some(({ kind }) => kind === 'delete' || kind === 'truncate');
  return writes.length === 0 || goes || writes.some(({ using }) => using?.ttl !== undefined) ? undefined : retention;
}
