import type { Column, Table } from '../../catalog/model.ts';
import { freeze, sameType } from '../../catalog/types.ts';
import type { Statement } from '../../syntax/ast.ts';
import { declaredOf } from './annotations.ts';
import { bucketsOf } from './buckets.ts';
import { entityOf, singular } from '../proposal/names.ts';
import type { Surroundings } from './surroundings.ts';

/** Why a table is taken for a copy of another, strongest first. */
export type CopyEvidence = 'view' | 'declared' | 'written-together' | 'name' | 'columns';

/**
 * Whether a table holds the rows of another under a key of its own.
 *
 * Views and `@copy-of` are certain. Else its columns must hold the other's key with the same types, and something more must speak for
 * it: the same entity in both names, a batch that writes both, or the same columns throughout.
 */
export function copyEvidence(candidate: Table, base: Table, surroundings: Surroundings): CopyEvidence | undefined {
  if (candidate.keyspace !== base.keyspace || candidate.name === base.name || candidate.system) return undefined;
  if (candidate.kind === 'view') {
    const whole = candidate.base?.where.every(
      (relation) => 'operator' in relation && relation.operator === 'IS NOT NULL',
    );
    return candidate.base?.table === base.name && whole === true ? 'view' : undefined;
  }
  if (candidate.kind !== 'table' || candidate.partial) return undefined;
  const copyOf = declaredOf(candidate, surroundings).copyOf;
  if (copyOf !== undefined) return namesTable(copyOf, base) ? 'declared' : undefined;
  if (!canHoldRowsOf(candidate, base) || isAnotherPart(candidate, base, () => dividedIn(candidate, surroundings)))
    return undefined;
  if (stemOf(candidate.name) === stemOf(base.name))
    return writtenWith(base, surroundings).has(candidate.name) ? 'written-together' : 'name';
  if (writtenWith(base, surroundings).has(candidate.name))
    return tellsMoreApart(candidate, base, surroundings) ? undefined : 'written-together';
  return hasSameColumns(candidate, base) ? 'columns' : undefined;
}

/** A time or an id in its key that the other does not have: what happened to a row, one entry each time, is no copy of the row. */
const tellsMoreApart = (candidate: Table, base: Table, surroundings: Surroundings): boolean =>
  [...candidate.partitionKey, ...candidate.clustering].some(
    (column) =>
      !base.columns.has(column.name) &&
      column.type.kind === 'native' &&
      APART.has(column.type.name) &&
      !bucketsOf(candidate, surroundings).some((bucket) => bucket.column === column),
  );

const APART: ReadonlySet<string> = new Set(['timestamp', 'timeuuid', 'uuid', 'date']);

/** It has the other's key; a column of the same name and another type belongs to another thing. */
function canHoldRowsOf(candidate: Table, base: Table): boolean {
  if (![...base.partitionKey, ...base.clustering].every((column) => holds(candidate, column))) return false;
  const common = [...candidate.columns.values()].filter(({ name }) => base.columns.has(name));
  return common.every((column) => holds(base, column));
}

/** It is about the same by its name and could hold the other's rows: `comments_by_user` beside `comments`. */
export const isAboutTheSame = (candidate: Table, base: Table, surroundings: Surroundings): boolean =>
  candidate.keyspace === base.keyspace &&
  candidate.name !== base.name &&
  stemOf(candidate.name) === stemOf(base.name) &&
  canHoldRowsOf(candidate, base) &&
  !isAnotherPart(candidate, base, () => dividedIn(candidate, surroundings));

/** `orders` for `orders_by_customer`, where it could hold its rows. */
export function namedBase(table: Table, surroundings: Surroundings): Table | undefined {
  const name = /^(.+?)_by_/i.exec(table.name)?.[1];
  const base = name === undefined ? undefined : surroundings.catalog.table(table.keyspace, name);
  return base !== undefined && isAboutTheSame(table, base, surroundings) ? base : undefined;
}

/**
 * Rows may be divided among `x_by_y_0`, `x_by_y_1`, …: each holds a part of them, which no other holds but one with the same number.
 * `divided` gives the names of such tables without their numbers.
 */
function isAnotherPart(one: Table, other: Table, divided: () => ReadonlySet<string>): boolean {
  const [number, otherNumber] = [numberOf(one.name), numberOf(other.name)];
  if (number === undefined && otherNumber === undefined) return false;
  if (number !== undefined && otherNumber !== undefined) return number !== otherNumber;
  return divided().has(withoutNumber(number === undefined ? other.name : one.name));
}

const numberOf = (name: string): string | undefined => /_by_[^]*_(\d+)$/i.exec(name)?.[1];
const withoutNumber = (name: string): string => name.replace(/_\d+$/, '');

function dividedIn({ keyspace }: Table, { catalog, memory }: Surroundings): ReadonlySet<string> {
  const found = catalog.keyspace(keyspace);
  return found === undefined ? new Set() : memory.kept(dividedIn, found, () => dividedAmong([...found.tables.keys()]));
}

/** What several names have in common that differ in a number at their end. */
function dividedAmong(names: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>();
  const divided = new Set<string>();
  for (const name of names) {
    if (numberOf(name) === undefined) continue;
    const common = withoutNumber(name);
    (once.has(common) ? divided : once).add(common);
  }
  return divided;
}

