import { describe, expect, test } from 'vitest';
import { flat, proposals } from './ask.ts';

// Tables of partitions: for a query that lists partitions by what is static in them, whether or not they have rows.

const CARTS =
  'CREATE TABLE carts (cart uuid, item int, owner text static, mail text static, qty int, PRIMARY KEY (cart, item));';

const offered = (query: string, write = '', schema = CARTS) =>
  proposals({ 'schema.cql': schema, 'query.cql': `${query};`, 'write.cql': write }, 'query.cql', 'select');

const stepsOf = (write: string): readonly string[] => {
  const [change] = offered(
    'SELECT DISTINCT cart, mail FROM carts WHERE owner = ? ALLOW FILTERING',
    `${write};`,
  )[0]!.sync().changes;
  return change === undefined ? [] : change.replacement.split('\n').map((line) => line.trim());
};

describe('a query that lists partitions by a static value', () => {
  test.each([
    ['SELECT DISTINCT cart, mail FROM carts WHERE owner = ? ALLOW FILTERING', 'owner text, cart uuid, mail text'],
    ['SELECT DISTINCT cart, mail FROM carts WHERE owner = ?', 'owner text, cart uuid, mail text'],
    ['SELECT DISTINCT cart FROM carts WHERE owner = ?', 'owner text, cart uuid'],
  ])('has a row for each: %s', (query, columns) => {
    const [first] = offered(query);
    expect(flat(first!.ddl[0]!)).toBe(`CREATE TABLE carts_by_owner (${columns}, PRIMARY KEY ((owner), cart))`);
    expect(first).toMatchObject({
      preferred: true,
      copySelect: 'SELECT DISTINCT cart, owner, mail FROM carts',
      queries: [query.replace('DISTINCT ', '').replace('carts', 'carts_by_owner').replace(' ALLOW FILTERING', '')],
    });
  });

  test('a static value of another partition key, and a range of one', () => {
    const schema = 'CREATE TABLE r (a int, b int, c int, st int static, PRIMARY KEY ((a, b), c));';
    const [first] = offered('SELECT DISTINCT a, b FROM r WHERE st > ? AND a = ?', '', schema);
    expect(flat(first!.ddl[0]!)).toBe('CREATE TABLE r_by_a (a int, st int, b int, PRIMARY KEY ((a), st, b))');
  });

  test('rows are asked for as rows', () => {
    const [first] = offered('SELECT DISTINCT cart FROM carts WHERE owner = ? AND qty = ?');
    expect(flat(first!.ddl[0]!)).toContain('PRIMARY KEY ((owner, qty), cart, item)');
  });
});

