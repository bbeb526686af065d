import type { Column, Table } from '../../catalog/model.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import { isNative } from '../../catalog/types.ts';
import { singular } from '../proposal/names.ts';
import { declaredOf } from './annotations.ts';
import { bucketsOf, isNamedAsBucket, mayBeBucket } from './buckets.ts';
import { hasContinualRows } from './continual-rows.ts';
import { holdsEvents, staysSmall } from './small-partitions.ts';
import { everyUseOf, type Surroundings } from './surroundings.ts';
import { timeEvidence, timeOfPartition } from './time-columns.ts';
import { endsSoon } from './ttl.ts';

/** The clustering column by which rows are added for ever, though it is no time. */
export interface NumberedRows {
  readonly column: Column;
  /** A sequence, or a table of events, leaves no doubt; an id of the row alone may count what is few. */
  readonly certain: boolean;
}

/**
 * A partition that grows by numbers or ids: its rows are told apart by a sequence or by an id of their own, and each has the time at
 * which it happened beside its key, or comes from what sends all day long.
 */
export function numberedRows(table: Table, surroundings: Surroundings): NumberedRows | undefined {
  const [column, ...others] = table.clustering;
  if (table.system || table.kind !== 'table' || table.partial || column === undefined || others.length > 0)
    return undefined;
  if (hasCounters(table) || endsSoon(table) || timeEvidence(column) !== undefined) return undefined;
  const isNumbered = isSequence(column) || isSortedId(column);
  if (!isNumbered && !isOwnId(column, table)) return undefined;
  const time = [...table.columns.values()].find(
    (one) => one.kind === 'regular' && isInstant(one) && HAPPENED.test(one.name),
  );
  // What is logged has its time by its number; a route has its points by one, and files their pieces.
  const isOfLog = (isNumber(column) || isSortedId(column)) && LOG.test(table.name) && hasContinualRows(table);
  if ((time === undefined && !isOfLog) || staysSmall(table, time ?? column, surroundings)) return undefined;
  const declared = declaredOf(table, surroundings);
  if (
    (declared.bounded ?? declared.retention ?? declared.copyOf ?? declared.rowsPerPartition ?? declared.rows) !==
    undefined
  )
    return undefined;
  const isCut =
    bucketsOf(table, surroundings).length > 0 ||
    table.partitionKey.some((one) => timeOfPartition(one) !== undefined || isNamedAsBucket(one)) ||
    (table.partitionKey.length > 1 && table.partitionKey.some(mayBeBucket));
  const isTakenAway = everyUseOf(surroundings, table).some(({ statement: { kind } }) => kind === 'delete');
  return isCut || isTakenAway
    ? undefined
    : { column, certain: (isNumbered || holdsEvents(table) || HAPPENS.test(table.name)) && hasContinualRows(table) };
}

/** A number that goes up by one with each row. */
export const isSequence = (column: Column): boolean => isNumber(column) && SEQUENCE.test(column.name);

/** An id that begins with its time, and so comes in the order of time. */
const isSortedId = ({ name, type }: Column): boolean =>
  ['text', 'ascii', 'blob'].some((one) => isNative(type, one)) && /^(?:\w+_)?(?:ulid|ksuid)$/i.test(name);

const isNumber = ({ type }: Column): boolean =>
  ['bigint', 'int', 'varint', 'counter'].some((name) => isNative(type, name));

const isInstant = ({ type }: Column): boolean => isNative(type, 'timestamp') || isNative(type, 'timeuuid');

const SEQUENCE =
  /^(?:seq|sequence|seqno|offset|position|revision)$|(?:^|_)(?:seq|sequence|seq_?no|seq_?nr|sequence_?(?:no|nr|number)|offset)$/i;

/** `run_id` of `job_runs`, `id` of `messages`. */
function isOwnId({ name, type }: Column, table: Table): boolean {
  if (!isNative(type, 'uuid') && !isNative(type, 'timeuuid') && !isNumber({ name, type } as Column)) return false;
  const thing = /^(.*?)_?(?:id|uuid)$/i.exec(name)?.[1]?.toLowerCase();
  if (thing === undefined) return false;
  const words = table.name.toLowerCase().split('_by_')[0]!.split('_');
  return thing === '' || singular(words.at(-1)!) === thing.split('_').at(-1);
}

const HAPPENED =
  /^(?:at|ts|time|timestamp|date|when)$|(?:^|_)(?:at|time|timestamp|ts)$|^(?:started|created|sent|received|happened|occurred|recorded|inserted|made)/i;

/** What is always done or said again. */
const HAPPENS =
  /(?:^|_)(?:runs|messages|readings|measurements|metrics|transactions|trades|clicks|visits|views|posts|comments|notifications|payments|requests|executions|alerts|points|samples)$/i;

const LOG =
  /(?:^|_)(?:events?|logs?|messages|readings|measurements|trades|clicks|notifications|requests)(?:_(?:by|of|per)_|$)/i;
