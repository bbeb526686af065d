import { compareBytes } from '../../java/bytes.ts';
import { compareValues } from './collections.ts';
import { momentsApart } from './moments.ts';
import { type KeyedPart, isNullable, isUnique, type KeyType, type Parts, type Value } from './value.ts';

/** Whether two values of one type are different for certain, whatever is not known of them. */
export function areApart(a: Value, b: Value): boolean {
  if (a.kind === 'known' && b.kind === 'known') return compareBytes(a.bytes, b.bytes) !== 0;
  if (a.kind === 'null' || b.kind === 'null') return !isNullable(a.kind === 'null' ? b : a);
  if (isUnique(a) || isUnique(b) || momentsApart(a, b)) return true;
  return a.parts !== undefined && b.parts !== undefined && partsApart(a.parts, b.parts);
}

function partsApart(a: Parts, b: Parts): boolean {
  if (a.kind === 'sequence' && b.kind === 'sequence') {
    if (a.values.length !== b.values.length) return true;
    return a.values.some((value, at) => areApart(value, b.values[at] ?? value));
  }
  if (a.kind === 'sequence' || b.kind === 'sequence') return false;
  return lacks(a.entries, b.entries, a.keys) || lacks(b.entries, a.entries, a.keys);
}

/** One of the entries is none of the others; of two values for one key either may be kept. */
const lacks = (entries: readonly KeyedPart[], others: readonly KeyedPart[], keys: KeyType): boolean =>
  entries.some(
    (entry, at) =>
      others.every((other) => keysApart(entry.key, other.key, keys) || valuesApart(entry, other)) &&
      (entry.value === undefined ||
        entries.every((other, place) => place === at || keysApart(entry.key, other.key, keys))),
  );

/** Equal keys of some types may be of other bytes. */
function keysApart(a: Value, b: Value, { type, hasOneForm }: KeyType): boolean {
  if (hasOneForm) return areApart(a, b);
  return a.kind === 'known' && b.kind === 'known' && (compareValues(a.bytes, b.bytes, type) ?? 0) !== 0;
}

const valuesApart = (one: KeyedPart, other: KeyedPart): boolean =>
  one.value !== undefined && other.value !== undefined && areApart(one.value, other.value);
