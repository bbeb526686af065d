import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../server/src/syntax/index.ts';

const STATEMENTS: readonly string[] = [
  "SELECT JSON a, count(*), CAST(b AS int), m['k'][1..2], (int) ?, {a: 1}, [1] FROM k.t WHERE (a, b) IN ((1, 2)) AND token(c) > 1 AND d BETWEEN 1 AND 2 GROUP BY a ORDER BY v ANN OF ? LIMIT 1 ALLOW FILTERING",
  'INSERT INTO k.t (a, "B") VALUES (1 + 2 * 3, {\'x\': f(1)}) IF NOT EXISTS USING TTL 1 AND TIMESTAMP ?',
  "INSERT INTO t JSON '{}' DEFAULT UNSET",
  'UPDATE t USING TTL 1 SET a = a + 1, b[1] = 2, c.d = 3, e = e -1 WHERE f = 1 IF g IN (1) AND h.i != 2',
  'DELETE a, b[1], c.d FROM t USING TIMESTAMP 1 WHERE e = 1 IF EXISTS',
  'BEGIN UNLOGGED BATCH USING TIMESTAMP 1 INSERT INTO t (a) VALUES (1); DELETE FROM t WHERE a = 1; APPLY BATCH',
  'BEGIN TRANSACTION LET x = (SELECT a FROM t WHERE b = 1); SELECT x.a; IF x.a = 1 THEN UPDATE t SET a = x.a WHERE b = 1; END IF COMMIT TRANSACTION',
  "CREATE KEYSPACE IF NOT EXISTS k WITH replication = {'class': 'x'} AND durable_writes = true",
  "CREATE TABLE k.t (a int, b frozen<map<text, k.u>> STATIC, c vector<float, 3> MASKED WITH f(1), d int CHECK d > 1, PRIMARY KEY ((a), b)) WITH CLUSTERING ORDER BY (b DESC) AND compaction = {'class': 'x'}",
  'ALTER TABLE IF EXISTS t ADD IF NOT EXISTS (a int, b text)',
  'ALTER TABLE t RENAME a TO b AND c TO d',
  'CREATE TYPE k.u (a int, b list<text>)',
  "CREATE CUSTOM INDEX IF NOT EXISTS i ON t (keys(a), b) USING 'x' WITH OPTIONS = {'a': 'b'}",
  'CREATE MATERIALIZED VIEW v AS SELECT a, b FROM t WHERE a IS NOT NULL PRIMARY KEY ((a), b) WITH comment = 1',
  "CREATE OR REPLACE FUNCTION k.f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'x'",
  'CREATE AGGREGATE k.a (int) SFUNC f STYPE int FINALFUNC g INITCOND (1, 2)',
  "CREATE TRIGGER x ON k.t USING 'y'",
  'DROP FUNCTION IF EXISTS k.f (int, list<text>)',
  "CREATE ROLE r WITH PASSWORD = 'x' AND ACCESS TO DATACENTERS {'a'} AND OPTIONS = {'a': 1}",
  'GRANT SELECT, MODIFY PERMISSION ON ALL TABLES IN KEYSPACE k TO r',
  'LIST ALL PERMISSIONS ON k.t OF r NORECURSIVE',
  'DESCRIBE MATERIALIZED VIEW k.v WITH INTERNALS',
  "COMMENT ON COLUMN k.t.c IS 'x'",
  "COPY k.t (a) FROM 'x' WITH HEADER = true",
  'INSERT INTO t VALUES (1), (2)',
  'SELECT a b FROM t AS x JOIN u ON t.a = u.a WHERE a <> 1 OR (b = 2 AND c = 3) LIMIT 1, 2 ORDER BY a UNION SELECT * FROM u',
];

describe('whatever is missing, a statement is read, and every span lies in its text', () => {
  test.each(STATEMENTS.map((statement) => [statement]))('%s', (statement) => {
    for (let at = 0; at <= statement.length; at += 3) {
      expectRead(statement.slice(0, at));
      expectRead(statement.slice(at));
      expectRead(statement.slice(0, at) + statement.slice(at + 3));
    }
  });
});

function expectRead(text: string): void {
  for (const segment of openDocument(text).segments) {
    const { length } = segment.text;
    expectSpans(segment.statement(), length);
    expectSpans(segment.errors, length);
    expectSpans(segment.features, length);
  }
}

function expectSpans(value: unknown, length: number): void {
  if (typeof value !== 'object' || value === null) return;
  if ('start' in value && 'end' in value) {
    const { start, end } = value as { start: number; end: number };
    if (!(0 <= start && start <= end && end <= length)) expect({ start, end }).toBe(`a span within ${length}`);
  }
  for (const inner of Object.values(value)) expectSpans(inner, length);
}
