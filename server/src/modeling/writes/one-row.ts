import type { Column } from '../../catalog/model.ts';
import type { Given } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** What a write of a batch asks of a copy: as it is, with others of its row, nothing since another asks for both, or what nobody can tell. */
export type OfRow = ReadWrite | 'with another' | undefined;

/**
 * Writes of one batch that set columns of one row, read as one write of all of them: what is read before the batch has nothing of what
 * another of its statements sets. What rows of a partition share is of each of them; `shared` are the columns that the copy holds.
 */
export function asOneRow(writes: readonly (ReadWrite | undefined)[], shared: ReadonlySet<string>): readonly OfRow[] {
  const result: OfRow[] = [...writes];
  for (const [index, write] of writes.entries()) {
    if (write === undefined || result[index] !== write) continue;
    const removals = writes.flatMap((other, at) => {
      const takes = other === undefined ? 'no' : takesRow(other, write);
      return takes === 'no' ? [] : [{ at, takes }];
    });
    if (removals.length > 0) {
      // Of a row that is deleted for certain nothing stays.
      const isSure = removals.some(({ takes }) => takes === 'yes');
      result[index] = isSure ? 'with another' : undefined;
      if (!isSure) for (const { at } of removals) result[at] = undefined;
      continue;
    }
    const others = writes.flatMap((other, at) =>
      at !== index && other !== undefined && result[at] === other && isOfRow(other, write, shared)
        ? [{ other, at }]
        : [],
    );
    if (others.length === 0) continue;
    const one = others.reduce<ReadWrite | undefined>((all, { other }) => all && both(all, other), write);
    // Each row would move all the others with it.
    const isAlone = !others.some(({ other }) => isWhole(other) !== isWhole(write)) || countRows(writes, write) === 1;
    result[index] = isAlone ? one : undefined;
    for (const { at } of others) result[at] = isAlone && one !== undefined ? 'with another' : undefined;
  }
  return result;
}

/** Whether it deletes rows of a partition, the one that another statement of its batch writes among them: at one time the DELETE wins. */
function takesRow(other: ReadWrite, write: ReadWrite): 'yes' | 'no' | 'perhaps' {
  if (!removesRows(other) || removesRows(write) || isWhole(other)) return 'no';
  const { partitionKey, clustering } = write.table;
  const named = ({ name }: Column): readonly (Given | undefined)[] => other.choices.get(name) ?? [other.key.get(name)];
  const isIn = (column: Column): boolean =>
    (write.waits && column.kind === 'partition') ||
    named(column).some((one) => areEqual(one, write.key.get(column.name)));
  const isOut = (column: Column): boolean => named(column).every((one) => areApart(one, write.key.get(column.name)));
  if (!partitionKey.every(isIn) || clustering.some(isOut)) return 'no';
  const isTimed = other.timestamp !== undefined || write.timestamp !== undefined;
  return !isTimed && other.relations.length === [...partitionKey, ...clustering].filter(isIn).length
    ? 'yes'
    : 'perhaps';
}

const removesRows = ({ statement }: ReadWrite): boolean =>
  statement.kind === 'delete' && statement.targets.length === 0;

/** It writes columns of the row that another writes, or what the rows of its partition share. */
const isOfRow = (other: ReadWrite, write: ReadWrite, shared: ReadonlySet<string>): boolean =>
  isOneRow(write, other) ||
  (isWhole(write) &&
    !isWhole(other) &&
    [...other.changed].some((name) => shared.has(name)) &&
    isOnePartition(write, other));

const countRows = (writes: readonly (ReadWrite | undefined)[], write: ReadWrite): number =>
  writes.filter(
    (one) => one !== undefined && one !== write && isWhole(one) && isOnePartition(one, write) && !isOneRow(one, write),
  ).length + 1;

const isWhole = ({ key, table }: ReadWrite): boolean => table.clustering.every(({ name }) => key.has(name));

