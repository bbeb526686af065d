import type { AccessPath } from '../../analysis/access/model.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Select } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { declaredOf } from '../evidence/annotations.ts';
import { type BucketColumn, bucketsOf } from '../evidence/buckets.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { TIME_UNITS, type TimeUnit } from '../evidence/time-units.ts';
import { windowOf } from '../evidence/window.ts';
import { ROW_LIMIT } from './growth.ts';
import { estimateRows, rowsOfStep } from './size.ts';

/** A LIMIT that more than two buckets are read for. */
export interface ShortBucket {
  /** Of the LIMIT. */
  readonly span: Span;
  readonly limit: number;
  readonly bucket: BucketColumn;
  /** Rows of one bucket, and what declares them. */
  readonly rows: number;
  readonly from: string;
  /** How many buckets hold what is asked for. */
  readonly needed: number;
  /** The shortest bucket of which two are enough, with its rows. */
  readonly better: { readonly unit: TimeUnit; readonly rows: number } | undefined;
}

/** More than that are many to read, one after the other, for one answer. */
const MOST_READ = 2;

/** Whether a query for the rows of one time bucket asks for more than two of them hold, by declared numbers. */
export function shortBucketOf(
  { limit, where, distinct, ...select }: Select,
  table: Table,
  path: AccessPath,
  surroundings: Surroundings,
): ShortBucket | undefined {
  if (limit?.value.kind !== 'literal' || path.partitions.kind !== 'one' || path.rows !== 'partition' || distinct)
    return undefined;
  const buckets = bucketsOf(table, surroundings).map(withDay);
  const bucket = buckets.find(({ kind, step }) => kind === 'time' && step !== undefined);
  const [time] = bucket?.sources ?? [];
  if (bucket === undefined || time === undefined || windowOf({ ...select, distinct, where: where! }, time))
    return undefined;
  const estimate = estimateRows(
    table,
    table.partitionKey.map(({ name }) => name),
    declaredOf(table, surroundings),
    buckets,
  );
  const wanted = Number(limit.value.value);
  if (estimate?.perSecond === undefined || estimate.rows <= 0 || !(wanted > 0)) return undefined;
  const needed = Math.ceil(wanted / estimate.rows);
  if (needed <= MOST_READ) return undefined;
  const shards = buckets.reduce((product, { count = 1 }) => product * count, 1);
  const perSecond = estimate.perSecond / shards;
  const better = TIME_UNITS.map((unit) => ({ unit, rows: Math.floor(rowsOfStep(perSecond, { unit, size: 1 })) })).find(
    ({ rows }) => rows * MOST_READ >= wanted && rows <= ROW_LIMIT,
  );
  return { span: limit.span, limit: wanted, bucket, rows: estimate.rows, from: estimate.from, needed, better };
}

/** A `date` of which no name tells more is a day. */
const withDay = (bucket: BucketColumn): BucketColumn =>
  bucket.kind === 'time' && !bucket.declared && bucket.step === undefined && isDay(bucket.column)
    ? { ...bucket, step: { unit: 'day', size: 1 } }
    : bucket;

const isDay = ({ name, type }: Column): boolean => isNative(type, 'date') && /(?:^|_)date$/i.test(name);
