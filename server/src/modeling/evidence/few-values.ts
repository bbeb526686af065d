import type { Column } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Declared } from './annotations.ts';

/** A column that holds few different values, as a number declares, or as its type or name says where none does. */
export function hasFewValues({ name, type }: Column, { cardinality }: Declared): boolean {
  const count = cardinality.get(name)?.count;
  if (count !== undefined) return typeof count === 'number' && count <= MOST_VALUES;
  return isNative(type, 'boolean') || isNative(type, 'tinyint') || FEW_VALUES.test(name);
}

const MOST_VALUES = 10_000;

const FEW_VALUES =
  /^(?:is|has)_|(?:^|_)(?:status|state|type|kind|level|gender|country|continent|region|category|active|enabled|quality|priority|severity|role|tier|currency|language)$/i;
