import type { CqlType } from '../../catalog/model.ts';
import type { Expression, Literal } from '../../syntax/ast.ts';
import { quoteString } from '../../syntax/names.ts';
import { bucketStart, DAY, dateText, instantOf, TIME_UNITS, type TimeStep, timestampText } from './time-units.ts';

/** How a bucket's value is written. */
export type BucketFormat =
  | 'date'
  | 'timestamp'
  | 'yyyy'
  | 'yyyymm'
  | 'yyyymmdd'
  | 'yyyymmddhh'
  /** `2016-10-04T13`, cut off at the unit. */
  | 'iso'
  | 'epoch-days'
  | Resolution;

/** What a number that is an instant counts since 1970. */
export type Resolution = 's' | 'ms' | 'us' | 'ns';

/** A constant of a bucket column: its first instant, and the coarsest unit that it can be the beginning of. */
export interface BucketValue extends BucketReading {
  /** Without quotes. */
  readonly text: string;
}

interface BucketReading {
  readonly start: number;
  readonly coarsest: TimeStep;
  readonly format: BucketFormat;
}

/** Reads a constant of a bucket column; `undefined` where it is no constant, or not one of the usual forms. */
export function readBucketValue(value: Expression, type: CqlType): BucketValue | undefined {
  if (value.kind !== 'literal') return undefined;
  const reading = readingOf(value, type);
  return reading === undefined ? undefined : { ...reading, text: value.value };
}

function readingOf({ type: written, value }: Literal, type: CqlType): BucketReading | undefined {
  if (type.kind !== 'native') return undefined;
  if (type.name === 'date') return written === 'string' ? aligned(instantOf(value), 'date') : undefined;
  if (type.name === 'timestamp') return aligned(instantOf(value), 'timestamp');
  if (written === 'string' ? !TEXT_TYPES.has(type.name) : !NUMBER_TYPES.has(type.name)) return undefined;
  return digitsOf(value) ?? (written === 'string' ? isoOf(value) : numberOf(value));
}

/** The constant is exactly what the form makes of its bucket; dates and times may be written in several ways and are the same. */
export const isWritten = ({ start, text }: BucketValue, format: BucketFormat, step: TimeStep): boolean =>
  bucketStart(start, step) === start &&
  (format === 'date' || format === 'timestamp' || bucketText(start, format, step.unit) === text);

