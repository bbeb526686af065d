import { expect, test } from 'vitest';
import { hoverAt } from '../../server/src/service/hover.ts';
import { openMarked } from './marked.ts';

const SCHEMA =
  'CREATE TYPE k.addr (street text, zip int);\n' +
  'CREATE TABLE k.t (id int, at timestamp, home addr, by map<text, frozen<addr>>, PRIMARY KEY (id, at));';

function hover(query: string): string | undefined {
  const { subject, caret } = openMarked({ 'q.cql': query, 's.cql': SCHEMA });
  return hoverAt(subject, caret)?.markdown;
}

test.each([
  ['a field of a value', 'SELECT home.st¦reet FROM k.t', '```cql\nstreet text\n```\n\nfield of `k.addr`'],
  [
    'a field in a literal',
    "INSERT INTO k.t (id, at, by) VALUES (1, 0, {'x': {z¦ip: 1}})",
    '```cql\nzip int\n```\n\nfield of `k.addr`',
  ],
  ['a column in JSON', `INSERT INTO k.t JSON '{"i¦d": 1, "at": 0}'`, '```cql\nid int\n```\n\npartition key of `k.t`'],
  [
    'a key column',
    'SELECT * FROM k.t WHERE id = 1 AND a¦t > 0',
    '```cql\nat timestamp\n```\n\nclustering column 1, ASC of `k.t`',
  ],
  [
    'a type in a hint',
    "SELECT (ad¦dr) {street: 'x'} FROM k.t",
    '```cql\nTYPE k.addr (\n  street text,\n  zip int\n)\n```',
  ],
  ['a column that is added', 'ALTER TABLE k.t ADD si¦ze int', '```cql\nsize int\n```\n\ncolumn of `k.t`'],
  [
    'a static one',
    'ALTER TABLE k.t ADD (a int, o¦wner text static)',
    '```cql\nowner text\n```\n\nstatic column of `k.t`',
  ],
  ['a name that is new', 'ALTER TABLE k.t RENAME id TO n¦o', '```cql\nno int\n```\n\npartition key of `k.t`'],
  ['a field that is added', 'ALTER TYPE k.addr ADD ci¦ty text', '```cql\ncity text\n```\n\nfield of `k.addr`'],
])('%s', (_, query, expected) => {
  expect(hover(query)).toBe(expected);
});

test('a function and a type that Cassandra has', () => {
  expect(hover('SELECT no¦w() FROM k.t')).toContain('now() timeuuid\n```\n\n');
  expect(hover('CREATE TABLE k.n (id u¦uid PRIMARY KEY)')).toBe('```cql\nuuid\n```\n\nA UUID of any version.');
  expect(hover('CREATE TABLE k.n (id int PRIMARY KEY, l li¦st<int>)')).toContain('Values in an order');
});

