import type { CheckId } from '../judging/checks.ts';
import { contentsOf } from '../judging/markers.ts';
import type { Refused, Session } from '../judging/verdict-model.ts';
import type { Table } from '../../catalog/model.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import { isCollection, isMultiCell } from '../../catalog/types.ts';
import type { QualifiedName, Statement } from '../../syntax/ast.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import { contains, type Span } from '../../text/span.ts';
import { isOfModel } from './of-model.ts';
import { loggedBy, mayBeLogged } from './scylla-logs.ts';
import { tablesOf } from './tables.ts';

/**
 * What ScyllaDB refuses as all of Cassandra's releases do: of the checks that refuse statements of its own CQL tests (test/cqlpy, test/cql
 * and test/boost of scylladb/scylladb at f4a4091, read 2026-11-25 and 2026-11-27) those that refuse none of the statements which these tests
 * have it take.
 */
export const REFUSED_BY_SCYLLA: ReadonlySet<CheckId> = new Set<CheckId>([
  'aggregate-not-allowed',
  'already-exists',
  'ambiguous-call',
  'ambiguous-function',
  'argument-type',
  'assigned-twice',
  'assignment-form',
  'batch-timestamp',
  'both-directives',
  'circular-type',
  'clustering-slice-in-write',
  'clustering-with-only-statics',
  'collection-relation',
  'compact-storage',
  'compact-value-missing',
  'condition-element',
  'condition-on-duration',
  'condition-with-null',
  'conditional-delete-key',
  'contains-needs-filtering',
  'contains-on-other-type',
  'counter-in-collection',
  'counter-key',
  'distinct-restriction',
  'duplicate-column',
  'duplicate-field',
  'duplicate-index-column',
  'duplicate-option',
  'element-of-no-collection',
  'final-function',
  'foreign-user-type',
  'frozen-map-entry',
  'frozen-not-allowed',
  'function-failed',
  'function-in-use',
  'function-not-found',
  'group-by-partial-partition-key',
  'group-by-with-distinct',
  'index-not-found',
  'index-on-compact-table',
  'index-on-counter-table',
  'index-on-duration',
  'index-on-frozen-collection',
  'index-on-partition-key',
  'index-part',
  'invalid-deletion',
  'invalid-list',
  'invalid-map',
  'invalid-set',
  'invalid-tuple',
  'invalid-vector',
  'key-not-frozen',
  'nested-collection-not-frozen',
  'nested-not-frozen',
  'nested-type-not-frozen',
  'no-keyspace',
  'no-matching-function',
  'not-a-table',
  'null-counter',
  'per-partition-limit-with-aggregate',
  'per-partition-limit-with-distinct',
  'permission',
  'rename-no-key',
  'slice-on-duration',
  'state-function',
  'static-key',
  'table-in-use',
  'table-name',
  'timestamp-range',
  'timestamp-with-condition',
  'ttl-range',
  'tuple-relation-column',
  'tuple-size',
  'type-in-use',
  'type-not-found',
  'unknown-column',
  'unknown-field',
  'unknown-type',
  'unsupported-filter',
  'unsupported-not-equal',
  'unsupported-not-null',
  'view-marker',
  'view-of-view',
  'view-static',
  'view-truncate',
  'write-time-of-key',
]);

/** Likewise of what its sources refuse in any case: cql3/statements of scylladb/scylladb at f4a4091, read 2026-11-27. */
export const REFUSED_IN_ITS_SOURCES: ReadonlySet<CheckId> = new Set<CheckId>([
  'batch-ttl',
  'counter-in-type',
  'counter-time-to-live',
  'drop-key',
  'duration-key',
  'index-on-view',
  'limit-not-positive',
  'range-deletion-of-columns',
  'view-of-counters',
]);

/**
 * Likewise of what Cassandra refuses in 5.0 alone: vectors and elements in selections, which no earlier release has, and the order of a
 * view, which 3.11 does not look at.
 */
export const REFUSED_AS_BY_5: ReadonlySet<CheckId> = new Set<CheckId>([
  'ann-ordering',
  'ann-without-float-vector',
  'ann-without-index',
  'argument-type',
  'argument-type-unknown',
  'clustering-order',
  'condition-with-empty-collection',
  'element-of-no-collection',
  'field-of-no-user-type',
  'function-argument-count',
  'index-options',
  'invalid-operation',
  'invalid-vector',
  'vector-dimension',
  'view-static',
]);

