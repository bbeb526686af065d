/** A source of repeatable choices. */
export interface Random {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items; there must be one. */
  pick<T>(items: readonly T[]): T;
  /** One of the items, each as likely as its weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T;
  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[];
  /** Some of the items, at most `count`, in random order. */
  some<T>(items: readonly T[], count: number): T[];
  /** As many results as `count` says. */
  times<T>(count: number, make: (index: number) => T): T[];
}

/** Choices that depend on the seed alone (xorshift128 over a hash of it). */
export function randomOf(seed: string): Random {
  let [a, b, c, d] = [1, 2, 3, 4].map((salt) => hash(`${salt}:${seed}`) | 1) as [number, number, number, number];
  const next = (): number => {
    let t = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    t ^= t >>> 8;
    d = d ^ (d >>> 19) ^ t;
    return (d >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[below(items.length)] as T;
  };
  const shuffled = <T>(items: readonly T[]): T[] => {
    const all = [...items];
    for (let last = all.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [all[last], all[other]] = [all[other] as T, all[last] as T];
    }
    return all;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick,
    weighted: (items) => {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return pick(items)[1];
    },
    shuffled,
    some: (items, count) => shuffled(items).slice(0, count),
    times: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
  };
}

/** FNV-1a, mixed once more. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) ^ (value >>> 12);
}
