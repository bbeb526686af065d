import { isBackwards } from '../../catalog/table-columns.ts';
import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { rowReferenceOf } from '../../syntax/row-references.ts';
import type { Scope } from '../judging/names.ts';
import { type Outcome, PLACEHOLDER } from '../judging/outcome.ts';
import { checkReference } from './row-references.ts';
import { evaluateTerm, preparedTerm, type Prepared, type Receiver } from './terms.ts';
import type { Value } from '../values/evaluation/value.ts';
import type { Refused } from '../judging/verdict-model.ts';

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
  if (isConstant(value)) return undefined;
  const running = runningValue(value, receiver, scope);
  return running.kind === 'refused' ? running : undefined;
}

/** Nothing but constants are in it, none of which may count as null: PREPARE has said all that there is to say. */
export function isConstant(value: Expression): boolean {
  switch (value.kind) {
    case 'literal':
      return true;
    case 'list':
    case 'set':
    case 'tuple':
      return value.items.every(isSomeConstant);
    case 'map':
      return value.entries.every((entry) => isSomeConstant(entry.key) && isSomeConstant(entry.value));
    case 'udt':
      return value.fields.every((field) => isSomeConstant(field.value));
    default:
      return false;
  }
}

/** In a vector an empty text, or a blob of no bytes, may count as null. */
const isSomeConstant = (value: Expression): boolean =>
  value.kind === 'literal' ? value.type !== 'hex' && value.value !== '' : isConstant(value);

/** The value is null when the statement runs. */
export const isNull = (value: Expression, receiver: Receiver, scope: Scope): boolean =>
  !isConstant(value) && runningValue(value, receiver, scope).kind === 'null';

/** What a value compared with a column, or written to it, is assigned to. */
export const columnReceiver = (column: Column): Receiver => ({
  name: column.name,
  type: column.type,
  reversed: isBackwards(column),
});

const prepareValue = (
  value: Expression,
  receiver: Receiver,
  { table, session }: Scope,
): Prepared | Exclude<Outcome, undefined> =>
  value.kind === 'unknown' ? PLACEHOLDER : preparedTerm(value, receiver, table, session);
