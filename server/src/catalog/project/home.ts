import type { Segment } from '../../syntax/segment.ts';
import { partsOf } from '../keys.ts';
import { sharedFolders } from './nearness.ts';
import { stepOf } from './steps.ts';

/** What a file tells of keyspaces. */
export interface Shown {
  /** The keyspaces that it makes, uses, or names in what it declares. */
  readonly keyspaces: ReadonlySet<string>;
  /** The tables that it makes in them. */
  readonly tables: ReadonlyMap<string, string>;
  /** It declares or changes something without saying in which keyspace. */
  readonly unsaid: boolean;
  /** The tables that it changes so and does not make. */
  readonly changed: ReadonlySet<string>;
}

/** Reads it of the segments of a file that declare. */
export function shownIn(uri: string, declaring: readonly Segment[]): Shown {
  const keyspaces = new Set<string>();
  const tables = new Map<string, string>();
  const made = new Set<string>();
  const changed = new Set<string>();
  let used: string | undefined;
  let unsaid = false;
  for (const segment of declaring) {
    const statement = segment.statement();
    if (statement?.kind === 'use') {
      used = statement.keyspace?.name ?? used;
      if (used !== undefined) keyspaces.add(used);
      continue;
    }
    const step = stepOf(uri, segment, used, false);
    for (const key of step?.keys ?? []) {
      const { kind, keyspace, name } = partsOf(key);
      if (keyspace !== '') keyspaces.add(keyspace);
      else unsaid = true;
      if (kind !== 'table') continue;
      if (keyspace === '') (step!.effect === 'create' ? made : changed).add(name);
      else if (step!.effect === 'create') tables.set(name, keyspace);
    }
  }
  return { keyspaces, tables, unsaid, changed: new Set([...changed].filter((name) => !made.has(name))) };
}

/**
 * The keyspace in which a file is run that says none itself, as `cqlsh -k` gives one: the one that it names elsewhere, in which the
 * tables are that it changes, or which the files nearest to it show, of those that show any. `undefined` where they show several.
 */
export function homeOf(
  uri: string,
  shown: Shown,
  neighbours: readonly (readonly [string, Shown])[],
): string | undefined {
  if (!shown.unsaid) return undefined;
  if (shown.keyspaces.size > 0) return onlyOf(shown.keyspaces);
  const holding = new Set(
    [...shown.changed].flatMap((table) => neighbours.flatMap(([, { tables }]) => tables.get(table) ?? [])),
  );
  if (holding.size > 0) return onlyOf(holding);
  const shared = Math.max(...neighbours.map(([other]) => sharedFolders(other, uri)));
  const around = neighbours.filter(([other]) => sharedFolders(other, uri) === shared);
  const depth = Math.min(...around.map(([other]) => depthOf(other)));
  const nearest = around.filter(([other]) => depthOf(other) === depth);
  return onlyOf(new Set(nearest.flatMap(([, { keyspaces }]) => [...keyspaces])));
}

const depthOf = (uri: string): number => uri.split('/').length;

const onlyOf = (names: ReadonlySet<string>): string | undefined => (names.size === 1 ? [...names][0] : undefined);
