import { type CassandraRelease, since } from '../../../text/release.ts';
import { daysInMonth, epochDay } from './calendar.ts';
import { inRange } from './numbers.ts';

/** What the server says of a text that should be a `date`: a day number, or `yyyy-MM-dd` (`SimpleDateSerializer`). */
export function complaintAboutDate(text: string, release: CassandraRelease): string | undefined {
  if (/^-?\d+$/.test(text)) {
    const fits = inRange(text, 64) && BigInt(text) >= 0n && BigInt(text) < 1n << 32n;
    return fits ? undefined : `Unable to make unsigned int (for date) from: '${text}'`;
  }
  const date = since(release, '4.0') ? isoDate(text) : looseDate(text);
  if (date === undefined) return `Unable to coerce '${text}' to a formatted date (long)`;
  return complaintAboutRange(text, date, release);
}

/** Days since 1970-01-01 that a text says which the server reads. */
export function daysOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) - 2 ** 31;
  const date = looseDate(text);
  return date === undefined ? undefined : epochDay(date.year, date.month, date.day);
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Four digits of the year, or more with their sign. */
function isoDate(text: string): CalendarDate | undefined {
  const match = /^(\d{4}|-\d{4,10}|\+\d{5,10})-(\d\d)-(\d\d)$/.exec(text);
  return match === null || /^-0+$/.test(match[1] ?? '') ? undefined : valid(match);
}

/** 3.11 reads fewer and more digits as well. */
function looseDate(text: string): CalendarDate | undefined {
  const match = /^([+-]?\d{1,9})-(\d{1,2})-(\d{1,2})$/.exec(text);
  return match === null ? undefined : valid(match);
}

function valid(match: RegExpExecArray): CalendarDate | undefined {
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const fits = Math.abs(year) < 1e9 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return fits ? { year, month, day } : undefined;
}

/** Years are kept in 32 bits of days; beyond what milliseconds reach, the server only says that it cannot read them. */
function complaintAboutRange(text: string, date: CalendarDate, release: CassandraRelease): string | undefined {
  const days = epochDay(date.year, date.month, date.day);
  if (Math.abs(days) * 86_400_000 > 9.223e18) return `Unable to coerce '${text}' to a formatted date (long)`;
  const zone = since(release, '4.0') ? 'T00:00Z' : '';
  if (days < -(2 ** 31)) {
    return `Input date ${text} is less than min supported date -5877641-06-23${zone}`;
  }
  if (days > 2 ** 31 - 1) {
    return `Input date ${text} is greater than max supported date ${zone === '' ? '' : '+'}5881580-07-11${zone}`;
  }
  return undefined;
}
