import type { CqlType } from '../../catalog/model.ts';
import { printType } from '../../catalog/types.ts';
import type { CassandraRelease } from '../verdict-model.ts';
import { integerBytes, varintBytes, floatingBytes, readInteger } from './bytes.ts';
import { dateBytes } from './constants.ts';
import { printDuration, readDurationBytes } from './duration.ts';
import type { Failure } from './natives.ts';
import { type Num, readNumber, SIZES, toFloating, toWhole, writeNumber } from './numbers.ts';
import { type Known, known, type Value } from './value.ts';

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
  return a === undefined || b === undefined ? undefined : computeNumbers(operator, a, b, returns.name, failed);
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
  failed: (why: string) => Failure,
): Value | Failure | undefined {
  if (type === 'decimal') return computeDecimals(operator, a, b, failed);
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

/** Only what fails: digits of decimals are not computed. */
function computeDecimals(operator: string, a: Num, b: Num, failed: (why: string) => Failure): Failure | undefined {
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

/** The same day of another month, or that month's last, in milliseconds; only where the Gregorian calendar holds. */
function monthsAfter(milliseconds: bigint, months: bigint): bigint | undefined {
  const time = new Date(Number(milliseconds));
  const month = time.getUTCMonth() + Number(months);
  const last = new Date(Date.UTC(time.getUTCFullYear(), month + 1, 0));
  const years = [time, last].map((each) => each.getUTCFullYear());
  if (!years.every((year) => year >= 1600 && year < 10_000)) return undefined;
  return BigInt(new Date(time).setUTCMonth(month, Math.min(time.getUTCDate(), last.getUTCDate())));
}

const DAY = 86_400_000n;

/** Days since 1970 of a date's bytes. */
const readDays = ({ bytes }: Known): bigint => BigInt.asUintN(32, readInteger(bytes)) - (1n << 31n);
