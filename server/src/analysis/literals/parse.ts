import type { CqlType } from '../../catalog/model.ts';
import { printType } from '../../catalog/types.ts';
import type { CassandraRelease } from '../verdict-model.ts';
import { complaintAboutDate } from './date.ts';
import { complaintAboutDuration } from './duration.ts';
import { complaintAboutInet } from './inet.ts';
import { complaintAboutNumber } from './numbers.ts';
import { complaintAboutTime } from './time.ts';
import { complaintAboutTimestamp } from './timestamp.ts';

/** What the server says of a text that should be a value of `type` (`AbstractType.fromString`); `undefined` where it reads it. */
export function complaintAboutText(type: CqlType, text: string, release: CassandraRelease): string | undefined {
  if (type.kind === 'tuple') return complaintAboutTuple(type, text, release);
  if (type.kind !== 'native') return undefined;
  switch (type.name) {
    case 'ascii':
      return complaintAboutAscii(text);
    case 'blob':
      return complaintAboutHex(text);
    case 'boolean':
      return /^(?:true|false|)$/i.test(text) ? undefined : `Unable to make boolean from '${text}'`;
    case 'date':
      return complaintAboutDate(text, release);
    case 'duration':
      return complaintAboutDuration(text);
    case 'inet':
      return complaintAboutInet(text);
    case 'time':
      return complaintAboutTime(text);
    case 'timestamp':
      return complaintAboutTimestamp(text, release);
    case 'timeuuid':
      return complaintAboutTimeuuid(text);
    case 'uuid':
      return text === '' || UUID.test(text) ? undefined : `Unable to make UUID from '${text}'`;
    default:
      return text === '' ? undefined : complaintAboutNumber(type.name, text);
  }
}

/** Of a blob's digits, without `0x`. */
export const complaintAboutHex = (digits: string): string | undefined =>
  /^(?:[\da-fA-F]{2})*$/.test(digits) ? undefined : `cannot parse '${digits}' as hex bytes`;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function complaintAboutTimeuuid(text: string): string | undefined {
  if (text === '') return undefined;
  if (!UUID.test(text)) return `Unknown timeuuid representation: ${text}`;
  return text[14] === '1' ? undefined : 'TimeUUID supports only version 1 UUIDs';
}

function complaintAboutAscii(text: string): string | undefined {
  for (const character of text) {
    if (character > '\u007f') {
      const cause = `java.nio.charset.UnmappableCharacterException: Input length = ${character.length}`;
      return `Invalid ASCII character in string literal: ${cause}`;
    }
  }
  return undefined;
}

/** A tuple written as a string: its components between colons, `@` for null (`TupleType.fromString`). */
function complaintAboutTuple(
  type: Extract<CqlType, { kind: 'tuple' }>,
  text: string,
  release: CassandraRelease,
): string | undefined {
  const fields = text === '' ? [] : text.split(/(?<!\\):/);
  if (fields.length > type.items.length) {
    const name = printType(type, release);
    return `Invalid tuple literal: too many elements. Type ${name} expects ${type.items.length} but got ${fields.length}`;
  }
  for (const [index, field] of fields.entries()) {
    const item = type.items[index];
    if (item === undefined || field === '@') continue;
    const complaint = complaintAboutText(item, field.replaceAll('\\:', ':').replaceAll('\\@', '@'), release);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}
