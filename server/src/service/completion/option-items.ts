import { existsIn, type Lifetime } from '../../text/release.ts';
import {
  type OptionDescription,
  type OptionOwner,
  type OptionPart,
  optionsOf,
  partsOf,
} from '../../catalog/builtin/options.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { type Draft, field } from './entry.ts';
import type { Place } from './place.ts';
import { namesAfter } from './tokens-before.ts';

/** The options of what is created or altered that are not given yet. */
export function optionNamesAt(place: Place): readonly Draft[] {
  const owner = ownerOf(place);
  const given = new Set(namesAfter(place.tokens, place.clauseAt, GIVEN).map(({ name }) => name));
  const options = owner === undefined ? [] : optionsOf(owner, place.release);
  return options
    .filter(({ name }) => !given.has(name.toLowerCase()))
    .map((option) => ({
      label: option.name,
      kind: 'option',
      ...told(option, option.values),
      text: `${option.name} = `,
      snippet: `${option.name} = ${valueSnippet(option.values[0] ?? '')}`,
    }));
}

/** What may be written as the value of an option, or within its map; `undefined` where the caret stands in none. */
export function optionValuesAt(place: Place): readonly Draft[] | undefined {
  const { tokens, caret } = place;
  const bracket = tokens.open.at(-1);
  const end = bracket ?? tokens.count;
  if (place.clause !== T.WITH || tokens.types[end - 1] !== T.EQ) return undefined;
  const owner = ownerOf(place);
  if (owner === undefined) return undefined;
  const name = tokens.name(end - 2);
  const option = optionsOf(owner, place.release).find((one) => one.name.toLowerCase() === name);
  if (option === undefined) return [];
  if (bracket === undefined)
    return caret.inString ? textsOf(option) : option.values.map((value) => valueDraft(value, option));
  if (tokens.types[bracket] !== T.LBRACE) return [];
  const entries = entriesAfter(place, bracket);
  const parts = partsOf(option, entries.get('class') ?? usingOf(place), place.release);
  if (tokens.types[tokens.count - 1] === T.COLON) {
    const key = unquoted(tokens.text(tokens.count - 2));
    const part = parts.find((one) => one.name === key) ?? option.parts.find((one) => one.name === key);
    return part === undefined ? [] : partValues(place, part);
  }
  return parts.filter((part) => !entries.has(part.name)).map((part) => partDraft(part, caret.inString));
}

/** The classes that an index may be made by. */
export const indexClassesAt = ({ caret, release, tokens }: Place): readonly Draft[] =>
  INDEX_CLASSES.filter(
    ([, lifetime, custom]) => existsIn(release, lifetime) && (!custom || tokens.types.includes(T.CUSTOM)),
  ).map(([name, , , about]) => ({ label: caret.inString ? name : `'${name}'`, kind: 'value', about: () => about }));

const INDEX_CLASSES: readonly (readonly [name: string, lifetime: Lifetime, custom: boolean, about: string])[] = [
  ['sai', { since: '5.0' }, false, 'Storage-attached: lies beside the data, one read of each replica.'],
  ['legacy_local_table', { since: '5.0' }, false, 'A hidden table on each node: asks every node.'],
  ['org.apache.cassandra.index.sasi.SASIIndex', {}, true, 'SASI: prefixes and parts of text; experimental.'],
];

const GIVEN: ReadonlySet<number> = new Set([T.WITH, T.AND]);

function ownerOf({ statement }: Place): OptionOwner | undefined {
  switch (statement?.kind) {
    case 'create-keyspace':
    case 'alter-keyspace':
      return 'keyspace';
    case 'create-table':
    case 'create-table-like':
    case 'alter-table':
      return 'table';
    case 'create-view':
    case 'alter-view':
      return 'view';
    case 'create-index':
      return 'index';
    default:
      return undefined;
  }
}

/** Whole literals become places to fill in; of a map, its text. */
const valueSnippet = (value: string): string =>
  value.startsWith("'") ? `'${field(1, value.slice(1, -1))}'` : field(1, value);

const valueDraft = (value: string, option: OptionDescription): Draft => ({
  label: value,
  kind: 'value',
  about: told(option, option.values).about,
});

const textsOf = (option: OptionDescription): readonly Draft[] =>
  option.values
    .filter((value) => value.startsWith("'") && value.length > 2)
    .map((value) => valueDraft(value.slice(1, -1), option));

function partDraft(part: OptionPart, inString: boolean): Draft {
  const shared = { kind: 'option', ...told(part, textsOfPart(part)) } as const;
  if (inString) return { label: part.name, ...shared };
  const value = part.values[0]?.text ?? '';
  return {
    label: `'${part.name}'`,
    ...shared,
    text: `'${part.name}': `,
    snippet: `'${part.name}': ${isBare(value) ? field(1, value) : `'${field(1, value)}'`}`,
    filter: part.name,
  };
}

const textsOfPart = ({ values }: OptionPart): readonly string[] => values.map(({ text }) => text);

function partValues({ caret, release }: Place, part: OptionPart): readonly Draft[] {
  return part.values
    .filter(({ lifetime }) => existsIn(release, lifetime))
    .map(({ text, doc }) => ({
      label: caret.inString || isBare(text) ? text : `'${text}'`,
      kind: 'value',
      about: doc === undefined ? told(part, textsOfPart(part)).about : () => doc,
    }));
}

const isBare = (value: string): boolean => /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value);

/** The entries of a map before the caret, as texts. */
function entriesAfter({ tokens }: Place, bracket: number): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (let index = bracket + 1; index < tokens.count; index++) {
    if (tokens.types[index] === T.COLON)
      entries.set(unquoted(tokens.text(index - 1)), index + 1 < tokens.count ? unquoted(tokens.text(index + 1)) : '');
  }
  return entries;
}

const unquoted = (text: string): string => (text.startsWith("'") ? text.slice(1, -1) : text);

/** The class that an index is made by. */
const usingOf = ({ statement }: Place): string | undefined =>
  statement?.kind !== 'create-index'
    ? undefined
    : /^(?:sai|storageattachedindex)$/i.test(statement.using?.value ?? '')
      ? 'sai'
      : statement.using?.value;

/** The default beside the name, and the meaning with some values. */
const told = (
  { doc, standard }: { readonly doc: string; readonly standard?: string },
  values: readonly string[],
): Required<Pick<Draft, 'about'>> & Pick<Draft, 'detail'> => ({
  ...(standard !== undefined && { detail: `default ${standard}` }),
  about: () => {
    const standards = standard === undefined ? [] : [`Default: \`${standard}\`.`];
    const choices = values.length > 1 ? [`Such as ${values.map((value) => `\`${value}\``).join(', ')}.`] : [];
    return [doc, ...standards, ...choices].join('\n\n');
  },
});
