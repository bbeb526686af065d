import type { Span } from '../text/span.ts';
import { type Outcome, refuse } from './outcome.ts';
import type { Session } from './verdict-model.ts';

/** A limit that cassandra.yaml sets for users who are not superusers (`org.apache.cassandra.db.guardrails`). */
export interface Guardrail {
  /** As messages call it. */
  readonly name: string;
  /** The setting; of a threshold without `_warn_threshold` and `_fail_threshold`. */
  readonly setting: string;
  /** Stands behind every message. */
  readonly reason?: string;
}

/** What a guardrail that switches a feature off says to its use. */
export function forbiddenBy(guardrail: Guardrail, what: string, session: Session, span: Span): Outcome {
  return isFalse(session.configuration?.get(guardrail.setting))
    ? violation(guardrail, `${what} is not allowed`, span)
    : undefined;
}

/** What a guardrail says to more, or with `least` to less, than its threshold. */
export function beyond(
  guardrail: Guardrail & { readonly least?: true },
  value: number,
  session: Session,
  span: Span,
  say: (threshold: number) => string,
): Outcome {
  const threshold = thresholdOf(guardrail, 'fail', session);
  if (threshold === undefined) return undefined;
  const violated = guardrail.least === true ? value < threshold : value > threshold;
  return violated ? violation(guardrail, say(threshold), span) : undefined;
}

/** What a guardrail says to the values it forbids. */
export function disallowed(
  guardrail: Guardrail,
  values: readonly string[],
  what: string,
  session: Session,
  span: Span,
): Outcome {
  const forbidden = listOf(session.configuration?.get(`${guardrail.setting}_disallowed`));
  const found = values.filter((value) => forbidden.includes(value));
  if (found.length === 0) return undefined;
  const message = `Provided values [${found.join(', ')}] are not allowed for ${what} (disallowed values are: [${forbidden.join(', ')}])`;
  return violation(guardrail, message, span);
}

/** Values that are taken, but have no effect. */
export const ignoredBy = ({ setting }: Guardrail, session: Session): readonly string[] =>
  listOf(session.configuration?.get(`${setting}_ignored`));

function violation({ name, reason }: Guardrail, message: string, span: Span): Outcome {
  const text = reason === undefined ? message : `${message}${message.endsWith('.') ? ' ' : '. '}${reason}`;
  return refuse('guardrail', `Guardrail ${name} violated: ${text}`, span, [name]);
}

function thresholdOf({ setting }: Guardrail, kind: 'warn' | 'fail', { configuration }: Session): number | undefined {
  const value = Number(configuration?.get(`${setting}_${kind}_threshold`) ?? -1);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

const isFalse = (value: unknown): boolean => value === false || value === 'false';

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String).toSorted() : typeof value === 'string' ? value.split(/\s*,\s*/) : [];