/** Whether ScyllaDB refuses what Cassandra does: for some reasons these tests have it take a form of the statement that Cassandra does not. */
export function isRefusedByScylla(
  { check, names, spans: [span] }: Refused,
  statement: Statement,
  session: Session,
): boolean {
  switch (check) {
    case 'empty-key':
      return WRITES.has(statement.kind);
    // `IF m[null] = 1`, `IF l = [null]`: no row has such an element.
    case 'null-value':
    case 'null-in-collection':
      return WRITES.has(statement.kind) && !conditionsOf(statement).some((one) => contains(one, span));
    // Rows may be filtered by a whole value that is not frozen.
    case 'unfrozen-type-relation':
      return statement.kind !== 'select' || statement.allowFiltering === undefined;
    // A condition wants one row; other reads and writes find none.
    case 'more-than-one-relation':
      return isConditional(statement);
    // `SELECT 1` has a type, `SELECT ?` has none.
    case 'cannot-infer-type':
      return statement.kind === 'select' && statement.selectors.some(({ expression }) => expression.kind === 'marker');
    // `IN` may stand beside a condition of another statement of the batch.
    case 'conditional-in':
      return (
        statement.kind !== 'batch' || statement.statements.some((one) => isConditional(one) && contains(one.span, span))
      );
    // `(blob)(int)1`: a hint changes the type of what it stands before.
    case 'invalid-constant':
      return contentsOf(statement).hints.length === 0;
    // A time may end in a small `z`.
    case 'unreadable-constant':
      return names[1] !== 'timestamp';
    // `1e6` and `150.0` are whole numbers.
    case 'json-value':
      return contentsOf(statement).literals.every(({ value }) => !/\de[-+]?\d|\d\.0+(?!\d)/i.test(value));
    // A value may be cast to the type that it has, in whichever order its column is kept.
    case 'no-matching-function':
      return names[0]?.startsWith('cast_as_') !== true;
    case 'invalid-cast':
      return !castsToVarchar(statement);
    // cql3/operation.cc: `SET r = r - 1 … IF EXISTS` counts a number, since a condition reads the row anyway.
    case 'invalid-operation':
      return !isConditional(statement) || !tablesOf(statement, session).some((table) => isNumber(table, names[0]));
    // alter_table_statement.cc: what is stored in several cells keeps its type, counters do not come back.
    case 'readded-column':
      return tablesOf(statement, session).some(
        (table) => isCounterTable(table) || staysCollection(statement, table, names[0]),
      );
    // A compact table without clustering columns has one in Cassandra alone, which hides it.
    case 'clustering-key-missing':
      return tablesOf(statement, session).every(({ columns }) => names.every((name) => columns.has(name)));
    // create_view_statement.cc: a view may order some of its clustering columns.
    case 'clustering-order':
      return statement.kind !== 'create-view' || ordersOther(statement);
    // alter_table_statement.cc: a column that no view holds may go. Indexes without a class are views as well.
    case 'column-in-view':
      return names.slice(1).some((view) => tableBeside(statement, view, session)?.columns.has(names[0] ?? '') === true);
    case 'column-indexed':
      return names.slice(1).every((index) => isWithoutClass(statement, index, session));
    case 'duplicate-index':
      return statement.kind === 'create-index' && statement.using === undefined;
    case 'option-value':
      return names[0] === 'speculative_retry';
    case 'keyspace-not-found':
    case 'table-not-found':
      return tableNamesOf(statement).every((name) => !isMadeByScylla(name, session));
    default:
      return (
        isOfModel(check) ||
        REFUSED_BY_SCYLLA.has(check) ||
        REFUSED_IN_ITS_SOURCES.has(check) ||
        REFUSED_AS_BY_5.has(check)
      );
  }
}

/** A table or view in the keyspace of that which a statement alters. */
function tableBeside(statement: Statement, name: string, { catalog, keyspace: inForce }: Session): Table | undefined {
  const keyspace = statement.kind === 'alter-table' ? (statement.name?.keyspace?.name ?? inForce) : undefined;
  return keyspace === undefined ? undefined : catalog.table(keyspace, name);
}

function isNumber({ columns }: Table, name = ''): boolean {
  const type = columns.get(name)?.type;
  return type?.kind === 'native' && NUMBERS.has(type.name);
}

const NUMBERS: ReadonlySet<string> = new Set('tinyint smallint int bigint varint float double decimal'.split(' '));

/** Whether a column that was a collection of several cells comes back as one. */
function staysCollection(statement: Statement, { dropped }: Table, name = ''): boolean {
  const before = dropped.get(name)?.type;
  if (before === undefined || !isCollection(before) || !isMultiCell(before)) return false;
  if (statement.kind !== 'alter-table' || statement.change.kind !== 'add') return false;
  return statement.change.columns.some(
    ({ name: { name: added }, type }) =>
      added === name && (type.kind === 'list' || type.kind === 'set' || type.kind === 'map'),
  );
}

/** Whether CLUSTERING ORDER BY of a view names what is no clustering column of it. */
const ordersOther = ({ clusteringOrder, primaryKey }: Extract<Statement, { kind: 'create-view' }>): boolean =>
  clusteringOrder.some(({ column }) => primaryKey?.clustering.every(({ name }) => name !== column.name) === true);

function isWithoutClass(statement: Statement, index: string, session: Session): boolean {
  const altered = statement.kind === 'alter-table' ? statement.name?.name.name : undefined;
  const table = altered === undefined ? undefined : tableBeside(statement, altered, session);
  return table?.indexes.find(({ name }) => name === index)?.using === undefined;
}

const WRITES: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>(['insert', 'update', 'delete', 'batch']);

const isConditional = (statement: Statement): boolean =>
  statement.kind === 'batch'
    ? statement.statements.some(isConditional)
    : 'condition' in statement && statement.condition !== undefined;

/** Where the conditions of a write stand, or those of the writes of a batch. */
function conditionsOf(statement: Statement): readonly Span[] {
  if (statement.kind === 'batch') return statement.statements.flatMap(conditionsOf);
  return 'condition' in statement && statement.condition !== undefined ? [statement.condition.span] : [];
}

const castsToVarchar = (statement: Statement): boolean =>
  statement.kind === 'select' &&
  statement.selectors.some(
    ({ expression }) =>
      expression.kind === 'cast' && expression.type.kind === 'native' && expression.type.name === 'varchar',
  );

/** The log of changes of a table, the view of an index. */
function isMadeByScylla({ keyspace, name: { name } }: QualifiedName, session: Session): boolean {
  const where = keyspace?.name ?? session.keyspace ?? '';
  if (where.startsWith('system') || /(?:_index|\$paxos)$/.test(name)) return true;
  const logged = loggedBy(name);
  const table = logged === undefined ? undefined : session.catalog.table(where, logged);
  return logged !== undefined && (table === undefined || mayBeLogged(table));
}
