import { isRefused, isUndecided } from './outcome.ts';
import type { Refused, Undecided } from './verdict-model.ts';

export { refuse } from './outcome.ts';

export const undecided = (why: Undecided['why']): Undecided => ({ kind: 'undecided', why });

/** Tells a verdict from the value that a check gives where all is well. */
export const isVerdict = <T extends object>(value: T | Refused | Undecided): value is Refused | Undecided =>
  isRefused(value) || isUndecided(value);
