import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../server/src/text/release.ts';
import { completionsAt } from '../../server/src/service/completion/index.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';
import { labelsAt, offeredAt } from './completing.ts';

const FILES = {
  'schema.cql': `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
    CREATE TYPE shop.addr (street text, zip int);
    CREATE TABLE shop.users (
      user_name text PRIMARY KEY, email text, age int, tags set<text>, props map<text, int>, home frozen<addr>, seen timestamp
    );
    CREATE TABLE shop.orders (
      user_name text, day date, oid timeuuid, total decimal, note text static, PRIMARY KEY ((user_name, day), oid)
    ) WITH CLUSTERING ORDER BY (oid DESC);
    CREATE TABLE shop.hits (page text PRIMARY KEY, n counter);
    CREATE INDEX users_email ON shop.users (email);
    CREATE FUNCTION shop.twice (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x * 2;';
    CREATE MATERIALIZED VIEW shop.users_by_age AS SELECT * FROM shop.users
      WHERE age IS NOT NULL AND user_name IS NOT NULL PRIMARY KEY (age, user_name);
    CREATE ROLE writer;`,
};

const at = (marked: string): readonly string[] => labelsAt(marked, FILES);

describe('first of all', () => {
  test.each([
    ['all columns, then each', 'SELECT | FROM shop.users', ['*', 'user_name', 'email', 'age']],
    ['columns that are not selected yet', 'SELECT email, | FROM shop.users', ['user_name', 'age', 'tags']],
    ['the partition key', 'SELECT * FROM shop.orders WHERE |', ['user_name', 'day', 'oid', 'total']],
    ['what is left of it', 'SELECT * FROM shop.orders WHERE user_name = ? AND |', ['day', 'oid', 'total']],
    ['then the clustering columns', "SELECT * FROM shop.orders WHERE user_name = 'a' AND day IN (?) AND |", ['oid']],
    [
      'a clustering column again, for its other bound',
      'SELECT * FROM shop.orders WHERE user_name = ? AND day = ? AND oid > ? AND |',
      ['oid'],
    ],
    ['what has an index', 'SELECT * FROM shop.users WHERE user_name = ? AND |', ['email']],
    ['only keys, in an UPDATE', "UPDATE shop.orders SET total = 1 WHERE user_name = 'a' AND |", ['day', 'oid']],
    ['the key within token', 'SELECT * FROM shop.orders WHERE token(user_name, |', ['day']],
    ['its first column only, as it stands first', 'SELECT * FROM shop.orders WHERE token(|', ['user_name']],
    ['equality of a partition key', 'SELECT * FROM shop.orders WHERE user_name |', ['=', 'IN']],
    [
      'equality and ranges of a clustering column',
      'SELECT * FROM shop.orders WHERE oid |',
      ['=', '>=', '>', '<=', '<', 'IN'],
    ],
    ['what a collection contains', 'SELECT * FROM shop.users WHERE props |', ['CONTAINS', 'CONTAINS KEY']],
    ['clustering columns to order by', 'SELECT * FROM shop.orders WHERE user_name = ? AND day = ? ORDER BY |', ['oid']],
    [
      'a whole row to insert',
      'INSERT INTO shop.orders |',
      ['(user_name, day, oid, total, note)', '(user_name, day, oid)'],
    ],
    ['the key to insert', 'INSERT INTO shop.orders (|', ['user_name', 'day', 'oid', 'total', 'note']],
    ['columns missing in an INSERT', 'INSERT INTO shop.orders (user_name, oid, |', ['day', 'total', 'note']],
    ['no key to set', 'UPDATE shop.orders SET |', ['total', 'note']],
    ['nothing that is set already', 'UPDATE shop.orders SET total = 1, |', ['note']],
    ['no key to delete', 'DELETE | FROM shop.orders', ['total', 'note', 'FROM']],
    ['no key for a condition', "UPDATE shop.users SET age = 1 WHERE user_name = 'a' IF |", ['EXISTS', 'email', 'age']],
    ['whether there is a row', "DELETE FROM shop.users WHERE user_name = 'a' IF E|", ['EXISTS', 'email']],
    [
      'columns of further conditions',
      "UPDATE shop.users SET age = 1 WHERE user_name = 'a' IF age = 2 AND |",
      ['email'],
    ],
    ['fields of a value', 'SELECT home.| FROM shop.users', ['street', 'zip']],
    ['fields of a literal', 'INSERT INTO shop.users (user_name, home) VALUES (?, {|', ['street', 'zip']],
    [
      'fields that are missing in a literal',
      'INSERT INTO shop.users (user_name, home) VALUES (?, {street: ?, |',
      ['zip'],
    ],
    ['columns of the table that is made, for its key', 'CREATE TABLE shop.x (a int, b text, PRIMARY KEY (a, |', ['b']],
    [
      'clustering columns of the table that is made',
      'CREATE TABLE shop.x (a int, b int, c int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (|',
      ['b'],
    ],
    ['no key to drop', 'ALTER TABLE shop.orders DROP |', ['total', 'note']],
    ['only keys to rename', 'ALTER TABLE shop.orders RENAME |', ['user_name', 'day', 'oid']],
    ['what has no index yet', 'CREATE INDEX ON shop.users (|', ['age', 'tags', 'props', 'home', 'seen']],
    ['tables of a keyspace', 'SELECT * FROM shop.|', ['users', 'orders', 'hits', 'users_by_age']],
    ['tables that one may write', 'UPDATE shop.|', ['users', 'orders', 'hits']],
    ['tables of all keyspaces, once a name is begun', 'SELECT * FROM ord|', ['shop.orders']],
    ['tables with their keyspace where none is in force', 'INSERT INTO |', ['shop.users', 'shop.orders', 'shop']],
    [
      'tables of the keyspace in force',
      'USE shop; SELECT * FROM |',
      ['users', 'orders', 'hits', 'users_by_age', 'shop', 'system'],
    ],
    ['views', 'DROP MATERIALIZED VIEW shop.|', ['users_by_age']],
    ['indexes', 'DROP INDEX shop.|', ['users_email']],
    ['the user’s own functions', 'DROP FUNCTION shop.|', ['twice']],
    ['roles', 'GRANT SELECT ON shop.users TO |', ['writer', 'cassandra']],
    ['the user’s own keyspaces', 'USE |', ['shop', 'system']],
    [
      'a keyspace whose name is begun, where it is dropped',
      "CREATE KEYSPACE cart WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nDROP KEYSPACE c|",
      ['cart'],
    ],
    ['a keyspace whose name is begun before tables', 'USE s|; CREATE TABLE t (a int PRIMARY KEY);', ['shop']],
    ['consistency levels', 'CONSISTENCY |', ['LOCAL_QUORUM', 'QUORUM', 'LOCAL_ONE', 'ONE']],
    [
      'compaction first',
      'CREATE TABLE shop.x (a int PRIMARY KEY) WITH |',
      ['compaction', 'default_time_to_live', 'gc_grace_seconds'],
    ],
    [
      'options that are not given yet',
      'CREATE TABLE shop.x (a int PRIMARY KEY) WITH compaction = {} AND |',
      ['default_time_to_live'],
    ],
    ['options of a keyspace', 'CREATE KEYSPACE k WITH |', ['replication', 'durable_writes']],
    [
      'classes of a map',
      "CREATE KEYSPACE k WITH replication = {'class': |",
      ["'NetworkTopologyStrategy'", "'SimpleStrategy'"],
    ],
    [
      'classes within quotes',
      "CREATE KEYSPACE k WITH replication = {'class': '|'}",
      ['NetworkTopologyStrategy', 'SimpleStrategy'],
    ],
    [
      'entries of a class',
      "ALTER TABLE shop.users WITH compaction = {'class': 'LeveledCompactionStrategy', |",
      ["'sstable_size_in_mb'", "'fanout_size'"],
    ],
    [
      'entries of a class, within quotes',
      "ALTER TABLE shop.users WITH compaction = {'class': 'LeveledCompactionStrategy', 'f|'}",
      ['fanout_size'],
    ],
    [
      'values of an entry',
      "ALTER TABLE shop.users WITH compaction = {'compaction_window_unit': |",
      ["'DAYS'", "'MINUTES'", "'HOURS'"],
    ],
    [
      'words among values that are also measures',
      "ALTER TABLE shop.users WITH speculative_retry = '|'",
      ['99p', 'ALWAYS', 'NONE'],
    ],
    ['classes of indexes', 'CREATE INDEX ON shop.users (age) USING |', ["'sai'", "'legacy_local_table'"]],
    ['a bind marker for JSON', 'INSERT INTO shop.users JSON |', ['?']],
    ['a number of rows by a bind marker', 'SELECT * FROM shop.users LIMIT |', ['?']],
  ])('%s: %s', (_, marked, first) => {
    expect(at(marked).slice(0, first.length)).toEqual(first);
  });
});

