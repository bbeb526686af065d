import type { Expression } from '../../syntax/ast.ts';
import {
  type Copy,
  type CopyColumn,
  dividesPartitions,
  ELEMENTS,
  foreignKey,
  isKey,
  isOfFirstRows,
  partitionOf,
  touched,
} from './copy.ts';
import { elementColumns, movedBy, removalsOf, syncMove, unnamed, withinOf } from './moves.ts';
import {
  assignmentsOf,
  deletedParts,
  listsOf,
  openKey,
  rowsNamed,
  rowsOfPartitions,
  writesStaticsApart,
} from './named-rows.ts';
import {
  claimOf,
  type CopyWrite,
  deleteCopy,
  givenOf,
  insertCopy,
  joined,
  readPartition,
  readRows,
  updateCopy,
  wordsOf,
} from './statements.ts';
import { staticsIn, syncPartitions, syncStatics, takesPartitions } from './statics.ts';
import { NOTHING, type Sync, takesBefore, together, writesAnew } from './sync-model.ts';
import { givenStatics, takenOver } from './taken-over.ts';
import { boundAfter, type Term } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** What a write of the base asks of the copy. */
export function syncOf(write: ReadWrite, copy: Copy, base: string): Sync {
  const sync = oneAfterAnother(atNow(plainSyncOf(write, copy, base), write, copy, base));
  const spreads = copy.key.some(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function));
  return withoutIdleReads({ ...sync, spreads, ...(sync.inText && { inText: { ...sync.inText, spreads } }) });
}

/** What a copy of several rows keeps needs no read of what is taken from the base. */
const withoutIdleReads = (sync: Sync): Sync => ({
  ...sync,
  reads: sync.reads.filter(({ then, claim }) => then.length > 0 || claim !== undefined),
  ...(sync.inText && { inText: withoutIdleReads(sync.inText) }),
});

/** Rows that a text writes anew have the time of now: see `clashesAtOneTime`. */
function atNow(sync: Sync, write: ReadWrite, copy: Copy, base: string): Sync {
  if (write.timestamp === undefined || !clashesAtOneTime(sync)) return sync;
  const { ttl } = write;
  const using = ttl === undefined ? undefined : joined([`${wordsOf(write)('USING TTL')} `, ttl]);
  const now = plainSyncOf({ ...write, timestamp: undefined, using }, copy, base);
  const note = `TIMESTAMP stays with \`${write.table.name}\`: rows of the copy that are taken away or written anew have the time of now.`;
  const notes = [...sync.notes, note];
  // A program that follows the steps takes away no row that it writes anew; what it writes twice clashes there, too.
  return writesAnew(sync) ? { ...now, notes } : { ...sync, notes, inText: now.inText ?? now };
}

/**
 * The text goes wrong where all that it writes has one time: a DELETE before the INSERT of the same row would win; of two INSERTs a null
 * wins over a value, and a list has the elements of both, because each empties only what is older.
 */
export const clashesAtOneTime = (sync: Sync): boolean => takesBefore(sync) || writesAnew(sync);

/** What a second read finds is written after what the first one found. */
function oneAfterAnother(sync: Sync): Sync {
  if (!writesAnew(sync)) return sync;
  const [first, ...others] = sync.reads;
  const reads = [
    ...(first === undefined ? [] : [first]),
    ...others.map((read) => ({ ...read, afterwards: true as const })),
  ];
  return { ...sync, reads, ...(sync.inText && { inText: oneAfterAnother(sync.inText) }) };
}

/** Of a copy that keeps only the newest row of each partition: what another write does to it no read of one row tells. */
export const syncNewRows = (write: ReadWrite, copy: Copy, base: string): Sync | undefined =>
  write.statement.kind === 'insert' ? syncOf(write, copy, base) : undefined;

/** Of counters: an UPDATE counts in rows that no read finds yet. */
export function syncCounts(write: ReadWrite, copy: Copy, base: string): Sync | undefined {
  const sync = syncOf(write, copy, base);
  return write.statement.kind === 'update' && sync.reads.length > 0 ? undefined : sync;
}

function plainSyncOf(given: ReadWrite, copy: Copy, base: string): Sync {
  const { statement } = given;
  if (copy.ofPartitions) return syncPartitions(given, copy, base);
  const partitions =
    isForPartition(copy) && statement.kind !== 'delete' ? rowsOfPartitions(lasting(given), copy) : undefined;
  if (partitions !== undefined)
    return together(syncStatics(given, copy, base), partitionsBegun(given, partitions, copy));
  const write = outliving(given, copy);
  if (statement.kind === 'delete' && statement.targets.length === 0)
    return copy.collapsed ? { ...NOTHING, notes: [COLLAPSED] } : syncDelete(write, copy, base);
  const rows = statement.kind === 'insert' ? syncInsert(write, copy, base) : syncUpdate(write, copy, base);
  const statics = syncStatics(write, copy, base);
  // Where they stand by a static value, all rows move first: what it was can only be read before the write.
  const moves = touched(copy, staticsIn(write)).some(isKey);
  return moves ? together(last(rows, write, copy, base), statics) : together(statics, rows);
}

