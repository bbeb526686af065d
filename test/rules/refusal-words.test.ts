import { expect, test } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

// A refusal says in words of the schema why, and what to do, before the server's own sentence.

const SCHEMA =
  'CREATE TABLE shop.goods (id int PRIMARY KEY, size tuple<int, text>, wait duration, name text, tags set<text>, props map<text, int>, shape vector<float, 2>);\n' +
  "CREATE INDEX ON shop.goods (shape) USING 'sai';\nCREATE INDEX ON shop.goods (name) USING 'sai';\n";

const A_VIEW =
  'CREATE MATERIALIZED VIEW shop.by_name AS SELECT id, name FROM shop.goods WHERE name IS NOT NULL AND id IS NOT NULL PRIMARY KEY (name, id);';

function said(cql: string, yaml?: ReadonlyMap<string, unknown>): readonly string[] {
  const workspace = workspaceOf({ 's.cql': SCHEMA + cql });
  workspace.configure(workspace.configuration, yaml);
  return allFindings(workspace)
    .filter(({ finding }) => finding.code === 'refused')
    .map(({ finding }) => finding.message);
}

const TWCS = "compaction = {'class': 'TimeWindowCompactionStrategy', ";

test.each([
  [
    `ALTER TABLE shop.goods WITH ${TWCS}'compaction_window_unit': 'DAY'};`,
    '`compaction_window_unit` is `MINUTES`, `HOURS` or `DAYS`; `DAY` is not.',
  ],
  [
    `ALTER TABLE shop.goods WITH ${TWCS}'compaction_window_size': 0};`,
    '`compaction_window_size` is 1 at least; 0 is less.',
  ],
  ["ALTER TABLE shop.goods WITH caching = {'keys': 'SOME'};", '`keys` is `ALL` or `NONE`; `SOME` is not.'],
  [
    "ALTER TABLE shop.goods WITH speculative_retry = 'often';",
    '`speculative_retry` is `ALWAYS` or `NONE`, or of a form such as `99p`; `often` is not.',
  ],
  ["ALTER TABLE shop.goods WITH read_repair = 'now';", '`read_repair` is `BLOCKING` or `NONE`; `now` is not.'],
  [
    "ALTER TABLE shop.goods WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 5};",
    '`chunk_length_in_kb` is a power of 2: 4, 8, 16, 32 or 64.',
  ],
  [
    'ALTER TABLE shop.goods WITH default_time_to_live = 1d;',
    '`default_time_to_live` takes a whole number, and `1d` is none.',
  ],
  [
    'BEGIN BATCH INSERT INTO shop.goods (id) VALUES (1); DELETE FROM shop.goods WHERE wait = 1h; APPLY BATCH;',
    'A deletion needs the whole primary key of `goods`, `id`: `id` is missing.',
  ],
  [
    'CREATE TABLE shop.carts (who int, sku text, n int, PRIMARY KEY (who, sku)); DELETE FROM shop.carts WHERE n = 0;',
    'A deletion needs the partition key of `carts`, `who`: `who` is missing.',
  ],
  [
    'CREATE TABLE shop.carts (who int, sku text, n int, PRIMARY KEY (who, sku)); DELETE n FROM shop.carts WHERE sku = ?;',
    'A deletion needs the whole primary key of `carts`, `(who, sku)`: `who` is missing.',
  ],
  [
    "BEGIN BATCH UPDATE shop.goods SET name = 'x' WHERE id = 1 AND name = 'y'; APPLY BATCH;",
    'A write finds its row by the primary key, `id`; `name` is not part of it. A condition on its value goes behind IF.',
  ],
  [
    'DELETE FROM shop.goods WHERE id > 5;',
    'Partitions have no order among themselves: a write names `id` by `=` or IN, and no range of it.',
  ],
  [
    `${A_VIEW} CREATE MATERIALIZED VIEW shop.named AS SELECT id, name FROM shop.by_name WHERE name IS NOT NULL AND id IS NOT NULL PRIMARY KEY (id, name);`,
    'A view is made of a table, not of another view.',
  ],
  [
    'CREATE TABLE shop.carts (cart int, owner text static, line int, PRIMARY KEY (cart, line)); SELECT cart, owner FROM shop.carts WHERE line = 1;',
    'Only static columns are selected, which belong to the partition: leave the clustering columns out, or select a column of the row, too.',
  ],
  [
    'CREATE TABLE shop.carts (cart int, owner text static, line int, PRIMARY KEY (cart, line)); UPDATE shop.carts SET owner = ? WHERE cart = 1 AND line = 1;',
    'Only static columns are written, which belong to the partition: leave the clustering columns out.',
  ],
  ['DROP MATERIALIZED VIEW shop.goods;', 'There is no view `shop.goods`.'],
  [
    'CREATE TABLE shop.lines (bill int, line int, PRIMARY KEY (bill, line)); SELECT DISTINCT bill FROM shop.lines GROUP BY bill, line;',
    'DISTINCT gives one row a partition already: leave it out, or group by `bill` alone.',
  ],
  [
    'SELECT id FROM shop.goods ORDER BY shape ANN OF [1, 2];',
    'A search for the nearest asks for a number of them, 1,000 at most: `LIMIT 10`.',
  ],
  [
    'SELECT id FROM shop.goods ORDER BY shape ANN OF [1, 2] LIMIT 2000;',
    'A search for the nearest asks for a number of them, 1,000 at most: `LIMIT 10`.',
  ],
  [
    'SELECT count(*) FROM shop.goods ORDER BY shape ANN OF [1, 2] LIMIT 3;',
    'The nearest are found and given one by one: ask for them, and count or add up in the client.',
  ],
  [
    'SELECT id FROM shop.goods ORDER BY shape ANN OF [1, 2] PER PARTITION LIMIT 1 LIMIT 3;',
    'The nearest are looked for in the whole table: there is no DISTINCT and no limit for each partition.',
  ],
  [
    "CREATE INDEX again ON shop.goods (name) USING 'sai';",
    'There is an index like this on the column already, and one is enough.',
  ],
  ['CREATE INDEX ON shop.goods (wait);', 'A duration cannot be indexed: durations have no order.'],
  [
    'INSERT INTO shop.goods (id, size) VALUES (1, (1, 2));',
    'Part 2 of this tuple is not `text`, the type that belongs there.',
  ],
  ["INSERT INTO shop.goods (id, size) VALUES (1, (1, 'L', 3));", 'A tuple has no more parts than its type says.'],
  [
    "UPDATE shop.goods SET tags['a'] = 'b' WHERE id = 1;",
    '`tags` is a set, and what is in it has no key: `tags = tags + {…}` adds, `- {…}` takes away.',
  ],
  [
    "UPDATE shop.goods SET props = props + {'a'} WHERE id = 1;",
    '`props` is a map, and a map is added to it: `{key: value}`.',
  ],
  [
    "UPDATE shop.goods SET props = props - {'a': 1} WHERE id = 1;",
    '`props` is a map, and what is taken from it is a set of its keys: `{key}`.',
  ],
  ['UPDATE shop.goods SET tags = {} + tags WHERE id = 1;', 'Only a list has a beginning to which something is added.'],
  ['UPDATE shop.goods SET name = now() WHERE id = 1;', '`now()` gives a `timeuuid`, and `name` is a `text`.'],
  [
    'INSERT INTO shop.goods (id, props) VALUES (1, {"a": 1});',
    "`props` is a map, and its keys are values: double quotes are for names, text is written `'…'`.",
  ],
  ['INSERT INTO shop.goods (id, tags) VALUES (1, {a: 1});', '`tags` is a set: `{a, b}`.'],
  ["UPDATE shop.goods SET props = 'a' WHERE id = 1;", '`props` is a `map<text, int>`. It takes a map: `{key: value}`.'],
])('%s', (cql, words) => {
  expect(said(cql)).toEqual([words]);
});