describe('values are those of the column', () => {
  const values = (marked: string): readonly string[] => at(marked);
  test.each([
    [
      'uuid',
      'CREATE TABLE shop.visits (id uuid PRIMARY KEY);\nINSERT INTO shop.visits (id) VALUES (|',
      ['?', 'uuid()', 'now()'],
      ['min_timeuuid', 'TRUE'],
    ],
    ['timeuuid', 'SELECT * FROM shop.orders WHERE oid = |', ['?', 'now()'], ['uuid()', 'TRUE', 'NULL']],
    ['text', 'SELECT * FROM shop.orders WHERE user_name = |', ['?', "'text'"], ['now()', 'TRUE']],
    ['timestamp', 'UPDATE shop.users SET seen = |', ['?', 'NULL', 'current_timestamp()'], ['now()', 'uuid()']],
    [
      'int, a function of the user’s too',
      'INSERT INTO shop.users (user_name, age) VALUES (?, |',
      ['?', 'NULL'],
      ['TRUE'],
    ],
    ['the elements of a set', 'UPDATE shop.users SET tags = {|', ["'text'"], ['?', '{…}']],
    ['a set, or itself and more', 'UPDATE shop.users SET tags = |', ['?', '{…}', 'tags'], ['email']],
    ['a counter', 'UPDATE shop.hits SET n = |', ['n'], ['page']],
    ['keys of a map', 'UPDATE shop.users SET props[|', ['?', "'text'"], []],
    ['the other end of a slice', 'SELECT props[?..|] FROM shop.users', ['?', "'text'"], ['TRUE']],
    ['values of a map', 'UPDATE shop.users SET props[?] = |', ['?'], ["'text'"]],
    ['what a list of IN has', 'SELECT * FROM shop.orders WHERE day IN (|', ['?', "'2026-01-31'"], []],
    ['a field', 'INSERT INTO shop.users (user_name, home) VALUES (?, {street: |', ['?', "'text'"], []],
    ['a tuple', 'SELECT * FROM shop.orders WHERE (oid) > (|', ['?', 'now()'], ["'text'"]],
  ])('%s', (_, marked, wanted, unwanted) => {
    const labels = values(marked);
    expect(labels).toEqual(expect.arrayContaining([...wanted]));
    for (const label of unwanted) expect(labels).not.toContain(label);
    expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(labels.length);
  });
});

describe('nothing of another release', () => {
  const of = (target: '3.11' | '4.0' | '5.0' | '6.0', marked: string): readonly string[] =>
    labelsAt(marked, FILES, { target: { kind: 'cassandra', release: target } });
  test.each([
    ['BETWEEN', 'SELECT * FROM shop.orders WHERE user_name = ? AND day = ? AND oid |', '5.0', '6.0'],
    ['COMMENT ON', '|', '5.0', '6.0'],
    ['SECURITY LABEL', '|', '5.0', '6.0'],
    ['GENERATED ROLE', 'CREATE |', '5.0', '6.0'],
    ['TRANSACTION', 'BEGIN |', '5.0', '6.0'],
    ['vector<float, n>', 'CREATE TABLE shop.x (a |', '4.0', '5.0'],
    ['map_keys', 'SELECT | FROM shop.users', '4.0', '5.0'],
    ['read_repair', 'ALTER TABLE shop.users WITH |', '3.11', '4.0'],
    ['MASKED WITH', 'CREATE TABLE shop.x (a int |', '4.0', '5.0'],
    ["'sai'", 'CREATE INDEX ON shop.users (age) USING |', '4.0', '5.0'],
  ] as const)('%s', (label, marked, before, since) => {
    expect(of(before, marked)).not.toContain(label);
    expect(of(since, marked)).toContain(label);
  });

  test.each([
    ['scylla', 'UPDATE shop.users USING |', 'TIMEOUT'],
    ['scylla', 'DROP |', 'SERVICE_LEVEL'],
    ['dse', 'CREATE AGGREGATE shop.total (int) SFUNC twice STYPE int |', 'DETERMINISTIC'],
    ['scylla', 'SELECT * FROM shop.users LIMIT 5 |', 'BYPASS CACHE'],
    ['dse', 'CREATE CUSTOM INDEX ON shop.users (age) USING |', "'StorageAttachedIndex'"],
    ['dse', 'CREATE |', 'SEARCH INDEX'],
  ] as const)('what %s alone has: %s', (dialect, marked, label) => {
    const other = dialect === 'dse' ? 'scylla' : 'dse';
    expect(labelsAt(marked, FILES, { target: { kind: 'dialect', dialect } })).toContain(label);
    expect(labelsAt(marked, FILES, { target: { kind: 'dialect', dialect: other } })).not.toContain(label);
    if (!label.includes('Attached')) expect(of('6.0', marked)).not.toContain(label);
  });

  const TABLE = 'CREATE TABLE shop.x (a int PRIMARY KEY) WITH ';
  test.each<[dialect: Dialect, marked: string, has: readonly string[], lacks: readonly string[]]>([
    ['scylla', `${TABLE}|`, ['cdc', 'tombstone_gc', 'gc_grace_seconds'], ['memtable', 'synchronous_updates']],
    ['scylla', `${TABLE}compaction = {'class': '|'}`, ['IncrementalCompactionStrategy'], ['UnifiedCompactionStrategy']],
    ['scylla', `${TABLE}tombstone_gc = {'mode': '|'}`, ['repair', 'immediate'], []],
    ['scylla', `${TABLE}caching = {'|'}`, ['keys', 'enabled'], []],
    ['scylla', `${TABLE}compression = {'|'}`, ['sstable_compression', 'chunk_length_in_kb'], ['class', 'enabled']],
    ['scylla', `${TABLE}compression = {'sstable_compression': '|'}`, ['LZ4Compressor'], []],
    ['scylla', "CREATE INDEX ON shop.users (email) USING '|'", ['vector_index'], ['sai', 'StorageAttachedIndex']],
    ['scylla', 'ALTER MATERIALIZED VIEW shop.v WITH |', ['synchronous_updates'], ['default_time_to_live']],
    ['scylla', 'ALTER KEYSPACE shop WITH |', ['replication', 'tablets'], []],
    ['scylla', 'SELECT m| FROM shop.users', ['max', 'min'], ['mask_default', 'mask_inner', 'map_keys']],
    ['scylla', 'SELECT t| FROM shop.users', ['toTimestamp', 'toDate'], ['to_timestamp', 'to_date']],
    ['scylla', 'SELECT s| FROM shop.users', ['sum'], ['similarity_cosine']],
    ['astra', 'SELECT s| FROM shop.users', ['sum', 'similarity_cosine'], []],
    ['dse', `${TABLE}|`, ['nodesync', 'compaction'], ['tombstone_gc']],
    ['astra', `${TABLE}|`, ['default_time_to_live'], ['compaction', 'gc_grace_seconds']],
    ['astra', 'CREATE |', ['TABLE', 'INDEX'], ['FUNCTION', 'OR REPLACE', 'MATERIALIZED VIEW']],
    ['keyspaces', `${TABLE}|`, ['default_time_to_live', 'custom_properties', 'tags'], ['compaction']],
    ['keyspaces', "CREATE KEYSPACE s WITH replication = {'class': '|'}", ['SingleRegionStrategy'], ['SimpleStrategy']],
    ['keyspaces', 'CREATE KEYSPACE s WITH replication = |', ["{'class': 'SingleRegionStrategy'}"], []],
    ['keyspaces', 'CREATE |', ['TABLE', 'KEYSPACE', 'TYPE'], ['INDEX', 'CUSTOM INDEX', 'ROLE', 'TRIGGER']],
    ['keyspaces', '|', ['CREATE', 'SELECT', 'CREATE TABLE …'], ['GRANT', 'TRUNCATE', 'CREATE INDEX …']],
    ['keyspaces', 'SELECT age FROM shop.users |', ['LIMIT', 'WHERE'], ['GROUP BY', 'PER PARTITION LIMIT']],
  ])('what %s heeds, and no more: %s', (dialect, marked, has, lacks) => {
    const labels = labelsAt(marked, FILES, { target: { kind: 'dialect', dialect } });
    expect(labels).toEqual(expect.arrayContaining([...has]));
    for (const label of lacks) expect(labels).not.toContain(label);
  });

  test('other servers are offered what the release has that they are likest', () => {
    const labels = labelsAt('|', FILES, { target: { kind: 'dialect', dialect: 'scylla' } });
    for (const label of ['COMMENT ON', 'SECURITY LABEL']) expect(labels).not.toContain(label);
  });

  test.each([
    ['dse', '|', ['RESTRICT', 'REBUILD SEARCH INDEX', 'COMMIT SEARCH INDEX']],
    ['dse', 'ALTER SEARCH INDEX |', ['SCHEMA', 'ON']],
    ['dse', 'REBUILD SEARCH INDEX ON |', ['shop.users', 'shop']],
    ['dse', 'RESTRICT |', ['ROWS ON', 'SELECT', 'MODIFY']],
    ['dse', 'RESTRICT ROWS ON shop.users |', ['USING']],
    ['dse', "GRANT SELECT ON 'berlin' |", ['ROWS IN']],
    ['dse', "REVOKE SELECT ON 'berlin' ROWS IN |", ['shop.users', 'shop']],
    ['dse', 'ALTER SEARCH INDEX SCHEMA ON shop.users |', ['ADD', 'SET', 'DROP']],
    ['dse', 'CREATE SEARCH INDEX ON shop.users |', ['WITH']],
    ['dse', 'REBUILD SEARCH INDEX ON shop.users W|;', ['WITH']],
    ['scylla', '|', ['PRUNE MATERIALIZED VIEW', 'ATTACH', 'DETACH']],
    ['scylla', 'PRUNE MATERIALIZED VIEW shop.|', ['users_by_age']],
    ['scylla', 'ATTACH SERVICE LEVEL slow TO |', ['cassandra']],
    ['scylla', 'LIST |', ['EFFECTIVE', 'SERVICE']],
  ] as const)('statements of %s: %s', (dialect, marked, wanted) => {
    const labels = labelsAt(marked, FILES, { target: { kind: 'dialect', dialect } });
    expect(labels).toEqual(expect.arrayContaining([...wanted]));
    expect(labels).not.toContain('system');
  });

  test('which Cassandra does not have', () => {
    const places = ['|', 'LIST |', 'R|', 'CREATE |', 'ALTER |', "GRANT SELECT ON 'berlin' |"];
    const words = places.flatMap((marked) => labelsAt(marked, FILES));
    for (const word of [
      'ROWS IN',
      'RESTRICT',
      'PRUNE',
      'ATTACH',
      'EFFECTIVE',
      'SERVICE',
      'SEARCH INDEX',
      'REBUILD SEARCH INDEX',
    ])
      expect(words).not.toContain(word);
  });

  test('nor of an older one', () => {
    const marked = 'CREATE TABLE shop.x (a int PRIMARY KEY) WITH |';
    expect(of('3.11', marked)).toEqual(expect.arrayContaining(['COMPACT STORAGE', 'read_repair_chance']));
    for (const label of ['COMPACT STORAGE', 'read_repair_chance']) expect(of('5.0', marked)).not.toContain(label);
  });
});

