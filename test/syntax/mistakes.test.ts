import { describe, test } from 'vitest';
import { type Mistake, expectMistake } from './mistake.ts';

/** What people write who are in the midst of typing, or who know SQL better. */
const MISTAKES: readonly Mistake[] = [
  [
    "CREATE KEYSPACE k WITH strategy_class = 'SimpleStrategy' AND «strategy_options:replication_factor» = 1",
    "A `:` in the name of an option went with Cassandra 1.2: options are maps now, such as `{'class': …}`.",
  ],
  [
    '«cqlsh:shop>» SELECT * FROM t',
    '`cqlsh:shop>` is what cqlsh writes before a statement: it is no part of it.',
    ' SELECT * FROM t',
  ],
  [
    'SELECT * FROM t\n   «...» WHERE a = 1',
    'Dots stand for what is left out, or for a further line of cqlsh: they are no CQL.',
  ],
  [
    `SELECT * FROM t WHERE a = 1 AND b‸ 'x\n  y'`,
    "`=` is missing between `b` and `'x y'`.",
    `SELECT * FROM t WHERE a = 1 AND b = 'x\n  y'`,
  ],
  [
    'SELECT * FROM «catalog.»shop.orders WHERE id = 1',
    'A name has two parts at most, that of the keyspace and its own.',
    'SELECT * FROM shop.orders WHERE id = 1',
  ],
  // Neither a text nor a word is a number of rows.
  ['SELECT * FROM t WHERE a = 1‸ rows', 'AND is missing before `rows`.'],
  ['SELECT * FROM t WHERE a = 1‸ 5', 'LIMIT is missing before `5`.', 'SELECT * FROM t WHERE a = 1 LIMIT 5'],
  // Nothing says that CHECK was meant.
  ['CREATE TABLE t (a int PRIMARY KEY, b counts «int»)', '`int` does not fit here.'],
  ['SELECT TOP(10) «a» FROM t', 'CQL has no TOP: write LIMIT at the end.'],
  ['SELECT «DISTINCT ON» (a) a FROM t', 'CQL has no DISTINCT ON: SELECT DISTINCT lists the partition keys.'],
  ['SELECT «IF»(a, 1, 2) FROM t', 'CQL has no IF in a query: decide in the application.'],
  ['SELECT a FROM t «AS x» WHERE x.a = 1', 'A table has no alias in CQL: a query reads one table.'],
  [
    'SELECT a FROM t«, s» WHERE t.a = s.a',
    'A query reads one table. Keep a table that holds what this query needs, or join in the application.',
  ],
  ['SELECT a FROM t WHERE «t.»a = 1', 'A column is named alone, without its table.', 'SELECT a FROM t WHERE a = 1'],
  ['SELECT a FROM t ORDER BY «t.»a', 'A column is named alone, without its table.', 'SELECT a FROM t ORDER BY a'],
  ['SELECT * FROM t WHERE a IN «[»1, 2]', '`[ ]` does not fit here: write `( )`.', 'SELECT * FROM t WHERE a IN (1, 2)'],
  [
    `SELECT * FROM t WHERE a IN ('x'‸ 'y')`,
    "`,` is missing between `'x'` and `'y'`.",
    `SELECT * FROM t WHERE a IN ('x', 'y')`,
  ],
  ['SELECT * FROM t WHERE a «BETWEEN (1, 2)»', 'BETWEEN takes no parentheses: `BETWEEN 1 AND 2`.'],
  ['SELECT * FROM t WHERE a LIKE «%x%»', "The pattern of LIKE is a text: `LIKE '%x%'`."],
  [
    'SELECT * FROM t WHERE «-a» = 2',
    'A column stands alone left of the operator: calculate with the value right of it.',
  ],
  [
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); «COMMIT»',
    'A batch ends with APPLY BATCH.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  [
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); «COMMIT BATCH»',
    'A batch ends with APPLY BATCH.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  [
    'SELECT * FROM t WHERE a IN (1 «AND» 2)',
    '`AND` does not fit here: write `,`.',
    'SELECT * FROM t WHERE a IN (1, 2)',
  ],
  [
    'CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a, b, c)) WITH CLUSTERING ORDER BY (b‸, c DESC)',
    'ASC or DESC is missing before `,`.',
    'CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a, b, c)) WITH CLUSTERING ORDER BY (b ASC, c DESC)',
  ],
  [
    'CREATE KEYSPACE k WITH replication = {«class»: SimpleStrategy, replication_factor: 1}',
    "Text must stand in single quotes: 'class'.",
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
  ],
  ['INSERT INTO t (a) VALUES («#»1)', 'A `#` means nothing in CQL.'],
  ['SELECT * FROM t WHERE a = 1 AND «AND» b = 2', '`AND` stands here twice.', 'SELECT * FROM t WHERE a = 1 AND b = 2'],
  [
    'SELECT * FROM t WHERE a = 1«,» b = 2',
    '`,` does not fit here: write AND.',
    'SELECT * FROM t WHERE a = 1 AND b = 2',
  ],
  [
    'SELECT * FROM t ORDER BY a DESC«,» LIMIT 3',
    'Nothing follows this comma: remove it.',
    'SELECT * FROM t ORDER BY a DESC LIMIT 3',
  ],
  [
    'SELECT * FROM t ALLOW «FILTER»',
    'Unknown keyword `FILTER`: did you mean FILTERING?',
    'SELECT * FROM t ALLOW FILTERING',
  ],
  ['SELECT * FROM t «WITH» ALLOW FILTERING', 'ALLOW FILTERING stands without WITH.', 'SELECT * FROM t ALLOW FILTERING'],
  ['«SELCT» a FORM t', 'Unknown keyword `SELCT`: did you mean SELECT?', 'SELECT a FORM t'],
  [
    'SELECT * FROM t «WERE» a = 1 ODER BY b LIMT 5',
    'Unknown keyword `WERE`: did you mean WHERE?',
    'SELECT * FROM t WHERE a = 1 ODER BY b LIMT 5',
  ],
  [
    'INSERT INTO t «SET» a = 1, b = 2',
    'INSERT names its columns: `INSERT INTO t (a, b) VALUES (1, 2)`.',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  [
    "insert into ks.t «set» a = {1, 2}, b = f('x', ?)",
    'INSERT names its columns: `INSERT INTO t (a, b) VALUES (1, 2)`.',
    "insert into ks.t (a, b) values ({1, 2}, f('x', ?))",
  ],
  ['INSERT INTO t «SET» a = 1 IF NOT EXISTS', 'INSERT names its columns: `INSERT INTO t (a, b) VALUES (1, 2)`.'],
  ['INSERT INTO t (a, b) VALUES (1, 2) «VALUES» (3, 4)', 'An INSERT writes one row in CQL: write one for each row.'],
  [
    'INSERT INTO t (a, b) VALUES (1, 2) «WITH» TTL 5',
    'How long and as of when is told by USING.',
    'INSERT INTO t (a, b) VALUES (1, 2) USING TTL 5',
  ],
  [
    'INSERT INTO t (a, b) VALUES (1, 2)‸ TTL 5',
    'USING is missing before `TTL`.',
    'INSERT INTO t (a, b) VALUES (1, 2) USING TTL 5',
  ],
  [
    'INSERT INTO t (a, b) VALUES (1, 2) USING TTL «=» 5',
    '`=` does not belong here.',
    'INSERT INTO t (a, b) VALUES (1, 2) USING TTL 5',
  ],
  [
    'INSERT INTO t (a, b) VALUES (1, 2) «ON DUPLICATE» KEY UPDATE b = 2',
    'INSERT overwrites a row that exists; IF NOT EXISTS keeps it.',
  ],
  [
    'INSERT INTO t (a, b) VALUES «1, 2»',
    'Parentheses are missing around `1, 2`.',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  [
    'INSERT INTO t «a, b» VALUES (1, 2)',
    'Parentheses are missing around `a, b`.',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  [
    'INSERT INTO t (a, b‸ VALUES (1, 2)',
    'A bracket is not closed: `)` is missing after `b`.',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  [
    `INSERT INTO t (a, b) VALUES (1, {'a': 1, 'b'‸ 2})`,
    "`:` is missing between `'b'` and `2`.",
    `INSERT INTO t (a, b) VALUES (1, {'a': 1, 'b': 2})`,
  ],
  [
    `INSERT INTO t (a, b) VALUES (1, {'a', 'b'‸`,
    '2 brackets are not closed: `})` is missing.',
    `INSERT INTO t (a, b) VALUES (1, {'a', 'b'})`,
  ],
  ['UPDATE t SET a = 1 «FROM» s WHERE k = 1', 'UPDATE reads no table: read first, then write the values.'],
  ['UPDATE t SET «(»a, b) = (1, 2) WHERE k = 1', 'SET gives each column a value of its own: `SET a = 1, b = 2`.'],
  [
    'UPDATE t SET «a++» WHERE k = 1',
    'CQL has no `++`: a counter is raised by `a = a + 1`.',
    'UPDATE t SET a = a + 1 WHERE k = 1',
  ],
  [
    'UPDATE t SET a = 1 «AND» b = 2 WHERE k = 1',
    '`AND` does not fit here: write `,`.',
    'UPDATE t SET a = 1, b = 2 WHERE k = 1',
  ],
  ['UPDATE t «WHERE» k = 1 SET a = 1', 'SET, with the new values, stands before WHERE.'],
  ['UPDATE ks.t SET a = 1‸', 'UPDATE needs WHERE and the whole primary key: it writes one row.'],
  ['DELETE FROM ks.t‸', 'DELETE needs WHERE and the key of what it deletes; TRUNCATE empties a whole table.'],
  [
    'BEGIN «BACH» INSERT INTO t (a) VALUES (1); APPLY BATCH',
    'Unknown keyword `BACH`: did you mean BATCH?',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  [
    'BEGIN‸ INSERT INTO t (a) VALUES (1); APPLY BATCH',
    'BATCH is missing before `INSERT`.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  [
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); «END» BATCH',
    'A batch ends with APPLY BATCH.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  ['«APPLY BATCH»', 'No batch is open that APPLY BATCH could end: BEGIN BATCH is missing before.'],
  [
    'TRUNCATE TABLE t«,» s',
    'TRUNCATE takes one table; write a statement for each.',
    'TRUNCATE TABLE t;\nTRUNCATE TABLE s',
  ],
  ['DELETE‸ users WHERE k = 1', 'FROM is missing before `users`.', 'DELETE FROM users WHERE k = 1'],
  ['ALTER TABLE t DROP «a, b»', 'Parentheses are missing around `a, b`.', 'ALTER TABLE t DROP (a, b)'],
  ['ALTER TABLE t «ALTER c text»', 'The type of a column cannot be changed; add another column.'],
  ['«DROP COLUMN» c FROM t', 'A column is dropped by ALTER TABLE … DROP.'],
  [
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' «WITH» gc_grace_seconds = 1`,
    'WITH stands once; options are joined by AND.',
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' AND gc_grace_seconds = 1`,
  ],
  [
    `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'} «WITH» durable_writes = true`,
    'WITH stands once; options are joined by AND.',
    `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'} AND durable_writes = true`,
  ],
  ['CREATE TABLE t («a» PRIMARY KEY, b text)', 'The type of this column is missing before PRIMARY KEY.'],
  [
    'CREATE TABLE t (a«:» int PRIMARY KEY)',
    'Between a column and its type stands no `:`.',
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t «{» a int PRIMARY KEY, b int }',
    '`{ }` does not fit here: write `( )`.',
    'CREATE TABLE t ( a int PRIMARY KEY, b int )',
  ],
  [
    'CREATE TYPE a «{» street text, zip int }',
    '`{ }` does not fit here: write `( )`.',
    'CREATE TYPE a ( street text, zip int )',
  ],
  ['CREATE INDEX ON t «b»', 'Parentheses are missing around `b`.', 'CREATE INDEX ON t (b)'],
  [
    'CREATE TABLE t (a int PRIMARY KEY, b map<text‸ int>)',
    '`,` is missing between `text` and `int`.',
    'CREATE TABLE t (a int PRIMARY KEY, b map<text, int>)',
  ],
  [
    'CREATE TABLE t (a int PRIMARY KEY, b map<text, list<int>‸)',
    'A bracket is not closed: `>` is missing after `>`.',
    'CREATE TABLE t (a int PRIMARY KEY, b map<text, list<int>>)',
  ],
  [
    'CREATE TABLE t (a int, b text, PRIMARY KEY ((a, b))‸',
    'A bracket is not closed: `)` is missing after `)`.',
    'CREATE TABLE t (a int, b text, PRIMARY KEY ((a, b)))',
  ],
  [
    `CREATE ROLE bob WITH PASSWORD = 'x'«,» LOGIN = true`,
    '`,` does not fit here: write AND.',
    `CREATE ROLE bob WITH PASSWORD = 'x' AND LOGIN = true`,
  ],
  [`CREATE USER bob‸ PASSWORD 'x'`, 'WITH is missing before `PASSWORD`.', `CREATE USER bob WITH PASSWORD 'x'`],
  ['USE k«.t»', 'USE takes the name of a keyspace alone.', 'USE k'],
  ['«GO»', 'CQL has no GO: a `;` ends each statement.', ''],
  [
    '«db.users».find({a: 1})',
    `This is MongoDB's way: CQL reads with SELECT and writes with INSERT, UPDATE and DELETE.`,
  ],
  [
    '«IF» EXISTS (SELECT a FROM t) DROP TABLE t',
    'CQL has no IF around statements: DROP takes IF EXISTS, CREATE and INSERT take IF NOT EXISTS.',
  ],
  ['«DECLARE» @x int', 'CQL has no procedures or variables; statements are prepared by the driver.'],
  [
    'CREATE TABLE my«\\»_table (a\\_b int PRIMARY KEY)',
    'A backslash means nothing in CQL: `_` stands in a name as it is.',
    'CREATE TABLE my_table (a_b int PRIMARY KEY)',
  ],
];

describe('mistakes of a writer', () => {
  test.each(MISTAKES.map((mistake) => ({ marked: mistake[0], mistake })))('$marked', ({ mistake }) => {
    expectMistake(mistake);
  });
});
