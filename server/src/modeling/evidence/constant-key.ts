import type { Table } from '../../catalog/model.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import type { BoundTexts } from '../../embedded/index.ts';
import type { Expression, Insert } from '../../syntax/ast.ts';
import { singular } from '../proposal/names.ts';
import { markersIn } from '../proposal/pieces.ts';
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
  const [use] = writes;
  const given = use === undefined ? undefined : givenIn(use, table, surroundings);
  if (use === undefined || given === undefined || namesTime(given, table)) return undefined;
  const values = writtenAs(given);
  for (const other of writes.slice(1)) {
    const its = givenIn(other, table, surroundings);
    if (its === undefined || writtenAs(its) !== values) return undefined;
  }
  if (uses.some((other) => namesAnother(other, given))) return undefined;
  return isOfApplication(writes, table) ? { values, use } : undefined;
}

/** A constant, and how it is written. */
interface Constant {
  readonly value: string;
  readonly text: string;
}

/** The constants that an INSERT gives the columns of the partition key. */
type Given = ReadonlyMap<string, Constant>;

const writtenAs = (given: Given): string => [...given.values()].map(({ text }) => text).join(', ');

/** What a program binds to the markers of an INSERT. */
function boundTo({ statement, whole, at }: Use, surroundings: Surroundings): BoundTexts | undefined {
  if (whole !== statement || statement.kind !== 'insert') return undefined;
  const bound = surroundings.boundTo(at);
  return bound?.length === markersOf(statement).length ? bound : undefined;
}

const markersOf = ({ values }: Insert): readonly Expression[] =>
  values.kind === 'values' ? values.values.flatMap((value) => markersIn(value)) : [];

/** The constants that an INSERT gives for the whole partition key: in its text, or bound to it. */
function givenIn(use: Use, table: Table, surroundings: Surroundings): Given | undefined {
  const { statement, segment } = use;
  if (statement.kind !== 'insert' || statement.using?.ttl !== undefined) return undefined;
  const given = new Map<string, Constant>();
  let bound: BoundTexts | undefined;
  for (const { name } of table.partitionKey) {
    const value = valueOf(statement, name);
    if (value?.kind === 'literal') {
      given.set(name, { value: value.value, text: segment.text.slice(value.span.start, value.span.end) });
      continue;
    }
    if (value?.kind !== 'marker' || value.name !== undefined) return undefined;
    bound ??= boundTo(use, surroundings);
    const place = markersOf(statement).filter(({ span }) => span.start < value.span.start).length;
    const constant = bound?.[place];
    // What a demonstration binds is one value of many.
    if (constant === undefined || IS_ID.test(name) || !isMeaningless(constant, table.name)) return undefined;
    given.set(name, { value: constant, text: `'${constant}'` });
  }
  return given;
}

/** A year or a season gives way to the next one. */
const namesTime = (given: Given, { partitionKey }: Table): boolean =>
  partitionKey.some(
    (column) =>
      (isSpanOfTime(column) || stepOfName(column.name) !== undefined) &&
      /[1-9]/.test(given.get(column.name)?.value ?? ''),
  );

/** It asks for or deletes rows under another literal, which somebody writes: in a program that puts the value in, say. */
const namesAnother = ({ statement }: Use, given: Given): boolean =>
  (statement.kind === 'select' || statement.kind === 'delete') &&
  (statement.where?.relations ?? []).some((relation) => {
    if (relation.kind !== 'column' || relation.operator !== '=' || relation.operand.kind !== 'one') return false;
    const own = given.get(relation.column.name);
    const asked = relation.operand.value;
    return own !== undefined && asked.kind === 'literal' && asked.value !== own.value;
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
      partitionKey.every(({ name }) => !IS_ID.test(name) && isMeaninglessTerm(valueOf(statement, name), table.name))
    );
  });
}

const isMarker = ({ kind }: Expression): boolean => kind === 'marker';

/** Of an id 1 is the first of many. */
const IS_ID = /id$/i;

/** A word for everything, or what all rows of the table are. */
const isMeaningless = (value: string, table: string): boolean =>
  /^(?:all|any|default|global|main|everything|dummy|constant|one|x|0|1|true)$/i.test(value) ||
  singular(value.toLowerCase()) === singular(table.replace(/^all_/i, '').toLowerCase());

const isMeaninglessTerm = (value: Expression | undefined, table: string): boolean =>
  value?.kind === 'literal' && isMeaningless(value.value, table);

function valueOf({ values }: Insert, column: string): Expression | undefined {
  if (values.kind !== 'values') return undefined;
  const index = values.columns.findIndex(({ name }) => name === column);
  return index < 0 ? undefined : values.values[index];
}
