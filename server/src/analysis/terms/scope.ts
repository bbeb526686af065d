import type { Expression } from '../../syntax/ast.ts';
import { printType } from '../../catalog/types.ts';
import type { Fit, Receiver } from '../functions/argument.ts';
import type { Place } from '../functions/resolve.ts';

/** What one term is checked in. Overloads ask the same question of the same operand again and again: answers are kept. */
export interface TermScope extends Place {
  readonly fits: Map<Expression, Map<string, Fit>>;
}

export const scopeAt = (place: Place): TermScope => ({ ...place, fits: new Map() });

/** The answer for this term and receiver, computed once. */
export function remembered(term: Expression, receiver: Receiver, scope: TermScope, compute: () => Fit): Fit {
  // The receiver's name shows only in messages that nobody sees.
  const key = `${receiver.reversed ? 'reversed ' : ''}${printType(receiver.type, scope.release)}`;
  let answers = scope.fits.get(term);
  if (answers === undefined) {
    answers = new Map();
    scope.fits.set(term, answers);
  }
  const known = answers.get(key);
  if (known !== undefined) return known;
  const fit = compute();
  answers.set(key, fit);
  return fit;
}
