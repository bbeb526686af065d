import { type Bytes, readInteger } from '../../java/bytes.ts';
import { type Moment, type Open, SOMETHING, UNIQUE, type Value } from './value.ts';

/** How two times of one type sort whatever the zone and the clock of the server; `undefined` where these decide. */
export function compareMoments(one: Value | undefined, other: Value | undefined): -1 | 0 | 1 | undefined {
  const [a, b] = [momentOf(one), momentOf(other)];
  if (a === undefined || b === undefined) return undefined;
  if (a.last < b.first) return -1;
  if (b.last < a.first) return 1;
  const same = a.local === undefined ? isExact(a) && isExact(b) : a.local === b.local;
  return same ? 0 : undefined;
}

/** Two times of one type differ, whatever the zone and the clock of the server. */
export function momentsApart(one: Value, other: Value): boolean {
  const order = compareMoments(one, other);
  if (order !== undefined) return order !== 0;
  const [a, b] = [said(one), said(other)];
  if (a === undefined || b === undefined || a < WHOLE_MINUTES_SINCE) return false;
  return (a - b) % MINUTE !== 0n;
}

/** When a time is, as far as that is known. */
export function momentOf(value: Value | undefined): Moment | undefined {
  if (value?.kind === 'open') return value.moment;
  const exact = value?.kind === 'known' ? millisecondsOf(value.bytes) : undefined;
  return exact === undefined ? undefined : { first: exact, last: exact };
}

const isExact = ({ first, last }: Moment): boolean => first === last;

/** What is written or counted, whatever the zone is. */
function said(value: Value): bigint | undefined {
  const moment = momentOf(value);
  return moment === undefined || isExact(moment) ? moment?.first : moment.local;
}

/** A time that is written without its zone. */
export const localTime = (local: bigint): Open => ({
  ...SOMETHING,
  moment: { first: local - WIDEST_OFFSET, last: local + WIDEST_OFFSET, local },
});

/** A time so far before or after another. */
export const moved = ({ first, last }: Moment, least: bigint, most: bigint): Open => ({
  ...SOMETHING,
  moment: { first: first + least, last: last + most },
});

const WIDEST_OFFSET = 18n * 3_600_000n;
const MINUTE = 60_000n;
/** The offsets of all zones are whole minutes since 1972. */
const WHOLE_MINUTES_SINCE = 3n * 365n * 86_400_000n;

/** When statements run: from 2020 to 2100. */
const TODAY: Moment = { first: 1_577_836_800_000n, last: 4_102_444_800_000n };

/** The time at which the statement runs. */
export const NOW: Open = { ...SOMETHING, moment: TODAY };
/** A time UUID of that time. */
export const NEW_TIMEUUID: Open = { ...UNIQUE, moment: TODAY };

/** Milliseconds since 1970 of a timestamp (8 bytes), a date (4) or a timeuuid (16). */
export function millisecondsOf(bytes: Bytes): bigint | undefined {
  if (bytes.length === 8) return readInteger(bytes);
  if (bytes.length === 4) return (BigInt.asUintN(32, readInteger(bytes)) - (1n << 31n)) * DAY;
  if (bytes.length !== 16) return undefined;
  const high = [...bytes.slice(6, 8), ...bytes.slice(4, 6), ...bytes.slice(0, 4)];
  const ticks = readInteger([0, (high[0] ?? 0) & 0x0f, ...high.slice(1)]);
  return ticks / TICKS - GREGORIAN;
}

export const DAY = 86_400_000n;
/** Of a time UUID in a millisecond. */
export const TICKS = 10_000n;
/** Milliseconds from the first day of the Gregorian calendar, from which time UUIDs count, to 1970. */
export const GREGORIAN = 12_219_292_800_000n;