/** One row stands for several of the base, whichever of them is there. */
const isForSeveral = (copy: Copy): boolean => copy.collapsed && !isOfFirstRows(copy);

/** One row stands for a partition of the base; what is static in it comes to that row by itself. */
const isForPartition = (copy: Copy): boolean =>
  isForSeveral(copy) &&
  copy.only === undefined &&
  !copy.unique &&
  copy.key.every(({ from }) => from.every(({ kind }) => kind === 'partition'));

/** What stands for several rows must not go with the time to live of one, but for a static value by which it stands there. */
function outliving(write: ReadWrite, copy: Copy): ReadWrite {
  const { ttl } = write;
  if (ttl === undefined || !isForSeveral(copy) || touched(copy, staticsIn(write)).some(isKey)) return write;
  return lasting(write);
}

function lasting(write: ReadWrite): ReadWrite {
  const { timestamp } = write;
  const using = timestamp === undefined ? undefined : joined([`${wordsOf(write)('USING TIMESTAMP')} `, timestamp]);
  return { ...write, ttl: undefined, using };
}

/** The rows of partitions that a write may begin by a row of theirs, or by static values: one that the copy holds begins its row as well. */
function partitionsBegun(write: ReadWrite, partitions: readonly ReadWrite[], copy: Copy): Sync {
  const { statement, table, changed, key } = write;
  const statics = staticsIn(write);
  const namesRow =
    statement.kind === 'insert' ? table.clustering.every(({ name }) => key.has(name)) : changed.size > statics.size;
  if (!namesRow && (statics.size === 0 || touched(copy, statics).length > 0)) return NOTHING;
  return { ...NOTHING, direct: partitions.flatMap((one) => insertCopy(copy, copy.key, one) ?? []) };
}

const COLLAPSED = 'A DELETE does not take away what may still stand for other rows.';

/** A row that is not there yet; one that may be there is looked at first, because INSERT overwrites. */
function syncInsert(write: ReadWrite, copy: Copy, base: string): Sync {
  const { table } = write;
  if (!table.clustering.every(({ name }) => write.key.has(name))) return NOTHING;
  const isNew = write.condition !== undefined || write.isNew || copy.collapsed;
  const belongs = belongsBy(write, copy);
  if (belongs === 'unknown') return { ...NOTHING, notes: [undecided(copy)] };
  if (belongs === 'no') {
    const stays = isNew || copy.immutable.has(copy.only!.column.name);
    return stays ? NOTHING : syncUpdate(write, copy, base);
  }
  if (!isNew && movedBy(write, copy).some(({ kind }) => kind === 'regular'))
    return copy.only === undefined ? syncMove(write, copy, base) : syncMembership(write, copy, base);
  const given = givenOf(write);
  const taken = takenOver(write, copy, base);
  const missing = foreignKey(copy).filter((column) => column.kind === 'regular' && given(column) === undefined);
  const apart = writesStaticsApart(write, copy);
  const columns = copy.columns.filter(
    ({ from, derived, role }) =>
      !(apart && role === 'static') &&
      (derived?.function === 'constant' || from.every((column) => given(column) !== undefined)),
  );
  if (missing.length > 0) {
    // A new row has nothing there.
    if (write.condition !== undefined || write.isNew) return NOTHING;
    // What is there of the row in the copy is its key, and that stays.
    if (columns.every(({ from }) => from.every(({ name }) => write.key.has(name)))) return NOTHING;
    // A row without its key column is not in the copy; one that is there already may be.
    const then = insertCopy(copy, [...new Set([...copy.key, ...columns])], write);
    const select = readRows(
      foreignKey(copy).filter((column) => given(column) === undefined),
      write,
      base,
    );
    return then === undefined ? NOTHING : { ...NOTHING, reads: [{ select, then: [then], once: false }] };
  }
  if (taken !== undefined) {
    const then = insertCopy(copy, ordered(copy, [...columns, ...taken.columns, ...copy.key]), write);
    return then === undefined ? NOTHING : { ...NOTHING, reads: [{ select: taken.select, then: [then], once: true }] };
  }
  const rows = elementsOf(copy, write).flatMap((element): CopyWrite | readonly CopyWrite[] => {
    const row = insertCopy(copy, columns, write, { ifNotExists: copy.unique, element });
    return row === undefined ? [] : copy.unique ? claimOf(row, copy, write, element) : row;
  });
  return copy.unique ? { ...NOTHING, first: rows } : { ...NOTHING, direct: rows };
}

