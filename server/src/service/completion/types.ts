import { existsIn, printName, printType } from '../../catalog/index.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { type Draft, field } from './entry.ts';
import { inCase } from './letter-case.ts';
import { keyspaceOf, type Place } from './place.ts';

/** The types that may be written at the caret. */
export function typesAt(place: Place): readonly Draft[] {
  const own = [...(keyspaceOf(place)?.types.values() ?? [])].map(({ name, fields }): Draft => ({
    label: printName(name),
    kind: 'type',
    detail: 'user-defined type',
    about: () =>
      `\`\`\`cql\nTYPE ${printName(name)} (\n${[...fields].map(([one, type]) => `  ${printName(one)} ${printType(type)}`).join(',\n')}\n)\n\`\`\``,
  }));
  if (place.qualifier !== undefined) return own;
  const written = inCase(place, 'lower');
  const { types, count, name: nameAt } = place.tokens;
  // Another type is open where a `<` stands behind the last bracket; a counter is no part of one.
  const isInside = types.lastIndexOf(T.LT) > Math.max(types.lastIndexOf(T.LPAREN), types.lastIndexOf(T.GT));
  const isFrozen = types[count - 1] === T.LT && nameAt(count - 2) === 'frozen';
  const parametric = PARAMETRIC.filter(([, , since]) => existsIn(place.release, { ...(since && { since }) })).map(
    ([name, parameters, , about]): Draft => ({
      label: `${written(name)}<${parameters.join(', ')}>`,
      kind: 'type',
      text: `${written(name)}<`,
      snippet: `${written(name)}<${parameters.map((parameter, index) => field(index + 1, parameter)).join(', ')}>`,
      // What is typed behind the bare name, such as a comma, leaves the suggestion behind.
      filter: written(name),
      about: () => about,
    }),
  );
  const natives = [...NATIVE_TYPES].filter(([name]) => !isInside || name !== 'counter');
  const simple = natives.map(([name, about]): Draft => ({
    label: written(name),
    kind: 'type',
    about: () => about,
  }));
  return isFrozen ? [...own, ...parametric] : [...own, ...simple, ...parametric];
}

/** The types without parameters, those that one mostly needs first. */
export const NATIVE_TYPES: ReadonlyMap<string, string> = new Map([
  ['text', 'Text in UTF-8, of any length.'],
  ['uuid', 'A UUID of any version.'],
  ['timeuuid', 'A UUID of version 1, sorted by its instant: unique, and ordered by time.'],
  ['timestamp', 'An instant, in milliseconds since 1970.'],
  ['date', 'A day, without a time zone.'],
  ['time', 'A time of day, in nanoseconds.'],
  ['int', 'A whole number of 32 bits.'],
  ['bigint', 'A whole number of 64 bits.'],
  ['boolean', 'True or false.'],
  ['decimal', 'A decimal number of any precision.'],
  ['double', 'A floating-point number of 64 bits.'],
  ['float', 'A floating-point number of 32 bits.'],
  ['varint', 'A whole number of any size.'],
  ['smallint', 'A whole number of 16 bits.'],
  ['tinyint', 'A whole number of 8 bits.'],
  ['blob', 'Bytes.'],
  ['inet', 'An IP address, of version 4 or 6.'],
  ['ascii', 'Text in ASCII.'],
  ['varchar', 'Another name of text.'],
  ['counter', 'A number that is only added to; all columns outside of the key are counters then.'],
  ['duration', 'Months, days and nanoseconds; has no order.'],
]);

const PARAMETRIC: readonly (readonly [
  name: string,
  parameters: readonly string[],
  since: '5.0' | undefined,
  about: string,
])[] = [
  ['list', ['text'], undefined, 'Values in an order, read as a whole.'],
  ['set', ['text'], undefined, 'Values without an order, each once, read as a whole.'],
  ['map', ['text', 'text'], undefined, 'Values by key, read as a whole.'],
  ['frozen', ['type'], undefined, 'The value is written as a whole: it may be in a key and in another collection.'],
  ['tuple', ['int', 'text'], undefined, 'A fixed number of values, written as a whole.'],
  ['vector', ['float', '3'], '5.0', 'A fixed number of values of one type, none of them null, for search by likeness.'],
];
