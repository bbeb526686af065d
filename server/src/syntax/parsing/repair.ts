import { NODE_SIZE } from '../tree.ts';

/** Replaces the tokens `[at, at + removed)` by tokens of other types. */
export interface Repair {
  readonly at: number;
  readonly removed: number;
  readonly inserted: readonly number[];
}

/** The tokens of a statement after repairs, and what each stands for in the tokens as they were written. */
export interface Repaired {
  readonly types: Uint8Array;
  /** The written tokens `[starts[i], ends[i])` are what token `i` stands for: none where it was missing. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export const unrepaired = (types: Uint8Array): Repaired => ({
  types,
  starts: Array.from(types, (_, index) => index),
  ends: Array.from(types, (_, index) => index + 1),
});

export function repairedBy({ types, starts, ends }: Repaired, { at, removed, inserted }: Repair): Repaired {
  const behind = at + removed;
  const from = starts[at] ?? ends.at(-1) ?? 0;
  const to = removed > 0 ? ends[behind - 1]! : from;
  const changed = new Uint8Array(types.length - removed + inserted.length);
  changed.set(types.subarray(0, at));
  changed.set(inserted, at);
  changed.set(types.subarray(behind), at + inserted.length);
  return {
    types: changed,
    starts: [...starts.slice(0, at), ...inserted.map(() => from), ...starts.slice(behind)],
    ends: [...ends.slice(0, at), ...inserted.map(() => to), ...ends.slice(behind)],
  };
}

/** Makes a tree of repaired tokens one of the tokens as they were written. */
export function writtenTree(nodes: Int32Array, { types, starts, ends }: Repaired): Int32Array {
  const written = nodes.slice();
  const last = ends.at(-1) ?? 0;
  for (let at = 0; at < written.length; at += NODE_SIZE) {
    const first = written[at + 1]!;
    const end = written[at + 2]!;
    written[at + 1] = first < types.length ? starts[first]! : last;
    written[at + 2] = end > first ? ends[end - 1]! : written[at + 1]!;
  }
  return written;
}
