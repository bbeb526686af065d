import { apply } from '../effects/apply.ts';
import type { Index, Table, UserFunction, UserType } from '../model.ts';
import { isBefore, type Entry, type Log, type Viewer } from './log.ts';
import { partsOf } from './steps.ts';
import { emptyCatalog, emptyKeyspace, withKeyspace, withTable, type CatalogState } from '../effects/state.ts';
import { sameType, UNKNOWN } from '../types.ts';

/*
 * What the files of a project make of one thing, seen from a place in one of them.
 *
 * The chain in which the place stands runs in its order, up to there. All other chains may have run before or not; what they
 * declare is taken to be there, what they take away is taken to be there as well. So a chain that declares a table judges its own
 * statements by it, and every other statement is judged by each declaration there is.
 */

/** A declaration of a table, as far as its own chain and additions of others bring it. */
export interface Declared {
  readonly table: Table;
  /** The CREATE. */
  readonly entry: Entry;
}

export interface Declarations {
  readonly declared: readonly Declared[];
  /** Its chain drops it again at the end, and there is no other declaration. */
  readonly dropped: boolean;
}

/** Looks up a table that a view or a copy is made from. */
export type FindTable = (keyspace: string, name: string) => Table | undefined;

/**
 * The declarations of a table from its log. `exact` adds what each would be without the changes of other chains, which may run
 * later: for judging DDL.
 */
export function declarationsOf(
  log: Log,
  keyspace: string,
  name: string,
  viewer: Viewer | undefined,
  exact: boolean,
  find: FindTable,
): Declarations {
  const run = (entries: Log, from: readonly Declared[] = []): Run => runTable(entries, from, keyspace, name, find);
  const own =
    viewer === undefined ? [] : log.filter((entry) => entry.chain === viewer.chain && isBefore(entry, viewer));
  const others = byChain(log.filter((entry) => entry.chain !== viewer?.chain && !entry.private));
  const creators = others.filter(creates);
  const additions = others
    .filter((entries) => !creates(entries))
    .flatMap((entries) => entries.filter(({ step }) => step.effect === 'change' || renames(step.segment.statement())));
  const withAdditions = (declared: readonly Declared[]): readonly Declared[] => {
    if (additions.length === 0) return declared;
    const extended = run(additions, declared).live;
    return exact || additions.some(({ step }) => step.effect === 'lossy') ? [...extended, ...declared] : extended;
  };

  const mine = run(own);
  const theirs = creators.map((entries) => run(entries));
  const elsewhere = (): Declarations => {
    const live = theirs.flatMap((one) => one.live);
    const found = withAdditions(live.length > 0 ? live : theirs.flatMap((one) => one.last));
    // What the own chain does to a table of another one it does for certain, except dropping it, which stays a guess.
    const changed = run(
      own.filter(({ step }) => step.effect !== 'drop' && step.effect !== 'create'),
      found,
    ).live;
    return { declared: changed, dropped: live.length === 0 && found.length > 0 };
  };
  if (mine.live.length === 0) return elsewhere();
  const inFile = mine.live.filter(({ entry }) => entry.step.uri === viewer?.uri);
  const nearest = inFile.length > 0 ? inFile : mine.live;
  const firm = nearest.filter(({ entry }) => !entry.step.ifNotExists);
  if (firm.length > 0) return { declared: withAdditions(firm.toReversed()), dropped: false };
  const rest = mine.live.filter((one) => !nearest.includes(one));
  return { declared: [...withAdditions([...nearest.toReversed(), ...rest]), ...elsewhere().declared], dropped: false };
}

/** The declarations of a user type, made one: files that disagree about its fields leave it partial. */
export function typeOf(log: Log, keyspace: string, name: string, viewer: Viewer | undefined): UserType | undefined {
  const own =
    viewer === undefined ? [] : log.filter((entry) => entry.chain === viewer.chain && isBefore(entry, viewer));
  const chains = byChain(log.filter((entry) => entry.chain !== viewer?.chain && !entry.private));
  const mine = runType(own, undefined, keyspace, name).at(-1);
  const theirs = chains.filter(creates).flatMap((entries) => {
    // One that its chain drops again may be there when the statement runs.
    const states = runType(entries, undefined, keyspace, name);
    return states.findLast((type) => type !== undefined) ?? [];
  });
  const declared = mine === undefined ? theirs : [mine];
  const merged = declared.reduce<UserType | undefined>(
    (all, one) => (all === undefined ? one : mergedTypes(all, one)),
    undefined,
  );
  if (merged === undefined) return undefined;

  const foreign = chains.filter((entries) => !creates(entries)).flat();
  const changes = [...foreign, ...(mine === undefined ? own : [])].filter(({ step }) => step.effect !== 'drop');
  const changed = runType(changes, merged, keyspace, name).at(-1) ?? merged;
  return { ...changed, partial: changed.partial || changes.some(({ step }) => step.effect === 'lossy') };
}

