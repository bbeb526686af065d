import { KEYSPACE_OPTIONS } from '../../catalog/builtin/keyspace-options.ts';
import { namesIn } from '../../catalog/builtin/options.ts';
import type { AlterKeyspace, CreateKeyspace, Name, OptionValue } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import {
  areGuarded,
  beyond,
  forbiddenOptions,
  inEachGuarded,
  type Passed,
  switchedOff,
  withoutIgnored,
} from '../guardrails/limits.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { constantText } from '../typing/terms/text.ts';
import {
  changedKeyspace,
  type Context,
  existingKeyspace,
  keyspaceNameProblem,
  keyspaceResource,
  protectedKeyspace,
} from './context.ts';
import { inHashOrder } from '../java/hash-order.ts';
import { nameReadAgain } from './names-read-again.ts';
import { complaintAboutFastPath, hasSize } from './options/fast-path.ts';
import { mapOf, type Properties, readProperties, textOf } from './options/properties.ts';
import { complaintAboutReplication } from './options/replication.ts';
import { complaintAboutBoolean } from './options/table-options.ts';
import { isLocalSystemKeyspace, isSystemKeyspace } from '../judging/system-keyspaces.ts';

/** CREATE KEYSPACE (`CreateKeyspaceStatement.apply`). */
export function checkCreateKeyspace(statement: CreateKeyspace, context: Context): Outcome {
  const { name } = statement;
  if (name === undefined) return undecided('broken');
  const given = readProperties(statement.options, context.release);
  if ('kind' in given) return given;
  const properties = withoutIgnoredOptions(given, context);
  if (name.template) return optionsProblem(properties, context.release);
  const { session, release } = context;
  const exists = session.catalog.keyspace(name.name)?.declared === true || isSystemKeyspace(name.name, release);
  const replication = (): Outcome => replicationProblem(properties, name, context);
  if (!since(release, '4.0')) {
    return inOrder(
      () => protectedIn311(name.name, name.span, release),
      () => keyspaceNameProblem({ keyspace: name.name, span: name.span }, context),
      () => optionsProblem(properties, release),
      () => missingClassIn311(properties, statement.span),
      () => durableWritesText(properties),
      replication,
      () => localStrategyProblem(properties, release),
      () => (exists && !statement.ifNotExists ? alreadyExists(name.name, name.span) : undefined),
    );
  }
  const before = inOrder(
    () => changedKeyspace({ keyspace: name.name, span: name.span }, context),
    () => tooManyKeyspaces(name, context),
    () => forbidden(given, name, context),
    () => optionsProblem(properties, release),
    () => missingReplication(properties, statement.span),
    () => simpleStrategyOff(properties, context),
  );
  if (before?.kind === 'refused') return before;
  if (exists) return statement.ifNotExists ? before : alreadyExists(name.name, name.span);
  return inOrder(
    () => before,
    () => durableWrites(properties, release),
    () => localStrategyProblem(properties, release),
    replication,
    () => nameReadAgain([name], release),
    () => fastPathReadAgain(properties),
  );
}

/** 6.0 prints a new keyspace and reads it once more, and puts quotes around the brace before the size of its fast path. */
function fastPathReadAgain(properties: Properties): Outcome {
  const fastPath = properties.get('fast_path');
  if (fastPath === undefined || !hasSize(fastPath)) return undefined;
  const message = "The server prints `fast_path = '{'` before the size, and cannot read that again.";
  return refuse('option-value', message, fastPath.span, ['fast_path'], 'syntax');
}

