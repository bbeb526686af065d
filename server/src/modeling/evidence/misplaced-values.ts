import type { Table } from '../../catalog/model.ts';
import type { Delete, Expression, Insert, Literal, Select, Update } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { type BucketColumn, bucketsOf } from './buckets.ts';
import { type BucketFormat, isNoDate, isWritten, readBucketValue, writeBucketValue } from './bucket-values.ts';
import type { Surroundings } from './surroundings.ts';
import { bucketStart, type TimeStep } from './time-units.ts';
import { instantOfExpression } from './window.ts';

/** A constant of a declared bucket under which no row stands, or not the row that is meant. */
export type Misplaced =
  /** No bucket is written like it; `right` is the one that it lies in. */
  | {
      readonly kind: 'none';
      readonly bucket: BucketColumn & { readonly step: TimeStep };
      readonly span: Span;
      readonly right: string;
    }
  /** The time beside it lies in another bucket. */
  | {
      readonly kind: 'another';
      readonly bucket: BucketColumn & { readonly step: TimeStep };
      readonly span: Span;
      readonly right: string;
      readonly time: Span;
    }
  /** It is written as its buckets are, and there is no such date. */
  | {
      readonly kind: 'no-date';
      readonly bucket: BucketColumn & { readonly step: TimeStep };
      readonly span: Span;
      readonly format: BucketFormat;
    }
  /** No hash gives it. */
  | {
      readonly kind: 'no-hash';
      readonly bucket: BucketColumn & { readonly count: number };
      readonly span: Span;
      readonly value: string;
    }
  /** An IN that leaves some of all hashes out. */
  | {
      readonly kind: 'left-out';
      readonly bucket: BucketColumn & { readonly count: number };
      readonly span: Span;
      readonly missing: readonly number[];
    };

type ReadOrWrite = Select | Insert | Update | Delete;

/** The constants of a table's declared buckets, in a read or write of it, that cannot be right. */
export function misplacedValues(
  statement: ReadOrWrite,
  table: Table,
  uri: string,
  surroundings: Surroundings,
): readonly Misplaced[] {
  return bucketsOf(table, surroundings).flatMap((bucket): readonly Misplaced[] => {
    if (!bucket.declared) return [];
    const { step, count } = bucket;
    if (bucket.kind === 'time') return step === undefined ? [] : misplacedTimes(statement, { ...bucket, step });
    return count === undefined ? [] : misplacedHashes(statement, table, { ...bucket, count }, uri, surroundings);
  });
}

function misplacedTimes(
  statement: ReadOrWrite,
  bucket: BucketColumn & { readonly step: TimeStep },
): readonly Misplaced[] {
  const { column, step, format, resolution } = bucket;
  const given = valuesOf(statement, column.name).values;
  const [source] = bucket.sources;
  const times = source === undefined ? [] : valuesOf(statement, source.name).values;
  return given.flatMap((value): readonly Misplaced[] => {
    if (value.kind !== 'literal') return [];
    if (format !== undefined && isNoDate(value, format)) return [{ kind: 'no-date', bucket, span: value.span, format }];
    const reading = readBucketValue(value, column.type);
    if (reading === undefined) return [];
    const form = format ?? reading.format;
    const write = (start: number): string => writeBucketValue(start, form, column.type, step);
    const offsets = column.type.kind === 'native' && hangsOnZone(value, column.type.name) ? ZONES : UTC;
    const isBucket = offsets.some((offset) => bucketStart(reading.start - offset, step) === reading.start - offset);
    if (!isBucket || (format !== undefined && !isWritten(reading, format, step)))
      return [{ kind: 'none', bucket, span: value.span, right: write(bucketStart(reading.start, step)) }];
    const [time, ...others] = times;
    if (source === undefined || time === undefined || others.length > 0 || given.length > 1) return [];
    const instant = instantOfExpression(time, source, resolution);
    if (instant === undefined || source.type.kind !== 'native') return [];
    const shifts = hangsOnZone(time, source.type.name) ? ZONES : UTC;
    const lies = shifts.some((shift) =>
      offsets.some((offset) => bucketStart(instant - shift, step) === reading.start - offset),
    );
    if (lies) return [];
    return [{ kind: 'another', bucket, span: value.span, right: write(bucketStart(instant, step)), time: time.span }];
  });
}

/** A text without a zone is read in that of the server, which nobody knows here. */
const hangsOnZone = (value: Expression, type: string): boolean =>
  type === 'timestamp' &&
  value.kind === 'literal' &&
  value.type === 'string' &&
  !/(?:Z|[+-]\d\d(?::?\d\d)?)$|^-?\d+$/.test(value.value.replace(/^\d{4}-\d\d?-\d\d?/, 'day'));

const UTC: readonly number[] = [0];

const QUARTER = 15 * 60_000;

/** From 12 hours behind UTC to 14 before it. */
const ZONES: readonly number[] = Array.from({ length: 26 * 4 + 1 }, (_, index) => (index - 12 * 4) * QUARTER);

function misplacedHashes(
  statement: ReadOrWrite,
  table: Table,
  bucket: BucketColumn & { readonly count: number },
  uri: string,
  surroundings: Surroundings,
): readonly Misplaced[] {
  const { column, count } = bucket;
  const { values, list } = valuesOf(statement, column.name);
  const wrong = values.filter(isWholeNumber).filter(({ value }) => Number(value) >= count);
  if (wrong.length > 0) return wrong.map(({ span, value }) => ({ kind: 'no-hash', bucket, span, value }));
  if (list === undefined || values.length < 2 || !values.every(isWholeNumber) || statement.kind === 'update') return [];
  const named = numbersIn(values);
  const missing = Array.from({ length: count }, (_, number) => number).filter((number) => !named.has(number));
  if (missing.length === 0) return [];
  // Several statements may share the work.
  const elsewhere = surroundings
    .usesOf(table)
    .filter((use) => use.uri === uri && use.statement !== statement && use.statement.kind === statement.kind)
    .flatMap((use) => [...numbersIn(valuesOf(use.statement as ReadOrWrite, column.name).values)]);
  return missing.every((number) => elsewhere.includes(number))
    ? []
    : [{ kind: 'left-out', bucket, span: list, missing }];
}

const numbersIn = (values: readonly Expression[]): ReadonlySet<number> =>
  new Set(values.filter(isWholeNumber).map(({ value }) => Number(value)));

const isWholeNumber = (value: Expression): value is Literal =>
  value.kind === 'literal' && value.type === 'integer' && /^\d+$/.test(value.value);

/** What a statement gives a column by `=`, IN or INSERT; with the span of the list of an IN. */
function valuesOf(
  statement: ReadOrWrite,
  name: string,
): { readonly values: readonly Expression[]; readonly list?: Span } {
  if (statement.kind === 'insert') {
    if (statement.values.kind !== 'values') return { values: [] };
    const { columns, values } = statement.values;
    return { values: columns.flatMap((column, index) => (column.name === name ? (values[index] ?? []) : [])) };
  }
  for (const relation of statement.where?.relations ?? []) {
    if (relation.kind !== 'column' || relation.column.name !== name) continue;
    const { operator, operand } = relation;
    if (operator === '=' && operand.kind === 'one') return { values: [operand.value] };
    if (operator === 'IN' && operand.kind === 'several') return { values: operand.items, list: operand.span };
  }
  return { values: [] };
}