describe('a row for each partition is kept in step', () => {
  test.each(['INSERT INTO carts (cart, item, qty) VALUES (?, ?, ?)', 'DELETE FROM carts WHERE cart = ? AND item = ?'])(
    'rows that come and go change nothing: %s',
    (write) => expect(stepsOf(write)).toEqual([]),
  );

  test('what stands by a hash of the partition key is written without a read', () => {
    const schema = 'CREATE TABLE r (k blob, c int, flag bigint static, v int, PRIMARY KEY (k, c));';
    const changed = (write: string) =>
      offered('SELECT DISTINCT k FROM r WHERE k > ? AND k < ? AND flag > 0', `${write};`, schema)[0]!.sync();
    const copied = 'UPDATE r_by_k SET flag = ? WHERE shard = ? AND k = ?;';
    for (const [write, ...lines] of [
      ['INSERT INTO r (k, c, flag, v) VALUES (?, ?, ?, ?)', copied],
      ['UPDATE r SET flag = ? WHERE k = ?', copied],
      ['DELETE FROM r WHERE k = ?', 'DELETE FROM r_by_k WHERE shard = ? AND k = ?;'],
      ['DELETE flag FROM r WHERE k = ?', 'DELETE flag FROM r_by_k WHERE shard = ? AND k = ?;'],
    ] as const) {
      const { changes, notes } = changed(write);
      expect(notes).toEqual([]);
      expect(changes[0]!.replacement.split('\n').map((line) => line.trim())).toEqual([
        'BEGIN BATCH',
        `${write};`,
        ...lines,
        'APPLY BATCH',
      ]);
    }
    // Of several partitions the hash is computed from each that a read finds.
    expect(changed('UPDATE r SET flag = ? WHERE k IN (?, ?)').notes).toEqual([
      'Rows of `r` that an UPDATE of several rows makes get no row in `r_by_k`, because no read finds them: INSERT those first.',
    ]);
  });

  test('a new owner moves the partition, which may begin with it', () => {
    expect(stepsOf('UPDATE carts SET owner = ? WHERE cart = ?')).toEqual([
      'SELECT owner, mail FROM carts WHERE cart = ? LIMIT 1;',
      'BEGIN BATCH',
      'UPDATE carts SET owner = ? WHERE cart = ?;',
      'INSERT INTO carts_by_owner (owner, cart, mail) VALUES (?, ?, ?);',
      '-- only where owner changed',
      'DELETE FROM carts_by_owner WHERE owner = ? AND cart = ?;',
      'APPLY BATCH',
    ]);
  });

  test.each([
    ['DELETE FROM carts WHERE cart = ?', 'DELETE FROM carts_by_owner WHERE owner = ? AND cart = ?;'],
    ['DELETE owner FROM carts WHERE cart = ?', 'DELETE FROM carts_by_owner WHERE owner = ? AND cart = ?;'],
    [
      'UPDATE carts SET mail = ?, qty = ? WHERE cart = ? AND item = ?',
      'UPDATE carts_by_owner SET mail = ? WHERE owner = ? AND cart = ?;',
    ],
    ['DELETE mail FROM carts WHERE cart = ?', 'DELETE mail FROM carts_by_owner WHERE owner = ? AND cart = ?;'],
  ])('by one read: %s', (write, own) => {
    const lines = stepsOf(write);
    expect(lines[0]).toMatch(/^SELECT owner(?:, mail)? FROM carts WHERE cart = \? LIMIT 1;$/);
    expect(lines.at(-2)).toBe(own);
  });

  test('partitions that IN names are written each, those of a list where they are there', () => {
    expect(stepsOf('UPDATE carts SET owner = ? WHERE cart IN (?, ?)')).toEqual([
      'BEGIN BATCH',
      'INSERT INTO carts_by_owner (owner, cart) VALUES (?, ?);',
      'INSERT INTO carts_by_owner (owner, cart) VALUES (?, ?);',
      'APPLY BATCH;',
      // Where they were is read of all of them before the write moves them.
      'SELECT owner, cart, mail FROM carts WHERE cart IN (?, ?);',
      'BEGIN BATCH',
      'UPDATE carts SET owner = ? WHERE cart IN (?, ?);',
      'INSERT INTO carts_by_owner (owner, cart, mail) VALUES (?, ?, ?);',
      '-- only where owner changed',
      'DELETE FROM carts_by_owner WHERE owner = ? AND cart = ?;',
      'APPLY BATCH',
    ]);
    const [first] = offered(
      'SELECT DISTINCT cart FROM carts WHERE owner = ?',
      'UPDATE carts SET owner = ? WHERE cart IN ?;',
    );
    expect(first!.sync().notes).toContainEqual(expect.stringContaining('makes get no row in `carts_by_owner`'));
  });

  test('where their shard is computed from which one it is, those that are there', () => {
    const [first] = offered(
      'SELECT DISTINCT cart, mail FROM carts WHERE owner > ?',
      'UPDATE carts SET owner = ? WHERE cart IN (?, ?);',
    );
    expect(flat(first!.ddl[0]!)).toContain('PRIMARY KEY ((shard), owner, cart)');
    const [change] = first!.sync().changes;
    expect(change!.replacement).toMatch(/^SELECT cart, owner, mail FROM carts WHERE cart IN \(\?, \?\);/);
    expect(first!.sync().notes).toContainEqual(expect.stringContaining('makes get no row in `carts_by_owner`'));
  });
});