/** ALTER KEYSPACE (`AlterKeyspaceStatement.apply`). */
export function checkAlterKeyspace(statement: AlterKeyspace, context: Context): Outcome {
  const { name } = statement;
  if (name === undefined) return undecided('broken');
  const given = readProperties(statement.options, context.release);
  if ('kind' in given) return given;
  const properties = withoutIgnoredOptions(given, context);
  if (name.template) return optionsProblem(properties, context.release);
  const { session, release } = context;
  const altered = (): Outcome =>
    replicationProblem(properties, name, context, session.catalog.keyspace(name.name)?.options);
  if (!since(release, '4.0')) {
    return inOrder(
      () => protectedKeyspace(name.name, name.span, 'ALTER', keyspaceResource(name.name), context),
      () => {
        const found = existingKeyspace(name.name, name.span, context);
        if (!isVerdict(found)) return undefined;
        return found.kind === 'refused'
          ? refuse('keyspace-not-found', `Unknown keyspace ${name.name}`, name.span, [name.name])
          : found;
      },
      () => optionsProblem(properties, release),
      () => missingClassOf(properties),
      () => durableWritesText(properties),
      altered,
      () => localStrategyProblem(properties, release),
    );
  }
  const before = inOrder(
    () => protectedKeyspace(name.name, name.span, 'ALTER', keyspaceResource(name.name), context),
    () => forbidden(given, name, context),
    () => keyspaceNameProblem({ keyspace: name.name, span: name.span }, context),
    () => optionsProblem(properties, release),
  );
  if (before?.kind === 'refused') return before;
  const found = existingKeyspace(name.name, name.span, context);
  if (isVerdict(found) && found.kind === 'refused') return statement.ifExists ? before : found;
  return inOrder(
    () => before,
    () => simpleStrategyOff(properties, context),
    () => durableWrites(properties, release),
    () => metaStrategyProblem(name, altered, context),
    () => localStrategyProblem(properties, release),
    altered,
    () => (isVerdict(found) ? found : undefined),
  );
}

const forbidden = (given: Properties, { span }: Name, context: Context): Outcome =>
  since(context.release, '6.0') ? forbiddenOptions([...given.keys()], context, span, 'keyspace') : undefined;

const withoutIgnoredOptions = (given: Properties, context: Context): Properties =>
  since(context.release, '6.0') ? withoutIgnored(given, context, 'keyspace') : given;

/** Where a keyspace has once been given the replication of the cluster's own metadata, only what cannot be read is told first (6.0). */
function metaStrategyProblem({ name, span }: Name, altered: () => Outcome, { session }: Context): Outcome {
  const replication = session.catalog.keyspace(name)?.options.get('replication');
  const entries = replication?.kind === 'map' ? replication.entries : [];
  const strategy = entries.find(({ key }) => key.kind === 'literal' && key.value === 'class')?.value;
  const meta =
    strategy?.kind === 'literal' && strategy.value.replace(/^org\.apache\.cassandra\.locator\./, '') === META;
  if (!meta || name === 'system_cluster_metadata') return undefined;
  const problem = altered();
  const unread = problem?.kind === 'refused' && (problem.names.includes('class') || UNREAD.test(problem.message));
  if (unread) return problem;
  return refuse('option-value', 'Can not alter a keyspace to use MetaReplicationStrategy', span, [name]);
}

const META = 'MetaStrategy';
const UNREAD = /^For input string/;

/** DROP KEYSPACE. */
export function checkDropKeyspace(keyspace: string, span: Span, ifExists: boolean, context: Context): Outcome {
  const before = inOrder(
    () => protectedKeyspace(keyspace, span, 'DROP', keyspaceResource(keyspace), context),
    () => switchedOff(DROP_KEYSPACE, 'DROP KEYSPACE functionality', context, span),
    () => (since(context.release, '4.0') ? keyspaceNameProblem({ keyspace, span }, context) : undefined),
  );
  if (before?.kind === 'refused') return before;
  const found = existingKeyspace(keyspace, span, context);
  if (!isVerdict(found)) return before;
  if (found.kind === 'undecided') return found;
  if (ifExists) return undefined;
  if (since(context.release, '4.0')) return found;
  return refuse('keyspace-not-found', `Cannot drop non existing keyspace '${keyspace}'.`, span, [keyspace], 'config');
}

const DROP_KEYSPACE = { name: 'drop_keyspace_enabled', setting: 'drop_keyspace_enabled' };
const SIMPLE_STRATEGY = { name: 'simplestrategy', setting: 'simplestrategy_enabled' };

function simpleStrategyOff(properties: Properties, context: Context): Outcome {
  const replication = properties.get('replication');
  if (replication?.value.kind !== 'map' || replication.value.entries.get('class') !== 'SimpleStrategy')
    return undefined;
  return switchedOff(SIMPLE_STRATEGY, 'SimpleStrategy', context, replication.span);
}

function tooManyKeyspaces({ name, span }: Name, context: Context): Outcome {
  const { session, release } = context;
  const count = (): number =>
    [...session.catalog.keyspaces()].filter((each) => !isSystemKeyspace(each.name, release) && !each.system).length + 1;
  return beyond('keyspaces', count, context, span, ({ threshold, kind }) =>
    kind === 'warning'
      ? `Creating keyspace ${name}, current number of keyspaces ${count()} exceeds warning threshold of ${threshold}.`
      : `Cannot have more than ${threshold} keyspaces, aborting the creation of keyspace ${name}`,
  );
}

