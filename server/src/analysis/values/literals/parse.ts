import type { Catalog, CqlType } from '../../../catalog/model.ts';
import { compositeParts } from '../../../catalog/marshal.ts';
import { isLegacyDate, isLexicalUuid, printType, userType } from '../../../catalog/types.ts';
import type { CassandraRelease } from '../../../text/release.ts';
import { complaintAboutDate } from './date.ts';
import { complaintAboutDuration } from './duration.ts';
import { complaintAboutInet } from './inet.ts';
import { complaintAboutNumber } from './numbers.ts';
import { complaintAboutTime } from './time.ts';
import { complaintAboutTimestamp } from './timestamp.ts';

/** What texts are judged by. */
export interface LiteralScope {
  readonly catalog: Catalog;
  readonly release: CassandraRelease;
}

/** What the server says of a text that should be a value of `type` (`AbstractType.fromString`); `undefined` where it reads it. */
export function complaintAboutText(type: CqlType, text: string, scope: LiteralScope): string | undefined {
  switch (type.kind) {
    case 'native':
      return complaintAboutNative(type.name, text, scope.release);
    case 'tuple':
      return complaintAboutComponents(type, type.items, text, scope);
    case 'user': {
      const declaration = userType(type, scope.catalog);
      if (declaration === undefined || declaration.partial) return undefined;
      return complaintAboutComponents(type, [...declaration.fields.values()], text, scope);
    }
    case 'custom':
      if (isLegacyDate(type)) return complaintAboutTimestamp(text, scope.release);
      return isLexicalUuid(type)
        ? complaintAboutLexicalUuid(text)
        : complaintAboutComposite(type.className, text, scope);
    case 'unknown':
      return undefined;
    default:
      return complaintAboutHex(text);
  }
}

/** Five numbers will do (`UUID.fromString`). */
const complaintAboutLexicalUuid = (text: string): string | undefined =>
  text === '' || /^\+?[\da-f]+(?:-\+?[\da-f]+){4}$/i.test(text) ? undefined : `unable to make UUID from '${text}'`;

function complaintAboutNative(type: string, text: string, release: CassandraRelease): string | undefined {
  switch (type) {
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
      return text === '' ? undefined : complaintAboutNumber(type, text);
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

/** A tuple or a user type's value written as a string: its components between colons, `@` for null (`TupleType.fromString`). */
function complaintAboutComponents(
  type: CqlType,
  items: readonly CqlType[],
  text: string,
  scope: LiteralScope,
): string | undefined {
  const fields = text === '' ? [] : text.split(/(?<!\\):/);
  if (fields.length > items.length) {
    const name = printType(type, scope.release);
    return `Invalid tuple literal: too many elements. Type ${name} expects ${items.length} but got ${fields.length}`;
  }
  for (const [index, field] of fields.entries()) {
    const item = items[index];
    if (item === undefined || field === '@') continue;
    const complaint = complaintAboutText(item, field.replaceAll('\\:', ':').replaceAll('\\@', '@'), scope);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** A composite written as a string: its parts between colons, and `!` or `_` for its end (`AbstractCompositeType.fromString`). */
function complaintAboutComposite(className: string, text: string, scope: LiteralScope): string | undefined {
  const types = text === '' ? undefined : compositeParts(className);
  if (types === undefined) return undefined;
  for (const [index, part] of text.split(/(?<!\\):/).entries()) {
    const type = types[index];
    if (type === undefined || part === '!' || part === '_') return undefined;
    // A last `!` only hides what stands before it.
    const complaint = complaintAboutText(type, part.replaceAll('\\:', ':').replace(/!$/, ''), scope);
    if (complaint !== undefined) return complaint;
    // What the bytes of collections hold is not looked at.
    if (type.kind !== 'native' && type.kind !== 'tuple' && type.kind !== 'custom') return undefined;
  }
  return undefined;
}