test.each([
  [
    'an option',
    'CREATE TABLE k.n (id int PRIMARY KEY) WITH gc_grace_¦seconds = 5',
    ['gc_grace_seconds', 'Default: `864000`.'],
  ],
  [
    'an entry of its map',
    "CREATE TABLE k.n (id int PRIMARY KEY) WITH compaction = {'class': 'LeveledCompactionStrategy', 'sstable_s¦ize_in_mb': 5}",
    ['sstable_size_in_mb', 'Default: `'],
  ],
  [
    'a class',
    "ALTER TABLE k.t WITH compaction = {'class': 'Leveled¦CompactionStrategy'}",
    ["'LeveledCompactionStrategy'"],
  ],
  [
    'the key of a class',
    "ALTER TABLE k.t WITH compaction = {'cl¦ass': 'LeveledCompactionStrategy'}",
    ["'LeveledCompactionStrategy'"],
  ],
  [
    'a data center',
    "ALTER KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'eu-we¦st': 3}",
    ['eu-west', 'How many replicas this data center has.'],
  ],
  [
    'its replicas',
    "ALTER KEYSPACE k WITH replication = {'class': 'org.apache.cassandra.locator.NetworkTopologyStrategy', 'eu-west': ¦3}",
    ['eu-west', 'How many replicas this data center has.'],
  ],
  ['a value', 'ALTER TABLE k.t WITH gc_grace_seconds = 5¦0', ['gc_grace_seconds', 'Default: `864000`.']],
  ['a value in a map', "ALTER TABLE k.t WITH caching = {'keys': 'A¦LL'}", ['keys', 'One of `ALL`, `NONE`.']],
  ['the class of an index', "CREATE INDEX ON k.t (home) USING 's¦ai'", ["'sai'", 'Storage-attached']],
  [
    'such a class with its package',
    "CREATE CUSTOM INDEX ON k.t (home) USING 'org.apache.cassandra.index.sasi.SASI¦Index'",
    ['SASI: prefixes'],
  ],
  [
    'an option of an index',
    "CREATE INDEX ON k.t (home) USING 'sai' WITH OPTIONS = {'similar¦ity_function': 'cosine'}",
    ['similarity_function', 'One of `EUCLIDEAN`'],
  ],
  ['a type that not every release has', 'CREATE TABLE k.n (a vec¦tor<float, 3>)', ['vector', 'Since Cassandra 5.0.']],
  ['a clause', 'SELECT * FROM k.t WHERE zip = 1 ALLOW FIL¦TERING', ['**ALLOW FILTERING**', 'refuses']],
  ['a clause of one word', 'INSERT INTO k.t (id, at) VALUES (1, 2) USING TT¦L 5', ['**TTL**', 'Seconds']],
])('%s says what it means', (_, query, expected) => {
  for (const text of expected) expect(hover(query)).toContain(text);
});

test.each([
  ['a type where it is made', 'CREATE TYPE k.a¦ddr (street text, zip int)', '```cql\nTYPE k.addr (\n  street text'],
  ['its fields', 'CREATE TYPE k.addr (stre¦et text, zip int)', '```cql\nstreet text\n```\n\nfield of `k.addr`'],
  ['an index where it is made', 'CREATE INDEX by_¦home ON k.t (home)', '**index** `by_home` on `k.t` (`home`)'],
  [
    'a function where it is made',
    "CREATE FUNCTION k.f¦ (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS ''",
    'k.f(x int) → int',
  ],
  ['a role', 'GRANT SELECT ON k.t TO cle¦rk', '**role** `clerk`'],
  ['a marker', 'SELECT * FROM k.t WHERE id = 1 AND at > ?¦', '```cql\nat_from timestamp\n```\n\nbind marker'],
  [
    'a marker in a batch',
    'BEGIN BATCH INSERT INTO k.t (id, at) VALUES (?¦, ?); APPLY BATCH',
    '```cql\nid int\n```\n\nbind marker',
  ],
  [
    'a keyword where rows are not read',
    'CREATE MATERIALIZED VIEW k.v AS SELECT * FROM k.t WHERE at IS NO¦T NULL',
    '**IS NOT NULL**',
  ],
  ['a consistency level', 'CONSISTENCY QUOR¦UM', '**QUORUM**\n\nMost replicas of all data centers together.'],
  ['a command', 'CONSIS¦TENCY QUORUM', '**CONSISTENCY**\n\ncqlsh: how many replicas must answer.'],
  ['rows that are counted', 'SELECT cou¦nt(*) FROM k.t', 'count(*) bigint'],
  [
    'a keyspace',
    "CREATE KEYSPACE ¦k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}",
    "```cql\nKEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': '3'}\n```\n\n1 table, 1 type",
  ],
  [
    'a column with an index',
    'CREATE INDEX by_home ON k.t (home); SELECT ho¦me FROM k.t',
    '```cql\nhome addr\n```\n\ncolumn of `k.t`\n\n**index** `by_home`',
  ],
])('%s', (_, query, expected) => {
  expect(hover(query)).toContain(expected);
});