/** Words on schema changes of the server's keyspaces, in the order of 3.11's validation (`ThriftValidation`). */
const protectedIn311 = (keyspace: string, span: Span, release: CassandraRelease): Outcome =>
  isLocalSystemKeyspace(keyspace, release)
    ? refuse('system-keyspace', `${keyspace} keyspace is not user-modifiable`, span, [keyspace])
    : undefined;

const alreadyExists = (keyspace: string, span: Span): Outcome =>
  refuse('already-exists', `Cannot add existing keyspace "${keyspace}"`, span, [keyspace], 'already_exists');

/** Unknown options, and a replication without its class (`KeyspaceAttributes.validate`). */
function optionsProblem(properties: Properties, release: CassandraRelease): Outcome {
  const known = namesIn(KEYSPACE_OPTIONS, release);
  const unknown = inHashOrder(properties.keys()).find((name) => !known.includes(name));
  const property = unknown === undefined ? undefined : properties.get(unknown);
  if (property !== undefined) {
    return refuse(
      'unknown-option',
      `Unknown property '${property.name}'`,
      property.nameSpan,
      [property.name],
      'syntax',
    );
  }
  const fastPath = properties.get('fast_path');
  return inOrder(
    () => (since(release, '4.0') ? missingClassOf(properties) : undefined),
    () => (fastPath === undefined ? undefined : complaintAboutFastPath(fastPath, 'keyspace')),
  );
}

function missingClassOf(properties: Properties): Outcome {
  const replication = properties.get('replication');
  if (replication === undefined) return undefined;
  const map = mapOf(replication);
  if (isVerdict(map)) return map;
  if (map.entries.size === 0 || map.entries.has('class')) return undefined;
  return refuse('option-value', 'Missing replication strategy class', replication.span, ['replication'], 'config');
}

function missingClassIn311(properties: Properties, span: Span): Outcome {
  const replication = properties.get('replication');
  const map = replication === undefined ? undefined : mapOf(replication);
  if (map !== undefined && isVerdict(map)) return map;
  if (map?.entries.has('class')) return undefined;
  return refuse(
    'option-value',
    'Missing mandatory replication strategy class',
    replication?.span ?? span,
    ['replication'],
    'config',
  );
}

const missingReplication = (properties: Properties, span: Span): Outcome =>
  properties.has('replication')
    ? undefined
    : refuse('missing-option', "Missing mandatory option 'replication'", span, ['replication']);

function replicationProblem(
  properties: Properties,
  { name: keyspace, span }: Name,
  context: Context,
  current?: ReadonlyMap<string, OptionValue>,
): Outcome {
  const { release } = context;
  const replication = properties.get('replication');
  const kept = (): Outcome => {
    const before = areGuarded(context) ? replicationBefore(current) : undefined;
    return before && factorsBeyond(before, keyspace, span, context);
  };
  if (replication === undefined) return kept();
  const map = mapOf(replication);
  if (isVerdict(map)) return map;
  if (map.entries.size === 0)
    return current === undefined && since(release, '4.0') ? withoutClass(replication.span) : kept();
  const entries = withCurrentFactors(map.entries, current, release);
  const complaint = complaintAboutReplication(entries, keyspace, current !== undefined, context);
  if (complaint === undefined) return factorsBeyond(entries, keyspace, replication.span, context);
  const at = (complaint.option === undefined ? undefined : map.spans.get(complaint.option)) ?? replication.span;
  const names = ['replication', ...(complaint.option === undefined ? [] : [complaint.option])];
  return refuse('option-value', complaint.message, at, names, complaint.error ?? 'config');
}

function factorsBeyond(entries: ReadonlyMap<string, string>, keyspace: string, span: Span, context: Context): Outcome {
  if (isSystemKeyspace(keyspace, context.release)) return undefined;
  // A factor for all data centers counts for those that have none of their own, which only the cluster knows.
  const own = [...entries].filter(([name]) => name !== 'class' && name !== FACTOR);
  const forAll = entries.get(FACTOR) ?? defaultFactor(entries, context);
  const counted = own.length > 0 || forAll === undefined ? own : [[FACTOR, forAll] as const];
  const factors = counted.flatMap(([name, text]) => (name === STANDING ? [] : [Number(text.split('/')[0])]));
  const say = (factor: number, where: string, { threshold, kind }: Passed): string =>
    `The keyspace ${keyspace} has a replication factor of ${factor}, ${where} the ${kind} threshold of ${threshold}.`;
  return inEachGuarded([...new Set(factors)], context, (factor) =>
    inOrder(
      () => beyond('minimum_replication_factor', factor, context, span, (passed) => say(factor, 'below', passed)),
      () => beyond('maximum_replication_factor', factor, context, span, (passed) => say(factor, 'above', passed)),
    ),
  );
}

