import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Declared } from './annotations.ts';

/** Why a column is taken to have nearly as many values as the table has rows; `undefined` where nothing says so. */
export function manyValues({ name }: Column, table: Table, { unique, cardinality }: Declared): string | undefined {
  if (unique.some((columns) => columns.length === 1 && columns[0] === name)) return 'declared by `@unique`';
  const count = cardinality.get(name)?.count;
  if (count !== undefined) return count === 'rows' ? 'declared by `@cardinality`' : undefined;
  const isOneEach = namesPerson(name, table) || (OF_ROW.test(name) && table.clustering.length === 0);
  return isOneEach ? 'by its name' : undefined;
}

/** Whether a column is by what a table of persons tells them apart: `email` of `users`. */
export const namesPerson = (column: string, { name }: Table): boolean => OF_PERSON.test(column) && PERSONS.test(name);

/** A person has one, or a few; what persons do and own has the same again and again. */
const OF_PERSON =
  /^(?:\w*_)?(?:(?:e_?)?mail(?:_?addr(?:ess)?)?|username|user_?name|login|phone|phone_?number|mobile|msisdn|ssn)$/i;

const PERSONS =
  /(?:^|_)(?:users?|accounts?|customers?|clients?|members?|profiles?|persons?|people|employees?|students?|teachers?|patients?|doctors?|guests?|players?|drivers?|riders?|subscribers?|contacts?|authors?|admins?|staff|sellers?|buyers?|merchants?|vendors?|suppliers?|tenants?|owners?|candidates?|applicants?|agents?|artists?|citizens?|voters?|passengers?|couriers?|logins?|credentials?|identit(?:y|ies)|registrations?|usuarios?|clientes?|utilisateurs?|kunden|personas?|pessoas?)(?:_(?:by_\w+|data|info|details?|table|tbl|v?\d+))?$/i;

/** Of things and documents, and of whoever a row without any further one is about. */
const OF_ROW =
  /(?:^|_)(?:iban|isbn|vin|token|serial(?:_number)?|tracking_(?:number|no|code)|api_key)$|^(?:(?:e_?)?mail(?:_?addr(?:ess)?)?|phone|phone_?number|msisdn|ssn)$/i;

export const isUuid = ({ type }: Column): boolean => isNative(type, 'uuid') || isNative(type, 'timeuuid');
