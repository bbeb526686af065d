import { isCounterTable } from '../../catalog/table-columns.ts';
import type { Table } from '../../catalog/model.ts';
import type { QualifiedName, RowReference, Select, Transaction, TransactionCondition } from '../../syntax/ast.ts';
import { isRowReference, rawName } from '../../syntax/row-references.ts';
import type { Span } from '../../text/span.ts';
import { isScope, problemOf, resolveTable, type Scope } from '../judging/names.ts';
import { inEach, inOrder, isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { keyIsIn } from '../restrictions/partition.ts';
import { indexReceiver, keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { conditionReceiver, referredColumn } from '../typing/row-references.ts';
import { selectedColumns } from '../typing/selectors/selected-columns.ts';
import { transactionalMode } from '../judging/transactional.ts';
import { userType } from '../../catalog/types.ts';
import { checkValue } from '../typing/values.ts';
import type { Refused, Session, Undecided } from '../judging/verdict-model.ts';
import { placeIn, type RequestText } from '../dml/batch.ts';
import { withHints } from '../dml/index-hints.ts';
import { namesWholeKey, prepareWrite } from '../dml/prepare-write.ts';
import { checkLimit } from '../dml/read-execution.ts';
import { type PreparedSelect, prepareSelect } from '../dml/select.ts';
import { type PreparedWrite, tableOf, typeOf, type Write } from '../dml/write.ts';

/** A SELECT of LET, or the one whose rows are returned. */
export interface Read {
  readonly select: Select;
  readonly scope: Scope;
  readonly prepared: PreparedSelect;
}

/** A transaction that passed PREPARE. */
export interface PreparedTransaction {
  readonly kind: 'prepared-transaction';
  /** Of LET. */
  readonly lets: readonly Read[];
  /** The same, and the one whose rows are returned. */
  readonly reads: readonly Read[];
  readonly writes: readonly PreparedWrite[];
  readonly doubt: Undecided | undefined;
  /** Of the tables that LET reads. */
  readonly session: Session;
}

/** What PREPARE says to a transaction (`TransactionStatement.Parsed.prepare`). */
export function prepareTransaction(
  transaction: Transaction,
  outside: Session,
  text: RequestText,
): PreparedTransaction | Refused {
  const { lets, result, writes } = transaction;
  const empty = result === undefined && writes.length === 0;
  const before = inOrder(
    () => checkKeyspaces([...lets.map(({ select }) => select.from), ...writes.map(tableOf), result?.from], outside),
    () =>
      empty ? refuse('transaction-empty', 'Transaction contains no reads or writes', transaction.span) : undefined,
  );
  if (isRefused(before)) return before;
  const rows = new Map<string, Table | undefined>();
  const session: Session = { ...outside, rows };
  const assigned: Read[] = [];
  const done: PreparedWrite[] = [];
  let returned: Read | undefined;
  const problem = inOrder(
    () => before,
    () =>
      inEach(lets, (each) => {
        const read = prepareLet(each, rows, session, text);
        if (!isRead(read)) return read;
        assigned.push(read);
        rows.set(rawName(each.name), read.scope.table);
        return undefined;
      }),
    () => inEach(transaction.references, (reference) => checkResolved(reference, transaction, session)),
    () => {
      const read = result?.from === undefined ? undefined : prepareResult(result, session, text);
      if (read === undefined || !isRead(read)) return read;
      returned = read;
      return undefined;
    },
    () => (result === undefined || result.from !== undefined ? undefined : checkReturned(result, session)),
    () =>
      inEach(writes, (write) => {
        const prepared = prepareOne(write, session, text);
        if (prepared.kind !== 'prepared-write') return prepared;
        done.push(prepared);
        return prepared.doubt;
      }),
    () => inEach(transaction.conditions, (condition) => checkCondition(condition, session)),
  );
  if (isRefused(problem)) return problem;
  return {
    kind: 'prepared-transaction',
    lets: assigned,
    reads: returned === undefined ? assigned : [...assigned, returned],
    writes: done,
    doubt: problem,
    session,
  };
}

const isRead = (value: Read | Refused | Undecided): value is Read => 'prepared' in value;

/** Every statement gets its keyspace first of all. */
const checkKeyspaces = (tables: readonly (QualifiedName | undefined)[], session: Session): Outcome =>
  inEach(tables, (table) => {
    const unplaced = table !== undefined && table.keyspace === undefined && session.keyspace === undefined;
    return unplaced ? (problemOf(resolveTable(table, session)) ?? UNKNOWN_SCHEMA) : undefined;
  });

function prepareLet(
  { name, select }: Transaction['lets'][number],
  rows: Map<string, Table | undefined>,
  session: Session,
  text: RequestText,
): Read | Refused | Undecided {
  const raw = rawName(name);
  if (name.template !== true && rows.has(raw)) {
    const message = `The name '${raw}' has already been used by a LET assignment.`;
    return refuse('transaction-let', message, name.span, [raw]);
  }
  rows.set(raw, undefined);
  const read = prepareRead(select, session, text);
  if (!isRead(read)) return read;
  return checkOneRow(read, `LET assignment ${raw}${placeIn(text, select.span)}`) ?? read;
}

function prepareResult(select: Select, session: Session, text: RequestText): Read | Refused | Undecided {
  const read = prepareRead(select, session, text);
  if (!isRead(read) || read.prepared.restrictions.partition.entries.length > 0) return read;
  const message =
    'SELECT must specify either all partition key elements. Partition key elements must be always specified with ' +
    `equality operators; returning select${placeIn(text, select.span)}`;
  return refuse('transaction-rows', message, select.where?.span ?? select.from?.span ?? select.span);
}

function prepareRead(select: Select, session: Session, text: RequestText): Read | Refused | Undecided {
  const at = placeIn(text, select.span);
  const unwanted = (what: string, span: Span): Refused =>
    refuse('transaction-read', `No ${what} allowed within a transaction; SELECT statement${at}`, span);
  if (select.orderBy.length > 0) return unwanted('ORDER BY clause', select.orderBySpan ?? select.span);
  if (select.groupBy.length > 0) return unwanted('GROUP BY clause', select.groupBySpan ?? select.span);
  const found = resolveTable(select.from, session);
  const scope = isScope(found) ? withHints(select, found) : found;
  if (!isScope(scope)) return scope;
  const prepared = prepareSelect(select, scope);
  if (isRefused(prepared)) return prepared;
  const disabled = checkTable(scope, 'SELECT', select.from?.span ?? select.span, at);
  if (disabled !== undefined) return disabled;
  if (prepared.kind !== 'prepared-select') return prepared;
  if (prepared.aggregates) return unwanted('aggregation functions', select.selectors[0]?.span ?? select.span);
  if (prepared.doubt !== undefined) return prepared.doubt;
  return checkKeysWithLimit(select, prepared, scope, at) ?? { select, scope, prepared };
}

/** LIMIT goes with one partition only. */
function checkKeysWithLimit(
  { limit, span }: Select,
  { restrictions }: PreparedSelect,
  { table, release }: Scope,
  at: string,
): Outcome {
  const value = limit?.value;
  if (limit === undefined || value?.kind === 'marker' || !keyIsIn(restrictions, table, release)) return undefined;
  if (value?.kind !== 'literal') return UNKNOWN_SCHEMA;
  const message = `Partition key is present in IN clause and there is a LIMIT... this is currently not supported; SELECT statement${at}`;
  return (
    checkLimit(limit) ??
    (value.value === NO_LIMIT ? undefined : refuse('transaction-rows', message, limit.span ?? span))
  );
}

const NO_LIMIT = '2147483647';

/** LET reads one row (`checkAtMostOneRowSpecified`). */
function checkOneRow({ select, scope, prepared: { restrictions } }: Read, what: string): Outcome {
  const span = select.where?.span ?? select.span;
  if (restrictions.keyRange || restrictions.usesIndex) {
    const message = `Range queries are not allowed for reads within a transaction; ${what}`;
    return refuse('transaction-rows', message, span);
  }
  const value = select.limit?.value;
  const whole = namesWholeKey(restrictions, scope.table);
  if (whole && restrictions.token !== undefined) return UNKNOWN_SCHEMA;
  if (whole || value?.kind === 'marker') return undefined;
  if (value !== undefined && value.kind !== 'literal') return UNKNOWN_SCHEMA;
  const limit = checkLimit(select.limit);
  if (limit !== undefined || Number(value?.value) === 1) return limit;
  const message =
    'SELECT must specify either all primary key elements or all partition key elements and LIMIT 1. In both cases ' +
    `partition key elements must be always specified with equality operators; ${what}`;
  return refuse('transaction-rows', message, select.limit?.span ?? span);
}

/** Only tables that ask for it take part (`transactional_mode`). */
function checkTable({ table }: Scope, type: string, span: Span, at: string): Refused | undefined {
  const refused = (why: string): Refused =>
    refuse('transaction-table', `${why}; ${type} statement${at}`, span, [table.name]);
  if (transactionalMode(table) === 'off')
    return refused('Accord transactions are disabled on table (See transactional_mode in table options)');
  return isCounterTable(table) ? refused('Counter columns cannot be accessed within a transaction') : undefined;
}

/** `RowDataReference.Raw.resolveReference`. */
function checkResolved(reference: RowReference, { lets }: Transaction, session: Session): Outcome {
  const { row, column: name, key, field } = reference;
  const tuple = rawName(row);
  const hidden = row.template === true || lets.some((each) => each.name.template === true);
  if (session.rows?.has(tuple) !== true) {
    const message = `Cannot resolve reference to tuple '${tuple}'.`;
    return hidden ? PLACEHOLDER : refuse('transaction-reference', message, row.span, [tuple]);
  }
  const table = session.rows.get(tuple);
  if (name === undefined) return undefined;
  if (table === undefined || name.template === true) return UNKNOWN_SCHEMA;
  const column = table.columns.get(rawName(name));
  if (column === undefined) {
    const message = `Column '${rawName(name)}' does not exist in tuple '${tuple}'.`;
    return table.partial ? UNKNOWN_SCHEMA : refuse('transaction-reference', message, name.span, [rawName(name), tuple]);
  }
  const select = lets.find((each) => rawName(each.name) === tuple)?.select;
  if (select !== undefined && !selectedColumns(select, table).includes(column)) {
    // The server prints its own object.
    const message = 'SelectStatement[…] references a column not included in the select';
    return refuse('transaction-reference', message, name.span, [column.name, tuple]);
  }
  const release = session.target.kind === 'cassandra' ? session.target.release : '6.0';
  switch (column.type.kind) {
    case 'list':
    case 'set':
    case 'map': {
      if (key === undefined) return field === undefined ? undefined : UNKNOWN_SCHEMA;
      const { kind } = column.type;
      const receiver = kind === 'list' ? indexReceiver : kind === 'map' ? keyReceiver : valueReceiver;
      return checkValue(key, receiver(column), { table, session, release });
    }
    case 'user': {
      const fields = userType(column.type, session.catalog)?.fields;
      // The server fails at other parts of user types.
      const unknown = key !== undefined || (field !== undefined && fields?.has(field.name) !== true);
      return unknown ? UNKNOWN_SCHEMA : undefined;
    }
    default:
      return undefined;
  }
}

/** What is returned of rows read before. */
const checkReturned = ({ selectors }: Select, { rows }: Session): Outcome =>
  inEach(selectors, ({ expression, span }) => {
    if (!isRowReference(expression)) return PLACEHOLDER;
    if (expression.kind !== 'column' || rows?.has(rawName(expression.column)) !== true) return undefined;
    return refuse('transaction-reference', 'SELECT references must specify a column.', span);
  });

function prepareOne(write: Write, session: Session, text: RequestText): PreparedWrite | Refused | Undecided {
  const prepared = prepareWrite(write, session);
  if (isRefused(prepared)) return prepared;
  const scope = resolveTable(tableOf(write), session);
  if (!isScope(scope)) return scope;
  const { condition, using } = write;
  const type = typeOf(write);
  const at = placeIn(text, write.span);
  const custom = (what: string, span: Span): Refused =>
    refuse('transaction-write', `Updates within transactions may not specify ${what}; ${type} statement${at}`, span);
  const disabled = checkTable(scope, type, tableOf(write)?.span ?? write.span, at);
  if (disabled !== undefined && transactionalMode(scope.table) === 'off') return disabled;
  if (condition !== undefined) return custom('their own conditions', condition.span);
  if (using?.timestamp !== undefined) return custom('custom timestamps', using.timestamp.span);
  if (using?.ttl !== undefined) return custom('custom ttls', using.ttl.span);
  return disabled ?? prepared;
}

/** `ConditionStatement.Raw.prepare`. */
function checkCondition({ reference, value, span }: TransactionCondition, session: Session): Outcome {
  if (value === undefined) return undefined;
  const found = referredColumn(reference, session);
  // Of a whole row the server can only tell whether it is there.
  if (found === undefined || session.target.kind !== 'cassandra') return UNKNOWN_SCHEMA;
  const { table, column } = found;
  if (reference.key !== undefined && column.type.kind === 'set') {
    const message = `Element selection not supported for column ${column.name} of type set`;
    return refuse('transaction-condition', message, span, [column.name]);
  }
  const receiver = conditionReceiver(reference, session);
  return receiver === undefined
    ? UNKNOWN_SCHEMA
    : checkValue(value, receiver, { table, session, release: session.target.release });
}
