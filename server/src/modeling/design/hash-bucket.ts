import type { Table } from '../../catalog/model.ts';
import { freeColumnName } from '../proposal/names.ts';
import type { PlannedColumn } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';

/** Shards where nothing is known of the size. */
const USUAL_SHARDS = 16;
const MOST_SHARDS = 64;
/** Bytes of a partition that shards aim at. */
const TARGET_BYTES = 50_000_000;

/** How many shards keep a partition of so many bytes small: a power of two. */
export function countShards(bytes: number | undefined): number {
  if (bytes === undefined) return USUAL_SHARDS;
  return Math.min(MOST_SHARDS, Math.max(2, 2 ** Math.ceil(Math.log2(bytes / TARGET_BYTES))));
}

/** A column that spreads rows over shards: a hash of the key columns that do not partition already. */
export function hashColumn(
  table: Table,
  partition: readonly PlannedColumn[],
  bytes: number | undefined,
  name: string | undefined,
): DerivedColumn {
  const key = [...table.partitionKey, ...table.clustering].map(({ name: one }) => one);
  const rest = key.filter((one) => !partition.some((part) => part.kind === 'base' && part.column.name === one));
  return {
    column: freeColumnName(table, [...(name === undefined ? [] : [name]), 'shard', 'hash_prefix', 'shard_id']),
    type: { kind: 'native', name: 'int' },
    from: rest.length > 0 ? rest : key,
    function: 'hash-bucket',
    count: countShards(bytes),
  };
}
