import type { Column } from '../../catalog/model.ts';
import { writtenName } from '../proposal/source.ts';
import { type Copy, type CopyColumn, ELEMENTS, foreignKey, isKey, sharesPartition, touched } from './copy.ts';
import { openKey, rowsNamed, writesStaticsApart } from './named-rows.ts';
import { claimOf, type CopyWrite, deleteCopy, givenOf, insertCopy, readRows } from './statements.ts';
import { NOTHING, type Reading, type Sync } from './sync-model.ts';
import { takenOver } from './taken-over.ts';
import { boundBefore, type Term } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** Columns by which a row of the copy may stand elsewhere after the write than before. */
export const movedBy = (write: ReadWrite, copy: Copy): readonly Column[] =>
  foreignKey(copy).filter(
    ({ name }) => write.changed.has(name) && !(write.statement.kind === 'insert' && copy.immutable.has(name)),
  );

/** A row of the copy goes to another place: the new one is written whole, the old one deleted. */
export function syncMove(write: ReadWrite, copy: Copy, base: string): Sync {
  const elements = takenElements(write, copy);
  if (elements === undefined) return moveRows(write, copy, base);
  const sync = takeElements(write, copy, base, elements);
  const isSaid = elements.every((one) =>
    [...one.values()].every(({ binds }) => binds.every((bind) => 'before' in bind || isNamed(bind))),
  );
  return isSaid ? sync : { ...sync, inText: moveRows(write, copy, base) };
}

const isNamed = (bind: Term['binds'][number]): boolean => 'original' in bind && typeof bind.original === 'string';

function moveRows(write: ReadWrite, copy: Copy, base: string): Sync {
  // Within a partition the static values are where the row goes.
  const carries = write.statement.kind === 'insert' && !writesStaticsApart(write, copy);
  const columns = sharesPartition(copy)
    ? copy.columns.filter((column) => column.role !== 'static' || (carries && isGivenIn(write)(column)))
    : copy.columns;
  const moved = movedBy(write, copy);
  const named = openKey(write).length > 0 && makesRows(write, copy) ? rowsNamed(write, copy) : undefined;
  const one = openKey(write).length === 0 && makesRows(write, copy);
  const row = insertCopy(copy, columns, write);
  const arrival: CopyWrite | undefined = row !== undefined && one ? { ...row, always: true } : row;
  const select = readRows(readBefore(columns, write, copy), write, base, { only: withinOf(copy, write) });
  const [column] = moved;
  if (copy.unique && moved.length === 1 && arrival !== undefined) {
    const when = `${column!.name} changed`;
    const stays =
      write.statement.kind === 'insert' || touched(copy, write.changed).some((changed) => !isKey(changed))
        ? [{ ...arrival, when: `${column!.name} unchanged` }]
        : [];
    const made = { ...arrival, ...insertCopy(copy, columns, write, { ifNotExists: true })!, when };
    const claim = claimOf(made, copy, write);
    const then = [...stays, ...removalsOf(copy, write, true)];
    return { ...NOTHING, reads: [{ select, claim, then, once: false }] };
  }
  // Elements that are only added take nothing away.
  const removals = onlyAdds(write, copy) ? [] : removalsOf(copy, write, arrival !== undefined);
  const news = (named ?? []).flatMap((made) => {
    const isGiven = isGivenIn(made);
    // Where a static value says where it stands, it is written when that is read.
    return copy.key.every(isGiven) ? (insertCopy(copy, columns.filter(isGiven), made) ?? []) : [];
  });
  const reading: Reading = {
    select,
    then: [...(arrival === undefined ? [] : [arrival]), ...removals],
    once: false,
    ...(news.length > 0 && { many: 'before' as const }),
  };
  const late = (one ? [write] : (named ?? [])).flatMap((made) => readLate(made, copy, base));
  const isUnread = makesRows(write, copy) && ((!one && named === undefined) || standsUnread(write, copy, base));
  const notes = isUnread ? [unnamed(write, copy)] : [];
  return { ...NOTHING, direct: news, reads: [reading, ...late], notes };
}

/**
 * A part of a value is changed in a row that may be new, and a static value says where it stands: one read finds the value, another its
 * place, and none both of a row that is not there.
 */
const standsUnread = (write: ReadWrite, copy: Copy, base: string): boolean =>
  write.partial.some(({ column }) => column.kind === 'regular') &&
  (takenOver(write, copy, base)?.columns.some(isKey) ?? false);

/** The static values of a row that is not there yet; where it stands by one, it is written here for the first time. */
function readLate(write: ReadWrite, copy: Copy, base: string): readonly Reading[] {
  const taken = takenOver(write, copy, base);
  if (taken === undefined || standsUnread(write, copy, base)) return [];
  const isSet = isGivenIn(write);
  const columns = copy.columns.filter(
    (column) =>
      isKey(column) ||
      taken.columns.includes(column) ||
      (column.role !== 'static' && taken.columns.some(isKey) && isSet(column)),
  );
  const row = insertCopy(copy, columns, write);
  return row === undefined ? [] : [{ select: taken.select, then: [row], once: true }];
}

const isGivenIn =
  (write: ReadWrite) =>
  ({ derived, from }: CopyColumn): boolean =>
    derived?.function === 'constant' || from.every((one) => givenOf(write)(one) !== undefined);

