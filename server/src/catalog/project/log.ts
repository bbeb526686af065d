import type { Statement } from '../../syntax/ast.ts';
import { keyOf, keyOfColumn, keyspaceOf, partsOf } from '../keys.ts';
import type { Step } from './steps.ts';
import type { Run } from './runs.ts';
import type { Index } from '../model.ts';
import type { Change } from './catalog-change.ts';

/** The steps of a project that are about one thing, in their order; those that the server refuses do nothing and are left out. */
export type Log = readonly Entry[];

export interface Entry {
  readonly step: Step;
  readonly chain: string;
  /** Index of its run among the project's. */
  readonly unit: number;
  /** Of the step in its unit. */
  readonly ordinal: number;
  /** Of a file, or a part of one, whose DDL only the file itself sees. */
  readonly private: boolean;
}

/** A log with what is asked of it for each place of a chain, where changes may be many. */
export interface History {
  readonly log: Log;
  /** The steps that create the thing or drop it. */
  readonly makings: Log;
  /** The steps that other chains may see, chain by chain in the order of their first. */
  readonly chains: ReadonlyMap<string, Log>;
}

/** Where in the run of its chain a statement stands; it sees the steps of its chain before that. */
export interface Viewer {
  readonly uri: string;
  readonly chain: string;
  readonly unit: number;
  /** How many steps of the unit ran before. */
  readonly steps: number;
}

/** All steps of a project by what they are about. */
export interface Logs {
  readonly runs: readonly Run[];
  /** The keyspaces that any step names, be it taken or not. */
  readonly named: ReadonlySet<string>;
  /** The keys of what steps would make that the server refuses, and of columns that they would give to tables. */
  readonly refused: ReadonlySet<string>;
  /** Key → indices of the runs with steps about it. */
  readonly runsOf: ReadonlyMap<string, readonly number[]>;
  /** Keyspace → what is declared in it by anyone. */
  readonly names: ReadonlyMap<string, Names>;
  /** Name of a table → the keyspaces in which one of that name is declared. */
  readonly keyspacesOfTable: ReadonlyMap<string, readonly string[]>;
  /** The keyspaces in which a step makes a storage-attached index. */
  readonly storageAttached: ReadonlySet<string>;
}

export interface Names {
  readonly tables: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

export function logsOf(runs: readonly Run[]): Logs {
  const runsOf = new Map<string, number[]>();
  const keyspacesOfTable = new Map<string, string[]>();
  const names = new Map<string, { tables: Set<string>; types: Set<string>; functions: Set<string> }>();
  runs.forEach(({ byKey }, index) => {
    for (const key of byKey.keys()) {
      const found = runsOf.get(key);
      if (found !== undefined) {
        found.push(index);
        continue;
      }
      runsOf.set(key, [index]);
      const { kind, keyspace, name } = partsOf(key);
      let space = names.get(keyspace);
      if (space === undefined)
        names.set(keyspace, (space = { tables: new Set(), types: new Set(), functions: new Set() }));
      if (kind === 'table') {
        space.tables.add(name);
        const spaces = keyspacesOfTable.get(name);
        if (spaces === undefined) keyspacesOfTable.set(name, [keyspace]);
        else spaces.push(keyspace);
      } else if (kind === 'type') space.types.add(name);
      else if (kind === 'function') space.functions.add(name);
    }
  });
  // Each edit of a schema comes by here with all its steps.
  const named = new Set<string>();
  const refused = new Set<string>();
  const storageAttached = new Set<string>();
  for (const { unit, effects } of runs) {
    for (const { keys } of unit.steps) for (const key of keys) named.add(keyspaceOf(key));
    for (const { step, taken, changes } of effects) {
      if (!taken) for (const key of keysMadeBy(step)) refused.add(key);
      for (const change of changes) if (makesStorageAttached(change)) storageAttached.add(change.keyspace);
    }
  }
  return { runs, named, refused, runsOf, names, keyspacesOfTable, storageAttached };
}

const makesStorageAttached = (change: Change): boolean =>
  change.kind === 'part' && change.of === 'indexes' && (change.after as Index | undefined)?.family === 'sai';

/** The keys of what a step makes, and of the columns that it gives to a table. */
const keysMadeBy = (step: Step): readonly string[] => [
  ...(step.effect === 'create' ? step.keys : []),
  ...columnKeysOf(step),
];

/** The keys of the columns that a step gives to a table. */
function columnKeysOf({ segment, keys }: Step): readonly string[] {
  const names = columnsGivenBy(segment.statement());
  if (names.length === 0) return [];
  return keys.flatMap((key) => {
    const { kind, keyspace, name } = partsOf(key);
    return kind === 'table' ? names.map((column) => keyOfColumn(keyspace, name, column)) : [];
  });
}

function columnsGivenBy(statement: Statement | undefined): readonly string[] {
  if (statement?.kind === 'create-table') return statement.columns.map(({ name }) => name.name);
  if (statement?.kind !== 'alter-table') return [];
  const { change } = statement;
  if (change.kind === 'add') return change.columns.map(({ name }) => name.name);
  return change.kind === 'rename' ? change.pairs.map(({ to }) => to.name) : [];
}

/** The steps with any of the keys, each once. */
export function logOf({ runs, runsOf }: Logs, keys: readonly string[]): Log {
  const places = keys.flatMap((key) =>
    (runsOf.get(key) ?? []).flatMap((unit) => (runs[unit]?.byKey.get(key) ?? []).map((ordinal) => ({ unit, ordinal }))),
  );
  if (keys.length > 1) places.sort((a, b) => a.unit - b.unit || a.ordinal - b.ordinal);
  return places.flatMap(({ unit, ordinal }, at): readonly Entry[] => {
    const previous = places[at - 1];
    const owner = runs[unit]?.unit;
    const step = owner?.steps[ordinal];
    if (owner === undefined || step === undefined || (previous?.unit === unit && previous.ordinal === ordinal))
      return [];
    return [{ step, chain: owner.chain, unit, ordinal, private: !owner.contributes || step.undo }];
  });
}

export function historyOf(log: Log): History {
  const chains = new Map<string, Entry[]>();
  for (const entry of log) {
    if (entry.private) continue;
    const chain = chains.get(entry.chain);
    if (chain === undefined) chains.set(entry.chain, [entry]);
    else chain.push(entry);
  }
  return { log, makings: log.filter(({ step }) => step.effect === 'create' || step.effect === 'drop'), chains };
}

/** The steps that make and change a table: its own, those that drop its keyspace, and those that drop its indexes. */
export function tableLog(logs: Logs, keyspace: string, name: string): Log {
  const own = keyOf('table', keyspace, name);
  const log = logOf(logs, [own]);
  const indexes = log.flatMap(({ step }) => step.keys.filter((key) => key !== own && partsOf(key).kind === 'index'));
  const drops = logOf(logs, [keyOf('keyspace', keyspace)]).some(({ step }) => step.effect === 'drop');
  if (indexes.length === 0 && !drops) return log;
  return logOf(logs, [own, keyOf('keyspace', keyspace), ...indexes]).filter(
    ({ step }) =>
      step.keys.includes(own) ||
      (step.keys.some((key) => indexes.includes(key)) ? step.effect === 'lossy' : step.effect === 'drop'),
  );
}

export const isBefore = ({ unit, ordinal }: Entry, viewer: Viewer): boolean =>
  unit < viewer.unit || (unit === viewer.unit && ordinal < viewer.steps);
