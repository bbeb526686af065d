import type { Span } from '../text/span.ts';
import { namesAuthenticator } from './login.ts';
import { inEach, type Outcome, refuse } from './outcome.ts';
import { since } from './release.ts';
import type { CassandraRelease, Session } from './verdict-model.ts';

/** What the limits of cassandra.yaml depend on (`org.apache.cassandra.db.guardrails`). */
export interface Guarded {
  readonly session: Session;
  readonly release: CassandraRelease;
}

/** A feature that cassandra.yaml switches off by setting it to false. */
export interface Switch {
  /** As messages call it. */
  readonly name: string;
  readonly setting: string;
  /** Stands behind the message. */
  readonly reason?: string;
}

/** Uses of a feature are refused where it is switched off. */
export const switchedOff = (guardrail: Switch, what: string, guarded: Guarded, span: Span): Outcome =>
  isSwitchedOff(guardrail.setting, guarded) ? violation(guardrail, `${what} is not allowed`, span) : undefined;

export const isSwitchedOff = (setting: string, guarded: Guarded): boolean =>
  areGuarded(guarded) && isFalse(guarded.session.configuration?.get(setting));

/** More than `name_fail_threshold` is refused, or less of `minimum_…`. What must be counted is counted where there is a threshold. */
export function beyond(
  name: string,
  value: number | (() => number),
  guarded: Guarded,
  span: Span,
  say: (threshold: number) => string,
): Outcome {
  if (!areGuarded(guarded)) return undefined;
  const threshold = Number(guarded.session.configuration?.get(`${name}_fail_threshold`) ?? -1);
  if (!(threshold >= 0)) return undefined;
  const actual = typeof value === 'number' ? value : value();
  const violated = name.startsWith('minimum_') ? actual < threshold : actual > threshold;
  return violated ? violation({ name }, say(threshold), span) : undefined;
}

/** Options of tables that `table_properties_disallowed` names. */
export function disallowedOptions(names: readonly string[], guarded: Guarded, span: Span): Outcome {
  if (!areGuarded(guarded)) return undefined;
  const forbidden = listOf(guarded.session.configuration?.get('table_properties_disallowed'));
  const found = names.filter((name) => forbidden.includes(name)).toSorted();
  if (found.length === 0) return undefined;
  const message = `Provided values [${found.join(', ')}] are not allowed for Table Properties (disallowed values are: [${forbidden.join(', ')}])`;
  return violation({ name: 'table_properties' }, message, span);
}

/** The same check of each, where anything is guarded at all. */
export const inEachGuarded = <T>(items: readonly T[], guarded: Guarded, check: (item: T) => Outcome): Outcome =>
  areGuarded(guarded) ? inEach(items, check) : undefined;

/**
 * Superusers are not limited, and without an authenticator everybody is one (`ClientState.isOrdinaryUser`). Where cassandra.yaml names
 * none, the rest of it may stand elsewhere, unless the server is as released.
 */
export function areGuarded({ session, release }: Guarded): boolean {
  const { configuration, stock } = session;
  if (configuration === undefined || !since(release, '4.1')) return false;
  const named = namesAuthenticator(configuration);
  return named === undefined ? stock !== true : named;
}

/** Of DROP TABLE and TRUNCATE. */
export const DROP_TABLE: Switch = { name: 'drop_truncate_table_enabled', setting: 'drop_truncate_table_enabled' };

function violation({ name, reason }: Pick<Switch, 'name' | 'reason'>, message: string, span: Span): Outcome {
  const text = reason === undefined ? message : `${message}${message.endsWith('.') ? ' ' : '. '}${reason}`;
  return refuse('guardrail', `Guardrail ${name} violated: ${text}`, span, [name]);
}

const isFalse = (value: unknown): boolean => value === false || value === 'false';

const listOf = (value: unknown): readonly string[] => {
  const items = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return items.map((item) => item.trim().toLowerCase()).toSorted();
};
