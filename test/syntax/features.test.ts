import { describe, expect, test } from 'vitest';
import { type CassandraRelease, RELEASES, type Target } from '../../server/src/text/release.ts';
import { FEATURES, featureFixes, featureProblem, knowsFeature } from '../../server/src/syntax/features.ts';
import { openDocument } from '../../server/src/syntax/index.ts';

const cassandra = (release: CassandraRelease): Target => ({ kind: 'cassandra', release });

/** What is said about a statement for a target, with `⟨ ⟩` around the place. */
function said(text: string, target: Target): readonly string[] {
  const [segment] = openDocument(text).segments;
  return segment!.features.flatMap((use) => {
    const message = featureProblem(use, target);
    return message === undefined ? [] : [`⟨${text.slice(use.span.start, use.span.end)}⟩ ${message}`];
  });
}

describe('a construct that the target does not have', () => {
  test.each([
    [
      '5.0',
      'SELECT a FROM t WHERE k = 1 AND (a, b) > SCYLLA_CLUSTERING_BOUND (1, 2)',
      "⟨SCYLLA_CLUSTERING_BOUND (1, 2)⟩ SCYLLA_CLUSTERING_BOUND is ScyllaDB's; Cassandra does not have it.",
    ],
    [
      '5.0',
      "UPDATE t SET a = 1 WHERE k = 1 IF b LIKE 'x%'",
      "⟨LIKE 'x%'⟩ LIKE in IF is ScyllaDB's; Cassandra does not have it.",
    ],
    [
      '5.0',
      'SELECT now()',
      "⟨SELECT now()⟩ SELECT without FROM is ScyllaDB's; Cassandra does not have it. Read from `system.local`, which has one row.",
    ],
    ['5.0', "SELECT a FROM t WHERE BM25(a, 'x') > 0", "⟨BM25(a, 'x')⟩ BM25 is ScyllaDB's; Cassandra does not have it."],
    [
      '5.0',
      'UPDATE t SET a = 1 WHERE k = 1 IF b NOT IN (1)',
      "⟨NOT IN (1)⟩ NOT IN in IF is ScyllaDB's; Cassandra does not have it.",
    ],
    [
      '5.0',
      'CREATE TABLE t (k int PRIMARY KEY, e timestamp TTL)',
      "⟨TTL⟩ A column that says when its row expires (TTL) is ScyllaDB's; Cassandra does not have it. Write USING TTL.",
    ],
    ['3.11', 'SELECT a + 1 FROM t', '⟨a + 1⟩ Arithmetic needs Cassandra 4.0; the target is 3.11.'],
    [
      '3.11',
      "SELECT m['k'] FROM t",
      "⟨['k']⟩ Selecting an element or a slice of a collection needs Cassandra 4.0; the target is 3.11.",
    ],
    [
      '3.11',
      'CREATE TABLE t (default int PRIMARY KEY)',
      '⟨default⟩ This word as a name needs Cassandra 4.0; the target is 3.11. Quote it, because it is a reserved word there.',
    ],
    [
      '4.0',
      'ALTER TABLE IF EXISTS t ADD a int',
      '⟨IF EXISTS⟩ IF EXISTS and IF NOT EXISTS in ALTER needs Cassandra 4.1; the target is 4.0.',
    ],
    [
      '4.0',
      'CREATE SCHEMA k WITH a = 1',
      '⟨SCHEMA⟩ SCHEMA for KEYSPACE is not in Cassandra 4.0 and later; the target is 4.0. Write KEYSPACE.',
    ],
    [
      '4.1',
      'CREATE TABLE t (a int PRIMARY KEY, v vector<float, 3>)',
      '⟨vector<float, 3>⟩ The type vector needs Cassandra 5.0; the target is 4.1.',
    ],
    [
      '5.0',
      'SELECT * FROM t WHERE a BETWEEN 1 AND 2',
      '⟨BETWEEN 1 AND 2⟩ BETWEEN needs Cassandra 6.0; the target is 5.0. Write `>= … AND <= …`.',
    ],
    [
      '6.0',
      'SELECT * FROM t BYPASS CACHE',
      "⟨BYPASS CACHE⟩ BYPASS CACHE is ScyllaDB's; Cassandra does not have it. Remove it.",
    ],
    [
      '5.0',
      'RESTRICT SELECT ON t TO r',
      "⟨RESTRICT SELECT ON t TO r⟩ Withholding a permission (RESTRICT, UNRESTRICT) is DataStax Enterprise's; Cassandra does not have it.",
    ],
    [
      '5.0',
      'GRANT AUTHORIZE FOR ALL ON t TO r',
      "⟨AUTHORIZE FOR⟩ The right to grant a permission (AUTHORIZE FOR) is DataStax Enterprise's; Cassandra does not have it. Grant AUTHORIZE itself.",
    ],
    [
      '5.0',
      'CREATE TABLE t (a int PRIMARY KEY) WITH VERTEX LABEL a',
      "⟨VERTEX LABEL a⟩ A label of a graph (VERTEX LABEL, EDGE LABEL) is DataStax Enterprise's; Cassandra does not have it.",
    ],
    [
      '5.0',
      'RESTRICT ROWS ON t USING a',
      "⟨RESTRICT ROWS ON t USING a⟩ Access control by row is DataStax Enterprise's; Cassandra does not have it.",
    ],
    [
      '5.0',
      'CREATE TABLE t (a int PRIMARY KEY) WITH per_partition_rate_limit = {}',
      "⟨per_partition_rate_limit⟩ This option is ScyllaDB's; Cassandra does not have it.",
    ],
    [
      '5.0',
      "CREATE TABLE t (a int PRIMARY KEY) WITH transactions = {'enabled': 'true'}",
      "⟨transactions⟩ This option is YugabyteDB's; Cassandra does not have it.",
    ],
    [
      '5.0',
      'CREATE KEYSPACE IF NOT EXISTS k',
      "⟨KEYSPACE IF NOT EXISTS k⟩ CREATE KEYSPACE without options is ScyllaDB's and YugabyteDB's; Cassandra does not have it. Add WITH and the replication.",
    ],
  ])('%s: %s', (release, text, message) => {
    expect(said(text, cassandra(release as CassandraRelease))).toEqual([message]);
  });

  test('is nothing to tell where cqlsh understands it by itself', () => {
    expect(said('DESCRIBE KEYSPACES', cassandra('3.11'))).toEqual([]);
    expect(knowsFeature('describe', cassandra('3.11'))).toBe(false);
  });

  test.each(['scylla', 'dse', 'hcd', 'astra', 'keyspaces'] as const)('nothing is claimed about %s', (dialect) => {
    for (const feature of Object.keys(FEATURES)) {
      expect(featureProblem({ feature, span: { start: 0, end: 1 } }, { kind: 'dialect', dialect })).toBeUndefined();
    }
  });

  test('every release that has a feature is one that exists', () => {
    for (const [id, feature] of Object.entries(FEATURES)) {
      const known = RELEASES.filter((release) => knowsFeature(id, cassandra(release)));
      const everywhere = 'parses' in feature || feature.kind === 'tool';
      expect([id, known.length]).toEqual([id, everywhere ? RELEASES.length : expect.any(Number)]);
      expect([id, known.length > 0]).toEqual([id, everywhere || feature.kind === 'release']);
    }
  });
});

