import {
  type BuiltInFunction,
  builtInFunctions,
  type CqlType,
  isNative,
  printFunction,
  printName,
  printType,
  sameType,
  type UserFunction,
} from '../../catalog/index.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Dialect } from '../../text/release.ts';
import { type Draft, field } from './entry.ts';
import { inCase } from './letter-case.ts';
import { namedIn } from './names.ts';
import { homeOf, type Place } from './place.ts';
import { folded } from './tokens-before.ts';

/** The functions that may be selected at the caret. */
export const selectedFunctionsAt = (place: Place): readonly Draft[] => [
  ...userFunctionsAt(place, ({ kind }) => kind === 'function' || !isInCall(place)),
  ...calledFunctionsAt(place),
  // Within a call there is nothing to take together any more.
  ...(isInCall(place) ? [] : builtIn(place, ({ use, aggregate }) => use !== 'value' && aggregate === true)),
  ...builtIn(place, ({ use, aggregate }) => use !== 'value' && aggregate !== true),
  ...castAt(place),
  ...keyspacesWithFunctions(place, () => true),
  ...(place.qualifier === undefined ? tokenAt(place) : []),
];

const isInCall = ({ tokens, clauseAt }: Place): boolean => tokens.open.some((index) => index > clauseAt);

function castAt(place: Place): readonly Draft[] {
  if (place.qualifier !== undefined) return [];
  const written = inCase(place, 'upper');
  const [cast, as] = [written('CAST'), written('AS')];
  return [
    {
      label: `${cast}(… ${as} …)`,
      kind: 'function',
      text: `${cast}(`,
      snippet: `${cast}(${field(1, 'column')} ${as} ${field(2, 'text')})`,
      filter: cast,
      about: () => 'A column as another type.',
    },
  ];
}

/** The functions that give a value of a type; all that give any where it is not known. */
export const valueFunctionsAt = (place: Place, type: CqlType | undefined): readonly Draft[] => [
  ...builtIn(place, (one) => one.use !== 'selection' && !one.aggregate && gives(one, type)),
  ...userFunctionsAt(place, givesOwn(type)),
  ...keyspacesWithFunctions(place, givesOwn(type)),
];

const givesOwn =
  (type: CqlType | undefined) =>
  ({ kind, returns }: UserFunction): boolean =>
    kind === 'function' && (type === undefined || sameType(returns, type));

/** The functions by which rows are grouped. */
export const groupingFunctionsAt = (place: Place): readonly Draft[] => builtIn(place, ({ name }) => name === 'floor');

/** The functions that a column is masked by. */
export const maskFunctionsAt = (place: Place): readonly Draft[] => [
  ...builtIn(place, ({ name }) => name.startsWith('mask_')),
  ...functionNamesAt(place, ['function']),
];

/** The names of the user's own functions or aggregates, for statements about them. */
export const functionNamesAt = (place: Place, kinds: readonly UserFunction['kind'][]): readonly Draft[] =>
  namedIn(place, homeOf(place), ({ functions }) =>
    [...functions.values()].flatMap(([one]) =>
      one !== undefined && kinds.includes(one.kind)
        ? [{ label: printName(one.name), kind: 'function' as const, detail: signatureOf(one), about: () => one.kind }]
        : [],
    ),
  );

/** What stands before the user's own functions that are not those of the statement's keyspace. */
export function keyspacesWithFunctions(place: Place, fits: (one: UserFunction) => boolean): readonly Draft[] {
  if (place.qualifier !== undefined) return [];
  const called = calledNear(place);
  return [...place.session.catalog.keyspaces()]
    .filter(
      ({ name, system, functions }) =>
        !system && name !== '' && (called.has(name) || [...functions.values()].flat().some((one) => fits(one))),
    )
    .map(({ name, functions }) => ({
      label: printName(name),
      kind: 'keyspace',
      about: () => `Keyspace with ${functions.size} ${functions.size === 1 ? 'function' : 'functions'}.`,
    }));
}

/** Functions that statements near by call of a keyspace and no file makes, when the caret stands behind it. */
export function calledFunctionsAt(place: Place): readonly Draft[] {
  if (place.qualifier === undefined) return [];
  const made = homeOf(place)?.functions;
  return [...(calledNear(place).get(place.qualifier) ?? [])]
    .filter((name) => made?.has(name) !== true)
    .map((name) => ({
      label: printName(name),
      kind: 'function',
      text: `${printName(name)}(`,
      about: () => 'A function that is called near by and made elsewhere.',
    }));
}

/** By keyspace, the functions of it that are called in statements around the caret. */
function calledNear({ subject: { document }, caret: { segment } }: Place): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { tokens, text } of document.segments.slice(Math.max(0, segment - NEAR), segment + NEAR)) {
    const { types, starts, ends } = tokens;
    for (let dot = types.indexOf(T.DOT); dot >= 0; dot = types.indexOf(T.DOT, dot + 1)) {
      if (types[dot + 2] !== T.LPAREN || !BEFORE_VALUES.has(types[dot - 2] ?? 0)) continue;
      const [keyspace, name] = [dot - 1, dot + 1].map((at) => folded(text.slice(starts[at], ends[at])));
      if (keyspace === undefined || name === undefined) continue;
      found.set(keyspace, (found.get(keyspace) ?? new Set()).add(name));
    }
  }
  return found;
}

const NEAR = 20;

/** Behind these a value or a selected column begins; behind INTO or ON a table would. */
const BEFORE_VALUES: ReadonlySet<number> = new Set([T.LPAREN, T.COMMA, T.SELECT, T.EQ, T.LT, T.GT]);

