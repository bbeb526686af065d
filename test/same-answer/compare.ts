import type { Expected } from './evaluate.ts';
import type { Column } from './model.ts';
import { canonical, type Row } from './values.ts';
import type { Rows } from './stranger/reads.ts';

/** What is wrong with an answer; `undefined` where it is what is owed: the right rows, each group of equals after the one before. */
export function differenceOf(
  given: Rows,
  { groups, count }: Expected,
  selected: readonly Column[],
): { readonly kind: 'rows' | 'order'; readonly what: string } | undefined {
  if (given.length !== count) return { kind: 'rows', what: `${given.length} rows instead of ${count}` };
  const owed = groups.map((group) => group.map((row) => shown(row, selected)));
  const all = tallied(owed.flat());
  const unowed = given.map(canonical).find((row) => !take(all, row));
  if (unowed !== undefined) return { kind: 'rows', what: `a row that is not owed: ${unowed}` };
  let left = 0;
  let group = -1;
  let open = new Map<string, number>();
  for (const row of given.map(canonical)) {
    while (left === 0) {
      group++;
      open = tallied(owed[group]!);
      left = owed[group]!.length;
    }
    if (!take(open, row)) return { kind: 'order', what: `${row} stands in the wrong place` };
    left--;
  }
  return undefined;
}

const shown = (row: Row, selected: readonly Column[]): string =>
  canonical(selected.map(({ name }) => row.get(name) ?? null));

function tallied(rows: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, row: string): boolean {
  const left = counts.get(row) ?? 0;
  counts.set(row, left - 1);
  return left > 0;
}
