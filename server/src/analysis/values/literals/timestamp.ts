import { type CassandraRelease, since } from '../../../text/release.ts';
import { daysInMonth, epochDay } from './calendar.ts';
import { inRange } from './numbers.ts';
import { isTimestampIn311 } from './timestamp-in-3-11.ts';

/**
 * What the server says of a text that should be a `timestamp`: milliseconds, `now`, or a date with an optional time and zone
 * (`TimestampSerializer`). Names of zones are not looked up: a text that ends in what could be one is taken.
 */
export function complaintAboutTimestamp(text: string, release: CassandraRelease): string | undefined {
  if (text === '' || text.toLowerCase() === 'now') return undefined;
  if (/^-?\d+$/.test(text)) return inRange(text, 64) ? undefined : `Unable to make long (for date) from: '${text}'`;
  if (!since(release, '4.0')) {
    return isTimestampIn311(text) ? undefined : `Unable to coerce '${text}' to a formatted date (long)`;
  }
  return isDateTime(text) || isDate(text) ? undefined : `Unable to parse a date/time from '${text}'`;
}

/** Milliseconds since 1970 that a text says; `undefined` where the clock or the zone of the server decides. */
export function millisecondsOf(text: string, release: CassandraRelease): bigint | undefined {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const match = WITH_ZONE.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  if (day > daysInMonth(year, month) || hour > 23) return undefined;
  // 3.11 counts the milliseconds, however few digits they have, and its calendar before 1583 is another one.
  const in311 = !since(release, '4.0');
  if (in311 && year < 1583) return undefined;
  const fraction = match[7] ?? '';
  const millis = Number(in311 ? fraction : fraction.slice(0, 3).padEnd(3, '0'));
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(match[8] ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const local = ((epochDay(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second;
  return BigInt(local) * 1000n + BigInt(millis);
}

/** Milliseconds since 1970 that a text without a zone says, were the server's UTC. */
export const localMillisecondsOf = (text: string, release: CassandraRelease): bigint | undefined =>
  millisecondsOf(`${text}Z`, release);

const WITH_ZONE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/;

const NAMED_ZONE = String.raw` [A-Za-z][^]*`;
const HOURS = String.raw`[+-]\d\d`;

/** `y-M-d'T'H:m[:s]`, each field of any width, a fraction of up to nine digits, and a zone. */
const DATE_TIME = new RegExp(
  String.raw`^(\d{1,19})-(\d{1,19})-(\d{1,19})[T ](\d{1,19}):(\d{1,19})(?::(\d{1,19})(\.\d{0,9})?)?` +
    `(${NAMED_ZONE}| ?Z| ?${HOURS}(?:\\d\\d)?|${HOURS}:\\d\\d| ${HOURS}:\\d\\d(?::\\d\\d)?)?$`,
);

const DATE = new RegExp(
  String.raw`^(\d{4}|-\d{4,10}|\+\d{5,10})-(\d\d)-(\d\d)` +
    `(${NAMED_ZONE}| ?Z| ?${HOURS}(?:\\d\\d)?| ?${HOURS}:\\d\\d(?::\\d\\d)?)?$`,
);

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  // A day that the month does not have becomes its last one, and 24:00 the next day's first moment.
  const midnight = hour === 24 && minute === 0 && second === 0 && Number(`0${match[7] ?? ''}`) === 0;
  return (
    year >= 1 &&
    year < 1e9 &&
    isDay(month, day) &&
    (hour < 24 || midnight) &&
    minute < 60 &&
    second < 60 &&
    isOffset(match[8])
  );
}

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isDay(Number(match[2]), Number(match[3])) && isOffset(match[4]);
}

const isDay = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** Offsets reach up to 18 hours, also those from GMT, which have two digits for each of their fields. */
function isOffset(zone = ''): boolean {
  if (/^ [A-Za-z]/.test(zone) && !mayBeZone(zone.slice(1))) return false;
  const match = /^ ?(?:GMT|UTC|UT)?[+-](\d\d):?(\d\d)?/.exec(zone);
  if (match === null) return true;
  const [hours = 0, minutes = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  return minutes < 60 && hours * 60 + minutes <= 18 * 60;
}

/** Whether a zone may be called so: in a capital letter at first, with signs and digits where names of Java's have them. */
function mayBeZone(name: string): boolean {
  if (name === 'Z' || name === 'GMT0' || /^(?:GMT|UTC|UT)[+-]\d\d:\d\d(?::\d\d)?$/.test(name)) return true;
  if (name.includes('/')) return /^[A-Z]/.test(name);
  return /^[A-Z][^]*[^\d ]$/.test(name) && !/[+-](?![A-Za-z])/.test(name);
}