const VIEW =
  'CREATE TABLE shop.posts (id int, n int, author text, s text static, PRIMARY KEY (id, n));\n' +
  'CREATE MATERIALIZED VIEW shop.by_author AS SELECT id, n, author FROM shop.posts WHERE author IS NOT NULL AND id IS NOT NULL AND n IS NOT NULL PRIMARY KEY (author, id, n);\n';

test.each([
  ['DROP TABLE shop.by_author;', '`by_author` is a view: DROP MATERIALIZED VIEW drops it.'],
  ['ALTER TABLE shop.by_author ADD likes int;', '`by_author` is a view, with the columns that it was made with.'],
  ['TRUNCATE shop.by_author;', 'A view follows its table: truncate the table.'],
  [
    'CREATE INDEX ON shop.by_author (n);',
    'A view has no indexes: index the table, or make the column part of the key of a view.',
  ],
  [
    'CREATE MATERIALIZED VIEW shop.again AS SELECT * FROM shop.posts WHERE author IS NOT NULL AND id IS NOT NULL AND n IS NOT NULL PRIMARY KEY (author, id, n);',
    '`s` is static, and a view has rows of other partitions: select the columns by name, without it.',
  ],
  [
    "CREATE MATERIALIZED VIEW shop.ann AS SELECT id, n, author FROM shop.posts WHERE author = 'ann' AND id IS NOT NULL AND n IS NOT NULL PRIMARY KEY (author, id, n);",
    'Of a column that is not in the key of its table a view says IS NOT NULL, and compares it with no value.',
  ],
  ['CREATE TABLE shop.twice (id int, PRIMARY KEY (id, id));', '`id` stands in the primary key twice; once is enough.'],
])('of views and keys: %s', (cql, words) => {
  expect(said(VIEW + cql)[0]).toBe(words);
});

