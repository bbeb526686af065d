import { describe, expect, test } from 'vitest';
import { type Files, proposals } from './ask.ts';

const ORDERS = 'CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid, status text, total decimal);';

const offered = (query: string) => proposals({ 'schema.cql': ORDERS, 'query.cql': `${query};` }, 'query.cql', 'select');
const counted = (query: string) => {
  const found = offered(query).find(({ derived }) => derived.some((one) => one.function === 'count'));
  return found === undefined ? undefined : [found.ddl[0]!.replaceAll(/\s+/g, ' '), ...found.queries];
};

describe('queries that only count', () => {
  test('first the rows of one partition, then a table of counters', () => {
    const found = offered('SELECT COUNT(*) FROM orders WHERE customer_id = ?');
    expect(found.slice(0, 2).map(({ title }) => title)).toEqual([
      'Create table `orders_by_customer` and use it here',
      'Keep the count in `orders_count_by_customer` (counters: fast to read, not exact)',
    ]);
    expect(found[1]!.preferred).toBe(false);
  });

  test('by what is given, and by groups', () => {
    expect(counted('SELECT COUNT(*) FROM orders WHERE customer_id = ?')).toEqual([
      'CREATE TABLE orders_count_by_customer ( customer_id uuid, count counter, PRIMARY KEY ((customer_id)) )',
      'SELECT count FROM orders_count_by_customer WHERE customer_id = ?',
    ]);
    expect(counted('SELECT status, count(1) AS n FROM orders WHERE customer_id = ? GROUP BY status')).toEqual([
      'CREATE TABLE orders_count_by_customer_status ( customer_id uuid, status text, count counter, PRIMARY KEY ((customer_id), status) )',
      'SELECT status, count AS n FROM orders_count_by_customer_status WHERE customer_id = ?',
    ]);
  });

  test('all groups, where they are few', () => {
    expect(counted('SELECT status, count(*) FROM orders GROUP BY status')).toEqual([
      `CREATE TABLE orders_count_by_status ( bucket text, status text, count counter, PRIMARY KEY ((bucket), status) )`,
      `SELECT status, count FROM orders_count_by_status WHERE bucket = 'all'`,
    ]);
  });

  test('all groups, spread over shards where they may be many', () => {
    const query = 'SELECT customer_id, count(*) FROM orders GROUP BY customer_id';
    expect(counted(query)).toEqual([
      'CREATE TABLE orders_count_by_customer ( shard int, customer_id uuid, count counter, PRIMARY KEY ((shard), customer_id) )',
      'SELECT customer_id, count FROM orders_count_by_customer WHERE shard = ?',
    ]);
    const [first] = offered(query);
    expect(first).toMatchObject({
      preferred: false,
      binds: [[{ derived: 'shard' }]],
      derived: [{ column: 'shard', from: ['customer_id'], function: 'hash-bucket', count: 16 }, { function: 'count' }],
    });
    expect(first!.notes).toContain('Rows without `customer_id` are in no group.');
  });

  test('rows of all shards make one sum', () => {
    const shards = 'shard IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)';
    expect(offered('SELECT COUNT(*), MIN(id) FROM orders WHERE total > 100')[0]!.queries).toEqual([
      `SELECT COUNT(*), MIN(id) FROM orders_by_total WHERE ${shards} AND total > 100`,
    ]);
  });

  test('groups of all rows: each in one shard', () => {
    const [first] = offered('SELECT status, MAX(total) FROM orders GROUP BY status');
    expect(first).toMatchObject({
      queries: ['SELECT status, MAX(total) FROM orders_by_status WHERE shard = ? GROUP BY shard, status'],
      derived: [{ column: 'shard', from: ['status'], function: 'hash-bucket', count: 16 }],
    });
  });

  test('equal decimals may have different hashes: no shards of their groups', () => {
    expect(offered('SELECT total, MAX(status) FROM orders GROUP BY total')).toMatchObject([{ kind: 'keep' }]);
  });

  test('each partition is a group already', () => {
    expect(offered('SELECT id, MAX(total) FROM orders GROUP BY id').map(({ kind }) => kind)).toEqual(['keep']);
  });

  test('what ends by itself is not counted', () => {
    const query = 'SELECT count(*) FROM orders WHERE customer_id = ?;';
    const writes = 'INSERT INTO orders (id, customer_id) VALUES (?, ?) USING TTL 60;';
    const all: readonly Files[] = [
      { 'schema.cql': ORDERS, 'writes.cql': writes, 'query.cql': query },
      { 'schema.cql': ORDERS.replace(';', ' WITH default_time_to_live = 60;'), 'query.cql': query },
    ];
    for (const files of all) {
      const functions = proposals(files, 'query.cql', 'select').flatMap(({ derived }) =>
        derived.map((one) => one.function),
      );
      expect(functions).not.toContain('count');
    }
  });

  test('sums of whole numbers', () => {
    const schema = 'CREATE TABLE carts (customer uuid, sku text, qty int, PRIMARY KEY (customer, sku));';
    const sums = proposals(
      { 'schema.cql': schema, 'query.cql': 'SELECT sum(qty) FROM carts WHERE sku = ?;' },
      'query.cql',
      'select',
    )[1]!;
    expect(sums).toMatchObject({
      title: 'Keep the sum in `carts_qty_by_sku` (counters: fast to read, not exact)',
      queries: ['SELECT qty_sum FROM carts_qty_by_sku WHERE sku = ?'],
      derived: [{ column: 'qty_sum', from: ['qty'], function: 'sum' }],
    });
    expect(sums.notes[0]).toContain('`UPDATE carts_qty_by_sku SET qty_sum = qty_sum + ? WHERE sku = ?`');
  });

  test.each([
    'SELECT COUNT(*) FROM orders WHERE customer_id = ? AND total > 3',
    'SELECT COUNT(total) FROM orders WHERE customer_id = ?',
    'SELECT SUM(total) FROM orders WHERE customer_id = ?',
    'SELECT COUNT(*) FROM orders',
    'SELECT COUNT(*), MAX(total) FROM orders WHERE customer_id = ?',
  ])('no counters: %s', (query) => {
    expect(counted(query)).toBeUndefined();
  });
});

describe('counters that are sorted by what they hold', () => {
  const LIKES = 'CREATE TABLE likes (post uuid, emoji text, n counter, PRIMARY KEY (post, emoji));';
  const first = (query: string) =>
    proposals({ 'schema.cql': LIKES, 'query.cql': `${query};` }, 'query.cql', 'select')[0]!;

  test('a table finds them, the client sorts all of them and cuts off', () => {
    const { kind, table, queries, merge, notes } = first(
      'SELECT post, n FROM likes WHERE emoji = ? ORDER BY n DESC LIMIT 10',
    );
    expect({ kind, table, queries, merge }).toEqual({
      kind: 'new-table',
      table: 'likes_by_emoji',
      queries: ['SELECT post, n FROM likes_by_emoji WHERE emoji = ?'],
      merge: 'sort',
    });
    expect(notes).toContain('The client sorts the rows by `n` DESC and keeps 10 rows.');
  });

  test('within the partition at hand no table is needed', () => {
    expect(first('SELECT emoji, n FROM likes WHERE post = ? ORDER BY n DESC LIMIT 10')).toMatchObject({
      kind: 'rewrite',
      queries: ['SELECT emoji, n FROM likes WHERE post = ?'],
    });
  });
});
