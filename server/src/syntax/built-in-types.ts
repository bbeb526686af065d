import type { Lifetime } from '../text/release.ts';

/** The types that have a word of their own (`CQL3Type.Native`), the likeliest first, each with what it is. */
export const NATIVE_TYPES = {
  text: 'UTF-8 text.',
  uuid: 'A UUID of any version.',
  timeuuid: 'A version 1 UUID: an instant that is unique, ordered by its time.',
  timestamp: 'An instant, in milliseconds since 1970.',
  date: 'A day without a time of day or a time zone.',
  time: 'A time of day, in nanoseconds.',
  int: 'A whole number of 32 bits.',
  bigint: 'A whole number of 64 bits.',
  boolean: 'True or false.',
  decimal: 'A decimal number of any precision.',
  double: 'A floating-point number of 64 bits.',
  float: 'A floating-point number of 32 bits.',
  varint: 'A whole number of any size.',
  smallint: 'A whole number of 16 bits.',
  tinyint: 'A whole number of 8 bits.',
  blob: 'Bytes.',
  inet: 'An IPv4 or IPv6 address.',
  ascii: 'ASCII text.',
  varchar: 'UTF-8 text, the same as `text`.',
  counter: 'A number of 64 bits that can only be counted up and down; a table of counters holds nothing else.',
  duration: 'Months, days and nanoseconds; it has no order, so it cannot be in a key.',
} as const;

export type NativeType = keyof typeof NATIVE_TYPES;

export const NATIVE_TYPE_NAMES = Object.keys(NATIVE_TYPES) as readonly NativeType[];

/** A type that is made of others. */
export interface TypeForm {
  readonly name: string;
  /** As one writes it. */
  readonly example: string;
  readonly doc: string;
  readonly lifetime: Lifetime;
}

/** The types that are made of others, the likeliest first. */
export const TYPE_FORMS: readonly TypeForm[] = [
  { name: 'list', example: 'list<text>', doc: 'Values in an order, which may repeat.', lifetime: {} },
  { name: 'set', example: 'set<text>', doc: 'Values in their own order, each once.', lifetime: {} },
  { name: 'map', example: 'map<text, text>', doc: 'Values by keys, in the order of the keys.', lifetime: {} },
  { name: 'tuple', example: 'tuple<int, text>', doc: 'A fixed number of values, written as a whole.', lifetime: {} },
  {
    name: 'frozen',
    example: 'frozen<…>',
    doc: 'A collection or user-defined type that is stored and written as a whole.',
    lifetime: {},
  },
  {
    name: 'vector',
    example: 'vector<float, n>',
    doc: 'A fixed number of values of one type; nearest neighbours are found by ANN OF.',
    lifetime: { since: '5.0' },
  },
];
