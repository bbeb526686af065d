import type { CqlType } from '../../../catalog/model.ts';
import { isNative } from '../../../catalog/types.ts';
import { daysOf } from '../literals/date.ts';
import { readDuration } from '../literals/duration.ts';
import { nanosecondsOf } from '../literals/time.ts';
import { localMillisecondsOf, millisecondsOf } from '../literals/timestamp.ts';
import type { CassandraRelease } from '../../../text/release.ts';
import { type Bytes, bytesOfHex, utf8Bytes, floatingBytes, integerBytes, varintBytes } from '../../java/bytes.ts';
import { durationBytes } from './duration.ts';
import { readDecimal, SIZES, writeNumber } from './numbers.ts';
import { localTime, NOW } from './moments.ts';
import { tupleOf } from './collections.ts';
import { known, NULL, SOMETHING, type Value } from './value.ts';

/** The value of a text that the server reads as one of the type (`AbstractType.fromString`). */
export function valueOfText(text: string, type: CqlType, release: CassandraRelease): Value {
  if (type.kind === 'tuple') return valueOfTupleText(text, type.items, release);
  const bytes = type.kind === 'native' ? bytesOfText(text, type.name, release) : undefined;
  if (bytes !== undefined) return known(bytes);
  if (!isNative(type, 'timestamp')) return SOMETHING;
  if (text.toLowerCase() === 'now') return NOW;
  const local = localMillisecondsOf(text, release);
  return local === undefined ? SOMETHING : localTime(local);
}

/** Components between colons, `@` for null (`TupleType.fromString`). */
function valueOfTupleText(text: string, types: readonly CqlType[], release: CassandraRelease): Value {
  if (text === '') return known([]);
  return tupleOf(
    text.split(/(?<!\\):/).map((part, at) => {
      const type = types[at];
      if (part === '@') return NULL;
      if (type === undefined) return SOMETHING;
      return valueOfText(part.replaceAll('\\:', ':').replaceAll('\\@', '@'), type, release);
    }),
  );
}

function bytesOfText(text: string, type: string, release: CassandraRelease): Bytes | undefined {
  switch (type) {
    case 'text':
    case 'ascii':
      return utf8Bytes(text);
    case 'blob':
      return bytesOfHex(text);
    case 'boolean':
      return [text.toLowerCase() === 'true' ? 1 : 0];
    case 'date': {
      const days = daysOf(text);
      return days === undefined ? undefined : dateBytes(BigInt(days));
    }
    case 'time': {
      const nanoseconds = nanosecondsOf(text);
      return nanoseconds === undefined ? undefined : integerBytes(nanoseconds, 8);
    }
    default:
      return text === '' ? [] : bytesOfOther(text, type, release);
  }
}

/** Days are counted from the middle of what four bytes hold. */
export const dateBytes = (days: bigint): Bytes => integerBytes(days + (1n << 31n), 4);

/** Types that take an empty text for no value at all. */
function bytesOfOther(text: string, type: string, release: CassandraRelease): Bytes | undefined {
  const size = SIZES.get(type);
  if (size !== undefined) return bytesOfInteger(text, (value) => integerBytes(value, size));
  switch (type) {
    case 'varint':
      return bytesOfInteger(text, varintBytes);
    case 'decimal': {
      const number = readDecimal(text);
      return number === undefined ? undefined : writeNumber('decimal', number);
    }
    case 'float':
    case 'double':
      return floatingBytes(Number(text.trim().replace(/[fFdD]$/, '')), type === 'float' ? 4 : 8);
    case 'timestamp': {
      const milliseconds = millisecondsOf(text, release);
      return milliseconds === undefined ? undefined : integerBytes(milliseconds, 8);
    }
    case 'uuid':
    case 'timeuuid':
      return bytesOfHex(text.replaceAll('-', ''));
    case 'duration': {
      const duration = readDuration(text);
      return typeof duration === 'string' ? undefined : durationBytes(duration);
    }
    case 'inet':
      return addressBytes(text);
    default:
      return undefined;
  }
}

const bytesOfInteger = (text: string, write: (value: bigint) => Bytes): Bytes | undefined =>
  /^[+-]?\d+$/.test(text) ? write(BigInt(text.replace(/^\+/, ''))) : undefined;

/** Of addresses as they are commonly written: names are looked up, and some spellings Java reads in its own way. */
function addressBytes(text: string): Bytes | undefined {
  if (/^(?:(?:0|[1-9]\d{0,2})\.){0,3}(?:0|[1-9]\d{0,9})$/.test(text)) {
    // The last number stands for all the bytes that are left.
    const [last = 0, ...before] = text.split('.').map(Number).toReversed();
    return [...before.toReversed(), ...integerBytes(BigInt(last), 4 - before.length)];
  }
  if (!/^[\da-fA-F:]*:[\da-fA-F:]*$/.test(text)) return undefined;
  const [before = [], after] = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const gap = after === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...gap, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
  const bytes = groups.flatMap((group) => [group >> 8, group & 0xff]);
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.slice(12) : bytes;
}
