import type { Column } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Declared } from './annotations.ts';

/** Why a column is taken to have nearly as many values as the table has rows; `undefined` where nothing says so. */
export function manyValues({ name }: Column, { unique, cardinality }: Declared): string | undefined {
  if (unique.some((columns) => columns.length === 1 && columns[0] === name)) return 'declared by `@unique`';
  const count = cardinality.get(name)?.count;
  if (count !== undefined) return count === 'rows' ? 'declared by `@cardinality`' : undefined;
  if (ONE_EACH.test(name)) return 'by its name';
  return undefined;
}

/** That a column has a value of its own in each row, or in a few. */
const ONE_EACH =
  /(?:^|_)(?:e_?mail|email_?address|username|user_?name|login|phone|phone_?number|msisdn|ssn|iban|isbn|vin|token|serial(?:_number)?)$/i;

export const isUuid = ({ type }: Column): boolean => isNative(type, 'uuid') || isNative(type, 'timeuuid');