/** It may write a row that is not there yet, and such a row has all of its place in the copy from the write. */
const makesRows = (write: ReadWrite, copy: Copy): boolean =>
  write.statement.kind !== 'delete' &&
  copy.only === undefined &&
  foreignKey(copy).every(({ kind, name }) => kind === 'static' || write.changed.has(name));

export function unnamed(write: ReadWrite, { written }: Copy): string {
  const { table } = write;
  const what = openKey(write).length > 0 ? 'several rows' : 'a part of a value';
  return `Rows of \`${table.name}\` that an UPDATE of ${what} makes get no row in \`${written}\`, because no read finds them: INSERT those first.`;
}

/** What has to be known of the rows as they are: where they stand, and what the write leaves as it is. */
function readBefore(columns: readonly CopyColumn[], write: ReadWrite, copy: Copy): readonly Column[] {
  const places = new Set(copy.key.flatMap(({ from }) => from));
  return [...new Set(columns.flatMap(({ from }) => from))].filter(
    (column) => !write.key.has(column.name) && (places.has(column) || givenOf(write)(column) === undefined),
  );
}

/**
 * The row as it was, deleted. Where the new one is written along, at one time, the DELETE would win: it runs only where the place is
 * another one, once for each column that decides it, or apart where no column tells.
 */
export function removalsOf(copy: Copy, write: ReadWrite, arrives: boolean): readonly CopyWrite[] {
  // What may still stand for other rows stays.
  if (copy.collapsed) return [];
  if (!arrives) return [deleteCopy(copy, write, { before: true })];
  const moved = movedBy(write, copy);
  const tells = (column: Column): boolean =>
    copy.key.some(
      ({ from, derived }) => from.includes(column) && (derived === undefined || FAITHFUL.has(derived.function)),
    );
  if (moved.every(tells))
    return moved.map(({ name }) => deleteCopy(copy, write, { before: true, when: `${name} changed` }));
  const when = moved.length === 1 ? `${moved[0]!.name} changed` : undefined;
  return [{ ...deleteCopy(copy, write, { before: true, when }), apart: true }];
}

/** Functions that give another value for each other one. */
const FAITHFUL: ReadonlySet<string> = new Set(['copy', 'reverse']);

/** What the base's rows in a sparse copy have in common; an INSERT may bring one in. */
export const withinOf = ({ only }: Copy, { changed }: ReadWrite): string | undefined =>
  only === undefined || changed.has(only.column.name) ? undefined : `${writtenName(only.column)} = ${only.constant}`;

export const elementColumns = ({ key }: Copy): readonly CopyColumn[] =>
  key.filter(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function));

/** Elements are only added to the collection whose elements are the key; an entry of a map may take the place of another. */
function onlyAdds(write: ReadWrite, copy: Copy): boolean {
  const columns = elementColumns(copy);
  if (columns.some(({ derived }) => derived?.function === 'map-value')) return false;
  const parts = partsOn(columns, write, copy);
  return parts !== undefined && parts.every(({ effect }) => effect.kind === 'adds');
}

/** Changes of parts of the collection whose elements are the key, where nothing else moves the row. */
function partsOn(columns: readonly CopyColumn[], write: ReadWrite, copy: Copy): ReadWrite['partial'] | undefined {
  const source = columns[0]?.from[0];
  if (source === undefined || movedBy(write, copy).some(({ name }) => name !== source.name)) return undefined;
  if (write.set.has(source.name)) return undefined;
  const parts = write.partial.filter(({ column }) => column.name === source.name);
  return parts.length === 0 ? undefined : parts;
}

/** The elements that a write takes away, where it says which: the copy's key columns for them, one map a row. */
function takenElements(write: ReadWrite, copy: Copy): readonly ReadonlyMap<string, Term>[] | undefined {
  const columns = elementColumns(copy);
  const parts = partsOn(columns, write, copy);
  // Of a map's entry the write says the key; the value alone may be that of other entries, too.
  if (parts === undefined || columns.every(({ derived }) => derived?.function === 'map-value')) return undefined;
  if (parts.some(({ effect }) => effect.kind !== 'takes')) return undefined;
  const elements = parts.flatMap(({ effect }) => (effect.kind === 'takes' ? effect.elements : []));
  if (elements.length === 0) return undefined;
  return elements.map(
    (element) =>
      new Map(
        columns.map(({ name, derived }) => [
          name,
          derived?.function === 'map-value' ? boundBefore(name, write.style) : element,
        ]),
      ),
  );
}

/** Only the rows of elements that are named go; the others are written anew where something else changes in them. */
function takeElements(
  write: ReadWrite,
  copy: Copy,
  base: string,
  elements: readonly ReadonlyMap<string, Term>[],
): Sync {
  const rows = elements.map((element) => deleteCopy(copy, write, { before: true, element }));
  const named = new Set(elements[0]!.keys());
  const stays = touched(copy, write.changed).some((column) => !isKey(column))
    ? insertCopy(copy, copy.columns, write)
    : undefined;
  const known = copy.key.filter(({ name, derived }) => named.has(name) && derived?.function !== 'map-value');
  const columns =
    stays === undefined
      ? [...new Set(copy.key.filter((column) => !known.includes(column)).flatMap(({ from }) => from))].filter(
          ({ name }) => !write.key.has(name),
        )
      : readBefore(copy.columns, write, copy);
  if (columns.length === 0) return { ...NOTHING, direct: rows };
  const then = [...(stays === undefined ? [] : [stays]), ...rows];
  return { ...NOTHING, reads: [{ select: readRows(columns, write, base), then, once: false }] };
}
