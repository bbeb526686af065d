import type { Column, Table } from '../catalog/model.ts';
import { freeze, sameType } from '../catalog/types.ts';
import type { Statement } from '../syntax/ast.ts';
import { declaredOf } from './annotations.ts';
import { entityOf, plural, singular } from './names.ts';
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
  if (copyOf !== undefined)
    return copyOf.toLowerCase().split('.').at(-1) === base.name.toLowerCase() ? 'declared' : undefined;
  if (![...base.partitionKey, ...base.clustering].every((column) => holds(candidate, column))) return undefined;
  const shared = [...base.columns.values()].filter((column) => holds(candidate, column));
  const own = [...candidate.columns.values()].filter(({ name }) => !base.columns.has(name));
  // A column of the same name and another type belongs to another thing.
  if (
    [...candidate.columns.values()].some(
      (column) => base.columns.has(column.name) && !shared.some(({ name }) => name === column.name),
    )
  ) {
    return undefined;
  }
  if (isWrittenWith(candidate, base, surroundings)) return 'written-together';
  if (sameEntity(candidate.name, base.name)) return 'name';
  const others = shared.filter(({ kind }) => kind === 'regular' || kind === 'static');
  const keyed = [...candidate.partitionKey, ...candidate.clustering];
  const keepsRows = [...base.partitionKey, ...base.clustering].every(({ name }) =>
    keyed.some((column) => column.name === name),
  );
  return own.length === 0 && others.length >= 2 && keepsRows ? 'columns' : undefined;
}

/** The table has the column, with the same type (frozen or not). */
const holds = ({ columns }: Table, { name, type }: Column): boolean => {
  const found = columns.get(name);
  return found !== undefined && sameType(freeze(found.type), freeze(type));
};

function sameEntity(a: string, b: string): boolean {
  const [left, right] = [entityOf(a).toLowerCase(), entityOf(b).toLowerCase()];
  return left === right || plural(left) === right || left === plural(right) || singular(left) === singular(right);
}

function isWrittenWith(candidate: Table, base: Table, surroundings: Surroundings): boolean {
  return surroundings.usesOf(base).some(({ segment }) => {
    const statement = segment.statement();
    return statement?.kind === 'batch' && statement.statements.some((one) => tableOf(one) === candidate.name);
  });
}

const tableOf = (statement: Statement): string | undefined => {
  if (statement.kind === 'insert') return statement.into?.name.name;
  if (statement.kind === 'update') return statement.table?.name.name;
  return statement.kind === 'delete' ? statement.from?.name.name : undefined;
};
