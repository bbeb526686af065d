import { isIPv4 } from 'node:net';
import type { Type } from './types.ts';

/**
 * A stored value: texts, uuids, addresses, dates (`2016-10-04`), times of day, blobs (`0x…`), decimals and durations as texts,
 * integers as bigint, instants as milliseconds, `float` and `double` as numbers, collections, tuples and user types as lists of their
 * parts (a map's are pairs).
 */
export type Value = string | number | bigint | boolean | null | readonly Value[];

export type Row = ReadonlyMap<string, Value>;

const INTEGERS: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'int', 'bigint', 'varint', 'counter']);

/** The value as a constant of CQL. */
export function literalOf(value: Value, type: Type): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'native':
      return nativeLiteral(value, type.name);
    case 'list':
      return `[${parts(value, () => type.element).join(', ')}]`;
    case 'set':
      return `{${parts(value, () => type.element).join(', ')}}`;
    case 'map': {
      const entries = (value as readonly (readonly [Value, Value])[]).map(
        ([key, one]) => `${literalOf(key, type.key)}: ${literalOf(one, type.value)}`,
      );
      return `{${entries.join(', ')}}`;
    }
    case 'tuple':
      return `(${parts(value, (index) => type.items[index]!).join(', ')})`;
    case 'user': {
      const fields = (value as readonly Value[]).map(
        (one, index) => `${type.fields[index]!.name}: ${literalOf(one, type.fields[index]!.type)}`,
      );
      return `{${fields.join(', ')}}`;
    }
  }
}

const parts = (value: Value, typeOf: (index: number) => Type): readonly string[] =>
  (value as readonly Value[]).map((one, index) => literalOf(one, typeOf(index)));

function nativeLiteral(value: Value, name: string): string {
  if (name === 'timestamp') return `'${timestampText(Number(value))}'`;
  if (TEXTS.has(name)) return `'${String(value).replaceAll("'", "''")}'`;
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return 'NaN';
    return Object.is(value, -0) ? '-0.0' : String(value);
  }
  return String(value);
}

const timestampText = (instant: number): string =>
  new Date(instant).toISOString().replace('T', ' ').replace('Z', '+0000');

const TEXTS: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii', 'date', 'time', 'inet']);

/** The value as JSON of CQL: what JSON has no numbers for is a text, as are keys of maps. */
export function jsonText(value: Value, type: Type): string {
  if (value === null) return 'null';
  const all = (typeOf: (index: number) => Type): readonly string[] =>
    (value as readonly Value[]).map((one, index) => jsonText(one, typeOf(index)));
  switch (type.kind) {
    case 'native':
      if (type.name === 'timestamp') return JSON.stringify(timestampText(Number(value)));
      return typeof value === 'string' || type.name === 'varint' ? JSON.stringify(String(value)) : String(value);
    case 'list':
    case 'set':
      return `[${all(() => type.element).join(', ')}]`;
    case 'map': {
      const entries = (value as readonly (readonly [Value, Value])[]).map(([key, one]) => {
        const name = jsonText(key, type.key);
        return `${name.startsWith('"') ? name : JSON.stringify(name)}: ${jsonText(one, type.value)}`;
      });
      return `{${entries.join(', ')}}`;
    }
    case 'tuple':
      return `[${all((index) => type.items[index]!).join(', ')}]`;
    case 'user': {
      const fields = all((index) => type.fields[index]!.type);
      return `{${fields.map((one, index) => `${JSON.stringify(type.fields[index]!.name)}: ${one}`).join(', ')}}`;
    }
  }
}

/** One text for values that are one value to Cassandra; for keys of maps and comparing rows. */
export function canonical(value: Value): string {
  if (value === null) return '-';
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return Object.is(value, -0) ? 'n-0' : `n${value}`;
  if (typeof value === 'object') return `(${value.map(canonical).join(',')})`;
  return JSON.stringify(value);
}

