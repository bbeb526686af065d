import { type CassandraRelease, since } from '../../../text/release.ts';
import { readDurationBytes } from './duration.ts';
import { type Bytes, textOfBytes } from '../../java/bytes.ts';

/** Whether the bytes are no value of a native type (`TypeSerializer.validate`). */
export function complaintAboutBytes(type: string, bytes: Bytes, release: CassandraRelease): boolean {
  const lengths = LENGTHS.get(type);
  if (lengths !== undefined && !lengths.includes(bytes.length)) return true;
  switch (type) {
    case 'ascii':
      return bytes.some((byte) => byte > 0x7f);
    case 'text':
    case 'varchar':
      return textOfBytes(bytes) === undefined;
    case 'boolean':
      return bytes.length > 1;
    case 'decimal':
      return bytes.length > 0 && bytes.length < 4;
    case 'timeuuid':
      return bytes.length === 16 && (bytes[6] ?? 0) >> 4 !== 1 && release !== '4.1';
    case 'duration':
      return !isDuration(bytes);
    case 'empty':
      return bytes.length > 0 && since(release, '3.11');
    default:
      return false;
  }
}

/** Bytes that a value of the type may have. */
const LENGTHS: ReadonlyMap<string, readonly number[]> = new Map([
  ['tinyint', [1]],
  ['smallint', [2]],
  ['int', [4, 0]],
  ['float', [4, 0]],
  ['bigint', [8, 0]],
  ['double', [8, 0]],
  ['timestamp', [8, 0]],
  ['counter', [8, 0]],
  ['date', [4]],
  ['time', [8]],
  ['uuid', [16, 0]],
  ['timeuuid', [16, 0]],
  ['inet', [16, 4, 0]],
]);

/** Months and days are ints, and all three have one sign. */
function isDuration(bytes: Bytes): boolean {
  if (bytes.length < 3) return false;
  const duration = readDurationBytes(bytes);
  if (duration === undefined) return false;
  const { months, days, nanoseconds } = duration;
  const fits = BigInt.asIntN(32, months) === months && BigInt.asIntN(32, days) === days;
  const signs = [months, days, nanoseconds];
  return fits && (signs.every((value) => value >= 0n) || signs.every((value) => value <= 0n));
}
