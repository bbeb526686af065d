import type { CqlType } from '../../../catalog/model.ts';
import { type Bytes, compareBytes, integerBytes, joined, readFloating, readInteger } from '../../java/bytes.ts';
import { compareDecimals, type Num, readNumber } from './numbers.ts';
import { type KeyType, type Known, known, made, type Parts, type Value } from './value.ts';

/** A list of values, none of them null. */
export const listOf = (items: readonly Value[]): Value => {
  const parts: Parts = { kind: 'sequence', values: items };
  const bytes = bytesOfAll(items);
  return bytes === undefined ? made(parts) : known([...integerBytes(BigInt(bytes.length), 4), ...joined(bytes)], parts);
};

/** A set holds each value once, in order. */
export function setOf(items: readonly Value[], keys: KeyType): Value {
  const parts: Parts = { kind: 'entries', keys, entries: items.map((key) => ({ key })) };
  const bytes = bytesOfAll(items);
  const sorted =
    bytes === undefined
      ? undefined
      : inOrder(
          bytes.map((key) => ({ key })),
          keys,
        );
  if (sorted === undefined) return made(parts);
  return known([...integerBytes(BigInt(sorted.length), 4), ...joined(sorted.map(({ key }) => key))], parts);
}

/** Of two values for one key the server keeps the first or the last, as chance has it. */
export function mapOf(entries: readonly (readonly [Value, Value])[], keyType: KeyType): Value {
  const parts: Parts = { kind: 'entries', keys: keyType, entries: entries.map(([key, value]) => ({ key, value })) };
  const keys = bytesOfAll(entries.map(([key]) => key));
  const values = bytesOfAll(entries.map(([, value]) => value));
  if (keys === undefined || values === undefined) return made(parts);
  const sorted = inOrder(
    keys.map((key, at) => ({ key, value: values[at] })),
    keyType,
  );
  if (sorted === undefined) return made(parts);
  const bytes = sorted.flatMap(({ key, value }) => [key, value]);
  return known([...integerBytes(BigInt(sorted.length), 4), ...joined(bytes)], parts);
}

/** Tuples and user types: components may be null. */
export function tupleOf(items: readonly Value[]): Value {
  const parts: Parts = { kind: 'sequence', values: items };
  if (items.some(({ kind }) => kind === 'open')) return made(parts);
  return known(joined(items.map((item) => (item.kind === 'known' ? item.bytes : undefined))), parts);
}

export function vectorOf(items: readonly Value[], element: CqlType): Value {
  const bytes = bytesOfAll(items);
  const fixed = element.kind === 'native' && FIXED.has(element.name);
  return bytes === undefined || !fixed ? made({ kind: 'sequence', values: items }) : known(bytes.flat());
}

/** How two values of a type sort; `undefined` where that cannot be told. */
export function compareValues(a: Bytes, b: Bytes, type: CqlType): number | undefined {
  if (compareBytes(a, b) === 0) return 0;
  if (type.kind === 'list' || type.kind === 'set') return compareItems(a, b, [type.element]);
  if (type.kind === 'map') return compareItems(a, b, [type.key, type.value]);
  if (type.kind !== 'native') return undefined;
  if (BYTEWISE.has(type.name)) return compareBytes(a, b);
  if (a.length === 0 || b.length === 0) return a.length - b.length;
  if (WHOLE.has(type.name)) return Math.sign(Number(readInteger(a) - readInteger(b)));
  if (type.name === 'double' || type.name === 'float') return compareFloating(readFloating(a), readFloating(b));
  if (type.name === 'decimal') return compareNumbers(readNumber('decimal', a), readNumber('decimal', b));
  if (type.name === 'uuid') return compareIds(a, b);
  if (type.name === 'timeuuid') return compareBytes(timeBefore(a), timeBefore(b)) || compareBytes(signed(a), signed(b));
  return compareBytes(a, b) === 0 ? 0 : undefined;
}

