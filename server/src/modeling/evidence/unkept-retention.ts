import type { Table } from '../../catalog/model.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import { declaredOf } from './annotations.ts';
import { knownUsesOf, type Surroundings } from './surroundings.ts';
import { ttlOf } from './ttl.ts';

/** A declared retention that is not kept. */
export interface Kept {
  /** Of the declaration. */
  readonly seconds: number;
  /** Of the table; absent where it has none. */
  readonly timeToLive: number | undefined;
}

/**
 * A declared retention that nothing keeps (the project writes the table, and no TTL and no deletion takes a row away), or that the
 * table's time to live keeps otherwise.
 */
export function keptOtherwise(table: Table, surroundings: Surroundings): Kept | undefined {
  const { retention: seconds } = declaredOf(table, surroundings);
  if (seconds === undefined || hasCounters(table)) return undefined;
  const timeToLive = ttlOf(table);
  if (timeToLive === 'unknown') return undefined;
  const uses = knownUsesOf(surroundings, table).map(({ statement }) => statement);
  const writes = uses.filter((statement) => statement.kind === 'insert' || statement.kind === 'update');
  const goes = uses.some(({ kind }) => kind === 'delete' || kind === 'truncate');
  const isKeptInPrograms = surroundings
    .programUsesOf(table)
    .some(
      ({ statement: one }) =>
        one.kind === 'delete' || ((one.kind === 'insert' || one.kind === 'update') && one.using?.ttl !== undefined),
    );
  if (isKeptInPrograms || writes.some(({ using }) => using?.ttl !== undefined)) return undefined;
  // Months and years have no one length.
  if (timeToLive !== undefined)
    return Math.abs(timeToLive - seconds) > seconds * A_MONTHS_PART ? { seconds, timeToLive } : undefined;
  // A builder that names the table may give what it writes a time to live.
  return writes.length === 0 || goes || surroundings.isSpokenOf(table) ? undefined : { seconds, timeToLive };
}

/** A month of 28 days is less than one of 31 by so much. */
const A_MONTHS_PART = 0.1;
