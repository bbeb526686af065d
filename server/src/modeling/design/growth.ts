import type { Column, Table } from '../../catalog/model.ts';
import { type Declared, declaredOf } from '../evidence/annotations.ts';
import { bucketsOf } from '../evidence/buckets.ts';
import { estimateRows, partitionBytes, shapeOfTable } from './size.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { timeEvidence } from '../evidence/time-columns.ts';
import { expires, ttlOf } from '../evidence/ttl.ts';

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
}

/**
 * Whether each partition of a table collects rows for ever: its first clustering column is a time, nothing of the partition key is or
 * may be a part of it,
 * no TTL or declared retention takes rows away, and nothing declares that partitions are bounded.
 */
export function growthOf(table: Table, surroundings: Surroundings): Growth | undefined {
  const [time] = table.clustering;
  if (table.system || table.kind !== 'table' || table.partial || time === undefined) return undefined;
  const declared = declaredOf(table, surroundings);
  if (declared.bounded !== undefined) return undefined;
  const rows = declaredRows(table, declared, surroundings);
  const numbers = rows === undefined || (rows.days ?? 0) > FAR_DAYS ? undefined : sentenceOf(rows);
  if (rows !== undefined && rows.count <= ROW_LIMIT && rows.bytes <= BYTE_LIMIT) return undefined;
  if (timeEvidence(time) === undefined)
    return rows === undefined ? undefined : { time, declared: numbers, rows: rows.count };
  // A copy has the key that its queries ask for; without numbers a smaller one is only a guess.
  if (numbers === undefined && (expires(table) || (declared.retention ?? declared.copyOf) !== undefined))
    return undefined;
  if (
    bucketsOf(table, surroundings).length > 0 ||
    table.partitionKey.some((column) => timeEvidence(column) === 'type') ||
    (table.partitionKey.length > 1 && table.partitionKey.some(mayCount))
  ) {
    return numbers === undefined || rows!.count === Number.POSITIVE_INFINITY
      ? undefined
      : { time, declared: numbers, rows: rows!.count };
  }
  return { time, declared: numbers, rows: rows?.count };
}

/** A number that names nothing: a year or a week, in whatever language it is called. */
const mayCount = ({ name, type }: Column): boolean =>
  type.kind === 'native' && NUMBERS.has(type.name) && !/id$/i.test(name);

const NUMBERS: ReadonlySet<string> = new Set(['int', 'smallint', 'bigint', 'tinyint', 'varint']);

/** A limit that is ten years away is no warning. */
const FAR_DAYS = 3650;

interface DeclaredRows {
  readonly count: number;
  readonly bytes: number;
  readonly text: string;
  /** Days until the limit is passed. */
  readonly days?: number;
}

function declaredRows(table: Table, declared: Declared, { catalog }: Surroundings): DeclaredRows | undefined {
  const bytes = (count: number): number => partitionBytes(shapeOfTable(table), count, declared, catalog);
  const max = declared.rowsPerPartition?.max;
  if (max !== undefined) return { count: max, bytes: bytes(max), text: '@rows-per-partition' };
  const partition = new Set(table.partitionKey.map(({ name }) => name));
  const rate = declared.rates.find(({ per }) => per.length > 0 && per.every((column) => partition.has(column)));
  if (rate === undefined) {
    const spread = estimateRows(table, [...partition], declared);
    return spread === undefined ? undefined : { count: spread.rows, bytes: bytes(spread.rows), text: spread.from };
  }
  const kept = declared.retention ?? ttlOf(table);
  // A TTL that a placeholder hides takes rows away, nobody knows when.
  if (kept === 'unknown') return undefined;
  const count = kept === undefined ? Number.POSITIVE_INFINITY : rate.perSecond * kept;
  return { count, bytes: bytes(count), text: rate.text, days: ROW_LIMIT / rate.perSecond / 86_400 };
}

function sentenceOf({ count, bytes, text, days }: DeclaredRows): string {
  if (count <= ROW_LIMIT) {
    const size = Math.round(bytes / 1e6).toLocaleString('en-US');
    return `Declared \`${text}\`: up to ${count.toLocaleString('en-US')} rows are about ${size} MB, more than ${BYTE_LIMIT / 1e6} MB.`;
  }
  return days === undefined
    ? `Declared \`${text}\`: up to ${count.toLocaleString('en-US')} rows, more than ${ROW_LIMIT.toLocaleString('en-US')}.`
    : `Declared \`${text}\`: ${ROW_LIMIT.toLocaleString('en-US')} rows after ${durationText(days)}.`;
}

function durationText(days: number): string {
  if (days >= 730) return `${Math.round(days / 365)} years`;
  if (days >= 2) return `${Math.round(days)} days`;
  const hours = days * 24;
  return hours >= 2 ? `${Math.round(hours)} hours` : `${Math.max(1, Math.round(hours * 60))} minutes`;
}