/** All rows of the partition move with what was read of them, that of the write as it was before: what the write sets in it comes last. */
function last(rows: Sync, write: ReadWrite, copy: Copy, base: string): Sync {
  // Before a condition is answered nothing is written.
  const isFirst = !write.waits && (copy.collapsed || (write.statement.kind === 'insert' && write.isNew));
  if (rows.direct.length === 0 || isFirst) return rows;
  const places = touched(copy, staticsIn(write)).flatMap(({ from }) => from.filter(({ kind }) => kind === 'static'));
  const select = readPartition([...new Set(places)], write, base, { once: true });
  return { ...rows, direct: [], reads: [...rows.reads, { select, then: rows.direct, once: true, afterwards: true }] };
}

const ordered = (copy: Copy, columns: readonly CopyColumn[]): readonly CopyColumn[] =>
  copy.columns.filter((column) => columns.includes(column));

/** The values of the key columns that hold an element, one map a row: a constant collection says them, a bound one leaves markers. */
function elementsOf(copy: Copy, write: ReadWrite): readonly ReadonlyMap<string, Term>[] {
  const columns = elementColumns(copy);
  const source = columns[0]?.from[0];
  const given = source === undefined ? undefined : write.set.get(source.name);
  if (given?.kind !== 'constant') return [new Map()];
  const { expression } = given;
  const constant = (part: Expression): Term => ({ text: write.textOf(part), binds: [] });
  if (expression.kind === 'list' || expression.kind === 'set') {
    const texts = new Map(expression.items.map((item) => [write.textOf(item), constant(item)]));
    return [...texts.values()].map((term) => new Map(columns.map(({ name }) => [name, term])));
  }
  if (expression.kind !== 'map') return [new Map()];
  return expression.entries.map(
    (entry) =>
      new Map(
        columns.map(({ name, derived }) => [name, constant(derived?.function === 'map-key' ? entry.key : entry.value)]),
      ),
  );
}

/** Whether the row that a write leaves is one of those that the copy holds. */
function belongsBy(write: ReadWrite, { only }: Copy): 'yes' | 'no' | 'unknown' {
  if (only === undefined) return 'yes';
  const given = givenOf(write)(only.column);
  if (given === undefined) return write.statement.kind === 'insert' ? 'no' : 'yes';
  if (given.kind === 'null') return 'no';
  if (given.kind === 'bound') return 'unknown';
  return given.text.toLowerCase() === only.constant.toLowerCase() ? 'yes' : 'no';
}

const undecided = ({ only }: Copy): string =>
  `Where \`${only!.column.name}\` is bound, the client decides: with ${only!.constant} it writes the row, with anything else it deletes it.`;

function syncUpdate(write: ReadWrite, copy: Copy, base: string): Sync {
  const { table, statement } = write;
  const regular = new Set([...write.changed].filter((name) => table.columns.get(name)?.kind === 'regular'));
  if (regular.size === 0) return NOTHING;
  const changed = touched(copy, regular);
  const { only } = copy;
  if (only !== undefined && write.changed.has(only.column.name)) return syncMembership(write, copy, base);
  if (changed.some(isKey)) return syncMove(write, copy, base);
  const foreign = foreignKey(copy);
  const makesRows = statement.kind === 'update' && only === undefined && foreign.every(({ kind }) => kind === 'static');
  const named = makesRows ? rowsNamed(write, copy) : undefined;
  if (named !== undefined && openKey(write).length > 0)
    return named.map((one) => syncUpdate(one, copy, base)).reduce(together, NOTHING);
  const writes =
    changed.length === 0
      ? []
      : statement.kind === 'delete'
        ? [deleteCopy(copy, write, { columns: deletedParts(changed, write), before: false })]
        : [updateCopy(copy, assignmentsOf(changed, write), write)];
  if (named !== undefined) return syncNamedRow(write, copy, base, { regular, writes });
  const lists = makesRows && foreign.length === 0 && statement.kind === 'update' ? listsOf(write, copy) : undefined;
  const statics = takenOver(write, copy, base) !== undefined || givenStatics(write, copy).length > 0;
  if (lists !== undefined && changed.length > 0 && !statics)
    return { ...NOTHING, direct: [updateCopy(copy, assignmentsOf(changed, write), write, copy.key, lists)] };
  const notes = makesRows ? [unnamed(write, copy)] : [];
  if (writes.length === 0) return { ...NOTHING, notes };
  const within = withinOf(copy, write);
  const toRead = [...foreign, ...openKey(write)];
  if (toRead.length === 0 && within === undefined) return { ...NOTHING, direct: writes };
  const columns = toRead.length > 0 ? toRead : [only!.column];
  const select = readRows(columns, write, base, { only: within });
  return { ...NOTHING, reads: [{ select, then: writes, once: false }], notes };
}

