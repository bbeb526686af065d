import type { Column } from '../../catalog/model.ts';
import { type Copy, type CopyColumn, foreignKey, isKey, partitionOf, sharesPartition, touched } from './copy.ts';
import { removalsOf, unnamed } from './moves.ts';
import { assignmentsOf, deletedParts, partitionsNamed, rowsOfPartitions, writesStaticsApart } from './named-rows.ts';
import { type CopyWrite, deleteCopy, insertCopy, readPartition, updateCopy } from './statements.ts';
import { NOTHING, type Sync, together } from './sync-model.ts';
import type { Given } from './terms.ts';
import type { ReadWrite } from './write.ts';

export const staticsIn = ({ table, changed }: ReadWrite): ReadonlySet<string> =>
  new Set([...changed].filter((name) => table.columns.get(name)?.kind === 'static'));

/** A static value belongs to all rows of a partition of the base. */
export function syncStatics(write: ReadWrite, copy: Copy, base: string): Sync {
  const statics = staticsIn(write);
  const changed = touched(copy, statics);
  if (statics.size === 0 || changed.length === 0) return NOTHING;
  const own = onlyOwn(write, statics);
  // A partition that has no row yet has none that a read could find, and keeps what is static in the copy as well all the same.
  const kept = sharesPartition(copy) ? changed.filter(({ role }) => role === 'static') : [];
  const others = changed.filter((column) => !kept.includes(column));
  const place = { copy, base };
  return together(
    kept.length === 0 ? NOTHING : syncValues(write, own, kept, place),
    changed.some(isKey)
      ? syncPlaces(write, own, copy, base)
      : others.length === 0
        ? NOTHING
        : syncValues(write, own, others, place),
  );
}

/** Of a copy whose rows are the base's partitions: rows that come and go change nothing in it, but what is static, and the end of all. */
export function syncPartitions(write: ReadWrite, copy: Copy, base: string): Sync {
  const { statement } = write;
  const ends = statement.kind === 'delete' && statement.targets.length === 0;
  const own = onlyOwn(write, staticsIn(write));
  const changed = touched(copy, own.changed);
  if (ends ? !takesPartitions(write) : changed.length === 0) return NOTHING;
  // All rows of a partition have the same static values.
  const once = write.table.partitionKey.every(({ name }) => own.key.has(name));
  const read = (columns: readonly CopyColumn[], then: readonly CopyWrite[]): Sync => {
    const sources = sourcesOf(columns, own);
    // The write itself may say all that there is to know.
    return sources.length === 0
      ? { ...NOTHING, direct: then }
      : { ...NOTHING, reads: [{ select: readPartition(sources, own, base, { once }), then, once: false }] };
  };
  if (ends) return read(copy.key, [deleteCopy(copy, own, { before: true })]);
  if (!changed.some(isKey)) {
    if (statement.kind === 'delete')
      return read(copy.key, [deleteCopy(copy, own, { columns: deletedParts(changed, own), before: false })]);
    const sync = read(copy.key, [updateCopy(copy, assignmentsOf(changed, own), own, copy.key)]);
    // Where the key alone says the place, a new partition has one as well.
    return once || foreignKey(copy).length > 0 ? sync : { ...sync, notes: [unnamed(own, copy)] };
  }
  const arrival = insertCopy(copy, copy.columns, own);
  // A partition may begin with the static value by which it stands.
  const makes = arrival !== undefined && foreignKey(copy).every(({ name }) => own.set.has(name));
  const sync = read(copy.columns, [
    ...(arrival === undefined ? [] : [makes && once ? { ...arrival, always: true as const } : arrival]),
    ...removalsOf(copy, own, arrival !== undefined),
  ]);
  if (once || statement.kind === 'delete') return sync;
  const named = makes ? rowsOfPartitions(own, copy) : undefined;
  if (named === undefined) return { ...sync, notes: [unnamed(own, copy)] };
  const columns = copy.columns.filter(({ from }) => from.every(({ name }) => own.set.has(name) || isOfKey(name, own)));
  const news = named.flatMap((one) => insertCopy(copy, columns, one) ?? []);
  return { ...sync, direct: news, reads: sync.reads.map((one) => ({ ...one, many: 'before' })) };
}

