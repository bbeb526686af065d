import { type Base, columnNamed } from '../model.ts';
import type { Derived } from '../propose.ts';
import { elementsOf } from '../evaluate.ts';
import { canonical, instantOfUuid, type Row, type Value } from '../values.ts';

/** The row with its computed columns; several where it is spread over the elements of a collection, none where there are none. */
export function withDerived(row: Row, derived: readonly Derived[], base: Base): readonly Row[] {
  const spread = derived.filter((one) => ELEMENTS.has(one.function));
  const whole = new Map([
    ...row,
    ...derived.filter((one) => !spread.includes(one)).map((one) => [one.column, computed(one, row, base)] as const),
  ]);
  const [first] = spread;
  if (first === undefined) return [whole];
  const source = columnNamed(base, first.from[0]!);
  const value = row.get(source.name) ?? null;
  const entries: readonly (readonly Value[])[] =
    value === null
      ? []
      : source.type.kind === 'map'
        ? (value as readonly (readonly Value[])[])
        : elementsOf(value, source.type).map((one) => [one]);
  const rows = entries.map(
    (entry) =>
      new Map([...whole, ...spread.map((one) => [one.column, entry[one.function === 'map-value' ? 1 : 0]!] as const)]),
  );
  // Two elements that are alike are one row.
  const seen = new Set<string>();
  return rows.filter((one) => {
    const id = canonical(spread.map(({ column }) => one.get(column)!));
    return !seen.has(id) && seen.add(id);
  });
}

export const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

/** A computed column of a row, in UTC. */
export function computed(derived: Derived, row: Row, base: Base): Value {
  if (derived.function === 'constant') return derived.value ?? null;
  const values = derived.from.map((name) => row.get(name) ?? null);
  if (values.includes(null)) return null;
  const [value] = values;
  switch (derived.function) {
    case 'hash-bucket':
      return BigInt(hashOf(canonical(values)) % derived.count!);
    case 'copy':
    case 'sum':
      return value!;
    case 'prefix':
      return [...String(value)].slice(0, derived.length).join('');
    case 'reverse':
      return [...String(value)].toReversed().join('');
    case 'lower':
      return String(value).toLowerCase();
    case 'time-bucket': {
      const { type } = columnNamed(base, derived.from[0]!);
      return bucketValue(instantOf(value!, type.kind === 'native' ? type.name : '', derived), derived);
    }
    default:
      throw new Error(`no function ${derived.function}`);
  }
}

function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0;
  return hash;
}

const DAY = 86_400_000;
const PER_MILLISECOND: Readonly<Record<string, number>> = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 };

function instantOf(value: Value, type: string, { resolution = 'ms' }: Derived): number {
  if (type === 'timestamp') return Number(value);
  if (type === 'date') return Date.parse(String(value));
  if (type === 'timeuuid') return instantOfUuid(String(value));
  return Math.floor(Number(value) / PER_MILLISECOND[resolution]!);
}

const SPANS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: DAY, week: 7 * DAY };

function startOf(instant: number, { unit = 'day', size = 1 }: Derived): number {
  const span = SPANS[unit];
  if (span !== undefined) {
    // Weeks begin on Monday: the first one after 1970-01-01 on its fifth day.
    const origin = unit === 'week' ? 4 * DAY : 0;
    return Math.floor((instant - origin) / (span * size)) * span * size + origin;
  }
  const date = new Date(instant);
  const months = unit === 'month' ? size : 12 * size;
  const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  return Date.UTC(1970, Math.floor(month / months) * months);
}

const ISO_LENGTHS: Readonly<Record<string, number>> = { year: 4, month: 7, week: 10, day: 10, hour: 13, minute: 16 };

const countedIn = (start: number, what: string): bigint =>
  (BigInt(start) * BigInt(PER_MILLISECOND[what]! < 1 ? 1 : PER_MILLISECOND[what]!)) / (what === 's' ? 1000n : 1n);

function bucketValue(instant: number, derived: Derived): Value {
  const start = startOf(instant, derived);
  const iso = new Date(start).toISOString();
  const digits = iso.replaceAll(/\D/g, '');
  const { as = 'start', type, resolution = 'ms', unit = 'day' } = derived;
  const isText = type === 'text' || type === 'ascii';
  if (as === 'epoch-days') return isText ? String(Math.floor(start / DAY)) : BigInt(Math.floor(start / DAY));
  if (as === 's' || as === 'ms' || as === 'us' || as === 'ns') {
    const number = countedIn(start, as);
    return isText ? String(number) : number;
  }
  if (as !== 'start') return isText ? digits.slice(0, as.length) : BigInt(digits.slice(0, as.length));
  switch (type) {
    case 'date':
      return iso.slice(0, 10);
    case 'timestamp':
      return start;
    case 'int':
      return BigInt(start / 1000);
    case 'bigint':
    case 'varint':
      return countedIn(start, resolution);
    default:
      return iso.slice(0, ISO_LENGTHS[unit]);
  }
}
