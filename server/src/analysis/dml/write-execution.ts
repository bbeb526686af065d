import { isCounter } from '../../catalog/types.ts';
import type { Using } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { inEachGuarded, isSwitchedOff, switchedOff } from '../guardrails/limits.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, inOrder, isRefused, type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { keyIsIn } from '../restrictions/partition.ts';
import { indexReceiver, keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { isNull, lateComplaint } from '../typing/values.ts';
import { checkConditionValues, computeConditions } from './conditions.ts';
import { checkKeyConstraints, checkWrittenConstraints } from '../constraints/values.ts';
import { hasNoKeys, selectsNoRows } from './empty-reads.ts';
import {
  checkClusteringValues,
  checkKeyBytes,
  checkKeySize,
  checkPartitionValues,
  checkRowSize,
  isEmptyValue,
} from './key-values.ts';
import { checkIndexedValues } from './indexed-values.ts';
import { type PreparedOperation, writtenReceiver } from './operations.ts';
import { clusteringProduct, partitionProduct } from '../restrictions/products.ts';
import { operationBeyond, termBeyond } from '../guardrails/values.ts';
import { checkVirtualWrite } from './virtual.ts';
import { BIGINT, conditionsOf, type PreparedWrite, tableOf, typeOf, validateWrite, type Write } from './write.ts';

/** What the server says when it runs a write that holds no markers. */
export const checkRunningWrite = (write: PreparedWrite): Outcome =>
  inOrder(
    () => validateWrite(write),
    () => (write.statement.condition === undefined ? checkRows(write) : checkConditionalWrite(write)),
  );

/** Keys, then the clustering, then USING, then what is written. */
export const checkRows = (write: PreparedWrite): Outcome =>
  inOrder(
    // Later releases compare it with their guardrails before all else.
    () => (since(write.scope.release, '5.0') ? checkNullTimestamp(write.statement.using, write.scope) : undefined),
    () => checkKey(write),
    () => checkChange(write),
    () => checkVirtualWrite(write),
  );

/** The values of the partition key. */
export const checkKey = ({ restrictions, scope }: PreparedWrite): Outcome =>
  inOrder(
    () => checkPartitionValues(restrictions, scope),
    () => partitionProduct(restrictions, scope),
    () => checkKeySize(restrictions, scope),
  );

/** What follows once the partitions are known (`ModificationStatement.addUpdates`). */
export function checkChange(write: PreparedWrite): Outcome {
  const { restrictions, scope } = write;
  const rows = inOrder(
    () => checkClusteringValues(restrictions.clustering, scope),
    () => clusteringProduct(restrictions, scope),
  );
  if (isRefused(rows)) return rows;
  const nothing = selectsNoRows(restrictions, 'write', scope);
  if (nothing === true) return rows;
  const rest = checkUpdates(write, rows);
  return nothing === 'unknown' && isRefused(rest) ? UNKNOWN_SCHEMA : rest;
}

function checkUpdates(write: PreparedWrite, rows: Outcome): Outcome {
  const { restrictions, scope, statement } = write;
  const attributes = inOrder(
    () => rows,
    () => checkTimestamp(statement.using, scope),
    () => checkTtl(statement, scope),
  );
  if (isRefused(attributes) || hasNoKeys(restrictions)) return attributes;
  const changes = inOrder(
    () => attributes,
    () => checkKeyBytes(restrictions, scope),
    () => checkRowSize(restrictions, scope),
    () => checkKeyConstraints(write),
    () => checkRangeDeletion(write),
    () => checkCompactRow(write),
    () => checkCompactInsert(write),
    () => readsBeforeWriting(write),
    () => checkOperations(write.operations, scope),
    () => checkWrittenConstraints(write),
    () => checkTerms(write.operations, scope),
    () => checkIndexedValues(write.operations, scope),
  );
  // A token beside the key may leave no partition to write to.
  return restrictions.token !== undefined && isRefused(changes) ? UNKNOWN_SCHEMA : changes;
}

/** Operations on lists that `read_before_write_list_operations_enabled` switches off. */
function readsBeforeWriting({ statement, scope }: PreparedWrite): Outcome {
  if (!isSwitchedOff(LIST_OPERATIONS.setting, scope)) return undefined;
  const operations: readonly {
    readonly column: string | undefined;
    readonly span: Span;
    readonly kind: string;
    readonly what: string;
  }[] =
    statement.kind === 'update'
      ? statement.assignments.map((each) => {
          const what = each.kind === 'set-element' ? 'Setting of list items by index' : 'Removal of list items';
          return {
            column: each.kind === 'unknown' ? undefined : each.column.name,
            span: each.span,
            kind: each.kind,
            what,
          };
        })
      : statement.kind === 'delete'
        ? statement.targets.map(({ column, key, span }) => {
            const kind = key === undefined ? 'column' : 'delete-element';
            return { column: column.name, span, kind, what: 'Removal of list items by index' };
          })
        : [];
  return inEach(operations, ({ column, span, kind, what }) =>
    READ_FIRST.has(kind) && scope.table.columns.get(column ?? '')?.type.kind === 'list'
      ? switchedOff(LIST_OPERATIONS, `${what} requiring read before write`, scope, span)
      : undefined,
  );
}

const READ_FIRST: ReadonlySet<string> = new Set(['set-element', 'subtract', 'delete-element']);
const LIST_OPERATIONS = {
  name: 'read_before_write_list_operations',
  setting: 'read_before_write_list_operations_enabled',
};

/** A lone clustering column of compact storage is never empty (`UpdateParameters.newRow`). */
function checkCompactRow({ restrictions, scope }: PreparedWrite): Outcome {
  const { table } = scope;
  const [column, second] = table.clustering;
  if (!table.compactStorage || column === undefined || second !== undefined || restrictions.clustering.hasSlice)
    return undefined;
  const values = restrictions.clustering.entries.flatMap(({ restriction }) =>
    restriction.parts.flatMap((part) => part.values),
  );
  const empty = values.find((value) => isEmptyValue(value, column, scope));
  return (
    empty && refuse('empty-key', `Invalid empty or null value for column ${column.name}`, empty.span, [column.name])
  );
}

/** Rows of compact storage live by their value alone (`UpdateStatement.addUpdateForKey`). */
function checkCompactInsert({ statement, operations, scope }: PreparedWrite): Outcome {
  const { table } = scope;
  // What a transaction has read is set later.
  const makesRow = statement.kind === 'insert' || (statement.kind === 'update' && scope.session.rows !== undefined);
  if (!makesRow || !table.compactStorage || table.clustering.length === 0) return undefined;
  const value = [...table.columns.values()].find(({ kind }) => kind === 'regular');
  if (value === undefined || operations.some(({ column }) => column.kind === 'regular')) return undefined;
  const message = `Column ${value.name} is mandatory for this COMPACT STORAGE table`;
  return refuse('compact-value-missing', message, tableOf(statement)?.span ?? statement.span, [value.name]);
}

/** What the row holds decides whether a conditional write goes on: only what comes before is known. */
const checkConditionalWrite = (write: PreparedWrite): Outcome =>
  inOrder(
    () => checkConditionalKey(write),
    () => bindConditions(write),
    () => checkConditions(write),
    () => (isDoubtful(write) ? UNKNOWN_SCHEMA : undefined),
  );

/** What the values of all conditions are, is known before the row is read. */
export const bindConditions = ({ statement, scope }: PreparedWrite): Outcome =>
  computeConditions(conditionsOf(statement.condition), scope);

/** Of several conditions the first that fails ends the comparison, in an order that nobody knows. */
export function checkConditions({ statement, scope }: PreparedWrite): Outcome {
  const conditions = conditionsOf(statement.condition);
  return conditions.length === 1 ? checkConditionValues(conditions, scope) : undefined;
}

/** The one row that a conditional write is about. */
export function checkConditionalKey(write: PreparedWrite): Outcome {
  const { restrictions, scope, statement } = write;
  const change = typeOf(statement) === 'UPDATE' ? 'updates' : 'deletions';
  const refused = (where: string): Outcome =>
    refuse(
      'conditional-in',
      `IN on the ${where} is not supported with conditional ${change}`,
      (statement.kind === 'insert' ? undefined : statement.where?.span) ?? statement.span,
    );
  return inOrder(
    () => checkKey(write),
    () => (keyIsIn(restrictions, scope.table, scope.release) ? refused('partition key') : undefined),
    () => (restrictions.clustering.hasIn ? refused('clustering key columns') : undefined),
    () => checkClusteringValues(restrictions.clustering, scope),
  );
}

/** Some value would be refused, were the row written. */
function isDoubtful({ statement, operations, scope }: PreparedWrite): boolean {
  const { warn: _, ...session } = scope.session;
  const silent: Scope = { ...scope, session };
  return (
    checkTimestamp(statement.using, silent) !== undefined ||
    checkTtl(statement, silent) !== undefined ||
    checkOperations(operations, silent) !== undefined ||
    checkTerms(operations, silent) !== undefined ||
    checkIndexedValues(operations, silent) !== undefined
  );
}

/** `Attributes.getTimestamp`. */
function checkNullTimestamp(using: Using | undefined, scope: Scope): Outcome {
  const value = using?.timestamp?.value;
  if (value === undefined || !isNull(value, { name: '[timestamp]', type: BIGINT }, scope)) return undefined;
  return refuse('null-value', 'Invalid null value of timestamp', value.span);
}

const checkTimestamp = (using: Using | undefined, scope: Scope): Outcome =>
  checkNullTimestamp(using, scope) ?? checkTimestampRange(using);

/** The least of all numbers means "none" to the server (`UpdateParameters`). */
export function checkTimestampRange(using: Using | undefined): Outcome {
  const value = using?.timestamp?.value;
  if (value?.kind !== 'literal' || value.type !== 'integer' || BigInt(value.value) !== -(2n ** 63n)) return undefined;
  const message = 'Out of bound timestamp, must be in [-9223372036854775807, 9223372036854775807]';
  return refuse('timestamp-range', message, value.span);
}

/** `Attributes.getTimeToLive`. */
function checkTtl(statement: Write, scope: Scope): Outcome {
  const value = statement.using?.ttl?.value;
  if (value === undefined) return checkDefaultTtl(tableOf(statement)?.span ?? statement.span, scope);
  if (value.kind !== 'literal' || value.type !== 'integer') return undefined;
  const ttl = Number(value.value);
  if (ttl < 0) return refuse('ttl-range', `A TTL must be greater or equal to 0, but was ${ttl}`, value.span);
  if (ttl > LONGEST_TTL) {
    return refuse('ttl-range', `ttl is too large. requested (${ttl}) maximum (${LONGEST_TTL})`, value.span);
  }
  // Until 4.1 nothing lives past January 2038; later ones go on to 2106, if earlier ones need not read it.
  return checkExpiration(ttl, 'ttl', value.span, scope);
}

/** The table's own TTL counts where none is given. */
function checkDefaultTtl(span: Span, scope: Scope): Outcome {
  const option = scope.table.options.get('default_time_to_live');
  const ttl = option?.kind === 'literal' ? Number(option.literal.value) : 0;
  return Number.isInteger(ttl) ? checkExpiration(ttl, 'default ttl', span, scope) : undefined;
}

function checkExpiration(ttl: number, what: string, span: Span, { table, release, session }: Scope): Outcome {
  if (ttl <= LAST_SECOND - YEAR_2026) return undefined;
  const recent = since(release, '5.0');
  const mode = session.configuration?.get('storage_compatibility_mode');
  if (recent && (session.configuration === undefined || mode === 'NONE')) return undefined;
  // It must stay readable for a cluster that is being upgraded; how far that has come nobody can tell.
  if (recent && mode !== 'CASSANDRA_4') return UNKNOWN_SCHEMA;
  const tickets = recent ? 'CASSANDRA-14092 and CASSANDRA-14227' : 'CASSANDRA-14092';
  const message =
    `Request on table ${table.keyspace}.${table.name} with ${what} of ${ttl} seconds exceeds maximum supported expiration date of ` +
    '2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a ' +
    `version where this limitation is fixed. See ${tickets} for more details.`;
  return refuse('ttl-range', message, span);
}

/** Twenty years. */
const LONGEST_TTL = 630_720_000;
const LAST_SECOND = 2_147_483_647;
/** Its first second: the clock of whoever runs the statement is past it. */
const YEAR_2026 = 1_767_225_600;

/** Columns are deleted of rows, not of ranges (`DeleteStatement.addUpdateForKey`). */
function checkRangeDeletion({ statement, restrictions, operations, scope }: PreparedWrite): Outcome {
  if (statement.kind !== 'delete' || operations.length === 0) return undefined;
  const { clustering } = restrictions;
  const ranged =
    clustering.entries.length > 0 &&
    (clustering.entries.length < scope.table.clustering.length || !clustering.onlyEqualities);
  const wholePartition = clustering.entries.length === 0 && scope.table.clustering.length > 0;
  const regular = operations.some(({ column }) => column.kind === 'regular');
  if (!ranged && !(wholePartition && regular)) return undefined;
  const [first] = statement.targets;
  return refuse(
    'range-deletion-of-columns',
    'Range deletions are not supported for specific columns',
    first?.span ?? statement.span,
  );
}

const LEAST_LONG = '-9223372036854775808';

/** What is written: regular columns first, then statics. */
function checkOperations(operations: PreparedWrite['operations'], scope: Scope): Outcome {
  const sorted = [
    ...operations.filter(({ column }) => column.kind === 'regular'),
    ...operations.filter(({ column }) => column.kind === 'static'),
  ];
  return inEach(sorted, (operation) => checkOperation(operation, scope));
}

/** What goes into indexes. */
const checkTerms = (operations: PreparedWrite['operations'], scope: Scope): Outcome =>
  inEachGuarded(operations, scope, (each) => termBeyond(each, writtenReceiver(each, scope), scope));

function checkOperation(operation: PreparedOperation, scope: Scope): Outcome {
  const { column, what, key, value } = operation;
  const { type, name } = column;
  const refused = (message: string, span: { readonly start: number; readonly end: number }): Outcome =>
    refuse('null-value', message, span, [name]);
  if (key !== undefined) {
    const receiver =
      type.kind === 'list' ? indexReceiver(column) : type.kind === 'map' ? keyReceiver(column) : valueReceiver(column);
    const late = lateComplaint(key, receiver, scope);
    if (late !== undefined) return late;
    if (isNull(key, receiver, scope)) {
      if (type.kind === 'map') return refused('Invalid null map key', key.span);
      if (type.kind === 'set') return refused('Invalid null set element', key.span);
      return refused('Invalid null value for list index', key.span);
    }
  }
  const receiver = writtenReceiver(operation, scope);
  if (value === undefined || receiver === undefined) return operationBeyond(operation, receiver, scope);
  const late = lateComplaint(value, receiver, scope);
  if (late !== undefined) return late;
  if (isCounter(type) && what === 'subtract' && value.kind === 'literal' && value.value === LEAST_LONG) {
    const message = `The negation of ${LEAST_LONG} overflows supported counter precision (signed 8 bytes integer)`;
    return refuse('counter-negation', message, value.span, [name]);
  }
  const counts = isCounter(type) && (what === 'add' || what === 'subtract');
  return counts && isNull(value, receiver, scope)
    ? refused('Invalid null value for counter increment', value.span)
    : operationBeyond(operation, receiver, scope);
}
