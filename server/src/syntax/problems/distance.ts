/**
 * How many letters must be added, dropped, changed or swapped with their neighbour to make one word of the other; more than
 * `limit` counts as `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, before[column - 2]! + 1);
      }
      line.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = above;
    above = line;
  }
  return Math.min(above[b.length]!, limit + 1);
}

/** How many slips a word of a length may hold and still be recognised. */
export const slipsIn = (length: number): number => (length <= 2 ? 0 : length <= 4 ? 1 : length <= 7 ? 2 : 3);
