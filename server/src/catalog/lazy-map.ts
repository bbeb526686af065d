/** A map whose values are found when they are asked for; a name without a value is not in it. A class because it is a `ReadonlyMap`. */
export class LazyMap<V> implements ReadonlyMap<string, V> {
  private readonly names: () => Iterable<string>;
  private readonly find: (name: string) => V | undefined;
  private found: Map<string, V | undefined> | undefined;

  /** `names` are all that may have a value. */
  constructor(names: () => Iterable<string>, find: (name: string) => V | undefined) {
    this.names = names;
    this.find = find;
  }

  get size(): number {
    return [...this.keys()].length;
  }

  get(name: string): V | undefined {
    const known = this.found?.get(name);
    if (known !== undefined || this.found?.has(name) === true) return known;
    const value = this.find(name);
    this.found ??= new Map();
    this.found.set(name, value);
    return value;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  *entries(): Generator<[string, V], undefined> {
    for (const name of this.names()) {
      const value = this.get(name);
      if (value !== undefined) yield [name, value];
    }
  }

  *keys(): Generator<string, undefined> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): Generator<V, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries();
  }
}
