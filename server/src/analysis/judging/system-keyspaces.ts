import { type CassandraRelease, since } from '../../text/release.ts';

/** Whether only the server itself may change a keyspace's schema. */
export function isLocalSystemKeyspace(keyspace: string, release: CassandraRelease): boolean {
  const name = keyspace.toLowerCase();
  if (LOCAL.includes(name)) return true;
  return (since(release, '4.0') && VIRTUAL.includes(name)) || (since(release, '6.0') && name === 'system_accord');
}

/** Whether a keyspace is there without anyone having made it. */
export const isSystemKeyspace = (keyspace: string, release: CassandraRelease): boolean =>
  isLocalSystemKeyspace(keyspace, release) || isReplicatedSystemKeyspace(keyspace);

export const isReplicatedSystemKeyspace = (keyspace: string): boolean => REPLICATED.includes(keyspace.toLowerCase());

export const isVirtualKeyspace = (keyspace: string): boolean => VIRTUAL.includes(keyspace.toLowerCase());

const LOCAL = ['system', 'system_schema'];
const REPLICATED = ['system_auth', 'system_distributed', 'system_traces'];
const VIRTUAL = ['system_views', 'system_virtual_schema'];
