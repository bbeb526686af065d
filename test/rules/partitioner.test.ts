import { expect, test } from 'vitest';
import { Workspace } from '../../server/src/workspace/workspace.ts';

const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};";

function toldWith(partitioner: string | undefined, text = KEYSPACE): readonly string[] {
  const workspace = new Workspace();
  const settings = partitioner === undefined ? [] : [['partitioner', partitioner] as const];
  workspace.configure(workspace.configuration, new Map(settings));
  workspace.set('a.cql', text, { path: 'a.cql', contributes: true });
  return workspace.findings('a.cql').map(({ finding }) => `${finding.code}: ${finding.message.split(' ')[0]}`);
}

test('a partitioner that keeps keys in their order is told where keyspaces are made', () => {
  expect(toldWith('org.apache.cassandra.dht.ByteOrderedPartitioner')).toEqual(['keyspace: ByteOrderedPartitioner']);
  expect(toldWith('OrderPreservingPartitioner')).toEqual(['keyspace: OrderPreservingPartitioner']);
});

test('one that hashes them is not, nor a keyspace for tests', () => {
  for (const partitioner of [undefined, 'org.apache.cassandra.dht.Murmur3Partitioner', 'RandomPartitioner'])
    expect(toldWith(partitioner)).toEqual([]);
  expect(toldWith('ByteOrderedPartitioner', KEYSPACE.replace('shop', 'shop_test'))).toEqual([]);
});
