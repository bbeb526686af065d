import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Statement } from '../../syntax/ast.ts';
import { valuesIn } from './given-values.ts';
import type { Surroundings } from './surroundings.ts';

/** That a column holds a time: its type says so, or only its name does. */
export type TimeEvidence = 'type' | 'name';

/** Why a column is taken for a time; `undefined` where it is not. */
export function timeEvidence({ type, name }: Column): TimeEvidence | undefined {
  if (type.kind !== 'native') return undefined;
  if (TIME_TYPES.has(type.name)) return 'type';
  return NUMBER_TYPES.has(type.name) && TIME_NAME.test(name) ? 'name' : undefined;
}

/** A number that a write of the project takes from the clock is a time, too, whatever it is called. */
export const isTimeIn = (column: Column, table: Table, surroundings: Surroundings): boolean =>
  timeEvidence(column) !== undefined || isOfClock(column, table, surroundings);

/** A write of the project gives the number as milliseconds since 1970. */
export const isOfClock = ({ name, type }: Column, table: Table, { memory, usesOf }: Surroundings): boolean =>
  type.kind === 'native' &&
  NUMBER_TYPES.has(type.name) &&
  usesOf(table).some(({ statement }) => memory.kept(clockedIn, statement, () => clockedIn(statement)).includes(name));

/** The columns to which a statement gives the time of the clock as a number. */
const clockedIn = (statement: Statement): readonly string[] =>
  [...valuesIn(statement)].flatMap(([name, values]) =>
    values.some((value) => value.kind === 'call' && CLOCK.test(value.function.name.name)) ? [name] : [],
  );

const CLOCK = /^(?:tounixtimestamp|to_unix_timestamp|unixtimestampof)$/i;

/** Why a column of the partition key is taken for a time. A timeuuid there is the id of what the rows belong to. */
export const timeOfPartition = (column: Column): TimeEvidence | undefined =>
  isNative(column.type, 'timeuuid') ? undefined : timeEvidence(column);

const TIME_TYPES: ReadonlySet<string> = new Set(['timestamp', 'timeuuid', 'date']);
const NUMBER_TYPES: ReadonlySet<string> = new Set(['bigint', 'int', 'varint']);
const TIME_NAME =
  /(?:^|_)(?:at|time|ts|timestamp|date|datetime|millis|micros|unixtime|(?:at|ts|timestamp|epoch|unix)_(?:s|sec|secs|seconds|ms|millis|us|micros|ns|nanos))$/i;

/** The clustering column along which the rows of a partition follow each other in time; one that its type proves comes first. */
export function timeClustering({ clustering }: Table): Column | undefined {
  return (
    clustering.find((column) => timeEvidence(column) === 'type') ??
    clustering.find((column) => timeEvidence(column) === 'name')
  );
}
