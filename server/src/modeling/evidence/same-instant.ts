import { partsOf } from '../../analysis/typing/selectors/selected-columns.ts';
import type { Column, Location, Table } from '../../catalog/model.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import { isNative } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import { declaredOf } from './annotations.ts';
import { isDateOfThing, isMoved, isOfOneThing, isOfVersion } from './small-partitions.ts';
import { everyUseOf, knownUsesOf, type Surroundings } from './surroundings.ts';
import { tellsApart } from './told-apart.ts';

/** A table whose key ends in a time of milliseconds, of which two rows may have the same. */
export interface SameInstant {
  readonly time: Column;
  /** What tells such rows apart, and stands beside the key. */
  readonly id?: Column;
  /** The value of an INSERT that takes the time from the clock. */
  readonly clock?: Location;
}

/**
 * Rows of the same millisecond overwrite each other where the key ends in a `timestamp`.
 *
 * Whether that can happen no text says, but for a table that has a column which tells such rows apart and leaves it out of the key, and
 * for one that is written with the clock's time whenever something happens.
 */
export function sameInstantOf(table: Table, surroundings: Surroundings): SameInstant | undefined {
  const time = table.clustering.at(-1);
  if (time === undefined || table.kind !== 'table' || table.system || table.partial) return undefined;
  if (!isNative(time.type, 'timestamp') || hasCounters(table)) return undefined;
  // Each version, or number, of a thing is one row.
  if (table.clustering.slice(0, -1).some(({ name }) => NUMBERED.test(name))) return undefined;
  const declared = declaredOf(table, surroundings);
  const key = [...table.partitionKey, ...table.clustering].map(({ name }) => name);
  const apart = declared.unique.some((columns) => columns.every((name) => key.includes(name)));
  if (apart || declared.copyOf !== undefined) return undefined;
  // A row a second, or fewer, of each partition has an interval, not a moment.
  if (declared.rates.some(({ perSecond, per }) => perSecond < 1 && per.every((name) => key.includes(name))))
    return undefined;
  const isEvent = !isMoved(time) && !isDateOfThing(time) && !isOfVersion(time) && !asksFirst(table, surroundings);
  const id = isEvent ? tellsApart(table, isOfOneThing(table, time)) : undefined;
  if (id !== undefined) return { time, id };
  // Versions of one thing are made one after the other.
  const clock = isOfVersion(time) ? undefined : clockOf(table, time, surroundings);
  return clock === undefined ? undefined : { time, clock };
}

const NUMBERED = /^(?:\w+_)?(?:version|revision|offset|seq(?:uence)?(?:_?(?:no|nr|number))?)$/i;

/** An INSERT that asks whether the row is there overwrites none. */
const asksFirst = (table: Table, surroundings: Surroundings): boolean =>
  everyUseOf(surroundings, table).some(
    ({ statement }) => statement.kind === 'insert' && statement.condition !== undefined,
  );

/** Where an INSERT of the project takes the time from the clock, and no other part of the key from a function that gives each its own. */
function clockOf(table: Table, time: Column, surroundings: Surroundings): Location | undefined {
  for (const { statement, at } of knownUsesOf(surroundings, table)) {
    if (statement.kind !== 'insert' || statement.values.kind !== 'values' || statement.condition !== undefined)
      continue;
    const { columns, values } = statement.values;
    const valueOf = ({ name }: Column): Expression | undefined => values[columns.findIndex((one) => one.name === name)];
    const value = valueOf(time);
    if (value === undefined || !holds(value, CLOCK)) continue;
    const others = [...table.partitionKey, ...table.clustering].filter((column) => column !== time);
    const isOfItsOwn = others.some((column) => {
      const other = valueOf(column);
      return isNative(column.type, 'timeuuid') || (other !== undefined && holds(other, UNIQUE));
    });
    if (!isOfItsOwn) return { ...at, span: value.span };
  }
  return undefined;
}

const holds = (expression: Expression, named: RegExp): boolean =>
  (expression.kind === 'call' && named.test(expression.function.name.name)) ||
  partsOf(expression).some((part) => holds(part, named));

const CLOCK = /^(?:now|current_?(?:timestamp|timeuuid))$/i;

const UNIQUE = /^uuid$/i;
