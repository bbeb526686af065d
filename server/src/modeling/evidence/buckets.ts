import type { AccessPath } from '../../analysis/access/model.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { sameType } from '../../catalog/types.ts';
import type { Expression, Relation, Select } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { declaredOf } from './annotations.ts';
import {
  type BucketFormat,
  type BucketValue,
  isWritten,
  readBucketValue,
  type Resolution,
  writeBucketValue,
} from './bucket-values.ts';
import type { Surroundings } from './surroundings.ts';
import { timeClustering } from './time-columns.ts';
import { bucketStart, longest, nextBucket, TIME_UNITS, type TimeStep, type TimeUnit } from './time-units.ts';
import { type Window, windowOf } from './window.ts';

/** A partition key column that splits what belongs together, only to keep partitions small. */
export interface BucketColumn {
  readonly column: Column;
  readonly kind: 'time' | 'hash';
  /** The columns that it is computed from; of a shard that nothing declares, none are known. */
  readonly sources: readonly Column[];
  /** How long a bucket is, where that is declared or its name says it. */
  readonly step?: TimeStep;
  /** What a number source counts, where that is declared. */
  readonly resolution?: Resolution;
  /** How its values are written, where that is declared. */
  readonly format?: BucketFormat;
  /** How many shards, where that is declared. */
  readonly count?: number;
  readonly declared: boolean;
  /** Why it is taken for a bucket, for a person. */
  readonly evidence: string;
}

/**
 * The buckets in a table's partition key. Declared ones (`@bucket`) are certain; else a `date` beside a clustering column of a time
 * type, or a name and type such as `time_bucket int` beside one. A table partitioned by its bucket alone has one too.
 */
export const bucketsOf = (table: Table, surroundings: Surroundings): readonly BucketColumn[] =>
  surroundings.memory.kept(bucketsOf, table, () =>
    table.partitionKey.flatMap((column) => bucketOf(column, table, surroundings) ?? []),
  );

function bucketOf(column: Column, table: Table, surroundings: Surroundings): BucketColumn | undefined {
  const declared = declaredOf(table, surroundings).buckets.find((bucket) => bucket.column === column.name);
  if (declared !== undefined) {
    const names = declared.kind === 'time' ? [declared.source] : declared.sources;
    const sources = names.flatMap((name) => table.columns.get(name) ?? []);
    const evidence = 'declared by `@bucket`';
    return declared.kind === 'hash'
      ? { column, kind: 'hash', sources, count: declared.count, declared: true, evidence }
      : {
          column,
          kind: 'time',
          sources,
          step: declared.step,
          ...(declared.resolution !== undefined && { resolution: declared.resolution }),
          ...(declared.format !== undefined && { format: declared.format }),
          declared: true,
          evidence,
        };
  }
  if (column.type.kind !== 'native') return undefined;
  const type = column.type.name;
  if (SHARD_TYPES.has(type) && SHARD_NAME.test(column.name)) {
    return {
      column,
      kind: 'hash',
      sources: [],
      declared: false,
      evidence: `\`${column.name} ${type}\` is named as one`,
    };
  }
  const time = timeClustering(table);
  if (time === undefined || !BUCKET_TYPES.has(type)) return undefined;
  const named = isNamedAsBucket(column);
  const typed = type === 'date' && time.type.kind === 'native' && INSTANTS.has(time.type.name);
  if (!named && !typed) return undefined;
  const step = stepOfName(column.name);
  const evidence = typed
    ? `\`${column.name}\` is a date beside the clustering column \`${time.name}\``
    : `\`${column.name} ${type}\` is named as one, beside the clustering column \`${time.name}\``;
  return { column, kind: 'time', sources: [time], ...(step !== undefined && { step }), declared: false, evidence };
}

/** A number that names nothing: a year or a week, in whatever language it is called. */
export const mayBeBucket = ({ name, type }: Column): boolean =>
  type.kind === 'native' && NUMBERS.has(type.name) && !/id$/i.test(name) && !isNameOfThing(name);

const NUMBERS: ReadonlySet<string> = new Set(['int', 'smallint', 'bigint', 'tinyint', 'varint']);

/** The bucket that a column of the partition key is, or may be: one of any name beside others and a time. */
export function possibleBucket(column: Column, table: Table, surroundings: Surroundings): BucketColumn | undefined {
  const known = bucketsOf(table, surroundings).find((bucket) => bucket.column === column);
  const time = timeClustering(table);
  if (known !== undefined || time === undefined || table.partitionKey.length < 2 || !mayBeBucket(column)) return known;
  if (isKnownElsewhere(column, table, surroundings)) return undefined;
  const evidence = `a number in the partition key beside the clustering column \`${time.name}\``;
  return { column, kind: 'time', sources: [time], declared: false, evidence };
}

/** `probe`, `lane_no`: the number by which people call a thing. */
const isNameOfThing = (name: string): boolean => THING.test(name) || (NUMBERED.test(name) && !PIECE.test(name));

