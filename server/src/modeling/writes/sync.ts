import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { type Copy, type CopyColumn, foreignKey, touched } from './copy.ts';
import {
  type CopyWrite,
  deleteCopy,
  givenOf,
  insertCopy,
  joined,
  readPartition,
  readRows,
  updateCopy,
} from './statements.ts';
import { type Given, type Term, termOf } from './terms.ts';
import { writtenName } from '../proposal/source.ts';
import type { ReadWrite } from './write.ts';

/** What keeps a copy in step with one write of its base. */
export interface Sync {
  /** Run once, with the write. */
  readonly direct: readonly CopyWrite[];
  /** What must be read first, and what then runs for each row found. */
  readonly reads: readonly Reading[];
  /** Copies that are written before the base: they guard something unique. */
  readonly first: readonly CopyWrite[];
  /** A row of the base is several of the copy. */
  readonly spreads: boolean;
  readonly notes: readonly string[];
}

export interface Reading {
  readonly select: Term;
  /** Reads of what the row found names, one after the other. */
  readonly further?: readonly Term[];
  /** A row of the copy that is written before all else: it guards something unique. */
  readonly claim?: CopyWrite;
  readonly then: readonly CopyWrite[];
  readonly once: boolean;
}

export const NOTHING: Sync = { direct: [], reads: [], first: [], spreads: false, notes: [] };

/** What a write of the base asks of the copy. */
export const syncOf = (write: ReadWrite, copy: Copy, base: string): Sync => ({
  ...plainSyncOf(write, copy, base),
  spreads: copy.key.some(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function)),
});

/** Of a copy that keeps only the newest row of each partition: what another write does to it no read of one row tells. */
export const syncNewRows = (write: ReadWrite, copy: Copy, base: string): Sync | undefined =>
  write.statement.kind === 'insert' ? syncOf(write, copy, base) : undefined;

/** Of counters: an UPDATE counts in rows that no read finds yet. */
export function syncCounts(write: ReadWrite, copy: Copy, base: string): Sync | undefined {
  const sync = syncOf(write, copy, base);
  return write.statement.kind === 'update' && sync.reads.length > 0 ? undefined : sync;
}

function plainSyncOf(write: ReadWrite, copy: Copy, base: string): Sync {
  const kind = write.statement.kind;
  if (kind === 'insert') return syncInsert(write, copy, base);
  const wholeRows = kind === 'delete' && write.statement.kind === 'delete' && write.statement.targets.length === 0;
  if (wholeRows) return copy.collapsed ? { ...NOTHING, notes: [COLLAPSED] } : syncDelete(write, copy, base);
  const [statics, update] = [syncStatics(write, copy, base), syncUpdate(write, copy, base)];
  // Where they stand by a static value, all rows move first: what it was can only be read before the write.
  return touched(copy, staticsIn(write)).some(isKey) ? together(update, statics) : together(statics, update);
}

const isKey = ({ role }: CopyColumn): boolean => role === 'partition' || role === 'clustering';

const staticsIn = ({ table, changed }: ReadWrite): ReadonlySet<string> =>
  new Set([...changed].filter((name) => table.columns.get(name)?.kind === 'static'));

const COLLAPSED = 'A DELETE does not take away what may still stand for other rows.';

/** Both, the second's reads first. */
function together(a: Sync, b: Sync): Sync {
  return {
    direct: [...a.direct, ...b.direct],
    reads: [...b.reads, ...a.reads],
    first: [...a.first, ...b.first],
    spreads: a.spreads || b.spreads,
    notes: [...a.notes, ...b.notes],
  };
}

