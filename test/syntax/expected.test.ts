import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expected } from '../../server/src/syntax/problems/expected.ts';
import { soup } from './cql-soup.ts';
import { parser, tokensOf } from './reading.ts';
import { STATEMENTS } from './statements.ts';

const RUNS = Number(process.env['CQL_PARSE_RUNS'] ?? 400);

const expectedAfter = (text: string): Expected => parser.expectedAt(text, tokensOf(text));

const BEHIND_WHERE: readonly string[] = [
  'GROUP BY',
  'ORDER BY',
  'PER PARTITION LIMIT',
  'LIMIT',
  'ALLOW FILTERING',
  'BYPASS CACHE',
];

describe('keywords behind', () => {
  test.each<readonly [string, readonly string[]]>([
    ['INSERT', ['INTO']],
    ['SELECT a', ['AS', 'FROM']],
    ['SELECT a FROM t', ['WHERE', ...BEHIND_WHERE]],
    ['SELECT a FROM t WHERE a = 1', ['AND', ...BEHIND_WHERE]],
    ['SELECT a FROM t LIMIT 5', ['ALLOW FILTERING', 'BYPASS CACHE']],
    ['SELECT a FROM t WHERE a', ['IN', 'NOT', 'CONTAINS', 'LIKE', 'BETWEEN', 'IS NOT NULL']],
    ['SELECT a FROM t WHERE a = 1 ORDER', ['BY']],
    ['INSERT INTO t (a) VALUES (1)', ['IF NOT EXISTS', 'USING']],
    ['INSERT INTO t (a) VALUES (1) USING', ['TIMESTAMP', 'TTL', 'TIMEOUT']],
    ['UPDATE t', ['USING', 'SET']],
    ['DELETE FROM t', ['USING', 'WHERE']],
    ['CREATE TABLE', ['IF NOT EXISTS']],
    ['CREATE TABLE t (', ['PRIMARY KEY']],
    ['CREATE TABLE t (a int', ['STATIC', 'NOT NULL', 'CHECK', 'MASKED WITH', 'PRIMARY KEY']],
    ['CREATE TABLE t (a int PRIMARY KEY)', ['WITH']],
    ['CREATE TABLE t (a int PRIMARY KEY) WITH', ['CLUSTERING ORDER BY', 'COMPACT STORAGE']],
    ['CREATE TABLE t (a int PRIMARY KEY) WITH CLUSTERING ORDER BY (a', ['ASC', 'DESC']],
    ['CREATE MATERIALIZED', ['VIEW']],
    ['ALTER TABLE t', ['ADD', 'DROP', 'RENAME', 'ALTER', 'WITH']],
    ['GRANT AUTHORIZE', ['PERMISSION', 'ON']],
    ['BEGIN BATCH', ['USING', 'INSERT INTO', 'UPDATE', 'DELETE', 'APPLY BATCH']],
    ['BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY', ['BATCH']],
  ])('%s', (text, keywords) => {
    expect(expectedAfter(text).keywords.toSorted()).toEqual(keywords.toSorted());
  });
});

describe('names and values behind', () => {
  test.each<readonly [string, readonly string[], boolean]>([
    ['SELECT', ['column', 'function'], true],
    ['SELECT a FROM', ['table', 'keyspace'], false],
    ['SELECT a FROM ks.', ['table'], false],
    ['SELECT a FROM t WHERE', ['column', 'function'], false],
    ['SELECT a FROM t WHERE a =', ['function'], true],
    ['SELECT a FROM t ORDER BY', ['column'], false],
    ['INSERT INTO t (', ['column'], false],
    ['INSERT INTO t (a) VALUES (', ['function'], true],
    ['UPDATE t SET', ['column'], false],
    ['UPDATE t SET a =', ['column', 'function'], true],
    ['CREATE TABLE t (a', ['type', 'keyspace'], false],
    ['CREATE TABLE t (a int, PRIMARY KEY (', ['column'], false],
    ['CREATE TABLE t (a int PRIMARY KEY) WITH', ['option'], false],
    ['CREATE INDEX ON t (', ['column'], false],
    ['ALTER TYPE u RENAME', ['field'], false],
    ['DROP TYPE', ['type', 'keyspace'], false],
    ['DROP INDEX', ['index', 'keyspace'], false],
    ['DROP MATERIALIZED VIEW', ['view', 'keyspace'], false],
    ['DROP TRIGGER', ['trigger'], false],
    ['DROP AGGREGATE', ['aggregate', 'keyspace'], false],
    ['USE', ['keyspace'], false],
    ['GRANT SELECT ON t TO', ['role'], false],
  ])('%s', (text, names, values) => {
    const expected = expectedAfter(text);
    expect(expected.names).toEqual(names);
    expect(expected.values).toBe(values);
  });

  test.each([
    'CREATE TABLE',
    'CREATE TABLE ks.',
    'CREATE TABLE t (',
    'SELECT a AS',
    'CREATE INDEX',
    'ALTER TABLE t ADD',
  ])('%s: one that is made up', (text) => expect(expectedAfter(text).newName).toBe(true));
});

describe('mistakes before the caret do not matter', () => {
  test.each([
    ['SELECT FROM t WHERE', 'SELECT a FROM t WHERE'],
    ['SELECT a,, b FROM t WHERE', 'SELECT a FROM t WHERE'],
    ['SELECT a FROM t WHRE a = 1 AND', 'SELECT a FROM t WHERE a = 1 AND'],
    ['SELCT a FROM', 'SELECT a FROM'],
    ['SELECT * FROM t WHERE x = = 5 AND', 'SELECT * FROM t WHERE x = 5 AND'],
    ['INSERT INTO t (a b) VALUES (', 'INSERT INTO t (a, b) VALUES ('],
    ['SELECT a FROM t x JOIN u ON x.a = u.b WHERE', 'SELECT a FROM t WHERE'],
  ])('%s', (broken, whole) => {
    const { tree: _tree, ...expected } = expectedAfter(broken);
    const { tree: _whole, ...wanted } = expectedAfter(whole);
    expect(expected).toEqual(wanted);
  });
});

describe('what is not proposed', () => {
  test('for Cassandra: the words of other dialects, which are told as theirs', () => {
    const owner = (text: string, word: string): string | undefined => expectedAfter(text).features.get(word);
    expect(owner('INSERT INTO t (a) VALUES (1) USING', 'TIMEOUT')).toBe('using-timeout');
    expect(owner('CREATE', 'SERVICE LEVEL')).toBe('service-level');
    expect(owner('DROP', 'SEARCH INDEX')).toBe('search-index');
    expect(owner('SELECT a FROM t LIMIT 5', 'BYPASS CACHE')).toBe('bypass-cache');
    expect(owner('CREATE', 'TABLE')).toBeUndefined();
  });

  test('what no server has at its place: SQL, clauses in the wrong order', () => {
    const all = STATEMENTS.filter((text) => !SQL.test(text)).flatMap((text) => {
      const { starts } = tokensOf(text);
      return Array.from(starts, (start) => expectedAfter(text.slice(0, start)).keywords).flat();
    });
    for (const word of ['JOIN', 'OR', 'HAVING', 'OFFSET', 'UNION', 'PRUNE']) {
      expect(all).not.toContain(word);
    }
  });
});

test('whatever stands before the caret, something or nothing is proposed', () => {
  fc.assert(
    fc.property(soup(25), (text) => {
      expect(expectedAfter(text).tree.text).toBe(text);
    }),
    { numRuns: RUNS },
  );
});

/** In the midst of SQL its words go on. */
const SQL = / (?:JOIN|UNION) /;
