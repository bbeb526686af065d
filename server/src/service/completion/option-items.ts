import { type BuiltInOption, defaultOf, option as newOption } from '../../catalog/builtin/options.ts';
import { type IndexKind, indexKindOf } from '../../modeling/offers/index-offers.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { type Draft, field, plain } from './entry.ts';
import {
  aboutOption,
  classKeyOf,
  classesOf,
  dataCenter,
  entriesOf,
  indexClassOf,
  namesDataCenters,
  offeredOptionsOf,
  optionsOf,
} from './option-register.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { namesAfter } from './tokens-before.ts';

/** The options of what is created or altered that are not given yet. */
export function optionNamesAt(place: Place): readonly Draft[] {
  const given = new Set(namesAfter(place.tokens, place.clauseAt, GIVEN).map(({ name }) => name));
  return offeredOptionsOf(place.statement, place.session)
    .filter(({ name }) => !given.has(name))
    .map((option) => {
      // That of an index is a word of the language.
      const label = option.name === 'options' ? inCase(place, 'upper')('OPTIONS') : option.name;
      return {
        label,
        kind: 'option',
        ...told(option, place),
        text: `${label} = `,
        snippet: `${label} = ${filledIn(valuesOf(option, place)[0] ?? '')}`,
      };
    });
}

/** What may be written as the value of an option, or within its map; `undefined` where the caret stands in none. */
export function optionValuesAt(place: Place): readonly Draft[] | undefined {
  const { tokens } = place;
  const bracket = tokens.open.at(-1);
  const end = bracket ?? tokens.count;
  if (place.clause !== T.WITH || tokens.types[end - 1] !== T.EQ) return undefined;
  const options = optionsOf(place.statement, place.session);
  if (options === undefined) return undefined;
  const name = tokens.name(end - 2);
  const option = options.find((one) => one.name === name);
  if (option === undefined) return [];
  if (bracket === undefined) return valueDrafts(place, option, valuesOf(option, place));
  return tokens.types[bracket] === T.LBRACE ? withinMap(place, name, bracket) : [];
}

/** The keys of an option's map, and behind a colon the values of one. */
function withinMap(place: Place, name: string, bracket: number): readonly Draft[] {
  const { tokens, caret } = place;
  const written = entriesAfter(place, bracket);
  const classes = classesOf(name, place.session);
  const classKey = classKeyOf(name, place.session);
  const entries = entriesOf(name, written.get(classKey) ?? indexClassOf(place.statement), place.session);
  const ofClass =
    name === 'options' || classes.length === 0 ? [] : [newOption(classKey, 'text', 'The class that does it.')];
  const last = tokens.types[tokens.count - 1];
  // Behind a key stands its colon, behind a value a comma.
  if (last !== T.COLON && last !== T.COMMA && last !== T.LBRACE) return [];
  if (last !== T.COLON)
    return [...ofClass, ...(namesDataCenters(written.get(classKey)) ? dataCenters(place) : []), ...entries]
      .filter((entry) => !written.has(entry.name))
      .map((entry) => keyDraft(place, entry, name));
  const key = unquoted(tokens.text(tokens.count - 2));
  if (key === classKey)
    return classes.map((one) => {
      const text = `${place.typed === '' ? '' : packageBegun(name, place.typed)}${one.name}`;
      return { label: caret.inString ? text : `'${text}'`, kind: 'value', about: () => one.doc };
    });
  const entry =
    entries.find((one) => one.name === key) ??
    entriesOf(name, classWith(place, name, key), place.session).find((one) => one.name === key);
  return entry === undefined ? [] : valueDrafts(place, entry, entryValues(entry, name, place));
}

/** The package of Cassandra’s classes of an option, for who begins to write it; a class alone does as well. */
function packageBegun(option: string, typed: string): string {
  const name = PACKAGES.get(option) ?? '';
  return name.startsWith(typed) || (name !== '' && typed.startsWith(name)) ? name : '';
}

const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['compaction', 'org.apache.cassandra.db.compaction.'],
  ['compression', 'org.apache.cassandra.io.compress.'],
  ['replication', 'org.apache.cassandra.locator.'],
]);

/** Those of the project’s keyspaces; where none names any, that of a default install. */
function dataCenters({ subject, caret, session: { target } }: Place): readonly BuiltInOption[] {
  const atCaret = subject.document.slice(caret.wordStart, caret.wordEnd).replaceAll("'", '');
  const names = [...subject.project.final.keyspaces()].flatMap(({ options }) => {
    const replication = options.get('replication');
    return replication?.kind === 'map'
      ? replication.entries.flatMap(({ key }) => (key.kind === 'literal' ? [key.value] : []))
      : [];
  });
  // The keyspace at the caret has what is being written there.
  const own = names.indexOf(atCaret);
  const others = names.filter((name, index) => index !== own && name !== 'class' && name !== 'replication_factor');
  const known = [...new Set(others)];
  const isOneByDefault = target.kind === 'cassandra' || target.dialect === 'scylla';
  return (known.length === 0 && isOneByDefault ? [DATA_CENTER] : known).map(dataCenter);
}

/** The name that a default install gives its data center. */
const DATA_CENTER = 'datacenter1';

/** What production has, and a machine of one's own. */
const REPLICAS: readonly string[] = ['3', '1'];

/** The first class that has an entry, where none is written yet. */
const classWith = (place: Place, name: string, entry: string): string | undefined =>
  classesOf(name, place.session).find(({ options }) => options.some((one) => one.name === entry))?.name;

