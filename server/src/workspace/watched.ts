import type { Catalog, Keyspace } from '../catalog/index.ts';
import { ANYTHING, allOf, existenceOf, indexKeys, keyOf, tableNamed } from '../catalog/project/needs.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { usesOfTable, type Notes } from './basis.ts';

/** A catalog that notes what is asked of it. */
export function watchedCatalog(catalog: Catalog, needs: Set<string>): Catalog {
  const seen = new Map<Keyspace, Keyspace>();
  const watched = (keyspace: Keyspace): Keyspace => {
    if (keyspace.system) return keyspace;
    let found = seen.get(keyspace);
    if (found === undefined) seen.set(keyspace, (found = new WatchedKeyspace(keyspace, needs)));
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
  readonly #needs: Set<string>;

  constructor(keyspace: Keyspace, needs: Set<string>) {
    const { name, system } = keyspace;
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
    this.name = name;
    this.system = system;
    this.tables = map(keyspace.tables, (one) => [tableNamed(one)], [tables]);
    this.types = map(keyspace.types, (one) => [keyOf('type', name, one)], [allOf('type', name)]);
    this.functions = map(keyspace.functions, (one) => [keyOf('function', name, one)], [allOf('function', name)]);
    this.indexes = map(keyspace.indexes, (one) => indexKeys(name, one), [tables]);
    this.views = map(keyspace.views, (one) => [keyOf('views', name, one)], [tables]);
    this.#keyspace = keyspace;
    this.#needs = needs;
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
    this.#needs.add(keyOf('keyspace', this.name));
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
