import type { Column } from '../catalog/model.ts';
import type { Expression } from '../syntax/ast.ts';
import type { Scope } from './names.ts';
import { type Outcome, PLACEHOLDER } from './outcome.ts';
import { type Prepared, preparedTerm, type Receiver } from './terms/index.ts';
import type { Refused } from './verdict-model.ts';

/** What PREPARE says to a value. */
export function checkValue(value: Expression, receiver: Receiver, scope: Scope): Outcome {
  const prepared = prepareValue(value, receiver, scope);
  if (prepared.kind !== 'prepared') return prepared;
  return prepared.doubt;
}

/** What the server says to a value that PREPARE took when the statement runs. */
export function lateComplaint(value: Expression, receiver: Receiver, scope: Scope): Refused | undefined {
  const prepared = prepareValue(value, receiver, scope);
  return prepared.kind === 'prepared' ? prepared.late : undefined;
}

/** The value is null when the statement runs. */
export function isNull(value: Expression, receiver: Receiver, scope: Scope): boolean {
  const prepared = prepareValue(value, receiver, scope);
  return prepared.kind === 'prepared' && prepared.isNull;
}

/** What a value compared with a column, or written to it, is assigned to. */
export const columnReceiver = ({ name, type, kind, order }: Column): Receiver =>
  kind === 'clustering' && order === 'DESC' ? { name, type, reversed: true } : { name, type };

const prepareValue = (
  value: Expression,
  receiver: Receiver,
  { table, session }: Scope,
): Prepared | Exclude<Outcome, undefined> =>
  value.kind === 'unknown' ? PLACEHOLDER : preparedTerm(value, receiver, table, session);
