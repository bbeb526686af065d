import { describe, expect, test } from 'vitest';
import { accessPath, partitionAccesses } from '../../server/src/analysis/access-path.ts';
import type { AccessPath } from '../../server/src/analysis/access/model.ts';
import { sessionOf, statementOf } from './tables.ts';

const session = sessionOf(`
  CREATE TABLE t (a int, b int, c1 int, c2 int, c3 int, v text, w text, e vector<float, 3>, s text STATIC, m map<text, int>,
    PRIMARY KEY ((a, b), c1, c2, c3)) WITH CLUSTERING ORDER BY (c1 DESC, c2 ASC, c3 ASC);
  CREATE TABLE users (user_name text PRIMARY KEY, country text, email text);
  CREATE INDEX ON users (country);
  CREATE CUSTOM INDEX ON t (v) USING 'StorageAttachedIndex';
  CREATE CUSTOM INDEX ON t (e) USING 'StorageAttachedIndex';
`);

function path(cql: string): AccessPath {
  const statement = statementOf(cql);
  const name = /(?:FROM|INTO|UPDATE) (\w+)/.exec(cql)?.[1] ?? '';
  const table = session.catalog.table('ks', name);
  const found = table && accessPath(statement, table, session);
  if (found === undefined) throw new Error(`no access: ${cql}`);
  return found;
}

const names = (columns: readonly { readonly name: string }[]): string => columns.map(({ name }) => name).join(' ');

describe('what stands in OR finds nothing by itself', () => {
  test.each([
    [
      "SELECT * FROM users WHERE user_name = 'a' OR country = 'fi'",
      'reads every partition: no `user_name` is given; keeps only the rows that match `user_name` or `country`',
    ],
    ["SELECT * FROM users WHERE user_name = 'a' OR user_name = 'b'", 'reads 2 partitions: `user_name` is given by IN'],
    [
      "SELECT * FROM t WHERE a = 1 AND b = 2 AND v = 'x' AND (w = 'y' OR c1 = 3)",
      'reads one partition: `a` and `b` are given by =; all rows; keeps only the rows that match `w` or `c1`',
    ],
  ])('%s', (cql, why) => {
    expect(path(cql).why).toBe(why);
  });
});

describe('partitions', () => {
  test.each([
    ['SELECT * FROM t', 'all'],
    ['SELECT * FROM t WHERE a = 1 ALLOW FILTERING', 'all'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2', 'one'],
    ['SELECT * FROM t WHERE a = ? AND b = :b', 'one'],
    ['SELECT * FROM t WHERE a IN (1, 2, 3) AND b = 2', 'many 3'],
    ['SELECT * FROM t WHERE a IN (1, 2) AND b IN (3, 4)', 'many 4'],
    ['SELECT * FROM t WHERE a IN (1, 1) AND b = 2', 'one'],
    ['SELECT * FROM t WHERE a IN ? AND b = 2', 'many'],
    ['SELECT * FROM t WHERE a IN (?, ?) AND b = 2', 'many 2'],
    ['SELECT * FROM t WHERE a > 1 AND b = 2 ALLOW FILTERING', 'all'],
    ['SELECT * FROM t WHERE token(a, b) > 0', 'all'],
    ["SELECT * FROM users WHERE country = 'fi'", 'all'],
    ["SELECT * FROM users WHERE user_name = 'x'", 'one'],
    ['INSERT INTO t (a, b, c1, c2, c3) VALUES (1, 2, 3, 4, 5)', 'one'],
    [`INSERT INTO t JSON '{"a": 1}'`, 'one'],
    ["UPDATE users SET email = 'x' WHERE user_name IN ('a', 'b')", 'many 2'],
    ['DELETE FROM t WHERE a = 1 AND b = 2 AND c1 > 3', 'one'],
    ["DELETE FROM users WHERE user_name = 'x' IF EXISTS", 'one'],
  ])('%s: %s', (cql, expected) => {
    const { partitions } = path(cql);
    const count = partitions.kind === 'many' && partitions.count !== undefined ? ` ${partitions.count}` : '';
    expect(`${partitions.kind}${count}`).toBe(expected);
  });
});

describe('rows within a partition', () => {
  test.each([
    ['SELECT * FROM t WHERE a = 1 AND b = 2', 'partition'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 = 3', 'slice'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 > 3', 'slice'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND (c1, c2) > (3, 4)', 'slice'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 = 3 AND c2 = 4 AND c3 = 5', 'row'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 = 3 AND c2 = 4 AND c3 IN (5, 6)', 'rows'],
    ['SELECT a, s FROM t WHERE a = 1 AND b = 2', 'static'],
    ["SELECT * FROM users WHERE user_name = 'x'", 'row'],
  ])('%s: %s', (cql, expected) => {
    expect(path(cql).rows).toBe(expected);
  });
});

describe('the order of rows', () => {
  test.each([
    ['SELECT * FROM t WHERE a = 1 AND b = 2', 'c1 DESC, c2 ASC, c3 ASC', false],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 = 1', 'c2 ASC, c3 ASC', false],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 ORDER BY c1 ASC, c2 DESC', 'c1 ASC, c2 DESC, c3 DESC', true],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 ORDER BY c1 DESC', 'c1 DESC, c2 ASC, c3 ASC', false],
    ['SELECT * FROM t ORDER BY e ANN OF [1, 2, 3] LIMIT 5', '', false],
    ['DELETE FROM t WHERE a = 1 AND b = 2', '', false],
  ])('%s: %s', (cql, expected, reversed) => {
    const found = path(cql);
    expect(found.order.map(({ column, direction }) => `${column.name} ${direction}`).join(', ')).toBe(expected);
    expect(found.reversed).toBe(reversed);
  });
});

describe('what is missing and what cannot be looked up', () => {
  test('partition key columns', () => {
    expect(names(path('SELECT * FROM t WHERE b = 2 ALLOW FILTERING').missing)).toBe('a');
    expect(names(path('SELECT * FROM t').missing)).toBe('a b');
    expect(names(path('SELECT * FROM t WHERE a > 1 AND b = 2 ALLOW FILTERING').missing)).toBe('a');
    expect(names(path('SELECT * FROM t WHERE a = 1 AND b = 2').missing)).toBe('');
  });

  test.each([
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c2 = 3 ALLOW FILTERING', 'c2 after c1: open'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 > 2 AND c2 = 3 ALLOW FILTERING', 'c2 after c1: range'],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND (c1, c2) > (2, 3)', ''],
    ['SELECT * FROM t WHERE a = 1 AND b = 2 AND c1 IN (1, 2) AND c2 = 3', ''],
  ])('%s: %s', (cql, expected) => {
    const gaps = path(cql).gaps.map(({ column, after, why }) => `${column.name} after ${after.name}: ${why}`);
    expect(gaps.join()).toBe(expected);
  });

  test('what each restriction is used for', () => {
    const used = (cql: string): string =>
      path(cql)
        .restricted.map(({ column, by, use }) => `${column.name} ${by} ${use}`)
        .join(', ');
    expect(used("SELECT * FROM t WHERE a = 1 AND b IN (1, 2) AND c1 >= 3 AND w = 'x' ALLOW FILTERING")).toBe(
      'a eq partition, b in partition, c1 range rows, w eq filter',
    );
    expect(used("SELECT * FROM t WHERE v = 'x'")).toBe('v eq index');
    expect(used('SELECT * FROM t WHERE m CONTAINS KEY ? ALLOW FILTERING')).toBe('m contains-key filter');
    expect(used('SELECT * FROM t WHERE token(a, b) > 0')).toBe('a token partition, b token partition');
  });
});

