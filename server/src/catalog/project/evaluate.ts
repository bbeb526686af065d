import { apply } from '../effects/apply.ts';
import { sameTypes } from '../effects/functions.ts';
import type { SchemaRules } from '../effects/schema-rules.ts';
import type { Index, Table, UserFunction, UserType } from '../model.ts';
import { isBefore, type Entry, type History, type Log, type Viewer } from './log.ts';
import { partsOf } from '../keys.ts';
import { isListed } from './order.ts';
import type { Runs } from './runs.ts';
import { emptyCatalog, emptyKeyspace, withKeyspace, withTable, type CatalogState } from '../effects/state.ts';
import { sameType, UNKNOWN } from '../types.ts';

/*
 * What the files of a project make of one thing, seen from a place in one of them.
 *
 * The chain in which the place stands runs in its order, up to there. All other chains may have run before or not; what they
 * declare is taken to be there, what they take away is taken to be there as well. So a chain that declares a table judges its own
 * statements by it, and every other statement is judged by each declaration there is.
 */

export interface Declarations {
  readonly declared: readonly Table[];
  /** Its chain drops it again at the end, and there is no other declaration. */
  readonly dropped: boolean;
}

/** Looks up a table that a view or a copy is made from. */
export type FindTable = (keyspace: string, name: string) => Table | undefined;

/** What the declarations of one thing are made from. */
export interface Evidence {
  readonly runs: Runs;
  readonly rules: SchemaRules;
  /** The steps about it. */
  readonly history: History;
  readonly viewer: Viewer | undefined;
}

/** The schema of the viewer's chain alone, as it is before the place. */
export const stateBefore = ({ runs }: Runs, viewer: Viewer): CatalogState | undefined =>
  runs[viewer.unit]?.states[viewer.steps];

/**
 * The declarations of a table from its log. `exact` adds what each would be without the changes of other chains, which may run
 * later: for judging DDL.
 */
export function declarationsOf(
  evidence: Evidence,
  keyspace: string,
  name: string,
  exact: boolean,
  find: FindTable,
): Declarations {
  const { history, viewer, runs, rules } = evidence;
  const own = ownAmong(history.makings, viewer);
  const others = othersIn(evidence);
  const creators = others.filter(creates);
  const additions = others
    .filter((entries) => !creates(entries))
    .flatMap((entries) => entries.filter(({ step }) => step.effect === 'change' || renames(step.segment.statement())));
  const change = (entries: Log, tables: readonly Table[]): readonly Table[] =>
    entries.length === 0
      ? tables
      : tables.map((table) =>
          entries.reduce((one, entry) => afterStep(entry, holding(one), keyspace, name, rules) ?? one, table),
        );
  const withAdditions = (declared: readonly Table[]): readonly Table[] => {
    if (additions.length === 0) return declared;
    const extended = change(additions, declared);
    return exact || additions.some(({ step }) => step.effect === 'lossy') ? [...extended, ...declared] : extended;
  };
  const inState = (state: CatalogState | undefined): Table | undefined =>
    state?.declared.get(keyspace)?.tables.get(name);

  const elsewhere = (): Declarations => {
    const made = creators.map((entries) => {
      const source = entries.find((entry) => lacksSource(entry, runs, keyspace));
      return source === undefined
        ? lastOf(entries, runs, inState)
        : { live: afterStep(source, sourcesOf(source, keyspace, find), keyspace, name, rules), last: undefined };
    });
    const live = made.flatMap((one) => one.live ?? []);
    // A statement of another file may run between those of the chain that makes the table, or be a copy of one of them.
    const between = exact ? creators.flatMap((entries) => statesIn(entries, runs, inState)) : [];
    const found = [...withAdditions(live.length > 0 ? live : made.flatMap((one) => one.last ?? [])), ...between];
    // What the own chain does to a table of another one it does for certain, except dropping it, which stays a guess.
    const changed = change(
      ownAmong(history.log, viewer).filter(({ step }) => step.effect !== 'drop' && step.effect !== 'create'),
      found,
    );
    return { declared: changed, dropped: live.length === 0 && found.length > 0 };
  };

  const latest = own.slice(own.findLastIndex(({ step }) => step.effect === 'drop') + 1);
  const variants = latest.toReversed().flatMap(({ unit, ordinal }) => runs.runs[unit]?.effects[ordinal]?.variant ?? []);
  const maker = latest.findLast(({ step }) => step.effect === 'create');
  const madeOfOthers = maker !== undefined && lacksSource(maker, runs, keyspace);
  const mine =
    viewer === undefined
      ? undefined
      : madeOfOthers
        ? afterStep(maker, sourcesOf(maker, keyspace, find), keyspace, name, rules)
        : inState(stateBefore(runs, viewer));
  if (mine === undefined) return exact && isGone(own) ? { declared: [], dropped: true } : elsewhere();
  const isFirm = !history.makings.some(({ step }) => step.ifNotExists && step.segment === mine.location?.segment);
  const certain = withAdditions([...variants, mine]);
  return { declared: isFirm ? certain : [...certain, ...elsewhere().declared], dropped: false };
}

