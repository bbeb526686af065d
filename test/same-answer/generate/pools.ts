import type { Random } from '../../conformance/generate/random.ts';
import { canonical, compare, type Value } from '../values.ts';
import { type Field, isMultiCell, native, type Type, typeText } from '../types.ts';

const DAY = 86_400_000;

/** Simple types that may stand anywhere, and how often. */
const SCALARS: readonly (readonly [number, string])[] = [
  [10, 'text'],
  [8, 'int'],
  [6, 'timestamp'],
  [4, 'bigint'],
  [3, 'boolean'],
  [3, 'uuid'],
  [3, 'timeuuid'],
  [3, 'date'],
  [2, 'double'],
  [2, 'decimal'],
  [1, 'float'],
  [1, 'smallint'],
  [1, 'tinyint'],
  [1, 'varint'],
  [1, 'time'],
  [1, 'inet'],
  [1, 'blob'],
  [1, 'ascii'],
];

export const scalar = (random: Random): Type => native(random.weighted(SCALARS));

/** Any type that a column without a part in the key can have. */
export function anyType(random: Random, userTypes: readonly { name: string; fields: readonly Field[] }[]): Type {
  const element = (): Type => native(random.weighted(SCALARS.filter(([, name]) => name !== 'boolean')));
  return random.weighted<() => Type>([
    [14, () => scalar(random)],
    [2, () => ({ kind: 'set', element: element(), frozen: random.chance(0.2) })],
    [2, () => ({ kind: 'list', element: element(), frozen: random.chance(0.2) })],
    [2, () => ({ kind: 'map', key: element(), value: scalar(random), frozen: random.chance(0.2) })],
    [0.5, () => native('duration')],
    [0.7, () => ({ kind: 'tuple', items: [scalar(random), scalar(random)] })],
    [userTypes.length > 0 ? 1.5 : 0, () => ({ kind: 'user', ...random.pick(userTypes), frozen: random.chance(0.6) })],
    [
      userTypes.length > 0 ? 1 : 0,
      () => ({
        kind: random.pick(['list', 'set'] as const),
        element: { kind: 'user', ...random.pick(userTypes), frozen: true },
        frozen: random.chance(0.2),
      }),
    ],
  ])();
}

/** A few different values of a type, near each other: several times of one millisecond, day, month. */
export function poolOf(type: Type, size: number, random: Random): readonly Value[] {
  const found = new Map<string, Value>();
  for (let attempt = 0; attempt < size * 4 && found.size < size; attempt++) {
    const value = valueOf(type, random);
    found.set(canonical(value), value);
  }
  return [...found.values()];
}

function valueOf(type: Type, random: Random): Value {
  switch (type.kind) {
    case 'native':
      return nativeValue(type.name, random);
    case 'list':
      return random.times(random.between(1, 3), () => valueOf(type.element, random));
    case 'set':
      return unique(
        random.times(random.between(1, 3), () => valueOf(type.element, random)),
        type.element,
        (one) => one,
      );
    case 'map':
      return unique(
        random.times(random.between(1, 3), () => [valueOf(type.key, random), valueOf(type.value, random)]),
        type.key,
        (entry) => (entry as readonly Value[])[0]!,
      );
    case 'tuple':
      return type.items.map((item) => valueOf(item, random));
    case 'user':
      return type.fields.map((field) => valueOf(field.type, random));
  }
}

/** Sorted, each once, as the server gives back sets and maps. */
export function unique(values: readonly Value[], type: Type, keyOf: (value: Value) => Value): readonly Value[] {
  const sorted = values.toSorted((a, b) => compare(keyOf(a), keyOf(b), type));
  return sorted.filter((one, index) => index === 0 || compare(keyOf(one), keyOf(sorted[index - 1]!), type) !== 0);
}

const WORDS: readonly string[] = [
  'ann',
  'bob',
  'Bob',
  'anna',
  'x',
  'grün',
  "it's",
  'zoë 😀',
  'a b',
  'north',
  'NORTH',
  '東',
];