describe('buckets', () => {
  const schema = `CREATE KEYSPACE iot WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
    -- @bucket day = day(at)
    CREATE TABLE iot.readings (sensor uuid, day date, at timestamp, v int, PRIMARY KEY ((sensor, day), at));
    -- @bucket shard = hash(id, 4)
    CREATE TABLE iot.events (shard int, id uuid, PRIMARY KEY (shard, id));`;

  test('of the window that is asked for', () => {
    const marked = `SELECT v FROM iot.readings WHERE sensor = ? AND day IN (|) AND at >= '2016-10-04 09:00:00Z' AND at < '2016-10-05 12:00:00Z'`;
    expect(labelsAt(marked, { 'schema.cql': schema }).slice(0, 3)).toEqual(['?', "'2016-10-04'", "'2016-10-05'"]);
  });

  test('that other queries name', () => {
    const other = "SELECT v FROM iot.readings WHERE sensor = ? AND day = '2016-10-04';";
    const marked = 'SELECT v FROM iot.readings WHERE sensor = ? AND day = |';
    expect(labelsAt(marked, { 'schema.cql': schema, 'other.cql': other })).toContain("'2016-10-04'");
  });
});

test('brackets that are compared hold columns of the key in its order, without a gap', () => {
  const events = {
    'schema.cql': 'CREATE TABLE events (a int, b int, c int, d int, v int, PRIMARY KEY ((a, b), c, d));',
  };
  const inBrackets = (begun: string): readonly string[] => labelsAt(`SELECT v FROM events WHERE ${begun}|`, events);
  expect(inBrackets('a = ? AND b = ? AND (')).toEqual(['c', 'd']);
  expect(inBrackets('a = ? AND b = ? AND (c, ')).toEqual(['d']);
  expect(inBrackets('a = ? AND b = ? AND (d, ')).toEqual([]);
  expect(inBrackets('(a, ')).toEqual([]);
  expect(inBrackets('token(')).toEqual(['a']);
  expect(inBrackets('token(a, ')).toEqual(['b']);
  expect(inBrackets('token(b, ')).toEqual([]);
});

test.each(['${keyspace}', '<KEYSPACE>', '{{ keyspace }}', '@KEYSPACE@', '$KS', '%s'])(
  'a keyspace whose name %s is filled in later is written as it stands',
  (keyspace) => {
    const files = { 'schema.cql': `CREATE TABLE ${keyspace}.visits (id int PRIMARY KEY);` };
    expect(labelsAt('SELECT * FROM |', files)[0]).toBe(`${keyspace}.visits`);
    expect(labelsAt(`SELECT * FROM ${keyspace}.|`, files)).toEqual(['visits']);
    expect(labelsAt(`INSERT INTO ${keyspace}.vi|`, files)).toEqual(['visits']);
  },
);

test('files that SOURCE may run, the nearest first', () => {
  const files = { 'db/views.cql': 'USE shop;', 'tables.cql': 'USE shop;', 'a.cql': 'USE shop;' };
  expect(labelsAt("SOURCE '|'", files)).toEqual(['a.cql', 'tables.cql', 'db/views.cql']);
  expect(labelsAt("source 'db/v|ie.cql';", files)).toEqual(['db/views.cql']);
  expect(labelsAt("SELECT '|'", files)).toEqual([]);
});

test('rules that a comment may ignore, first what its statement is told', () => {
  const query = "SELECT email FROM shop.users WHERE user_name > 'a';";
  const [first, ...others] = at(`-- cql-analyzer: ignore |\n${query}`);
  expect(first).toBe('partition-key-inequality');
  expect(others).toContain('allow-filtering');
  expect(at(`${query} -- cql-analyzer: ignore |`)[0]).toBe(first);
  expect(at(`SELECT 1; -- cql-analyzer: ignore |\n${query}`)[0]).not.toBe(first);
  expect(at(`/* cql-analyzer: ignore ${first}, al| */ ${query}`)).not.toContain(first);
  expect(at(`-- ignore |\n${query}`)).toEqual([]);
  expect(at(`-- cql-analyzer: |\n${query}`)).toEqual(['ignore']);
  expect(at(`-- cql-analyzer:ig|\n${query}`)).toEqual(['ignore']);
  expect(at(`-- cql-analyzer: ignore|\n${query}`)).toEqual([]);
});

