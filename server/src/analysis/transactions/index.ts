import type { Transaction } from '../../syntax/ast.ts';
import { hasMarker, hasUnknown } from '../judging/markers.ts';
import { inEach, inOrder, isRefused, type Outcome, PLACEHOLDER, refuse } from '../judging/outcome.ts';
import { transactionsAreOn } from '../judging/transactional.ts';
import type { Session, Verdict } from '../judging/verdict-model.ts';
import type { RequestText } from '../dml/batch.ts';
import { type PreparedTransaction, prepareTransaction } from './prepare.ts';
import { syntaxProblem } from '../dml/index.ts';
import { checkGuardrail } from '../dml/read-execution.ts';
import { checkRunning } from './execution.ts';
import { validateWrite } from '../dml/write.ts';

/** What the server says to a transaction (`TransactionStatement`). */
export function transactionVerdict(transaction: Transaction, session: Session, text: RequestText): Verdict {
  const misread = syntaxProblem(transaction.writes, session);
  if (misread !== undefined) return misread;
  const prepared = prepareTransaction(transaction, session, text);
  if (isRefused(prepared)) return prepared;
  const doubt = prepared.doubt ?? (hasUnknown(transaction) ? PLACEHOLDER : undefined);
  if (doubt !== undefined) return doubt;
  const problem = inOrder(
    () => inEach(prepared.reads, ({ select, scope }) => checkGuardrail(select, scope)),
    () => inEach(prepared.writes, validateWrite),
    () => (hasMarker(transaction) ? undefined : run(transaction, prepared, session)),
  );
  return problem ?? { kind: 'accepted', warnings: [] };
}

function run(transaction: Transaction, prepared: PreparedTransaction, session: Session): Outcome {
  if (transactionsAreOn(session)) return checkRunning(transaction, prepared);
  const message = 'Accord transactions are disabled. (See accord.enabled in cassandra.yaml)';
  return refuse('transactions-disabled', message, transaction.span);
}
