import type { QualifiedName } from '../../syntax/ast.ts';
import { bytesOf } from '../values/empty-is-null.ts';

/** A number as Java prints a double: `2.0`, `0.01`, `6.71E-5`. */
export function printDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-Infinity' : 'Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** A text read as a Java int; `undefined` where it is none. */
export function parseInteger(text: string): number | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : undefined;
}

/** A text read as a Java long; `undefined` where it is none. */
export function parseLong(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,25}$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined;
}

/** A text read as a Java double (`Double.valueOf`); `undefined` where it is none. */
export function parseFloating(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(trimmed)) return Number(trimmed.replace(/[fFdD]$/, ''));
  const special = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  if (special !== null) return special[2] === 'NaN' ? Number.NaN : special[1] === '-' ? -Infinity : Infinity;
  const [, sign, whole = '', part = '', exponent = ''] =
    /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/.exec(trimmed) ?? [];
  if (sign === undefined || whole + part === '') return undefined;
  const digits = Number.parseInt(whole + part, 16);
  return (sign === '-' ? -digits : digits) * 2 ** (Number(exponent) - 4 * part.length);
}

/** Keys in the order in which a Java HashMap of that capacity gives them. */
export const inHashOrder = (keys: Iterable<string>, capacity = 16): readonly string[] =>
  inBuckets([...keys], hashOf, capacity);

/** Names of columns in the order of a HashSet of identifiers, which are hashed by their bytes. */
export const identifiersInHashOrder = (names: Iterable<string>): readonly string[] =>
  inBuckets([...names], hashOfBytes, 16);

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

/** A Java collection of texts as it is printed. */
export const printList = (items: Iterable<string>): string => `[${[...items].join(', ')}]`;

/** `String.hashCode`. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(31, hash) + text.charCodeAt(at)) | 0;
  return hash;
}

/** `ByteBuffer.hashCode`. */
function hashOfBytes(text: string): number {
  const bytes = bytesOf(text);
  let hash = 1;
  for (let at = bytes.length - 1; at >= 0; at--) hash = (Math.imul(31, hash) + ((bytes[at]! << 24) >> 24)) | 0;
  return hash;
}

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
