import { expect, test } from 'vitest';
import { parseTarget } from '../../server/src/text/release.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';

function messageOf(text: string, target = '5.0'): string | undefined {
  const workspace = new Workspace();
  if (target !== 'none') workspace.configure({ ...workspace.configuration, target: parseTarget(target)! });
  workspace.set('a.cql', text, { path: 'a.cql', contributes: true });
  return workspace.findings('a.cql').find(({ finding }) => finding.code === 'refused')?.finding.message;
}

test('a refusal without a sentence of its own names the releases that take the statement', () => {
  const table = 'CREATE TABLE k.t (a int PRIMARY KEY) WITH compaction';
  expect(messageOf(`${table} = {'class': 'DateTieredCompactionStrategy'};`)).toBe(
    'Cassandra 5.0 refuses this statement; 3.11 to 4.1 take it.',
  );
  expect(messageOf(`${table} = {'class': 'NoSuchStrategy'};`)).toMatch(
    /^`NoSuchStrategy` is no compaction strategy; there are /,
  );
});

test('an option that later releases take is no slip of the pen', () => {
  expect(messageOf("CREATE TABLE k.t (a int PRIMARY KEY) WITH additional_write_policy = '99p';", '3.11')).toBe(
    'Cassandra 3.11 refuses this statement; 4.0 to 6.0 take it.',
  );
});

test('what DESCRIBE of an older release wrote names that release, where the project names none', () => {
  const some = 'dclocal_read_repair_chance = 0.1 AND read_repair_chance = 0.0';
  const all = `${some} AND crc_check_chance = 1.0 AND memtable_flush_period_in_ms = 0 AND min_index_interval = 128`;
  const table = (options: string): string => `CREATE TABLE k.t (a int PRIMARY KEY) WITH ${options};`;
  expect(messageOf(table(some), 'none')).toBe('Read repair by chance is gone since 4.0.');
  expect(messageOf(table(all), 'none')).toContain(
    'gone since 4.0. DESCRIBE of Cassandra 3.x, or of ScyllaDB, wrote this',
  );
  expect(messageOf(table(all), '4.1')).toBe('Read repair by chance is gone since 4.0.');
});

test('a class of another dialect is named as such', () => {
  expect(messageOf("CREATE KEYSPACE k WITH replication = {'class': 'SingleRegionStrategy'};")).toBe(
    "`SingleRegionStrategy` is Amazon Keyspaces'; Cassandra does not have it.",
  );
});

test('what the target cannot read is one finding', () => {
  const text =
    "CREATE TABLE k.t (a int PRIMARY KEY) WITH custom_properties = {'a': {'b': 'c'}} AND comment = {'x': 'y'};";
  expect(messageOf(text)).toBeUndefined();
});

test('caching of ScyllaDB is named as such', () => {
  expect(messageOf("CREATE TABLE k.t (a int PRIMARY KEY) WITH caching = {'enabled': 'true'};")).toBe(
    "Caching that is `enabled` or not is ScyllaDB's; Cassandra caches `keys` and `rows_per_partition`.",
  );
});

test('change data capture of ScyllaDB is named as such', () => {
  expect(messageOf("CREATE TABLE k.t (a int PRIMARY KEY) WITH cdc = {'enabled': true};")).toBe(
    "A map of settings is ScyllaDB's `cdc`; Cassandra's is true or false.",
  );
});

test('the analyzer of an index of DataStax is named as such', () => {
  const index = "CREATE CUSTOM INDEX ON k.t (b) USING 'StorageAttachedIndex' WITH OPTIONS";
  expect(messageOf(`CREATE TABLE k.t (a int PRIMARY KEY, b text);\n${index} = {'index_analyzer': 'STANDARD'};`)).toBe(
    "`index_analyzer` is DataStax Enterprise's and Astra's; Cassandra does not have it.",
  );
});