/** Cassandra takes no batch with a condition that is about several partitions. */
const isOnePartition = (a: ReadWrite, b: ReadWrite): boolean =>
  a.waits || a.table.partitionKey.every(({ name }) => areEqual(a.key.get(name), b.key.get(name)));

/** Writes of which only the values that are bound tell whether they are of one row, and that set different columns. */
export const mayBeOneRow = (writes: readonly ReadWrite[]): boolean =>
  writes.some((write, index) =>
    writes
      .slice(index + 1)
      .some(
        (other) =>
          sets(write) &&
          sets(other) &&
          !isOneRow(write, other) &&
          keysOf(write, other).every((name) => mayBeEqual(write.key.get(name), other.key.get(name))) &&
          [...write.changed, ...other.changed].some((name) => !write.changed.has(name) || !other.changed.has(name)),
      ),
  );

/** A DELETE of rows of which only the values that are bound tell whether it takes one that another statement writes. */
export const mayTakeRow = (writes: readonly ReadWrite[]): boolean =>
  writes.some(
    (removal) =>
      removesRows(removal) &&
      isWhole(removal) &&
      writes.some(
        (other) =>
          sets(other) &&
          takesRow(removal, other) === 'no' &&
          keysOf(removal, other).every((name) => mayBeEqual(removal.key.get(name), other.key.get(name))),
      ),
  );

/** Both name one row, or set what one partition shares. */
const isOneRow = (a: ReadWrite, b: ReadWrite): boolean =>
  isWhole(a) === isWhole(b) && keysOf(a, b).every((name) => areEqual(a.key.get(name), b.key.get(name)));

/** Of the row, or of the partition where one of them is about that. */
const keysOf = (a: ReadWrite, b: ReadWrite): readonly string[] =>
  [...(a.waits ? [] : a.table.partitionKey), ...(isWhole(a) && isWhole(b) ? a.table.clustering : [])].map(
    ({ name }) => name,
  );

const sets = ({ statement: { kind } }: ReadWrite): boolean => kind === 'insert' || kind === 'update';

/** Constants of one text, or markers of one name. */
function areEqual(a: Given | undefined, b: Given | undefined): boolean {
  if (a?.kind === 'constant' && b?.kind === 'constant') return a.text === b.text;
  return a?.kind === 'bound' && b?.kind === 'bound' && isNamed(a) && JSON.stringify(a.term) === JSON.stringify(b.term);
}

const areApart = (a: Given | undefined, b: Given | undefined): boolean =>
  a?.kind === 'constant' && b?.kind === 'constant' && a.text !== b.text;

const mayBeEqual = (a: Given | undefined, b: Given | undefined): boolean =>
  areEqual(a, b) || (a?.kind === 'bound' && !isNamed(a)) || (b?.kind === 'bound' && !isNamed(b));

const isNamed = ({ term }: Given & { kind: 'bound' }): boolean =>
  term.binds.every((bind) => 'original' in bind && typeof bind.original === 'string');

const KINDS: readonly ReadWrite['statement']['kind'][] = ['insert', 'update', 'delete'];

/** `undefined` where it depends on more than the columns: a deletion, another write time, a column that both set. */
function both(a: ReadWrite, b: ReadWrite): ReadWrite | undefined {
  if (removesRows(a) || removesRows(b) || a.using?.text !== b.using?.text) return undefined;
  if ([...a.changed].some((name) => b.changed.has(name))) return undefined;
  // An INSERT makes the row, and an UPDATE may; a DELETE of columns does not. What its partition shares names no row.
  const isFirst =
    isWhole(a) === isWhole(b) ? KINDS.indexOf(a.statement.kind) < KINDS.indexOf(b.statement.kind) : isWhole(a);
  const [first, second] = isFirst ? [a, b] : [b, a];
  if (first.statement.kind === 'delete' && second.statement.kind !== 'delete') return undefined;
  return {
    ...first,
    set: new Map([...first.set, ...second.set]),
    partial: [...first.partial, ...second.partial],
    changed: new Set([...first.changed, ...second.changed]),
  };
}
