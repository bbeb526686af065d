import type { Span } from '../../text/span.ts';
import type { CheckId } from './checks.ts';
import type { Refused, RefusalKind, Undecided } from './verdict-model.ts';

/** What one check says: a refusal, a doubt, or nothing to object. */
export type Outcome = Refused | Undecided | undefined;

/** A refusal with the server's sentence. */
export const refuse = (
  check: CheckId,
  message: string,
  spans: Span | readonly [Span, ...Span[]],
  names: readonly string[] = [],
  error: RefusalKind = 'invalid',
): Refused => ({ kind: 'refused', check, error, message, spans: 'start' in spans ? [spans] : spans, names });

/** A placeholder hides what decides. */
export const PLACEHOLDER: Undecided = { kind: 'undecided', why: 'placeholder' };

/** What the schema at hand does not tell. */
export const UNKNOWN_SCHEMA: Undecided = { kind: 'undecided', why: 'unknown-schema' };

export const isRefused = (value: unknown): value is Refused => kindOf(value) === 'refused';
export const isUndecided = (value: unknown): value is Undecided => kindOf(value) === 'undecided';

const kindOf = (value: unknown): unknown => (value as { readonly kind?: unknown } | null | undefined)?.kind;

/**
 * Runs checks in the server's order: the first refusal, else the first doubt.
 *
 * A doubt does not end the row: what is refused whatever stands in a placeholder's place is refused.
 */
export function inOrder(...checks: readonly (() => Outcome)[]): Outcome {
  let doubt: Undecided | undefined;
  for (let index = 0; index < checks.length; index += 1) {
    const outcome = checks[index]!();
    if (outcome === undefined) continue;
    if (outcome.kind === 'refused') return outcome;
    doubt ??= outcome;
  }
  return doubt;
}

/** The same check of each item, in order. */
export function inEach<T>(items: readonly T[], check: (item: T, index: number) => Outcome): Outcome {
  let doubt: Undecided | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const outcome = check(items[index]!, index);
    if (outcome === undefined) continue;
    if (outcome.kind === 'refused') return outcome;
    doubt ??= outcome;
  }
  return doubt;
}
