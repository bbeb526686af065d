import type { TypeRef } from '../syntax/ast.ts';
import { parseMarshal } from './marshal.ts';
import type { Catalog, CqlType, UserType } from './model.ts';
import { printName } from './names.ts';
import { type CassandraRelease, existsIn } from '../text/release.ts';

export const UNKNOWN: CqlType = { kind: 'unknown' };

/**
 * What a written type stands for in a statement on `keyspace`.
 *
 * User types are taken by name, declared or not: their fields are looked up when they are needed. `frozen` goes down through
 * collections and user types, a tuple freezes what it holds, a vector does not (`CQL3Type.Raw.freeze`).
 */
export function resolveType(ref: TypeRef, keyspace: string): CqlType {
  return resolve(ref, keyspace, false);
}

/** A type as Cassandra prints it: `text` for varchar, `frozen<…>` around tuples too (`CQL3Type.toString`). */
export function printType(type: CqlType, release: CassandraRelease = '5.0'): string {
  switch (type.kind) {
    case 'native':
      return type.name;
    case 'list':
    case 'set':
      return frozenIf(type.frozen, `${type.kind}<${printType(type.element, release)}>`);
    case 'map':
      return frozenIf(type.frozen, `map<${printType(type.key, release)}, ${printType(type.value, release)}>`);
    case 'tuple':
      return `frozen<tuple<${type.items.map((item) => printType(item, release)).join(', ')}>>`;
    case 'vector':
      return `vector<${printType(type.element, release)}, ${type.dimension ?? '?'}>`;
    case 'user':
      return frozenIf(type.frozen, printName(type.name, release));
    case 'custom':
      return isLegacyDate(type) ? 'timestamp' : `'${type.className}'`;
    case 'unknown':
      return '?';
  }
}

/** A type as a person writes it: as `printType`, without the `frozen` of what is frozen anyway. */
export const writeType = (type: CqlType, release: CassandraRelease = '5.0'): string => write(type, false, release);

/** Whether two types are the same, frozen or not included; what is unknown equals nothing. */
export function sameType(a: CqlType, b: CqlType): boolean {
  switch (a.kind) {
    case 'native':
      return b.kind === 'native' && a.name === b.name;
    case 'list':
    case 'set':
      return b.kind === a.kind && a.frozen === b.frozen && sameType(a.element, b.element);
    case 'map':
      return b.kind === 'map' && a.frozen === b.frozen && sameType(a.key, b.key) && sameType(a.value, b.value);
    case 'tuple':
      return (
        b.kind === 'tuple' &&
        a.items.length === b.items.length &&
        a.items.every((item, index) => sameType(item, b.items[index] ?? UNKNOWN))
      );
    case 'vector':
      return (
        b.kind === 'vector' &&
        a.dimension !== undefined &&
        a.dimension === b.dimension &&
        sameType(a.element, b.element)
      );
    case 'user':
      return b.kind === 'user' && a.frozen === b.frozen && a.keyspace === b.keyspace && a.name === b.name;
    case 'custom':
      return b.kind === 'custom' && a.className === b.className;
    case 'unknown':
      return false;
  }
}

/** The same type, frozen with all that it holds; what is frozen stays as it is, though a class in quotes in it may not be. */
export function freeze(type: CqlType): CqlType {
  if ('frozen' in type && type.frozen) return type;
  switch (type.kind) {
    case 'list':
    case 'set':
      return { ...type, element: freeze(type.element), frozen: true };
    case 'map':
      return { ...type, key: freeze(type.key), value: freeze(type.value), frozen: true };
    case 'user':
      return { ...type, frozen: true };
    default:
      return type;
  }
}

/** Only the type itself frozen; what a class in quotes holds may still not be. */
export const frozenHere = (type: CqlType): CqlType =>
  'frozen' in type && !type.frozen ? { ...type, frozen: true } : type;

export const isNative = (type: CqlType, name: string): boolean => type.kind === 'native' && type.name === name;

