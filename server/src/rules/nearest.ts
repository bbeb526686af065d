/**
 * The candidate that a mistyped name most likely meant: within two edits (one for names of up to four letters), neighbours swapped
 * counting as one. `undefined` where none is near or two are equally near, and for a single letter.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length < 2) return undefined;
  const most = name.length <= 4 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = most + 1;
  let tied = false;
  const lower = name.toLowerCase();
  const letters = lettersOf(lower);
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const other = candidate.toLowerCase();
    // An edit takes one letter away and brings one at most.
    if (countBits(letters ^ lettersOf(other)) > 2 * most) continue;
    const distance = editDistance(lower, other);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
      tied = false;
    } else if (distance === bestDistance) {
      tied = true;
    }
  }
  return tied ? undefined : best;
}

/**
 * Whether of two names that could both be meant one is a slip: two letters swapped, or in the middle one that is another, too many or
 * left out. `shop` and `shops`, `app_1` and `app_2` are two.
 */
export function isSlip(name: string, meant: string): boolean {
  const shorter = Math.min(name.length, meant.length);
  let start = 0;
  while (start < shorter && name[start] === meant[start]) start++;
  let end = 0;
  while (end < shorter - start && name[name.length - 1 - end] === meant[meant.length - 1 - end]) end++;
  const [given, other] = [name.slice(start, name.length - end), meant.slice(start, meant.length - end)];
  if (start === 0 || !/^[a-z]+$/.test(given + other)) return false;
  if (given.length === 2 && given === [...other].toReversed().join('')) return true;
  return end > 0 && shorter >= 5 && given.length <= 1 && other.length <= 1;
}

/** A bit for each letter that is in a text; some share one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
