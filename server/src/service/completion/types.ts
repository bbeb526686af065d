import { CASTS } from '../../analysis/typing/functions/natives.ts';
import { type Keyspace, printName, printType } from '../../catalog/index.ts';
import { NATIVE_TYPE_NAMES, NATIVE_TYPES, TYPE_FORMS } from '../../syntax/built-in-types.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { existsIn } from '../../text/release.ts';
import { type Draft, field } from './entry.ts';
import { inCase } from './letter-case.ts';
import { namedIn } from './names.ts';
import { homeOf, type Place } from './place.ts';
import type { TokensBefore } from './tokens-before.ts';

/** What stands at first where the form of a type has no type. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['n', '3'],
  ['…', 'list<text>'],
]);

/** The types that may be written at the caret. */
export function typesAt(place: Place): readonly Draft[] {
  // Only a user's own type is changed or dropped.
  if (ABOUT_TYPES.has(place.statement?.kind ?? '') && place.clauseAt <= 0 && place.tokens.open.length === 0)
    return namedIn(place, homeOf(place), userTypes);
  const home = homeOf(place);
  const own = home === undefined ? [] : userTypes(home);
  if (place.qualifier !== undefined) return own;
  const written = inCase(place, 'lower');
  const { types, count, name: nameAt } = place.tokens;
  // Another type is open where a `<` stands behind the last bracket; a counter is no part of one.
  const isInside = types.lastIndexOf(T.LT) > Math.max(types.lastIndexOf(T.LPAREN), types.lastIndexOf(T.GT));
  const isFrozen = types[count - 1] === T.LT && nameAt(count - 2) === 'frozen';
  const parametric = TYPE_FORMS.filter(({ lifetime }) => existsIn(place.release, lifetime)).map(
    ({ name, example, doc }): Draft => ({
      label: `${written(name)}${example.slice(name.length)}`,
      kind: 'type',
      text: `${written(name)}<`,
      snippet: `${written(name)}<${example
        .slice(name.length + 1, -1)
        .split(', ')
        .map((parameter, index) => field(index + 1, PLACES.get(parameter) ?? parameter))
        .join(', ')}>`,
      // What is typed behind the bare name, such as a comma, leaves the suggestion behind.
      filter: written(name),
      about: () => doc,
    }),
  );
  const vector = placeInVector(place.tokens);
  if (vector === 'dimension') return [];
  const isCast = isBehindCast(place.tokens);
  const isField = FIELDS.has(place.statement?.kind ?? '');
  const castTo = isCast ? castsAt(place) : undefined;
  const takes = (name: string): boolean => castTo?.has(name) ?? (!(isInside || isField) || name !== 'counter');
  const simple = NATIVE_TYPE_NAMES.filter(takes).map((name): Draft => ({
    label: written(name),
    kind: 'type',
    about: () => NATIVE_TYPES[name],
  }));
  if (isCast) return simple;
  if (vector === 'element')
    return [...simple.toSorted((one, other) => Number(isFloat(other)) - Number(isFloat(one))), ...own, ...parametric];
  if (isFrozen) return [...own, ...parametric];
  // What may change in parts is no element of a collection, unless it is frozen.
  if (isElement(place.tokens))
    return [
      ...simple,
      ...parametric.filter(({ filter }) => !/^(?:list|set|map)$/i.test(filter!)),
      ...own.map(asFrozen),
    ];
  if (isField && !isInside) return [...own.map(asFrozen), ...simple, ...parametric];
  // What a function takes and gives is frozen without the word.
  const isOfFunction = FUNCTIONS.has(place.statement?.kind ?? '');
  return [...own, ...simple, ...parametric.filter(({ filter }) => !isOfFunction || !/^frozen$/i.test(filter!))];
}

/** Fields of a type hold other types frozen, and no counters. */
const FIELDS: ReadonlySet<string> = new Set(['create-type', 'alter-type']);

const FUNCTIONS: ReadonlySet<string> = new Set(['create-function', 'create-aggregate', 'drop']);

const ABOUT_TYPES: ReadonlySet<string> = new Set(['alter-type', 'drop', 'describe']);

const userTypes = ({ types }: Keyspace): readonly Draft[] =>
  [...types.values()].map(({ name, fields }) => ({
    label: printName(name),
    kind: 'type',
    detail: 'user-defined type',
    about: () =>
      `\`\`\`cql\nTYPE ${printName(name)} (\n${[...fields].map(([one, type]) => `  ${printName(one)} ${printType(type)}`).join(',\n')}\n)\n\`\`\``,
  }));

/** What of a vector is written at the caret: what it is made of, or how many of these. */
function placeInVector({ types, count, name }: TokensBefore): 'element' | 'dimension' | undefined {
  if (types[count - 1] === T.LT) return name(count - 2) === 'vector' ? 'element' : undefined;
  return types[count - 1] === T.COMMA && types[count - 3] === T.LT && name(count - 4) === 'vector'
    ? 'dimension'
    : undefined;
}

const isFloat = ({ label }: Draft): boolean => label.toLowerCase() === 'float';

/** Where no keyspace with its types may stand. */
export const takesNoUserType = (tokens: TokensBefore): boolean =>
  isBehindCast(tokens) || placeInVector(tokens) === 'dimension';

/** Behind the `AS` of a CAST. */
const isBehindCast = ({ types, count, open }: TokensBefore): boolean =>
  types[count - 1] === T.AS && types[(open.at(-1) ?? 0) - 1] === T.CAST;

/** The types to which the column in a CAST may be cast, or anything where that is no column. */
function castsAt({ tokens: { count, open, name }, table }: Place): ReadonlySet<string> {
  const type = open.at(-1) === count - 3 ? table?.columns.get(name(count - 2))?.type : undefined;
  if (type === undefined) return CASTABLE;
  const from = type.kind === 'native' ? [type.name, ...(CASTS.get(type.name) ?? [])] : [];
  return new Set(from.includes('text') ? [...from, 'varchar'] : from);
}

const CASTABLE: ReadonlySet<string> = new Set(['varchar', ...[...CASTS.values()].flat()]);

/** Within the brackets of a collection that no frozen type is around. */
function isElement({ types, count, name }: TokensBefore): boolean {
  let depth = 0;
  let isWithin = false;
  for (let index = count - 1; index >= 0 && types[index] !== T.LPAREN; index--) {
    if (types[index] === T.GT) depth += 1;
    else if (types[index] === T.LT && --depth < 0) {
      depth = 0;
      const outer = name(index - 1);
      if (outer === 'frozen' || outer === 'tuple' || outer === 'vector') return false;
      isWithin = true;
    }
  }
  return isWithin;
}

const asFrozen = (draft: Draft): Draft => ({
  ...draft,
  label: `frozen<${draft.label}>`,
  filter: draft.label,
});
