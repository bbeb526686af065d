import type {
  AlterKeyspace,
  AlterTable,
  CreateTable,
  Name,
  Option,
  Select,
  Statement,
  TypeRef,
  Using,
} from '../../syntax/ast.ts';
import type { Session } from '../judging/verdict-model.ts';
import { type Complaint, entriesOf, textOf } from './option-values.ts';
import { complaintAboutIndex } from './scylla-indexes.ts';
import { isLog, loggedBy, logOf } from './scylla-logs.ts';
import {
  complaintAboutKeyspace,
  complaintAboutOptions,
  complaintAboutServiceLevel,
  isEnabled,
  isTimeout,
  TIMEOUT,
} from './scylla-options.ts';
import { tablesOf } from './tables.ts';

/**
 * Why ScyllaDB refuses a statement for what Cassandra does not have: its options, its kinds of indexes, columns that say when a row expires,
 * logs of changes, timeouts (cql3, index and cdc of scylladb/scylladb at f4a4091, read 2026-11-27).
 */
export function complaintOfScylla(statement: Statement, session: Session): Complaint | undefined {
  switch (statement.kind) {
    case 'create-index':
      return complaintAboutIndex(statement, session);
    case 'create-table':
      return (
        complaintAboutVectors(statement.columns) ??
        complaintAboutOptions(statement.options, 'table') ??
        complaintAboutExpiry(statement) ??
        takenLog(statement, statement.options, session)
      );
    case 'alter-table':
      return complaintAboutChange(statement, session);
    case 'create-view':
    case 'alter-view':
      return complaintAboutOptions(statement.options, 'view');
    case 'create-keyspace':
      return complaintAboutKeyspace(statement.options);
    case 'alter-keyspace':
      return complaintAboutKeyspace(statement.options) ?? changesTablets(statement, session);
    case 'role':
      return statement.what === 'service-level' ? complaintAboutServiceLevel(statement) : undefined;
    case 'select':
      return mixedWithToken(statement) ?? complaintAboutNearest(statement) ?? complaintAboutTimeout(statement.using);
    case 'insert':
    case 'update':
    case 'delete':
    case 'batch':
      return complaintAboutTimeout(statement.using);
    default:
      return undefined;
  }
}

/** The types that a moment of expiry may have. */
const MOMENTS: ReadonlySet<string> = new Set(['timestamp', 'bigint', 'int']);

const MOMENT = 'A TTL column is a timestamp, a bigint or an int.';
const OUTSIDE = 'A TTL column is neither static nor part of the key.';

function complaintAboutExpiry({ columns, primaryKeys }: CreateTable): Complaint | undefined {
  const expiring = columns.filter(({ ttl }) => ttl !== undefined);
  const [first, second] = expiring;
  if (first === undefined) return undefined;
  if (second !== undefined) return { says: 'A table has one TTL column.', span: second.span };
  if (first.type.kind === 'native' && !MOMENTS.has(first.type.name)) return { says: MOMENT, span: first.span };
  const key = primaryKeys.flatMap(({ partition, clustering }) => [...partition, ...clustering]);
  const isKey = first.primaryKey !== undefined || key.some(({ name }) => name === first.name.name);
  return isKey || first.static ? { says: OUTSIDE, span: first.span } : undefined;
}

function complaintAboutChange(statement: AlterTable, session: Session): Complaint | undefined {
  const { change } = statement;
  switch (change.kind) {
    case 'options':
      return complaintAboutOptions(change.options, 'table') ?? takenLog(statement, change.options, session);
    case 'row-ttl':
      return complaintAboutNewExpiry(statement, change.column, session);
    case 'add':
      return complaintAboutVectors(change.columns) ?? changesLog(statement, session);
    default:
      return changesLog(statement, session);
  }
}

/** How many numbers a vector has at most (cql3/cql3_type.cc). */
const LONGEST = 16_000;

function complaintAboutVectors(columns: readonly { readonly type: TypeRef }[]): Complaint | undefined {
  const long = columns.flatMap(({ type }) => vectorsIn(type)).find(({ dimension = 0 }) => dimension > LONGEST);
  return long === undefined
    ? undefined
    : { says: `ScyllaDB's vectors have at most ${LONGEST.toLocaleString('en')} numbers.`, span: long.span };
}

const vectorsIn = (type: TypeRef): readonly Extract<TypeRef, { kind: 'vector' }>[] =>
  'arguments' in type
    ? [...(type.kind === 'vector' ? [type] : []), ...type.arguments.flatMap((inner) => vectorsIn(inner))]
    : [];

/** A keyspace that was made with tablets keeps them, and one without has none (alter_keyspace_statement.cc). */
function changesTablets({ name, options }: AlterKeyspace, { catalog }: Session): Complaint | undefined {
  const wanted = options.find((option) => option.name === 'tablets');
  const made = name === undefined ? undefined : catalog.keyspace(name.name)?.options.get('tablets');
  if (wanted === undefined || made === undefined) return undefined;
  if (!saysWhether(made) || !saysWhether(wanted.value) || isEnabled(made) === isEnabled(wanted.value)) return undefined;
  return {
    says: `\`${name?.text}\` was made ${isEnabled(made) ? 'with' : 'without'} tablets, and stays so: a keyspace of the other kind is a new one.`,
    span: wanted.span,
  };
}