/** `DateType`, what timestamps were of before `TimestampType`. */
export const isLegacyDate = (type: CqlType): boolean =>
  type.kind === 'custom' && type.className === 'org.apache.cassandra.db.marshal.DateType';

/** `LexicalUUIDType`, which CQL has no word for. */
export const isLexicalUuid = (type: CqlType): boolean =>
  type.kind === 'custom' && type.className === 'org.apache.cassandra.db.marshal.LexicalUUIDType';

export const isCounter = (type: CqlType): boolean => isNative(type, 'counter');

export const isCollection = (type: CqlType): boolean =>
  type.kind === 'list' || type.kind === 'set' || type.kind === 'map';

/** Stored in several cells: a collection or a user type that is not frozen (`AbstractType.isMultiCell`). */
export const isMultiCell = (type: CqlType): boolean =>
  (type.kind === 'list' || type.kind === 'set' || type.kind === 'map' || type.kind === 'user') && !type.frozen;

/** The types directly inside a type; the fields of a user type are not among them. */
export function subTypes(type: CqlType): readonly CqlType[] {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'vector':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'tuple':
      return type.items;
    default:
      return [];
  }
}

/** The type with what it directly holds changed. */
export function mapParts(type: CqlType, change: (part: CqlType) => CqlType): CqlType {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'vector':
      return { ...type, element: change(type.element) };
    case 'map':
      return { ...type, key: change(type.key), value: change(type.value) };
    case 'tuple':
      return { ...type, items: type.items.map(change) };
    default:
      return type;
  }
}

/**
 * Whether the server sees a duration in it, the fields of user types included: it does not look into the keys of maps,
 * into sets and vectors since 6.0 only (`AbstractType.referencesDuration`).
 */
export const containsDuration = (type: CqlType, catalog: Catalog, release: CassandraRelease): boolean =>
  holds(
    type,
    catalog,
    (part) => isNative(part, 'duration'),
    (part) => partsWithDurations(part, existsIn(release, { since: '6.0' })),
  );

function partsWithDurations(type: CqlType, inSets: boolean): readonly CqlType[] {
  switch (type.kind) {
    case 'list':
      return [type.element];
    case 'set':
    case 'vector':
      return inSets ? [type.element] : [];
    case 'map':
      return [type.value];
    case 'tuple':
      return type.items;
    default:
      return [];
  }
}

/**
 * Whether a decimal is in it anywhere: 1.0 and 1.00 are equal where types are compared (filters, clustering columns), but two keys of
 * partitions (`DecimalType.compareCustom`).
 */
export const containsDecimal = (type: CqlType, catalog: Catalog): boolean =>
  holds(type, catalog, (part) => isNative(part, 'decimal'));

/** Equal values of the type have equal bytes, as far as can be told. */
export const hasOneForm = (type: CqlType, catalog: Catalog): boolean =>
  !containsDecimal(type, catalog) &&
  !containsUnknown(type, catalog) &&
  !holds(type, catalog, (part) => part.kind === 'custom');

/** Whether a placeholder, or a user type that is not declared, is in it anywhere. */
export const containsUnknown = (type: CqlType, catalog: Catalog): boolean =>
  type.kind !== 'native' &&
  holds(
    type,
    catalog,
    (part) =>
      part.kind === 'unknown' ||
      (part.kind === 'vector' && part.dimension === undefined) ||
      (part.kind === 'user' && userType(part, catalog) === undefined),
  );

/** Whether the user type is in it anywhere, also by way of other user types. */
export const referencesUserType = (type: CqlType, keyspace: string, name: string, catalog: Catalog): boolean =>
  holds(type, catalog, (part) => part.kind === 'user' && part.keyspace === keyspace && part.name === name);