test('a column that was dropped with another type', () => {
  expect(said('ALTER TABLE shop.goods DROP props; ALTER TABLE shop.goods ADD props int;')).toEqual([
    '`props` was dropped, and what it held may still be in the files: added again it is of the type and the kind that it had. Give the new column another name.',
  ]);
});

test('a guardrail is called by its name', () => {
  const yaml = new Map<string, unknown>([
    ['authenticator', 'PasswordAuthenticator'],
    ['allow_filtering_enabled', false],
  ]);
  expect(said('SELECT id FROM shop.goods WHERE id = 1 AND wait = 1h ALLOW FILTERING;', yaml)).toEqual([
    'The cassandra.yaml of this project forbids it, by the guardrail `allow_filtering`.',
  ]);
});

test('a type of SQL in a type or a collection is no type that is to be frozen', () => {
  const workspace = workspaceOf({
    's.cql':
      'CREATE TYPE shop.place (street string, at datetime);\nCREATE TABLE shop.y (id int PRIMARY KEY, l list<string>);',
  });
  expect(allFindings(workspace).map(({ finding }) => `${finding.severity} ${finding.message}`)).toEqual([
    "error There is no type `string`, neither Cassandra's own nor in the keyspace. Did you mean `text`?",
    "error There is no type `string`, neither Cassandra's own nor in the keyspace. Did you mean `text`?",
  ]);
});

test('what Cassandra has nothing for is given up by a person alone', () => {
  const workspace = workspaceOf({ 's.cql': 'CREATE TABLE shop.x (a int PRIMARY KEY, b int UNIQUE, c varchar(5));' });
  const context = workspace.contexts('s.cql', 0)[0]!;
  const titles = allFindings(workspace).flatMap(({ finding }) =>
    fixesOf(context, finding).map(({ title, safe, preferred }) => ({ title, safe, preferred })),
  );
  expect(titles).toEqual([
    { title: 'Remove `UNIQUE`', safe: false, preferred: false },
    { title: 'Change to text', safe: true, preferred: true },
  ]);
});