/** The overloads of a function or aggregate. */
export function functionsOf(
  log: Log,
  keyspace: string,
  name: string,
  viewer: Viewer | undefined,
): readonly UserFunction[] {
  const others = log.filter((entry) => entry.chain !== viewer?.chain && !entry.private && entry.step.effect !== 'drop');
  const own =
    viewer === undefined ? [] : log.filter((entry) => entry.chain === viewer.chain && isBefore(entry, viewer));
  return (
    runAll([...others, ...own], emptyCatalog())
      .declared.get(keyspace)
      ?.functions.get(name) ?? []
  );
}

const creates = (entries: Log): boolean => entries.some(({ step }) => step.effect === 'create');

/** The entries of each chain, in the order of their first. */
function byChain(log: Log): readonly Log[] {
  const chains = new Map<string, Entry[]>();
  for (const entry of log) {
    const chain = chains.get(entry.chain);
    if (chain === undefined) chains.set(entry.chain, [entry]);
    else chain.push(entry);
  }
  return [...chains.values()];
}

interface Run {
  readonly live: readonly Declared[];
  /** What there was before the last drop, where nothing is live. */
  readonly last: readonly Declared[];
}

/** Runs steps about a table over its declarations; each CREATE adds one beside the others. */
function runTable(entries: Log, from: readonly Declared[], keyspace: string, name: string, find: FindTable): Run {
  let live = [...from];
  let last: readonly Declared[] = [];
  for (const entry of entries) {
    switch (entry.step.effect) {
      case 'create': {
        const table = afterStep(entry, sourcesOf(entry, keyspace, find), keyspace, name);
        if (table !== undefined) live.push({ table, entry });
        break;
      }
      case 'drop':
        if (live.length > 0) last = live;
        live = [];
        break;
      default:
        live = live.map((one) => {
          const catalog = withKeyspace(emptyCatalog(), withTable(emptyKeyspace(keyspace), one.table));
          return { ...one, table: afterStep(entry, catalog, keyspace, name) ?? one.table };
        });
    }
  }
  return { live, last: live.length > 0 ? [] : last };
}

/** The type after each step. */
function runType(
  entries: Log,
  from: UserType | undefined,
  keyspace: string,
  name: string,
): readonly (UserType | undefined)[] {
  const space = emptyKeyspace(keyspace);
  const types = from === undefined ? space.types : space.types.set(name, from);
  let catalog = withKeyspace(emptyCatalog(), { ...space, types });
  return entries.map((entry) => {
    catalog = runAll([entry], catalog);
    return catalog.declared.get(keyspace)?.types.get(name);
  });
}

const afterStep = (entry: Entry, catalog: CatalogState, keyspace: string, name: string): Table | undefined =>
  runAll([entry], catalog).declared.get(keyspace)?.tables.get(name);

/** A catalog with the table that a view or a copy is made from. */
function sourcesOf({ step }: Entry, keyspace: string, find: FindTable): CatalogState {
  const statement = step.segment.statement();
  const source =
    statement?.kind === 'create-view'
      ? statement.select?.from
      : statement?.kind === 'create-table-like'
        ? statement.source
        : undefined;
  if (source === undefined) return emptyCatalog();
  const space = statement?.kind === 'create-view' ? keyspace : (source.keyspace?.name ?? step.keyspace ?? '');
  const table = find(space, source.name.name);
  return table === undefined ? emptyCatalog() : withKeyspace(emptyCatalog(), withTable(emptyKeyspace(space), table));
}

function runAll(entries: Log, from: CatalogState): CatalogState {
  return entries.reduce((catalog, { step: { uri, segment, keyspace } }) => {
    const statement = segment.statement();
    if (statement === undefined) return catalog;
    return apply(catalog, statement, { keyspace, place: { uri, segment }, broken: segment.errors.length > 0 });
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
