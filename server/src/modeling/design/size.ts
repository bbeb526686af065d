import type { Catalog, Column, CqlType, Table } from '../../catalog/model.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import { isMultiCell, userType } from '../../catalog/types.ts';
import type { Declared } from '../evidence/annotations.ts';
import type { BucketColumn } from '../evidence/buckets.ts';
import type { Design } from './design.ts';
import { ttlOf } from '../evidence/ttl.ts';
import { longest, type TimeStep } from '../evidence/time-units.ts';

/** Cassandra keeps eight bytes of write time with a value (Carpenter and Hewitt's formula). */
const TIMESTAMP_BYTES = 8;

/** The columns of a table, existing or to be made, as the size formula wants them. */
export interface Shape {
  readonly partition: readonly SizedColumn[];
  readonly clustering: readonly SizedColumn[];
  readonly statics: readonly SizedColumn[];
  readonly regulars: readonly SizedColumn[];
}

export interface SizedColumn {
  readonly name: string;
  readonly type: CqlType;
}

export const shapeOfTable = (table: Table): Shape => {
  const of = (kind: Column['kind']): readonly Column[] =>
    [...table.columns.values()].filter((column) => column.kind === kind);
  return {
    partition: table.partitionKey,
    clustering: table.clustering,
    statics: of('static'),
    regulars: of('regular'),
  };
};

export const shapeOfDesign = ({ partition, clustering, statics, regulars }: Design): Shape => ({
  partition,
  clustering,
  statics,
  regulars,
});

/** Cells of a partition of so many rows: `Nr · (Nc − Npk − Ns) + Ns`; a collection that is not frozen has one for each of its items. */
export function cellsOf({ statics, regulars }: Shape, rows: number, { items }: Pick<Declared, 'items'>): number {
  const cells = (columns: readonly SizedColumn[]): number =>
    columns.reduce((total, { name, type }) => total + (isMultiCell(type) ? itemsOf(items.get(name)) : 1), 0);
  return rows * cells(regulars) + cells(statics);
}

const itemsOf = (spread: { readonly average?: number; readonly max?: number } | undefined): number =>
  spread?.average ?? spread?.max ?? 1;

/**
 * Bytes of a partition of so many rows, by the books' formula: `Σ size(partition key) + Σ size(statics) + Nr · (Σ size(regular) + Σ
 * size(clustering)) + 8 · cells`.
 */
export function partitionBytes(shape: Shape, rows: number, declared: Declared, catalog: Catalog): number {
  const sum = (columns: readonly SizedColumn[]): number =>
    columns.reduce((total, column) => total + bytesOf(column, declared, catalog), 0);
  const fixed = sum(shape.partition) + sum(shape.statics);
  const row = sum(shape.regulars) + sum(shape.clustering);
  return fixed + rows * row + cellsOf(shape, rows, declared) * TIMESTAMP_BYTES;
}

/** Bytes of a value: declared, of its type, or usual for its name. */
function bytesOf({ name, type }: SizedColumn, declared: Declared, catalog: Catalog): number {
  return declared.sizes.get(name) ?? typeBytes(type, name, declared, catalog);
}

function typeBytes(type: CqlType, name: string, declared: Declared, catalog: Catalog, depth = 0): number {
  const inner = (part: CqlType): number => (depth > 8 ? 0 : typeBytes(part, '', declared, catalog, depth + 1));
  const items = declared.items.get(name);
  const count = items?.average ?? items?.max ?? USUAL_ITEMS;
  switch (type.kind) {
    case 'native':
      return NATIVE_BYTES.get(type.name) ?? namedBytes(name);
    case 'list':
    case 'set':
      return 4 + count * (4 + inner(type.element));
    case 'map':
      return 4 + count * (8 + inner(type.key) + inner(type.value));
    case 'tuple':
      return type.items.reduce((total, item) => total + 4 + inner(item), 0);
    case 'vector':
      return (type.dimension ?? 1) * inner(type.element);
    case 'user':
      return [...(userType(type, catalog)?.fields.values() ?? [])].reduce(
        (total, field) => total + 4 + inner(field),
        0,
      );
    default:
      return namedBytes(name);
  }
}

const USUAL_ITEMS = 10;

const NATIVE_BYTES: ReadonlyMap<string, number> = new Map([
  ['boolean', 1],
  ['tinyint', 1],
  ['smallint', 2],
  ['int', 4],
  ['float', 4],
  ['date', 4],
  ['bigint', 8],
  ['double', 8],
  ['timestamp', 8],
  ['time', 8],
  ['counter', 8],
  ['uuid', 16],
  ['timeuuid', 16],
  ['inet', 16],
  ['varint', 8],
  ['decimal', 12],
  ['duration', 6],
]);

