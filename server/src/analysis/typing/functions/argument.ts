import type { CqlType } from '../../../catalog/model.ts';
import type { Span } from '../../../text/span.ts';
import type { Refused } from '../../judging/verdict-model.ts';

/**
 * What a term is to be assigned to: a column, a component of one (`value(m)`), or a slot such as `[ttl]`.
 *
 * The name stands in the server's messages as it is here: a column's name without quotes.
 */
export interface Receiver {
  readonly name: string;
  readonly type: CqlType;
  /** A clustering column in descending order: to the server its type is not quite the type. */
  readonly reversed?: boolean;
  /** Of several columns compared at once: what each component is assigned to, but for its name. */
  readonly components?: readonly Receiver[];
}

/**
 * How well something fits a receiver (`AssignmentTestable.testAssignment`). `unknown` where a placeholder decides;
 * a refusal where the server gives up already while it compares.
 */
export type Fit = 'exact' | 'weak' | 'not' | 'unknown' | Refused;

/** An argument of a function: a term, a selector, or merely a column of some type. */
export interface Argument {
  /** As the server prints it. */
  text(): string;
  readonly span: Span;
  /** It is `?` or `:name`. */
  readonly marker: boolean;
  /** Of `[…]` in a select clause: how many elements. */
  readonly elements?: number | undefined;
  /** A clustering column in descending order. */
  readonly reversed?: boolean;
  /** What the server says before it names the argument. */
  beforeNaming?(): Refused | undefined;
  fit(receiver: Receiver): Fit;
  /** A type that can hold it, as far as it tells by itself. */
  type(): CqlType | undefined;
}

/** All must fit; what is unknown leaves the whole unknown unless something else does not fit (`TestResult.testAll`). */
export const fitOfAll = (fits: readonly Fit[]): Fit => fits.reduce(worse, 'exact');

/** The first that does not fit stays. */
export function worse(fit: Fit, next: Fit): Fit {
  if (!isAssignable(fit)) return fit;
  return !isAssignable(next) || next === 'unknown' || fit === 'exact' ? next : fit;
}

/** A refusal whose words name the arguments. */
export function refuseNaming(args: readonly (Argument | undefined)[], refused: () => Refused): Refused {
  for (const argument of args) {
    const problem = argument?.beforeNaming?.();
    if (problem !== undefined) return problem;
  }
  return refused();
}

/** Whether the server would go on with it. */
export const isAssignable = (fit: Fit): boolean => fit !== 'not' && typeof fit !== 'object';
