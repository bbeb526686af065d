import { type CqlType, printName, printType } from '../../catalog/index.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { isName } from '../../syntax/token-classes.ts';
import { bucketValuesAt } from './bucket-items.ts';
import { type Draft, field } from './entry.ts';
import { tokenOfValuesAt, valueFunctionsAt } from './functions.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { leftInBrackets, type TokensBefore } from './tokens-before.ts';
import { fieldsOf, literalOfUserType, type Receiver, receiverOf, typeOfLiteral } from './receiver.ts';

/** The values that may stand at the caret: a bind marker, literals of the type, the functions that give it. */
export function valuesAt(place: Place): readonly Draft[] {
  const userType = literalOfUserType(place);
  if (userType !== undefined) return literalFields(place, userType).map(withValue);
  // A password.
  if (place.statement?.kind === 'role') return [FORMS.get('text')!];
  const receiver = receiverOf(place);
  const type = receiver?.type;
  const marker = literal(
    '?',
    type === undefined
      ? 'A value that the program gives.'
      : `A value of the type \`${printType(type)}\` that the program gives.`,
  );
  // Numbers of rows and seconds, and a row as JSON, come from the program or are written out.
  const { clause, tokens } = place;
  // A counter is only added to.
  if (clause === T.SET && isCounter(type) && tokens.types[tokens.count - 1] === T.EQ) return [];
  if (clause === T.LIMIT || clause === T.USING || tokens.types[tokens.count - 1] === T.JSON) return [marker];
  // No value but a list stands there, bound or in brackets.
  if (tokens.types[tokens.count - 1] === T.IN)
    return [marker, opening('(')(literal('(…)', 'A list of values.', `(${field(1, '?')})`))];
  return [
    ...(isInCollection(place) ? [] : [marker]),
    ...(isBesideToken(place) ? [tokenOfValuesAt(place)] : []),
    ...bucketValuesAt(place, receiver?.column),
    ...literalsOf(place, type),
    ...(takesNull(place, receiver) ? [nullAt(place)] : []),
    ...valueFunctionsAt(place, type),
  ];
}

/** Behind the operator that compares the place of a partition. */
const isBesideToken = ({ clause, tokens }: Place): boolean =>
  clause === T.WHERE && leftInBrackets({ ...tokens, count: tokens.count - 1 }) === 'token';

/** Within a literal of a collection, where no server takes a bind marker. */
function isInCollection(place: Place): boolean {
  const { open, types } = place.tokens;
  return open.some(
    (bracket) => types[bracket] !== T.LPAREN && COLLECTIONS.has(typeOfLiteral(place, bracket)?.kind ?? ''),
  );
}

const COLLECTIONS: ReadonlySet<string> = new Set(['list', 'set', 'map']);

const isCounter = (type: CqlType | undefined): boolean => type?.kind === 'native' && type.name === 'counter';

/** The fields of the literal of a user type at the caret; none that is written already. */
export function literalFieldsAt(place: Place): readonly Draft[] {
  const type = literalOfUserType(place);
  return type === undefined ? [] : literalFields(place, type);
}

function literalFields(place: Place, type: CqlType): readonly Draft[] {
  const { tokens } = place;
  const bracket = tokens.open.at(-1)!;
  const written = new Set<string>();
  for (let index = bracket + 1; index < tokens.count; index++) {
    if (tokens.types[index] === T.COLON) written.add(tokens.name(index - 1));
  }
  return [...(fieldsOf(place, type) ?? [])]
    .filter(([name]) => !written.has(name))
    .map(([name, of]) => ({
      label: printName(name),
      kind: 'field',
      detail: printType(of),
      about: () => `Field of \`${printType(type)}\`.`,
    }));
}

/** A field with a place for its value. */
const withValue = (draft: Draft): Draft => ({
  ...draft,
  text: `${draft.label}: `,
  snippet: `${draft.label}: ${field(1, '?')}`,
  filter: draft.label,
});

const literal = (label: string, about: string, snippet?: string): Draft => ({
  label,
  kind: 'value',
  about: () => about,
  ...(snippet !== undefined && { snippet }),
});