/** The order in which Cassandra sorts two values of a type; null first. */
export function compare(a: Value, b: Value, type: Type): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  switch (type.kind) {
    case 'native':
      return compareNative(a, b, type.name);
    case 'list':
    case 'set':
      return compareParts(a as readonly Value[], b as readonly Value[], () => type.element);
    case 'map':
      return compareParts((a as readonly Value[]).flat(), (b as readonly Value[]).flat(), (index) =>
        index % 2 === 0 ? type.key : type.value,
      );
    case 'tuple':
      return compareParts(a as readonly Value[], b as readonly Value[], (index) => type.items[index]!);
    case 'user':
      return compareParts(a as readonly Value[], b as readonly Value[], (index) => type.fields[index]!.type);
  }
}

function compareParts(a: readonly Value[], b: readonly Value[], typeOf: (index: number) => Type): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compare(a[index]!, b[index]!, typeOf(index));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareNative(a: Value, b: Value, name: string): number {
  if (INTEGERS.has(name)) return sign(BigInt(a as bigint), BigInt(b as bigint));
  if (name === 'decimal') return compareDecimals(String(a), String(b));
  if (name === 'timestamp') return sign(Number(a), Number(b));
  if (name === 'float' || name === 'double') return compareFloats(Number(a), Number(b));
  if (name === 'boolean') return Number(a) - Number(b);
  if (name === 'uuid' || name === 'timeuuid') return compareUuids(String(a), String(b), name);
  if (name === 'inet') return Buffer.compare(addressBytes(String(a)), addressBytes(String(b)));
  if (name === 'date') return sign(Date.parse(String(a)), Date.parse(String(b)));
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

const sign = <T extends bigint | number | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** As Java's `Double.compare`: NaN last, -0.0 before 0.0. */
function compareFloats(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === 0 && b === 0 ? Number(Object.is(b, -0)) - Number(Object.is(a, -0)) : sign(a, b);
}

function compareDecimals(a: string, b: string): number {
  const [left, right] = [scaled(a), scaled(b)];
  const scale = Math.max(left.scale, right.scale);
  return sign(left.digits * 10n ** BigInt(scale - left.scale), right.digits * 10n ** BigInt(scale - right.scale));
}

function scaled(text: string): { readonly digits: bigint; readonly scale: number } {
  const [, mantissa = '0', exponent = '0'] = /^([^eE]+)(?:[eE](.+))?$/.exec(text)!;
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** UUIDType: by version, version 1 by its time; TimeUUIDType: by time, then by signed bytes. */
function compareUuids(a: string, b: string, name: string): number {
  const version = sign(a[14]!, b[14]!);
  if (version !== 0) return version;
  if (a[14] !== '1') return sign(a, b);
  const time = sign(ticksOf(a), ticksOf(b));
  if (time !== 0) return time;
  const rest = (text: string): Buffer => {
    const bytes = Buffer.from(text.slice(19).replace('-', ''), 'hex');
    return name === 'timeuuid' ? (bytes.map((byte) => byte ^ 0x80) as Buffer) : bytes;
  };
  return Buffer.compare(rest(a), rest(b));
}

/** The 100 ns since 1582 of a version 1 uuid. */
const ticksOf = (text: string): bigint => BigInt(`0x${text.slice(15, 18)}${text.slice(9, 13)}${text.slice(0, 8)}`);

/** The instant in a version 1 uuid, in milliseconds. */
export const instantOfUuid = (text: string): number => Number(ticksOf(text) / 10_000n - 12_219_292_800_000n);

function addressBytes(text: string): Buffer {
  if (isIPv4(text)) return Buffer.from(text.split('.').map(Number));
  const [head = '', tail] = text.split('::');
  const groups = (part: string | undefined): string[] => (part === undefined || part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(tail)];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.from([...left, ...middle, ...right].map((one) => one.padStart(4, '0')).join(''), 'hex');
}
