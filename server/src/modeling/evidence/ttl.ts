import type { Table } from '../../catalog/model.ts';
import { everyUseOf, type Surroundings } from './surroundings.ts';

/** Whether rows of the table end by themselves, or may: a TTL that is not 0. */
export const expires = (table: Table): boolean => ttlOf(table) !== undefined;

/** Seconds of `default_time_to_live`; `undefined` for none. */
export function ttlOf(table: Table): number | 'unknown' | undefined {
  const value = table.options.get('default_time_to_live');
  if (value === undefined) return undefined;
  if (value.kind !== 'literal') return 'unknown';
  const seconds = Number(value.literal.value);
  return seconds > 0 ? seconds : undefined;
}

/** A row of the table may end: the table has a TTL, or a write of the project gives one, or a builder or a mapper, which may. */
export const mayEnd = (table: Table, surroundings: Surroundings): boolean =>
  ttlOf(table) !== undefined ||
  surroundings.isSpokenOf(table) ||
  everyUseOf(surroundings, table).some(
    ({ statement }) =>
      (statement.kind === 'insert' || statement.kind === 'update') && statement.using?.ttl !== undefined,
  );

/** Whether rows end before a partition gets large: a TTL of half a year and more only puts that off. */
export function endsSoon(table: Table): boolean {
  const ttl = ttlOf(table);
  return ttl === 'unknown' || (ttl !== undefined && ttl < HALF_A_YEAR);
}

const HALF_A_YEAR = 180 * 86_400;