/** Its columns are all the other's, with its whole key in the key and at least two more: a guess, where nothing else speaks for it. */
export function hasSameColumns(candidate: Table, base: Table): boolean {
  if (candidate.kind !== 'table' || candidate.partial || candidate.name === base.name) return false;
  if (numberOf(candidate.name) !== numberOf(base.name)) return false;
  const isKeyed = ({ name }: Column): boolean => {
    const kind = candidate.columns.get(name)?.kind;
    return kind === 'partition' || kind === 'clustering';
  };
  if (!base.partitionKey.every(isKeyed) || !base.clustering.every(isKeyed)) return false;
  return (
    candidate.columns.size >= base.partitionKey.length + base.clustering.length + 2 &&
    [...candidate.columns.values()].every((column) => holds(base, column))
  );
}

/** What the rows of a table are by its name: the same for `users`, `user` and `users_by_email`. */
export const stemOf = (name: string): string => singular(entityOf(name).toLowerCase());

/** A table that holds the rows of another for certain, so that a write of one is a write of both. */
export interface CertainCopy {
  readonly table: Table;
  /** A comment says so; else its name, its key and all of its columns do. */
  readonly declared: boolean;
}

/**
 * Those among some tables that nobody could take for anything but a copy of one: what `@copy-of` declares, and `x_by_y` beside `x` where
 * every column is one of the other's, of the same type, its whole key among them, and at least two more.
 */
export function copiesAmong(
  candidates: readonly Table[],
  base: Table,
  surroundings: Surroundings,
): readonly CertainCopy[] {
  const divided = (): ReadonlySet<string> => dividedAmong(candidates.map(({ name }) => name));
  return candidates.flatMap((table): readonly CertainCopy[] => {
    if (table.partial || base.partial) return [];
    const { copyOf } = declaredOf(table, surroundings);
    if (copyOf !== undefined) return namesTable(copyOf, base) ? [{ table, declared: true }] : [];
    return isPlainCopy(table, base) && !isAnotherPart(table, base, divided) ? [{ table, declared: false }] : [];
  });
}

const namesTable = (written: string, { keyspace, name }: Table): boolean => {
  const { space, table } = partsOfName(written);
  return (
    table === name.toLowerCase() && (space === undefined || space === keyspace.toLowerCase() || space.includes('$'))
  );
};

function partsOfName(written: string): { readonly space: string | undefined; readonly table: string } {
  const [first = '', second] = written.replaceAll('"', '').toLowerCase().split('.');
  return second === undefined ? { space: undefined, table: first } : { space: first, table: second };
}

/** The name, in lower case, of the table that a copy is declared to hold the rows of. */
export function baseNameOf(copy: Table, surroundings: Surroundings): string | undefined {
  const { copyOf } = declaredOf(copy, surroundings);
  return copyOf === undefined ? undefined : partsOfName(copyOf).table;
}

function isPlainCopy(copy: Table, base: Table): boolean {
  if (/_by_/i.test(base.name) || !/_by_/i.test(copy.name)) return false;
  const columns = [...copy.columns.values()];
  if (!columns.every((column) => holds(base, column))) return false;
  const key = [...base.partitionKey, ...base.clustering];
  const keyed = [...copy.partitionKey, ...copy.clustering];
  if (!key.every(({ name }) => keyed.some((column) => column.name === name))) return false;
  const others = columns.filter(({ name }) => !key.some((column) => column.name === name));
  return others.length >= 2 || others.some(({ name }) => isNamedBy(copy, base, name));
}

/** `cows_by_barn` beside `cows`, partitioned by `barn` alone. */
const isNamedBy = ({ name, partitionKey }: Table, base: Table, column: string): boolean =>
  partitionKey.length === 1 &&
  partitionKey[0]!.name === column &&
  name.toLowerCase() === `${base.name}_by_${column}`.toLowerCase();

/** `cows_by_tag` beside `cows`, keyed by `tag` alone: of two rows with one tag it would keep one, so that only what writes it tells a copy. */
export const isLookUpOf = (copy: Table, base: Table): boolean =>
  !copy.partial &&
  !base.partial &&
  copy.clustering.length === 0 &&
  copy.partitionKey.some(({ name }) => isNamedBy(copy, base, name)) &&
  [...copy.columns.values()].every((column) => holds(base, column)) &&
  [...base.partitionKey, ...base.clustering].every(({ name }) => copy.columns.has(name));

/** The table that a copy is declared to hold the rows of, where it is known. */
export function baseOf(copy: Table, surroundings: Surroundings): Table | undefined {
  const { copyOf } = declaredOf(copy, surroundings);
  if (copyOf === undefined) return undefined;
  const name = copyOf.replaceAll('"', '').split('.').at(-1)!;
  const { catalog } = surroundings;
  const base = catalog.table(copy.keyspace, name) ?? catalog.table(copy.keyspace, name.toLowerCase());
  return base !== undefined && base.name !== copy.name && namesTable(copyOf, base) ? base : undefined;
}

/** The table has the column, with the same type (frozen or not). */
const holds = ({ columns }: Table, { name, type }: Column): boolean => {
  const found = columns.get(name);
  return found !== undefined && sameType(freeze(found.type), freeze(type));
};

/** The tables that batches write together with a table. */
export function writtenWith(table: Table, { memory, usesOf }: Surroundings): ReadonlySet<string> {
  const uses = usesOf(table);
  return memory.kept(writtenWith, uses, () => {
    const batches = new Set(uses.flatMap(({ whole }) => (whole.kind === 'batch' ? [whole] : [])));
    return new Set([...batches].flatMap(({ statements }) => statements.flatMap((one) => tableOf(one) ?? [])));
  });
}

const tableOf = (statement: Statement): string | undefined => {
  if (statement.kind === 'insert') return statement.into?.name.name;
  if (statement.kind === 'update') return statement.table?.name.name;
  return statement.kind === 'delete' ? statement.from?.name.name : undefined;
};
