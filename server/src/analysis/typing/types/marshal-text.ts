import { marshalClass } from '../../../catalog/marshal.ts';
import type { Catalog, CqlType } from '../../../catalog/model.ts';
import { isCollection, isMultiCell, userType } from '../../../catalog/types.ts';
import { utf8Bytes } from '../../java/bytes.ts';

/** A type as the server's Java classes print themselves (`AbstractType.toString`). */
export function marshalText(type: CqlType, catalog: Catalog): string {
  return print(type, catalog, false);
}

const PACKAGE = 'org.apache.cassandra.db.marshal.';

/** `plain`: within what is frozen, nothing is marked as frozen again. */
function print(type: CqlType, catalog: Catalog, plain: boolean): string {
  const several = isMultiCell(type);
  const inside = plain || !several;
  const text = `${PACKAGE}${nameOf(type)}${partsOf(type, catalog, inside)}`;
  const marked = !plain && !several && (isCollection(type) || type.kind === 'user');
  return marked ? `${PACKAGE}FrozenType(${text})` : text;
}

function nameOf(type: CqlType): string {
  switch (type.kind) {
    case 'native':
      return marshalClass(type.name) ?? type.name;
    case 'custom':
      return type.className.startsWith(PACKAGE) ? type.className.slice(PACKAGE.length) : type.className;
    case 'unknown':
      return '?';
    case 'user':
      return 'UserType';
    default:
      return `${type.kind.charAt(0).toUpperCase()}${type.kind.slice(1)}Type`;
  }
}

function partsOf(type: CqlType, catalog: Catalog, plain: boolean): string {
  const each = (types: readonly CqlType[]): string => types.map((item) => print(item, catalog, plain)).join(',');
  switch (type.kind) {
    case 'list':
    case 'set':
      return `(${each([type.element])})`;
    case 'map':
      return `(${each([type.key, type.value])})`;
    case 'tuple':
      return `(${type.items.map((item) => print(item, catalog, true)).join(',')})`;
    case 'vector':
      return `(${print(type.element, catalog, true)} , ${type.dimension ?? 0})`;
    case 'user': {
      const fields = [...(userType(type, catalog)?.fields ?? [])];
      const printed = fields.map(([name, field]) => `${hex(name)}:${print(field, catalog, plain)}`);
      return `(${[type.keyspace, hex(type.name), ...printed].join(',')})`;
    }
    default:
      return '';
  }
}

const hex = (text: string): string =>
  utf8Bytes(text)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