test('functions have their old names for who begins to write one', () => {
  expect(at('SELECT to| FROM shop.users')).toEqual(expect.arrayContaining(['to_date', 'to_timestamp']));
  expect(at('SELECT toT| FROM shop.users')).toEqual(['toTimestamp']);
  // The names that the file has for them.
  const before = 'SELECT toDate(seen) FROM shop.users;\n';
  expect(at(`${before}SELECT to| FROM shop.users`)).toEqual(expect.arrayContaining(['toDate', 'toTimestamp']));
  expect(at(`${before}SELECT to| FROM shop.users`)).not.toContain('to_date');
  expect(at(`${before}SELECT to_t| FROM shop.users`)).toEqual(['to_timestamp']);
  expect(at(`${before}SELECT to_date(seen), to| FROM shop.users`)).toContain('to_timestamp');
});

test('of tables those first that have what is selected', () => {
  const schema =
    'CREATE TABLE k.a (id int PRIMARY KEY, x int);\nCREATE TABLE k.b (id int PRIMARY KEY, y int, z map<int, int>);';
  for (const marked of ['SELECT id, y FROM k.|', 'select max(y) from k.|', 'DELETE z[1] FROM k.|'])
    expect(labelsAt(marked, { 'k.cql': schema })).toEqual(['b', 'a']);
  for (const marked of ['SELECT * FROM k.|', 'SELECT x FROM k.|', 'DELETE FROM k.|'])
    expect(labelsAt(marked, { 'k.cql': schema })).toEqual(['a', 'b']);
});

test('of a view those columns last that are restricted already', () => {
  const view = 'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users WHERE';
  const labels = at(`${view} age IS NOT NULL AND |`);
  expect(labels.indexOf('age')).toBeGreaterThan(labels.indexOf('email'));
  expect(at(`${view} |`).indexOf('age')).toBeLessThan(labels.indexOf('age'));
});

test('before FROM is written, the columns of tables that the file names', () => {
  expect(at('SELECT email FROM shop.users;\nSELECT e|')).toContain('email');
  expect(at('SELECT user_name, email, writetime(|')).toEqual(expect.arrayContaining(['email', 'age']));
  expect(at('SELECT user_name, email, writetime(|')).not.toContain('user_name');
});

test('before FROM is written, the fields of a column of such a table', () => {
  expect(at('SELECT home.street, home.|')).toEqual(['street', 'zip']);
  expect(at('DELETE home.|')).toEqual([]);
  expect(at('SELECT home.| FROM shop.nowhere')).toEqual(at('SELECT home.|'));
});

describe('a placeholder for a keyspace is completed', () => {
  const files = {
    'a.cql': 'CREATE TABLE %KS%.x (a int PRIMARY KEY);',
    'b.cql': 'CREATE TABLE ${ks}.y (a int PRIMARY KEY);',
    'c.cql': 'CREATE TABLE {{ ks }}.z (a int PRIMARY KEY);',
    'd.cql': 'CREATE KEYSPACE :ks WITH durable_writes = true;',
    'e.cql': 'CREATE TABLE $ENV_ks.w (a int PRIMARY KEY);',
  };
  test.each([
    ['SELECT * FROM %|', ['%KS%'], ''],
    ['SELECT * FROM %K|.x', ['%KS%'], '.x'],
    ['INSERT INTO ${|} (a) VALUES (1);', ['${ks}'], ' (a) VALUES (1);'],
    ['DROP TABLE {{|}}', ['{{ ks }}'], ''],
    ['DROP TABLE {{ k| }}.z;', ['{{ ks }}'], '.z;'],
    ['TRUNCATE $|', ['${ks}', '$ENV_ks'], ''],
    ['USE :|;', [':ks'], ';'],
    ['GRANT SELECT ON KEYSPACE :k| TO r', [':ks'], ' TO r'],
  ])('%s', (marked, labels, rest) => {
    const found = offeredAt(marked, files);
    expect(found.map(({ label }) => label)).toEqual(labels);
    const text = marked.replace('|', '');
    expect([text.slice(0, found[0]!.start).trim().includes(labels[0]!.charAt(0)), text.slice(found[0]!.end)]).toEqual([
      false,
      rest,
    ]);
  });

  test.each(['SELECT a % | FROM %KS%.x', 'SELECT * FROM %KS%.x WHERE a = :|', 'UPDATE %KS%.x SET a = {|'])(
    'but is none in %s',
    (marked) => expect(labelsAt(marked, files).filter((label) => /^\W.*ks/i.test(label))).toEqual([]),
  );

  test('and so is one in the name of a table', () => {
    const tables = {
      'a.cql': 'CREATE TABLE k.log_${env}_v2 (id int PRIMARY KEY);\nCREATE TABLE k.users_%ENV% (id int PRIMARY KEY);',
    };
    expect(labelsAt('SELECT * FROM k.|', tables)).toEqual(['log_${env}_v2', 'users_%ENV%']);
    expect(labelsAt('SELECT * FROM k.users_%ENV% WHERE |', tables)[0]).toBe('id');
  });

  test('and leads to its tables', () => {
    expect(labelsAt('SELECT * FROM %KS%.|', files)).toEqual(['x']);
    expect(labelsAt('SELECT * FROM %KS%.x WHERE |', files)[0]).toBe('a');
  });
});

describe('columns of the key by which rows are sorted or grouped', () => {
  const files = {
    'schema.cql':
      'CREATE TABLE k.t (a int, b int, c int, d timestamp, e int, v int, PRIMARY KEY ((a, b), c, d, e));\n' +
      'CREATE TABLE k.m (a int PRIMARY KEY, m map<text, int>, n map<text, int>);\nCREATE INDEX ON k.m (keys(m));\nCREATE INDEX ON k.m (n);',
  };
  test.each([
    ['ORDER BY |', ['c']],
    ['ORDER BY c DESC, |', ['d']],
    ['WHERE a = 1 AND b = 2 AND c = 3 ORDER BY |', ['d', 'c']],
    ['WHERE a = 1 AND b = 2 AND c IN (3, 4) ORDER BY |', ['c']],
    ['WHERE a = 1 AND b = 2 AND c > 3 ORDER BY |', ['c']],
    ['WHERE a = 1 AND b = 2 AND c = 3 AND d = 4 AND e = 5 ORDER BY |', ['c', 'd', 'e']],
  ])('%s', (rest, labels) => expect(labelsAt(`SELECT v FROM k.t ${rest}`, files)).toEqual(labels));

  test.each([
    ['GROUP BY |', 'a', 'b'],
    ['GROUP BY a, |', 'b', 'c'],
    ['GROUP BY a, b, c, floor(d, 1h), |', 'e', 'd'],
    ['WHERE a = 1 AND b = 2 GROUP BY |', 'c', 'd'],
  ])('%s', (rest, first, none) => {
    const labels = labelsAt(`SELECT v FROM k.t ${rest}`, files);
    expect(labels[0]).toBe(first);
    expect(labels).not.toContain(none);
  });

  test('the place of a partition is compared with that of values', () => {
    const offered = offeredAt('SELECT v FROM k.t WHERE token(a, b) > |', files);
    expect(offered[1]).toMatchObject({ label: 'token(?, ?)', snippet: 'token(${1:?}, ${2:?})' });
    expect(labelsAt('SELECT v FROM k.t WHERE token(a, b) > 0 AND c = |', files)).not.toContain('token(?, ?)');
  });

  test('what the index of a map knows stands first', () => {
    expect(labelsAt('SELECT a FROM k.m WHERE m |', files)).toEqual(['CONTAINS KEY', 'CONTAINS']);
    expect(labelsAt('SELECT a FROM k.m WHERE n |', files)).toEqual(['CONTAINS', 'CONTAINS KEY']);
  });
});

test.each([
  ['CREATE INDEX ON shop.users (age) |', ['USING', 'WITH']],
  ['CREATE CUSTOM INDEX ON shop.users (age) |', ['USING', 'WITH']],
  ['CREATE ROLE r WITH SUPERUSER = |', ['TRUE', 'FALSE']],
  ['alter role r with login = |', ['true', 'false']],
])('%s: what is meant most is first', (marked, wanted) => expect(at(marked).slice(0, 2)).toEqual(wanted));

test('a role is granted to others', () => {
  expect(at('CREATE ROLE reader;\nGRANT writer TO |')).toEqual(['reader', 'cassandra']);
  expect(at('REVOKE writer FROM |')).not.toContain('writer');
});