/** The factor that the server takes where a strategy that needs one is given none; `undefined` where nobody can tell. */
export function defaultFactor(
  replication: ReadonlyMap<string, string>,
  { session: { configuration, stock }, release }: Context,
): string | undefined {
  if (!since(release, '4.1') || (configuration === undefined && stock !== true)) return undefined;
  if (replication.size !== 1 || !/(?:Simple|NetworkTopology)Strategy$/.test(replication.get('class') ?? ''))
    return undefined;
  return String(configuration?.get('default_keyspace_rf') ?? 1);
}

/** The server does not look before it reads the name of the class. */
const withoutClass = (span: Span): Outcome =>
  refuse(
    'option-value',
    'java.lang.NullPointerException: Cannot invoke "String.contains(java.lang.CharSequence)" because "cls" is null',
    span,
    ['replication'],
    'server',
  );

/**
 * ALTER to NetworkTopologyStrategy alone takes over the factor of SimpleStrategy; a factor for all data centers leaves those with one of
 * their own as they are.
 */
export function withCurrentFactors(
  entries: ReadonlyMap<string, string>,
  current: ReadonlyMap<string, OptionValue> | undefined,
  release: CassandraRelease,
): ReadonlyMap<string, string> {
  if (!since(release, '4.0') || current === undefined || !isNetworkTopology(entries)) return entries;
  const before = replicationBefore(current);
  // What the server's own keyspaces have is the cluster's business.
  if (before === undefined)
    return entries.size === 1 || entries.has(FACTOR) ? new Map([[STANDING, '1'], ...entries]) : entries;
  const factor = before.get('replication_factor');
  if (entries.size === 1)
    return factor === undefined || isNetworkTopology(before) ? entries : new Map([...entries, [FACTOR, factor]]);
  if (!entries.has(FACTOR)) return entries;
  // A factor for all of before, or the server's own where none was given, stands for one of each data center.
  const forAll = before.has(FACTOR) || [...before.keys()].every((name) => name === 'class');
  const standing = isNetworkTopology(before) && forAll ? [[STANDING, '1'] as const] : [];
  return new Map([...standing, ...[...before].filter(([name]) => name !== FACTOR), ...entries]);
}

/** The replication that a keyspace has; `undefined` where it is not written. */
export function replicationBefore(
  options: ReadonlyMap<string, OptionValue> | undefined,
): ReadonlyMap<string, string> | undefined {
  const replication = options?.get('replication');
  if (replication?.kind !== 'map') return undefined;
  return new Map(
    replication.entries.flatMap(({ key, value }) =>
      key.kind === 'literal' && value.kind === 'literal' ? [[key.value, constantText(value)] as const] : [],
    ),
  );
}

export const FACTOR = 'replication_factor';
const STANDING = 'each data center';

const isNetworkTopology = (entries: ReadonlyMap<string, string>): boolean =>
  entries.get('class')?.endsWith('NetworkTopologyStrategy') === true;

function localStrategyProblem(properties: Properties, release: CassandraRelease): Outcome {
  const replication = properties.get('replication');
  const name = replication?.value.kind === 'map' ? replication.value.entries.get('class') : undefined;
  if (
    replication === undefined ||
    name === undefined ||
    !/^(?:org\.apache\.cassandra\.locator\.)?LocalStrategy$/.test(name)
  )
    return undefined;
  const message = 'Unable to use given strategy class: LocalStrategy is reserved for internal use.';
  return refuse(
    'option-value',
    message,
    replication.span,
    ['replication'],
    since(release, '4.0') ? 'invalid' : 'config',
  );
}

function durableWrites(properties: Properties, release: CassandraRelease): Outcome {
  const property = properties.get('durable_writes');
  if (property === undefined) return undefined;
  return durableWritesText(properties) ?? complaintAboutBoolean(property, release);
}

/** 3.11 takes any text that is not true as false. */
function durableWritesText(properties: Properties): Outcome {
  const property = properties.get('durable_writes');
  const text = property === undefined ? undefined : textOf(property);
  return typeof text === 'string' ? undefined : text;
}
