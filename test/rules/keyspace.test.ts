import { expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

test('a data center is named as it is written: its case counts', () => {
  const text = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'SearchGraph': '1'};";
  const messages = allFindings(workspaceOf({ 's.cql': text })).map(({ finding }) => finding.message.split(':')[0]);
  expect(messages).toEqual(['One replica in `SearchGraph`']);
});
