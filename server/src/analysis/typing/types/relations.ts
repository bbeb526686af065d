import { compositeParts, dynamicParts } from '../../../catalog/marshal.ts';
import type { Catalog, CqlType } from '../../../catalog/model.ts';
import {
  freeze,
  isCollection,
  isLegacyDate,
  isLexicalUuid,
  isMultiCell,
  isNative,
  sameType,
  subTypes,
  userType,
} from '../../../catalog/types.ts';

/** Whether values of `given` can be read as `receiver`'s (`isValueCompatibleWith`): all that assignment of function results asks. */
export function readsAs(receiver: CqlType, given: CqlType, catalog: Catalog): boolean {
  switch (receiver.kind) {
    case 'native':
      return nativeReadsAs(receiver.name, given);
    case 'list':
      return isMultiCell(receiver) || given.kind !== 'list'
        ? comparesAs(receiver, given, catalog)
        : given.frozen && elementReadsAs(receiver.element, given.element, catalog);
    case 'map':
      return isMultiCell(receiver) || given.kind !== 'map'
        ? comparesAs(receiver, given, catalog)
        : given.frozen && comparesAs(receiver.key, given.key, catalog) && readsAs(receiver.value, given.value, catalog);
    case 'tuple':
      return tupleReadsAs(receiver, given, catalog);
    case 'user':
      return userReadsAs(receiver, given, catalog);
    default:
      return isLegacyDate(receiver)
        ? nativeReadsAs('timestamp', given)
        : compositeStartsLike(receiver, given, (a, b) => readsAs(a, b, catalog)) ||
            comparesAs(receiver, given, catalog);
  }
}

/** Composites go together by their parts (`CompositeType`), dynamic ones where none of their aliases is missing. */
function compositeStartsLike(receiver: CqlType, given: CqlType, fits: (a: CqlType, b: CqlType) => boolean): boolean {
  if (receiver.kind !== 'custom' || given.kind !== 'custom') return false;
  const [mine, items] = [compositeParts(receiver.className), compositeParts(given.className)];
  if (mine !== undefined && items !== undefined) return startsLike(mine, items, fits);
  const [aliases, others] = [dynamicParts(receiver.className), dynamicParts(given.className)];
  return aliases !== undefined && others?.every((other) => aliases.includes(other)) === true;
}

/** In a frozen list the server takes a user type for the tuple of its fields (`ListType.isValueCompatibleWithFrozen`). */
const elementReadsAs = (receiver: CqlType, given: CqlType, catalog: Catalog): boolean =>
  receiver.kind === 'user' ? tupleReadsAs(receiver, given, catalog) : readsAs(receiver, given, catalog);

function tupleReadsAs(receiver: CqlType, given: CqlType, catalog: Catalog): boolean {
  const [mine, items] = [itemsOf(receiver, catalog), itemsOf(given, catalog)];
  return mine !== undefined && items !== undefined && startsLike(mine, items, (a, b) => readsAs(a, b, catalog));
}

/** Whether values of `given` also sort the same way as `receiver`'s (`isCompatibleWith`). */
export function comparesAs(receiver: CqlType, given: CqlType, catalog: Catalog): boolean {
  switch (receiver.kind) {
    case 'native':
      return (
        sameType(receiver, given) ||
        (SORTS_LIKE.get(receiver.name) ?? []).some((name) => isNative(given, name)) ||
        (receiver.name === 'timestamp' && isLegacyDate(given))
      );
    case 'list':
      if (given.kind !== 'list' || given.frozen !== receiver.frozen) return false;
      return receiver.frozen
        ? comparesAs(receiver.element, given.element, catalog)
        : serializesAs(receiver.element, given.element, catalog);
    case 'set':
      return (
        given.kind === 'set' && given.frozen === receiver.frozen && comparesAs(receiver.element, given.element, catalog)
      );
    case 'map':
      if (given.kind !== 'map' || given.frozen !== receiver.frozen || !comparesAs(receiver.key, given.key, catalog))
        return false;
      return receiver.frozen
        ? comparesAs(receiver.value, given.value, catalog)
        : serializesAs(receiver.value, given.value, catalog);
    case 'tuple':
    case 'user': {
      const mine = itemsOf(receiver, catalog);
      const items = itemsOf(given, catalog);
      return mine !== undefined && items !== undefined && startsLike(mine, items, (a, b) => comparesAs(a, b, catalog));
    }
    default:
      return (
        sameType(receiver, given) ||
        (isLegacyDate(receiver) && isNative(given, 'timestamp')) ||
        compositeStartsLike(receiver, given, (a, b) => comparesAs(a, b, catalog))
      );
  }
}

/** How well something of type `given` fits a receiver (`AbstractType.testAssignment`): frozen or not makes no difference. */
export function fitOf(given: CqlType, receiver: CqlType, catalog: Catalog): 'exact' | 'weak' | 'not' {
  if (sameType(given, receiver)) return 'exact';
  const freezable = isCollection(given) || given.kind === 'user';
  const target = freezable && !isMultiCell(given) ? freeze(receiver) : receiver;
  if (target !== receiver && sameType(given, target)) return 'exact';
  return readsAs(target, given, catalog) ? 'weak' : 'not';
}

