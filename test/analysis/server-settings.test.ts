import { expect, test } from 'vitest';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';

// What lines of cassandra.yaml change in answers, as servers that were started with them said it. `''` is taken.

const SETUP = [
  "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
  'USE k',
  'CREATE TABLE orders (id int PRIMARY KEY, state text, note text)',
];

function answers(release: CassandraRelease, settings: object, statements: readonly string[]): readonly string[] {
  const configuration = new Map<string, unknown>(Object.entries(settings));
  return dryRun([...SETUP, ...statements], release, { configuration })
    .slice(SETUP.length)
    .map((answer) => (answer.ok ? '' : answer.message));
}

const NO_SAI =
  'Storage-attached index does not support the following IPartitioner implementations: ' +
  `[${['OrderPreserving', 'Local', 'ByteOrdered', 'Random'].map((name) => `class org.apache.cassandra.dht.${name}Partitioner`).join(', ')}]`;
const NO_SASI = 'SASI only supports Murmur3Partitioner.';

test.each(['3.11', '4.0', '4.1', '5.0', '6.0'] as const)('tokens are those of the partitioner in %s', (release) => {
  const token = release === '6.0' ? 'token(id)' : 'partition key token';
  const statements = [
    'SELECT * FROM orders WHERE token(id) > 0',
    'SELECT * FROM orders WHERE token(id) > 170141183460469231731687303715884105',
    'SELECT * FROM orders WHERE token(id) > 0x0a',
    'SELECT * FROM orders WHERE token(id) > token(7)',
  ];
  const invalid = (what: string, value: string, type: string): string =>
    `Invalid ${what} constant (${value}) for "${token}" of type ${type}`;
  const under = (partitioner: string): readonly string[] => answers(release, { partitioner }, statements);
  expect(under('org.apache.cassandra.dht.Murmur3Partitioner')).toEqual([
    '',
    "Unable to make long from '170141183460469231731687303715884105'",
    invalid('HEX', '0x0a', 'bigint'),
    '',
  ]);
  expect(under('org.apache.cassandra.dht.RandomPartitioner')).toEqual(['', '', invalid('HEX', '0x0a', 'varint'), '']);
  expect(under('ByteOrderedPartitioner')).toEqual([
    invalid('INTEGER', '0', 'blob'),
    invalid('INTEGER', '170141183460469231731687303715884105', 'blob'),
    '',
    '',
  ]);
});

test('indexes that need the Murmur3 partitioner', () => {
  const statements = [
    "CREATE CUSTOM INDEX ON orders (state) USING 'StorageAttachedIndex'",
    "CREATE INDEX ON orders (state) USING 'sai'",
    "CREATE CUSTOM INDEX ON orders (note) USING 'org.apache.cassandra.index.sasi.SASIIndex'",
    'CREATE INDEX ON orders (state)',
  ];
  const settings = { partitioner: 'org.apache.cassandra.dht.RandomPartitioner', sasi_indexes_enabled: true };
  expect(answers('5.0', settings, statements)).toEqual([NO_SAI, NO_SAI, NO_SASI, '']);
  const sai = { ...settings, default_secondary_index: 'sai' };
  expect(answers('6.0', sai, statements)).toEqual([NO_SAI, NO_SAI, NO_SASI, NO_SAI]);
});

test('comments and labels may be as long as the server says', () => {
  const statements = [
    "COMMENT ON TABLE orders IS 'all that was ever ordered'",
    "SECURITY LABEL ON TABLE orders IS 'for nobody but accounting'",
    "COMMENT ON TABLE orders IS 'orders'",
  ];
  const settings = { max_comment_length: 20, max_security_label_length: '20' };
  expect(answers('6.0', settings, statements)).toEqual([
    'comment length (25) exceeds maximum allowed length (20)',
    'security label length (25) exceeds maximum allowed length (20)',
    '',
  ]);
  expect(answers('6.0', {}, statements)).toEqual(['', '', '']);
});
