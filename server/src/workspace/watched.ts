import type { Catalog, Keyspace } from '../catalog/index.ts';
import { ANYTHING, allOf, existenceOf, indexKeys, keyOf, tableNamed } from '../catalog/needs.ts';
import type { Surroundings } from '../modeling/surroundings.ts';
import { usesOfTable, type Notes } from './basis.ts';

/** A catalog that notes what is asked of it. */
export function watchedCatalog(catalog: Catalog, needs: Set<string>): Catalog {
  const seen = new Map<Keyspace, Keyspace>();
  const watched = (keyspace: Keyspace): Keyspace => {
    if (keyspace.system) return keyspace;
    let found = seen.get(keyspace);
    if (found === undefined) seen.set(keyspace, (found = watchedKeyspace(keyspace, needs)));
    return found;
  };
  return {
    keyspace(name) {
      const found = catalog.keyspace(name);
      needs.add(found === undefined ? keyOf('keyspace', name) : existenceOf(name));
      return found === undefined ? undefined : watched(found);
    },
    table(keyspace, name) {
      needs.add(tableNamed(name));
      return catalog.table(keyspace, name);
    },
    *keyspaces() {
      needs.add(ANYTHING);
      for (const keyspace of catalog.keyspaces()) yield watched(keyspace);
    },
  };
}

function watchedKeyspace(keyspace: Keyspace, needs: Set<string>): Keyspace {
  const { name, system } = keyspace;
  const declaration = (): Keyspace => {
    needs.add(keyOf('keyspace', name));
    return keyspace;
  };
  const map = <V>(
    of: ReadonlyMap<string, V>,
    keysOf: (one: string) => readonly string[],
    all: readonly string[],
  ): ReadonlyMap<string, V> =>
    new WatchedMap(
      of,
      (one) => keysOf(one).forEach((key) => needs.add(key)),
      () => all.forEach((key) => needs.add(key)),
    );
  const tables = allOf('table', name);
  return {
    name,
    system,
    get declared() {
      return declaration().declared;
    },
    get options() {
      return declaration().options;
    },
    get location() {
      return declaration().location;
    },
    tables: map(keyspace.tables, (one) => [tableNamed(one)], [tables]),
    types: map(keyspace.types, (one) => [keyOf('type', name, one)], [allOf('type', name)]),
    functions: map(keyspace.functions, (one) => [keyOf('function', name, one)], [allOf('function', name)]),
    indexes: map(keyspace.indexes, (one) => indexKeys(name, one), [tables]),
    views: map(keyspace.views, (one) => [keyOf('views', name, one)], [tables]),
  };
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

/** Surroundings that note what is asked of them. */
export const watchedSurroundings = (surroundings: Surroundings, notes: Notes): Surroundings => ({
  ...surroundings,
  catalog: watchedCatalog(surroundings.catalog, notes.keys),
  usesOf(table) {
    notes.keys.add(usesOfTable(table.name));
    return surroundings.usesOf(table);
  },
  before(at) {
    notes.before = true;
    return surroundings.before(at);
  },
  copiesOf(table) {
    const copies = surroundings.copiesOf(table);
    notes.copies(table, copies);
    return copies;
  },
});
