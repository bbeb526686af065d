import type { Column } from '../../catalog/model.ts';
import { isMultiCell } from '../../catalog/types.ts';
import { hexOf } from '../java/bytes.ts';
import type { Scope } from '../judging/names.ts';
import { type RestrictionSet, restrictionsIn } from '../restrictions/model.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';
import type { PreparedOperation } from '../dml/operations.ts';
import type { PreparedWrite } from '../dml/write.ts';

/** The rows that a write of a transaction touches, and what it changes there. */
export interface Written {
  readonly write: PreparedWrite;
  /** By keys alone, whatever the table: `undefined` where they cannot be told. */
  readonly partitions: readonly string[] | undefined;
  readonly rows: readonly string[] | undefined;
  /** The write holds rows at once: what is computed later makes none. */
  readonly hasRows: boolean | 'unknown';
}

/** Several keys at most that are compared with each other. */
const MOST_KEYS = 1000;

export function writtenBy(write: PreparedWrite, plain: readonly PreparedOperation[]): Written {
  const { restrictions, scope } = write;
  const partitions = keysOf(restrictions.partition, scope);
  const clusterings = keysOf(restrictions.clustering, scope);
  const known = partitions !== undefined && clusterings !== undefined;
  return {
    write,
    partitions,
    rows: known ? combined(partitions, clusterings) : undefined,
    hasRows: hasRows(write, plain),
  };
}

/**
 * The keys that a set of equalities and INs names, each once: as bytes, or constants as they are written where their bytes are not
 * known; `undefined` where they cannot be told.
 */
export function keysOf(set: RestrictionSet, scope: Scope): readonly string[] | undefined {
  let keys: readonly string[] | undefined = [''];
  for (const { columns, parts } of restrictionsIn(set)) {
    const [part, ...more] = parts;
    const [column] = columns;
    const single = part.on === 'column' && more.length === 0 && part.count === part.values.length;
    if (column === undefined || !single || (part.operator !== '=' && part.operator !== 'IN')) return undefined;
    const texts = part.values.flatMap((value) => {
      const running = runningValue(value, columnReceiver(column), scope);
      if (running.kind === 'known') return [hexOf(running.bytes)];
      return value.kind === 'literal' && value.value.toLowerCase() !== 'now' ? [`${WRITTEN}${value.value}`] : [];
    });
    if (texts.length < part.values.length) return undefined;
    keys = combined(keys, [...new Set(texts)]);
    if (keys === undefined) return undefined;
  }
  return keys;
}

const WRITTEN = '=';

/** Some keys may be equal though they are written otherwise. */
export const areUnsure = (keys: readonly string[]): boolean => keys.some((key) => key.includes(WRITTEN));

const combined = (some: readonly string[], others: readonly string[]): readonly string[] | undefined =>
  some.length * others.length > MOST_KEYS ? undefined : some.flatMap((one) => others.map((other) => `${one}/${other}`));

/** Columns of one name are the same in all tables, if both are stored in one cell, or in several. */
export function sharesColumns(one: Written, other: Written, kind: 'regular' | 'static'): boolean {
  const names = new Set(columnsOf(other, kind));
  return columnsOf(one, kind).some((name) => names.has(name));
}

const columnsOf = ({ write }: Written, kind: Column['kind']): readonly string[] =>
  write.operations.flatMap(({ column }) =>
    column.kind === kind ? [`${isMultiCell(column.type) ? '+' : ''}${column.name}`] : [],
  );

/** Statics are those of a partition; other columns are looked at where both writes hold a row at once. */
export function sharesRows(one: Written, other: Written, kind: 'regular' | 'static'): boolean | 'unknown' {
  if (kind === 'regular' && (one.hasRows === false || other.hasRows === false)) return false;
  const [mine, its] = kind === 'static' ? [one.partitions, other.partitions] : [one.rows, other.rows];
  if (mine === undefined || its === undefined) return 'unknown';
  if (!mine.some((key) => its.includes(key))) return areUnsure([...mine, ...its]) ? 'unknown' : false;
  return kind === 'static' || (one.hasRows === true && other.hasRows === true) ? true : 'unknown';
}

function hasRows(
  { statement, restrictions, scope }: PreparedWrite,
  plain: readonly PreparedOperation[],
): boolean | 'unknown' {
  const { clustering, compactStorage } = scope.table;
  if (compactStorage) return 'unknown';
  const named = restrictions.clustering.entries.length;
  const regular = plain.filter(({ column }) => column.kind === 'regular');
  if (statement.kind === 'insert') return clustering.length === 0 || named > 0;
  if (statement.kind === 'delete' && plain.length === 0)
    return named > 0 && named === clustering.length && restrictions.clustering.onlyEqualities;
  if (regular.length === 0) return false;
  return regular.some(writesCell) ? true : 'unknown';
}

/** Nothing is written where a collection gets no elements, or loses none. */
function writesCell({ what, value }: PreparedOperation): boolean {
  if (what !== 'add' && what !== 'subtract') return true;
  if (value?.kind === 'set') return value.items.length > 0;
  return value?.kind === 'map' && value.entries.length > 0;
}
