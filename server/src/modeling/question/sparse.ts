import type { Column } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Declared } from '../evidence/annotations.ts';
import type { Pattern } from './pattern.ts';

/**
 * A column with few values of which the query wants one, always the same: the table need hold only those rows. Not where writes bind the
 * column: no statement says then whether their row belongs to it.
 */
export function sparseColumn(
  { equal }: Pattern,
  { cardinality }: Declared,
  isBound: (column: Column) => boolean,
): { readonly column: Column; readonly relation: number; readonly isFalse: boolean } | undefined {
  const [only] = equal;
  if (only === undefined || equal.length > 1 || only.value.kind !== 'literal') return undefined;
  const declared = cardinality.get(only.column.name)?.count;
  const few = isNative(only.column.type, 'boolean') || (typeof declared === 'number' && declared <= FEW);
  if (!few || isBound(only.column)) return undefined;
  return { column: only.column, relation: only.relation, isFalse: /^false$/i.test(only.value.value) };
}

const FEW = 10;