/** The classes that an index may be made by. */
export const indexClassesAt = ({ caret, session: { target }, statement, table, tokens }: Place): readonly Draft[] => {
  const kind = indexKindOf(target);
  const isCustom = tokens.types.includes(T.CUSTOM);
  const targets = statement?.kind === 'create-index' ? statement.targets : [];
  const isOfVector = targets.some(({ column }) => table?.columns.get(column.name)?.type.kind === 'vector');
  return INDEX_CLASSES.filter(
    ({ of, custom, vectors }) =>
      kind !== undefined && of.includes(kind) && (!custom || isCustom) && (!isOfVector || vectors === true),
  ).map(({ name, about }) => ({ label: caret.inString ? name : `'${name}'`, kind: 'value', about: () => about }));
};

const STORAGE_ATTACHED = 'Storage-attached: lies beside the data, one read of each replica.';

const INDEX_CLASSES: readonly {
  readonly name: string;
  /** The servers' kinds of indexes that go with it. */
  readonly of: readonly IndexKind[];
  /** It is written behind CREATE CUSTOM INDEX only. */
  readonly custom?: true;
  /** It takes vectors. */
  readonly vectors?: true;
  readonly about: string;
}[] = [
  { name: 'StorageAttachedIndex', of: ['sai', 'custom-sai'], custom: true, vectors: true, about: STORAGE_ATTACHED },
  { name: 'sai', of: ['sai'], vectors: true, about: STORAGE_ATTACHED },
  { name: 'legacy_local_table', of: ['sai'], about: 'A hidden table on each node: asks every node.' },
  {
    name: 'org.apache.cassandra.index.sasi.SASIIndex',
    of: ['sai', 'legacy'],
    custom: true,
    about: 'SASI: prefixes and parts of text; experimental.',
  },
  { name: 'vector_index', of: ['scylla'], about: 'Finds the nearest vectors.' },
];

/** What an index made by a class is; with the package of the class or without, in whatever case. */
export function aboutIndexClass(name: string): string | undefined {
  const bare = (text: string): string => text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return INDEX_CLASSES.find((one) => bare(one.name) === bare(name))?.about;
}

const GIVEN: ReadonlySet<number> = new Set([T.WITH, T.AND]);

/** What an option may be, as CQL, the usual first. */
function valuesOf(option: BuiltInOption, place: Place): readonly string[] {
  const { name, value, choices } = option;
  const maps =
    name === 'options'
      ? ["{'case_sensitive': 'false'}"]
      : classesOf(name, place.session).map(
          (one) => WHOLE.get(one.name) ?? `{'${classKeyOf(name, place.session)}': '${one.name}'}`,
        );
  if (maps.length > 0) return maps;
  if (value === 'boolean') return ['true', 'false'];
  if (value === 'map' && defaultOf(option, place.release) === undefined) return ['{}'];
  const standard = defaultOf(option, place.release);
  const words = (choices ?? []).filter((choice) => !choice.startsWith('test_')).map((choice) => `'${choice}'`);
  return [...new Set([...(standard === undefined ? [] : [standard]), ...words])];
}

/** The maps of classes that need more than their name. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['NetworkTopologyStrategy', `{'class': 'NetworkTopologyStrategy', '${DATA_CENTER}': 3}`],
  ['SimpleStrategy', "{'class': 'SimpleStrategy', 'replication_factor': 1}"],
]);

/** What an entry of the map of an option may be, in quotes but for numbers of replicas. */
function entryValues(entry: BuiltInOption, option: string, place: Place): readonly string[] {
  if (option === 'replication') return REPLICAS;
  if (entry.value === 'boolean') return ["'true'", "'false'"];
  const standard = defaultOf(entry, place.release);
  const words = (entry.choices ?? []).map((choice) => `'${choice}'`);
  return [...new Set([...(standard === undefined ? [] : [standard]), ...words])];
}

const valueDrafts = (place: Place, option: BuiltInOption, values: readonly string[]): readonly Draft[] =>
  values
    .filter((value) => value !== "''" && (!place.caret.inString || value.startsWith("'") || values === REPLICAS))
    .map((value) => ({
      label: place.caret.inString ? unquoted(value) : value,
      kind: 'value',
      about: told(option, place).about,
    }));

function keyDraft(place: Place, entry: BuiltInOption, option: string): Draft {
  const shared = { kind: 'option', ...told(entry, place) } as const;
  if (place.caret.inString) return { label: entry.name, ...shared };
  const value =
    entry.name === classKeyOf(option, place.session)
      ? `'${classesOf(option, place.session)[0]?.name ?? ''}'`
      : (entryValues(entry, option, place)[0] ?? "''");
  return {
    label: `'${entry.name}'`,
    ...shared,
    text: `'${entry.name}': `,
    snippet: `'${entry.name}': ${filledIn(value)}`,
    filter: entry.name,
  };
}

/** A value as a place to fill in; quotes and braces stand outside of it, so that who goes behind them is done with it. */
function filledIn(value: string): string {
  if (value === '{}') return `{${field(1, '')}}`;
  let number = 0;
  const place = (text: string): string => field(++number, text);
  const quoted = (text: string): string => `'${place(unquoted(text))}'`;
  if (value.startsWith('{'))
    return plain(value).replaceAll(IN_MAP, (text) => (text.startsWith("'") ? quoted(text) : place(text)));
  return value.startsWith("'") ? quoted(value) : place(value);
}

/** What differs in a map from one keyspace or table to another: its values, and the name of a data center. */
const IN_MAP = new RegExp(`'${DATA_CENTER}'|(?<=: )(?:'[^']*'|[^',\\\\}]+)`, 'g');

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

/** The default beside the name, and the meaning with what may be chosen. */
function told(
  option: BuiltInOption,
  { release, session }: Place,
): Required<Pick<Draft, 'about'>> & Pick<Draft, 'detail'> {
  const standard = defaultOf(option, release);
  return {
    ...(standard !== undefined && { detail: `default ${standard}` }),
    about: () => aboutOption(option, session),
  };
}
