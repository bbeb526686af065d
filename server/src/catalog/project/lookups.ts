import { declarationsOf, functionsOf, typeOf, type Declarations } from './evaluate.ts';
import { isBefore, logOf, tableLog, type Log, type Logs, type Viewer } from './log.ts';
import type { Table, UserFunction, UserType } from '../model.ts';
import { keyOf } from './steps.ts';

/** Who looks: a place in a run, and what of other chains it shall not see. */
export interface Sight {
  /** Absent: a statement that stands in no run, so it sees all that there is at the end. */
  readonly viewer: Viewer | undefined;
  /** Also show tables as they are without the changes of other chains, which may run later. */
  readonly exact?: boolean;
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
export type SharedTables = Map<string, { readonly log: Log; readonly declarations: Declarations }>;

export function lookupsOf(logs: Logs, shared: SharedTables): Lookups {
  const known = new Map<string, TableLog>();
  const seen = new Map<string, Declarations>();
  const logOfTable = (key: string, keyspace: string, name: string): TableLog => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = describe(tableLog(logs, keyspace, name))));
    return found;
  };

  const evaluated = (key: string, table: TableLog, keyspace: string, name: string, sight: Sight): Declarations => {
    const { log, derived } = table;
    const find = (space: string, base: string): Table | undefined =>
      lookups.tables(space, base, { viewer: sight.viewer }).declared[0]?.table;
    const viewer = isConcerned(table, sight) ? sight.viewer : undefined;
    if (viewer !== undefined || derived || sight.exact === true) {
      return declarationsOf(log, keyspace, name, viewer, sight.exact === true, find);
    }
    const kept = shared.get(key);
    if (kept !== undefined && sameLog(kept.log, log)) return kept.declarations;
    const declarations = declarationsOf(log, keyspace, name, undefined, false, find);
    shared.set(key, { log, declarations });
    return declarations;
  };

  const pending = new Set<string>();
  let inRing = false;
  const lookups: Lookups = {
    tables(keyspace, name, sight) {
      const key = keyOf('table', keyspace, name);
      const table = visible(logOfTable(key, keyspace, name), key, sight);
      if (table.log.length === 0) return NONE;
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
      const declarations = evaluated(key, table, keyspace, name, sight);
      pending.delete(key);
      if (pending.size === 0) inRing = false;
      if (!inRing) seen.set(tag, declarations);
      return declarations;
    },
    type: (keyspace, name, sight) => {
      const key = keyOf('type', keyspace, name);
      const log = visibleIn(logOf(logs, [key]), key, sight);
      return log.length === 0 ? undefined : typeOf(log, keyspace, name, sight.viewer);
    },
    functions: (keyspace, name, sight) => {
      const key = keyOf('function', keyspace, name);
      const log = visibleIn(logOf(logs, [key]), key, sight);
      return log.length === 0 ? [] : functionsOf(log, keyspace, name, sight.viewer);
    },
  };
  return lookups;
}

const NONE: Declarations = { declared: [], dropped: false };

/** The steps about a table, and what is asked of them again and again. */
interface TableLog {
  readonly log: Log;
  readonly chains: ReadonlySet<string>;
  /** It is made from another table, which a place may see in its own way: then nothing of it is the same for all. */
  readonly derived: boolean;
}

const describe = (log: Log): TableLog => ({
  log,
  chains: new Set(log.map(({ chain }) => chain)),
  derived: log.some(({ step }) => step.derives),
});

/** Whether the place matters: its own chain has a hand in the table. */
const isConcerned = ({ chains, derived }: TableLog, { viewer }: Sight): boolean =>
  viewer !== undefined && (derived || chains.has(viewer.chain));

/** What decides how a table looks: how many steps of the own chain ran, or the very place where another table matters too. */
function sightTag(key: string, table: TableLog, sight: Sight): string {
  const { viewer, exact, hidden } = sight;
  const mode = `${exact === true ? 'exact' : ''}${hidden?.includes(key) === true ? 'own' : ''}`;
  if (viewer === undefined || !isConcerned(table, sight)) return `${key}\0${mode}`;
  const place = table.derived
    ? `${viewer.unit}:${viewer.steps}`
    : table.log.reduce(
        (count, entry) => (entry.chain === viewer.chain && isBefore(entry, viewer) ? count + 1 : count),
        0,
      );
  return [key, mode, viewer.chain, viewer.uri, place].join('\0');
}

const visible = (table: TableLog, key: string, sight: Sight): TableLog =>
  sight.hidden?.includes(key) === true ? describe(visibleIn(table.log, key, sight)) : table;

const visibleIn = (log: Log, key: string, { viewer, hidden }: Sight): Log =>
  hidden?.includes(key) === true ? log.filter(({ chain }) => chain === viewer?.chain) : log;

const sameLog = (a: Log, b: Log): boolean =>
  a.length === b.length &&
  a.every(
    ({ step, chain, private: hidden }, at) => step === b[at]?.step && chain === b[at].chain && hidden === b[at].private,
  );