test('a word that begins a clause may be a name', () => {
  const files = { 'schema.cql': 'CREATE TABLE t (k int PRIMARY KEY, values int, group int, count int);' };
  expect(labelsAt('SELECT values, group, | FROM t', files).slice(0, 2)).toEqual(['k', 'count']);
});

test('words come in the case of the statement', () => {
  expect(at('update shop.users set age = |')).toContain('null');
  expect(at('select | from shop.users')).toEqual(expect.arrayContaining(['distinct', 'count(*)']));
});

test('within double quotes names are offered with theirs', () => {
  expect(offeredAt('SELECT "us|" FROM shop.users', FILES)).toMatchObject([
    { label: 'user_name', text: '"user_name"', start: 7, end: 11 },
  ]);
});

test('within the text of a row as JSON its keys are offered', () => {
  expect(offeredAt(`INSERT INTO shop.users JSON '{"email": "a", "a|"}'`, FILES)).toMatchObject([
    { label: 'age', text: 'age"', start: 45, end: 47 },
  ]);
  expect(at(`INSERT INTO shop.users JSON '{"|`).slice(0, 2)).toEqual(['user_name', 'email']);
  expect(at(`INSERT INTO shop.users JSON '{"email": "|`)).toEqual([]);
});

test('a call has places for what it needs', () => {
  expect(offeredAt('SELECT mask_in| FROM shop.users', FILES)).toMatchObject([
    {
      label: 'mask_inner',
      signature: '(value, begin, end, padding)',
      snippet: 'mask_inner(${1:value}, ${2:begin}, ${3:end})',
    },
  ]);
});

test('a row to insert has a place for each value', () => {
  const files = { 'schema.cql': 'CREATE TABLE t (page text PRIMARY KEY, n int);' };
  expect(offeredAt('INSERT INTO t |', files)[0]).toMatchObject({
    text: '(page, n) VALUES (?, ?)',
    snippet: '(page, n) VALUES (${1:?}, ${2:?})',
  });
});

test('an option has its default, and its meaning is told', () => {
  const [option] = offeredAt('ALTER TABLE shop.users WITH gc|', FILES);
  expect(option).toMatchObject({ detail: 'default 864000', snippet: 'gc_grace_seconds = ${1:864000}' });
  expect(option!.about!()).toContain('tombstones');
});

test('who goes behind the map of an option has filled in all of it', () => {
  expect(offeredAt('CREATE KEYSPACE k WITH rep|', FILES)).toMatchObject([
    {
      text: 'replication = ',
      snippet: "replication = {'class': '${1:NetworkTopologyStrategy}', '${2:datacenter1}': ${3:3}\\}",
    },
  ]);
  expect(offeredAt('ALTER TABLE shop.users WITH cach|', FILES)).toMatchObject([
    { snippet: "caching = {'keys': '${1:ALL}', 'rows_per_partition': '${2:NONE}'\\}" },
  ]);
});

test('what a function takes', () => {
  expect(at('SELECT sum(| FROM shop.orders')).toEqual(expect.arrayContaining(['total', 'abs']));
  for (const other of ['user_name', 'day', 'oid', 'note'])
    expect(at('SELECT sum(| FROM shop.orders')).not.toContain(other);
  expect(at('SELECT to_date(| FROM shop.orders').filter((label) => /^[a-z]+$/.test(label))).toContain('oid');
  expect(at('SELECT map_keys(| FROM shop.users')).toContain('props');
  expect(at('SELECT map_keys(| FROM shop.users')).not.toContain('tags');
  expect(at('SELECT max(| FROM shop.users')).toEqual(expect.arrayContaining(['age', 'tags', 'home']));
  expect(at('SELECT token(| FROM shop.orders')).toEqual(['user_name']);
  expect(at('SELECT token(user_name, | FROM shop.orders')).toEqual(['day']);
  // Of one's own those columns that the parameter reads, then what a program or a literal gives.
  expect(at('SELECT shop.twice(| FROM shop.users').slice(0, 2)).toEqual(['age', '?']);
  const vectors = { 'schema.cql': 'CREATE TABLE t (k int PRIMARY KEY, a vector<float, 3>, b vector<float, 3>);' };
  expect(labelsAt('SELECT similarity_cosine(a, | FROM t', vectors).slice(0, 3)).toEqual(['b', '?', '[…]']);
  expect(labelsAt('SELECT similarity_cosine(a, b), | FROM t', vectors)).not.toContain('?');
  // It is ordered by, and hardly ever compared.
  const withIndex = { 'schema.cql': `${vectors['schema.cql']}CREATE INDEX ON t (b) USING 'sai';` };
  expect(labelsAt('SELECT k FROM t WHERE |', withIndex).slice(0, 3)).toEqual(['k', 'a', 'b']);
  expect(labelsAt('SELECT k FROM t ORDER BY a ANN OF ? |', withIndex)).not.toContain('DESC');
});

test('a statement may begin on the line behind what is none, and behind one that lacks its end', () => {
  expect(at('# what follows fills the table\n|')).toContain('INSERT INTO');
  expect(at('Now insert the rows:\nINS|')).toEqual(['INSERT INTO']);
  expect(at('DROP TABLE shop.hits\nCREATE |')).toEqual(expect.arrayContaining(['TABLE', 'INDEX']));
  expect(at('SELEC * FROM shop.users\n|')).toContain('WHERE');
  expect(at('ALTER TABLE shop.users\nDROP |')).toContain('email');
  expect(at('GRANT ALL ON shop.users\nTO |')).toContain('writer');
  expect(at("COPY shop.users (email,\n|age) FROM 'f.csv'")).toContain('age');
});

test('DESCRIBE has its short form for who begins to write it', () => {
  expect(at('|')).not.toContain('DESC');
  expect(at('DES|')).toEqual(['DESC', 'DESCRIBE']);
});

test('after earlier mistakes, in the middle of words and in unfinished batches', () => {
  expect(at('SELEC x FRM y;\nSELECT * FROM shop.orders WHERE user|')).toEqual(['user_name']);
  expect(at('SELECT * FROM shop.ord|ers WHERE x')).toEqual(['orders']);
  expect(at('BEGIN BATCH INSERT INTO shop.users (user_name) VALUES (?); UPDATE shop.orders SET |')).toEqual([
    'total',
    'note',
  ]);
});

