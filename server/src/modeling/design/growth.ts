import type { Column, Table } from '../../catalog/model.ts';
import { type Declared, declaredOf } from '../evidence/annotations.ts';
import { printName } from '../../catalog/names.ts';
import { type BucketColumn, bucketsOf, mayBeBucket } from '../evidence/buckets.ts';
import { estimateRows, partitionBytes, type RowEstimate, rowsOfStep, rowsText, shapeOfTable } from './size.ts';
import { staysSmall } from '../evidence/small-partitions.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { isTimeIn, timeOfPartition } from '../evidence/time-columns.ts';
import { oneOf, TIME_UNITS, type TimeUnit } from '../evidence/time-units.ts';
import { endsSoon, ttlOf } from '../evidence/ttl.ts';

/** More rows than that in a partition are a finding. */
export const ROW_LIMIT = 100_000;

/** More bytes than that, too. */
export const BYTE_LIMIT = 100_000_000;

/** Why the partitions of a table grow for ever. */
export interface Growth {
  /** The clustering column that always has a new value. */
  readonly time: Column;
  /** What declared numbers say, in a sentence, where they pass the limit. */
  readonly declared: string | undefined;
  /** Rows of a partition that numbers declare, `Infinity` with a rate and no end. */
  readonly rows: number | undefined;
  /** How long a row is kept at most, "30 days"; `undefined` for ever. */
  readonly kept: string | undefined;
  /** The bucket that is there, and too coarse. */
  readonly bucket: BucketColumn | undefined;
}

/**
 * Whether each partition of a table collects rows for ever: its first clustering column is a time, nothing of the partition key is or
 * may be a part of it,
 * no TTL takes rows away soon and no declared retention at all, and nothing declares or shows that partitions are bounded.
 */
export function growthOf(table: Table, surroundings: Surroundings): Growth | undefined {
  const [time] = table.clustering;
  if (table.system || table.kind !== 'table' || table.partial || time === undefined) return undefined;
  const declared = declaredOf(table, surroundings);
  // A number of rows is held against the limit as any other.
  if (declared.bounded === Number.POSITIVE_INFINITY) return undefined;
  const numbers = declaredRows(table, declared, surroundings);
  if (numbers !== undefined && numbers.rows <= ROW_LIMIT && numbers.bytes <= BYTE_LIMIT) return undefined;
  const seconds = declared.retention ?? ttlOf(table);
  const kept = typeof seconds === 'number' ? durationText(seconds / 86_400) : undefined;
  const said = numbers === undefined || (numbers.days ?? 0) > FAR_DAYS ? undefined : sentenceOf(numbers, kept);
  const growth: Growth = { time, declared: said, rows: numbers?.rows, kept, bucket: numbers?.bucket };
  if (!isTimeIn(time, table, surroundings)) return numbers === undefined ? undefined : growth;
  // A copy has the key that its queries ask for; without numbers a smaller one is only a guess.
  if (said === undefined && (endsSoon(table) || (declared.retention ?? declared.copyOf) !== undefined))
    return undefined;
  const isCut =
    bucketsOf(table, surroundings).length > 0 ||
    table.partitionKey.some((column) => timeOfPartition(column) === 'type') ||
    (table.partitionKey.length > 1 && table.partitionKey.some(mayBeBucket));
  if (isCut && (said === undefined || growth.rows === Number.POSITIVE_INFINITY)) return undefined;
  return numbers === undefined && staysSmall(table, time, surroundings) ? undefined : growth;
}

/** A limit that is ten years away is no warning. */
const FAR_DAYS = 3650;

/** What declared numbers say of a partition of the table as it is. */
interface DeclaredRows extends RowEstimate {
  readonly bytes: number;
  /** Days until the limit is passed, where rows come at a rate and no bucket ends them. */
  readonly days?: number;
}

function declaredRows(table: Table, declared: Declared, surroundings: Surroundings): DeclaredRows | undefined {
  const partition = table.partitionKey.map(({ name }) => name);
  const buckets = bucketsOf(table, surroundings);
  // The rate of a whole table says nothing of one of its partitions, unless nothing but buckets parts them.
  const parted = partition.some((name) => !buckets.some(({ column }) => column.name === name));
  // A further column of the key divides it by nobody knows what, as does a hash whose count is not declared.
  const dividing = partition.filter(
    (name) =>
      !buckets.some(({ kind, count, column }) => column.name === name && (kind === 'time' || count !== undefined)),
  );
  const rates = declared.rates.filter(({ per }) =>
    per.length > 0 ? dividing.every((name) => per.includes(name)) : !parted && dividing.length === 0,
  );
  const estimate = estimateRows(table, partition, { ...declared, rates }, buckets);
  if (estimate === undefined) return undefined;
  const bytes = partitionBytes(shapeOfTable(table), estimate.rows, declared, surroundings.catalog);
  const endless = !Number.isFinite(estimate.rows);
  return { ...estimate, bytes, ...(endless && { days: ROW_LIMIT / estimate.perSecond! / 86_400 }) };
}

function sentenceOf(estimate: DeclaredRows, kept: string | undefined): string {
  const { rows, bytes, from, days, bucket, perSecond } = estimate;
  const counted = rowsText(estimate);
  const where = bucket === undefined ? 'up to' : `one \`${printName(bucket.column.name)}\` holds up to`;
  if (rows <= ROW_LIMIT) {
    const size = Math.round(bytes / 1e6).toLocaleString('en-US');
    return `Declared \`${from}\`: ${where} ${counted}${bucket === undefined ? ' are' : ','} about ${size} MB, more than ${BYTE_LIMIT / 1e6} MB.`;
  }
  if (days !== undefined)
    return `Declared \`${from}\`: ${ROW_LIMIT.toLocaleString('en-US')} rows after ${durationText(days)}.`;
  const within = bucket?.step === undefined && perSecond !== undefined && kept !== undefined ? ` in ${kept}` : '';
  return `Declared \`${from}\`: ${where} ${counted}${within}, more than ${ROW_LIMIT.toLocaleString('en-US')}${finerText(bucket, perSecond)}.`;
}

/** "; a minute holds 120,000". */
function finerText(bucket: BucketColumn | undefined, perSecond: number | undefined): string {
  if (bucket?.step === undefined || perSecond === undefined) return '';
  const held = (unit: TimeUnit): number => Math.ceil(rowsOfStep(perSecond, { unit, size: 1 }));
  const unit = TIME_UNITS.findLast((one) => held(one) <= ROW_LIMIT) ?? 'minute';
  return unit === bucket.step.unit ? '' : `; ${oneOf(unit)} holds ${held(unit).toLocaleString('en-US')}`;
}

/** "12 days", "3 hours". */
export function durationText(days: number): string {
  if (days >= 730) return `${Math.round(days / 365)} years`;
  if (days >= 2) return `${Math.round(days)} days`;
  const seconds = days * 86_400;
  if (seconds >= 7200) return `${Math.round(seconds / 3600)} hours`;
  if (seconds >= 120) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 1.5 ? 'a second' : `${Math.round(seconds)} seconds`;
}
