import type { Table } from '../../catalog/model.ts';

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
