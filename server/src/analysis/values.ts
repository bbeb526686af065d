import { isBackwards } from '../catalog/table-columns.ts';
import type { Column } from '../catalog/model.ts';
import type { Expression } from '../syntax/ast.ts';
import { rowReferenceOf } from '../syntax/row-references.ts';
import type { Scope } from './names.ts';
import { type Outcome, PLACEHOLDER } from './outcome.ts';
import { checkReference } from './row-references.ts';
import { evaluateTerm, preparedTerm, type Prepared, type Receiver } from './terms/index.ts';
import type { Value } from './evaluation/value.ts';
import type { Refused } from './verdict-model.ts';

/** What PREPARE says to a value. */
export function checkValue(value: Expression, receiver: Receiver, scope: Scope): Outcome {
  const reference = scope.session.rows && rowReferenceOf(value);
  if (reference !== undefined) return checkReference(reference, receiver, scope);
  const prepared = prepareValue(value, receiver, scope);
  if (prepared.kind !== 'prepared') return prepared;
  return prepared.doubt;
}

/** What a value that PREPARE took is when the statement runs, or what the server says then. */
export const runningValue = (value: Expression, receiver: Receiver, { table, session }: Scope): Value | Refused =>
  evaluateTerm(value, receiver, table, session);

/** What the server says to a value that PREPARE took when the statement runs. */
export function lateComplaint(value: Expression, receiver: Receiver, scope: Scope): Refused | undefined {
  if (value.kind === 'literal') return undefined;
  const running = runningValue(value, receiver, scope);
  return running.kind === 'refused' ? running : undefined;
}

/** The value is null when the statement runs. */
export const isNull = (value: Expression, receiver: Receiver, scope: Scope): boolean =>
  value.kind !== 'literal' && runningValue(value, receiver, scope).kind === 'null';

/** What a value compared with a column, or written to it, is assigned to. */
export const columnReceiver = (column: Column): Receiver => {
  const { name, type } = column;
  return isBackwards(column) ? { name, type, reversed: true } : { name, type };
};

const prepareValue = (
  value: Expression,
  receiver: Receiver,
  { table, session }: Scope,
): Prepared | Exclude<Outcome, undefined> =>
  value.kind === 'unknown' ? PLACEHOLDER : preparedTerm(value, receiver, table, session);