describe('a query that lists the partitions of a part of their key', () => {
  const READINGS =
    'CREATE TABLE readings (dev int, day date, at time, name text static, v int, PRIMARY KEY ((dev, day), at));';
  const LIST = 'SELECT DISTINCT dev, day FROM readings WHERE dev = ?';

  test.each([
    [LIST, 'dev int, day date'],
    ["SELECT DISTINCT dev, day FROM readings WHERE dev = ? AND day > '2024-01-01'", 'dev int, day date'],
    ['SELECT DISTINCT dev, name, day FROM readings WHERE dev IN (1, 2)', 'dev int, day date, name text'],
  ])('has a row for each, and is not told to name it: %s', (query, columns) => {
    const [first] = offered(query, '', READINGS);
    expect(flat(first!.ddl[0]!)).toBe(`CREATE TABLE readings_by_dev_distinct (${columns}, PRIMARY KEY ((dev), day))`);
    expect(first).toMatchObject({
      preferred: false,
      queries: [query.replace('DISTINCT ', '').replace('readings', 'readings_by_dev_distinct')],
    });
  });

  const written = (query: string, write: string): string =>
    offered(query, `${write};`, READINGS)[0]!
      .sync()
      .changes.map(({ replacement }) => flat(replacement))
      .join();

  test.each([
    ['INSERT INTO readings (dev, day, name) VALUES (?, ?, ?)', 1],
    ['UPDATE readings SET name = ? WHERE dev = ? AND day = ?', 1],
    ['UPDATE readings SET name = ? WHERE dev = ? AND day IN (?, ?)', 2],
    ['UPDATE readings SET name = ?, v = ? WHERE dev = ? AND day = ? AND at = ?', 1],
    ['INSERT INTO readings (dev, day, at, name) VALUES (?, ?, ?, ?)', 1],
  ])('what is static alone begins one: %s', (write, times) => {
    const text = written(LIST, write);
    expect(text.match(/INSERT INTO readings_by_dev_distinct \(dev, day\) VALUES \(\?, \?\);/g)).toHaveLength(times);
    // What is static itself begins it by the same statement.
    const named = written('SELECT DISTINCT dev, day, name FROM readings WHERE dev = ?', write);
    expect(named).toContain('readings_by_dev_distinct');
    expect(named).not.toMatch(/^SELECT day/);
  });

  test.each(['', 'BEGIN BATCH '])('nothing of it is written before a condition is answered: %s', (begin) => {
    const place = 'CREATE TABLE places (at int, n int, s int STATIC, v int, PRIMARY KEY (at, n));';
    const insert = 'INSERT INTO places (at, n, s, v) VALUES (?, ?, ?, ?) IF NOT EXISTS';
    const own = begin === '' ? insert : `BEGIN BATCH ${insert}; APPLY BATCH`;
    const [told] = offered('SELECT s FROM places WHERE s = ? AND v = ?', `${own};`, place)
      .filter(({ title }) => title.includes('_distinct'))
      .map((one) => one.sync());
    const row = 'INSERT INTO places_by_s_v_distinct (s, v, at) VALUES (?, ?, ?)';
    expect(told!.changes.map(({ replacement }) => flat(replacement))).toEqual([
      `SELECT s, v FROM places WHERE at = ?; ${own}; -- only where it was applied ${row}; ` +
        `SELECT s FROM places WHERE at = ? LIMIT 1; -- only where it was applied ${row}`,
    ]);
  });

  test('one that holds what is static does not go with the time to live of that, nor of a row', () => {
    const query = 'SELECT DISTINCT dev, day, name FROM readings WHERE dev = ?';
    const values = 'UPDATE readings_by_dev_distinct USING TTL 60 SET name = ? WHERE dev = ? AND day = ?;';
    const row = 'INSERT INTO readings_by_dev_distinct (dev, day) VALUES (?, ?);';
    expect(written(query, 'INSERT INTO readings (dev, day, at, name) VALUES (?, ?, ?, ?) USING TTL 60')).toContain(
      `${values} ${row} APPLY`,
    );
    expect(
      written(query, 'UPDATE readings USING TTL 60 SET name = ?, v = ? WHERE dev = ? AND day = ? AND at = ?'),
    ).toContain(`${values} ${row} APPLY`);
    expect(written(query, 'UPDATE readings USING TTL 60 SET name = ? WHERE dev = ? AND day = ?')).toContain(
      `${values} APPLY`,
    );
    // What it holds already is not read for a row that begins no partition.
    expect(written(query, 'INSERT INTO readings (dev, day, at, v) VALUES (?, ?, ?, ?)')).not.toContain('SELECT');
  });

  test('one does not go with the time to live of a row', () => {
    const write = 'INSERT INTO readings (dev, day, at, v) VALUES (?, ?, ?, ?) USING TTL 60';
    expect(written(LIST, write)).toContain('INSERT INTO readings_by_dev_distinct (dev, day) VALUES (?, ?); APPLY');
    expect(written(LIST, `${write} AND TIMESTAMP ?`)).toContain('VALUES (?, ?) USING TIMESTAMP ?; APPLY');
    expect(written('SELECT DISTINCT dev FROM readings', write)).toContain(
      'INSERT INTO distinct_devs_of_readings (dev) VALUES (?); APPLY',
    );
  });
});
