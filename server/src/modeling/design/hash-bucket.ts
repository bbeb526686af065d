import type { Column, Table } from '../../catalog/model.ts';
import { freeColumnName } from '../proposal/names.ts';
import type { PlannedColumn } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';

/** Shards where nothing is known of the size. */
const USUAL_SHARDS = 16;
const MOST_SHARDS = 64;
/** Bytes of a partition that shards aim at. */
const TARGET_BYTES = 50_000_000;

const TARGET_ROWS = 100_000;

/** How large a partition would be. */
export interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** How many shards keep a partition small: a power of two, by its bytes, or by its rows where those are many and tiny. */
export function countShards(size: Size | undefined): number {
  if (size === undefined) return USUAL_SHARDS;
  const parts = size.bytes > TARGET_BYTES ? size.bytes / TARGET_BYTES : size.rows / TARGET_ROWS;
  return Math.min(MOST_SHARDS, Math.max(2, 2 ** Math.ceil(Math.log2(parts))));
}

/** Its values are the same text in whatever language computes the hash. */
export const isHashedAlike = (type: Column['type']): boolean => type.kind === 'native' && !UNLIKE.has(type.name);

const UNLIKE: ReadonlySet<string> = new Set(['decimal', 'double', 'float', 'duration']);

/** A column that spreads rows over shards: a hash of the key columns that do not partition already. */
export function hashColumn(
  table: Table,
  partition: readonly PlannedColumn[],
  size: Size | undefined,
  name: string | undefined,
): DerivedColumn {
  const key = [...table.partitionKey, ...table.clustering].map(({ name: one }) => one);
  const rest = key.filter((one) => !partition.some((part) => part.kind === 'base' && part.column.name === one));
  const alike = rest.filter((one) => isHashedAlike(table.columns.get(one)!.type));
  return {
    column: freeColumnName(table, [...(name === undefined ? [] : [name]), 'shard', 'hash_prefix', 'shard_id']),
    type: { kind: 'native', name: 'int' },
    from: [alike, rest, key].find((names) => names.length > 0)!,
    function: 'hash-bucket',
    count: countShards(size),
  };
}