test.each(['${ks}.t', '{{ .Ks }}.users_%ENV%', '%KS%.log_${env}'])('%s stands as a tool fills it in', (name) => {
  const told = hover(`CREATE TABLE ${name} (a int PRIMARY KEY, b text); SELECT ¦b FROM ${name} WHERE a = 1`);
  expect(told).toContain(`column of \`${name}\``);
});

test('a type in quotes keeps them', () => {
  expect(hover('CREATE TYPE k."My type" (fi¦rst text)')).toContain('field of `k."My type"`');
});

test('a permission is no statement', () => {
  expect(hover('GRANT SEL¦ECT ON k.t TO clerk')).toBe('**SELECT**\n\nTo read rows.');
  expect(hover('REVOKE SELECT, MOD¦IFY ON k.t FROM clerk')).toContain('truncate');
});

test('a query says once how it finds its rows', () => {
  expect(hover('SEL¦ECT * FROM k.t WHERE id = 1')).toBe(
    '**Reads one partition**: `id` is given by =; all rows.\n\nRows come by `at` ASC.',
  );
  expect(
    hover("SEL¦ECT * FROM k.t WHERE home = {street: 'x'} ALLOW FILTERING")?.match(/keeps only|only filters/g),
  ).toHaveLength(1);
});

test('a table says who reads and writes it', () => {
  const found = hover('SELECT * FROM k.t¦;\nSELECT * FROM k.t WHERE id = 1;\nDELETE FROM k.t WHERE id = 1;');
  expect(found).toContain(
    'Read by 2 statements:\n\n- [q.cql:1](q.cql#L1): every partition\n- [q.cql:2](q.cql#L2): 1 partition',
  );
  expect(found).toContain('Written by 1 statement:\n\n- [q.cql:3](q.cql#L3)');
});

test('what a comment tells', () => {
  expect(hover('-- @rate 5/min¦ute per id\nSELECT * FROM k.t')).toContain('@rate 6/minute per sensor_id');
  expect(hover('-- @nobody kn¦ows\nSELECT * FROM k.t')).toBeUndefined();
  const ignoring = (comment: string) => hover(`-- cql-analyzer: ${comment}\nSELECT * FROM k.t`);
  expect(ignoring('ignore allow-fil¦tering a few rows')).toMatch(/^\[allow-filtering\]\(.*\): ALLOW FILTERING/);
  expect(ignoring('igno¦re allow-filtering, many-partitions')).toMatch(
    /not shown[^]*allow-filtering[^]*many-partitions/,
  );
});

test('a level of consistency', () => {
  expect(hover('CONSISTENCY LOCAL_QUO¦RUM')).toContain('Most replicas of the own data center.');
});

const DESCRIBED = `-- Of the whole file.

-- Orders of a shop,
-- cql-analyzer: ignore missing-bucket
-- one row an *item*. -------
-- @rate 5/minute per shop
CREATE TABLE k.orders (
  shop text, -- its address
  -- when it was sent
  at timeuuid,
  PRIMARY KEY (shop, at)
) WITH comment = 'kept for a year'; -- behind
CREATE TABLE k.plain (a int PRIMARY KEY);
`;

test.each([
  ['k.ord¦ers', ['kept for a year', 'Orders of a shop,  \none row an \\*item\\*. -------  \n@rate 5/minute per shop']],
  ['k.pla¦in', []],
  ['k.orders WHERE sh¦op = ?', ['partition key of `k.orders`', 'its address']],
  ["k.orders WHERE shop = '' AND a¦t > ?", ['clustering column 1, ASC of `k.orders`', 'when it was sent']],
])('what people wrote of it: %s', (rest, expected) => {
  const { subject, caret } = openMarked({ 'q.cql': `SELECT * FROM ${rest}`, 's.cql': DESCRIBED });
  const [, ...told] = hoverAt(subject, caret)!
    .markdown.split(/\n\n---\n\n|\n\n\*\*/)[0]!
    .split('```\n\n');
  expect(
    told
      .join('')
      .split('\n\n')
      .filter((one) => one !== ''),
  ).toEqual(expected);
});
