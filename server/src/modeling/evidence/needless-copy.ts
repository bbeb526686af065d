import { selectedColumns } from '../../analysis/typing/selectors/selected-columns.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { baseOf, namedBase } from './copies.ts';
import { everyUseOf, type Surroundings } from './surroundings.ts';
import { ttlOf } from './ttl.ts';
import { weightOf } from './weights.ts';

/** The table whose rows a copy holds for certain. */
export function certainBaseOf(copy: Table, surroundings: Surroundings): Table | undefined {
  const base = baseOf(copy, surroundings) ?? namedBase(copy, surroundings);
  if (base === undefined || base.partial || base.kind !== 'table') return undefined;
  return surroundings.copiesOf(base).some(({ table }) => table.name === copy.name) ? base : undefined;
}

/**
 * Another table of the same rows that answers whatever a copy does: the same partition key, the copy's order first in its own, and all
 * of the copy's columns. What is read without large values may have been made for that.
 */
export function answersAsWell(copy: Table, base: Table, surroundings: Surroundings): Table | undefined {
  const tables = [base, ...surroundings.copiesOf(base).map(({ table }) => table)].filter(
    ({ kind }) => kind === 'table',
  );
  if (!keyOf(base).every((name) => keyOf(copy).includes(name))) return undefined;
  const own = tables.findIndex(({ name }) => name === copy.name);
  return tables.find(
    (other, at) => other.name !== copy.name && covers(other, copy) && (at < own || !covers(copy, other)),
  );
}

const keyOf = ({ partitionKey, clustering }: Table): readonly string[] =>
  [...partitionKey, ...clustering].map(({ name }) => name);

function covers(other: Table, copy: Table): boolean {
  if (other.partitionKey.length !== copy.partitionKey.length || ttlOf(other) !== ttlOf(copy)) return false;
  if (!copy.partitionKey.every(({ name }) => other.columns.get(name)?.kind === 'partition')) return false;
  const inOrder = copy.clustering.every(({ name, order }, at) => {
    const column = other.clustering[at];
    return column?.name === name && column.order === order;
  });
  if (!inOrder || ![...copy.columns.keys()].every((name) => other.columns.has(name))) return false;
  return ![...other.columns.values()].some((column) => !copy.columns.has(column.name) && isLarge(column));
}

const isLarge = ({ name, type }: Column): boolean =>
  type.kind !== 'native' ||
  isNative(type, 'blob') ||
  /(?:^|_)(?:body|content|text|html|json|payload|document|description|image|data)$/i.test(name);

/** Columns that, by declared weights, are changed more often than queries read them from the copy. */
export interface CostlyColumns {
  readonly columns: readonly Column[];
  readonly changes: number;
  readonly reads: number;
}

/** Where one side has a weight, a statement of the other that has none counts once. */
export function costlyColumns(copy: Table, base: Table, surroundings: Surroundings): CostlyColumns | undefined {
  const uses = everyUseOf(surroundings, copy).flatMap(({ statement, segment }) =>
    statement.kind === 'select' ? [{ selected: selectedColumns(statement, copy), weight: weightOf(segment) }] : [],
  );
  const updates = everyUseOf(surroundings, base).flatMap(({ statement, segment }) =>
    statement.kind === 'update' ? [{ assignments: statement.assignments, weight: weightOf(segment) }] : [],
  );
  if (uses.length === 0 || [...uses, ...updates].every(({ weight }) => weight === undefined)) return undefined;
  const sum = (of: readonly { readonly weight: number | undefined }[]): number =>
    of.reduce((all, { weight }) => all + (weight ?? 1), 0);
  const counted = [...copy.columns.values()]
    .filter((column) => column.kind === 'regular' && base.columns.get(column.name)?.kind === 'regular')
    .map((column) => ({
      column,
      reads: sum(uses.filter(({ selected }) => selected.includes(column))),
      changes: sum(
        updates.filter(({ assignments }) =>
          assignments.some((one) => one.kind !== 'unknown' && one.column.name === column.name),
        ),
      ),
    }))
    .filter(({ reads, changes }) => changes > reads);
  const [first] = counted;
  return first && { columns: counted.map(({ column }) => column), changes: first.changes, reads: first.reads };
}