/** Texts and blobs, whose length their name hints at. */
function namedBytes(name: string): number {
  return NAMED_BYTES.find(([pattern]) => pattern.test(name))?.[1] ?? 32;
}

const NAMED_BYTES: readonly (readonly [RegExp, number])[] = [
  [/(?:^|_)(?:id|uuid)$|id$/i, 16],
  [/e?mail/i, 25],
  [/url|uri|link/i, 80],
  [/description|body|comment|message|text|content|payload/i, 200],
  [/name|title/i, 20],
];

/** How many rows a partition has at most, and what says so. */
export interface RowEstimate {
  /** The rows are those of a partition that is greater than the average. */
  readonly skewed?: true;
  /** `Infinity` where they come at a rate and never go. */
  readonly rows: number;
  /** A second, where they come at a declared rate. */
  readonly perSecond: number | undefined;
  readonly from: string;
  /** The bucket in the partition key whose rows these are. */
  readonly bucket: BucketColumn | undefined;
}

/** What declared numbers say about partitions by these columns of the base, of which some are its `buckets`. */
export function estimateRows(
  table: Table,
  partition: readonly string[],
  declared: Declared,
  buckets: readonly BucketColumn[],
): RowEstimate | undefined {
  const base = table.partitionKey.map(({ name }) => name);
  const within = (columns: readonly string[]): boolean => columns.every((name) => partition.includes(name));
  // What is declared is said of partitions of many rows.
  const isOneRow = table.clustering.length > 0 && within([...base, ...table.clustering.map(({ name }) => name)]);
  if (isOneRow) return { rows: 1, perSecond: undefined, from: 'its primary key', bucket: undefined };
  const own = buckets.filter(({ column }) => partition.includes(column.name));
  const timed = own.find(({ kind, step }) => kind === 'time' && step !== undefined);
  const span = timed?.step === undefined ? Number.POSITIVE_INFINITY : longest(timed.step) / 1000;
  const shards = own.reduce((product, { count = 1 }) => product * count, 1);
  const bucket = timed ?? own[0];
  const max = declared.rowsPerPartition?.max;
  if (max !== undefined && within(base)) {
    const perSecond = Number.isFinite(span) ? (max * shards) / span : undefined;
    return { rows: max, perSecond, from: '@rows-per-partition', bucket };
  }
  if (declared.bounded !== undefined && Number.isFinite(declared.bounded) && within(base)) {
    return { rows: declared.bounded, perSecond: undefined, from: '@bounded', bucket };
  }
  // One row of counters counts many of what comes.
  const rate = hasCounters(table) ? undefined : declared.rates.find(({ per }) => within(per));
  if (rate !== undefined) {
    const { perSecond, text } = rate;
    const kept = declared.retention ?? ttlOf(table) ?? Number.POSITIVE_INFINITY;
    // A TTL that a placeholder hides takes rows away, nobody knows when.
    const seconds = kept === 'unknown' ? span : Math.min(kept, span);
    return kept === 'unknown' && !Number.isFinite(span)
      ? undefined
      : { rows: Math.ceil((perSecond * seconds) / shards), perSecond, from: text, bucket };
  }
  if (declared.unique.some(within)) return { rows: 1, perSecond: undefined, from: '@unique', bucket };
  if (declared.rows === undefined || partition.length === 0) return undefined;
  const counts = partition.map((name) => {
    const count = declared.cardinality.get(name)?.count ?? own.find(({ column }) => column.name === name)?.count;
    return count === 'rows' ? declared.rows : count;
  });
  if (counts.includes(undefined)) return undefined;
  const partitions = counts.reduce<number>((product, count) => product * (count ?? 1), 1);
  // Values are never spread evenly: the greatest partition is taken to be three times the average.
  const average = declared.rows / partitions;
  const rows = Math.ceil(average <= 1 ? 1 : average * SKEW);
  return { rows, perSecond: undefined, from: '@rows and @cardinality', bucket, ...(average > 1 && { skewed: true }) };
}

const SKEW = 3;

/** "1,250,000 rows (three times the average)". */
export const rowsText = ({ rows, skewed }: Pick<RowEstimate, 'rows' | 'skewed'>): string =>
  `${rows.toLocaleString('en-US')} rows${skewed === true ? ' (three times the average)' : ''}`;

/** Rows of a partition that holds one time bucket. */
export const rowsOfStep = (perSecond: number, step: TimeStep): number => perSecond * (longest(step) / 1000);
