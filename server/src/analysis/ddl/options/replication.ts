import { type CassandraRelease, since } from '../../../text/release.ts';
import { mayBeInstalled } from '../../judging/installed.ts';
import type { Context } from '../context.ts';
import { inHashOrder } from '../../java/hash-order.ts';
import { isSwitchedOnByHand } from '../switches.ts';
import type { Complaint } from './compaction.ts';
import { parseInteger } from '../../java/numbers.ts';

type Texts = ReadonlyMap<string, string>;

const PACKAGE = 'org.apache.cassandra.locator.';

/**
 * The replication of a keyspace (`ReplicationParams.fromMap` and `validate`). Names of data centers are the cluster's business:
 * any is taken.
 */
export function complaintAboutReplication(
  entries: Texts,
  keyspace: string,
  altered: boolean,
  context: Context,
): Complaint | undefined {
  const { release, session } = context;
  const name = entries.get('class') ?? '';
  if (name.includes('.') && !name.startsWith(PACKAGE)) {
    if (/^(?:java\.lang|org\.apache\.cassandra\.db\.marshal)\./.test(name)) return noStrategy(name, release);
    return mayBeInstalled(name, session)
      ? undefined
      : { message: `Unable to find replication strategy class '${name}'`, option: 'class' };
  }
  const simple = name.replace(PACKAGE, '');
  if (simple === 'OldNetworkTopologyStrategy' && since(release, '4.0')) {
    const message =
      'The support for the OldNetworkTopologyStrategy has been removed in C* version 4.0. ' +
      'The keyspace strategy should be switch to NetworkTopologyStrategy';
    return { message, option: 'class' };
  }
  const options = new Map(entries);
  options.delete('class');
  switch (simple) {
    case 'SimpleStrategy':
    case 'OldNetworkTopologyStrategy':
      return complaintAboutSimple(simple, options, keyspace, context);
    case 'NetworkTopologyStrategy':
      return complaintAboutNetwork(options, context);
    case 'LocalStrategy':
      return undefined;
    case 'AbstractReplicationStrategy':
      return { message: 'Error constructing replication strategy class', option: 'class' };
    case 'SystemStrategy':
    case 'RemoteStrategy':
      if (!since(release, '6.0')) return missing(simple);
      return simple === 'RemoteStrategy'
        ? complaintAboutOptions(simple, options, [], keyspace, release)
        : { message: 'Error constructing replication strategy class', option: 'class' };
    case 'MetaStrategy':
      // Only that of the cluster's own metadata; those who alter to it the server lets be.
      if (since(release, '6.0'))
        return altered
          ? undefined
          : { message: 'Can not create a keyspace with MetaReplicationStrategy', option: 'class', error: 'invalid' };
      return missing(simple);
    default:
      return missing(simple);
  }
}

const missing = (simple: string): Complaint => ({
  message: `Unable to find replication strategy class '${PACKAGE}${simple}'`,
  option: 'class',
});

/** A class that is there, but is of another kind. */
const noStrategy = (name: string, release: CassandraRelease): Complaint => ({
  message: since(release, '6.0')
    ? `Invalid replication strategy class '${name}': must extend or implement ${PACKAGE}AbstractReplicationStrategy`
    : `Specified replication strategy class (${name}) is not derived from AbstractReplicationStrategy`,
  option: 'class',
});

function complaintAboutSimple(name: string, options: Texts, keyspace: string, context: Context): Complaint | undefined {
  const { release } = context;
  const factor = options.get('replication_factor');
  const missing = { message: 'SimpleStrategy requires a replication_factor strategy option.' };
  const malformed = factor === undefined ? undefined : complaintAboutFactor(factor, context);
  // Since 4.0 the factor is read when the strategy is made, before unknown options are looked for.
  if (since(release, '4.0')) {
    if (factor === undefined && !since(release, '4.1')) return missing;
    if (malformed !== undefined) return { message: malformed, option: 'replication_factor' };
  }
  const unknown = complaintAboutOptions(name, options, ['replication_factor'], keyspace, release);
  if (unknown !== undefined) return unknown;
  if (factor === undefined && !since(release, '4.0')) return missing;
  return malformed === undefined ? undefined : { message: malformed, option: 'replication_factor' };
}

