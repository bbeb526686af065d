import type { Segment } from '../../syntax/segment.ts';
import { partsOf } from '../keys.ts';
import { stepOf, type Step } from './steps.ts';

/** What a file tells of keyspaces: lists, because that of every file is kept and most of it is short. */
export interface Shown {
  /** The keyspaces that it makes, uses, or names in what it declares. */
  readonly keyspaces: readonly string[];
  /** The tables that it makes in them. */
  readonly tables: readonly (readonly [table: string, keyspace: string])[];
  /** It declares or changes something without saying in which keyspace. */
  readonly unsaid: boolean;
  /** The tables that it changes so and does not make. */
  readonly changed: readonly string[];
}

/** What one statement tells, by the keyspace that USE gave before it; kept as long as the segment is. */
export type Told = WeakMap<Segment, Telling>;

interface Telling {
  readonly used: string | undefined;
  /** The keyspace of a USE. */
  readonly uses: string | undefined;
  readonly step: { readonly effect: Step['effect']; readonly parts: readonly ReturnType<typeof partsOf>[] } | undefined;
}

/** Reads it of the segments of a file that declare. */
export function shownIn(uri: string, declaring: readonly Segment[], told: Told): Shown {
  const keyspaces = new Set<string>();
  const tables = new Map<string, string>();
  const made = new Set<string>();
  const changed = new Set<string>();
  let used: string | undefined;
  let unsaid = false;
  for (const segment of declaring) {
    let telling = told.get(segment);
    if (telling === undefined || telling.used !== used) told.set(segment, (telling = tellingOf(uri, segment, used)));
    const { uses, step } = telling;
    if (uses !== undefined) keyspaces.add((used = uses));
    for (const { kind, keyspace, name } of step?.parts ?? []) {
      if (keyspace !== '') keyspaces.add(keyspace);
      else unsaid = true;
      if (kind !== 'table') continue;
      if (keyspace === '') (step!.effect === 'create' ? made : changed).add(name);
      else if (step!.effect === 'create') tables.set(name, keyspace);
    }
  }
  return {
    keyspaces: [...keyspaces],
    tables: [...tables],
    unsaid,
    changed: [...changed].filter((name) => !made.has(name)),
  };
}

function tellingOf(uri: string, segment: Segment, used: string | undefined): Telling {
  const statement = segment.statement();
  const uses = statement?.kind === 'use' ? statement.keyspace?.name : undefined;
  const step = stepOf(uri, segment, used, false);
  return { used, uses, step: step === undefined ? undefined : { effect: step.effect, parts: step.keys.map(partsOf) } };
}

/** What the files that tell of keyspaces show the others. */
export interface Neighbours {
  /** The keyspaces in which a table is made. */
  holding(table: string): Iterable<string>;
  /** Those that the files nearest to one show. */
  around(uri: string): ReadonlySet<string>;
}

export function neighboursOf(telling: readonly (readonly [string, Shown])[]): Neighbours {
  const byTable = new Map<string, Set<string>>();
  /** By folder: what the files show that stand the least deep of those in it. */
  const byFolder = new Map<string, { depth: number; keyspaces: Set<string> }>();
  for (const [uri, { keyspaces, tables }] of telling) {
    for (const [table, keyspace] of tables) {
      const spaces = byTable.get(table);
      if (spaces === undefined) byTable.set(table, new Set([keyspace]));
      else spaces.add(keyspace);
    }
    const folders = foldersOf(uri);
    const depth = folders.length;
    for (const folder of folders) {
      const known = byFolder.get(folder);
      if (known === undefined || depth < known.depth) byFolder.set(folder, { depth, keyspaces: new Set(keyspaces) });
      else if (depth === known.depth) for (const keyspace of keyspaces) known.keyspaces.add(keyspace);
    }
  }
  return {
    holding: (table) => byTable.get(table) ?? [],
    around(uri) {
      const nearest = foldersOf(uri).find((folder) => byFolder.has(folder));
      return nearest === undefined ? new Set() : byFolder.get(nearest)!.keyspaces;
    },
  };
}

/** The folders in which a file stands, the innermost first; one that all files are in at the end. */
function foldersOf(uri: string): readonly string[] {
  const folders: string[] = [];
  for (let at = uri.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : uri.lastIndexOf('/', at - 1))
    folders.push(uri.slice(0, at + 1));
  return [...folders, ''];
}

/**
 * The keyspace in which a file is run that says none itself, as `cqlsh -k` gives one: the one that it names elsewhere, in which the
 * tables are that it changes, or which the files nearest to it show, of those that show any. `undefined` where they show several.
 */
export function homeOf(uri: string, shown: Shown, neighbours: () => Neighbours): string | undefined {
  if (!shown.unsaid) return undefined;
  if (shown.keyspaces.length > 0) return onlyOf(shown.keyspaces);
  const { holding, around } = neighbours();
  const holders = new Set(shown.changed.flatMap((table) => [...holding(table)]));
  return onlyOf([...(holders.size > 0 ? holders : around(uri))]);
}

const onlyOf = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined);
