/**
 * A map that never changes, in the order in which its entries came: `with` gives one that shares everything with it.
 *
 * The entries of all maps that grew from one stand in one list, and each shows so many of them as it has. Only a map that was given a
 * second successor is copied for it. A class because it is a `ReadonlyMap`.
 */
export class GrowingMap<V> implements ReadonlyMap<string, V> {
  static from<V>(map: ReadonlyMap<string, V>): GrowingMap<V> {
    return map instanceof GrowingMap ? map : GrowingMap.#copied(map);
  }

  static #copied<V>(map: ReadonlyMap<string, V>): GrowingMap<V> {
    const shared = new Map<string, Entry<V>>();
    for (const [key, value] of map) shared.set(key, { value, place: shared.size });
    return new GrowingMap(shared);
  }

  readonly size: number;
  readonly #shared: Map<string, Entry<V>>;

  private constructor(shared: Map<string, Entry<V>>) {
    this.#shared = shared;
    this.size = shared.size;
  }

  /** The map with an entry behind the others; the key is new. */
  with(key: string, value: V): GrowingMap<V> {
    const shared = this.#shared.size === this.size ? this.#shared : GrowingMap.#copied(this).#shared;
    shared.set(key, { value, place: this.size });
    return new GrowingMap(shared);
  }

  get(key: string): V | undefined {
    return this.#entry(key)?.value;
  }

  has(key: string): boolean {
    return this.#entry(key) !== undefined;
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  *entries(): Generator<[string, V], undefined> {
    for (const [key, { value, place }] of this.#shared) {
      if (place === this.size) return;
      yield [key, value];
    }
  }

  *keys(): Generator<string, undefined> {
    for (const [key] of this) yield key;
  }

  *values(): Generator<V, undefined> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries();
  }

  #entry(key: string): Entry<V> | undefined {
    const entry = this.#shared.get(key);
    return entry !== undefined && entry.place < this.size ? entry : undefined;
  }
}

interface Entry<V> {
  readonly value: V;
  readonly place: number;
}
