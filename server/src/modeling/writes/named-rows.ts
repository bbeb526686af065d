import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
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

/**
 * The lists of the write by which the copy's rows are found as the base's are, by its columns: of a copy whose key is made of the base's
 * own. `undefined` where not all that is open is listed.
 */
export function listsOf(write: ReadWrite, copy: Copy): ReadonlyMap<string, Term> | undefined {
  const lists = new Map<string, Term>();
  for (const { name } of openKey(write)) {
    const column = copy.key.find(({ derived, from }) => derived === undefined && from[0]?.name === name);
    const relation = write.relations.find(
      (one) => one.kind === 'column' && one.operator === 'IN' && one.column.name === name,
    );
    if (column === undefined || relation?.kind !== 'column') return undefined;
    const { operand } = relation;
    if (operand.kind !== 'one' && operand.kind !== 'several') return undefined;
    const valueOf = (value: Expression): Term => ({ text: write.textOf(value), binds: write.bindsOf(value) });
    lists.set(
      column.name,
      operand.kind === 'one'
        ? valueOf(operand.value)
        : joined(['(', ...operand.items.flatMap((item, index) => [index === 0 ? '' : ', ', valueOf(item)]), ')']),
    );
  }
  return isComputed(write, copy) ? undefined : lists;
}

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
