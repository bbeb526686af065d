import { describe, expect, test } from 'vitest';
import { proposalsOf } from '../../server/src/rules/proposal-fixes.ts';
import { applied, contextOf, project } from './ask.ts';

// JOIN and tables listed with commas, as SQL has them: the table that holds the rows joined.

const SHOP = `CREATE TABLE users (id uuid PRIMARY KEY, username text, email text);
CREATE TABLE members (groupname text, user_id uuid, joined timestamp, PRIMARY KEY (groupname, user_id));
CREATE TABLE customers (id uuid PRIMARY KEY, email text, country text);
CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid, placed timestamp, total decimal);
CREATE TABLE items (order_id uuid, sku text, amount int, PRIMARY KEY ((order_id), sku));
`;

const GROUPED =
  'SELECT c.email, COUNT(*) FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ? GROUP BY c.email';

const filesOf = (query: string) => ({ 'schema.cql': SHOP, 'query.cql': `${query};` });
const offered = (query: string) => proposalsOf(contextOf(project(filesOf(query)), 'query.cql', 'select', 0));
const flat = (cql: string): string => cql.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
const first = (query: string) => {
  const [best] = offered(query);
  return [best!.kind, ...best!.ddl.map(flat), ...best!.queries];
};

describe('rows of several tables', () => {
  test('the table is partitioned right already: it gets the columns', () => {
    const wanted = [
      'alter-table',
      'ALTER TABLE members ADD (username text, email text)',
      'SELECT groupname, username, email FROM members WHERE groupname = ?',
    ];
    const select = 'SELECT m.groupname, u.username, u.email FROM';
    expect(first(`${select} members m JOIN users u ON m.user_id = u.id WHERE m.groupname = ?`)).toEqual(wanted);
    expect(first(`${select} users u INNER JOIN members AS m ON u.id = m.user_id WHERE m.groupname = ?`)).toEqual(
      wanted,
    );
    expect(first(`${select} members m, users u WHERE m.user_id = u.id AND m.groupname = ?`)).toEqual(wanted);
  });

  test('what is searched stands in the one table, the rows in the other, whose key tells them apart', () => {
    expect(
      first('SELECT o.id, o.total FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?'),
    ).toEqual([
      'new-table',
      'CREATE TABLE customers_by_country (country text, order_id uuid, total decimal, PRIMARY KEY ((country), order_id))',
      'SELECT order_id AS id, total FROM customers_by_country WHERE country = ?',
    ]);
  });

  test('what one row points at adds no key; a range and an order are sorted by', () => {
    expect(
      first(
        'SELECT o.id, c.email FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.customer_id = ? AND o.placed > ? ORDER BY o.placed DESC LIMIT 20',
      ),
    ).toEqual([
      'new-table',
      'CREATE TABLE orders_by_customer (customer_id uuid, placed timestamp, id uuid, email text, PRIMARY KEY ((customer_id), placed, id)) WITH CLUSTERING ORDER BY (placed DESC, id ASC)',
      'SELECT id, email FROM orders_by_customer WHERE customer_id = ? AND placed > ? LIMIT 20',
    ]);
  });

  test('all columns of one of them', () => {
    expect(
      first('SELECT c.email, o.* FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = ?')[2],
    ).toBe(
      'SELECT email, order_id AS id, id AS customer_id, placed, total FROM customers_by_country WHERE country = ?',
    );
  });

  test('groups and counts of joined rows', () => {
    const counted =
      'CREATE TABLE customers_by_country (country text, email text, order_id uuid, PRIMARY KEY ((country), email, order_id))';
    const from = 'FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?';
    expect(first(`SELECT c.email, COUNT(o.id) AS n ${from} GROUP BY c.email`)).toEqual([
      'new-table',
      counted,
      'SELECT email, COUNT(*) AS n FROM customers_by_country WHERE country = ? GROUP BY country, email',
    ]);
    expect(first(`SELECT c.email, MAX(o.total) ${from} GROUP BY c.email`)[2]).toBe(
      'SELECT email, MAX(total) FROM customers_by_country WHERE country = ? GROUP BY country, email',
    );
    expect(offered(`SELECT upper(c.email), COUNT(*) ${from} GROUP BY c.email`)).toMatchObject([{ kind: 'keep' }]);
  });

  test('different rows only', () => {
    const joined = 'FROM customers c JOIN orders o ON c.id = o.customer_id WHERE c.country = ?';
    expect(first(`SELECT DISTINCT c.email AS mail ${joined}`)[2]).toBe(
      'SELECT email AS mail FROM customers_by_country WHERE country = ? GROUP BY country, email',
    );
    expect(offered(`SELECT DISTINCT c.* ${joined}`)).toMatchObject([{ kind: 'keep' }]);
  });

  test('all groups of joined rows, each in one shard', () => {
    expect(
      first('SELECT c.email, COUNT(*) FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.email'),
    ).toEqual([
      'new-table',
      'CREATE TABLE orders_by_email (shard int, email text, id uuid, PRIMARY KEY ((shard), email, id))',
      'SELECT email, COUNT(*) FROM orders_by_email WHERE shard = ? GROUP BY shard, email',
    ]);
  });

  test('what is unique in the searched table may be in many joined rows', () => {
    const schema = SHOP.replace('CREATE TABLE customers', '-- @unique email\n-- @rows 100\nCREATE TABLE customers');
    const query = 'SELECT o.total FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.email = ?';
    const workspace = project({ 'schema.cql': schema, 'query.cql': `${query};` });
    const [best] = proposalsOf(contextOf(workspace, 'query.cql', 'select', 0));
    expect(flat(best!.ddl[0]!)).toBe(
      'CREATE TABLE customers_by_email (email text, order_id uuid, total decimal, PRIMARY KEY ((email), order_id))',
    );
  });

  test('two rows of one table are joined: neither key is enough', () => {
    const schema = `-- @unique email\nCREATE TABLE users (id uuid PRIMARY KEY, email text, name text);
CREATE TABLE friends (id uuid, friend uuid, PRIMARY KEY (id, friend));`;
    const query =
      'SELECT a.name FROM users a JOIN friends f ON a.id = f.friend JOIN users b ON b.id = f.id WHERE b.email = ?';
    const workspace = project({ 'schema.cql': schema, 'query.cql': `${query};` });
    const [best] = proposalsOf(contextOf(workspace, 'query.cql', 'select', 0));
    expect(flat(best!.ddl[0]!)).toMatch(/PRIMARY KEY \(\(email\), \w+, \w+\)\)$/);
  });

  test('a write of what no joined row holds changes nothing', () => {
    const query = 'SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?';
    const files = { ...filesOf(query), 'writes.cql': 'UPDATE orders SET total = ? WHERE id = ?;' };
    const [best] = proposalsOf(contextOf(project(files), 'query.cql', 'select', 0));
    expect(best!.sync()).toMatchObject({ changes: [], lost: [] });
  });

  test('three tables', () => {
    expect(
      first(
        'SELECT c.email, i.sku, i.amount FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id WHERE c.email = ?',
      ),
    ).toEqual([
      'new-table',
      'CREATE TABLE customers_by_email (email text, order_id uuid, sku text, amount int, PRIMARY KEY ((email), order_id, sku))',
      'SELECT email, sku, amount FROM customers_by_email WHERE email = ?',
    ]);
  });

  test('the edit puts the table behind the searched one, and one query in the place of the JOIN', () => {
    const files = filesOf('SELECT o.total FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?');
    const [best] = offered('SELECT o.total FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?');
    const after = applied(files, best!.edits(true));
    expect(after['query.cql']).toBe('SELECT total FROM customers_by_country WHERE country = ?;');
    expect(after['schema.cql']).toContain('country text);\n\nCREATE TABLE customers_by_country (');
  });

  test('a new row reads the partner that it names; a change of the partner is told of', () => {
    const query = 'SELECT o.id, c.email FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.customer_id = ?';
    const write = (text: string, join: string) => {
      const files = { ...filesOf(join), 'writes.cql': `${text};` };
      return proposalsOf(contextOf(project(files), 'query.cql', 'select', 0))[0]!;
    };
    const insert = 'INSERT INTO orders (id, customer_id, total) VALUES (?, ?, ?)';
    const { sync, notes } = write(insert, query);
    const writes = sync().changes;
    expect(writes.map(({ replacement }) => replacement)).toEqual([
      `SELECT email FROM customers WHERE id = ?;\nBEGIN BATCH\n  ${insert};\n  INSERT INTO orders_by_customer (customer_id, id, email) VALUES (?, ?, ?);\nAPPLY BATCH`,
    ]);
    expect(writes[0]!.steps.at(-1)?.binds).toEqual([{ original: 1 }, { original: 0 }, { after: 'email' }]);
    expect(notes.at(-1)).toBe(
      'Each row holds what `customers` had when it was written: a change there has to be written to all rows that name it, which `SELECT id FROM orders_by_customer WHERE customer_id = ?` finds.',
    );
    expect(write('DELETE FROM orders WHERE id = ?', query).sync().changes[0]!.replacement).toContain(
      'SELECT customer_id FROM orders WHERE id = ?;',
    );
    const country = 'SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?';
    expect(write(insert, country).sync().changes[0]!.replacement).toContain(
      'INSERT INTO customers_by_country (country, order_id) VALUES (?, ?);',
    );
  });

  test('a row that stands by what its partner has is found by reading both', () => {
    const replaced = (query: string, text: string) => {
      const files = { ...filesOf(query), 'writes.cql': `${text};` };
      const { changes, notes } = proposalsOf(contextOf(project(files), 'query.cql', 'select', 0))[0]!.sync();
      return changes.length === 0 ? notes[0] : changes.flatMap(({ replacement }) => replacement.split(/;?\n */));
    };
    const country =
      'SELECT o.id, o.total FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ? ORDER BY o.placed DESC';
    const key = 'country = ? AND placed = ? AND order_id = ?';
    expect(replaced(country, 'DELETE FROM orders WHERE id = ?')).toEqual([
      'SELECT placed, customer_id AS id FROM orders WHERE id = ?',
      'SELECT country FROM customers WHERE id = ?',
      'BEGIN BATCH',
      'DELETE FROM orders WHERE id = ?',
      `DELETE FROM customers_by_country WHERE ${key}`,
      'APPLY BATCH',
    ]);
    expect(replaced(country, 'UPDATE orders SET total = ? WHERE id = ?')).toEqual([
      'SELECT placed, customer_id AS id FROM orders WHERE id = ?',
      'SELECT country FROM customers WHERE id = ?',
      'BEGIN BATCH',
      'UPDATE orders SET total = ? WHERE id = ?',
      `UPDATE customers_by_country SET total = ? WHERE ${key}`,
      'APPLY BATCH',
    ]);
    expect(replaced(country, 'UPDATE orders SET placed = ? WHERE id = ?')).toEqual([
      'SELECT placed, total, customer_id AS id FROM orders WHERE id = ?',
      'SELECT country FROM customers WHERE id = ?',
      'BEGIN BATCH',
      'UPDATE orders SET placed = ? WHERE id = ?',
      'INSERT INTO customers_by_country (country, placed, order_id, total) VALUES (?, ?, ?, ?)',
      '-- only where placed changed',
      `DELETE FROM customers_by_country WHERE ${key}`,
      'APPLY BATCH',
    ]);
    const placed = 'SELECT o.total, c.email FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.placed = ?';
    // Without a partner there is no joined row, which UPDATE would make.
    expect(replaced(placed, 'UPDATE orders SET total = ? WHERE id = ?')).toEqual([
      'SELECT placed, customer_id FROM orders WHERE id = ?',
      'SELECT id AS customer_id FROM customers WHERE id = ?',
      'BEGIN BATCH',
      'UPDATE orders SET total = ? WHERE id = ?',
      'UPDATE orders_by_placed SET total = ? WHERE placed = ? AND id = ?',
      'APPLY BATCH',
    ]);
    const items =
      'SELECT c.email, i.sku, i.amount FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id WHERE c.country = ?';
    expect(replaced(items, 'UPDATE items SET amount = ? WHERE order_id = ? AND sku = ?')).toEqual([
      'SELECT customer_id AS id FROM orders WHERE id = ?',
      'SELECT email, country FROM customers WHERE id = ?',
      'BEGIN BATCH',
      'UPDATE items SET amount = ? WHERE order_id = ? AND sku = ?',
      'UPDATE customers_by_country SET amount = ?, email = ? WHERE country = ? AND order_id = ? AND sku = ?',
      'APPLY BATCH',
    ]);
    expect(replaced(items, 'DELETE FROM items WHERE order_id = ?')).toEqual([
      'SELECT sku FROM items WHERE order_id = ?',
      'SELECT customer_id AS id FROM orders WHERE id = ?',
      'SELECT country FROM customers WHERE id = ?',
      'BEGIN BATCH',
      'DELETE FROM items WHERE order_id = ?',
      'DELETE FROM customers_by_country WHERE country = ? AND order_id = ? AND sku = ?',
      'APPLY BATCH',
    ]);
    const lost = 'UPDATE orders SET customer_id = ? WHERE id = ?';
    expect(replaced(country, lost)).toBe(`A write of \`orders\` could not be followed: \`${lost}\`.`);
    const outer = 'SELECT o.id, c.email FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE o.placed = ?';
    const moved = 'UPDATE orders SET placed = ? WHERE id = ?';
    expect(replaced(outer, moved)).toBe(`A write of \`orders\` could not be followed: \`${moved}\`.`);
  });

  test('a new row reads what it names, and what that names in turn', () => {
    const query =
      'SELECT c.email, i.sku FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id WHERE c.country = ?';
    const files = { ...filesOf(query), 'writes.cql': 'INSERT INTO items (order_id, sku, amount) VALUES (?, ?, ?);' };
    const [best] = proposalsOf(contextOf(project(files), 'query.cql', 'select', 0));
    const { changes } = best!.sync();
    expect(changes.map(({ replacement }) => replacement.split('\n'))).toEqual([
      [
        'SELECT customer_id AS id FROM orders WHERE id = ?;',
        'SELECT email, country FROM customers WHERE id = ?;',
        'BEGIN BATCH',
        '  INSERT INTO items (order_id, sku, amount) VALUES (?, ?, ?);',
        '  INSERT INTO customers_by_country (country, order_id, sku, email) VALUES (?, ?, ?, ?);',
        'APPLY BATCH',
      ],
    ]);
    expect(changes[0]!.steps.slice(0, 2).map(({ binds }) => binds)).toEqual([[{ original: 0 }], [{ after: 'id' }]]);
    expect(best!.notes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /what `customers` had .* a table of their keys finds, .*`CREATE TABLE orders_by_customer_id_lookup \(/,
        ),
      ]),
    );
  });

  test('rows of many to many are told apart by the table between them', () => {
    expect(
      first(
        'SELECT u.email, m.joined FROM users u JOIN members m ON m.user_id = u.id JOIN customers c ON c.id = m.user_id WHERE c.country = ?',
      ),
    ).toEqual([
      'new-table',
      'CREATE TABLE customers_by_country (country text, groupname text, user_id uuid, user_email text, joined timestamp, PRIMARY KEY ((country), groupname, user_id))',
      'SELECT user_email AS email, joined FROM customers_by_country WHERE country = ?',
    ]);
  });

  test('rows that only an outer partner would tell apart are not kept without it', () => {
    const [best] = offered(
      'SELECT c.email, o.total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE c.country = ?',
    );
    expect(best!.notes).toContain('Rows without a partner in `orders` are not in it: a key has no nulls.');
  });

  test('a table that got the columns of the partner: a new row gets their values', () => {
    const query = 'SELECT m.groupname, u.email FROM members m JOIN users u ON m.user_id = u.id WHERE m.groupname = ?';
    const files = { ...filesOf(query), 'writes.cql': 'INSERT INTO members (groupname, user_id) VALUES (?, ?);' };
    const [best] = proposalsOf(contextOf(project(files), 'query.cql', 'select', 0));
    expect(applied(files, best!.edits(true))['writes.cql']).toBe(
      'SELECT email FROM users WHERE id = ?;\nBEGIN BATCH\n  INSERT INTO members (groupname, user_id) VALUES (?, ?);\n  UPDATE members SET email = ? WHERE groupname = ? AND user_id = ?;\nAPPLY BATCH;',
    );
  });

  test.each([
    ['nothing links them', 'SELECT username FROM users, orders WHERE users.id = ?'],
    ['a table that is not known', 'SELECT x.a FROM users u JOIN nowhere x ON x.id = u.id WHERE u.id = ?'],
    ['a function', 'SELECT round(o.total) FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = ?'],
    [
      'OR',
      "SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id WHERE c.country = 'DE' OR c.email = 'a@b.c'",
    ],
    ['HAVING', `${GROUPED} HAVING COUNT(*) > 3`],
    ['OFFSET', `${GROUPED} LIMIT 10 OFFSET 20`],
    ['LIMIT with an offset', `${GROUPED} LIMIT 20, 10`],
    ['UNION', `${GROUPED} UNION SELECT email FROM customers`],
    ['another comparison', 'SELECT o.id FROM orders o JOIN customers c ON o.total > c.id WHERE c.country = ?'],
  ])('nothing, and why: %s', (_, query) => {
    expect(offered(query)).toMatchObject([{ kind: 'keep', why: expect.stringMatching(/\S/) }]);
  });
});

describe('joined in the client', () => {
  const reads = (query: string) => {
    const found = offered(query).find(({ title }) => title.startsWith('Join in the client'));
    return found && { queries: found.queries, binds: found.binds, price: found.price, notes: found.notes };
  };

  test('each table is asked by its own key, with what the rows before name', () => {
    expect(
      reads(
        'SELECT m.joined, u.username FROM members m JOIN users u ON m.user_id = u.id WHERE m.groupname = ? AND m.user_id > ?',
      ),
    ).toEqual({
      queries: [
        'SELECT joined, user_id FROM members WHERE groupname = ? AND user_id > ?',
        'SELECT username FROM users WHERE id = ?',
      ],
      binds: [[{ original: 0 }, { original: 1 }], [{ row: 'user_id', query: 0 }]],
      price: 'one query more for each row of `members`',
      notes: ['Rows without a partner in `users` are left out.'],
    });
  });

  test('three tables, the names of markers, and rows without a partner, which WHERE leaves out', () => {
    expect(
      reads(
        'SELECT * FROM orders JOIN customers ON orders.customer_id = customers.id LEFT JOIN items ON items.order_id = orders.id WHERE orders.id = :o AND items.sku = :sku',
      ),
    ).toMatchObject({
      queries: [
        'SELECT * FROM orders WHERE id = :o',
        'SELECT * FROM customers WHERE id = :id',
        'SELECT * FROM items WHERE order_id = :order_id AND sku = :sku',
      ],
      price: '2 queries more for each row of `orders`',
      notes: ['Rows without a partner in `customers` are left out.', 'Rows without a partner in `items` are left out.'],
    });
    expect(
      reads('SELECT o.id, i.sku FROM orders o LEFT JOIN items i ON i.order_id = o.id WHERE o.id = ?')!.notes,
    ).toEqual(['Rows without a partner in `items` stay, with nulls in its columns.']);
  });

  test('where nothing is searched all rows of a table are read', () => {
    const query = 'SELECT * FROM orders, items WHERE orders.id = items.order_id';
    expect(reads(query)).toMatchObject({
      queries: ['SELECT * FROM orders', 'SELECT * FROM items WHERE order_id = ?'],
      price: 'each run reads every row of `orders`, and makes one query more for each row of `orders`',
    });
    expect(offered(query).every(({ kind }) => kind !== 'keep')).toBe(true);
  });

  test.each([
    ['a partition is not named', 'SELECT * FROM users u JOIN orders o ON o.customer_id = u.id WHERE u.id = ?'],
    ['a scan would be refused', 'SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE o.total = 1'],
    [
      'groups',
      'SELECT c.id, count(*) FROM orders o JOIN customers c ON o.customer_id = c.id WHERE o.id = ? GROUP BY c.id',
    ],
    ['an order', 'SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id WHERE o.id = ? ORDER BY c.email'],
  ])('not where %s: %s', (_, query) => expect(reads(query)).toBeUndefined());
});
