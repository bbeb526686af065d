import type { Catalog, Keyspace, Table } from './model.ts';

/** The parts of a keyspace that are found by name. */
export type PartKind = 'tables' | 'types' | 'functions' | 'indexes' | 'views';

/** Hears what is asked of a catalog; of built-in keyspaces only that they are asked for. */
export interface Watcher {
  /** Whether there is a keyspace, and whether there was. */
  keyspace(name: string, found: boolean): void;
  /** What CREATE and ALTER KEYSPACE say of it. */
  declaration(keyspace: string): void;
  part(kind: PartKind, keyspace: string, name: string): void;
  /** All parts of a kind. */
  parts(kind: PartKind, keyspace: string): void;
  /** All keyspaces. */
  keyspaces(): void;
}

/** A catalog that tells what is asked of it. */
export function watchedCatalog(catalog: Catalog, watcher: Watcher): Catalog {
  const seen = new Map<Keyspace, Keyspace>();
  // Most of what is asked of the catalog for a statement is its own table, over and over.
  let last: { readonly keyspace: string; readonly name: string; readonly table: Table | undefined } | undefined;
  const watched = (keyspace: Keyspace): Keyspace => {
    if (keyspace.system) return keyspace;
    let found = seen.get(keyspace);
    if (found === undefined) seen.set(keyspace, (found = new WatchedKeyspace(keyspace, watcher)));
    return found;
  };
  return {
    keyspace(name) {
      const found = catalog.keyspace(name);
      watcher.keyspace(name, found !== undefined);
      return found === undefined ? undefined : watched(found);
    },
    table(keyspace, name) {
      if (last?.name === name && last.keyspace === keyspace) return last.table;
      watcher.part('tables', keyspace, name);
      last = { keyspace, name, table: catalog.table(keyspace, name) };
      return last.table;
    },
    *keyspaces() {
      watcher.keyspaces();
      for (const keyspace of catalog.keyspaces()) yield watched(keyspace);
    },
  };
}

/** A class: an object with getters of its own has a shape of its own, which keeps all that they see until the next full collection. */
class WatchedKeyspace implements Keyspace {
  readonly name: string;
  readonly system: boolean;
  readonly tables: Keyspace['tables'];
  readonly types: Keyspace['types'];
  readonly functions: Keyspace['functions'];
  readonly indexes: Keyspace['indexes'];
  readonly views: Keyspace['views'];
  readonly #keyspace: Keyspace;
  readonly #watcher: Watcher;

  constructor(keyspace: Keyspace, watcher: Watcher) {
    const { name, system } = keyspace;
    const map = <V>(of: ReadonlyMap<string, V>, kind: PartKind): ReadonlyMap<string, V> =>
      new WatchedMap(
        of,
        (one) => watcher.part(kind, name, one),
        () => watcher.parts(kind, name),
      );
    this.name = name;
    this.system = system;
    this.tables = map(keyspace.tables, 'tables');
    this.types = map(keyspace.types, 'types');
    this.functions = map(keyspace.functions, 'functions');
    this.indexes = map(keyspace.indexes, 'indexes');
    this.views = map(keyspace.views, 'views');
    this.#keyspace = keyspace;
    this.#watcher = watcher;
  }

  get declared(): Keyspace['declared'] {
    return this.#declaration().declared;
  }

  get options(): Keyspace['options'] {
    return this.#declaration().options;
  }

  get location(): Keyspace['location'] {
    return this.#declaration().location;
  }

  #declaration(): Keyspace {
    this.#watcher.declaration(this.name);
    return this.#keyspace;
  }
}

/** A class because it is a `ReadonlyMap`. */
class WatchedMap<V> implements ReadonlyMap<string, V> {
  readonly #map: ReadonlyMap<string, V>;
  readonly #one: (name: string) => void;
  readonly #all: () => void;

  constructor(map: ReadonlyMap<string, V>, one: (name: string) => void, all: () => void) {
    this.#map = map;
    this.#one = one;
    this.#all = all;
  }

  get(name: string): V | undefined {
    this.#one(name);
    return this.#map.get(name);
  }

  has(name: string): boolean {
    this.#one(name);
    return this.#map.has(name);
  }

  get size(): number {
    return this.#whole().size;
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    this.#whole().forEach(visit);
  }

  entries(): MapIterator<[string, V]> {
    return this.#whole().entries();
  }

  keys(): MapIterator<string> {
    return this.#whole().keys();
  }

  values(): MapIterator<V> {
    return this.#whole().values();
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  #whole(): ReadonlyMap<string, V> {
    this.#all();
    return this.#map;
  }
}