/** 2024-02-27, a Tuesday before a leap day, with a month's end, the year's begin and 1969 near by. */
const INSTANTS: readonly number[] = [
  ...[0, 1, 2, 3, 6, 9, 35].map((days) => Date.UTC(2024, 1, 27, 13, 5, 7, 123) + days * DAY),
  Date.UTC(2024, 1, 27, 13, 5, 59, 999),
  Date.UTC(2024, 1, 27, 14, 0),
  Date.UTC(2024, 1, 28, 23, 59, 59, 999),
  Date.UTC(2023, 11, 31, 23, 59),
  Date.UTC(2024, 0, 1),
  -DAY - 1,
];

/** Times that are kept as texts, all in one form. */
export function textTimes(size: number, random: Random): readonly Value[] {
  const form = random.pick<(iso: string) => string>([
    (iso) => iso.slice(0, 10),
    (iso) => `${iso.slice(0, 19)}Z`,
    (iso) => iso.slice(0, 19).replace('T', ' '),
  ]);
  return [...new Set(random.some(INSTANTS, size).map((instant) => form(new Date(instant).toISOString())))];
}

function nativeValue(name: string, random: Random): Value {
  switch (name) {
    case 'text':
      return random.pick(WORDS);
    case 'ascii':
      return random.pick(['a', 'b', 'abc', 'AB', 'z z']);
    case 'tinyint':
    case 'smallint':
    case 'int':
      return BigInt(random.between(-2, 6));
    case 'counter':
      return 0n;
    case 'bigint':
      return random.chance(0.3) ? BigInt(random.pick(INSTANTS)) : BigInt(random.between(-2, 6));
    case 'varint':
      return random.chance(0.3) ? 10n ** 20n : BigInt(random.between(-2, 6));
    case 'decimal':
      return random.pick(['1.0', '2.50', '7', '-3', '0.001', '12345678901234567890.5']);
    case 'float':
    case 'double':
      return random.pick([0, 1.5, -2.25, 3, 1e10, 0.125]);
    case 'boolean':
      return random.chance(0.5);
    case 'timestamp':
      return random.pick(INSTANTS);
    case 'date':
      return new Date(random.pick(INSTANTS)).toISOString().slice(0, 10);
    case 'time':
      return `${random.pick(['00:00:00', '13:05:07', '23:59:59'])}.${random.pick(['000000000', '000000001', '123000000'])}`;
    case 'uuid':
      return `${digits(random, 8)}-${digits(random, 4)}-4${digits(random, 3)}-a${digits(random, 3)}-${digits(random, 12)}`;
    case 'timeuuid':
      return timeuuid(random.pick(INSTANTS.filter((one) => one > 0)), random);
    case 'inet':
      return random.pick(['127.0.0.1', '10.0.0.2', '192.168.7.1', '8.8.8.8']);
    case 'blob':
      return random.pick(['0x00', '0x01', '0xff', '0x0102']);
    case 'duration':
      return random.pick(['1mo2d', '3h', '12d', '5m10s']);
    default:
      throw new Error(`no values of ${name}`);
  }
}

const digits = (random: Random, count: number): string =>
  random.times(count, () => random.pick([...'0123456789abcdef'])).join('');

/** A version 1 uuid of an instant, with random ticks within its millisecond. */
export function timeuuid(instant: number, random: Random): string {
  const ticks = (BigInt(instant) + 12_219_292_800_000n) * 10_000n + BigInt(random.below(3));
  const text = ticks.toString(16).padStart(15, '0');
  return `${text.slice(7)}-${text.slice(3, 7)}-1${text.slice(0, 3)}-${random.pick(['8', 'b'])}${digits(random, 3)}-${digits(random, 12)}`;
}

/** Whether relations and orders can go by it. */
export const isComparable = (type: Type): boolean => type.kind === 'native' && type.name !== 'duration';

/** Whether `=` can ask for it. */
export const isAskable = (type: Type): boolean => !isMultiCell(type) && !typeText(type).includes('duration');
