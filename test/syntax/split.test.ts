import { describe, expect, test } from 'vitest';
import { openDocument } from '../../server/src/syntax/index.ts';

/** A text in which `¦` marks where statements are expected to end. */
function expectCuts(marked: string): void {
  const text = marked.replaceAll('¦', '');
  const segments = openDocument(text).segments.map((segment) => segment.text);
  expect(segments.join('¦')).toBe(marked);
  expect(segments.join('')).toBe(text);
}

describe('statements end with their `;`', () => {
  test.each([
    ['SELECT * FROM a;¦ SELECT * FROM b;'],
    ['USE k;¦\n-- the end\n'],
    ['  ;¦;¦;'],
    ["INSERT INTO t (a) VALUES ('; SELECT');¦\nUSE k;"],
    ['SELECT ";" FROM t;¦ USE k;'],
    ['CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$;¦USE k;'],
    ['/* ; */ USE k -- ;\n;¦ // ;\nUSE l;'],
    ['USE k'],
    [''],
    ['\n-- nothing\n'],
    ['SELECT * FROM t WHERE (a = 1;¦ SELECT * FROM u;'],
    ['INSERT INTO t (a) VALUES (1\r\n)\r\n;¦\r\nUSE k;'],
    ['SELECT * FROM {{ .Keyspace }}.t;¦ SELECT * FROM ${a;b};'],
  ])('%j', expectCuts);
});

describe('BATCH and TRANSACTION hold statements', () => {
  test.each([
    ['BEGIN BATCH INSERT INTO a (b) VALUES (1); DELETE FROM c WHERE d = 1; APPLY BATCH;¦ USE k;'],
    ['begin unlogged batch\n update a set b = 1 where c = 2\n delete from a where c = 3\napply batch;¦\nUSE k;'],
    ['BEGIN COUNTER BATCH USING TIMESTAMP 1 UPDATE a SET b = b + 1 WHERE c = 2; APPLY BATCH'],
    ['BEGIN BATCH APPLY BATCH;¦SELECT * FROM t;'],
    ['BEGIN BATCH INSERT INTO a (b) VALUES (1); APPLY BATCH¦\nSELECT * FROM t;'],
    // APPLY BATCH is missing.
    ['BEGIN BATCH\n  INSERT INTO a (b) VALUES (1);¦\nCREATE TABLE t (a int PRIMARY KEY);'],
    ['BEGIN BATCH\n  INSERT INTO a (b) VALUES (1);¦\nSELECT * FROM t;¦\nSELECT * FROM u;'],
    ['BEGIN BATCH\n  INSERT INTO a (b) VALUES (1);¦\nBEGIN BATCH\n DELETE FROM a WHERE b = 1;\nAPPLY BATCH;'],
    // What does not belong into a batch is one mistake of the batch.
    ['BEGIN BATCH INSERT INTO a (b) VALUES (1); SELECT * FROM a; DELETE FROM a WHERE b = 1; APPLY BATCH;¦USE k;'],
    [
      'BEGIN TRANSACTION\n  LET x = (SELECT b FROM a WHERE c = 1);\n  SELECT x.b;\n  IF x.b > 0 THEN\n    UPDATE a SET b = 1 WHERE c = 1;\n' +
        '  END IF\nCOMMIT TRANSACTION;¦\nUSE k;',
    ],
    // However long they are.
    [`BEGIN TRANSACTION SELECT ${'a, '.repeat(200)}b FROM t; COMMIT TRANSACTION;¦ USE k;`],
    [`BEGIN TRANSACTION LET x = (SELECT a FROM t WHERE b = 1); SELECT ${'x.a, '.repeat(200)}x.b; COMMIT TRANSACTION`],
    // SQL's own.
    ['BEGIN;¦ INSERT INTO a (b) VALUES (1);¦ COMMIT;'],
  ])('%j', expectCuts);
});

