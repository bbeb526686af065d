import { describe, test } from 'vitest';
import { type Mistake, expectMistake } from './mistake.ts';

const KEYWORDS: readonly Mistake[] = [
  ['SELECT a FROM t «WHRE» x = 1', 'Unknown keyword `WHRE`: did you mean WHERE?', 'SELECT a FROM t WHERE x = 1'],
  [
    'SELECT * FROM t WHERE x = 1 «ODER» BY y',
    'Unknown keyword `ODER`: did you mean ORDER?',
    'SELECT * FROM t WHERE x = 1 ORDER BY y',
  ],
  [
    'SELECT * FROM t WHERE x = 1 «ORDERBY» y',
    '`ORDERBY` is written apart: ORDER BY.',
    'SELECT * FROM t WHERE x = 1 ORDER BY y',
  ],
  [
    'SELECT * FROM t WHERE x = 1 «LIMTI» 5',
    'Unknown keyword `LIMTI`: did you mean LIMIT?',
    'SELECT * FROM t WHERE x = 1 LIMIT 5',
  ],
  ['SELECT * FROM t «LIMTI» 5', 'Unknown keyword `LIMTI`: did you mean LIMIT?', 'SELECT * FROM t LIMIT 5'],
  [
    'SELECT * FROM t WHERE x = 1 ALLOW «FILTERNG»',
    'Unknown keyword `FILTERNG`: did you mean FILTERING?',
    'SELECT * FROM t WHERE x = 1 ALLOW FILTERING',
  ],
  [
    'SELECT * FROM t WHERE x = 1 «ADN» y = 2',
    'Unknown keyword `ADN`: did you mean AND?',
    'SELECT * FROM t WHERE x = 1 AND y = 2',
  ],
  ['SELECT a FROM t ORDER BY x «DSC»', 'Unknown keyword `DSC`: did you mean DESC?', 'SELECT a FROM t ORDER BY x DESC'],
  [
    'INSERT INTO t (a, b) «VALUE» (1, 2)',
    'Unknown keyword `VALUE`: did you mean VALUES?',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  [
    'INSERT INTO t (a) VALUES (1) IF NOT «EXIST»',
    'Unknown keyword `EXIST`: did you mean EXISTS?',
    'INSERT INTO t (a) VALUES (1) IF NOT EXISTS',
  ],
  [
    'INSERT INTO t (a) VALUES (1) USING «TLL» 5',
    'Unknown keyword `TLL`: did you mean TTL?',
    'INSERT INTO t (a) VALUES (1) USING TTL 5',
  ],
  [
    '«UPDTE» t SET a = 1 WHERE k = 1',
    'Unknown keyword `UPDTE`: did you mean UPDATE?',
    'UPDATE t SET a = 1 WHERE k = 1',
  ],
  ['DELETE «FORM» t WHERE k = 1', 'Unknown keyword `FORM`: did you mean FROM?', 'DELETE FROM t WHERE k = 1'],
  ['DELETE FROM t «WERE» k = 1', 'Unknown keyword `WERE`: did you mean WHERE?', 'DELETE FROM t WHERE k = 1'],
  [
    'CREATE «TABEL» t (a int PRIMARY KEY)',
    'Unknown keyword `TABEL`: did you mean TABLE?',
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  [
    '«CRATE» TABLE t (a int PRIMARY KEY)',
    'Unknown keyword `CRATE`: did you mean CREATE?',
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t (a int, «PRIMRY» KEY (a))',
    'Unknown keyword `PRIMRY`: did you mean PRIMARY?',
    'CREATE TABLE t (a int, PRIMARY KEY (a))',
  ],
  [
    'CREATE TABLE t (a int «PRIMRY» KEY)',
    'Unknown keyword `PRIMRY`: did you mean PRIMARY?',
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t (a int, «PRIMARYKEY» (a))',
    '`PRIMARYKEY` is written apart: PRIMARY KEY.',
    'CREATE TABLE t (a int, PRIMARY KEY (a))',
  ],
  [
    'CREATE TABLE IF NOT «EXIST» t (a int PRIMARY KEY)',
    'Unknown keyword `EXIST`: did you mean EXISTS?',
    'CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY)',
  ],
  [
    'CREATE «MATERIALISED» VIEW v AS SELECT * FROM t WHERE a IS NOT NULL PRIMARY KEY (a)',
    'Unknown keyword `MATERIALISED`: did you mean MATERIALIZED?',
    'CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL PRIMARY KEY (a)',
  ],
  ['ALTER TABLE t «AD» c int', 'Unknown keyword `AD`: did you mean ADD?', 'ALTER TABLE t ADD c int'],
  ['DROP TABLE IF «EXIST» t', 'Unknown keyword `EXIST`: did you mean EXISTS?', 'DROP TABLE IF EXISTS t'],
  ['DESCRIBE «TABEL» t', 'Unknown keyword `TABEL`: did you mean TABLE?', 'DESCRIBE TABLE t'],
];

const NAMES: readonly Mistake[] = [
  ['SELECT «order» FROM t', '`order` is a reserved word; quote it to use it as a name.', 'SELECT "order" FROM t'],
  ['SELECT a, «to» FROM t', '`to` is a reserved word; quote it to use it as a name.', 'SELECT a, "to" FROM t'],
  ['SELECT «token» FROM t', '`token` is a reserved word; quote it to use it as a name.', 'SELECT "token" FROM t'],
  [
    "INSERT INTO t (a, b, c) VALUES («'x», 'y', 'z')",
    "The closing `'` of this text is missing.",
    "INSERT INTO t (a, b, c) VALUES ('x', 'y', 'z')",
  ],
  [
    "INSERT INTO t (a, b, c) VALUES ('x', «'y», '12' , 'z')",
    "The closing `'` of this text is missing.",
    "INSERT INTO t (a, b, c) VALUES ('x', 'y', '12' , 'z')",
  ],
  [
    `SELECT a FROM t WHERE x = 'it«'»s'`,
    "A quote within a string is written twice: `''`.",
    `SELECT a FROM t WHERE x = 'it''s'`,
  ],
  [
    `SELECT a FROM t WHERE x = 'O«'»Brien' AND y = 2`,
    "A quote within a string is written twice: `''`.",
    `SELECT a FROM t WHERE x = 'O''Brien' AND y = 2`,
  ],
  [
    'INSERT INTO t (a, «desc») VALUES (1, 2)',
    '`desc` is a reserved word; quote it to use it as a name.',
    'INSERT INTO t (a, "desc") VALUES (1, 2)',
  ],
  [
    'CREATE TABLE t («from» text, to text, PRIMARY KEY (from))',
    '`from` is a reserved word; quote it to use it as a name.',
    'CREATE TABLE t ("from" text, to text, PRIMARY KEY (from))',
  ],
  [
    'CREATE TABLE «my-table» (a int PRIMARY KEY)',
    'A bare name begins with a letter and holds letters, digits and _ only: `my-table` does not.',
  ],
  [
    'CREATE TABLE «2fa» (a int PRIMARY KEY)',
    'A bare name begins with a letter and holds letters, digits and _ only; quote `2fa` to use it.',
    'CREATE TABLE "2fa" (a int PRIMARY KEY)',
  ],
  [
    `CREATE TABLE «'t'» (a int PRIMARY KEY)`,
    "`'t'` is a string; a name takes double quotes or none.",
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t («my-col» int PRIMARY KEY)',
    'A bare name begins with a letter and holds letters, digits and _ only; quote `my-col` to use it.',
    'CREATE TABLE t ("my-col" int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t (a int PRIMARY KEY, «2nd» text)',
    'A bare name begins with a letter and holds letters, digits and _ only; quote `2nd` to use it.',
    'CREATE TABLE t (a int PRIMARY KEY, "2nd" text)',
  ],
  [
    `CREATE KEYSPACE «my-ks» WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`,
    'A bare name begins with a letter and holds letters, digits and _ only: `my-ks` does not.',
  ],
  ['USE «my-ks»', 'A bare name begins with a letter and holds letters, digits and _ only: `my-ks` does not.'],
  [`DROP TABLE «'my table'»`, "`'my table'` is a string; a name takes double quotes or none."],
];

const SIGNS: readonly Mistake[] = [
  [
    'SELECT * FROM t WHERE x = 1 ALLOW‸',
    'FILTERING is missing after `ALLOW`.',
    'SELECT * FROM t WHERE x = 1 ALLOW FILTERING',
  ],
  ['SELECT * FROM t WHERE x = 1 AND‸', 'The statement ends too early: a column is expected.'],
  ['SELECT * FROM t WHERE x = 1‸ y = 2', 'AND is missing before `y`.', 'SELECT * FROM t WHERE x = 1 AND y = 2'],
  [
    'SELECT * FROM t WHERE x = 1«,» y = 2',
    '`,` does not fit here: write AND.',
    'SELECT * FROM t WHERE x = 1 AND y = 2',
  ],
  ['SELECT * FROM t WHERE‸', 'The statement ends too early: a column is expected.'],
  ['SELECT a b‸ c FROM t', '`,` is missing between `b` and `c`.', 'SELECT a b, c FROM t'],
  ['SELECT a FROM‸', 'A table is missing after `FROM`.'],
  ['SELECT‸ FROM t', 'A column or `*` is missing after `SELECT`.'],
  ['SELECT a«,» FROM t', 'Nothing follows this comma: remove it.', 'SELECT a FROM t'],
  ['SELECT a,«,» b FROM t', 'One comma too many.', 'SELECT a, b FROM t'],
  [
    'SELECT a FROM t WHERE x IN (1, 2‸',
    'A bracket is not closed: `)` is missing after `2`.',
    'SELECT a FROM t WHERE x IN (1, 2)',
  ],
  ['SELECT a FROM t WHERE x IN «1, 2»', 'Parentheses are missing around `1, 2`.', 'SELECT a FROM t WHERE x IN (1, 2)'],
  ['SELECT a FROM t WHERE x IN (1, 2«]»', '`]` does not fit here: write `)`.', 'SELECT a FROM t WHERE x IN (1, 2)'],
  ['SELECT a FROM t WHERE x BETWEEN 1‸ 2', 'AND is missing before `2`.', 'SELECT a FROM t WHERE x BETWEEN 1 AND 2'],
  ['SELECT a FROM t WHERE x LIKE‸', 'A value is missing after `LIKE`.'],
  ['SELECT a‸ t WHERE x = 1', 'FROM is missing before `t`.', 'SELECT a FROM t WHERE x = 1'],
  ['SELECT *‸ t WHERE x = 1', 'FROM is missing before `t`.', 'SELECT * FROM t WHERE x = 1'],
  ['SELECT count(*‸ FROM t', 'A bracket is not closed: `)` is missing after `*`.', 'SELECT count(*) FROM t'],
  ['SELECT a FROM t GROUP‸ a', 'BY is missing before `a`.', 'SELECT a FROM t GROUP BY a'],
  ['SELECT a FROM t ORDER‸ x', 'BY is missing before `x`.', 'SELECT a FROM t ORDER BY x'],
  ['SELECT a FROM t ORDER BY‸', 'A column is missing after `BY`.'],
  ['INSERT INTO t (a, b)‸ (1, 2)', 'VALUES is missing before `(`.', 'INSERT INTO t (a, b) VALUES (1, 2)'],
  ['INSERT INTO t (a‸ b) VALUES (1, 2)', '`,` is missing between `a` and `b`.', 'INSERT INTO t (a, b) VALUES (1, 2)'],
  [
    'INSERT INTO t (a, b‸ VALUES (1, 2)',
    'A bracket is not closed: `)` is missing after `b`.',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  [
    'INSERT INTO t (a, b) VALUES (1, 2‸',
    'A bracket is not closed: `)` is missing after `2`.',
    'INSERT INTO t (a, b) VALUES (1, 2)',
  ],
  ['INSERT INTO t (a, b) VALUES (1‸ 2)', '`,` is missing between `1` and `2`.', 'INSERT INTO t (a, b) VALUES (1, 2)'],
  ['INSERT INTO t (a, b) VALUES (1«,» )', 'Nothing follows this comma: remove it.', 'INSERT INTO t (a, b) VALUES (1 )'],
  ['INSERT INTO t (a, b) VALUES‸', 'The statement ends too early: `(` is expected.'],
  ['INSERT‸ t (a) VALUES (1)', 'INTO is missing before `t`.', 'INSERT INTO t (a) VALUES (1)'],
  ['INSERT INTO «TABLE» t (a) VALUES (1)', '`TABLE` does not belong here.', 'INSERT INTO t (a) VALUES (1)'],
  [
    `INSERT INTO t (a) VALUES ({'a' «=» 1})`,
    '`=` does not fit here: write `:`.',
    `INSERT INTO t (a) VALUES ({'a' : 1})`,
  ],
  [
    'INSERT INTO t (a) VALUES ([1, 2‸)',
    'A bracket is not closed: `]` is missing after `2`.',
    'INSERT INTO t (a) VALUES ([1, 2])',
  ],
  ['INSERT INTO t (a) VALUES (1) USING‸ 5', 'TIMESTAMP or TTL is missing before `5`.'],
  ['UPDATE t SET a = 1‸', 'UPDATE needs WHERE and the whole primary key: it writes one row.'],
  [
    'UPDATE t SET a = 1 «AND» b = 2 WHERE k = 1',
    '`AND` does not fit here: write `,`.',
    'UPDATE t SET a = 1, b = 2 WHERE k = 1',
  ],
  ['UPDATE t SET a =‸ WHERE k = 1', 'A column or a value is missing after `=`.'],
  ['UPDATE t‸ a = 1 WHERE k = 1', 'SET is missing before `a`.', 'UPDATE t SET a = 1 WHERE k = 1'],
  ['UPDATE t SET a‸ 1 WHERE k = 1', '`=` is missing between `a` and `1`.', 'UPDATE t SET a = 1 WHERE k = 1'],
  ['DELETE‸ t WHERE k = 1', 'FROM is missing before `t`.', 'DELETE FROM t WHERE k = 1'],
  ['DELETE FROM t‸', 'DELETE needs WHERE and the key of what it deletes; TRUNCATE empties a whole table.'],
  [
    'CREATE TABLE t (a int‸ b text, PRIMARY KEY (a))',
    '`,` is missing between `int` and `b`.',
    'CREATE TABLE t (a int, b text, PRIMARY KEY (a))',
  ],
  [
    'CREATE TABLE t (a int, b text‸ PRIMARY KEY (a))',
    '`,` is missing between `text` and `PRIMARY`.',
    'CREATE TABLE t (a int, b text, PRIMARY KEY (a))',
  ],
  [
    'CREATE TABLE t (a int, PRIMARY KEY «a»)',
    'Parentheses are missing around `a`.',
    'CREATE TABLE t (a int, PRIMARY KEY (a))',
  ],
  ['CREATE TABLE t (a int, PRIMARY‸ (a))', 'KEY is missing before `(`.', 'CREATE TABLE t (a int, PRIMARY KEY (a))'],
  [
    'CREATE TABLE t (a int, PRIMARY KEY (a)‸',
    'A bracket is not closed: `)` is missing after `)`.',
    'CREATE TABLE t (a int, PRIMARY KEY (a))',
  ],
  [
    `CREATE TABLE t (a int, PRIMARY KEY (a)‸ WITH comment = 'x'`,
    'A bracket is not closed: `)` is missing after `)`.',
    `CREATE TABLE t (a int, PRIMARY KEY (a)) WITH comment = 'x'`,
  ],
  [
    'CREATE TABLE t (a int, PRIMARY KEY (a))«)»',
    'No bracket is open that this `)` could close.',
    'CREATE TABLE t (a int, PRIMARY KEY (a))',
  ],
  ['CREATE TABLE t (a‸, b text, PRIMARY KEY (a))', 'A type is missing after `a`.'],
  [
    'CREATE TABLE t (a list<int‸, PRIMARY KEY (a))',
    'A bracket is not closed: `>` is missing after `int`.',
    'CREATE TABLE t (a list<int>, PRIMARY KEY (a))',
  ],
  [
    'CREATE TABLE t (a map<int‸ text>, PRIMARY KEY (a))',
    '`,` is missing between `int` and `text`.',
    'CREATE TABLE t (a map<int, text>, PRIMARY KEY (a))',
  ],
  [
    'CREATE TABLE t «a int PRIMARY KEY»',
    'Parentheses are missing around `a int PRIMARY KEY`.',
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  ['CREATE TABLE‸ (a int PRIMARY KEY)', 'A name is missing after `TABLE`.'],
  [
    'CREATE TABLE IF‸ EXISTS t (a int PRIMARY KEY)',
    'NOT is missing before `EXISTS`.',
    'CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t «IF NOT EXISTS» (a int PRIMARY KEY)',
    'IF NOT EXISTS stands before the name.',
    'CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY)',
  ],
  [
    `CREATE TABLE t (a int PRIMARY KEY)‸ comment = 'x'`,
    'WITH is missing before `comment`.',
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x'`,
  ],
  [
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment‸ 'x'`,
    "`=` is missing between `comment` and `'x'`.",
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x'`,
  ],
  [
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x'«,» gc_grace_seconds = 5`,
    '`,` does not fit here: write AND.',
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' AND gc_grace_seconds = 5`,
  ],
  [
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x'‸ gc_grace_seconds = 5`,
    'AND is missing before `gc_grace_seconds`.',
    `CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' AND gc_grace_seconds = 5`,
  ],
  [
    'CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER‸ (a DESC)',
    'BY is missing before `(`.',
    'CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER BY (a DESC)',
  ],
  [
    'CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER BY (a‸)',
    'ASC or DESC is missing before `)`.',
    'CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER BY (a ASC)',
  ],
  [
    'CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER BY «a DESC»',
    'Parentheses are missing around `a DESC`.',
    'CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER BY (a DESC)',
  ],
  [
    `CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1‸`,
    'A bracket is not closed: `}` is missing after `1`.',
    `CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`,
  ],
  [
    `CREATE KEYSPACE ks WITH replication = {'class' «=» 'SimpleStrategy', 'replication_factor' = 1}`,
    '`=` does not fit here: write `:`.',
  ],
  ['CREATE KEYSPACE ks WITH REPLICATON‸', 'The statement ends too early: `=` is expected.'],
  [
    `CREATE KEYSPACE ks‸ replication = {'class': 'SimpleStrategy'}`,
    'WITH is missing before `replication`.',
    `CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy'}`,
  ],
  ['CREATE INDEX ON t‸', 'The statement ends too early: `(` is expected.'],
  ['CREATE INDEX i‸ t (a)', 'ON is missing before `t`.', 'CREATE INDEX i ON t (a)'],
  ['CREATE INDEX i ON t «a»', 'Parentheses are missing around `a`.', 'CREATE INDEX i ON t (a)'],
  ['CREATE TYPE x (a int‸ b text)', '`,` is missing between `int` and `b`.', 'CREATE TYPE x (a int, b text)'],
  [
    'CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL‸',
    'The statement ends too early: PRIMARY KEY is expected.',
  ],
  [
    `CREATE FUNCTION f (a int) «RETURNS» int LANGUAGE java AS 'x'`,
    'CALLED ON NULL INPUT or RETURNS NULL ON NULL INPUT is missing before RETURNS.',
  ],
  ['ALTER TABLE t ADD c‸', 'A type is missing after `c`.'],
  ['ALTER TABLE t RENAME a‸ b', 'TO is missing before `b`.', 'ALTER TABLE t RENAME a TO b'],
  ['DROP TABLE t «IF EXISTS»', 'IF EXISTS stands before the name.', 'DROP TABLE IF EXISTS t'],
  ['DROP‸ t', 'A word such as TABLE is missing before `t`.'],
  ['USE‸', 'A keyspace is missing after `USE`.'],
  [
    'SELECT * FROM t WHERE a = (SELECT b FROM u‸',
    'A bracket is not closed: `)` is missing after `u`.',
    'SELECT * FROM t WHERE a = (SELECT b FROM u)',
  ],
  ['GRANT SELECT ON t‸ u', 'TO is missing before `u`.', 'GRANT SELECT ON t TO u'],
  [
    `CREATE ROLE r WITH PASSWORD‸ 'x'`,
    "`=` is missing between `PASSWORD` and `'x'`.",
    `CREATE ROLE r WITH PASSWORD = 'x'`,
  ],
  [`CREATE ROLE r‸ PASSWORD = 'x'`, 'WITH is missing before `PASSWORD`.', `CREATE ROLE r WITH PASSWORD = 'x'`],
  [
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY‸',
    'BATCH is missing after `APPLY`.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  [
    'BEGIN BATCH INSERT INTO t (a) VALUES (1)‸',
    'APPLY BATCH is missing at the end.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  ['SELECT a‸', 'FROM is missing: what is selected belongs to a table.'],
  ['SELECT 1 «WHERE» a = 1', '`WHERE` does not fit here: FROM is expected.'],
  ['SELECT a FROM t WHERE x = 1 «)»', 'No bracket is open that this `)` could close.', 'SELECT a FROM t WHERE x = 1'],
  ['SELECT (a‸ FROM t', 'A bracket is not closed: `)` is missing after `a`.', 'SELECT (a) FROM t'],
  [
    'SELECT a FROM t WHERE (x = 1‸',
    'A bracket is not closed: `)` is missing after `1`.',
    'SELECT a FROM t WHERE (x = 1)',
  ],
];

const HABITS: readonly Mistake[] = [
  [
    `CREATE KEYSPACE ks WITH replication = «(»'class': 'SimpleStrategy')`,
    "Options are a map, in braces: `{'class': …}`.",
  ],
  ['ALTER TABLE t ADD «COLUMN» c int', 'The word COLUMN is not written here.', 'ALTER TABLE t ADD c int'],
  ['ALTER TABLE t DROP «COLUMN» c', 'The word COLUMN is not written here.', 'ALTER TABLE t DROP c'],
  [
    'ALTER TABLE t ADD «a int, b text»',
    'Parentheses are missing around `a int, b text`.',
    'ALTER TABLE t ADD (a int, b text)',
  ],
  ['ALTER TABLE t RENAME «COLUMN» a TO b', 'The word COLUMN is not written here.', 'ALTER TABLE t RENAME a TO b'],
  ['ALTER TABLE t «RENAME TO» u', 'CQL cannot rename a table.'],
  ['ALTER TABLE t ALTER «COLUMN» a TYPE int', 'The word COLUMN is not written here.', 'ALTER TABLE t ALTER a TYPE int'],
  ['ALTER TABLE t «MODIFY» a int', 'The type of a column cannot be changed; add another column.'],
  ['DROP TABLE a«,» b', 'DROP takes one name; write a statement for each.', 'DROP TABLE a;\nDROP TABLE b'],
  [
    'DROP TABLE ks.a«,» ks.b, c',
    'DROP takes one name; write a statement for each.',
    'DROP TABLE ks.a;\nDROP TABLE ks.b;\nDROP TABLE c',
  ],
  ['DROP TABLE t «CASCADE»', 'CQL has no CASCADE: nothing else depends on the rows of a table.', 'DROP TABLE t'],
  ['TRUNCATE t «CASCADE»', 'CQL has no CASCADE: nothing else depends on the rows of a table.', 'TRUNCATE t'],
  ['CREATE «DATABASE» d', 'CQL calls a database a keyspace.', 'CREATE KEYSPACE d'],
  ['CREATE «UNIQUE» INDEX i ON t (a)', 'CQL has no unique indexes: only the primary key is unique.'],
  [
    'CREATE «OR REPLACE» VIEW v AS SELECT a FROM t',
    'OR REPLACE is for functions and aggregates only; drop the old one first, or write IF NOT EXISTS.',
  ],
  [
    'CREATE «OR REPLACE» TABLE t (a int PRIMARY KEY)',
    'OR REPLACE is for functions and aggregates only; drop the old one first, or write IF NOT EXISTS.',
  ],
  [
    'CREATE «VIEW» v AS SELECT a FROM t WHERE a IS NOT NULL PRIMARY KEY (a)',
    'CQL has only materialized views.',
    'CREATE MATERIALIZED VIEW v AS SELECT a FROM t WHERE a IS NOT NULL PRIMARY KEY (a)',
  ],
  [
    'CREATE TABLE t «AS» SELECT * FROM u',
    'CQL cannot create a table from a query; write its columns and copy the rows.',
  ],
  [
    'INSERT INTO t «SELECT» * FROM u',
    'CQL cannot insert what a query gives: read the rows and insert them, or use COPY or Spark.',
  ],
  [
    'INSERT INTO t (a, b) «SELECT» * FROM u',
    'CQL cannot insert what a query gives: read the rows and insert them, or use COPY or Spark.',
  ],
  [
    'INSERT INTO t «SET» a = 1',
    'INSERT names its columns: `INSERT INTO t (a, b) VALUES (1, 2)`.',
    'INSERT INTO t (a) VALUES (1)',
  ],
  [
    'INSERT INTO t (a) VALUES (1) «ON CONFLICT» DO NOTHING',
    'INSERT overwrites a row that exists; IF NOT EXISTS keeps it.',
  ],
  [
    'INSERT INTO t (a) VALUES (1) «RETURNING» a',
    'CQL has no RETURNING: a write gives back nothing but, with IF, whether it was applied.',
  ],
  ['SELECT «TOP 5» * FROM t', 'CQL has no TOP: write LIMIT at the end.', 'SELECT * FROM t LIMIT 5'],
  [
    'SELECT count(*) «>» 0 FROM t WHERE a = 1',
    'A query selects values, not comparisons: select the value and compare it in the application.',
  ],
  [
    'SELECT a «IS» NULL FROM t',
    'A query selects values, not comparisons: select the value and compare it in the application.',
  ],
  ['SELECT * FROM t WHERE a LIKE ?1«%»', "The `%` is part of the value: bind a text such as `'abc%'`."],
  ['SELECT * FROM t WHERE a LIKE «%»:part', "The `%` is part of the value: bind a text such as `'abc%'`."],
  ['SELECT a, b‸ max(c) FROM t', '`,` is missing between `b` and `max`.', 'SELECT a, b, max(c) FROM t'],
  ['CREATE INDEX i ON t («KEY»(m))', 'Unknown keyword `KEY`: did you mean KEYS?', 'CREATE INDEX i ON t (KEYS(m))'],
  [
    'SELECT * FROM t WHERE a = «?1» AND b = ?2',
    'Markers have no numbers in CQL: `?` are bound in their order, `:name` by name.',
  ],
  [
    'SELECT «TOP 5» a FROM t WHERE b = 1 ALLOW FILTERING',
    'CQL has no TOP: write LIMIT at the end.',
    'SELECT a FROM t WHERE b = 1 LIMIT 5 ALLOW FILTERING',
  ],
  ['«BEGIN»', 'CQL has no such transactions: statements that belong together go into BEGIN BATCH … APPLY BATCH.'],
  ['«COMMIT»', 'CQL has no such transactions: statements that belong together go into BEGIN BATCH … APPLY BATCH.'],
  [
    '«START TRANSACTION»',
    'CQL has no such transactions: statements that belong together go into BEGIN BATCH … APPLY BATCH.',
  ],
  [
    '«ROLLBACK»',
    'CQL has no such transactions: statements that belong together go into BEGIN BATCH … APPLY BATCH. Nothing is rolled back.',
  ],
  ['«EXPLAIN» SELECT * FROM t', 'CQL has no EXPLAIN. In cqlsh, TRACING ON shows what a query does.', 'SELECT * FROM t'],
  ['«SHOW» TABLES', 'SHOW does not list this: write DESCRIBE.', 'DESCRIBE TABLES'],
  ['«SHOW DATABASES»', 'CQL calls a database a keyspace: write DESCRIBE KEYSPACES.'],
  [
    '«UPSERT» INTO t (a) VALUES (1)',
    'CQL has no UPSERT: INSERT and UPDATE both write the row whether or not it exists.',
    'INSERT INTO t (a) VALUES (1)',
  ],
  [
    '«MERGE» INTO t USING u ON a = b',
    'CQL has no MERGE: INSERT and UPDATE both write the row whether or not it exists.',
  ],
  [
    '«REPLACE» INTO t (a) VALUES (1)',
    'CQL has no REPLACE: INSERT and UPDATE both write the row whether or not it exists.',
    'INSERT INTO t (a) VALUES (1)',
  ],
  ['«SET» a = 1', 'CQL has no variables or settings to SET; in cqlsh there are CONSISTENCY, PAGING and TRACING.'],
  ['USE «DATABASE» d', 'USE takes the name of the keyspace alone.', 'USE d'],
  ['SELECT * FROM t WHERE a = 1 «&&» b = 2', 'Relations are joined by AND.', 'SELECT * FROM t WHERE a = 1 AND b = 2'],
  [
    'SELECT * FROM t WHERE «NOT» a = 1',
    'CQL has no NOT before a relation: ask for the opposite, or let the client leave out rows.',
  ],
  [
    `SELECT * FROM t WHERE a «ILIKE» 'x'`,
    'CQL has LIKE only, on columns with an index that knows it. Without case: keep the text in small letters as well.',
  ],
  ['SELECT «CASE WHEN» a = 1 THEN 2 END FROM t', 'CQL has no CASE: decide in the application.'],
  ['SELECT a«::»int FROM t', 'A value is cast by CAST (… AS type).'],
  [
    'SELECT a «||» b FROM t',
    'CQL has neither `||` nor OR: ask once for each alternative, or use IN; texts are joined in the application.',
  ],
  [
    'SELECT * FROM t WHERE «EXISTS (SELECT» b FROM u)',
    'CQL has no sub-queries: read first, then write or ask with the values.',
  ],
  ['GRANT ALL «PRIVILEGES» ON t TO u', 'CQL calls them permissions.', 'GRANT ALL PERMISSIONS ON t TO u'],
  ['GRANT «INSERT» ON t TO u', 'The permission to write is called MODIFY.', 'GRANT MODIFY ON t TO u'],
  ['GRANT SELECT, «INSERT» ON t TO u', 'The permission to write is called MODIFY.', 'GRANT SELECT, MODIFY ON t TO u'],
  [`CREATE USER u «IDENTIFIED BY» 'x'`, 'A password is given by WITH PASSWORD.', `CREATE USER u WITH PASSWORD 'x'`],
  ['BEGIN BATCH «SELECT» * FROM t; APPLY BATCH', 'A batch holds only INSERT, UPDATE and DELETE.'],
  ['«HELLO» world', '`HELLO` begins no statement of CQL.'],
  ['«foo»', '`foo` begins no statement of CQL.'],
  ['CREATE TABLE t (a int, b «text[]», PRIMARY KEY (a))', 'An array is a list in CQL: `list<…>`.'],
  ['CREATE TABLE t (a int PRIMARY KEY, «INDEX» idx (a))', 'Indexes are no part of a table: CREATE INDEX makes one.'],
  ['CREATE TABLE t (a int PRIMARY KEY) «ENGINE»=InnoDB', 'CQL has no such option; options follow WITH.'],
  [`CREATE TABLE t (a int PRIMARY KEY, b «ENUM»('a','b'))`, 'CQL has no ENUM: use text.'],
  [
    'CREATE TABLE t (a int «UNSIGNED» PRIMARY KEY)',
    'CQL has no such numbers: all are signed.',
    'CREATE TABLE t (a int PRIMARY KEY)',
  ],
  [
    'CREATE TABLE t (a int PRIMARY KEY, b timestamp «with time zone»)',
    'A timestamp of CQL is a point in time, without a zone.',
  ],
  [
    'INSERT INTO t (a, b, c) VALUES (1, «1993-06-18», 2)',
    "A date stands in single quotes: `'1993-06-18'`.",
    "INSERT INTO t (a, b, c) VALUES (1, '1993-06-18', 2)",
  ],
  [
    'SELECT * FROM t WHERE a = 1 AND d >= «2020-01-31» AND b = 2',
    "A date stands in single quotes: `'2020-01-31'`.",
    "SELECT * FROM t WHERE a = 1 AND d >= '2020-01-31' AND b = 2",
  ],
  [
    '«*/» INSERT INTO t (a) VALUES (1)',
    'No comment is open that `*/` could close; comments do not nest.',
    'INSERT INTO t (a) VALUES (1)',
  ],
  [
    'CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a «NOT NULL» AND b IS NOT NULL PRIMARY KEY (a, b)',
    'IS is missing before NOT NULL.',
    'CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (a, b)',
  ],
  [
    'CREATE TABLE t (a int, b text) «PRIMARY KEY» (a, b)',
    'PRIMARY KEY stands among the columns, before the `)` that ends them.',
  ],
  [
    "«create column family» users with comparator = 'UTF8Type'",
    'This is the language of cassandra-cli, gone since 3.0: CQL creates, alters and drops a TABLE.',
  ],
  [`INSERT INTO t (a, b) «JSON» '{"a": 1}'`, 'INSERT … JSON takes the columns from its text: leave the list out.'],
  ['«=» > Query: all users', '`=` begins no statement of CQL.'],
  ['«[»1, 2]', '`[` begins no statement of CQL.'],
  [
    'BEGIN BATCH «;» INSERT INTO t (a) VALUES (1); APPLY BATCH',
    'No `;` stands behind BEGIN BATCH: the batch goes on to APPLY BATCH.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  ['CREATE TYPE t (a int, «PRIMARY KEY» (a))', 'A type has no key: PRIMARY KEY is for tables.'],
  [
    'BEGIN «LOGGED» BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
    'A batch is logged unless it says UNLOGGED: there is no word LOGGED.',
    'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH',
  ],
  ['SELECT * FROM t WHERE a «=>» 5', '`=>` is written `>=`.', 'SELECT * FROM t WHERE a >= 5'],
  ['SELECT * FROM t WHERE a «=<» 5', '`=<` is written `<=`.', 'SELECT * FROM t WHERE a <= 5'],
  ['SELECT * FROM t «FETCH FIRST» 5 ROWS ONLY', 'CQL has no FETCH FIRST: write LIMIT.'],
  ['SELECT * FROM t «FOR UPDATE»', 'CQL has no locks; IF makes a write conditional (a lightweight transaction).'],
  ['SELECT * FROM t ORDER BY a «NULLS LAST»', 'Clustering columns are never null: CQL has no NULLS FIRST or LAST.'],
  [
    'SELECT a, count(*) «OVER» (PARTITION BY b) FROM t',
    'CQL has no window functions: read the rows and number them in the application.',
  ],
  ['SELECT * FROM t WHERE a = 1 «&» b = 2', 'Relations are joined by AND.', 'SELECT * FROM t WHERE a = 1 AND b = 2'],
];

describe.each([
  ['keywords that are mistyped or written together', KEYWORDS],
  ['names that need quotes, and quotes that are wrong', NAMES],
  ['signs and words that are missing, too many, or others than meant', SIGNS],
  ['habits of SQL', HABITS],
] as const)('%s', (_, mistakes) => {
  test.each(mistakes.map((mistake) => ({ marked: mistake[0], mistake })))('$marked', ({ mistake }) => {
    expectMistake(mistake);
  });
});
