import type { Span } from '../text/span.ts';
import type { Refused, RefusalKind, Undecided } from './verdict-model.ts';

/** A refusal; `spans` are the guilty texts, most guilty first. */
export const refuse = (
  check: string,
  message: string,
  spans: Span | readonly [Span, ...Span[]],
  names: readonly string[] = [],
  error: RefusalKind = 'invalid',
): Refused => ({ kind: 'refused', check, error, message, spans: 'start' in spans ? [spans] : spans, names });

export const undecided = (why: Undecided['why']): Undecided => ({ kind: 'undecided', why });

/** Tells a verdict from the value that a check gives where all is well. */
export const isVerdict = <T extends object>(value: T | Refused | Undecided): value is Refused | Undecided =>
  'kind' in value && (value.kind === 'refused' || value.kind === 'undecided');
