import type { CqlType } from '../../../catalog/model.ts';
import { printType } from '../../../catalog/types.ts';
import type { CassandraRelease } from '../../../text/release.ts';
import { integerBytes, varintBytes, floatingBytes, readInteger } from '../../java/bytes.ts';
import { dateBytes } from './constants.ts';
import { printDuration, readDurationBytes } from './duration.ts';
import type { Failure } from './failure.ts';
import { type Decimal, type Num, readNumber, SIZES, toDecimal, toFloating, toWhole, writeNumber } from './numbers.ts';
import { DAY, moved } from './moments.ts';
import { type Known, known, type Moment, SOMETHING, type Value } from './value.ts';

/** `left operator right` (`OperationFcts`); `undefined` where the result is not computed here. */
export function compute(
  operator: string,
  [left, right]: readonly Known[],
  [leftType, rightType]: readonly CqlType[],
  returns: CqlType,
  release: CassandraRelease,
): Value | Failure | undefined {
  if (left === undefined || right === undefined || leftType?.kind !== 'native' || rightType?.kind !== 'native')
    return undefined;
  const failed = (why: string): Failure => ({
    kind: 'failure',
    ofFunction: true,
    message: `the operation '${printType(leftType, release)} ${operator} ${printType(rightType, release)}' failed: ${why}`,
  });
  if (returns.kind !== 'native') return undefined;
  if (returns.name === 'text' || returns.name === 'ascii') return known([...left.bytes, ...right.bytes]);
  if (rightType.name === 'duration') return addDuration(operator, left, right, returns.name, release);
  const a = readNumber(leftType.name, left.bytes);
  const b = readNumber(rightType.name, right.bytes);
  return a === undefined || b === undefined
    ? undefined
    : computeNumbers(operator, a, b, returns.name, [leftType.name, rightType.name], failed);
}

export function negate({ bytes }: Known, type: string): Value | undefined {
  const number = readNumber(type, bytes);
  if (number === undefined) return undefined;
  const negative: Num =
    number.kind === 'whole'
      ? { kind: 'whole', value: -number.value }
      : number.kind === 'floating'
        ? { kind: 'floating', value: -number.value }
        : { ...number, unscaled: -number.unscaled };
  const written = writeNumber(type, negative);
  return written === undefined ? undefined : known(written);
}

function computeNumbers(
  operator: string,
  a: Num,
  b: Num,
  type: string,
  types: readonly [string, string],
  failed: (why: string) => Failure,
): Value | Failure | undefined {
  if (type === 'decimal') return complaintAboutDecimals(operator, a, b, failed) ?? decimals(operator, a, b, types);
  if (type === 'float' || type === 'double') {
    const [left, right] = [toFloating(a), toFloating(b)];
    if (left === undefined || right === undefined) return undefined;
    return known(floatingBytes(floating(operator, left, right), type === 'float' ? 4 : 8));
  }
  const size = SIZES.get(type);
  const [left, right] = [toWhole(a), toWhole(b)];
  if (left === undefined || right === undefined) return undefined;
  if (right === 0n && (operator === '/' || operator === '%'))
    return failed(size === undefined ? 'BigInteger divide by zero' : '/ by zero');
  const result = whole(operator, left, right);
  return known(size === undefined ? varintBytes(result) : integerBytes(result, size));
}

function whole(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}

function floating(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}

/** Sums, differences and products that have few digits: how others are rounded is not computed. */
function decimals(operator: string, a: Num, b: Num, [one, other]: readonly [string, string]): Known | undefined {
  const [left, right] = [toDecimal(a, one), toDecimal(b, other)];
  if (left === undefined || right === undefined) return undefined;
  const result = exact(operator, left, right);
  if (result === undefined || `${result.unscaled}`.length > 30 || Math.abs(result.scale) > 30) return undefined;
  const bytes = writeNumber('decimal', result);
  return bytes && known(bytes);
}

function exact(operator: string, a: Decimal, b: Decimal): Decimal | undefined {
  switch (operator) {
    case '+':
      return sum(a, b, 1n);
    case '-':
      return sum(a, b, -1n);
    case '*':
      return product(a, b);
    default:
      return undefined;
  }
}

const product = (a: Decimal, b: Decimal): Decimal => ({
  kind: 'decimal',
  unscaled: a.unscaled * b.unscaled,
  scale: a.scale + b.scale,
});