describe('all that stands at a place, and nothing else', () => {
  test.each([
    ['columns to group by', 'SELECT * FROM shop.orders GROUP BY user_name, |', ['day', 'floor']],
    ['what is written on its own', 'SELECT writetime(| FROM shop.orders', ['total', 'note']],
    ['a column to be added', 'ALTER TABLE shop.users ADD IF |', ['NOT EXISTS']],
    ['a time to live', 'INSERT INTO shop.users (user_name) VALUES (?) USING TTL |', ['?']],
    ['what is done to a counter', 'UPDATE shop.hits SET n = n |', ['+', '-']],
    ['a column behind itself, to which nothing is added', 'UPDATE shop.users SET age = age |', []],
    ['the other bound', 'SELECT * FROM shop.orders WHERE oid > ? AND oid |', ['<=', '<']],
    ['columns in brackets', 'SELECT * FROM shop.orders WHERE (oid) |', ['=', '>=', '>', '<=', '<', 'IN']],
    ['the place of a partition', 'SELECT * FROM shop.users WHERE token(user_name) |', ['=', '>=', '>', '<=', '<']],
    ['maps whose keys are indexed', 'CREATE INDEX ON shop.users (keys(|', ['props']],
    ['tables to index', 'CREATE INDEX ON shop.|', ['users', 'orders']],
    ['a type to change', 'ALTER TYPE |', ['shop.addr', 'shop', 'IF EXISTS']],
    ['what is done to it', 'ALTER TYPE shop.addr |', ['ADD', 'RENAME']],
    ['an index to drop', 'DROP INDEX |', ['shop.users_email', 'shop', 'IF EXISTS']],
    ['a function to drop', 'DROP FUNCTION |', ['shop.twice', 'shop', 'IF EXISTS']],
    [
      'a trigger to drop',
      "CREATE TRIGGER audit ON shop.users USING 'x.Audit';\nDROP TRIGGER |",
      ['audit', 'IF EXISTS'],
    ],
    [
      'the likest rows',
      'CREATE TABLE shop.v (k int PRIMARY KEY, e vector<float, 3>);\nSELECT k FROM shop.v ORDER BY e |',
      ['ANN OF'],
    ],
    [
      'nothing behind a condition that a row is there',
      "UPDATE shop.users SET age = 1 WHERE user_name = 'a' IF EXISTS |",
      [],
    ],
    ['nothing where counters are inserted', 'INSERT INTO shop.hits |', []],
    [
      'statements of a batch, then its end',
      'BEGIN BATCH |',
      ['INSERT INTO', 'UPDATE', 'DELETE', 'USING', 'APPLY BATCH'],
    ],
    [
      'what a query goes on with',
      'SELECT email FROM shop.users |',
      ['WHERE', 'GROUP BY', 'ORDER BY', 'LIMIT', 'ALLOW FILTERING', 'PER PARTITION LIMIT'],
    ],
    ['what is in a view', 'CREATE MATERIALIZED VIEW shop.v AS SELECT page, | FROM shop.hits', ['n']],
    ['the language of a function', 'CREATE FUNCTION f () CALLED ON NULL INPUT RETURNS int LANGUAGE |', ['java']],
    ['kinds of batches', 'BEGIN |', ['BATCH', 'UNLOGGED BATCH', 'COUNTER BATCH']],
    ['what a column gets', 'UPDATE shop.users SET email |', ['=']],
    ['what a set gets', 'UPDATE shop.users SET tags |', ['=', '+=', '-=']],
    ['what a counter gets', 'UPDATE shop.hits SET n |', ['+=', '-=', '=']],
    ['what an element gets', 'UPDATE shop.users SET props[?] |', ['=']],
    ['what an element is compared with', 'SELECT * FROM shop.users WHERE props[?] |', ['=']],
    ['what else a write uses', 'UPDATE shop.users USING TTL 5 AND |', ['TIMESTAMP']],
    ['what a batch uses', 'BEGIN BATCH USING |', ['TIMESTAMP']],
    ['a password', 'CREATE ROLE r WITH PASSWORD = |', ["'text'"]],
    ['what a delete uses', 'DELETE FROM shop.users USING TIMESTAMP 5 |', ['WHERE']],
    ['what is done behind a mask', 'CREATE TABLE shop.m (a int, b text MASKED WITH DEFAULT |', ['PRIMARY KEY']],
    ['how long a vector is', 'CREATE TABLE shop.v (a vector<float, |', []],
    [
      'data centers of the project',
      "CREATE KEYSPACE a WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE KEYSPACE b WITH replication = {'class': 'NetworkTopologyStrategy', '|",
      ['dc1', 'replication_factor'],
    ],
    ['columns of the table that has those before', 'DELETE note, |', ['total']],
    ['a function whose name is typed', 'SELECT max| FROM shop.users', ['max', 'maxwritetime', 'max_timeuuid']],
    ['a column whose name is typed', 'SELECT email| FROM shop.users', []],
    ['what goes on behind the caret', 'CREATE TABLE shop.x (a time|uuid)', ['timeuuid', 'timestamp', 'time']],
    ['a word that others only begin like', 'SELECT * FROM shop.users WHERE age IN|', []],
    [
      'options behind the order of rows',
      'CREATE TABLE shop.x (a int, b int, PRIMARY KEY (a, b)) WITH cdc = true AND CLUSTERING ORDER BY (b DESC) AND c|',
      ['compaction', 'comment', 'compression', 'caching', 'crc_check_chance', 'compact storage'],
    ],
    [
      'their entries',
      "CREATE TABLE shop.x (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC) AND caching = {'|",
      ['keys', 'rows_per_partition'],
    ],
    [
      'their values',
      "CREATE TABLE shop.x (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC) AND caching = {'keys': '|",
      ['ALL', 'NONE'],
    ],
    ['nothing but a sign behind a tuple', "INSERT INTO shop.users (user_name, home) VALUES (?, ('a', 1)|", []],
    ['what a column is altered to', 'ALTER TABLE shop.users ALTER email |', ['DROP', 'MASKED WITH']],
    ['places for the values of the columns', 'INSERT INTO shop.users (user_name, age, email) VALUES |', ['(?, ?, ?)']],
    [
      'no other entry before the colon of one',
      "CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor' |",
      [],
    ],
    ['no other entry before the comma', "CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy' |", []],
    [
      'numbers of replicas',
      "CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor': |",
      ['3', '1'],
    ],
    [
      'numbers of replicas as text',
      "CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '|'}",
      ['3', '1'],
    ],
    [
      'the data center of a default install, where none is named',
      "CREATE KEYSPACE a WITH replication = {'class': 'NetworkTopologyStrategy', '|': 3}",
      ['datacenter1', 'replication_factor'],
    ],
    [
      'no data center but that of others while it is written',
      "CREATE KEYSPACE a WITH replication = {'class': 'NetworkTopologyStrategy', 'dat|': 3}",
      ['datacenter1'],
    ],
    [
      'a class with its package, once that is begun',
      "ALTER TABLE shop.users WITH compaction = {'class': 'org.apache.cassandra.db.compaction.Le|'}",
      ['org.apache.cassandra.db.compaction.LeveledCompactionStrategy'],
    ],
    [
      'a class with its package, from the first letter',
      "ALTER TABLE shop.users WITH compression = {'class': 'o|'}",
      [
        'org.apache.cassandra.io.compress.LZ4Compressor',
        'org.apache.cassandra.io.compress.SnappyCompressor',
        'org.apache.cassandra.io.compress.DeflateCompressor',
        'org.apache.cassandra.io.compress.ZstdCompressor',
        'org.apache.cassandra.io.compress.NoopCompressor',
      ],
    ],
    [
      'how an index takes text apart',
      "CREATE CUSTOM INDEX ON shop.users (email) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'tokenization_|",
      [
        'tokenization_enable_stemming',
        'tokenization_skip_stop_words',
        'tokenization_locale',
        'tokenization_normalize_lowercase',
        'tokenization_normalize_uppercase',
      ],
    ],
    ['a keyspace in quotes, and no table behind it', 'INSERT INTO "sh|', ['shop']],
  ])('%s', (_, marked, labels) => {
    expect(at(marked)).toEqual(labels);
  });

  test('of columns', () => {
    expect(at('SELECT props[| FROM shop.users').slice(0, 2)).toEqual(['?', "'text'"]);
    const labels = at('SELECT DISTINCT day, | FROM shop.orders');
    expect(labels.slice(0, 2)).toEqual(['user_name', 'note']);
    expect(labels).not.toContain('total');
  });

  test('native types where a type is changed', () => {
    expect(at('ALTER TYPE shop.addr ADD city |')).toContain('text');
    expect(at('CREATE TABLE shop.v (a vector<|')[0]).toBe('float');
    expect(at('SELECT * FROM shop.users WHERE tags CONTAINS |')).not.toContain('KEY');
    expect(at('SELECT * FROM shop.users WHERE props CONTAINS KEY |').slice(0, 2)).toEqual(['?', "'text'"]);
    expect(at('SELECT sum(| FROM shop.users')).not.toContain('min');
    expect(at('UPDATE shop.users SET props = {|')).not.toContain('props');
  });

  test('permissions before roles', () => {
    const labels = at('GRANT |');
    expect(labels.indexOf('SELECT')).toBeLessThan(labels.indexOf('writer'));
  });

  test('types that something is cast to', () => {
    const labels = at('SELECT CAST(age AS | FROM shop.users');
    expect(labels).toContain('text');
    for (const label of ['uuid', 'list<text>', 'shop', 'counter', 'date', 'timestamp'])
      expect(labels).not.toContain(label);
    expect(at('SELECT CAST(oid AS | FROM shop.orders')).toEqual(expect.arrayContaining(['text', 'date', 'timestamp']));
    expect(at('SELECT CAST(count(*) AS | FROM shop.orders')).toContain('timestamp');
  });

  test('no order by likeness where a column has none', () => {
    expect(at('SELECT * FROM shop.orders WHERE user_name = ? ORDER BY oid |')).not.toContain('ANN OF');
  });
});