/** `AbstractReplicationStrategy.validateExpectedOptions`. */
function complaintAboutOptions(
  name: string,
  options: Texts,
  known: readonly string[],
  keyspace: string,
  release: CassandraRelease,
): Complaint | undefined {
  const unknown = inHashOrder(options.keys()).find((key) => !known.includes(key));
  if (unknown === undefined) return undefined;
  const expected = since(release, '6.0') ? `. Expected options: [${known.join(', ')}]` : '';
  const message = `Unrecognized strategy option {${unknown}} passed to ${name} for keyspace ${keyspace}${expected}`;
  return { message, option: unknown };
}

function complaintAboutNetwork(options: Texts, context: Context): Complaint | undefined {
  const { release } = context;
  // In small letters it is taken for all data centers before.
  const spelt = [...options.keys()].find((key) => key !== FACTOR && key.toLowerCase() === FACTOR);
  if (spelt !== undefined && since(release, '4.0')) {
    const message =
      'replication_factor should not appear as an option at construction time for NetworkTopologyStrategy';
    return { message, option: spelt };
  }
  if (!since(release, '4.0')) {
    const wrong = [...options.keys()].find((key) => key.toLowerCase() === FACTOR);
    if (wrong !== undefined) {
      return {
        message: 'replication_factor is an option for SimpleStrategy, not NetworkTopologyStrategy',
        option: wrong,
      };
    }
    return complaintOfFirst([...options], (text) =>
      parseInteger(text) === undefined ? `For input string: "${text}"` : complaintAboutFactor(text, context),
    );
  }
  // A factor for all data centers that cannot be read is dropped without a word, as are data centers with 0.
  const factor = options.get(FACTOR);
  const forAll =
    factor !== undefined && complaintAboutFactor(factor, context) === undefined && parseInteger(factor) !== 0;
  const each = [...options].filter(([name, text]) => name !== FACTOR && text !== '0');
  const byDefault = options.size === 0 && since(release, '4.1');
  if (each.length === 0 && !forAll && !byDefault) {
    return { message: 'Configuration for at least one datacenter must be present' };
  }
  return complaintOfFirst(each, (text) => complaintAboutFactor(text, context));
}

function complaintOfFirst(
  options: readonly (readonly [name: string, text: string])[],
  check: (text: string) => string | undefined,
): Complaint | undefined {
  for (const [option, text] of options) {
    const message = check(text);
    if (message !== undefined) return { message, option };
  }
  return undefined;
}

const FACTOR = 'replication_factor';

/** `3`, or `3/1` where transient replication is on (`ReplicationFactor.fromString`). */
function complaintAboutFactor(text: string, { release, session }: Context): string | undefined {
  if (!since(release, '4.0')) {
    const value = parseInteger(text);
    if (value === undefined) return `Replication factor must be numeric; found ${text}`;
    return value < 0 ? `Replication factor must be non-negative; found ${text}` : undefined;
  }
  // Java leaves out empty parts at the end.
  const parts = text.includes('/') ? text.replace(/\/+$/, '').split('/') : [text];
  if (text.includes('/') && parts.length !== 2)
    return 'Replication factor format is <replicas> or <replicas>/<transient>';
  const [all, written] = parts.map(parseInteger);
  const transient = parts.length > 1 ? written : 0;
  if (all === undefined || transient === undefined) {
    const wrong = parts.find((part) => parseInteger(part) === undefined) ?? '';
    return `For input string: "${wrong}"`;
  }
  if (transient !== 0 && !isSwitchedOnByHand(session, 'transient_replication_enabled', 'enable_transient_replication'))
    return 'Transient replication is not enabled on this node';
  if (all < 0) return `Replication factor must be non-negative, found ${all}`;
  if (transient !== 0 && transient >= all) {
    return `Transient replicas must be zero, or less than total replication factor. For ${all}/${transient}`;
  }
  return transient < 0 ? `Amount of transient nodes should be strictly positive, but was: '${transient}'` : undefined;
}
