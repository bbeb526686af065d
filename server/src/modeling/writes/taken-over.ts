import { type Copy, type CopyColumn, sharesPartition } from './copy.ts';
import { givenOf, readPartition } from './statements.ts';
import type { Term } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** What a new row takes over from its partition: the columns of the copy, and the read that finds their values. */
export interface TakenOver {
  readonly columns: readonly CopyColumn[];
  readonly select: Term;
}

/** The static values that a write does not give, for a row that it may make; `undefined` where the copy holds none. */
export function takenOver(write: ReadWrite, copy: Copy, base: string): TakenOver | undefined {
  const columns = copy.columns.filter(
    ({ from, role }) =>
      from.some((column) => column.kind === 'static' && givenOf(write)(column) === undefined) &&
      !(role === 'static' && sharesPartition(copy)),
  );
  const sources = [...new Set(columns.flatMap(({ from }) => from.filter(({ kind }) => kind === 'static')))];
  return columns.length === 0 ? undefined : { columns, select: readPartition(sources, write, base, { once: true }) };
}
