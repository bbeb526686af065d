import type { Expression } from '../../../syntax/ast.ts';
import type { CqlType } from '../../../catalog/model.ts';
import { printType } from '../../../catalog/types.ts';
import type { Fit, Receiver } from '../functions/argument.ts';
import type { CallScope } from '../functions/resolve.ts';

/** What one term is checked in. Overloads ask the same question of the same operand again and again: answers are kept. */
export interface TermScope extends CallScope {
  /** Made when the first answer is kept: most terms ask nothing twice. */
  fits: Map<Expression, Map<string, Fit>> | undefined;
  /** Of calls, for the same reason; `undefined` is an answer. */
  types: Map<Expression, CqlType | undefined> | undefined;
  /** The same as built-in functions of many types look at it. */
  system: TermScope | undefined;
}

export const scopeAt = (
  session: CallScope['session'],
  release: CallScope['release'],
  keyspace: CallScope['keyspace'],
  table: CallScope['table'],
): TermScope => ({
  session,
  release,
  keyspace,
  table,
  fits: undefined,
  types: undefined,
  system: undefined,
});

/** Functions of many types are built-in ones, and look at their arguments from the keyspace of these. */
export const systemScopeOf = (scope: TermScope): TermScope =>
  scope.keyspace === 'system' ? scope : (scope.system ??= scopeAt(scope.session, scope.release, 'system', scope.table));

/** The type of this call, computed once. */
export function rememberedType(
  term: Expression,
  scope: TermScope,
  compute: () => CqlType | undefined,
): CqlType | undefined {
  const types = (scope.types ??= new Map<Expression, CqlType | undefined>());
  if (!types.has(term)) types.set(term, compute());
  return types.get(term);
}

/** The answer for this term and receiver, computed once. */
export function remembered(term: Expression, receiver: Receiver, scope: TermScope, compute: () => Fit): Fit {
  // The receiver's name shows only in messages that nobody sees.
  const key = `${receiver.reversed ? 'reversed ' : ''}${printType(receiver.type, scope.release)}`;
  const fits = (scope.fits ??= new Map<Expression, Map<string, Fit>>());
  let answers = fits.get(term);
  if (answers === undefined) {
    answers = new Map();
    fits.set(term, answers);
  }
  const known = answers.get(key);
  if (known !== undefined) return known;
  const fit = compute();
  answers.set(key, fit);
  return fit;
}