/** The declarations of a user type, made one: files that disagree about its fields leave it partial. */
export function typeOf(evidence: Evidence, keyspace: string, name: string): UserType | undefined {
  const { history, viewer, runs, rules } = evidence;
  const own = ownAmong(history.log, viewer);
  const chains = othersIn(evidence);
  const inState = (state: CatalogState | undefined): UserType | undefined =>
    state?.declared.get(keyspace)?.types.get(name);
  const mine = viewer === undefined ? undefined : inState(stateBefore(runs, viewer));
  if (mine === undefined && isGone(own)) return undefined;
  // One that its chain drops again may be there when the statement runs.
  const theirs = chains.filter(creates).flatMap((entries) => {
    const { live, last } = lastOf(entries, runs, inState);
    return live ?? last ?? [];
  });
  const declared = mine === undefined ? theirs : [mine];
  const merged = declared.reduce<UserType | undefined>(
    (all, one) => (all === undefined ? one : mergedTypes(all, one)),
    undefined,
  );
  if (merged === undefined) return undefined;

  const foreign = chains.filter((entries) => !creates(entries)).flat();
  const changes = [...foreign, ...(mine === undefined ? own : [])].filter(({ step }) => step.effect !== 'drop');
  if (changes.length === 0) return merged;
  const space = emptyKeyspace(keyspace);
  const from = withKeyspace(emptyCatalog(), { ...space, types: space.types.set(name, merged) });
  const changed = inState(runAll(changes, from, rules)) ?? merged;
  return { ...changed, partial: changed.partial || changes.some(({ step }) => step.effect === 'lossy') };
}

/** The overloads of a function or aggregate. */
export function functionsOf(evidence: Evidence, keyspace: string, name: string): readonly UserFunction[] {
  const { history, viewer, runs, rules } = evidence;
  const inState = (state: CatalogState | undefined): readonly UserFunction[] =>
    state?.declared.get(keyspace)?.functions.get(name) ?? [];
  const mine = viewer === undefined ? [] : inState(stateBefore(runs, viewer));
  const ever = othersIn(evidence).flatMap((entries) => everIn(entries, runs, inState));
  const drops = ownAmong(history.makings, viewer).filter(({ step }) => step.effect === 'drop');
  const space = emptyKeyspace(keyspace);
  const theirs =
    ever.length === 0 || drops.length === 0
      ? ever
      : inState(
          runAll(drops, withKeyspace(emptyCatalog(), { ...space, functions: space.functions.set(name, ever) }), rules),
        );
  return [...theirs.filter(({ parameters }) => !mine.some((one) => sameTypes(one.parameters, parameters))), ...mine];
}

const creates = (entries: Log): boolean => entries.some(({ step }) => step.effect === 'create');

/** The steps of the own chain before the place. */
const ownAmong = (entries: Log, viewer: Viewer | undefined): Log =>
  viewer === undefined
    ? []
    : entries.filter(
        (entry) =>
          entry.chain === viewer.chain && isBefore(entry, viewer) && (!entry.private || entry.unit === viewer.unit),
      );

/** Whether the last that the own chain did was to drop the thing. */
const isGone = (own: Log): boolean =>
  own.findLast(({ step }) => step.effect === 'drop' || step.effect === 'create')?.step.effect === 'drop';

/** The entries of each other chain, in the order of their first; where the settings name the files that make the thing, of those alone. */
function othersIn({ history, viewer }: Evidence): readonly Log[] {
  const others = [...history.chains].filter(([chain]) => chain !== viewer?.chain);
  const named = others.find(([chain, entries]) => isListed(chain) && creates(entries));
  return named === undefined ? others.map(([, entries]) => entries) : [named[1]];
}

/** All that a chain has of a thing, from its beginning on. */
const statesIn = <T>(
  entries: Log,
  { runs }: Runs,
  inState: (state: CatalogState | undefined) => T | undefined,
): readonly T[] => entries.flatMap(({ unit, ordinal }) => inState(runs[unit]?.states[ordinal + 1]) ?? []);