describe('a statement of today needs nothing', () => {
  test.each([
    [
      'SELECT a, count(*), token(b), k.f(c), u.g FROM k.t WHERE a = 1 AND b IN (1, 2) AND c CONTAINS KEY 3 LIMIT 10 ALLOW FILTERING',
    ],
    ["INSERT INTO t (a, b) VALUES (1, {'x': (int) 2}) IF NOT EXISTS USING TTL 5 AND TIMESTAMP 6"],
    ['UPDATE t SET a = a + 1, b = [1] + b, c = c - {2}, d = d -3, e[1] = 2, f.g = 3 WHERE h = 1 IF i = 2 AND j IN (3)'],
    [
      "CREATE TABLE t (a int, b frozen<map<text, k.u>> STATIC, PRIMARY KEY ((a), b)) WITH CLUSTERING ORDER BY (b ASC) AND compaction = {'class': 'x'}",
    ],
    ["CREATE INDEX IF NOT EXISTS i ON t (keys(a)) WITH OPTIONS = {'a': 'b'}"],
    ['BEGIN UNLOGGED BATCH DELETE a[1] FROM t USING TIMESTAMP 5 WHERE b = 1; APPLY BATCH'],
    ['GRANT SELECT ON ALL KEYSPACES TO r'],
  ])('%s', (text) => {
    expect(said(text, cassandra('3.11'))).toEqual([]);
  });
});

describe('a way to do without', () => {
  test.each([
    [
      'SELECT * FROM t WHERE a BETWEEN 1 AND 2 AND b = 3',
      'Rewrite as >= and <=',
      'SELECT * FROM t WHERE a >= 1 AND a <= 2 AND b = 3',
    ],
    [
      'SELECT * FROM t WHERE token(a) BETWEEN 1 AND 2',
      'Rewrite as >= and <=',
      'SELECT * FROM t WHERE token(a) >= 1 AND token(a) <= 2',
    ],
    ['SELECT * FROM t LIMIT 1 BYPASS CACHE', 'Remove BYPASS CACHE', 'SELECT * FROM t LIMIT 1'],
    ['INSERT INTO t (a) VALUES (1) USING TIMEOUT 5s', 'Remove USING TIMEOUT', 'INSERT INTO t (a) VALUES (1)'],
    ['DROP SCHEMA k', 'Change to KEYSPACE', 'DROP KEYSPACE k'],
    ['SELECT Unset FROM t', 'Change to "unset"', 'SELECT "unset" FROM t'],
  ])('%s', (text, title, fixed) => {
    const [segment] = openDocument(text).segments;
    const [fix] = segment!.features.flatMap((use) => featureFixes(segment!, use));
    const [edit] = fix!.edits;
    expect(fix!.title).toBe(title);
    expect(text.slice(0, edit!.span.start) + edit!.text + text.slice(edit!.span.end)).toBe(fixed);
  });
});