const THING =
  /^(?:sensor|probe|gauge|meter|device|machine|instrument|station|channel|antenna|cam(?:era)?|lamp|pump|valve|tank|robot|bot|car|truck|bus|train|tram|plane|ship|boat|room|seat|bed|desk|door|floor|lane|track|line|route|gate|port|pin|dock|node|zone|sector|cell|ward|district|user|customer|client|member|patient|player|team|driver|account|store|shop|branch|plant|site|field|plot|product|item|article|lot|game|match|race|course|level|version)$/i;
const NUMBERED = /.(?:_no|_nr|_num|_number|No|Nr|Number|_code)$/;
const PIECE =
  /^(?:partition|part|slot|chunk|segment|section|block|page|slice|period|epoch|interval|window|range|split|seq)/i;

/** A table in which nothing grows with time has a column of the name: it means the same there. */
const isKnownElsewhere = ({ name, type }: Column, table: Table, { catalog }: Surroundings): boolean =>
  [...(catalog.keyspace(table.keyspace)?.tables.values() ?? [])].some((other) => {
    const column = other.columns.get(name);
    return (
      column !== undefined &&
      sameType(column.type, type) &&
      other.name !== table.name &&
      timeClustering(other) === undefined
    );
  });

const SHARD_TYPES: ReadonlySet<string> = new Set(['int', 'smallint', 'tinyint', 'bigint', 'text']);
const SHARD_NAME = /^(?:hash_prefix|shard|shard_id|shard_no|.*_shard|hash_bucket|.*_hash_bucket)$/i;
const BUCKET_TYPES: ReadonlySet<string> = new Set(['date', 'timestamp', 'int', 'bigint', 'smallint', 'text', 'varint']);
const BUCKET_NAME =
  /(?:^|_)(?:bucket|bucket_id|minute|hour|day|date|week|month|year|yyyymmddhh|yyyymmdd|yyyymm|yyyy|ymdh|ymd|ym|yr|qtr|quarter|yearmonth|time_slot|period|hora|d[ií]a|semana|mes|m[eê]s|ano|anio|año|heure|jour|semaine|mois|annee|stunde|woche|monat|jahr)(?:_|$)|^(?:time|day|date)_?bucket/i;

/** A date of any other name may well be a date of its own. */
export const isNamedAsBucket = ({ name }: Column): boolean => BUCKET_NAME.test(name);
const INSTANTS: ReadonlySet<string> = new Set(['timestamp', 'timeuuid']);

/** The unit that a name says: `day`, `month_year`, `yyyymm`. */
export function stepOfName(name: string): TimeStep | undefined {
  const lower = name.toLowerCase();
  const digits = DIGIT_NAMES.find(({ word }) => new RegExp(`(?:^|_)${word}`).test(lower));
  const unit = digits?.unit ?? TIME_UNITS.find((unit) => new RegExp(`(?:^|_)${unit}(?:_|$)`).test(lower));
  return unit === undefined ? undefined : { unit, size: 1 };
}

const DIGIT_NAMES: readonly { readonly word: string; readonly unit: TimeUnit }[] = [
  { word: 'yyyymmddhh', unit: 'hour' },
  { word: 'yyyymmdd', unit: 'day' },
  { word: 'yyyymm', unit: 'month' },
  { word: 'yearmonth', unit: 'month' },
  { word: 'ymdh', unit: 'hour' },
  { word: 'ymd', unit: 'day' },
  { word: 'ym', unit: 'month' },
];

/** Buckets that a time window needs and the query does not name. */
export interface Uncovered {
  /** Of the relation on the bucket column. */
  readonly span: Span;
  readonly bucket: BucketColumn;
  /** The name of the time column. */
  readonly time: string;
  /** How many buckets the window lies in. */
  readonly needed: number;
  /** As constants of CQL. */
  readonly named: readonly string[];
  readonly missing: readonly string[];
}

/**
 * The buckets of a window of constants that the constants of the bucket column leave out.
 *
 * Silent unless it is certain: the window has both ends, each bucket named is a constant, some of the window lies in them, and
 * what is missing is missing even with the longest buckets that the constants allow.
 */
export function uncoveredBuckets(
  select: Select,
  table: Table,
  path: AccessPath,
  surroundings: Surroundings,
): Uncovered | undefined {
  if (path.partitions.kind === 'all') return undefined;
  for (const bucket of bucketsOf(table, surroundings)) {
    const [time] = bucket.sources;
    if (bucket.kind !== 'time' || time === undefined) continue;
    const window = windowOf(select, time, bucket.resolution);
    const named = namedBuckets(select, bucket.column);
    if (window === undefined || window.from === undefined || window.to === undefined || named === undefined) continue;
    const uncovered = uncoveredBy(
      window.from,
      window.to,
      named,
      askedBeside(select, named, bucket, table, surroundings),
      bucket,
    );
    if (uncovered !== undefined) return { span: named.relation.span, bucket, time: time.name, ...uncovered };
  }
  return undefined;
}