/** The declaration of a user type. */
export function userType(type: CqlType, catalog: Catalog): UserType | undefined {
  if (type.kind !== 'user') return undefined;
  const declared = catalog.keyspace(type.keyspace)?.types.get(type.name);
  if (type.fields === undefined) return declared;
  const { keyspace, name, fields } = type;
  return { ...(declared ?? { keyspace, name, partial: false }), fields };
}

/** The names of the user types written in a type, without those that come in by their fields. */
export function userTypesIn(type: CqlType): readonly string[] {
  return type.kind === 'user' ? [type.name] : subTypes(type).flatMap(userTypesIn);
}

/** `EmptyType` is written in it, whose name is no type of CQL. */
export const mentionsEmpty = (type: CqlType): boolean => isNative(type, 'empty') || subTypes(type).some(mentionsEmpty);

/** Whether a part of the type, itself included, passes the test; cyclic user types come to an end. */
function holds(
  root: CqlType,
  catalog: Catalog,
  test: (part: CqlType) => boolean,
  partsOf: (type: CqlType) => readonly CqlType[] = subTypes,
): boolean {
  // Most types have no parts.
  if (root.kind === 'native') return test(root);
  let seen: Set<string> | undefined;
  const pending: CqlType[] = [root];
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    if (test(type)) return true;
    pending.push(...partsOf(type));
    if (type.kind !== 'user' || seen?.has(`${type.keyspace}.${type.name}`)) continue;
    seen ??= new Set();
    seen.add(`${type.keyspace}.${type.name}`);
    pending.push(...(userType(type, catalog)?.fields.values() ?? []));
  }
  return false;
}

function write(type: CqlType, within: boolean, release: CassandraRelease): string {
  const inside = (part: CqlType, frozen: boolean): string => write(part, within || frozen, release);
  switch (type.kind) {
    case 'list':
    case 'set':
      return frozenIf(type.frozen && !within, `${type.kind}<${inside(type.element, type.frozen)}>`);
    case 'map':
      return frozenIf(
        type.frozen && !within,
        `map<${inside(type.key, type.frozen)}, ${inside(type.value, type.frozen)}>`,
      );
    case 'tuple':
      return `tuple<${type.items.map((item) => inside(item, true)).join(', ')}>`;
    case 'vector':
      return `vector<${write(type.element, false, release)}, ${type.dimension ?? '?'}>`;
    case 'user':
      return frozenIf(type.frozen && !within, printName(type.name, release));
    default:
      return printType(type, release);
  }
}

const frozenIf = (frozen: boolean, text: string): string => (frozen ? `frozen<${text}>` : text);

function resolve(ref: TypeRef, keyspace: string, frozen: boolean): CqlType {
  switch (ref.kind) {
    case 'native':
      return { kind: 'native', name: ref.name === 'varchar' ? 'text' : ref.name };
    case 'custom':
      return parseMarshal(ref.className);
    case 'frozen': {
      const [inner] = ref.arguments;
      return inner === undefined ? UNKNOWN : resolve(inner, keyspace, true);
    }
    case 'list':
    case 'set': {
      const [element] = ref.arguments;
      return { kind: ref.kind, element: element === undefined ? UNKNOWN : resolve(element, keyspace, frozen), frozen };
    }
    case 'map': {
      const [key, value] = ref.arguments;
      return {
        kind: 'map',
        key: key === undefined ? UNKNOWN : resolve(key, keyspace, frozen),
        value: value === undefined ? UNKNOWN : resolve(value, keyspace, frozen),
        frozen,
      };
    }
    case 'tuple':
      return { kind: 'tuple', items: ref.arguments.map((item) => frozenHere(resolve(item, keyspace, true))) };
    case 'vector': {
      const [element] = ref.arguments;
      return {
        kind: 'vector',
        element: element === undefined ? UNKNOWN : resolve(element, keyspace, false),
        dimension: ref.dimension,
      };
    }
    case 'user':
      return { kind: 'user', keyspace: ref.type.keyspace?.name ?? keyspace, name: ref.type.name.name, frozen };
    case 'unknown':
      return UNKNOWN;
  }
}