/** Item by item, of types that take turns, then by their number (`ListType.compareListOrSet`, `MapType.compareMaps`). */
function compareItems(a: Bytes, b: Bytes, types: readonly CqlType[]): number | undefined {
  if (a.length === 0 || b.length === 0) return a.length - b.length;
  const [one, other] = [itemsOf(a), itemsOf(b)];
  for (const [at, item] of one.entries()) {
    const [beside, type] = [other[at], types[at % types.length]];
    if (beside === undefined || type === undefined) break;
    const order = compareValues(item, beside, type);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** What follows the number of items: each after its length. */
function itemsOf(bytes: Bytes): readonly Bytes[] {
  const items: Bytes[] = [];
  for (let at = 4; at < bytes.length;) {
    const length = Number(readInteger(bytes.slice(at, at + 4)));
    items.push(bytes.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return items;
}

const compareNumbers = (a: Num | undefined, b: Num | undefined): number | undefined =>
  a?.kind === 'decimal' && b?.kind === 'decimal' ? compareDecimals(a, b) : undefined;

/** By version, then by time where they hold one (`UUIDType.compareCustom`). */
function compareIds(a: Bytes, b: Bytes): number {
  const [one, other] = [versionOf(a), versionOf(b)];
  if (one !== other) return one - other;
  return (one === 1 ? compareBytes(timeBefore(a), timeBefore(b)) : 0) || compareBytes(a, b);
}

const versionOf = (bytes: Bytes): number => (bytes[6] ?? 0) >> 4;

/** The time of a UUID, its most significant part first. */
const timeBefore = (bytes: Bytes): Bytes => [...bytes.slice(6, 8), ...bytes.slice(4, 6), ...bytes.slice(0, 4)];

/** The rest, whose bytes are compared with their signs (`TimeUUIDType.compareCustom`). */
const signed = (bytes: Bytes): Bytes => bytes.slice(8).map((byte) => byte ^ 0x80);

const BYTEWISE: ReadonlySet<string> = new Set(['text', 'ascii', 'blob', 'boolean', 'date', 'inet', 'time']);
const WHOLE: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'int', 'bigint', 'varint', 'timestamp', 'counter']);
const FIXED: ReadonlySet<string> = new Set([
  'boolean',
  'int',
  'float',
  'bigint',
  'double',
  'timestamp',
  'uuid',
  'timeuuid',
]);

/** `Double.compare`: NaN is above all, and zero has two signs. */
function compareFloating(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  if (a === b) return Number(Object.is(b, -0)) - Number(Object.is(a, -0));
  return a < b ? -1 : 1;
}

const bytesOfAll = (values: readonly Value[]): readonly Bytes[] | undefined => {
  const given = values.filter((value): value is Known => value.kind === 'known');
  return given.length === values.length ? given.map(({ bytes }) => bytes) : undefined;
};

interface BytesOfEntry {
  readonly key: Bytes;
  readonly value?: Bytes | undefined;
}

function inOrder<T extends BytesOfEntry>(
  entries: readonly T[],
  { type, hasOneForm }: KeyType,
): readonly T[] | undefined {
  let sortable = true;
  const sorted = entries.toSorted((a, b) => {
    // Where the server's order is not known, any will do as long as equal collections have equal bytes.
    const order = compareValues(a.key, b.key, type) ?? (hasOneForm ? compareBytes(a.key, b.key) : undefined);
    // Of equal decimals of other digits the releases keep one or the other.
    sortable &&= order !== undefined && (order !== 0 || sameEntry(a, b));
    return order ?? 0;
  });
  if (!sortable) return undefined;
  return sorted.filter(({ key }, at) => {
    const next = sorted[at + 1];
    return next === undefined || compareValues(key, next.key, type) !== 0;
  });
}

const sameEntry = (a: BytesOfEntry, b: BytesOfEntry): boolean =>
  compareBytes(a.key, b.key) === 0 && compareBytes(a.value ?? [], b.value ?? []) === 0;