/** What a chain has in the end, or had before it dropped it. */
function lastOf<T>(
  entries: Log,
  { runs, ends }: Runs,
  inState: (state: CatalogState | undefined) => T | undefined,
): { readonly live: T | undefined; readonly last: T | undefined } {
  const [first] = entries;
  const live = first === undefined ? undefined : inState(ends.get(first.chain));
  if (live !== undefined) return { live, last: undefined };
  for (const { unit, ordinal } of entries.toReversed()) {
    const last = inState(runs[unit]?.states[ordinal + 1]);
    if (last !== undefined) return { live, last };
  }
  return { live, last: undefined };
}

/** The overloads that a chain has in the end, and those that it had before it dropped them. */
function everIn(
  entries: Log,
  { runs, ends }: Runs,
  inState: (state: CatalogState | undefined) => readonly UserFunction[],
): readonly UserFunction[] {
  const [first] = entries;
  const earlier = entries.toReversed().map(({ unit, ordinal }) => runs[unit]?.states[ordinal + 1]);
  const found: UserFunction[] = [];
  for (const state of [ends.get(first?.chain ?? ''), ...earlier])
    for (const made of inState(state))
      if (!found.some(({ parameters }) => sameTypes(parameters, made.parameters))) found.push(made);
  return found;
}

/** Whether a step makes a table from one that its own chain does not have. */
function lacksSource(entry: Entry, { runs }: Runs, keyspace: string): boolean {
  const source = sourceOf(entry, keyspace);
  return (
    source !== undefined && runs[entry.unit]?.states[entry.ordinal]?.table(source.keyspace, source.name) === undefined
  );
}

/** The table that a view or a copy is made from. */
function sourceOf({ step }: Entry, keyspace: string): { readonly keyspace: string; readonly name: string } | undefined {
  if (!step.derives) return undefined;
  const statement = step.segment.statement();
  if (statement?.kind === 'create-view') {
    const from = statement.select?.from;
    return from === undefined ? undefined : { keyspace, name: from.name.name };
  }
  if (statement?.kind !== 'create-table-like' || statement.source === undefined) return undefined;
  const { source } = statement;
  return { keyspace: source.keyspace?.name ?? step.keyspace ?? '', name: source.name.name };
}

/** A catalog with the table that a view or a copy is made from. */
function sourcesOf(entry: Entry, keyspace: string, find: FindTable): CatalogState {
  const source = sourceOf(entry, keyspace);
  const table = source === undefined ? undefined : find(source.keyspace, source.name);
  return table === undefined ? emptyCatalog() : holding(table);
}

const holding = (table: Table): CatalogState =>
  withKeyspace(emptyCatalog(), withTable(emptyKeyspace(table.keyspace), table));

const afterStep = (
  entry: Entry,
  catalog: CatalogState,
  keyspace: string,
  name: string,
  rules: SchemaRules,
): Table | undefined => runAll([entry], catalog, rules).declared.get(keyspace)?.tables.get(name);

function runAll(entries: Log, from: CatalogState, rules: SchemaRules): CatalogState {
  return entries.reduce((catalog, { step: { uri, segment, keyspace } }) => {
    const statement = segment.statement();
    if (statement === undefined) return catalog;
    return apply(catalog, statement, { keyspace, place: { uri, segment }, broken: segment.errors.length > 0 }, rules);
  }, from);
}

const renames = (statement: ReturnType<Entry['step']['segment']['statement']>): boolean =>
  statement?.kind === 'alter-table' && statement.change.kind === 'rename';

function mergedTypes(a: UserType, b: UserType): UserType {
  const fields = new Map(a.fields);
  let same = a.fields.size === b.fields.size;
  for (const [name, type] of b.fields) {
    const other = fields.get(name);
    if (other !== undefined && sameType(other, type)) continue;
    same = false;
    fields.set(name, other === undefined ? type : UNKNOWN);
  }
  return { ...a, fields, partial: a.partial || b.partial || !same };
}

/** The names under which an index may be asked for; a number is added to a generated one that is taken. */
export const indexBase = (name: string): string => name.replace(/_\d+$/, '');

/** The tables on which an index of this name may stand, by the keys of the steps about it. */
export const tablesOfIndex = (log: Log): readonly string[] => [
  ...new Set(
    log.flatMap(({ step }) => step.keys.flatMap((key) => (partsOf(key).kind === 'table' ? [partsOf(key).name] : []))),
  ),
];

export const indexNamed = (tables: readonly Table[], name: string): Index | undefined =>
  tables.flatMap(({ indexes }) => indexes).find((index) => index.name === name);