test('what cassandra.yaml switches off', () => {
  const view =
    'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.goods WHERE name IS NOT NULL AND id IS NOT NULL PRIMARY KEY (name, id);';
  const yaml = new Map([['materialized_views_enabled', false]]);
  expect(said(view)).toEqual([]);
  expect(said(view, yaml)).toEqual(['Materialized views are switched off in the cassandra.yaml of this project.']);
});

test('a name of an option that breaks off', () => {
  expect(said('ALTER TABLE shop.goods WITH gc_grace = 864000;')).toEqual([
    '`gc_grace` is no option; did you mean `gc_grace_seconds`?',
  ]);
});

test('a text in the middle of others is found by no table', () => {
  const workspace = workspaceOf({ 's.cql': `${SCHEMA}SELECT id FROM shop.goods WHERE name LIKE '%red%';` });
  const messages = allFindings(workspace).map(({ finding }) => finding.message);
  expect(messages.join()).toContain(
    'No key finds a text in the middle of others: that is the work of a search engine, or of an SASI index where these are switched on.',
  );
});

test('an order by likeness beside a column without an index', () => {
  const likes = (index: string): string =>
    `CREATE TABLE shop.looks (id int PRIMARY KEY, lang text, v vector<float, 2>);${index}SELECT id FROM shop.looks WHERE lang = ? ORDER BY v ANN OF ? LIMIT 2;`;
  expect(said(likes(''))).toEqual([
    "An order by likeness needs an index: `CREATE INDEX ON shop.looks (v) USING 'sai'`.",
  ]);
  expect(said(likes("CREATE INDEX ON shop.looks (v) USING 'sai';"))).toEqual([
    "Beside an order by likeness only an index finds rows: each column in WHERE needs one, `CREATE INDEX ON shop.looks (…) USING 'sai'`.",
  ]);
});

test('an entry of a frozen map', () => {
  expect(
    said(
      "CREATE TABLE shop.sets (id int PRIMARY KEY, m frozen<map<text, int>>);SELECT id FROM shop.sets WHERE m['a'] = 1;",
    ),
  ).toEqual([
    '`m` is frozen, one value as a whole, so none of its entries can be compared: ask for all of it, or keep what is looked for in a column.',
  ]);
});

test('a time that is moved by a number, and a timeuuid by anything', () => {
  const VISITS = 'CREATE TABLE shop.visits (id int PRIMARY KEY, seen timestamp, day date, made timeuuid);';
  const moves = (number: string): readonly string[] => [
    `A time moves by a duration, which says its unit: \`1h30m\`, \`7d\`. \`${number}\` says none.`,
  ];
  const counts = ['A timeuuid cannot be counted with. Its time can, by a duration: `toTimestamp(now()) + 1h`.'];
  expect(said(`${VISITS}INSERT INTO shop.visits (id, seen) VALUES (1, toTimestamp(now()) + 3600);`)).toEqual(
    moves('3600'),
  );
  expect(said(`${VISITS}SELECT seen - 86400000 FROM shop.visits WHERE id = 1;`)).toEqual(moves('86400000'));
  expect(said(`${VISITS}INSERT INTO shop.visits (id, seen) VALUES (1, toTimestamp(now() + 3600));`)).toEqual(counts);
  expect(said(`${VISITS}INSERT INTO shop.visits (id, made) VALUES (1, now() + 1d);`)).toEqual(counts);
  expect(said(`${VISITS}INSERT INTO shop.visits (id, seen) VALUES (1, toTimestamp(now()) + 1h);`)).toEqual([]);
});

test('a text in the middle of others beside an index that finds beginnings', () => {
  expect(
    said(`CREATE TABLE shop.songs (id uuid PRIMARY KEY, title text);
CREATE CUSTOM INDEX starts ON shop.songs (title) USING 'org.apache.cassandra.index.sasi.SASIIndex';
SELECT id FROM shop.songs WHERE title LIKE '%love%';`),
  ).toEqual([
    "The index `starts` does not find this: of SASI's modes CONTAINS finds a text wherever it stands, PREFIX at the beginning alone, SPARSE none.",
  ]);
});
