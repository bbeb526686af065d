import { hasCounters } from '../../catalog/table-columns.ts';
import { columnsIn, selectedColumns } from '../../analysis/typing/selectors/selected-columns.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Column, Location, Table } from '../../catalog/model.ts';
import { freeze, isCounter, sameType } from '../../catalog/types.ts';
import type { Select } from '../../syntax/ast.ts';
import { declaredOf } from './annotations.ts';
import { copyEvidence } from './copies.ts';
import { entityOf, singular } from '../proposal/names.ts';
import { everyUseOf, type Surroundings } from './surroundings.ts';
import { ttlOf } from './ttl.ts';

/** Two queries of which the second reads rows by keys that the first has found: a join in the client. */
export interface SecondRead {
  readonly first: { readonly select: Select; readonly table: Table; readonly at: Location };
  /** What links them: columns that the first selects, and those of the second table's key that they stand for. */
  readonly links: readonly { readonly from: Column; readonly to: Column }[];
  /** What the second reads and the first table does not have, in the order of the answer. */
  readonly wanted: readonly Column[];
  /** The first table holds rows of the second under another key: columns of the same name are the same. */
  readonly copy: boolean;
  /** The first selects nothing but the keys; else it may have a purpose of its own. */
  readonly onlyKeys: boolean;
}

interface Second {
  readonly statement: Select;
  readonly table: Table;
  readonly at: Location;
  readonly session: Session;
  readonly surroundings: Surroundings;
}

/**
 * The query right before this one that finds the keys by which this one reads.
 *
 * It selects the columns that make up this table's key, which it is not given itself, and this query gives just that key, by markers.
 */
export function secondReadOf(second: Second): SecondRead | undefined {
  const { statement, table, surroundings } = second;
  if (table.system || table.partial || !isPlain(statement) || !readsByKey(statement, table)) return undefined;
  const before = readBefore(second);
  if (before === undefined || before.table.kind !== 'table') return undefined;
  const first = before.table;
  if (first.keyspace === table.keyspace && first.name === table.name) return undefined;
  const key = [...table.partitionKey, ...table.clustering];
  const { selectors } = before.select;
  const found = selectors.flatMap(({ expression }) =>
    expression.kind === 'column'
      ? columnsIn(expression, first)
      : expression.kind === 'star'
        ? [...first.columns.values()]
        : [],
  );
  const onlyKeys = found.length === selectors.length && found.length === key.length;
  if (!onlyKeys && found.length < selectors.length) return undefined;
  const copy = first.keyspace === table.keyspace && copyEvidence(first, table, surroundings) !== undefined;
  if (!onlyKeys && copy) return undefined;
  const links = key.flatMap((to) => {
    const from = found.find((column) => refersTo(column, first, to, table, copy, surroundings));
    return from === undefined ? [] : [{ from, to }];
  });
  if (links.length < key.length) return undefined;
  const wanted = selectedColumns(statement, table).filter(
    ({ name: one }) => !key.some((column) => column.name === one) && !(copy && first.columns.has(one)),
  );
  if (wanted.length === 0 || wanted.some(({ type }) => isCounter(type))) return undefined;
  if (hasCounters(first)) return undefined;
  // With more than keys it is the first half of a join only where it lacks all that the second reads.
  const isHalf =
    !links.some(({ from }) => isGiven(from, before.select)) && !wanted.some(({ name: one }) => first.columns.has(one));
  if ((!onlyKeys && !isHalf) || isForWrite(second)) return undefined;
  return { first: before, links, wanted, copy, onlyKeys };
}

/**
 * Below it, and what else is read, the same rows are written: what is read of the table itself is what the write is about. Rows of a copy
 * may be written before them.
 */
function isForWrite({ statement: { where }, at, table, surroundings }: Second): boolean {
  if (where === undefined) return false;
  const rows = at.segment.text.slice(where.span.start, where.span.end);
  const writing = new Set(
    everyUseOf(surroundings, table).flatMap(({ uri, segment, statement }) =>
      uri === at.uri && statement.kind !== 'select' && segment.text.includes(rows) ? [segment] : [],
    ),
  );
  if (writing.size === 0) return false;
  const segments = surroundings.fileOf(at.uri) ?? [];
  const own = segments.indexOf(at.segment);
  if (own < 0) return false;
  let isWritten = false;
  for (let index = own + 1; index < segments.length; index += 1) {
    const segment = segments[index]!;
    if (writing.has(segment)) return true;
    const kind = segment.statement()?.kind;
    if (kind === 'select' && isWritten) return false;
    isWritten ||= kind !== undefined && kind !== 'select';
  }
  return false;
}

