import type { Keyspace } from '../model.ts';
import type { PersistentMap } from '../effects/persistent-map.ts';
import {
  emptyKeyspace,
  withKeyspace,
  withoutKeyspace,
  type CatalogState,
  type KeyspaceState,
} from '../effects/state.ts';
import { keyOf } from '../keys.ts';
import type { PartKind } from '../watched.ts';

/** One difference between two catalogs. */
export type Change =
  | {
      readonly kind: 'part';
      readonly of: PartKind;
      readonly keyspace: string;
      readonly name: string;
      readonly before: unknown;
      readonly after: unknown;
    }
  | {
      readonly kind: 'declaration';
      readonly keyspace: string;
      readonly before: Declaration | undefined;
      readonly after: Declaration;
    }
  | { readonly kind: 'dropped'; readonly keyspace: string };

type Declaration = Pick<Keyspace, 'declared' | 'options' | 'location'>;

/** What makes the second catalog of the first. */
export function changesOf(before: CatalogState, after: CatalogState): readonly Change[] {
  const changes: Change[] = [];
  if (before === after) return changes;
  for (const [keyspace, old, now] of after.declared.changesSince(before.declared)) {
    if (now === undefined) {
      changes.push({ kind: 'dropped', keyspace });
      continue;
    }
    const was = old ?? emptyKeyspace(keyspace);
    if (!sameDeclaration(was, now)) changes.push({ kind: 'declaration', keyspace, before: old, after: now });
    for (const of of PART_KINDS)
      for (const [name, one, other] of partsIn(now, of).changesSince(partsIn(was, of)))
        changes.push({ kind: 'part', of, keyspace, name, before: one, after: other });
  }
  return changes;
}

/** Whether what is changed is as it was when the changes were found. */
export const canChange = (changes: readonly Change[], { declared }: CatalogState): boolean =>
  changes.every((change) => {
    const keyspace = declared.get(change.keyspace);
    switch (change.kind) {
      case 'part':
        return keyspace?.[change.of].get(change.name) === change.before;
      case 'declaration':
        return keyspace === undefined || change.before === undefined
          ? keyspace === change.before
          : sameDeclaration(keyspace, change.before);
      case 'dropped':
        return true;
    }
  });

/** The catalog with the changes made. */
export const changed = (changes: readonly Change[], catalog: CatalogState): CatalogState =>
  changes.reduce((state, change) => {
    if (change.kind === 'dropped') return withoutKeyspace(state, change.keyspace);
    const keyspace = state.declared.get(change.keyspace) ?? emptyKeyspace(change.keyspace);
    if (change.kind === 'part') return withKeyspace(state, withPart(keyspace, change));
    const { declared, options, location } = change.after;
    return withKeyspace(state, { ...keyspace, declared, options, ...(location !== undefined && { location }) });
  }, catalog);

/** The key of what a change is about. */
export function touchedBy(change: Change): string {
  if (change.kind !== 'part') return keyOf('keyspace', change.keyspace);
  return keyOf(KEYS[change.of], change.keyspace, change.name);
}

const PART_KINDS = ['tables', 'types', 'functions', 'indexes', 'views'] as const satisfies readonly PartKind[];

const KEYS = { tables: 'table', types: 'type', functions: 'function', indexes: 'index', views: 'views' } as const;

const partsIn = (keyspace: KeyspaceState, of: PartKind): PersistentMap<unknown> => keyspace[of];

function withPart(keyspace: KeyspaceState, { of, name, after }: Extract<Change, { kind: 'part' }>): KeyspaceState {
  const parts = partsIn(keyspace, of);
  return { ...keyspace, [of]: after === undefined ? parts.delete(name) : parts.set(name, after) };
}

const sameDeclaration = (a: Declaration, b: Declaration): boolean =>
  a.declared === b.declared &&
  a.location === b.location &&
  (a.options === b.options || (a.options.size === 0 && b.options.size === 0));