const READS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bigint', ['timestamp']],
  ['varint', ['int', 'bigint', 'timestamp']],
  ['date', ['int']],
  ['time', ['bigint']],
  ['timestamp', ['bigint']],
  ['uuid', ['timeuuid']],
  ['text', ['ascii']],
]);

const SORTS_LIKE: ReadonlyMap<string, readonly string[]> = new Map([
  ['blob', ['ascii', 'text']],
  ['text', ['ascii']],
]);

function nativeReadsAs(receiver: string, given: CqlType): boolean {
  if (receiver === 'uuid' && given.kind === 'native' && given.legacy === true) return false;
  return (
    receiver === 'blob' ||
    holdsAs(receiver, given) ||
    READS.get(receiver)?.some((name) => holdsAs(name, given)) === true
  );
}

const holdsAs = (name: string, given: CqlType): boolean =>
  isNative(given, name) || (name === 'timestamp' && isLegacyDate(given));

const FIXED_LENGTH: ReadonlyMap<string, number> = new Map([
  ['empty', 0],
  ['boolean', 1],
  ['int', 4],
  ['float', 4],
  ['bigint', 8],
  ['double', 8],
  ['timestamp', 8],
  ['uuid', 16],
  ['timeuuid', 16],
]);

function lengthOf(type: CqlType): number | undefined {
  if (type.kind === 'native') return FIXED_LENGTH.get(type.name);
  if (isLegacyDate(type)) return FIXED_LENGTH.get('timestamp');
  if (isLexicalUuid(type)) return FIXED_LENGTH.get('uuid');
  if (type.kind !== 'vector' || type.dimension === undefined) return undefined;
  const element = lengthOf(type.element);
  return element === undefined ? undefined : element * type.dimension;
}

/** Whether cells of `given` can be read as those of `receiver` (`isSerializationCompatibleWith`). */
export const serializesAs = (receiver: CqlType, given: CqlType, catalog: Catalog): boolean =>
  readsAs(receiver, given, catalog) &&
  lengthOf(receiver) === lengthOf(given) &&
  isMultiCell(receiver) === isMultiCell(given) &&
  valuesSerializeAs(receiver, given, catalog);

function valuesSerializeAs(receiver: CqlType, given: CqlType, catalog: Catalog): boolean {
  if (receiver.kind === 'list' && given.kind === 'list') return serializesAs(receiver.element, given.element, catalog);
  if (receiver.kind === 'map' && given.kind === 'map') return serializesAs(receiver.value, given.value, catalog);
  return true;
}

/**
 * Whether the user types in a type's vectors have the fields that those of a dropped column had: to vectors, fields are part of a user
 * type. User types that hold very much, or themselves, are not followed.
 */
export function hasFieldsAsDropped(type: CqlType, dropped: CqlType, catalog: Catalog): boolean {
  let parts = 0;
  return same(type, dropped, false);

  function same(now: CqlType, then: CqlType, inVector: boolean): boolean {
    if (++parts > MOST_PARTS) return true;
    if (inVector && now.kind === 'user') {
      const [mine, its] = [userType(now, catalog), userType(then, catalog)];
      if (mine === undefined || its === undefined || mine.partial) return true;
      const fields = [...its.fields];
      return mine.fields.size === fields.length && [...mine.fields].every((field, at) => sameField(field, fields[at]!));
    }
    const items = subTypes(then);
    return subTypes(now).every((item, at) => {
      const other = items[at];
      return other === undefined || same(item, other, inVector || now.kind === 'vector');
    });
  }

  function sameField([name, now]: Field, [nameThen, then]: Field): boolean {
    return name === nameThen && sameType(now, then) && same(now, then, true);
  }
}

type Field = readonly [name: string, type: CqlType];

const MOST_PARTS = 1000;

function userReadsAs(receiver: CqlType, given: CqlType, catalog: Catalog): boolean {
  if (sameType(receiver, given)) return true;
  if (receiver.kind !== 'user' || given.kind !== 'user') return false;
  if (receiver.frozen !== given.frozen || receiver.keyspace !== given.keyspace) return false;
  const mine = itemsOf(receiver, catalog);
  const items = itemsOf(given, catalog);
  return mine !== undefined && items !== undefined && startsLike(mine, items, (a, b) => comparesAs(a, b, catalog));
}

/** The components of a tuple, or the fields of a user type, which is a tuple to the server. */
function itemsOf(type: CqlType, catalog: Catalog): readonly CqlType[] | undefined {
  if (type.kind === 'tuple') return type.items;
  const declaration = userType(type, catalog);
  return declaration === undefined ? undefined : [...declaration.fields.values()];
}

/** More components may follow in the longer one. */
const startsLike = (
  longer: readonly CqlType[],
  shorter: readonly CqlType[],
  fits: (a: CqlType, b: CqlType) => boolean,
): boolean =>
  longer.length >= shorter.length &&
  shorter.every((item, index) => {
    const mine = longer[index];
    return mine !== undefined && fits(mine, item);
  });