/** `token` of the whole partition key. */
export function tokenAt(place: Place): readonly Draft[] {
  const key = place.table?.partitionKey.map(({ name }) => printName(name)) ?? [];
  const written = inCase(place, 'lower')('token');
  const draft: Draft = {
    label: `${written}(${key.join(', ') || '…'})`,
    kind: 'function',
    filter: written,
    about: () => 'The place of the partition on the ring.',
  };
  return [key.length === 0 ? { ...draft, text: `${written}(`, snippet: `${written}(${field(1, 'key')})` } : draft];
}

/** `token` of values for the whole partition key; of one where the key is not known. */
export function tokenOfValuesAt(place: Place): Draft {
  const written = inCase(place, 'lower')('token');
  const count = Math.max(1, place.table?.partitionKey.length ?? 1);
  const values = (value: (number: number) => string): string =>
    `${written}(${Array.from({ length: count }, (_, index) => value(index + 1)).join(', ')})`;
  return {
    label: values(() => '?'),
    kind: 'function',
    snippet: values((number) => field(number, '?')),
    filter: written,
    about: () => 'The place of a partition on the ring.',
  };
}

function builtIn(place: Place, fits: (one: BuiltInFunction) => boolean): readonly Draft[] {
  if (place.qualifier !== undefined) return [];
  const written = inCase(place, 'lower');
  const all = functionsOf(place).filter(fits);
  const before = new Map(all.flatMap(({ name, replacedBy }) => (replacedBy === undefined ? [] : [[replacedBy, name]])));
  const keepsOld = keepsOldNames(place, all);
  // Of two names of a function that of the document; the other one does as well for who begins to write it.
  const named = all.filter(({ name, replacedBy }) => {
    const other = replacedBy ?? before.get(name);
    if (other === undefined || (replacedBy !== undefined) === keepsOld) return true;
    return place.typed !== '' && !isPrefixed(other, place.typed) && isPrefixed(name, place.typed);
  });
  return named.filter(({ name }) => name !== 'token').map((one) => draftOf(one, written));
}

/** Other servers share the functions of Cassandra 4.0; of the later ones DataStax's have those of vectors. */
function functionsOf({ session: { target }, release }: Place): readonly BuiltInFunction[] {
  if (target.kind === 'cassandra') return builtInFunctions(release);
  const ofVectors = WITH_VECTORS.has(target.dialect)
    ? builtInFunctions(release).filter(({ name }) => name.startsWith('similarity_'))
    : [];
  return [...builtInFunctions('4.0'), ...ofVectors];
}

/** docs.datastax.com, "Use vector search with Cassandra Query Language" of DSE 6.9, which names Astra DB and HCD beside it; read 2026-11-26. */
const WITH_VECTORS: ReadonlySet<Dialect> = new Set<Dialect>(['astra', 'hcd', 'dse']);

/** Whether the document calls functions by the names that they had before, and none of them by the one that it has since. */
function keepsOldNames({ subject }: Place, functions: readonly BuiltInFunction[]): boolean {
  const isNamed = (name: string): boolean =>
    subject.mentionsHere(name.toLowerCase())[Symbol.iterator]().next().done !== true;
  const renamed = functions.filter(({ replacedBy }) => replacedBy !== undefined);
  return renamed.some(({ name }) => isNamed(name)) && !renamed.some(({ replacedBy }) => isNamed(replacedBy!));
}

const isPrefixed = (name: string, typed: string): boolean => name.toLowerCase().startsWith(typed);

function draftOf(one: BuiltInFunction, written: (word: string) => string): Draft {
  const name = written(one.name);
  const about = (): string => `\`\`\`cql\n${printFunction(one)}\n\`\`\`\n\n${one.doc}`;
  const required = one.parameters.filter(({ optional }) => !optional).map((parameter) => parameter.name);
  if (required[0] === '*') return { label: `${name}(*)`, kind: 'function', detail: one.returns, filter: name, about };
  return {
    kind: 'function',
    detail: one.returns,
    about,
    ...callOf(
      name,
      required,
      one.parameters.map((parameter) => parameter.name),
    ),
  };
}

/** A call, with places for its arguments; one without any is written as it is. */
function callOf(
  name: string,
  required: readonly string[],
  all: readonly string[],
): Pick<Draft, 'label' | 'signature' | 'text' | 'snippet' | 'filter'> {
  if (all.length === 0) return { label: `${name}()`, filter: name };
  return {
    label: name,
    signature: `(${all.join(', ')})`,
    text: `${name}(`,
    snippet: `${name}(${required.map((parameter, index) => field(index + 1, parameter)).join(', ')})`,
  };
}

const gives = ({ returns, parameters }: BuiltInFunction, type: CqlType | undefined): boolean => {
  if (type === undefined) return !returns.includes(' ');
  // A `uuid` takes one of time as well.
  if (isNative(type, 'uuid') && returns === 'timeuuid') return parameters.length === 0;
  return returns === 'any' || (type.kind === 'native' && returns.split(' | ').includes(type.name));
};

function userFunctionsAt(place: Place, fits: (one: UserFunction) => boolean): readonly Draft[] {
  return [...(homeOf(place)?.functions.values() ?? [])]
    .flat()
    .filter(fits)
    .map((one) => {
      const name = printName(one.name);
      const parameters = one.parameters.map((type, index) => one.parameterNames[index] ?? printType(type));
      return {
        kind: 'function',
        detail: printType(one.returns),
        about: () => `\`\`\`cql\n${signatureOf(one)}\n\`\`\`\n\nThe user’s own ${one.kind}.`,
        ...callOf(name, parameters, parameters),
      };
    });
}

const signatureOf = ({ name, parameters, returns }: UserFunction): string =>
  `${printName(name)}(${parameters.map((type) => printType(type)).join(', ')}) ${printType(returns)}`;
