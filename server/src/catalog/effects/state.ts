import type { Segment } from '../../syntax/segment.ts';
import { partsOf } from '../keys.ts';
import type { Catalog, Index, Keyspace, Location, Table, UserFunction, UserType } from '../model.ts';
import { PersistentMap } from './persistent-map.ts';

/**
 * A catalog that statements can be applied to. It never changes itself; a changed one shares nearly all with it, so keeping one for
 * every statement of a script is cheap.
 */
export interface CatalogState extends Catalog {
  /** All but the built-in keyspaces. */
  readonly declared: PersistentMap<KeyspaceState>;
  /** The built-in keyspaces. */
  readonly system: Catalog;
}

/** A keyspace whose parts can be replaced one by one. */
export interface KeyspaceState extends Keyspace {
  readonly tables: PersistentMap<Table>;
  readonly types: PersistentMap<UserType>;
  readonly functions: PersistentMap<readonly UserFunction[]>;
  readonly indexes: PersistentMap<Index>;
  readonly views: PersistentMap<readonly string[]>;
}

/** A catalog in which nothing is known, not even the built-in keyspaces. */
export const NOTHING: Catalog = { keyspace: () => undefined, table: () => undefined, keyspaces: () => [] };

/** A cluster without anything but its built-in keyspaces; `systemCatalog` has those. */
export const emptyCatalog = (system: Catalog = NOTHING): CatalogState => catalogOf(PersistentMap.empty(), system);

/** The catalog with a keyspace put in, or put in place of the one of that name. */
export const withKeyspace = (catalog: CatalogState, keyspace: KeyspaceState): CatalogState =>
  catalogOf(catalog.declared.set(keyspace.name, keyspace), catalog.system);

export const withoutKeyspace = (catalog: CatalogState, name: string): CatalogState =>
  catalog.declared.has(name) ? catalogOf(catalog.declared.delete(name), catalog.system) : catalog;

/** The keyspace of that name, or an empty one that nothing declares. */
export const keyspaceState = (catalog: CatalogState, name: string): KeyspaceState =>
  catalog.declared.get(name) ?? emptyKeyspace(name);

export const emptyKeyspace = (name: string): KeyspaceState => ({
  name,
  options: new Map(),
  tables: PersistentMap.empty(),
  types: PersistentMap.empty(),
  functions: PersistentMap.empty(),
  indexes: PersistentMap.empty(),
  views: PersistentMap.empty(),
  system: false,
  declared: false,
});

/** The keyspace with a table or view put in, together with the entries for its indexes and its base. */
export function withTable(keyspace: KeyspaceState, table: Table): KeyspaceState {
  const before = keyspace.tables.get(table.name);
  const cleared = before === undefined ? keyspace : withoutTable(keyspace, table.name);
  const indexes = table.indexes.reduce((map, index) => map.set(index.name, index), cleared.indexes);
  const base = table.base?.table;
  const views =
    base === undefined
      ? cleared.views
      : cleared.views.set(base, [...(cleared.views.get(base) ?? []), table.name].toSorted());
  return { ...cleared, tables: cleared.tables.set(table.name, table), indexes, views };
}

/** The keyspace without a table or view; its own views stay. */
export function withoutTable(keyspace: KeyspaceState, name: string): KeyspaceState {
  const table = keyspace.tables.get(name);
  if (table === undefined) return keyspace;
  const indexes = table.indexes.reduce(
    (map, index) => (map.get(index.name)?.table === name ? map.delete(index.name) : map),
    keyspace.indexes,
  );
  const base = table.base?.table;
  if (base === undefined) return { ...keyspace, tables: keyspace.tables.delete(name), indexes };
  const rest = (keyspace.views.get(base) ?? []).filter((view) => view !== name);
  const views = rest.length === 0 ? keyspace.views.delete(base) : keyspace.views.set(base, rest);
  return { ...keyspace, tables: keyspace.tables.delete(name), indexes, views };
}

/** The catalog with keyspaces that nothing declares, though they are named: `''` is that of names without a keyspace and without USE. */
export const withNamed = (catalog: Catalog, isNamed: (keyspace: string) => boolean): Catalog => ({
  keyspace: (name) => catalog.keyspace(name) ?? (isNamed(name) ? emptyKeyspace(name) : undefined),
  table: (keyspace, name) => catalog.table(keyspace, name),
  keyspaces: () => catalog.keyspaces(),
});

/** Nothing is in it. */
const isEmpty = ({ tables, types, functions }: KeyspaceState): boolean =>
  tables.size + types.size + functions.size === 0;

/** The catalog without what a statement made that gave things these names. */
export const withoutMadeBy = (
  catalog: CatalogState,
  { segment, keys }: { readonly segment: Segment; readonly keys: readonly string[] },
): CatalogState =>
  keys.reduce((state, key) => {
    const { kind, keyspace, name } = partsOf(key);
    const space = state.declared.get(keyspace);
    if (space === undefined) return state;
    const isOthers = (thing: { readonly location?: Location } | undefined): boolean =>
      thing?.location?.segment !== segment;
    switch (kind) {
      case 'table':
        return isOthers(space.tables.get(name)) ? state : withKeyspace(state, withoutTable(space, name));
      case 'type':
        return isOthers(space.types.get(name))
          ? state
          : withKeyspace(state, { ...space, types: space.types.delete(name) });
      case 'function': {
        const overloads = space.functions.get(name) ?? [];
        const rest = overloads.filter(isOthers);
        if (rest.length === overloads.length) return state;
        const functions = rest.length === 0 ? space.functions.delete(name) : space.functions.set(name, rest);
        return withKeyspace(state, { ...space, functions });
      }
      case 'index': {
        const index = space.indexes.get(name);
        const table = index === undefined || isOthers(index) ? undefined : space.tables.get(index.table);
        if (table === undefined) return state;
        const indexes = table.indexes.filter((one) => one.name !== name);
        return withKeyspace(state, withTable(space, { ...table, indexes }));
      }
      case 'keyspace':
        if (isOthers(space)) return state;
        return isEmpty(space) ? withoutKeyspace(state, keyspace) : withKeyspace(state, { ...space, declared: false });
      case 'views':
        return state;
    }
  }, catalog);

/** Whether a thing's CREATE has syntax errors. */
export const isBroken = (thing: { readonly location?: Location } | undefined): boolean =>
  (thing?.location?.segment.errors.length ?? 0) > 0;

/** The views of a table. */
export const viewsOf = (keyspace: Keyspace, table: string): readonly Table[] =>
  (keyspace.views.get(table) ?? []).flatMap((name) => keyspace.tables.get(name) ?? []);

function catalogOf(declared: PersistentMap<KeyspaceState>, system: Catalog): CatalogState {
  return {
    declared,
    system,
    keyspace: (name) => declared.get(name) ?? system.keyspace(name),
    table: (keyspace, name) => (declared.get(keyspace) ?? system.keyspace(keyspace))?.tables.get(name),
    *keyspaces() {
      yield* declared.values();
      for (const keyspace of system.keyspaces()) if (!declared.has(keyspace.name)) yield keyspace;
    },
  };
}
