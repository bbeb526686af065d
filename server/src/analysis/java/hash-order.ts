import type { QualifiedName } from '../../syntax/ast.ts';
import { utf8Bytes } from './bytes.ts';

/** Keys in the order in which a Java HashMap of that capacity gives them. */
export const inHashOrder = (keys: Iterable<string>, capacity = 16): readonly string[] =>
  inBuckets([...keys], hashOf, capacity);

/** Things in the order of a HashMap whose keys are the bytes of their names: columns, fields, identifiers. */
export const namedInHashOrder = <T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] =>
  inBuckets(items, (item) => hashOfBytes(nameOf(item)), 16);

/** Names of columns in the order of a HashSet of identifiers. */
export const identifiersInHashOrder = (names: Iterable<string>): readonly string[] =>
  namedInHashOrder([...names], (name) => name);

/** Names that may have a keyspace in the order of a HashSet of them (`QualifiedName.hashCode`). */
export const qualifiedInHashOrder = (names: readonly QualifiedName[]): readonly QualifiedName[] =>
  inBuckets(
    names,
    ({ keyspace, name }) =>
      (Math.imul(31, 31 + (keyspace === undefined ? 0 : hashOf(keyspace.name))) + hashOf(name.name)) | 0,
    16,
  );

/** The capacity of a HashMap that is made as a copy of another with so many entries. */
export function capacityOfCopy(entries: number): number {
  let capacity = 1;
  while (capacity < Math.floor(entries / 0.75 + 1)) capacity *= 2;
  return capacity;
}

/** `String.hashCode`. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(31, hash) + text.charCodeAt(at)) | 0;
  return hash;
}

/** `ByteBuffer.hashCode`, whose bytes have signs. */
function hashOfBytes(text: string): number {
  const bytes = utf8Bytes(text);
  let hash = 1;
  for (let at = bytes.length - 1; at >= 0; at--) hash = (Math.imul(31, hash) + ((bytes[at]! << 24) >> 24)) | 0;
  return hash;
}

/** The map grows to twice its size when it is three quarters full; what shares a bucket stays in the order in which it came. */
function inBuckets<K>(list: readonly K[], hash: (key: K) => number, capacity: number): readonly K[] {
  let size = capacity;
  while (list.length > size * 0.75) size *= 2;
  const bucketOf = (key: K): number => {
    const code = hash(key);
    return (code ^ (code >>> 16)) & (size - 1);
  };
  return list
    .map((key, position) => ({ key, position, bucket: bucketOf(key) }))
    .toSorted((a, b) => a.bucket - b.bucket || a.position - b.position)
    .map(({ key }) => key);
}
