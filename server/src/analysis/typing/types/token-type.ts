import { marshalClass } from '../../../catalog/marshal.ts';
import type { CqlType, Table } from '../../../catalog/model.ts';
import { partitionerOf } from '../../judging/settings.ts';
import type { Session } from '../../judging/verdict-model.ts';

/** What the tokens of a table are (`IPartitioner.getTokenValidator`): only a few of the server's own have no ring. */
export const tokenTypeOf = (table: Table, { configuration }: Session): CqlType =>
  (table.system ? localTokens(table) : undefined) ?? {
    kind: 'native',
    name: TOKENS.get(partitionerOf(configuration)) ?? 'bigint',
  };

/** Of partitioners other than Murmur3. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ['RandomPartitioner', 'varint'],
  ['ByteOrderedPartitioner', 'blob'],
  ['OrderPreservingPartitioner', 'text'],
]);

/** With a `LocalPartitioner` the token of a key is the key: one column, or a composite of several. */
function localTokens({ keyspace, name, kind, partitionKey }: Table): CqlType | undefined {
  const special = OTHER_TOKENS.get(`${keyspace}.${name}`);
  if (special !== undefined) return { kind: 'native', name: special };
  const [column, ...more] = partitionKey;
  if (kind !== 'virtual' || column === undefined) return undefined;
  if (more.length === 0) return column.type;
  const classes = partitionKey.map(({ type }) => (type.kind === 'native' ? marshalClass(type.name) : undefined));
  return { kind: 'custom', className: `${PACKAGE}CompositeType(${classes.map((each) => PACKAGE + each).join(',')})` };
}

const PACKAGE = 'org.apache.cassandra.db.marshal.';

/** Tables whose partitioner is made for another type than their key's. */
const OTHER_TOKENS: ReadonlyMap<string, string> = new Map([
  ['system.batches', 'timeuuid'],
  ['system_views.cluster_metadata_directory', 'bigint'],
  ['system_views.local', 'inet'],
  ['system_views.permissions_cache_keys', 'text'],
  ['system_views.repair_participates', 'uuid'],
  ['system_views.repair_sessions', 'uuid'],
  ['system_views.repairs', 'uuid'],
  ['system_views.streaming', 'bigint'],
]);
