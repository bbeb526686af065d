import { declarationsOf, functionsOf, typeOf, type Declarations } from './evaluate.ts';
import { isBefore, logOf, tableLog, type Log, type Logs, type Viewer } from './log.ts';
import type { Table, UserFunction, UserType } from './model.ts';
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
  const tableLogs = new Map<string, Log>();
  const seen = new Map<string, Declarations>();

  const logOfTable = (key: string, keyspace: string, name: string): Log => {
    const known = tableLogs.get(key);
    if (known !== undefined) return known;
    const log = tableLog(logs, keyspace, name);
    tableLogs.set(key, log);
    return log;
  };

  const evaluated = (key: string, log: Log, keyspace: string, name: string, sight: Sight): Declarations => {
    // A view is made from a table that the place may see in its own way, so it is not shared.
    const derived = log.some(({ step }) => isDerived(step.segment.text, step.segment.begin));
    const own = log.filter(({ chain }) => chain === sight.viewer?.chain);
    const viewer = own.length === 0 && !derived ? undefined : sight.viewer;
    const find = (space: string, table: string): Table | undefined =>
      lookups.tables(space, table, { viewer: sight.viewer }).declared[0]?.table;
    if (viewer === undefined && sight.exact !== true && !derived) {
      const kept = shared.get(key);
      if (kept !== undefined && sameLog(kept.log, log)) return kept.declarations;
      const declarations = declarationsOf(log, keyspace, name, undefined, false, find);
      shared.set(key, { log, declarations });
      return declarations;
    }
    return declarationsOf(log, keyspace, name, viewer, sight.exact === true, find);
  };

  const pending = new Set<string>();
  let inRing = false;
  const lookups: Lookups = {
    tables(keyspace, name, sight) {
      const key = keyOf('table', keyspace, name);
      const log = visible(logOfTable(key, keyspace, name), key, sight);
      if (log.length === 0) return NONE;
      // A view on itself, or on a view on itself, is refused by every server. What was found on the way round depends on where one
      // set out, so it is not kept.
      if (pending.has(key)) {
        inRing = true;
        return NONE;
      }
      const tag = [key, sightTag(log, sight)].join('\0');
      const known = seen.get(tag);
      if (known !== undefined) return known;
      pending.add(key);
      const declarations = evaluated(key, log, keyspace, name, sight);
      pending.delete(key);
      if (pending.size === 0) inRing = false;
      if (!inRing) seen.set(tag, declarations);
      return declarations;
    },
    type: (keyspace, name, sight) => {
      const key = keyOf('type', keyspace, name);
      const log = visible(logOf(logs, [key]), key, sight);
      return log.length === 0 ? undefined : typeOf(log, keyspace, name, sight.viewer);
    },
    functions: (keyspace, name, sight) => {
      const key = keyOf('function', keyspace, name);
      const log = visible(logOf(logs, [key]), key, sight);
      return log.length === 0 ? [] : functionsOf(log, keyspace, name, sight.viewer);
    },
  };
  return lookups;
}

const NONE: Declarations = { declared: [], dropped: false };

/** What of a sight decides about a table: how many steps of the own chain ran, or the place where another table matters too. */
function sightTag(log: Log, { viewer, exact, hidden }: Sight): string {
  if (viewer === undefined) return exact === true ? 'exact' : '';
  const derived = log.some(({ step }) => isDerived(step.segment.text, step.segment.begin));
  const own = log.filter((entry) => entry.chain === viewer.chain && isBefore(entry, viewer)).length;
  const place = derived ? `${viewer.unit}:${viewer.steps}` : own;
  const mine = log.some(({ chain }) => chain === viewer.chain) || derived;
  return [exact === true ? 'exact' : '', hidden?.length ?? 0, ...(mine ? [viewer.chain, viewer.uri, place] : [])].join(
    '\0',
  );
}

function visible(log: Log, key: string, { viewer, hidden }: Sight): Log {
  return hidden?.includes(key) === true ? log.filter(({ chain }) => chain === viewer?.chain) : log;
}

/** Whether a CREATE makes its table from another one: a view, or LIKE. */
const isDerived = (text: string, begin: number): boolean =>
  /^create\s+(?:materialized|(?:table|columnfamily)\s[^(]*\blike\b)/i.test(text.slice(begin, begin + 400));

const sameLog = (a: Log, b: Log): boolean =>
  a.length === b.length &&
  a.every(
    ({ step, chain, private: hidden }, at) => step === b[at]?.step && chain === b[at].chain && hidden === b[at].private,
  );
