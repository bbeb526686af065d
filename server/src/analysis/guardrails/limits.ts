import type { Span } from '../../text/span.ts';
import type { Context } from '../judging/context.ts';
import { inHashOrder } from '../java/hash-order.ts';
import { namesAuthenticator } from '../judging/login.ts';
import { isFalse } from '../judging/settings.ts';
import { inEach, type Outcome, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';

/** A feature that cassandra.yaml switches off by setting it to false. */
export interface Switch {
  /** As messages call it. */
  readonly name: string;
  readonly setting: string;
  /** Where the feature is there, this setting warns of it, unless it is false. */
  readonly warning?: string;
  /** Stands behind the message. */
  readonly reason?: string;
}

/** Uses of a feature are refused where it is switched off. */
export function switchedOff(guardrail: Switch, what: string, context: Context, span: Span): Outcome {
  if (isSwitchedOff(guardrail.setting, context)) return violation(guardrail, `${what} is not allowed`, span);
  const { warning } = guardrail;
  // 4.1 refuses or does not.
  if (
    warning !== undefined &&
    since(context.release, '5.0') &&
    areGuarded(context) &&
    !isFalse(context.session.configuration?.get(warning))
  )
    warn(guardrail, `${what} is not recommended`, context);
  return undefined;
}

export const isSwitchedOff = (setting: string, context: Context): boolean =>
  areGuarded(context) && isFalse(context.session.configuration?.get(setting));

/** What a value has passed: the failure threshold refuses, the warning threshold only warns. */
export interface Passed {
  readonly threshold: number;
  readonly kind: 'warning' | 'failure';
}

/** Thresholds that hold where cassandra.yaml has none. */
export type Thresholds = Readonly<Partial<Record<Passed['kind'], number | undefined>>>;

/**
 * More than `name_fail_threshold` is refused, or less of `minimum_…`, and short of that there is a warning. What must be counted is
 * counted where there is a threshold; what cannot be counted is `undefined`.
 */
export function beyond(
  name: string,
  value: number | (() => number | undefined),
  context: Context,
  span: Span,
  say: (passed: Passed) => string,
  defaults: Thresholds = {},
): Outcome {
  if (!areGuarded(context)) return undefined;
  const { failure, warning } = thresholdsOf(name, context, defaults);
  if (failure === undefined && warning === undefined) return undefined;
  const actual = typeof value === 'number' ? value : value();
  if (actual === undefined) return undefined;
  const passes = (threshold: number): boolean =>
    name.startsWith('minimum_') ? actual < threshold : actual > threshold;
  if (failure !== undefined && passes(failure))
    return violation({ name }, say({ threshold: failure, kind: 'failure' }), span);
  if (warning !== undefined && passes(warning)) warn({ name }, say({ threshold: warning, kind: 'warning' }), context);
  return undefined;
}

/** Whether cassandra.yaml gives one of the two. */
export function hasThreshold(name: string, context: Context): boolean {
  if (!areGuarded(context)) return false;
  const { failure, warning } = thresholdsOf(name, context, {});
  return failure !== undefined || warning !== undefined;
}

const thresholdsOf = (name: string, context: Context, { failure, warning }: Thresholds): Thresholds => {
  // The one guardrail whose settings are called otherwise.
  const setting = name === 'column_text_value_size' ? 'column_text_and_varchar_value_size' : name;
  return {
    failure: thresholdAt(`${setting}_fail_threshold`, context, failure),
    warning: thresholdAt(`${setting}_warn_threshold`, context, warning),
  };
};

/** What has options that may be unwelcome: keyspaces since 6.0. */
export type Optioned = 'table' | 'keyspace';

/** Options that `table_properties_disallowed` names, and the like; those that are ignored or not recommended give warnings. */
export function forbiddenOptions(
  names: readonly string[],
  context: Context,
  span: Span,
  of: Optioned = 'table',
): Outcome {
  if (!areGuarded(context)) return undefined;
  const listed = (what: string): { readonly found: readonly string[]; readonly all: string } => {
    const all = listOf(context.session.configuration?.get(`${of}_properties_${what}`));
    return { found: names.filter((name) => all.includes(name)).toSorted(), all: `[${all.join(', ')}]` };
  };
  const [disallowed, ignored, warned] = [listed('disallowed'), listed('ignored'), listed('warned')];
  const provided = ({ found }: typeof ignored): string => `rovided values [${found.join(', ')}]`;
  const guardrail = { name: `${of}_properties` };
  const things = of === 'table' ? 'Table Properties' : 'Keyspace Properties';
  if (disallowed.found.length > 0) {
    const message = `P${provided(disallowed)} are not allowed for ${things} (disallowed values are: ${disallowed.all})`;
    return violation(guardrail, message, span);
  }
  if (ignored.found.length > 0) {
    const message = `Ignoring p${provided(ignored)} as they are not supported for ${things} (ignored values are: ${ignored.all})`;
    warn(guardrail, message, context);
  }
  if (warned.found.length > 0) {
    const message = `P${provided(warned)} are not recommended for ${things} (warned values are: ${warned.all})`;
    warn(guardrail, message, context);
  }
  return undefined;
}

/** Options without those that the server takes away unread. */
export function withoutIgnored<T>(
  options: ReadonlyMap<string, T>,
  context: Context,
  of: Optioned = 'table',
): ReadonlyMap<string, T> {
  if (!areGuarded(context)) return options;
  const ignored = listOf(context.session.configuration?.get(`${of}_properties_ignored`));
  return new Map([...options].filter(([name]) => !ignored.includes(name)));
}

/** The same check of each, where anything is context at all. */
export const inEachGuarded = <T>(items: readonly T[], context: Context, check: (item: T) => Outcome): Outcome =>
  areGuarded(context) ? inEach(items, check) : undefined;

/**
 * Superusers are not limited, and without an authenticator everybody is one (`ClientState.isOrdinaryUser`). Where cassandra.yaml names
 * none, the rest of it may stand elsewhere, unless the server is as released.
 */
export function areGuarded({ session, release }: Context): boolean {
  const { configuration, stock } = session;
  if (configuration === undefined || !since(release, '4.1')) return false;
  const named = namesAuthenticator(configuration);
  return named === undefined ? stock !== true : named;
}

/** Of DROP TABLE and TRUNCATE. */
export const DROP_TABLE: Switch = { name: 'drop_truncate_table_enabled', setting: 'drop_truncate_table_enabled' };

type Guardrail = Pick<Switch, 'name' | 'reason'>;

const violation = (guardrail: Guardrail, message: string, span: Span): Outcome =>
  refuse('guardrail', sentence(guardrail, message), span, [guardrail.name]);

const warn = (guardrail: Guardrail, message: string, { session }: Context): void =>
  session.warn?.(sentence(guardrail, message));

function sentence({ name, reason }: Guardrail, message: string): string {
  const text = reason === undefined ? message : `${message}${message.endsWith('.') ? ' ' : '. '}${reason}`;
  return `Guardrail ${name} violated: ${text}`;
}

/** A count, or a size in bytes; -1 and nothing at all are none. */
function thresholdAt(setting: string, { session }: Context, otherwise: number | undefined): number | undefined {
  const { configuration } = session;
  const value = configuration?.get(setting);
  if (value === undefined) return otherwise;
  const [, digits, unit = 'B'] = /^\s*(-?\d+)\s*(B|KiB|MiB|GiB)?\s*$/.exec(String(value)) ?? [];
  const threshold = Number(digits ?? -1) * 1024 ** ['B', 'KiB', 'MiB', 'GiB'].indexOf(unit);
  return threshold >= 0 ? threshold : undefined;
}

const listOf = (value: unknown): readonly string[] => {
  const items = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return inHashOrder(items.map((item) => item.trim().toLowerCase()));
};
