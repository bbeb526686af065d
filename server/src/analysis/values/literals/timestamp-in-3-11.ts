import { daysInMonth } from './calendar.ts';

/**
 * Whether 3.11 takes a text for a date with an optional time and zone: it tries some fifty patterns of Java's
 * `SimpleDateFormat`, none of them lenient (`TimestampSerializer.dateStringPatterns`).
 */
export function isTimestampIn311(text: string): boolean {
  const match = PATTERN.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second, millis] = match.slice(1, 8).map(valueOf);
  return (
    isDay(year, month, day) &&
    isWithin(hour, 0, 23) &&
    isWithin(minute, 0, 59) &&
    isWithin(second, 0, 59) &&
    isWithin(millis, 0, 999) &&
    isZone(match[8] ?? '')
  );
}

/** Digits of any script, as many as there are; as Java reads numbers, an exponent may follow. */
const NUMBER = String.raw`[ \t]*(-?\p{Nd}+(?:E-?\p{Nd}+)?)`;
const TIME = `[ T]${NUMBER}:${NUMBER}(?::${NUMBER}(?:\\.${NUMBER})?)?`;
const PATTERN = new RegExp(`^${NUMBER}-${NUMBER}-${NUMBER}(?:${TIME})?([^\\d:.][^]*)?$`, 'u');

/** A field's value, of which the calendar gets the last 32 bits; `undefined` where it is not written plainly. */
function valueOf(digits: string | undefined): number | undefined {
  if (digits === undefined || !/^-?\d+$/.test(digits)) return undefined;
  if (digits.length < 10) return Number(digits);
  const value = BigInt(digits);
  if (BigInt.asIntN(64, value) === value) return Number(BigInt.asIntN(32, value));
  return value < 0n ? -(2 ** 31) : 2 ** 31 - 1;
}

const isWithin = (value: number | undefined, from: number, to: number): boolean =>
  value === undefined || (value >= from && value <= to);

/** Java's calendar changes in October 1582, and ends when 64 bits hold no more milliseconds. */
function isDay(year: number | undefined, month: number | undefined, day: number | undefined): boolean {
  if (!isWithin(year, 1, LAST_YEAR) || !isWithin(month, 1, 12) || !isWithin(day, 1, 31)) return false;
  if (year === undefined || month === undefined || day === undefined) return true;
  if (year === LAST_YEAR && (month > 8 || (month === 8 && day > 17))) return false;
  if (year === 1582 && month === 10 && day > 4 && day < 15) return false;
  const isJulian = year < 1583;
  return day <= (isJulian && month === 2 && year % 4 === 0 ? 29 : daysInMonth(year, month));
}

const LAST_YEAR = 292_278_994;

const OFFSET = /^[ \t]*([+-])(\d\d)(?::?(\d\d))?$/;
const GMT = /^ (?:[ \t]*gmt|gmt([+-])(\d\d?):(\d\d))$/i;
/** Names of zones are Java's, in the server's language; none of them is an identifier, or a single letter. */
const NAME = /^ [ \t]*(?!gmt)\p{L}[^/_\d+:]+$/iu;

function isZone(zone: string): boolean {
  if (zone === '' || /^[ \t]*Z$/.test(zone)) return true;
  const offset = OFFSET.exec(zone) ?? GMT.exec(zone);
  if (offset === null) return NAME.test(zone);
  const [, sign, hours = '0', minutes = '0'] = offset;
  const total = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && total <= (sign === '-' ? 13 : 14) * 60;
}