function literalsOf(place: Place, type: CqlType | undefined): readonly Draft[] {
  switch (type?.kind) {
    case undefined:
      return constants(place, ['true', 'false', 'NaN', 'Infinity']);
    case 'native':
      return nativeLiterals(place, type.name);
    case 'list':
      return [literal('[…]', 'A list.', `[${field(1, '')}]`)].map(opening('['));
    case 'set':
      return [literal('{…}', 'A set.', `{${field(1, '')}}`)].map(opening('{'));
    case 'map':
      return [literal('{key: value}', 'A map.', `{${field(1, 'key')}: ${field(2, 'value')}}`)].map(opening('{'));
    case 'vector':
      return [
        literal(
          '[…]',
          'A vector.',
          `[${field(1, Array.from({ length: type.dimension ?? 1 }, () => '0.1').join(', '))}]`,
        ),
      ].map(opening('['));
    case 'tuple':
      return [literal('(…)', 'A tuple.', `(${type.items.map((_, index) => field(index + 1, '?')).join(', ')})`)].map(
        opening('('),
      );
    case 'user': {
      const names = [...(fieldsOf(place, type)?.keys() ?? [])].map((name) => printName(name));
      const fields = names.map((name, index) => `${name}: ${field(index + 1, '?')}`).join(', ');
      return names.length === 0
        ? []
        : [literal(`{${names[0]}: …}`, 'All fields of the type.', `{${fields}}`)].map(opening('{'));
    }
    default:
      return [];
  }
}

const opening =
  (text: string) =>
  (draft: Draft): Draft => ({ ...draft, text });

function nativeLiterals(place: Place, type: string): readonly Draft[] {
  switch (type) {
    case 'boolean':
      return constants(place, ['true', 'false']);
    case 'float':
    case 'double':
      return constants(place, ['NaN', 'Infinity']);
    default: {
      const form = FORMS.get(type);
      return form === undefined ? [] : [form];
    }
  }
}

const quoted = (label: string, about: string): Draft => ({
  label: `'${label}'`,
  kind: 'value',
  text: "''",
  snippet: `'${field(1, label)}'`,
  about: () => about,
});

/** One literal of each type that has a form of its own. */
const FORMS: ReadonlyMap<string, Draft> = new Map([
  ['text', quoted('text', 'Text; a quote in it is written twice.')],
  ['ascii', quoted('text', 'Text; a quote in it is written twice.')],
  ['timestamp', quoted('2026-01-31 12:00:00+0000', 'An instant; without a zone it is that of the server.')],
  ['date', quoted('2026-01-31', 'A day.')],
  ['time', quoted('08:30:00', 'A time of day.')],
  ['inet', quoted('127.0.0.1', 'An IP address.')],
  ['duration', literal('1h30m', 'A duration.', field(1, '1h30m'))],
  ['blob', literal('0xcafe', 'Bytes.', `0x${field(1, 'cafe')}`)],
]);

const constants = (place: Place, words: readonly string[]): readonly Draft[] => {
  const written = inCase(place, 'upper');
  // Constants stand in the case of the statement, as keywords do.
  // Old servers know those of numbers only as Java writes them.
  return words.map((word) => literal(/^[a-z]/.test(word) ? written(word.toUpperCase()) : word, 'A constant.'));
};

const nullAt = (place: Place): Draft =>
  literal(inCase(place, 'upper')('NULL'), 'No value: a tombstone where it is written.');

/** In conditions, for what is no key, and within what may have parts that are null. */
function takesNull({ clause, table, tokens }: Place, receiver: Receiver | undefined): boolean {
  if (clause === T.SELECT || clause === T.WHERE || clause === T.ORDER || isCounter(receiver?.type)) return false;
  const column = receiver?.column === undefined ? undefined : table?.columns.get(receiver.column);
  if (column !== undefined) return column.kind === 'regular' || column.kind === 'static';
  const bracket = tokens.open.at(-1);
  // An element that is set to null is taken away.
  if (receiver === undefined || bracket === undefined) return true;
  const sign = tokens.types[bracket];
  return sign === T.LPAREN || (sign === T.LBRACE && fieldAt(tokens));
}

/** Behind the name of a field, which a literal of a collection has none of. */
const fieldAt = ({ types, count }: TokensBefore): boolean => types[count - 1] === T.COLON && isName(types[count - 2]!);
