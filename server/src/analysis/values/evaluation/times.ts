import type { CqlType } from '../../../catalog/model.ts';
import type { Duration } from '../literals/duration.ts';
import { type Bytes, integerBytes, readInteger } from '../../java/bytes.ts';
import { dateBytes } from './constants.ts';
import { printDuration, readDurationBytes } from './duration.ts';
import type { Failure } from './failure.ts';
import { compareMoments, DAY, GREGORIAN, millisecondsOf, moved, TICKS } from './moments.ts';
import { type Known, known, type Moment, SOMETHING, type Value } from './value.ts';

/** `to_date`, `to_timestamp`, `to_unix_timestamp` and the time UUIDs of a moment, under either name. */
export function convertTime(name: string, value: Known): Value | undefined {
  const milliseconds = millisecondsOf(value.bytes);
  if (milliseconds === undefined) return undefined;
  switch (name.replaceAll('_', '')) {
    case 'todate':
      return dateOf(milliseconds);
    case 'mintimeuuid':
      return known([...timeOf(milliseconds, 0n), ...Array.from({ length: 8 }, () => 0x80)]);
    case 'maxtimeuuid':
      return known([...timeOf(milliseconds, TICKS - 1n), ...Array.from({ length: 8 }, () => 0x7f)]);
    case 'totimestamp':
    case 'dateof':
    case 'tounixtimestamp':
    case 'unixtimestampof':
      return known(integerBytes(milliseconds, 8));
    default:
      return undefined;
  }
}

/** What `convertTime` makes of a time that is not wholly known. */
export function convertedMoment(name: string, moment: Moment): Value {
  return TIMES.test(name) ? moved(moment, -DAY, DAY) : SOMETHING;
}

const TIMES =
  /^(?:to_?(?:date|timestamp|unix_?timestamp)|(?:unix_?timestamp|date)_?of|(?:min|max)_?timeuuid|cast_as_(?:date|timestamp))$/i;

/** What `floor` says to a duration, whatever the time is. */
export function complaintAboutFloor(length: Known, type: string): Failure | undefined {
  const duration = readDurationBytes(length.bytes);
  if (duration === undefined) return undefined;
  const { months, days, nanoseconds } = duration;
  if (type === 'time') {
    if (isNegative(duration)) return fail(BACKWARDS);
    return months !== 0n || days !== 0n || nanoseconds > DAY * 1_000_000n
      ? fail('For time values, the floor can only be computed for durations smaller that a day')
      : undefined;
  }
  if (type === 'date' && nanoseconds !== 0n) {
    return fail(
      `The floor on date values cannot be computed for the ${printDuration(duration)} duration as precision is below 1 day`,
    );
  }
  return nanoseconds % 1_000_000n === 0n
    ? undefined
    : fail(
        `The floor cannot be computed for the ${printDuration(duration)} duration as precision is below 1 millisecond`,
      );
}

/** What `floor` says of where it starts and then of the duration; some of the times need not be known. */
export function complaintAboutStart(time: Value, length: Known, start: Value): Failure | undefined {
  const order = compareMoments(start, time);
  if (order === 1) return fail(STARTS_LATER);
  return order === undefined ? undefined : complaintAboutBackwards(length);
}

function complaintAboutBackwards(length: Known): Failure | undefined {
  const duration = readDurationBytes(length.bytes);
  return duration !== undefined && isNegative(duration) ? fail(BACKWARDS) : undefined;
}

const fail = (message: string): Failure => ({ kind: 'failure', message });
const isNegative = ({ months, days, nanoseconds }: Duration): boolean => months < 0n || days < 0n || nanoseconds < 0n;
const STARTS_LATER = 'The floor function starting time is greater than the provided time';
const BACKWARDS = 'Negative durations are not supported by the floor function';

/** `floor(time, duration, start)` (`TimeFcts`, `Duration.floorTimestamp`). */
export function floor(values: readonly Known[], [type]: readonly CqlType[]): Value | Failure | undefined {
  const [time, length, from] = values;
  const duration = length === undefined ? undefined : readDurationBytes(length.bytes);
  if (time === undefined || length === undefined || duration === undefined || type?.kind !== 'native') return undefined;
  const complaint = complaintAboutFloor(length, type.name);
  if (complaint !== undefined) return complaint;
  const { months, days, nanoseconds } = duration;
  if (type.name === 'time') {
    const value = readInteger(time.bytes);
    return known(integerBytes(nanoseconds === 0n ? value : value - (value % nanoseconds), 8));
  }
  const value = millisecondsOf(time.bytes);
  const start = from === undefined ? 0n : millisecondsOf(from.bytes);
  if (value === undefined || start === undefined) return undefined;
  if (start > value) return fail(STARTS_LATER);
  const backwards = complaintAboutBackwards(length);
  if (backwards !== undefined) return backwards;
  if (months !== 0n) return undefined;
  const step = days * DAY + nanoseconds / 1_000_000n;
  const result = step === 0n ? value : value - ((value - start) % step);
  return type.name === 'date' ? dateOf(result) : known(integerBytes(result, 8));
}

/** Whole seconds, of which Java leaves out what is no whole day: before 1970 that is the day after (`Duration.toDays`). */
function dateOf(milliseconds: bigint): Value {
  const seconds = (milliseconds - (((milliseconds % 1000n) + 1000n) % 1000n)) / 1000n;
  return known(dateBytes(seconds / 86_400n));
}

/** The first half of the time UUID of so many milliseconds and ticks, of the first version. */
function timeOf(milliseconds: bigint, more: bigint): Bytes {
  const high = integerBytes((milliseconds + GREGORIAN) * TICKS + more, 8);
  return [...high.slice(4), ...high.slice(2, 4), ((high[0] ?? 0) & 0x0f) | 0x10, high[1] ?? 0];
}