function sum(a: Decimal, b: Decimal, sign: 1n | -1n): Decimal | undefined {
  const scale = Math.max(a.scale, b.scale);
  if (scale - Math.min(a.scale, b.scale) > 30) return undefined;
  const [left = 0n, right = 0n] = [a, b].map((each) => each.unscaled * 10n ** BigInt(scale - each.scale));
  return { kind: 'decimal', unscaled: left + sign * right, scale };
}

function complaintAboutDecimals(
  operator: string,
  a: Num,
  b: Num,
  failed: (why: string) => Failure,
): Failure | undefined {
  for (const number of [a, b]) {
    if (number.kind !== 'floating' || Number.isFinite(number.value)) continue;
    const what = Number.isNaN(number.value) ? 'A NaN' : 'An infinite number';
    return failed(`${what} cannot be converted into a decimal`);
  }
  if (!isZero(b)) return undefined;
  if (operator === '/') return failed('BigInteger divide by zero');
  if (operator === '%') return failed(isZero(a) ? 'Division undefined' : 'Division by zero');
  return undefined;
}

const isZero = (number: Num): boolean =>
  number.kind === 'decimal' ? number.unscaled === 0n : Number(number.value) === 0;

/** What the server says to a duration that is added to a time, whatever the time is. */
export function complaintAboutAdding(
  operator: string,
  length: Known,
  type: string,
  release: CassandraRelease,
): Failure | undefined {
  const duration = readDurationBytes(length.bytes);
  if (duration === undefined) return undefined;
  const [unit, step] = type === 'date' ? ['day', undefined] : ['millisecond', 1_000_000n];
  const { nanoseconds } = duration;
  if (step === undefined ? nanoseconds === 0n : nanoseconds % step === 0n) return undefined;
  const why = `The duration must have a ${unit} precision. Was: ${printDuration(duration)}`;
  const operation = `${type} ${operator} ${printType({ kind: 'native', name: 'duration' }, release)}`;
  return { kind: 'failure', ofFunction: true, message: `the operation '${operation}' failed: ${why}` };
}

function addDuration(
  operator: string,
  left: Known,
  right: Known,
  type: string,
  release: CassandraRelease,
): Value | Failure | undefined {
  const complaint = complaintAboutAdding(operator, right, type, release);
  const duration = readDurationBytes(right.bytes);
  if (complaint !== undefined || duration === undefined) return complaint;
  const { months, days, nanoseconds } = duration;
  const sign = operator === '-' ? -1n : 1n;
  const time = type === 'date' ? readDays(left) * DAY : readInteger(left.bytes);
  const start = months === 0n ? time : monthsAfter(time, sign * months);
  if (start === undefined) return undefined;
  if (type === 'date') return known(dateBytes(start / DAY + sign * days));
  return known(integerBytes(start + sign * (days * DAY + nanoseconds / 1_000_000n), 8));
}

/** A time that is not wholly known, so much later or earlier. */
export function momentAfter(operator: string, moment: Moment, length: Known): Value {
  const duration = readDurationBytes(length.bytes);
  if (duration === undefined) return SOMETHING;
  const { months, days, nanoseconds } = duration;
  const sign = operator === '-' ? -1n : 1n;
  const bounds = [28n, 31n].map((month) => sign * ((months * month + days) * DAY + nanoseconds / 1_000_000n));
  const [least = 0n, most = 0n] = bounds.toSorted((a, b) => (a < b ? -1 : 1));
  return moved(moment, least - DAY, most + DAY);
}

/** The same day of another month, or that month's last, in milliseconds; only where the Gregorian calendar holds. */
function monthsAfter(milliseconds: bigint, months: bigint): bigint | undefined {
  const time = new Date(Number(milliseconds));
  const month = time.getUTCMonth() + Number(months);
  const last = new Date(Date.UTC(time.getUTCFullYear(), month + 1, 0));
  const years = [time, last].map((each) => each.getUTCFullYear());
  if (!years.every((year) => year >= 1600 && year < 10_000)) return undefined;
  return BigInt(new Date(time).setUTCMonth(month, Math.min(time.getUTCDate(), last.getUTCDate())));
}

/** Days since 1970 of a date's bytes. */
const readDays = ({ bytes }: Known): bigint => BigInt.asUintN(32, readInteger(bytes)) - (1n << 31n);
