/** Random choices that a seed decides. */
export interface Dice {
  /** An integer from 0 to `below`, exclusive. */
  number(below: number): number;
  pick<T>(items: readonly T[]): T;
  chance(percent: number): boolean;
}

export function throwing(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const number = (below: number): number => Math.floor(next() * below);
  return { number, pick: (items) => items[number(items.length)]!, chance: (percent) => number(100) < percent };
}