function syncInsert(write: ReadWrite, copy: Copy, base: string): Sync {
  const { table } = write;
  if (!table.clustering.every(({ name }) => write.key.has(name))) return syncStatics(write, copy, base);
  const belongs = belongsBy(write, copy);
  if (belongs === 'no') return NOTHING;
  if (belongs === 'unknown') return { ...NOTHING, notes: [undecided(copy)] };
  const given = givenOf(write);
  const unknownStatics = copy.columns.filter(
    ({ from, role }) =>
      from.some((column) => column.kind === 'static' && given(column) === undefined) &&
      !(role === 'static' && sharesPartition(copy)),
  );
  const missing = foreignKey(copy).filter((column) => column.kind === 'regular' && given(column) === undefined);
  const apart = writesStaticsApart(write, copy);
  const columns = copy.columns.filter(
    ({ from, derived, role }) =>
      !(apart && role === 'static') &&
      (derived?.function === 'constant' || from.every((column) => given(column) !== undefined)),
  );
  const statics = syncStatics(write, copy, base);
  if (missing.length > 0) {
    // A row without its key column is not in the copy; one that is there already may be.
    const then = insertCopy(copy, [...new Set([...copy.key, ...columns])], write);
    const select = readRows(missing, write, base);
    return together(
      statics,
      then === undefined ? NOTHING : { ...NOTHING, reads: [{ select, then: [then], once: false }] },
    );
  }
  if (unknownStatics.length > 0) {
    const then = insertCopy(copy, ordered(copy, [...columns, ...unknownStatics, ...copy.key]), write);
    const sources = [...new Set(unknownStatics.flatMap(({ from }) => from.filter(({ kind }) => kind === 'static')))];
    const select = readPartition(sources, write, base, { once: true });
    return together(
      statics,
      then === undefined ? NOTHING : { ...NOTHING, reads: [{ select, then: [then], once: true }] },
    );
  }
  const rows = elementsOf(copy, write).flatMap(
    (element) => insertCopy(copy, columns, write, { ifNotExists: copy.unique, element }) ?? [],
  );
  return together(statics, copy.unique ? { ...NOTHING, first: rows } : { ...NOTHING, direct: rows });
}

const ordered = (copy: Copy, columns: readonly CopyColumn[]): readonly CopyColumn[] =>
  copy.columns.filter((column) => columns.includes(column));

/** The values of the key columns that hold an element, one map a row: a constant collection says them, a bound one leaves markers. */
function elementsOf({ key }: Copy, write: ReadWrite): readonly ReadonlyMap<string, Term>[] {
  const columns = key.filter(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function));
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

export const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

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
  const { table } = write;
  const regular = new Set([...write.changed].filter((name) => table.columns.get(name)?.kind === 'regular'));
  if (regular.size === 0) return NOTHING;
  const changed = touched(copy, regular);
  const keyChanges = changed.filter(isKey);
  const { only } = copy;
  if (only !== undefined && write.changed.has(only.column.name)) return syncMembership(write, copy, base);
  if (keyChanges.length > 0) return syncMove(write, copy, base, keyChanges);
  const foreign = foreignKey(copy);
  const assignments = assignmentsOf(changed, write);
  const within = withinOf(copy);
  const toRead = [...foreign, ...openKey(write)];
  if (changed.length === 0) {
    // UPDATE makes the row where there is none; a copy whose key it gives has it too.
    if (foreign.length > 0 || only !== undefined || write.statement.kind === 'delete') return NOTHING;
    const values = [...regular].map((name) => write.set.get(name));
    // Setting nothing but nulls makes no row.
    const row =
      openKey(write).length > 0 || values.every((value) => value?.kind === 'null')
        ? undefined
        : insertCopy(copy, copy.key, write);
    const [value] = values;
    const when = values.length === 1 && value?.kind === 'bound' ? `${[...regular][0]!} is not null` : row?.when;
    return row === undefined ? NOTHING : { ...NOTHING, direct: [{ ...row, when }] };
  }
  const writes =
    write.statement.kind === 'delete'
      ? [deleteCopy(copy, write, { columns: deletedTexts(changed, write), before: false })]
      : [updateCopy(copy, assignments, write)];
  if (toRead.length === 0 && within === undefined) return { ...NOTHING, direct: writes };
  const columns = toRead.length > 0 ? toRead : [only!.column];
  return {
    ...NOTHING,
    reads: [{ select: readRows(columns, write, base, { only: within }), then: writes, once: false }],
  };
}

/** Key columns of the base that the write does not give by one value: several rows, which a read has to name. */
const openKey = ({ table, key }: ReadWrite): readonly Column[] =>
  [...table.partitionKey, ...table.clustering].filter(({ name }) => !key.has(name));

export const assignmentsOf = (columns: readonly CopyColumn[], write: ReadWrite): readonly Term[] =>
  columns.flatMap((column): readonly Term[] => {
    const source = column.from[0]!;
    const parts = write.partial.filter((one) => one.column.name === source.name);
    if (parts.length > 0) return parts;
    const term = termOf(column, givenOf(write), write.style);
    return [joined([`${column.written} = `, term === 'null' ? 'null' : term])];
  });