describe('a missing `;`', () => {
  test.each([
    ['SELECT * FROM a¦\nSELECT * FROM b;'],
    ['SELECT * FROM a¦ SELECT * FROM b'],
    ['SELECT * FROM a WHERE b = 1 LIMIT 10¦ -- ten\nINSERT INTO t (a) VALUES (1);'],
    ["UPDATE t SET a = {'x'} WHERE b = 1¦\n\nUPDATE t SET a = {} WHERE b = 2;"],
    ['CREATE TABLE t (\n  a int PRIMARY KEY\n)¦\nCREATE INDEX ON t (a);'],
    ['USE k¦\nCREATE TABLE t (a int PRIMARY KEY);'],
    ['GRANT SELECT ON t TO r¦\nGRANT MODIFY ON t TO r¦\nLIST ALL PERMISSIONS OF r;'],
    ['SELECT * FROM a ORDER BY b DESC¦\nDESC TABLE a;'],
    ['SELECT * FROM a¦\nTRACING ON¦\nSELECT * FROM a;'],
    ["SELECT * FROM a¦\nSOURCE 'b.cql'"],
    ['DROP TABLE a¦\nDROP TABLE b¦\nTRUNCATE c¦\nUSE d'],
    ['ALTER TABLE t ADD a int¦\nALTER TABLE t ADD b int;'],
    ['ALTER TABLE t DROP a¦\nDROP TABLE u;'],
    ["COPY t (a, b) FROM 'x.csv' WITH HEADER = TRUE¦\nSELECT * FROM t;"],
    // The statement before is incomplete, too.
    ['SELECT * FROM¦\nSELECT * FROM t;'],
    ['CREATE TABLE¦\nSELECT * FROM t;'],
    ['CREATE TABLE t (\n  a int PRIMARY KEY,\n  b text¦\n\nSELECT * FROM t;'],
    ['CREATE TABLE t (\n  a int PRIMARY KEY,¦\nINSERT INTO t (a) VALUES (1);'],
    ['INSERT INTO t (a, b) VALUES (1,¦\nUPDATE t SET b = 1 WHERE a = 1;'],
    ['SELECT a,¦\nDELETE FROM t WHERE a = 1;'],
    ['SELECT a FROM¦\nSELECT count(*) FROM t;'],
    ['SELECT a FROM¦\nSELECT DISTINCT a FROM t;'],
    ['SELECT a FROM¦\nSELECT token(a) FROM t;'],
    ['SELECT a FROM¦\nSELECT a.b, c FROM t;'],
    ['SELECT a FROM¦\nSELECT k.f(a) FROM t;'],
    ["SELECT a FROM¦\nSELECT m['x'] FROM t;"],
    ['SELECT a FROM t WHERE¦\nSELECT max(a) AS most FROM t;'],
    ['SELECT a FROM t WHERE a =¦\nSELECT JSON a, b FROM t;'],
    ['SELECT¦\nSELECT writetime(a) FROM t;'],
    ['INSERT INTO¦\n\nSELECT count(*) FROM t;'],
    ['INSERT INTO¦\nSELECT a FROM t;'],
    ['INSERT INTO k.t (a,¦\nSELECT a FROM u;'],
    ['INSERT INTO k.t¦\nSELECT a, count(*) FROM k.t;'],
    ['INSERT INTO t (a, b)¦\nSELECT a FROM k.t WHERE a = 1;'],
    ['INSERT INTO t¦\nSELECT a, b FROM u WHERE c = 1;'],
    ['INSERT INTO t (a, b)¦\nSELECT a, b FROM u WHERE c = ?;'],
    ['INSERT INTO t (a, b)¦\nSELECT a, b FROM u LIMIT 10;'],
    ['INSERT INTO t (a, b)¦\nSELECT f(a, c) FROM u;'],
    ['UPDATE t SET¦\nDELETE a, b FROM t WHERE c = 1;'],
    ['DELETE FROM¦\nUSE k;'],
    ['SELECT a FROM¦\nTRUNCATE t;'],
    ['SELECT a FROM¦\nLIST ROLES;'],
    ['SELECT a FROM t WHERE a >=¦\nGRANT SELECT ON t TO r;'],
    ['SELECT a FROM t LIMIT¦\nDESCRIBE TABLES'],
    ['SELECT a FROM¦\nCONSISTENCY QUORUM¦\nSELECT a FROM t;'],
    // A placeholder may hold it.
    ['{{ if .Wide }}¦\nCREATE TABLE t (a int PRIMARY KEY);'],
    ['${before}¦\nSELECT * FROM t;'],
    // So may a line at which tools cut.
    ['CREATE TABLE t (a int PRIMARY KEY)¦\n\n---\n\nCREATE TABLE u (a int PRIMARY KEY);'],
    // Prose.
    ['# all users (of us:¦\nSELECT * FROM users;'],
    ['This does it:¦\nSELECT name FROM users;'],
  ])('%j', expectCuts);
});

