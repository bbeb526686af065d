/** Which items of a list gave way: those from one index up to another, to so many. */
export interface ChangedItems {
  readonly from: number;
  readonly to: number;
  readonly come: number;
}

/** What of a list gave way in another; those before and behind are the same. */
export function changedItems<Item>(before: readonly Item[], now: readonly Item[]): ChangedItems {
  const shorter = Math.min(before.length, now.length);
  let head = 0;
  while (head < shorter && now[head] === before[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && now[now.length - 1 - tail] === before[before.length - 1 - tail]) tail += 1;
  return { from: head, to: before.length - tail, come: now.length - tail - head };
}
