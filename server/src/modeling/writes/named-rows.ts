import type { Column } from '../../catalog/model.ts';
import { type Copy, type CopyColumn, foreignKey, sharesPartition } from './copy.ts';
import { givenOf, joined } from './statements.ts';
import { type Given, type Term, termOf } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** Key columns of the base that the write does not give by one value: several rows, which a read has to name. */
export const openKey = ({ table, key }: ReadWrite): readonly Column[] =>
  [...table.partitionKey, ...table.clustering].filter(({ name }) => !key.has(name));

/**
 * The write once for each row that its lists of keys name; `undefined` where they do not say which rows, or where the copy has a value
 * that is computed from which one it is.
 */
export const rowsNamed = (write: ReadWrite, copy: Copy): readonly ReadWrite[] | undefined =>
  isComputed(write, copy) ? undefined : namedBy(write, [...write.table.partitionKey, ...write.table.clustering]);

/** The same of a copy whose rows are partitions. */
export const rowsOfPartitions = (write: ReadWrite, copy: Copy): readonly ReadWrite[] | undefined =>
  isComputed(write, copy) ? undefined : partitionsNamed(write);

const isComputed = (write: ReadWrite, copy: Copy): boolean =>
  copy.columns.some(
    ({ derived, from }) =>
      derived !== undefined &&
      derived.function !== 'constant' &&
      openKey(write).some((column) => from.includes(column)),
  );

/** The write once for each partition that it names. */
export const partitionsNamed = (write: ReadWrite): readonly ReadWrite[] | undefined =>
  namedBy(write, write.table.partitionKey);

/** More rows than a text for people should spell out. */
const MOST_NAMED = 16;

function namedBy(write: ReadWrite, columns: readonly Column[]): readonly ReadWrite[] | undefined {
  let keys: readonly ReadonlyMap<string, Given>[] = [write.key];
  for (const { name } of columns) {
    if (write.key.has(name)) continue;
    const choices = write.choices.get(name);
    if (choices === undefined || choices.length * keys.length > MOST_NAMED) return undefined;
    keys = keys.flatMap((key) => choices.map((given) => new Map([...key, [name, given]])));
  }
  return keys.map((key) => ({ ...write, key }));
}

export const assignmentsOf = (columns: readonly CopyColumn[], write: ReadWrite): readonly Term[] =>
  columns.flatMap((column): readonly Term[] => {
    const source = column.from[0]!;
    const parts = write.partial.filter((one) => one.column.name === source.name);
    if (parts.length > 0) return parts;
    const term = termOf(column, givenOf(write), write.style);
    return [joined([`${column.written} = `, term === 'null' ? 'null' : term])];
  });

export const deletedParts = (columns: readonly CopyColumn[], write: ReadWrite): readonly Term[] =>
  columns.flatMap((column): readonly Term[] => {
    const parts = write.partial.filter((one) => one.column.name === column.from[0]!.name);
    return parts.length > 0 ? parts : [{ text: column.written, binds: [] }];
  });

/** A row whose key in the copy may be null is not always written there, but its static values belong to the other rows as well. */
export const writesStaticsApart = (write: ReadWrite, copy: Copy): boolean =>
  sharesPartition(copy) && foreignKey(copy).some((column) => givenOf(write)(column)?.kind !== 'constant');
