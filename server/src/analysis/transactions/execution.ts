import { isCounter, isMultiCell } from '../../catalog/types.ts';
import type { Transaction } from '../../syntax/ast.ts';
import { isRowReference } from '../../syntax/row-references.ts';
import type { Span } from '../../text/span.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, inOrder, type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import type { Restrictions } from '../restrictions/model.ts';
import { indexReceiver, keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { isNull, lateComplaint } from '../typing/values.ts';
import { writtenReceiver, type PreparedOperation } from '../dml/operations.ts';
import { namesWholeKey } from '../dml/prepare-write.ts';
import { checkQuery } from '../dml/read-execution.ts';
import { conditionReceiver } from '../typing/row-references.ts';
import type { PreparedTransaction, Read } from './prepare.ts';
import { areUnsure, keysOf, sharesColumns, sharesRows, type Written, writtenBy } from './written-rows.ts';
import { checkChange, checkKey } from '../dml/write-execution.ts';
import { type PreparedWrite, tableOf } from '../dml/write.ts';

/** What the server says when it makes a transaction of what was prepared (`TransactionStatement.createTxn`); then the rows decide. */
export const checkRunning = ({ conditions }: Transaction, prepared: PreparedTransaction): Outcome =>
  inOrder(
    // The server fails at conditions of nothing.
    () => (prepared.writes.length === 0 && conditions.length > 0 ? UNKNOWN_SCHEMA : undefined),
    () => checkWrites(prepared.writes),
    () => inEach(prepared.lets, checkLet),
    () => inEach(prepared.reads.slice(prepared.lets.length), checkResult),
    () => inEach(prepared.writes, checkOwnRead),
    () =>
      inEach(conditions, ({ reference, value }) => {
        const receiver = conditionReceiver(reference, prepared.session);
        const [scope] = prepared.reads.map((read) => read.scope);
        if (value === undefined || receiver === undefined || scope === undefined) return undefined;
        const late = lateComplaint(value, receiver, scope);
        return late ?? (isNull(value, receiver, scope) ? UNKNOWN_SCHEMA : undefined);
      }),
  );

/** LET reads one partition. */
const checkLet = ({ select, scope, prepared }: Read): Outcome =>
  inOrder(
    () => checkQuery(select, prepared, scope),
    () => checkOnePartition(prepared.restrictions, scope, select.where?.span ?? select.span),
  );

function checkOnePartition({ partition }: Restrictions, scope: Scope, span: Span): Outcome {
  const keys = keysOf(partition, scope) ?? [];
  const count = keys.length;
  if (count === 1) return undefined;
  const message = `Within a transaction, SELECT statements must select a single partition; found ${count} partitions`;
  return count === 0 || areUnsure(keys) ? UNKNOWN_SCHEMA : refuse('transaction-rows', message, span);
}

/** Writes that read their row first read one partition, too. */
const checkOwnRead = (write: PreparedWrite): Outcome =>
  write.operations.some(readsRow)
    ? checkOnePartition(write.restrictions, write.scope, tableOf(write.statement)?.span ?? write.statement.span)
    : undefined;

/** Where partitions are not read one by one the server fails. */
const checkResult = ({ select, scope, prepared }: Read): Outcome =>
  inOrder(
    () => checkQuery(select, prepared, scope),
    () => (prepared.restrictions.keyRange || prepared.restrictions.usesIndex ? UNKNOWN_SCHEMA : undefined),
  );

function checkWrites(writes: readonly PreparedWrite[]): Outcome {
  const before: Written[] = [];
  return inEach(writes, (write) =>
    inOrder(
      () => checkWrite(write),
      () => {
        const written = writtenBy(write, plainOf(write));
        const problem = inEach(before, (earlier) => checkTwice(written, earlier));
        before.push(written);
        return problem;
      },
    ),
  );
}

/** No column of a row is written twice (`validateOnlyModifyPrimaryKeyColumnPairOnce`). */
function checkTwice(written: Written, earlier: Written): Outcome {
  const message = 'Transaction contains multiple updates to the same key and fields';
  for (const what of ['regular', 'static'] as const) {
    if (!sharesColumns(written, earlier, what)) continue;
    const shared = sharesRows(written, earlier, what);
    if (shared === 'unknown') return UNKNOWN_SCHEMA;
    const { statement } = written.write;
    if (shared) return refuse('transaction-written-twice', message, tableOf(statement)?.span ?? statement.span);
  }
  return undefined;
}

/** What reads the row, or hangs on the time, is computed later than the rest. */
function checkWrite(write: PreparedWrite): Outcome {
  const plain = plainOf(write);
  const later = write.operations.filter((operation) => !plain.includes(operation));
  const reads = later.some(readsRow);
  return inOrder(
    () => checkKey(write),
    () => checkChange({ ...write, operations: plain }),
    () => inEach(later, (operation) => checkLater(operation, write)),
    // The row is not named as a whole, and the server fails.
    () => (reads && !namesWholeKey(write.restrictions, write.scope.table) ? UNKNOWN_SCHEMA : undefined),
  );
}

const plainOf = ({ operations }: PreparedWrite): readonly PreparedOperation[] =>
  operations.filter(
    (operation) =>
      !(operation.value !== undefined && isRowReference(operation.value)) &&
      !readsRow(operation) &&
      !hangsOnTime(operation),
  );

/** `Operation.requiresRead`. */
function readsRow({ column: { type }, what }: PreparedOperation): boolean {
  if (type.kind === 'list') return READING_LISTS.has(what);
  return (what === 'add' || what === 'subtract') && !isMultiCell(type) && !isCounter(type);
}

const READING_LISTS: ReadonlySet<PreparedOperation['what']> = new Set<PreparedOperation['what']>([
  'set-element',
  'subtract',
  'delete-element',
]);

/** `Operation.requiresTimestamp`. */
const hangsOnTime = ({ column: { type }, what }: PreparedOperation): boolean =>
  type.kind === 'list' && (what === 'set' || what === 'add' || what === 'prepend');

/** The key, then the value, of what is computed later. */
function checkLater(operation: PreparedOperation, { scope }: PreparedWrite): Outcome {
  const { column, key, value } = operation;
  const place = column.type.kind === 'list' ? indexReceiver : column.type.kind === 'map' ? keyReceiver : valueReceiver;
  const receiver = writtenReceiver(operation, scope);
  return inOrder(
    () => key && lateComplaint(key, place(column), scope),
    () =>
      value === undefined || receiver === undefined || isRowReference(value)
        ? undefined
        : lateComplaint(value, receiver, scope),
  );
}