/**
 * An UPDATE of one row makes it where there is none: it then takes over the static values of its partition, those that the write itself
 * sets among them. A read of the partition before the write does not find that row.
 */
function syncNamedRow(
  write: ReadWrite,
  copy: Copy,
  base: string,
  { regular, writes }: { readonly regular: ReadonlySet<string>; readonly writes: readonly CopyWrite[] },
): Sync {
  const taken = takenOver(write, copy, base);
  const byStatics = foreignKey(copy).length > 0;
  // Setting nothing but nulls makes no row.
  const values = [...regular].map((name) => write.set.get(name));
  const makes = values.some((value) => value !== undefined && value.kind !== 'null') || write.partial.some(isGiving);
  const [value] = values;
  const when = values.length === 1 && value?.kind === 'bound' ? `${[...regular][0]!} is not null` : undefined;
  const asked = (row: CopyWrite): CopyWrite => ({ ...row, when: when ?? row.when });
  const later = (taken?.columns ?? []).filter((column) => !isKey(column));
  const own = givenStatics(write, copy).filter((column) => !isKey(column));
  const news =
    !makes || (writes.length > 0 && later.length + own.length === 0)
      ? []
      : writes.length === 0
        ? [insertCopy(copy, ordered(copy, [...copy.key, ...own, ...later]), write)].flatMap((row) =>
            row ? [asked(row)] : [],
          )
        : [asked(updateCopy(copy, [...assignmentsOf(own, write), ...assignedAfter(later, write)], write))];
  if (taken === undefined) return { ...NOTHING, direct: [...writes, ...news] };
  if (byStatics) {
    const then = [...writes, ...news];
    return then.length === 0 ? NOTHING : { ...NOTHING, reads: [{ select: taken.select, then, once: true }] };
  }
  if (news.length === 0) return { ...NOTHING, direct: writes };
  return { ...NOTHING, direct: writes, reads: [{ select: taken.select, then: news, once: true }] };
}

const isGiving = ({ column, gives }: ReadWrite['partial'][number]): boolean => gives && column.kind === 'regular';

const assignedAfter = (columns: readonly CopyColumn[], { style }: ReadWrite): readonly Term[] =>
  columns.map(({ name, written }) => joined([`${written} = `, boundAfter(name, style)]));

/** A row enters or leaves a copy that holds only some. */
function syncMembership(write: ReadWrite, copy: Copy, base: string): Sync {
  const belongs = belongsBy(write, copy);
  if (belongs === 'unknown') return { ...NOTHING, notes: [undecided(copy)] };
  const foreign = foreignKey(copy);
  if (belongs === 'no') {
    const removals = removalsOf(copy, write, false);
    const toRead = [...foreign, ...openKey(write)];
    return toRead.length === 0
      ? { ...NOTHING, direct: removals }
      : { ...NOTHING, reads: [{ select: readRows(toRead, write, base), then: removals, once: false }] };
  }
  const given = givenOf(write);
  const moved = movedBy(write, copy);
  const toRead = [...new Set(copy.columns.flatMap(({ from }) => from))].filter(
    (column) => given(column) === undefined || moved.includes(column),
  );
  const row = insertCopy(copy, copy.columns, write);
  if (row === undefined) return NOTHING;
  if (toRead.length === 0) return { ...NOTHING, direct: [row] };
  const then = [row, ...(moved.length === 0 ? [] : removalsOf(copy, write, true))];
  return { ...NOTHING, reads: [{ select: readRows(toRead, write, base), then, once: true }] };
}

function syncDelete(write: ReadWrite, copy: Copy, base: string): Sync {
  // Where whole partitions go, those of the copy go whole as well, with their static values.
  const key = takesPartitions(write) && dividesPartitions(copy) ? partitionOf(copy) : copy.key;
  const toRead = [...new Set(key.flatMap(({ from }) => from))].filter(({ name }) => !write.key.has(name));
  const removal = deleteCopy({ ...copy, key }, write, { before: true });
  if (toRead.length === 0) return { ...NOTHING, direct: [removal] };
  return { ...NOTHING, reads: [{ select: readRows(toRead, write, base), then: [removal], once: false }] };
}
