import { isCounterTable } from '../../catalog/table-columns.ts';
import type { QualifiedName, Select, Transaction } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { hasMarker, hasUnknown } from '../markers.ts';
import { isScope, problemOf, resolveTable, type Scope } from '../names.ts';
import { isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../outcome.ts';
import { transactionalMode, transactionsAreOn } from '../transactional.ts';
import type { Refused, Session, Undecided, Verdict } from '../verdict-model.ts';
import { placeIn, type RequestText } from './batch.ts';
import { prepareWrite } from './prepare-write.ts';
import { withHints } from './index-hints.ts';
import { prepareSelect } from './select.ts';
import { tableOf, typeOf, type Write } from './write.ts';

/**
 * What the server says to a transaction (`TransactionStatement.Parsed.prepare`), as far as its statements are concerned.
 *
 * What stands for read values in other places is not followed, so none is ever accepted.
 */
export function transactionVerdict(transaction: Transaction, session: Session, text: RequestText): Verdict {
  const { lets, result: returned, writes } = transaction;
  if (returned === undefined && writes.length === 0) {
    const unplaced = withoutKeyspace(
      lets.map(({ select }) => select.from),
      session,
    );
    return unplaced ?? refuse('transaction-empty', 'Transaction contains no reads or writes', transaction.span);
  }
  const names = new Set<string>();
  for (const { name, select } of lets) {
    if (name.template !== true && names.has(name.name)) {
      const message = `The name '${name.name}' has already been used by a LET assignment.`;
      return refuse('transaction-let', message, name.span, [name.name]);
    }
    names.add(name.name);
    const problem = checkRead(select, session, text);
    if (isRefused(problem)) return problem;
  }
  const unknown = transaction.references.find(({ name, template }) => template !== true && !names.has(name));
  if (unknown !== undefined) {
    // Before that each other statement has got its keyspace, and only that.
    const unplaced = withoutKeyspace([returned?.from, ...writes.map(tableOf)], session);
    if (unplaced !== undefined) return unplaced;
    const message = `Cannot resolve reference to tuple '${unknown.name}'.`;
    return refuse('transaction-reference', message, unknown.span, [unknown.name]);
  }
  const result = returned?.from === undefined ? undefined : checkRead(returned, session, text);
  if (isRefused(result)) return result;
  for (const write of writes) {
    const problem = checkWrite(write, session, text);
    if (isRefused(problem)) return problem;
  }
  if (hasUnknown(transaction)) return PLACEHOLDER;
  if (transactionsAreOn(session) || hasMarker(transaction)) return UNKNOWN_SCHEMA;
  const message = 'Accord transactions are disabled. (See accord.enabled in cassandra.yaml)';
  return refuse('transactions-disabled', message, transaction.span);
}

/** Every statement gets its keyspace first of all. */
function withoutKeyspace(tables: readonly (QualifiedName | undefined)[], session: Session): Verdict | undefined {
  const unplaced = tables.find(
    (table) => table !== undefined && table.keyspace === undefined && session.keyspace === undefined,
  );
  return unplaced && (problemOf(resolveTable(unplaced, session)) ?? UNKNOWN_SCHEMA);
}

function checkRead(select: Select, session: Session, text: RequestText): Outcome {
  const at = placeIn(text, select.span);
  const unwanted = (what: string, span: Span): Refused =>
    refuse('transaction-read', `No ${what} clause allowed within a transaction; SELECT statement${at}`, span);
  if (select.orderBy.length > 0) return unwanted('ORDER BY', select.orderBySpan ?? select.span);
  if (select.groupBy.length > 0) return unwanted('GROUP BY', select.groupBySpan ?? select.span);
  const found = resolveTable(select.from, session);
  const scope = isScope(found) ? withHints(select, found) : found;
  if (!isScope(scope)) return scope;
  const prepared = prepareSelect(select, scope);
  if (isRefused(prepared)) return prepared;
  const disabled = checkTable(scope, 'SELECT', select.from?.span ?? select.span, at);
  if (disabled !== undefined) return disabled;
  if (prepared.kind !== 'prepared-select') return prepared;
  if (!prepared.aggregates) return prepared.doubt;
  const message = `No aggregation functions allowed within a transaction; SELECT statement${at}`;
  return refuse('transaction-read', message, select.selectors[0]?.span ?? select.span);
}

/** A write may hold read values, which no other write does: what is wrong with its values is left open. */
function checkWrite(write: Write, session: Session, text: RequestText): Refused | Undecided | undefined {
  const scope = resolveTable(tableOf(write), session);
  if (!isScope(scope)) return scope;
  const at = placeIn(text, write.span);
  const disabled = checkTable(scope, typeOf(write), tableOf(write)?.span ?? write.span, at);
  if (disabled === undefined) return undefined;
  const prepared = prepareWrite(write, session);
  return isRefused(prepared) ? prepared : disabled;
}

/** Only tables that ask for it take part (`transactional_mode`). */
function checkTable({ table }: Scope, type: string, span: Span, at: string): Refused | undefined {
  const refused = (why: string): Refused =>
    refuse('transaction-table', `${why}; ${type} statement${at}`, span, [table.name]);
  if (transactionalMode(table) === 'off')
    return refused('Accord transactions are disabled on table (See transactional_mode in table options)');
  return isCounterTable(table) ? refused('Counter columns cannot be accessed within a transaction') : undefined;
}