describe('words that begin statements stand within them', () => {
  test.each([
    ['CREATE MATERIALIZED VIEW v AS\nSELECT a FROM t WHERE a IS NOT NULL PRIMARY KEY (a);'],
    ['CREATE MATERIALIZED VIEW v\nSELECT a FROM t PRIMARY KEY (a);'],
    ['GRANT SELECT ON t TO r;¦GRANT CREATE, ALTER, DROP ON ALL KEYSPACES TO r;'],
    ['GRANT\n  SELECT\n  ON t TO r'],
    ['REVOKE SELECT PERMISSION ON t FROM r;¦LIST SELECT OF r;¦ LIST SELECT NORECURSIVE'],
    ['LIST ALTER PERMISSION ON t;¦GRANT DESCRIBE ON ROLE r TO s'],
    ['ALTER TABLE t\nALTER type TYPE text;'],
    ['ALTER TABLE t\n  ADD role text'],
    ['ALTER TABLE t\nDROP IF EXISTS type;'],
    ['ALTER TYPE u ADD type text'],
    ['SELECT desc FROM t;¦ SELECT a, use FROM t'],
    ['SELECT a,\n  update FROM t'],
    [
      'CREATE TABLE t (a int,\n  select text,\n  use text,\n  update timestamp,\n  list list<text>,\n PRIMARY KEY (a));',
    ],
    ['UPDATE t SET use = 1, drop = 2 WHERE truncate = 3;'],
    ['UPDATE t SET\n  use = 1 WHERE\n  list = 2 AND\n  select = 3;'],
    ['SELECT a FROM\n  select\n  WHERE b = 1;'],
    ['INSERT INTO\n  truncate (a) VALUES (1);'],
    ['UPDATE\n  list\n  SET a = 1;'],
    ['SELECT\n  list, use, select FROM t;'],
    ['ALTER TABLE t ADD\n  use text;'],
    ['SELECT * FROM t WHERE a IN (\n  SELECT b FROM u);'],
    ['SELECT a FROM t UNION\nSELECT a FROM u;'],
    ['SELECT a FROM t UNION ALL SELECT a FROM u;'],
    ['INSERT INTO t (a)\nSELECT a FROM u;'],
    ['INSERT INTO t (a, b)\nSELECT a, f(b, c) FROM u WHERE d = 1;'],
    ['INSERT INTO t (a, b)\nSELECT * FROM u WHERE d = 1;'],
    ['INSERT INTO t\nSELECT a FROM u;'],
    ['INSERT INTO t SELECT a FROM t;'],
    ['CREATE TABLE t AS SELECT * FROM u;'],
    ['CREATE TABLE t (a int REFERENCES u (b) ON DELETE CASCADE ON UPDATE CASCADE);'],
    ['EXPLAIN SELECT * FROM t;'],
    ['SELECT * FROM t ORDER BY a\nDESC LIMIT 5;'],
    ["CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x'\n  AND gc_grace_seconds = 5;"],
    ['SELECT comment\n  FROM t;'],
    ['ALTER SEARCH INDEX SCHEMA ON t\n  ADD field a;'],
    ['CREATE SEARCH INDEX ON t;¦ COMMIT SEARCH INDEX ON t;'],
    ['BEGIN BATCH INSERT INTO t (a) VALUES (1) INSERT INTO t (a) VALUES (2) APPLY BATCH;'],
  ])('%j', expectCuts);
});