const isOfKey = (name: string, { table }: ReadWrite): boolean =>
  table.partitionKey.some((column) => column.name === name);

/** All rows of the partition move with the static value by which they stand. */
function syncPlaces(write: ReadWrite, own: ReadWrite, copy: Copy, base: string): Sync {
  const arrival = insertCopy(copy, copy.columns, own);
  // The row of the write itself may also move by what else is set in it.
  const removals = removalsOf(copy, { ...own, changed: write.changed }, arrival !== undefined);
  const select = readPartition(sourcesOf(copy.columns, own), own, base);
  return {
    ...NOTHING,
    reads: [{ select, then: [...(arrival === undefined ? [] : [arrival]), ...removals], once: false, many: 'before' }],
  };
}

/** Static values that are no part of the copy's key: in its partition where they are static there as well, or in each of its rows. */
function syncValues(
  write: ReadWrite,
  own: ReadWrite,
  changed: readonly CopyColumn[],
  { copy, base }: { readonly copy: Copy; readonly base: string },
): Sync {
  const asStatic = changed.every(({ role }) => role === 'static');
  const key = asStatic ? partitionOf(copy) : copy.key;
  const isOfPartition = key.every(({ from }) => from.every(({ kind }) => kind === 'partition'));
  // A partition that has nothing yet has no row that a read could find.
  const partitions =
    asStatic && sharesPartition(copy)
      ? partitionsNamed(own)
      : copy.collapsed && isOfPartition
        ? rowsOfPartitions(own, copy)
        : undefined;
  if (partitions !== undefined && partitions.length !== 1)
    return partitions.map((one) => syncValues(one, one, changed, { copy, base })).reduce(together, NOTHING);
  const writes =
    write.statement.kind === 'delete'
      ? [{ ...deleteCopy({ ...copy, key }, own, { columns: deletedParts(changed, own), before: false }) }]
      : [updateCopy(copy, assignmentsOf(changed, own), own, key)];
  const toRead = sourcesOf(key, own);
  // An INSERT of a row sets the static columns of its own copy as well; those of the partition's other rows are read.
  const withRow =
    write.statement.kind === 'insert' &&
    asStatic &&
    write.table.clustering.every(({ name }) => write.key.has(name)) &&
    !writesStaticsApart(write, copy);
  if (toRead.length === 0) return withRow ? NOTHING : { ...NOTHING, direct: writes };
  return { ...NOTHING, reads: [{ select: readPartition(toRead, own, base), then: writes, once: false, many: 'any' }] };
}

const sourcesOf = (columns: readonly CopyColumn[], { key }: ReadWrite): readonly Column[] =>
  [...new Set(columns.flatMap(({ from }) => from))].filter(({ name }) => !key.has(name));

/** The write as far as the static columns go: its clustering columns name one row, but all rows of the partition are meant. */
function onlyOwn(write: ReadWrite, statics: ReadonlySet<string>): ReadWrite {
  const { table } = write;
  const partition = new Set(table.partitionKey.map(({ name }) => name));
  const of = <T>(map: ReadonlyMap<string, T>, names: ReadonlySet<string>): ReadonlyMap<string, T> =>
    new Map([...map].filter(([name]) => names.has(name)));
  return {
    ...write,
    key: of<Given>(write.key, partition),
    choices: of(write.choices, partition),
    set: of<Given>(write.set, statics),
    partial: write.partial.filter(({ column }) => statics.has(column.name)),
    changed: statics,
  };
}

/** The write is about no row in particular: it names partitions of the base alone. */
export const takesPartitions = ({ relations, table }: ReadWrite): boolean =>
  relations.every(
    (relation) => relation.kind === 'column' && table.partitionKey.some(({ name }) => name === relation.column.name),
  );