/** The query right before this one, with its table. */
function readBefore({ at, session, surroundings }: Second): SecondRead['first'] | undefined {
  const before = queryBefore(at, surroundings);
  const name = before?.select.from;
  const keyspace = name?.keyspace?.name ?? session.keyspace;
  if (before === undefined || name === undefined || keyspace === undefined) return undefined;
  const table = session.catalog.table(keyspace, name.name.name);
  return table === undefined || table.system || table.partial ? undefined : { ...before, table };
}

const isGiven = ({ name }: Column, { where }: Select): boolean =>
  (where?.relations ?? []).some((relation) => relation.kind === 'column' && relation.column.name === name);

/** A query of the partitions that the query before it has found: those of everybody whom one follows, say. */
export interface FanOut {
  readonly first: { readonly table: Table; readonly at: Location };
  readonly from: Column;
  readonly to: Column;
}

/** Where the query right before this one selects nothing but what this one gives by IN as its partition key. */
export function fanOutOf(second: Second): FanOut | undefined {
  const { statement, table, surroundings } = second;
  const [to, ...others] = table.partitionKey;
  if (table.system || table.partial || to === undefined || others.length > 0 || table.clustering.length === 0)
    return undefined;
  const [relation, ...further] = statement.where?.relations ?? [];
  if (relation?.kind !== 'column' || further.length > 0 || relation.column.name !== to.name) return undefined;
  const { operator, operand } = relation;
  const isList = operand.kind === 'one' ? operand.value.kind === 'marker' : operand.kind === 'several';
  if (operator !== 'IN' || !isList) return undefined;
  const before = readBefore(second);
  if (before === undefined || before.select.limit !== undefined) return undefined;
  const first = before.table;
  if (first.clustering.length === 0) return undefined;
  const [selector, ...more] = before.select.selectors;
  if (selector?.expression.kind !== 'column' || more.length > 0) return undefined;
  const from = first.columns.get(selector.expression.column.name);
  if (from === undefined || isGiven(from, before.select) || first.partitionKey.includes(from)) return undefined;
  const areLinked =
    refersTo(from, first, to, table, false, surroundings) ||
    (sameType(freeze(from.type), freeze(to.type)) && PERSON.test(from.name) && PERSON.test(to.name));
  return areLinked ? { first: { table: first, at: before.at }, from, to } : undefined;
}

/** Where the query right before this one reads a thing by its key, and this one a part of the thing by the same key. */
export function partReadOf(second: Second): SecondRead['first'] | undefined {
  const { statement, table, at, surroundings } = second;
  const [to, ...others] = table.partitionKey;
  if (table.system || table.partial || to === undefined || others.length > 0) return undefined;
  // A comment before it begins another subject.
  if (at.segment.comments.some(({ span }) => span.end <= at.segment.begin)) return undefined;
  const before = readBefore(second);
  if (before === undefined || before.table.kind !== 'table') return undefined;
  const first = before.table;
  const [from, ...further] = first.partitionKey;
  if (from === undefined || further.length > 0 || first.name === table.name) return undefined;
  if (![first, table].every((one) => !hasCounters(one) && ttlOf(one) === undefined)) return undefined;
  if (!givesPartitionAlone(before.select, from) || !givesPartitionAlone(statement, to)) return undefined;
  const isPart = table.name.toLowerCase().startsWith(`${singular(entityOf(first.name).toLowerCase())}_`);
  if (!isPart || /_by_/i.test(table.name) || !refersTo(to, table, from, first, false, surroundings)) return undefined;
  return before;
}