export const deletedTexts = (columns: readonly CopyColumn[], write: ReadWrite): readonly string[] =>
  columns.flatMap((column) => {
    const parts = write.partial.filter((one) => one.column.name === column.from[0]!.name);
    return parts.length > 0 ? parts.map(({ text }) => text) : [column.written];
  });

/** A row of the copy goes to another place: the old one is deleted, the new one written whole. */
function syncMove(write: ReadWrite, copy: Copy, base: string, keyChanges: readonly CopyColumn[]): Sync {
  // Within a partition the static values are where the row goes.
  const columns = sharesPartition(copy) ? copy.columns.filter(({ role }) => role !== 'static') : copy.columns;
  const sources = [...new Set(columns.flatMap(({ from }) => from))].filter(({ name }) => !write.key.has(name));
  const single =
    new Set(keyChanges.flatMap(({ from }) => from.filter(({ name }) => write.changed.has(name)))).size === 1;
  const changedColumn = keyChanges[0]?.from.find(({ name }) => write.changed.has(name));
  const removal = deleteCopy(copy, write, {
    before: true,
    when: single ? `${changedColumn!.name} changed` : undefined,
  });
  const row = write.statement.kind === 'delete' ? undefined : insertCopy(copy, columns, write);
  const arrival: CopyWrite | undefined =
    row === undefined || openKey(write).length > 0 || copy.only !== undefined ? row : { ...row, always: true };
  const select = readRows(sources, write, base, { only: withinOf(copy) });
  const claim = copy.unique && single ? insertCopy(copy, columns, write, { ifNotExists: true }) : undefined;
  if (claim !== undefined && arrival !== undefined) {
    const { when } = removal;
    const stays = touched(copy, write.changed).some((column) => !isKey(column))
      ? [{ ...arrival, when: `${changedColumn!.name} unchanged` }]
      : [];
    return {
      ...NOTHING,
      reads: [{ select, claim: { ...arrival, ...claim, when }, then: [removal, ...stays], once: false }],
    };
  }
  // Elements that are only added take nothing away.
  const only = onlyAdds(write, keyChanges) ? [] : [removal];
  return { ...NOTHING, reads: [{ select, then: arrival === undefined ? only : [...only, arrival], once: false }] };
}

/** What the base's rows in a sparse copy have in common. */
const withinOf = ({ only }: Copy): string | undefined =>
  only === undefined ? undefined : `${writtenName(only.column)} = ${only.constant}`;

/** Elements are only added to the collection whose elements are the key; an entry of a map may take the place of another. */
function onlyAdds({ statement, partial, set }: ReadWrite, keyChanges: readonly CopyColumn[]): boolean {
  if (statement.kind !== 'update' || keyChanges.some(({ derived }) => derived?.function === 'map-value')) return false;
  const names = keyChanges.flatMap(({ from }) => from.map(({ name }) => name));
  if (names.some((name) => set.has(name))) return false;
  const parts = statement.assignments.filter((one) => one.kind !== 'unknown' && names.includes(one.column.name));
  return partial.length > 0 && parts.every(({ kind }) => kind === 'add' || kind === 'prepend');
}

/** A row enters or leaves a copy that holds only some. */
function syncMembership(write: ReadWrite, copy: Copy, base: string): Sync {
  const belongs = belongsBy(write, copy);
  if (belongs === 'unknown') return { ...NOTHING, notes: [undecided(copy)] };
  const foreign = foreignKey(copy);
  if (belongs === 'no') {
    const removal = deleteCopy(copy, write, { before: true });
    const toRead = [...foreign, ...openKey(write)];
    return toRead.length === 0
      ? { ...NOTHING, direct: [removal] }
      : { ...NOTHING, reads: [{ select: readRows(toRead, write, base), then: [removal], once: false }] };
  }
  const given = givenOf(write);
  const toRead = [...new Set(copy.columns.flatMap(({ from }) => from))].filter((column) => given(column) === undefined);
  const row = insertCopy(copy, copy.columns, write);
  if (row === undefined) return NOTHING;
  return toRead.length === 0
    ? { ...NOTHING, direct: [row] }
    : { ...NOTHING, reads: [{ select: readRows(toRead, write, base), then: [row], once: true }] };
}