describe('nothing that a server refuses where it stands', () => {
  test.each([
    ['a word behind a tuple that is compared', 'SELECT * FROM shop.orders WHERE (oid) |', ['AND', 'LIMIT', 'ORDER BY']],
    ['IN behind a token', 'SELECT * FROM shop.orders WHERE token(user_name, day) |', ['IN', 'CONTAINS', 'AND']],
    ['an indexed column a second time', 'SELECT * FROM shop.users WHERE email = ? AND |', ['email']],
    ['a key in ALTER TABLE', 'ALTER TABLE shop.users ADD x int |', ['PRIMARY KEY']],
    ['AS within a call', 'INSERT INTO shop.users (user_name, seen) VALUES (?, to_timestamp(now() |', ['AS']],
    ['a collection in another one', 'CREATE TABLE shop.x (a list<|', ['list<text>', 'map<text, text>', 'addr']],
    ['times of counters', 'UPDATE shop.hits |', ['USING']],
    ['conditions on counters', "DELETE FROM shop.hits WHERE page = 'a' |", ['IF']],
    ['columns of counters in an INSERT', 'INSERT INTO shop.hits (|', ['page', 'n']],
    ['counters and types that are not frozen in a type', 'CREATE TYPE shop.x (a |', ['counter', 'addr']],
    ['the same in one that is altered', 'ALTER TYPE shop.addr ADD a |', ['counter', 'addr']],
    ['what a function takes as frozen', 'CREATE FUNCTION shop.f (a |', ['frozen<…>']],
    ['counters in a batch with a log', 'BEGIN BATCH UPDATE |', ['shop.hits']],
    ['what is no counter in a batch of counters', 'BEGIN COUNTER BATCH UPDATE |', ['shop.users', 'shop.orders']],
    ['a row in a batch of counters', 'BEGIN COUNTER BATCH |', ['INSERT INTO']],
    [
      'an option of a role again',
      "CREATE ROLE r WITH LOGIN = true AND PASSWORD = 'x' AND |",
      ['LOGIN', 'PASSWORD', 'HASHED PASSWORD'],
    ],
    ['data on which nothing is executed', 'GRANT EXECUTE ON |', ['TABLE', 'KEYSPACE', 'ROLE', 'shop.users', 'shop']],
    ['functions that are not read', 'REVOKE SELECT ON |', ['FUNCTION', 'ROLE']],
    ['keyspaces of the system before they are begun', 'GRANT SELECT ON |', ['system', 'system_auth']],
    ['nor behind the word', 'REVOKE ALL ON KEYSPACE |', ['system', 'system_auth']],
    ['all roles, which are not changed', 'GRANT MODIFY ON ALL |', ['ROLES TO', 'FUNCTIONS']],
    [
      'what no key can hold',
      'CREATE TABLE shop.x (a int, b set<text>, c duration, d shop.addr, PRIMARY KEY (|',
      ['b', 'c', 'd'],
    ],
    [
      'the same of a view',
      'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users PRIMARY KEY (|',
      ['tags', 'props'],
    ],
    [
      'a second column that is none of the key',
      'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users PRIMARY KEY (age, |',
      ['email', 'seen'],
    ],
    ['a field of what is frozen, to be set', 'UPDATE shop.users SET home.|', ['street', 'zip']],
    [
      'what a view does not restrict',
      'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users WHERE user_name IS NOT NULL AND age IS NOT NULL PRIMARY KEY (|',
      ['email', 'seen'],
    ],
    ['one value a partition where a partition is a row', 'CREATE TABLE shop.x (a int PRIMARY KEY, b int |', ['STATIC']],
    ['the same of a column that is added', 'ALTER TABLE shop.users ADD x int |', ['STATIC']],
  ])('%s', (_, marked, unwanted) => {
    const labels = at(marked);
    for (const label of unwanted) expect(labels).not.toContain(label);
  });

  test('but what it takes there', () => {
    expect(at('BEGIN COUNTER BATCH UPDATE |')[0]).toBe('shop.hits');
    expect(at('CREATE TYPE shop.x (a |').slice(0, 2)).toEqual(['frozen<addr>', 'text']);
    expect(at('CREATE TYPE shop.x (a list<frozen<|')).toContain('addr');
    expect(at('CREATE FUNCTION shop.f (a |').slice(0, 2)).toEqual(['addr', 'text']);
    expect(at('BEGIN UNLOGGED BATCH UPDATE |')).toContain('shop.hits');
    expect(at('GRANT EXECUTE ON |')).toEqual(expect.arrayContaining(['FUNCTION', 'ALL', 'MBEAN']));
    expect(at('GRANT EXECUTE ON ALL |')).toEqual(expect.arrayContaining(['FUNCTIONS', 'MBEANS TO']));
    expect(at('GRANT ALL ON |')).toEqual(expect.arrayContaining(['FUNCTION', 'ROLE', 'shop.users']));
    expect(at('GRANT SELECT, EXECUTE ON |')).toEqual(expect.arrayContaining(['FUNCTION', 'TABLE', 'shop.users']));
    expect(at('GRANT CREATE ON |')).not.toContain('shop.users');
    expect(at('GRANT SELECT ON system_|')).toContain('system_auth');
    expect(at('CREATE TABLE shop.x (a int, b frozen<set<text>>, d frozen<shop.addr>, PRIMARY KEY (|')).toEqual(
      expect.arrayContaining(['a', 'b', 'd']),
    );
    expect(at('CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users PRIMARY KEY (age, |')).toContain(
      'user_name',
    );
    expect(at('CREATE TABLE shop.x (a int, b int |')).toContain('STATIC');
    expect(at('ALTER TABLE shop.orders ADD x int |')).toContain('STATIC');
    expect(
      at(
        'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users WHERE user_name IS NOT NULL AND age IS NOT NULL PRIMARY KEY (|',
      ),
    ).toEqual(['age', 'user_name']);
    expect(at('CREATE ROLE r WITH LOGIN = true AND |')).toEqual(expect.arrayContaining(['PASSWORD', 'SUPERUSER']));
    expect(at("CREATE CUSTOM INDEX ON shop.users (age) USING 'St|'")).toEqual(['StorageAttachedIndex']);
    expect(at("CREATE INDEX ON shop.users (age) USING 'sai' WITH |")).toEqual(['OPTIONS']);
    expect(at('SELECT * FROM shop.orders WHERE (oid) |')).toContain('IN');
    expect(at('SELECT * FROM shop.orders WHERE (oid > ?) |')).toContain('AND');
    expect(at('CREATE TABLE shop.x (a list<|')).toEqual(expect.arrayContaining(['text', 'frozen<addr>']));
    expect(at('CREATE TABLE shop.x (a frozen<list<|')).toEqual(expect.arrayContaining(['addr', 'list<text>']));
    expect(at('SELECT CAST(age |')).toContain('AS');
    expect(at('UPDATE shop.users SET props[|')).toContain('?');
    expect(labelsAt('SELECT * FROM shop.users WHERE age |', FILES)).toContain('IN');
  });
});