/** `WHERE key = ?`, and nothing else. */
function givesPartitionAlone({ where, limit }: Select, { name }: Column): boolean {
  const [relation, ...others] = where?.relations ?? [];
  if (relation?.kind !== 'column' || others.length > 0 || limit !== undefined) return false;
  const { operator, operand, column } = relation;
  return column.name === name && operator === '=' && operand.kind === 'one' && operand.value.kind === 'marker';
}

/** Whoever is followed is who writes. */
const PERSON =
  /^(?:(?:followed|following|friend)_?)?(?:users?|authors?|whom?|owner|member|account|person|friend|followee|followed|followed_by|contact|channel|profile)(?:_?(?:id|uuid|name))?$/i;

/** Columns or `*`, and nothing that changes which rows come. */
const isPlain = ({
  selectors,
  distinct,
  json,
  groupBy,
  orderBy,
  limit,
  perPartitionLimit,
  template,
}: Select): boolean =>
  !distinct &&
  !json &&
  template !== true &&
  groupBy.length + orderBy.length === 0 &&
  limit === undefined &&
  perPartitionLimit === undefined &&
  selectors.every(({ expression, alias }) => alias === undefined && /^(?:column|star)$/.test(expression.kind));

/** The whole key, and only it, by markers. */
function readsByKey({ where, allowFiltering }: Select, table: Table): boolean {
  const key = [...table.partitionKey, ...table.clustering];
  const relations = where?.relations ?? [];
  if (allowFiltering !== undefined || relations.length !== key.length) return false;
  return key.every(({ name }) =>
    relations.some((relation) => {
      if (relation.kind !== 'column' || relation.column.name !== name) return false;
      const { operand, operator } = relation;
      if (operator !== '=' && operator !== 'IN') return false;
      return operand.kind === 'one'
        ? operand.value.kind === 'marker'
        : operand.kind === 'several' && operand.items.every(({ kind }) => kind === 'marker');
    }),
  );
}

function queryBefore(
  { uri, segment, span }: Location,
  surroundings: Surroundings,
): { readonly select: Select; readonly at: Location } | undefined {
  const before = surroundings.before({ uri, segment, span });
  const statement = before?.statement();
  if (before === undefined || statement?.kind !== 'select' || statement.template === true) return undefined;
  if (before.errors.length > 0 || statement.distinct || statement.json || statement.groupBy.length > 0)
    return undefined;
  if (surroundings.isProgram(uri) && !surroundings.isRunBehind({ uri, segment, span })) return undefined;
  return { select: statement, at: { uri, segment: before, span: statement.span } };
}

/** `user_id`, or `user`, refers to the `id` of `users`; `video_id` to a `video_id`; what `@fk` declares to what it says. */
function refersTo(
  column: Column,
  table: Table,
  key: Column,
  other: Table,
  copy: boolean,
  surroundings: Surroundings,
): boolean {
  if (!sameType(freeze(column.type), freeze(key.type))) return false;
  const declared = declaredOf(table, surroundings).foreignKeys.some(
    ({ columns, table: target, to }) =>
      target.split('.').at(-1)!.toLowerCase() === other.name &&
      columns.some((one, at) => one === column.name && to[at] === key.name),
  );
  if (declared) return true;
  const same = column.name === key.name;
  if (same) return copy || !GENERIC.test(key.name) || findsRowsOf(table, other, key);
  const entity = singular(entityOf(other.name).toLowerCase());
  if (column.name === entity && IDENTITY.test(key.name)) return true;
  return column.name === `${entity}_${key.name}` || column.name === `${entity}${key.name}`;
}

/** `id_by_login (login, id)` beside `users (id, login, …)`: what it finds the key by is a column of the other table, as all it holds. */
const findsRowsOf = (table: Table, other: Table, key: Column): boolean => {
  const others = [...table.columns.values()].filter(({ name }) => name !== key.name);
  return (
    others.length > 0 &&
    others.every(({ name, type }) => {
      const found = other.columns.get(name);
      return found !== undefined && !GENERIC.test(name) && sameType(freeze(found.type), freeze(type));
    })
  );
};

/** What a reference to the thing holds, which is called as the thing is. */
const IDENTITY = /^(?:id|uuid)$/;

/** Every table may have one, and mean its own. */
const GENERIC = /^(?:id|uuid|key|name|code|type|value)$/;
