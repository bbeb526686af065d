import type { Table } from '../../catalog/model.ts';
import type { Span } from '../../text/span.ts';
import { refuse } from '../judging/outcome.ts';
import type { Scope } from '../judging/names.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Refused } from '../judging/verdict-model.ts';
import { refuseFiltering, wantsAllowFiltering } from './allow-filtering.ts';
import type { Clause } from './clause.ts';
import { openColumns, type Restriction, type RestrictionSet } from './model.ts';
import { isSlice } from './predicates.ts';

/** What the partition key is restricted by. */
export interface KeyRestrictions {
  readonly partition: RestrictionSet;
  readonly token: Restriction | undefined;
}

/** The key is restricted, but not so that a partition could be looked up. */
export const partitionNeedsFiltering = (partition: RestrictionSet, table: Table, release: CassandraRelease): boolean =>
  partition.entries.length > 0 &&
  (partition.entries.length < table.partitionKey.length ||
    (since(release, '6.0') ? partition.needsFilteringOrIndexing : partition.hasSlice || partition.hasContains));

/** The token decides which partitions are read: beside it the key gives none, or not enough. */
export const isOnToken = ({ partition, token }: KeyRestrictions, table: Table, release: CassandraRelease): boolean =>
  token !== undefined && (partition.entries.length === 0 || partitionNeedsFiltering(partition, table, release));

/** A SELECT that goes over a range of partitions. */
export const isKeyRange = (key: KeyRestrictions, table: Table, release: CassandraRelease): boolean =>
  isOnToken(key, table, release) ||
  key.partition.entries.length === 0 ||
  partitionNeedsFiltering(key.partition, table, release);

/** Several partitions are asked for by value. */
export const keyIsIn = (key: KeyRestrictions, table: Table, release: CassandraRelease): boolean =>
  key.partition.hasIn && (since(release, '6.0') || !isOnToken(key, table, release));

/** `processPartitionKeyRestrictions`. */
export function checkPartition(
  key: KeyRestrictions,
  clause: Clause,
  indexed: boolean,
  scope: Scope,
): Refused | undefined {
  return clause.type === 'SELECT' ? checkRead(key, clause, indexed, scope) : checkWrite(key, clause, scope);
}

function checkRead(key: KeyRestrictions, clause: Clause, indexed: boolean, scope: Scope): Refused | undefined {
  const { partition } = key;
  const { table, release } = scope;
  if (!partitionNeedsFiltering(partition, table, release)) return undefined;
  const excused = clause.allowFiltering || clause.forView || indexed || !wantsAllowFiltering(table, release);
  const missing = openColumns(table.partitionKey, partition).map(({ name }) => name);
  if (!excused) {
    const names = missing.length > 0 ? missing : partition.entries.map(({ column }) => column.name);
    return refuseFiltering(spansOf(partition, clause.span), names, scope);
  }
  if (!since(release, '4.1') && keyIsIn(key, table, release)) {
    const message = 'IN restrictions are not supported when the query involves filtering';
    return refuse('partition-in-with-filtering', message, spansOf(partition, clause.span), missing);
  }
  return undefined;
}

function checkWrite(key: KeyRestrictions, { type, span }: Clause, { table, release }: Scope): Refused | undefined {
  const { partition, token } = key;
  if (token !== undefined && isOnToken(key, table, release)) {
    const message = `The token function cannot be used in WHERE clauses for ${type} statements`;
    return refuse('token-in-write', message, token.parts[0].source.span);
  }
  const missing = openColumns(table.partitionKey, partition).map(({ name }) => name);
  if (missing.length > 0) {
    return refuse(
      'partition-key-missing',
      `Some partition key parts are missing: ${missing.join(', ')}`,
      span,
      missing,
    );
  }
  if (partition.hasSlice) {
    const message = `Only EQ and IN relation are supported on the partition key (unless you use the token() function) for ${type} statements`;
    const ranges = { ...partition, entries: partition.entries.filter(({ restriction }) => isSlice(restriction)) };
    return refuse(
      'partition-key-inequality',
      message,
      spansOf(ranges, span),
      ranges.entries.map(({ column }) => column.name),
    );
  }
  return undefined;
}

const spansOf = (partition: RestrictionSet, fallback: Span): readonly [Span, ...Span[]] => {
  const [first = fallback, ...rest] = partition.entries.map(({ restriction }) => restriction.parts[0].source.span);
  return [first, ...rest];
};