function syncDelete(write: ReadWrite, copy: Copy, base: string): Sync {
  // Where whole partitions go, those of the copy go whole as well, with their static values.
  const key = takesPartitions(write) && dividesPartitions(copy) ? partitionOf(copy) : copy.key;
  const toRead = [...new Set(key.flatMap(({ from }) => from))].filter(({ name }) => !write.key.has(name));
  const removal = deleteCopy({ ...copy, key }, write, { before: true });
  if (toRead.length === 0) return { ...NOTHING, direct: [removal] };
  return { ...NOTHING, reads: [{ select: readRows(toRead, write, base), then: [removal], once: false }] };
}

/** A static value belongs to all rows of a partition of the base. */
function syncStatics(write: ReadWrite, copy: Copy, base: string): Sync {
  const { table } = write;
  const statics = staticsIn(write);
  const changed = touched(copy, statics);
  if (statics.size === 0 || changed.length === 0) return NOTHING;
  const keyChanges = changed.filter(isKey);
  const sources = (columns: readonly CopyColumn[]): readonly Column[] =>
    [...new Set(columns.flatMap(({ from }) => from))].filter(
      ({ name }) => !table.partitionKey.some((column) => column.name === name),
    );
  const own = onlyOwn(write, statics);
  if (keyChanges.length > 0) {
    const removal = deleteCopy(copy, own, { before: true });
    const arrival = write.statement.kind === 'delete' ? undefined : insertCopy(copy, copy.columns, own);
    return {
      ...NOTHING,
      reads: [
        {
          select: readPartition(sources(copy.columns), write, base),
          then: arrival === undefined ? [removal] : [removal, arrival],
          once: false,
        },
      ],
    };
  }
  const asStatic = changed.every(({ role }) => role === 'static');
  const key = asStatic ? partitionOf(copy) : copy.key;
  const writes =
    write.statement.kind === 'delete'
      ? [{ ...deleteCopy({ ...copy, key }, own, { columns: deletedTexts(changed, own), before: false }) }]
      : [updateCopy(copy, assignmentsOf(changed, own), own, key)];
  const toRead = sources(key);
  // An INSERT of a row sets the static columns of its own copy as well; those of the partition's other rows are read.
  const withRow =
    write.statement.kind === 'insert' &&
    asStatic &&
    table.clustering.every(({ name }) => write.key.has(name)) &&
    !writesStaticsApart(write, copy);
  if (toRead.length === 0) return withRow ? NOTHING : { ...NOTHING, direct: writes };
  return { ...NOTHING, reads: [{ select: readPartition(toRead, write, base), then: writes, once: false }] };
}

/** A row whose key in the copy may be null is not always written there, but its static values belong to the other rows as well. */
const writesStaticsApart = (write: ReadWrite, copy: Copy): boolean =>
  sharesPartition(copy) && foreignKey(copy).some((column) => givenOf(write)(column)?.kind !== 'constant');

/** The write as far as the static columns go: its clustering columns name one row, but all rows of the partition are meant. */
function onlyOwn(write: ReadWrite, statics: ReadonlySet<string>): ReadWrite {
  const { table } = write;
  const partition = new Set(table.partitionKey.map(({ name }) => name));
  const of = <T>(map: ReadonlyMap<string, T>, names: ReadonlySet<string>): ReadonlyMap<string, T> =>
    new Map([...map].filter(([name]) => names.has(name)));
  return {
    ...write,
    key: of<Given>(write.key, partition),
    set: of<Given>(write.set, statics),
    partial: write.partial.filter(({ column }) => statics.has(column.name)),
    changed: statics,
  };
}

/** The write is about no row in particular: it names partitions of the base alone. */
const takesPartitions = ({ relations, table }: ReadWrite): boolean =>
  relations.every(
    (relation) => relation.kind === 'column' && table.partitionKey.some(({ name }) => name === relation.column.name),
  );

/** All rows of a partition of the copy are of one partition of the base. */
const dividesPartitions = (copy: Copy): boolean =>
  copy.base.partitionKey.every(({ name }) =>
    partitionOf(copy).some(({ from, derived }) => derived === undefined && from[0]?.name === name),
  );

/** The copy's partitions are those of the base: what is static there is static here, once. */
const sharesPartition = (copy: Copy): boolean =>
  dividesPartitions(copy) && partitionOf(copy).length === copy.base.partitionKey.length;

const partitionOf = ({ key }: Copy): readonly CopyColumn[] => key.filter(({ role }) => role === 'partition');
