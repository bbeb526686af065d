import type { Table } from '../../catalog/model.ts';
import { declaredOf } from '../evidence/annotations.ts';
import { bucketsOf } from '../evidence/buckets.ts';
import { cellsOf, estimateRows, partitionBytes, rowsOfStep, shapeOfTable } from './size.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { TIME_UNITS, type TimeUnit } from '../evidence/time-units.ts';

/** What declared numbers say about the size of a table. */
export interface TableSize {
  /** What says it. */
  readonly from: string;
  /** Of a partition; `undefined` where rows come for ever. */
  readonly partition: { readonly rows: number; readonly cells: number; readonly bytes: number } | undefined;
  /** The bucket in its key that a partition is of. */
  readonly bucket: string | undefined;
  /** Of a partition with a bucket of so long, where rows come at a rate. */
  readonly buckets: readonly { readonly unit: TimeUnit; readonly rows: number; readonly bytes: number }[];
  /** All rows, once and uncompressed; a replica more is as much again. */
  readonly total: number | undefined;
}

/** Sizes by the books' formula; `undefined` where nothing is declared. */
export function tableSize(table: Table, surroundings: Surroundings): TableSize | undefined {
  const declared = declaredOf(table, surroundings);
  const shape = shapeOfTable(table);
  const bytesOf = (rows: number): number => Math.round(partitionBytes(shape, rows, declared, surroundings.catalog));
  const estimate = estimateRows(
    table,
    table.partitionKey.map(({ name }) => name),
    declared,
    bucketsOf(table, surroundings),
  );
  const total = declared.rows === undefined ? undefined : bytesOf(declared.rows);
  if (estimate === undefined)
    return total === undefined
      ? undefined
      : { from: '@rows', partition: undefined, bucket: undefined, buckets: [], total };
  const { rows, perSecond, from, bucket } = estimate;
  const buckets =
    perSecond === undefined
      ? []
      : TIME_UNITS.filter((unit) => unit !== 'minute').map((unit) => {
          const count = Math.round(Math.min(rows, rowsOfStep(perSecond, { unit, size: 1 })));
          return { unit, rows: count, bytes: bytesOf(count) };
        });
  return {
    from,
    partition: Number.isFinite(rows)
      ? { rows: Math.round(rows), cells: Math.round(cellsOf(shape, rows, declared)), bytes: bytesOf(rows) }
      : undefined,
    bucket: bucket?.column.name,
    buckets,
    total,
  };
}