describe('commands of cqlsh end with their line', () => {
  test.each([
    ["SOURCE 'a.cql'¦\nSELECT * FROM t;"],
    ["SOURCE 'a.cql'¦\n;"],
    ['CONSISTENCY QUORUM¦\nSERIAL CONSISTENCY LOCAL_SERIAL;¦\nTRACING ON¦\r\nPAGING 100¦\rEXPAND OFF'],
    ['login ida¦\nshow version¦\nhelp select¦\n?¦\nexit'],
    ['DESCRIBE TABLES¦\nDESC KEYSPACE k¦\ndesc t;¦ USE k;'],
    ['DESCRIBE TABLE\n  k.t;¦\nUSE k;'],
    ['DESCRIBE k\n.t WITH INTERNALS\n;¦USE k;'],
    ['DESCRIBE¦\nSELECT * FROM t;'],
    ['DESCRIBE KEYSPACE¦\nDESCRIBE KEYSPACE k;¦DESC KEYSPACE¦\nUSE k;'],
    ['DESC KEYSPACE¦\nDELETE a FROM t WHERE b = 1;¦DESC KEYSPACE¦\nEXIT'],
    ['DESCRIBE KEYSPACE\n  k;¦\nUSE k;'],
    ["COPY t\n  FROM 'a.csv'\n  WITH HEADER = TRUE;¦ USE k;"],
    ['CLEAR¦\nSELECT * FROM t'],
    ['TRACING ON¦ -- for a while\nSELECT * FROM t;'],
  ])('%j', expectCuts);
});

describe('a string whose last quote is missing leaves its neighbours alone', () => {
  test.each([
    ["INSERT INTO t (a) VALUES ('x);¦\nSELECT * FROM t WHERE a = 'y';¦\nUSE k;"],
    ["INSERT INTO t (a, b) VALUES ('x, 'y');¦\nSELECT * FROM t WHERE a = 'y';"],
    ["INSERT INTO t (a) VALUES ('x);¦\nSELECT * FROM t;"],
    ['SELECT "a FROM t;¦\nSELECT b FROM t;¦\nSELECT "c" FROM t;'],
    ["UPDATE t SET a = 'x WHERE b = 1;¦\nUPDATE t SET a = 'y' WHERE b = 2;"],
    ['CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$\n  return a;¦\nSELECT * FROM t;'],
    // Valid, whatever the strings hold.
    ['INSERT INTO t (a) VALUES ($$\nCREATE TABLE u (a int PRIMARY KEY);\n$$);¦ USE k;'],
    ["INSERT INTO t (a) VALUES ('\nSELECT * FROM t;\n');¦ INSERT INTO t (a) VALUES ('y');"],
    ["INSERT INTO t (a) VALUES ('it''s\nDELETE FROM t WHERE a = 1;') ;¦USE k;"],
  ])('%j', expectCuts);
});

describe('a name or a bracket that is missing does not reach into the next statement', () => {
  test.each([
    ['SELECT a FROM k.¦\nSELECT b FROM k.t;'],
    ['UPDATE k.¦\nUPDATE k.t SET a = 1 WHERE b = 2;'],
    ['CREATE TABLE k.¦\nSELECT a, b FROM t WHERE a = 1;'],
    ['CREATE TABLE t (a int,¦\nSELECT a, b, c FROM u;'],
    ['CREATE TABLE t (a¦\nSELECT a, b FROM u;¦\nUPDATE u SET b = 1 WHERE a = 2;'],
    ['CREATE INDEX i ON¦\nSELECT a FROM k.t;'],
    ['CREATE INDEX i ON t (¦\nSELECT a, b FROM k.t;'],
    ['CREATE TYPE u (¦\nSELECT a FROM k.t;'],
    ['CREATE TABLE t (a int, PRIMARY KEY (¦\nSELECT * FROM k.t;'],
    ['CREATE TABLE t AS (\nSELECT * FROM k.t);¦ USE k;'],
    ['SELECT a FROM t WHERE b IN (\nSELECT b FROM k.t);¦ USE k;'],
    ['GRANT SELECT ON\n  t TO r;¦ USE k;'],
    ['SELECT * FROM k.\n  t;¦ USE k;'],
    ['SELECT * FROM k. SELECT b FROM k.t;'],
    ['CREATE TABLE t (\n  a int PRIMARY KEY,\n  select a, b text\n);'],
    ['CREATE TABLE t (\n  a int PRIMARY KEY,\n  select a, "from" text\n);'],
  ])('%j', expectCuts);
});