/** The buckets that the same query names elsewhere: there is one for each where their rows have an order. */
function askedBeside(
  select: Select,
  { relation }: NamedBuckets,
  { column }: BucketColumn,
  table: Table,
  { usesOf }: Surroundings,
): readonly number[] {
  const uses = usesOf(table);
  const own = uses.find(({ statement }) => statement === select);
  if (own === undefined) return [];
  const text = withoutRelation(own.segment.text, select, relation);
  return uses.flatMap(({ statement, segment }) => {
    const named = statement.kind === 'select' && statement !== select ? namedBuckets(statement, column) : undefined;
    return named !== undefined && withoutRelation(segment.text, statement as Select, named.relation) === text
      ? named.values.map(({ start }) => start)
      : [];
  });
}

const withoutRelation = (text: string, { span }: Select, relation: Relation): string =>
  (text.slice(span.start, relation.span.start) + text.slice(relation.span.end, span.end)).replaceAll(/\s+/g, ' ');

interface NamedBuckets {
  readonly relation: Relation;
  readonly values: readonly BucketValue[];
}

/** The buckets that a query names by constants; `undefined` where it does not, or not only. */
export function namedBuckets(select: Select, column: Column): NamedBuckets | undefined {
  const relations =
    select.where?.relations.filter((relation) => relation.kind === 'column' && relation.column.name === column.name) ??
    [];
  const [relation] = relations;
  if (relations.length !== 1 || relation?.kind !== 'column') return undefined;
  const items = constantsOf(relation);
  const values = items?.map((item) => readBucketValue(item, column.type));
  return values === undefined || values.length === 0 || values.includes(undefined)
    ? undefined
    : { relation, values: values.filter((value) => value !== undefined) };
}

function constantsOf({ operator, operand }: Extract<Relation, { kind: 'column' }>): readonly Expression[] | undefined {
  if (operator === '=' && operand.kind === 'one') return [operand.value];
  return operator === 'IN' && operand.kind === 'several' ? operand.items : undefined;
}

function uncoveredBy(
  from: number,
  to: number,
  { values }: NamedBuckets,
  beside: readonly number[],
  bucket: BucketColumn,
): Pick<Uncovered, 'needed' | 'named' | 'missing'> | undefined {
  const step = bucket.step ?? coarsestStep(values);
  const starts = values.map(({ start }) => start);
  if (step === undefined || starts.some((start) => bucketStart(start, step) !== start)) return undefined;
  const needed = bucketsBetween(from, to, step);
  if (needed === undefined || !needed.some((start) => starts.includes(start))) return undefined;
  const missing = needed.filter((start) => !starts.includes(start) && !beside.includes(start));
  if (missing.length === 0) return undefined;
  const write = (start: number): string => writeBucketValue(start, values[0]!.format, bucket.column.type, step);
  // In a form that is not quite theirs the missing ones would find nothing.
  if (!values.every((value) => isWritten(value, values[0]!.format, step))) return undefined;
  return { needed: needed.length, named: starts.map(write), missing: missing.map(write) };
}

/** The longest bucket of which all the constants can be the beginning. */
export function coarsestStep(values: readonly BucketValue[]): TimeStep | undefined {
  const starts = values.map(({ start }) => start).toSorted((a, b) => a - b);
  const gap = Math.min(
    ...starts
      .slice(1)
      .map((start, index) => start - starts[index]!)
      .filter((gap) => gap > 0),
  );
  const allowed = TIME_UNITS.filter((unit) =>
    values.every(
      ({ coarsest, start }) =>
        TIME_UNITS.indexOf(unit) <= TIME_UNITS.indexOf(coarsest.unit) &&
        bucketStart(start, { unit, size: 1 }) === start,
    ),
  );
  const unit = allowed.findLast((unit) => shortest(unit) <= gap);
  return unit === undefined ? undefined : { unit, size: 1 };
}

const shortest = (unit: TimeUnit): number =>
  longest({ unit, size: 1 }) * (unit === 'month' ? 28 / 31 : unit === 'year' ? 365 / 366 : 1);

/** The first instants of the buckets that hold `[from, to)`; `undefined` where they are more than a thousand. */
export function bucketsBetween(from: number, to: number, step: TimeStep): readonly number[] | undefined {
  const starts: number[] = [];
  for (let start = bucketStart(from, step); start < to; start = nextBucket(start, step)) {
    if (starts.push(start) > 1000) return undefined;
  }
  return starts;
}

/** The constants of a bucket column for a window, in the form in which they are known to be written. */
export function bucketConstants(
  window: Window,
  { step, type, format }: { readonly step: TimeStep; readonly type: Column['type']; readonly format: BucketFormat },
): readonly string[] | undefined {
  if (window.from === undefined || window.to === undefined) return undefined;
  const end = window.toIncluded ? window.to + 1 : window.to;
  return bucketsBetween(window.from, end, step)?.map((start) => writeBucketValue(start, format, type, step));
}
