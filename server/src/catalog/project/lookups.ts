import { declarationsOf, functionsOf, typeOf, type Declarations } from './evaluate.ts';
import type { SchemaRules } from '../effects/schema-rules.ts';
import { isBroken } from '../effects/state.ts';
import { keyOf } from '../keys.ts';
import type { Location, Table, UserFunction, UserType } from '../model.ts';
import { historyOf, logOf, tableLog, type Entry, type History, type Log, type Logs, type Viewer } from './log.ts';
import type { Runs } from './runs.ts';
import type { Effect } from './step-effect.ts';

/** Who looks: a place in a run, and what of other chains it shall not see. */
export interface Sight {
  /** Absent: a statement that stands in no run, so it sees all that there is at the end. */
  readonly viewer: Viewer | undefined;
  /** Also show tables as they are without the changes of other chains, which may run later. */
  readonly exact?: boolean;
  /** What steps made that some servers may refuse is not shown. */
  readonly sure?: boolean;
  /** Keys of things of which only the own chain's declarations are shown. */
  readonly hidden?: readonly string[];
}

/** What the project declares under a name, as one place sees it. */
export interface Lookups {
  tables(keyspace: string, name: string, sight: Sight): Declarations;
  type(keyspace: string, name: string, sight: Sight): UserType | undefined;
  functions(keyspace: string, name: string, sight: Sight): readonly UserFunction[];
}

/** Tables as every place without statements of its own about them sees them; kept from one fold to the next. */
export type SharedTables = Map<
  string,
  {
    /** What each chain has made of it in the end. */
    readonly made: readonly (Table | undefined)[];
    readonly effects: LoggedEffects;
    readonly declarations: Declarations;
  }
>;

export function lookupsOf(logs: Logs, runs: Runs, rules: SchemaRules, shared: SharedTables): Lookups {
  const known = new Map<string, TableLog>();
  const seen = new Map<string, Declarations>();
  const logOfTable = (key: string, keyspace: string, name: string): TableLog => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = describe(tableLog(logs, keyspace, name))));
    return found;
  };

  const evaluated = (key: string, table: TableLog, keyspace: string, name: string, sight: Sight): Declarations => {
    const { history, derived } = table;
    const find = (space: string, base: string): Table | undefined =>
      lookups.tables(space, base, { viewer: sight.viewer }).declared[0];
    const viewer = isConcerned(table, sight) ? sight.viewer : undefined;
    const evidence = { runs, rules, history, viewer };
    if (viewer !== undefined || derived || sight.exact === true) {
      return declarationsOf(evidence, keyspace, name, sight.exact === true, find);
    }
    const kept = shared.get(key);
    const made = [...table.chains].map((chain) => runs.ends.get(chain)?.table(keyspace, name));
    const effects = effectsOf(history.log, runs);
    if (kept !== undefined && sameList(kept.made, made) && sameEffects(kept.effects, effects)) return kept.declarations;
    const declarations = declarationsOf(evidence, keyspace, name, false, find);
    shared.set(key, { made, effects, declarations });
    return declarations;
  };

  const pending = new Set<string>();
  let inRing = false;
  const lookups: Lookups = {
    tables(keyspace, name, sight) {
      const key = keyOf('table', keyspace, name);
      const table = visible(logOfTable(key, keyspace, name), key, sight);
      if (table.history.log.length === 0) return NONE;
      // A view on itself, or on a view on itself, is refused by every server. What was found on the way round depends on where one
      // set out, so it is not kept.
      if (pending.has(key)) {
        inRing = true;
        return NONE;
      }
      const tag = sightTag(key, table, sight);
      const before = seen.get(tag);
      if (before !== undefined) return before;
      pending.add(key);
      const found = evaluated(key, table, keyspace, name, sight);
      const declarations = { ...found, declared: withoutBroken(found.declared, key, sight) };
      pending.delete(key);
      if (pending.size === 0) inRing = false;
      if (!inRing) seen.set(tag, declarations);
      return declarations;
    },
    type: (keyspace, name, sight) => {
      const key = keyOf('type', keyspace, name);
      const log = visibleIn(logOf(logs, [key]), key, sight);
      if (log.length === 0) return undefined;
      const found = typeOf({ runs, rules, history: historyOf(log), viewer: sight.viewer }, keyspace, name);
      return found === undefined ? undefined : withoutBroken([found], key, sight)[0];
    },
    functions: (keyspace, name, sight) => {
      const key = keyOf('function', keyspace, name);
      const log = visibleIn(logOf(logs, [key]), key, sight);
      if (log.length === 0) return [];
      const evidence = { runs, rules, history: historyOf(log), viewer: sight.viewer };
      return withoutBroken(functionsOf(evidence, keyspace, name), key, sight);
    },
  };
  return lookups;
}

const NONE: Declarations = { declared: [], dropped: false };

/** The steps about a table, and what is asked of them again and again. */
interface TableLog {
  readonly history: History;
  readonly chains: ReadonlySet<string>;
  /** It is made from another table, which a place may see in its own way: then nothing of it is the same for all. */
  readonly derived: boolean;
}

const describe = (log: Log): TableLog => ({
  history: historyOf(log),
  chains: new Set(log.map(({ chain }) => chain)),
  derived: log.some(({ step }) => step.derives),
});

/** Whether the place matters: its own chain has a hand in the table. */
const isConcerned = ({ chains, derived }: TableLog, { viewer }: Sight): boolean =>
  viewer !== undefined && (derived || chains.has(viewer.chain));

/** What decides how a table looks: the very place where its own chain has a hand in it. */
function sightTag(key: string, table: TableLog, sight: Sight): string {
  const { viewer, exact, hidden } = sight;
  const mode = `${exact === true ? 'exact' : ''}${hidden?.includes(key) === true ? 'own' : ''}`;
  if (viewer === undefined || !isConcerned(table, sight)) return `${key}\0${mode}`;
  return [key, mode, viewer.uri, viewer.unit, viewer.steps].join('\0');
}

const visible = (table: TableLog, key: string, sight: Sight): TableLog =>
  sight.hidden?.includes(key) === true ? describe(visibleIn(table.history.log, key, sight)) : table;

const visibleIn = (log: Log, key: string, { viewer, hidden }: Sight): Log =>
  hidden?.includes(key) === true ? log.filter(({ chain }) => chain === viewer?.chain) : log;

/** A CREATE finds the names free that others have which no server could read. */
const withoutBroken = <T extends { readonly location?: Location }>(
  things: readonly T[],
  key: string,
  { hidden }: Sight,
): readonly T[] => (hidden?.includes(key) === true ? things.filter((one) => !isBroken(one)) : things);

/** The entries of a log with what they do: a table of which these are the same is the same. */
type LoggedEffects = readonly { readonly entry: Entry; readonly effect: Effect | undefined }[];

const effectsOf = (log: Log, { runs }: Runs): LoggedEffects =>
  log.map((entry) => ({ entry, effect: runs[entry.unit]?.effects[entry.ordinal] }));

const sameEffects = (a: LoggedEffects, b: LoggedEffects): boolean =>
  a.length === b.length &&
  a.every(({ entry: { chain, private: hidden }, effect }, at) => {
    const other = b[at];
    return effect === other?.effect && chain === other?.entry.chain && hidden === other.entry.private;
  });

const sameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);