describe('indexes', () => {
  test('one answers where the key does not', () => {
    const found = path("SELECT * FROM users WHERE country = 'fi'");
    expect(found.index?.index.name).toBe('users_country_idx');
    expect(found.index?.within).toBe(false);
    expect(path("SELECT * FROM users WHERE user_name = 'x'").index).toBeUndefined();
  });

  test('within a partition it asks its replicas only', () => {
    expect(path("SELECT * FROM t WHERE a = 1 AND b = 2 AND v = 'x'").index?.within).toBe(true);
  });

  test('one of another kind does not', () => {
    expect(path("SELECT * FROM users WHERE country > 'fi' ALLOW FILTERING").index).toBeUndefined();
  });
});

describe('the reason in words', () => {
  test.each([
    ["SELECT * FROM users WHERE user_name = 'x'", 'reads one partition: `user_name` is given by ='],
    ['SELECT * FROM users', 'reads every partition: there is no WHERE'],
    [
      "SELECT * FROM users WHERE email = 'x' ALLOW FILTERING",
      'reads every partition: no `user_name` is given; keeps only the rows that match `email`',
    ],
    [
      'SELECT * FROM t WHERE token(a, b) > 0',
      'reads a range of all partitions: token(…) is restricted, but no `a` or `b` is given',
    ],
    [
      "SELECT * FROM users WHERE country = 'fi'",
      'looks `country` up in the index `users_country_idx` of every node: no `user_name` is given',
    ],
    ['SELECT * FROM t WHERE (a, b) = (1, 2)', 'reads one partition: `a` and `b` are given together, by =; all rows'],
    ['SELECT * FROM t WHERE a IN (1, 2) AND b = 1', 'reads 2 partitions: `a` is given by IN; all rows'],
    [
      'DELETE FROM t WHERE a = 1 AND b = 2 AND c1 = 3',
      'writes one partition: `a` and `b` are given by =; a slice of neighbouring rows, by `c1`',
    ],
  ])('%s: %s', (cql, expected) => {
    expect(path(cql).why).toBe(expected);
  });
});

test('a batch accesses what its statements do; a statement on an unknown table nothing', () => {
  const batch = statementOf(
    "BEGIN BATCH INSERT INTO users (user_name) VALUES ('a'); DELETE FROM nothing WHERE k = 1; APPLY BATCH",
  );
  expect(partitionAccesses(batch, session).map(({ table }) => table.name)).toEqual(['users']);
  expect(partitionAccesses(statementOf('TRUNCATE users'), session)).toEqual([]);
});