const saysWhether = (tablets: Option['value']): boolean =>
  entriesOf(tablets).some(({ name, value }) => name === 'enabled' && /^(?:true|false)$/i.test(textOf(value) ?? ''));

/** `ALTER TABLE t TTL c` (alter_table_statement.cc, validate_row_ttl). */
function complaintAboutNewExpiry(
  statement: AlterTable,
  name: Name | undefined,
  session: Session,
): Complaint | undefined {
  const [table] = tablesOf(statement, session);
  if (name === undefined || name.template || table === undefined || table.partial) return undefined;
  const column = table.columns.get(name.name);
  if (column === undefined) return { says: `\`${table.name}\` has no column \`${name.text}\`.`, span: name.span };
  if (column.kind !== 'regular') return { says: OUTSIDE, span: name.span };
  return column.type.kind === 'native' && !MOMENTS.has(column.type.name)
    ? { says: MOMENT, span: name.span }
    : undefined;
}

/** A table where the log of another one would be. */
function takenLog(
  { name }: CreateTable | AlterTable,
  options: readonly Option[],
  { catalog, keyspace: inForce }: Session,
): Complaint | undefined {
  if (name === undefined) return undefined;
  const keyspace = name.keyspace?.name ?? inForce ?? '';
  const log = logOf(name.name.name);
  const enabled = options.find(logsChanges);
  if (enabled === undefined || catalog.table(keyspace, log) === undefined) return undefined;
  const kept = catalog.table(keyspace, name.name.name)?.options.get('cdc');
  if (kept !== undefined && isLog(kept)) return undefined;
  return { says: `The log of changes would be the table \`${log}\`, which is there.`, span: enabled.span };
}

const logsChanges = ({ name, value }: Option): boolean => name === 'cdc' && isLog(value);

/** Columns of a log follow those of its table. */
function changesLog(
  statement: Extract<Statement, { kind: 'alter-table' }>,
  { catalog, keyspace: inForce }: Session,
): Complaint | undefined {
  const { name, span } = statement;
  const logged = name === undefined ? undefined : loggedBy(name.name.name);
  if (name === undefined || logged === undefined) return undefined;
  const keyspace = name.keyspace?.name ?? inForce ?? '';
  const isOwn = catalog.table(keyspace, name.name.name) !== undefined;
  if (isOwn || catalog.table(keyspace, logged) === undefined) return undefined;
  return { says: 'The columns of a log of changes are those of its table: change them there.', span };
}

/** A partition key is given by its columns or by its token (statement_restrictions.cc). */
function mixedWithToken({ where }: Extract<Statement, { kind: 'select' }>): Complaint | undefined {
  const relations = where?.relations ?? [];
  for (const token of relations) {
    if (token.kind !== 'token') continue;
    const keys = new Set(token.columns.map(({ name }) => name));
    const plain = relations.find((one) => one.kind === 'column' && keys.has(one.column.name));
    if (plain !== undefined)
      return { says: 'ScyllaDB finds partitions by their key or by its token, not by both.', span: plain.span };
  }
  return undefined;
}

/** How long a request may take (attributes.cc): hours, minutes, seconds and milliseconds. */
function complaintAboutTimeout(using: Using | undefined): Complaint | undefined {
  const value = using?.timeout?.value;
  const given = textOf(value);
  if (value === undefined || given === undefined) return undefined;
  if (value.kind === 'literal' && value.type === 'duration' && isTimeout(given)) return undefined;
  return { says: TIMEOUT, span: value.span };
}

/** How many rows a search of the nearest vectors gives at most (select_statement.cc, vector_indexed_table_select_statement). */
const NEAREST = 1000;

const AGGREGATES: ReadonlySet<string> = new Set(['avg', 'count', 'max', 'min', 'sum']);

function complaintAboutNearest(select: Select): Complaint | undefined {
  const nearest = select.orderBy.find(({ annOf }) => annOf !== undefined);
  if (nearest === undefined || select.template) return undefined;
  if (select.limit === undefined)
    return { says: `ScyllaDB searches the nearest with a LIMIT of at most ${NEAREST}.`, span: nearest.span };
  if (Number(textOf(select.limit.value)) > NEAREST)
    return { says: `ScyllaDB searches at most the ${NEAREST} nearest.`, span: select.limit.span };
  if (select.perPartitionLimit !== undefined)
    return { says: 'ScyllaDB searches the nearest without PER PARTITION LIMIT.', span: select.perPartitionLimit.span };
  const aggregate = select.selectors.find(
    ({ expression }) =>
      expression.kind === 'call' &&
      expression.function.keyspace === undefined &&
      AGGREGATES.has(expression.function.name.name),
  );
  return aggregate === undefined
    ? undefined
    : { says: 'ScyllaDB searches the nearest without aggregates.', span: aggregate.span };
}
