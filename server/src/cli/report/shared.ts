/** Lists that many parts of an answer have in common, written once at its end. */
export interface Shared<T> {
  /** The index of a list among those that are written once; `undefined` for a short one, which is repeated. */
  indexOf(list: readonly T[]): number | undefined;
  lists(): Iterable<readonly T[]>;
}

/** Many queries may want one table, and many statements write it: what is said of so many is said once. */
const MOST_REPEATED = 100;

export function newShared<T>(): Shared<T> {
  const indices = new Map<readonly T[], number>();
  return {
    indexOf(list) {
      if (list.length <= MOST_REPEATED) return undefined;
      const index = indices.get(list) ?? indices.size;
      indices.set(list, index);
      return index;
    },
    lists: () => indices.keys(),
  };
}