describe('names that are made, and what a script does not know yet', () => {
  const files = {
    'schema.cql': `${FILES['schema.cql']}CREATE FUNCTION shop.one () CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;';`,
  };
  test.each([
    ['the table of a view', 'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM |', ['shop.users', 'shop.orders']],
    ['the columns of its table', 'CREATE MATERIALIZED VIEW shop.v AS SELECT |', ['user_name', 'email']],
    [
      'its own clustering columns',
      'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users WHERE age IS NOT NULL AND user_name IS NOT NULL PRIMARY KEY (age, user_name) WITH CLUSTERING ORDER BY (|',
      ['user_name'],
    ],
    ['types of the keyspace that is written', 'CREATE TABLE shop.x (a frozen<|', ['addr']],
    ['fields of a type', 'ALTER TYPE shop.addr RENAME |', ['street', 'zip']],
    ['functions of a keyspace', 'SELECT * FROM shop.users WHERE age = shop.|', ['twice']],
    [
      'the keyspace of a function that is called near by',
      'CREATE TABLE k.t (a int PRIMARY KEY);\nINSERT INTO k.t (a) VALUES (k.pick(1));\nINSERT INTO k.t (a) VALUES (|',
      ['k'],
    ],
    [
      'a function that is called near by',
      'INSERT INTO shop.users (name, age) VALUES (shop.pick(1), 2);\nSELECT * FROM shop.users WHERE age = shop.|',
      ['pick'],
    ],
    ['the keyspace of a function', 'SELECT * FROM shop.users WHERE age = |', ['shop']],
    ['functions of an aggregate', 'CREATE AGGREGATE shop.a (int) SFUNC |', ['twice', 'shop']],
    ['functions that mask', 'CREATE TABLE shop.x (a int MASKED WITH |', ['mask_default', 'DEFAULT']],
    ['the columns of COPY', 'COPY shop.users (user_name, |', ['email', 'age']],
    ['columns before FROM', 'DELETE |', ['email', 'total']],
    ['a statement behind a command', "SOURCE 'x.cql'\n|", ['SELECT', 'CONSISTENCY']],
    ['a statement behind a command, before a lone semicolon', "SOURCE 'x.cql'\n|;", ['SELECT', 'CONSISTENCY']],
    ['what an INSERT goes on with behind words that are no CQL', '# rows of a test\nINSERT |;', ['INTO']],
    ['and a DELETE', '# rows of a test\nDELETE |;', ['FROM']],
  ])('%s', (_, marked, wanted) => {
    expect(labelsAt(marked, files)).toEqual(expect.arrayContaining([...wanted]));
  });

  test('what is dropped is made behind it', () => {
    expect(labelsAt('DROP TABLE IF EXISTS k.|;\nCREATE TABLE k.t (a int PRIMARY KEY);')).toEqual(['t']);
  });
});

test('a column is written with what it needs where it stands', () => {
  const files = { 'schema.cql': 'CREATE TABLE t (k int PRIMARY KEY, f frozen<list<int>>, n vector<float, 3>);' };
  expect(offeredAt('SELECT * FROM t ORDER BY |', files)).toMatchObject([{ label: 'n', snippet: 'n ANN OF ${1:?}' }]);
  const vectors = labelsAt('SELECT * FROM t ORDER BY n ANN OF |', files);
  expect(vectors.slice(0, 2)).toEqual(['?', '[…]']);
  for (const label of ['TRUE', 'NULL', 'uuid()']) expect(vectors).not.toContain(label);
  expect(labelsAt('CREATE INDEX ON t (|', files)).toContain('full(f)');
  expect(labelsAt('CREATE INDEX ON t (full(|', files)).toContain('f');
});

test('an operand is a number, and IN takes a list', () => {
  const files = { 'schema.cql': 'CREATE TABLE t (k int, c text, n bigint, d date, PRIMARY KEY (k, c));' };
  const columns = (cql: string): readonly string[] =>
    offeredAt(cql, files)
      .filter(({ kind }) => kind === 'column')
      .map(({ label }) => label);
  expect(columns('SELECT n + | FROM t')).toEqual(['k', 'n']);
  expect(columns('SELECT c, n * | FROM t')).toEqual(['k', 'n']);
  expect(columns('SELECT n, | FROM t')).toEqual(['k', 'c', 'd']);
  expect(offeredAt('SELECT * FROM t WHERE k IN |', files)).toMatchObject([
    { label: '?' },
    { label: '(…)', snippet: '(${1:?})' },
  ]);
  expect(labelsAt('SELECT * FROM t WHERE c IN (|', files)).toContain("'text'");
});

test('a vector is indexed by what takes vectors', () => {
  const files = { 'schema.cql': 'CREATE TABLE t (k int PRIMARY KEY, n vector<float, 3>, a int);' };
  expect(labelsAt('CREATE INDEX ON t (|', files).slice(0, 2)).toEqual(['a', 'n']);
  expect(labelsAt("CREATE INDEX ON t (|) USING 'sai'", files).slice(0, 2)).toEqual(['n', 'a']);
  expect(labelsAt("CREATE INDEX ON t (|) USING 'legacy_local_table'", files)).not.toContain('n');
  expect(labelsAt('CREATE INDEX ON t (n) USING |', files)).toEqual(["'sai'"]);
  expect(labelsAt('CREATE CUSTOM INDEX ON t (n) USING |', files)).toEqual(["'StorageAttachedIndex'", "'sai'"]);
  expect(labelsAt('CREATE INDEX ON t (a) USING |', files)).toContain("'legacy_local_table'");
});

describe('a word at the start of a line that goes on with nothing begins a statement', () => {
  test.each([
    ["SELECT * FROM shop.users WHERE user_name = 'a'\nUPD|", 'UPDATE'],
    ['UPDATE shop.users SET\n\nSEL|', 'SELECT'],
    ['CREATE TABLE x (a int PRIMARY KEY)\n  TRUN|', 'TRUNCATE'],
    ['SELECT * FROM shop.users\nWHERE user_name = ?\nDEL|\nSELECT * FROM shop.orders;', 'DELETE'],
  ])('%s', (marked, first) => expect(at(marked)[0]).toBe(first));

  test.each([
    ['SELECT * FROM shop.users WHERE age = 1 UPD|'],
    ['INSERT INTO shop.users (\n  sel|'],
    ['CREATE TABLE shop.x (\n  sel|'],
    ['SELECT age AS\nsel|'],
    ["BEGIN BATCH\nUPDATE shop.users SET age = 1 WHERE user_name = 'a'\nSEL|"],
    ["SELECT * FROM shop.users WHERE user_name = 'a\nSEL|"],
  ])('not in %s', (marked) => expect(at(marked)).toEqual([]));

  test('with all that may follow it', () => {
    const marked = 'SELECT * FROM shop.users WHERE age = 1\nSELECT * FROM shop.orders WHERE |';
    expect(at(marked).slice(0, 2)).toEqual(['user_name', 'day']);
    expect(at('SELECT age FROM shop.\nSELECT total FROM shop.|').slice(0, 2)).toEqual(['orders', 'users']);
  });
});

describe('what stands behind the caret is there already', () => {
  test.each([
    ['INSERT INTO shop.users (|, email) VALUES (?, ?)', ['user_name', 'age'], ['email']],
    ['UPDATE shop.users SET |, age = ? WHERE user_name = ?', ['email', 'tags'], ['age']],
    ['UPDATE shop.users SET |, tags[?] = ?, props[?] = 1 WHERE user_name = ?', ['tags', 'props'], []],
    ['SELECT |, email AS mail FROM shop.users', ['user_name', 'age'], ['email']],
    ['DELETE |, age FROM shop.users WHERE user_name = ?', ['email'], ['age']],
    ['SELECT * FROM shop.orders WHERE | AND user_name = ? AND oid > ?', ['day', 'oid'], ['user_name']],
    ['DELETE FROM shop.orders WHERE day = ? AND | AND user_name = ?', ['oid'], ['user_name', 'day']],
    ['CREATE TABLE shop.x (a int, b int, c int, PRIMARY KEY (|, b))', ['a', 'c'], ['b']],
    ['INSERT INTO shop.users (|) VALUES (?, email)', ['email'], []],
    ['UPDATE shop.users SET | WHERE user_name = ? IF email = ?', ['email'], []],
  ])('%s', (marked, offered, missing) => {
    const labels = at(marked);
    expect(labels).toEqual(expect.arrayContaining(offered));
    for (const name of missing) expect(labels).not.toContain(name);
  });
});

describe('in a program, behind what is put into a statement that is not at its end yet', () => {
  test.each([
    ['a.py', 'import cassandra\ns.execute(f"SELECT email FROM {ks}.users WHERE |")', 'user_name'],
    ['a.go', 'package a\nimport "github.com/gocql/gocql"\nvar q = fmt.Sprintf("UPDATE %s.users SET |", ks)', 'email'],
    ['a.rs', 'use scylla::Session;\nfn f() { s.query(format!("SELECT n FROM {}.hits WHERE |", ks)); }', 'page'],
    [
      'A.java',
      'import com.datastax.oss.driver.api.core.CqlSession;\nvar q = String.format("DELETE FROM %s.%s |", a, b);',
      'WHERE',
    ],
  ])('%s: %s', (path, marked, label) => {
    const workspace = workspaceOf({ ...FILES, [path]: marked.replace('|', '') });
    expect(workspace.findings(path)).toEqual([]);
    expect(completionsAt(subjectOf(workspace, path), marked.indexOf('|')).map((one) => one.label)).toContain(label);
  });
});
