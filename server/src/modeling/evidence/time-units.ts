import { daysInMonth, epochDay } from '../../analysis/values/literals/calendar.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';

export type TimeUnit = NonNullable<DerivedColumn['unit']>;

/** So many units of time, all in UTC. */
export interface TimeStep {
  readonly unit: TimeUnit;
  readonly size: number;
}

/** From the finest to the coarsest. */
export const TIME_UNITS: readonly TimeUnit[] = ['minute', 'hour', 'day', 'week', 'month', 'year'];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** The longest that a step can be, in milliseconds: a month has 31 days, a year 366. */
export function longest({ unit, size }: TimeStep): number {
  return size * LONGEST[unit];
}

const LONGEST: Readonly<Record<TimeUnit, number>> = {
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: WEEK,
  month: 31 * DAY,
  year: 366 * DAY,
};

/** The first instant of the bucket that an instant lies in; steps are counted from 1970-01-01, weeks begin on Monday. */
export function bucketStart(instant: number, { unit, size }: TimeStep): number {
  switch (unit) {
    case 'minute':
    case 'hour':
    case 'day': {
      const step = size * LONGEST[unit];
      return Math.floor(instant / step) * step;
    }
    case 'week': {
      const step = size * WEEK;
      return Math.floor((instant - FIRST_MONDAY) / step) * step + FIRST_MONDAY;
    }
    case 'month': {
      const months = Math.floor(monthOf(instant) / size) * size;
      return startOfMonth(months);
    }
    case 'year': {
      const years = Math.floor(Math.floor(monthOf(instant) / 12) / size) * size;
      return startOfMonth(years * 12);
    }
  }
}

/** The first instant of the bucket after the one that begins at `start`. */
export function nextBucket(start: number, { unit, size }: TimeStep): number {
  switch (unit) {
    case 'minute':
    case 'hour':
    case 'day':
    case 'week':
      return start + size * LONGEST[unit];
    case 'month':
      return startOfMonth(monthOf(start) + size);
    case 'year':
      return startOfMonth(monthOf(start) + 12 * size);
  }
}

/** Monday, 29 December 1969. */
const FIRST_MONDAY = -3 * DAY;

/** Months since January 1970. */
function monthOf(instant: number): number {
  const { year, month } = calendarOf(instant);
  return (year - 1970) * 12 + month - 1;
}

const startOfMonth = (months: number): number =>
  epochDay(1970 + Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1) * DAY;

/** The fields of an instant in UTC. */
export function calendarOf(instant: number): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
} {
  const date = new Date(instant);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/** The instant that a text stands for as a `timestamp` constant; without a zone it is read as UTC. `undefined` where it is none. */
export function instantOf(text: string): number | undefined {
  if (/^-?\d{1,18}$/.test(text)) return Number(text);
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const millis = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  return (
    epochDay(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND + millis - offsetOf(match[8])
  );
}

function offsetOf(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '');
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * MINUTE;
}

/** The instant that is written into a version 1 UUID, rounded down to milliseconds. */
export function instantOfTimeuuid(text: string): number | undefined {
  const match = /^([\da-f]{8})-([\da-f]{4})-1([\da-f]{3})-[\da-f]{4}-[\da-f]{12}$/i.exec(text);
  if (match === null) return undefined;
  const ticks = BigInt(`0x${match[3]}${match[2]}${match[1]}`);
  return Number(ticks / 10_000n - 12_219_292_800_000n);
}

/** `2016-10-04`. */
export const dateText = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** `2016-10-04 13:00+0000`, with seconds only where there are any. */
export function timestampText(instant: number): string {
  const iso = new Date(instant).toISOString();
  const time =
    instant % MINUTE === 0 ? iso.slice(11, 16) : instant % SECOND === 0 ? iso.slice(11, 19) : iso.slice(11, 23);
  return `${iso.slice(0, 10)} ${time}+0000`;
}

/** "a `day` bucket", "an `hour` bucket", "a 4-day bucket". */
export const bucketText = ({ unit, size }: TimeStep): string =>
  size === 1 ? `${unit === 'hour' ? 'an' : 'a'} \`${unit}\` bucket` : `a ${size}-${unit} bucket`;

/** "a day", "an hour". */
export const oneOf = (unit: TimeUnit): string => (unit === 'hour' ? 'an hour' : `a ${unit}`);

/** "day", "4 days". */
export const stepText = ({ unit, size }: TimeStep): string => (size === 1 ? unit : `${size} ${unit}s`);
