import type { Table } from '../../catalog/model.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import type { Expression, Insert } from '../../syntax/ast.ts';
import { singular } from '../proposal/names.ts';
import { declaredOf } from './annotations.ts';
import { stepOfName } from './buckets.ts';
import { isSpanOfTime } from './small-partitions.ts';
import { isSmall } from './small-tables.ts';
import { everyUseOf, type Surroundings, type Use } from './surroundings.ts';
import { timeClustering } from './time-columns.ts';
import { ttlOf } from './ttl.ts';

/** The partition key that every write of the project gives, and one of them. */
export interface ConstantKey {
  /** As it is written. */
  readonly values: string;
  readonly use: Use;
}

/** The one partition that all rows of a table go to, which is sorted by time, has no TTL, and is not declared to be small. */
export function constantKey(table: Table, surroundings: Surroundings): ConstantKey | undefined {
  if (isCounterTable(table) || timeClustering(table) === undefined || ttlOf(table) !== undefined) return undefined;
  if (isSmall(declaredOf(table, surroundings))) return undefined;
  const uses = everyUseOf(surroundings, table);
  const writes = uses.filter(({ statement: { kind } }) => kind === 'insert' || kind === 'update');
  const keys = writes.map((use) => keyOf(use, table));
  const [values] = keys;
  const [use] = writes;
  if (values === undefined || use === undefined || keys.some((other) => other !== values)) return undefined;
  if (namesTime(use.statement as Insert, table)) return undefined;
  if (uses.some((other) => namesAnother(other, use.statement as Insert, table))) return undefined;
  return isOfApplication(writes, table) ? { values, use } : undefined;
}

/** The literals that an INSERT gives for the whole partition key, as they are written. */
function keyOf({ statement, segment }: Use, { partitionKey }: Table): string | undefined {
  if (statement.kind !== 'insert' || statement.using?.ttl !== undefined) return undefined;
  const values = partitionKey.map(({ name }) => valueOf(statement, name));
  if (values.some((value) => value?.kind !== 'literal')) return undefined;
  return values.map((value) => segment.text.slice(value!.span.start, value!.span.end)).join(', ');
}

/** A year or a season gives way to the next one. */
const namesTime = (written: Insert, { partitionKey }: Table): boolean =>
  partitionKey.some((column) => {
    const value = valueOf(written, column.name);
    return (
      (isSpanOfTime(column) || stepOfName(column.name) !== undefined) &&
      value?.kind === 'literal' &&
      /[1-9]/.test(value.value)
    );
  });

/** It asks for or deletes rows under another literal, which somebody writes: in a program that puts the value in, say. */
const namesAnother = ({ statement }: Use, written: Insert, { partitionKey }: Table): boolean =>
  (statement.kind === 'select' || statement.kind === 'delete') &&
  (statement.where?.relations ?? []).some((relation) => {
    if (relation.kind !== 'column' || relation.operator !== '=' || relation.operand.kind !== 'one') return false;
    const { name } = relation.column;
    const [asked, value] = [relation.operand.value, valueOf(written, name)];
    if (!partitionKey.some((column) => column.name === name)) return false;
    return asked.kind === 'literal' && value?.kind === 'literal' && asked.value !== value.value;
  });

/**
 * The writes are the application's, which adds many rows: a clustering column is bound, or a value beside one that a function gives. A script writes its one row, with now() perhaps:
 * there only a key that means nothing tells.
 */
function isOfApplication(writes: readonly Use[], table: Table): boolean {
  const { partitionKey, clustering } = table;
  return writes.some(({ statement }) => {
    if (statement.kind !== 'insert') return false;
    const kinds = clustering.map(({ name }) => valueOf(statement, name)?.kind);
    if (kinds.includes('marker')) return true;
    if (kinds.includes('call') && statement.values.kind === 'values' && statement.values.values.some(isMarker))
      return true;
    return (
      kinds.includes('call') &&
      partitionKey.every(({ name }) => !IS_ID.test(name) && isMeaningless(valueOf(statement, name), table.name))
    );
  });
}

const isMarker = ({ kind }: Expression): boolean => kind === 'marker';

/** Of an id 1 is the first of many. */
const IS_ID = /id$/i;

/** A word for everything, or what all rows of the table are. */
const isMeaningless = (value: Expression | undefined, table: string): boolean =>
  value?.kind === 'literal' &&
  (/^(?:all|any|default|global|main|everything|dummy|constant|one|x|0|1|true)$/i.test(value.value) ||
    singular(value.value.toLowerCase()) === singular(table.replace(/^all_/i, '').toLowerCase()));

function valueOf({ values }: Insert, column: string): Expression | undefined {
  if (values.kind !== 'values') return undefined;
  const index = values.columns.findIndex(({ name }) => name === column);
  return index < 0 ? undefined : values.values[index];
}
