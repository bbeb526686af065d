import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { declaredOf } from './annotations.ts';
import type { Surroundings } from './surroundings.ts';

/** A table of events whose key ends in a time of milliseconds, and the id of the event that stands beside the key. */
export interface SameInstant {
  readonly time: Column;
  readonly id: Column;
}

/**
 * Rows of the same millisecond overwrite each other where the key ends in a `timestamp`.
 *
 * Whether that can happen no text says, but for a table that gives each event a `timeuuid` of its own and leaves it out of the key.
 */
export function sameInstantOf(table: Table, surroundings: Surroundings): SameInstant | undefined {
  const time = table.clustering.at(-1);
  if (time === undefined || table.kind !== 'table' || table.system || table.partial) return undefined;
  if (!isNative(time.type, 'timestamp')) return undefined;
  const ids = [...table.columns.values()].filter(
    ({ kind, type, name }) => kind === 'regular' && isNative(type, 'timeuuid') && EVENT_ID.test(name),
  );
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0) return undefined;
  const declared = declaredOf(table, surroundings);
  const key = [...table.partitionKey, ...table.clustering].map(({ name }) => name);
  const apart = declared.unique.some((columns) => columns.every((name) => key.includes(name)));
  return apart || declared.copyOf !== undefined ? undefined : { time, id };
}

/** A timeuuid of another name may point at something else. */
const EVENT_ID = /^(?:id|uuid|timeuuid|(?:event|entry|row|change|log)_?(?:id|uuid|timeuuid))$/i;
