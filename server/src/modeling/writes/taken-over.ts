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
  const given = givenOf(write);
  const columns = staticsOfRows(copy).filter(({ from }) =>
    from.some((column) => column.kind === 'static' && given(column) === undefined),
  );
  const sources = [...new Set(columns.flatMap(({ from }) => from.filter(({ kind }) => kind === 'static')))];
  return columns.length === 0 ? undefined : { columns, select: readPartition(sources, write, base, { once: true }) };
}

/** The static values that a write gives, for a row that it may make. */
export function givenStatics(write: ReadWrite, copy: Copy): readonly CopyColumn[] {
  const given = givenOf(write);
  return staticsOfRows(copy).filter(({ from }) =>
    from.every((column) => column.kind === 'static' && given(column) !== undefined),
  );
}

/** What is static in the base and stands in each row of the copy. */
const staticsOfRows = (copy: Copy): readonly CopyColumn[] =>
  copy.columns.filter(
    ({ from, role }) => from.some(({ kind }) => kind === 'static') && !(role === 'static' && sharesPartition(copy)),
  );