/** The constant is written like dates of the form, and no calendar has it: `202413`, `20240230`, `20241`. */
export function isNoDate({ value }: Literal, format: BucketFormat): boolean {
  const digits = format === 'iso' ? value.replaceAll(/(?<=\d)[-T](?=\d)/g, '') : value;
  if (!DATE_FORMATS.has(format) || !/^\d{4,10}$/.test(digits)) return false;
  const parts = /^(\d{4})(\d\d)?(\d\d)?(\d\d)?$/.exec(digits);
  if (parts === null) return true;
  if (format !== 'iso' && digits.length !== format.length) return false;
  const [, year, month = '01', day = '01', hour = '00'] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`);
  return Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day);
}

const DATE_FORMATS: ReadonlySet<BucketFormat> = new Set(['yyyy', 'yyyymm', 'yyyymmdd', 'yyyymmddhh', 'iso']);

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'ascii']);
const NUMBER_TYPES: ReadonlySet<string> = new Set(['int', 'bigint', 'varint', 'smallint']);

/** `2016`, `201610`, `20161004`, `2016100413`. */
function digitsOf(text: string): BucketReading | undefined {
  const match = /^((?:19|20)\d\d)(0[1-9]|1[0-2])?(0[1-9]|[12]\d|3[01])?([01]\d|2[0-3])?$/.exec(text);
  if (match === null || match.slice(1).findLastIndex((part) => part !== undefined) !== text.length / 2 - 2)
    return undefined;
  const [, year, month = '01', day = '01', hour = '00'] = match;
  const start = instantOf(`${year}-${month}-${day} ${hour}:00`);
  const format = ({ 4: 'yyyy', 6: 'yyyymm', 8: 'yyyymmdd', 10: 'yyyymmddhh' } as const)[text.length];
  const unit = ({ 4: 'year', 6: 'month', 8: 'day', 10: 'hour' } as const)[text.length];
  return start === undefined || format === undefined || unit === undefined
    ? undefined
    : { start, coarsest: { unit, size: 1 }, format };
}

/** `2016-10`, `2016-10-04`, `2016-10-04T13`. */
function isoOf(text: string): BucketReading | undefined {
  const match = /^(\d{4}-\d\d)(-\d\d)?([T ]\d\d)?$/.exec(text);
  if (match === null || (match[3] !== undefined && match[2] === undefined)) return undefined;
  const hour = match[3] === undefined ? '' : `T${match[3].slice(1)}:00`;
  const start = instantOf(`${match[1]}${match[2] ?? '-01'}${hour}`);
  const unit = match[3] !== undefined ? 'hour' : match[2] !== undefined ? 'day' : 'month';
  return start === undefined ? undefined : { start, coarsest: { unit, size: 1 }, format: 'iso' };
}

function numberOf(text: string): BucketReading | undefined {
  const value = Number(text);
  const resolution = resolutionOf(value);
  return resolution === undefined ? undefined : aligned(toMillis(value, resolution), resolution);
}

/** What a number counts, if it is an instant between 2001 and 2286. */
export function resolutionOf(value: number): Resolution | undefined {
  return RESOLUTIONS.find(({ from }) => value >= from && value < from * 10)?.resolution;
}

const RESOLUTIONS: readonly { readonly from: number; readonly resolution: Resolution }[] = [
  { from: 1e9, resolution: 's' },
  { from: 1e12, resolution: 'ms' },
  { from: 1e15, resolution: 'us' },
  { from: 1e18, resolution: 'ns' },
];

export const toMillis = (value: number, resolution: Resolution): number => Math.floor(value * MILLIS[resolution]);

export const fromMillis = (instant: number, resolution: Resolution): string =>
  resolution === 's'
    ? String(Math.floor(instant / 1000))
    : `${instant}${resolution === 'us' ? '000' : resolution === 'ns' ? '000000' : ''}`;

const MILLIS: Readonly<Record<Resolution, number>> = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 };

function aligned(start: number | undefined, format: BucketFormat): BucketReading | undefined {
  if (start === undefined) return undefined;
  const unit = TIME_UNITS.findLast((unit) => bucketStart(start, { unit, size: 1 }) === start);
  return unit === undefined ? undefined : { start, coarsest: { unit, size: 1 }, format };
}

/** Writes the bucket that begins at `start` as a constant of its column. */
export function writeBucketValue(start: number, format: BucketFormat, type: CqlType, { unit }: TimeStep): string {
  const text = bucketText(start, format, unit);
  const quoted = type.kind === 'native' && ['text', 'ascii', 'date', 'timestamp'].includes(type.name);
  return quoted ? quoteString(text) : text;
}

function bucketText(start: number, format: BucketFormat, unit: TimeStep['unit']): string {
  const digits = timestampText(start).replaceAll(/[-: ]/g, '');
  switch (format) {
    case 'date':
      return dateText(start);
    case 'timestamp':
      return timestampText(start);
    case 'yyyy':
    case 'yyyymm':
    case 'yyyymmdd':
    case 'yyyymmddhh':
      return digits.slice(0, format.length);
    case 'iso':
      return new Date(start).toISOString().slice(0, ISO_LENGTHS[unit]);
    case 'epoch-days':
      return String(Math.floor(start / DAY));
    default:
      return fromMillis(start, format);
  }
}

const ISO_LENGTHS: Readonly<Record<TimeStep['unit'], number>> = {
  year: 4,
  month: 7,
  week: 10,
  day: 10,
  hour: 13,
  minute: 16,
};

/** The forms that `@bucket … as` names. */
export const BUCKET_FORMATS: readonly BucketFormat[] = [
  'yyyy',
  'yyyymm',
  'yyyymmdd',
  'yyyymmddhh',
  'iso',
  'epoch-days',
  's',
  'ms',
  'us',
  'ns',
];

/** How the first instant of a bucket is written in a column of this type; `undefined` where the type does not say it. */
export function usualFormat(type: CqlType, { unit }: TimeStep, resolution?: Resolution): BucketFormat | undefined {
  if (type.kind !== 'native') return undefined;
  switch (type.name) {
    case 'date':
    case 'timestamp':
      return type.name;
    case 'text':
    case 'ascii':
      return 'iso';
    case 'int':
    case 'smallint':
      return unit === 'year' ? 'yyyy' : undefined;
    default:
      return unit === 'year' ? 'yyyy' : resolution;
  }
}
