import { describe, expect, test } from 'vitest';
import { parseTarget } from '../../server/src/text/release.ts';
import { flat, applied, type Files, proposals } from './ask.ts';

const files = (schema: string, query: string): Files => ({ 'schema.cql': schema, 'query.cql': `${query};` });
const offered = (schema: string, query: string) => proposals(files(schema, query), 'query.cql', 'select');
const titles = (schema: string, query: string): readonly string[] => offered(schema, query).map(({ title }) => title);

const USERS = 'CREATE TABLE users (id uuid PRIMARY KEY, username text, email text, age int);';

describe('the ways out, best first', () => {
  test('a look-up', () => {
    expect(titles(USERS, 'SELECT * FROM users WHERE email = ?')).toEqual([
      'Create table `users_by_email` and use it here',
      'Add an SAI index on `email`',
      'Create materialized view `users_by_email_mv` and use it here (experimental)',
      'Create table `users_by_email_lookup` of keys only, and read the rows by them',
      'Let it scan every partition: add ALLOW FILTERING',
    ]);
  });

  test('a look-up of what is unique names the key of its row, and comes first where its row is changed more often than read', () => {
    const members = 'CREATE TABLE members (club int, id uuid, email text, bio text, PRIMARY KEY (club, id));';
    const offers = (weight: string) =>
      proposals(
        {
          'schema.cql': `-- @unique email\n${members}`,
          'query.cql': '-- @query Q weight 1\nSELECT bio FROM members WHERE email = ?;\n',
          'write.cql': `-- @query W weight ${weight}\nUPDATE members SET bio = ? WHERE club = ? AND id = ?;\n`,
        },
        'query.cql',
        'select',
      );
    const lookup = 'members_by_email_lookup';
    expect(
      offers('1')
        .map(({ table }) => table)
        .indexOf(lookup),
    ).toBeGreaterThan(0);
    const [{ table, ddl, queries, notes }] = offers('1000') as [ReturnType<typeof offers>[number]];
    expect(table).toBe(lookup);
    expect(flat(ddl[0]!)).toBe(`CREATE TABLE ${lookup} (email text, club int, id uuid, PRIMARY KEY ((email)))`);
    expect(queries).toEqual([
      `SELECT club, id FROM ${lookup} WHERE email = ?`,
      'SELECT bio FROM members WHERE club = ? AND id = ?',
    ]);
    expect(notes).toContainEqual(expect.stringContaining('unless they write with IF NOT EXISTS'));
    const [first] = proposals(
      { 's.cql': `-- @unique email\n${members}`, 'q.cql': 'SELECT club, id FROM members WHERE email = ?;' },
      'q.cql',
      'select',
    );
    expect(first!.title).not.toContain('keys only');
  });

  test('a decimal of the partition key: by its bytes where the query names its partitions, else by its value', () => {
    const prices =
      'CREATE TABLE prices (price decimal, shop int, at int, state text, PRIMARY KEY ((price, shop), at));';
    const tableFor = (query: string): string => offered(prices, query)[0]!.ddl[0]!;
    expect(tableFor('SELECT at FROM prices WHERE price = ? AND shop = ? AND state = ?')).toContain(
      'PRIMARY KEY ((price, shop, state), at)',
    );
    expect(tableFor('SELECT at FROM prices WHERE price = ? AND state = ?')).toContain('PRIMARY KEY ((state), price');
  });

  test('what the client sorts by keeps no row out of a table, and makes none where the rows are found already', () => {
    const schema = 'CREATE TABLE v (shop int, day date, at timestamp, who text, n int, PRIMARY KEY ((shop, day), at));';
    const [first, ...others] = offered(schema, 'SELECT n FROM v WHERE shop = ? AND day IN ? AND at > ? ORDER BY who');
    expect(first).toMatchObject({
      title: 'Read without ORDER BY and sort in the client',
      queries: ['SELECT n, who FROM v WHERE shop = ? AND day IN ? AND at > ?'],
    });
    expect(others).toEqual([]);
    const [table] = offered(schema, 'SELECT day FROM v WHERE shop = ? AND at > ? ORDER BY n');
    expect(flat(table!.ddl[0]!)).toContain('n int, PRIMARY KEY ((shop), at, day))');
    expect(table!.leftOut).toEqual([]);
  });

  test('a table that is there, by its name', () => {
    const copy =
      'CREATE TABLE users_by_email (email text, id uuid, username text, age int, PRIMARY KEY ((email), id));';
    const [first] = offered(USERS + copy, 'SELECT age FROM users WHERE email = ?');
    expect(first).toMatchObject({
      kind: 'existing-table',
      title: 'Use table `users_by_email`',
      queries: ['SELECT age FROM users_by_email WHERE email = ?'],
      ddl: [],
    });
  });

  test('a table that is there, once for each value where an order is asked for', () => {
    const copy = 'CREATE TABLE users_by_email (email text, age int, id uuid, PRIMARY KEY ((email), age, id));';
    const firstFor = (list: string) =>
      offered(USERS + copy, `SELECT age FROM users WHERE email IN ${list} ORDER BY age DESC LIMIT 5`)[0];
    const note = 'Ask once for each value of `email`, merge the answers by `age` DESC and keep 5 rows.';
    const one = 'SELECT age FROM users_by_email WHERE email = ? ORDER BY age DESC LIMIT 5';
    expect(firstFor('?')).toMatchObject({ kind: 'existing-table', queries: [one] });
    expect(firstFor('?')?.binds).toEqual([[{ each: [{ original: 0 }] }]]);
    expect(firstFor('?')?.notes).toContain(note);
    const two = firstFor("('a@b', 'c@d')");
    expect(two?.queries).toEqual([one.replace('?', "'a@b'"), one.replace('?', "'c@d'")]);
    expect(two?.notes).toContain(note);
  });

  test('a table that is there, with another name and the same columns', () => {
    const copy = 'CREATE TABLE mailboxes (email text, id uuid, username text, age int, PRIMARY KEY ((email), id));';
    expect(titles(USERS + copy, 'SELECT age FROM users WHERE email = ?')[0]).toBe('Use table `mailboxes`');
  });

  test('of several tables with the same columns none is taken for a copy', () => {
    const shaped = (name: string): string =>
      `CREATE TABLE ${name} (email text, id uuid, username text, age int, PRIMARY KEY ((email), id));`;
    expect(titles(USERS + shaped('table_1') + shaped('table_2'), 'SELECT age FROM users WHERE email = ?')[0]).toBe(
      'Create table `users_by_email` and use it here',
    );
    expect(
      titles(
        `${USERS}${shaped('table_1')}\n-- @copy-of users\n${shaped('table_2')}`,
        'SELECT age FROM users WHERE email = ?',
      ).slice(0, 2),
    ).toEqual(['Use table `table_2`', 'Use table `table_1`']);
  });

  test('a part of rows that are divided among numbered tables is only where its number is', () => {
    const numbered = (name: string): string =>
      `CREATE TABLE ${name} (owner uuid, id uuid, kind text, name text, PRIMARY KEY (owner, id));`;
    const byKind = (name: string): string =>
      `CREATE TABLE ${name} (kind text, owner uuid, id uuid, name text, PRIMARY KEY (kind, owner, id));`;
    const copies = byKind('items_by_kind_0') + byKind('items_by_kind_1');
    const best = (base: string): string => titles(numbered(base) + copies, `SELECT id FROM ${base} WHERE kind = ?`)[0]!;
    expect(best('items_by_owner_1')).toBe('Use table `items_by_kind_1`');
    expect(best('items_by_owner_2')).toBe('Create table `items_by_kind` and use it here');
    expect(best('items')).toBe('Create table `items_by_kind` and use it here');
    // The second of two names, not a part.
    expect(titles(numbered('items') + byKind('items_by_kind_2'), 'SELECT id FROM items WHERE kind = ?')[0]).toBe(
      'Use table `items_by_kind_2`',
    );
  });

  test('another thing that only has the columns of the key is no copy', () => {
    const other = 'CREATE TABLE mailboxes (email text, id uuid, size int, PRIMARY KEY ((email), id));';
    expect(titles(USERS + other, 'SELECT id FROM users WHERE email = ?')[0]).toBe(
      'Create table `users_by_email` and use it here',
    );
  });

  test('a view that is there', () => {
    const view =
      'CREATE MATERIALIZED VIEW mail AS SELECT * FROM users WHERE email IS NOT NULL AND id IS NOT NULL PRIMARY KEY ((email), id);';
    expect(titles(`${USERS}\n${view}`, 'SELECT age FROM users WHERE email = ?')[0]).toBe('Use view `mail`');
  });

  test('a table that only lacks columns is widened', () => {
    const copy = 'CREATE TABLE users_by_email (email text PRIMARY KEY, id uuid);';
    const [first] = offered(USERS + copy, 'SELECT username, age FROM users WHERE email = ?');
    expect(first).toMatchObject({
      kind: 'alter-table',
      ddl: ['ALTER TABLE users_by_email ADD (username text, age int)'],
      queries: ['SELECT username, age FROM users_by_email WHERE email = ?'],
    });
  });

  test('only the bucket is missing', () => {
    const schema = 'CREATE TABLE h (bucket date, who text, at timestamp, PRIMARY KEY ((bucket, who), at));';
    const windowed = "SELECT * FROM h WHERE who = 'c' AND at >= '2016-10-04' AND at < '2016-10-06'";
    expect(offered(schema, windowed)[0]).toMatchObject({
      title: "Add `bucket IN ('2016-10-04', '2016-10-05')` for this time range",
      queries: [
        "SELECT * FROM h WHERE who = 'c' AND bucket IN ('2016-10-04', '2016-10-05') AND at >= '2016-10-04' AND at < '2016-10-06'",
      ],
    });
    expect(titles(schema, "SELECT * FROM h WHERE who = 'c'")[0]).toBe('Add `bucket = ?`');
  });

  test('a table with the same key is none of its own', () => {
    const schema = 'CREATE TABLE h (bucket date, who text, at timestamp, PRIMARY KEY ((bucket, who), at));';
    const query = "SELECT at FROM h WHERE who = 'c' AND at >= '2016-10-04' AND at < '2016-10-06'";
    expect(offered(schema, query).filter(({ kind }) => kind === 'new-table')).toEqual([]);
  });

  test('a window that its buckets do not cover', () => {
    const schema = 'CREATE TABLE h (bucket date, who text, at timestamp, PRIMARY KEY ((bucket, who), at));';
    const query =
      "SELECT * FROM h WHERE bucket = '2016-10-04' AND who = 'c' AND at >= '2016-10-04 09:00' AND at < '2016-10-05 12:00'";
    const [first] = offered(schema, query);
    expect(first?.title).toBe("Add the bucket `'2016-10-05'`");
    expect(applied(files(schema, query), first!.edits(false))['query.cql']).toContain(
      "bucket IN ('2016-10-04', '2016-10-05')",
    );
  });

  test('a table that is there says so where its rows come in another order, and nothing where they do not', () => {
    const orders = (clustering: string): string =>
      `CREATE TABLE orders (shop int, id int, state int, PRIMARY KEY (shop, id));
-- @copy-of orders
CREATE TABLE orders_by_state (shop int, id int, state int, PRIMARY KEY ((shop, state), id)) WITH CLUSTERING ORDER BY (id ${clustering});`;
    const query = 'SELECT id FROM orders WHERE shop = ? AND state = ?';
    expect(offered(orders('DESC'), query)[0]?.notes.join()).toContain('no longer come sorted by `id`');
    expect(offered(orders('ASC'), query)[0]?.notes.join()).not.toContain('sorted');
    expect(offered(orders('ASC'), query.replace('state = ?', 'state IN (1, 2)'))[0]?.notes.join()).toContain(
      'no longer come sorted by `id`',
    );
  });

  test('where the key gives one row at most nothing is said of an order', () => {
    const schema = `CREATE TABLE orders (shop int, id int, ticket text, PRIMARY KEY (shop, id));
-- @copy-of orders
-- @unique ticket
CREATE TABLE orders_by_ticket (ticket text PRIMARY KEY, shop int, id int);`;
    const [first] = offered(schema, 'SELECT id FROM orders WHERE shop = ? AND ticket = ? ALLOW FILTERING');
    expect(first).toBeDefined();
    expect(first!.notes.join()).not.toContain('sorted');
    const [own] = offered(
      '-- @unique ticket\nCREATE TABLE orders (shop int, id int, ticket text, PRIMARY KEY (shop, id));',
      'SELECT id FROM orders WHERE shop = ? AND ticket = ? ALLOW FILTERING',
    );
    expect(own!.notes.join()).not.toContain('sorted');
  });

  test('a partition of one row is filtered, not copied', () => {
    expect(titles(USERS, 'SELECT age FROM users WHERE id = ? AND email = ?')[0]).toBe(
      'Filter within the partition: add ALLOW FILTERING',
    );
  });

  test('a query that Cassandra answers may be left as it is: first where there is little to read, else last', () => {
    const query = 'SELECT age FROM users WHERE email = ? ALLOW FILTERING';
    const [first] = offered(`-- @rows 200\n${USERS}`, query);
    expect(titles(USERS, query).at(-1)).toBe(
      'Leave the query as it is, if it runs once or seldom: it reads every partition',
    );
    expect(first).toMatchObject({
      kind: 'keep',
      title: 'Leave the query as it is: there is little to read',
      why: '`users` has 200 rows, declared by `@rows`; every node is asked all the same, so not for what runs all the time.',
    });
    expect(titles(`${USERS}\nCREATE INDEX ON users (email);`, 'SELECT age FROM users WHERE email = ?').at(-1)).toBe(
      'Leave the query as it is, if it runs once or seldom: it asks every node for what its index finds',
    );
    const [filtering] = offered(`-- @rows 200\n${USERS}`, 'SELECT age FROM users WHERE email = ?');
    expect(filtering).toMatchObject({ title: 'Let it scan every partition: add ALLOW FILTERING' });
    expect(filtering?.why).toContain('`users` has 200 rows, declared by `@rows`.');
    const seats =
      '-- @bounded 500 rows\nCREATE TABLE seats (hall int, seat int, taken boolean, PRIMARY KEY (hall, seat));';
    expect(offered(seats, 'SELECT seat FROM seats WHERE hall = ? AND taken = ? ALLOW FILTERING')[0]?.why).toBe(
      'A partition has at most 500 rows, declared by `@bounded`.',
    );
  });

  test('rows of one partition that no longer come in its order: the notes say so', () => {
    const schema = 'CREATE TABLE s (hall int, seat int, row int, who text, PRIMARY KEY (hall, seat, row));';
    const noted = (table: string, query: string): readonly (string | undefined)[] =>
      offered(table, query)
        .filter(({ kind }) => kind === 'new-table')
        .map(({ notes }) => notes.find((note) => note.startsWith('Rows no longer come')));
    const limited =
      'Rows no longer come sorted by `seat`, `row`, and LIMIT may keep others of them; the query does not ask for an order.';
    const sharded = `-- @rows-per-partition 5000000\n${schema}`;
    expect(noted(sharded, 'SELECT row FROM s WHERE hall = ? AND who = ? LIMIT 9')[0]).toBe(limited);
    const all = noted(schema, 'SELECT who FROM s WHERE hall = ? AND row > ?');
    expect(all).toHaveLength(2);
    expect(all).toEqual(all.map(() => limited.replace(', and LIMIT may keep others of them', '')));
  });

  test('shards are merged, only buckets of time follow each other', () => {
    const schema =
      '-- @rows-per-partition 500000\nCREATE TABLE s (hall int, at timestamp, row int, PRIMARY KEY (hall, row));';
    const [first] = offered(schema, 'SELECT at, row FROM s WHERE hall = ? ORDER BY at DESC');
    expect(first?.queries.length).toBeGreaterThan(1);
    expect(first?.merge).toBeUndefined();
  });

  test('the order of a table that holds nothing yet', () => {
    const schema = '-- @greenfield\nCREATE TABLE g (name text, joined timeuuid, who text, PRIMARY KEY (name, joined));';
    const [first] = offered(schema, 'SELECT * FROM g WHERE name = ? ORDER BY joined DESC LIMIT ?');
    expect(first).toMatchObject({
      kind: 'edit-table',
      ddl: [
        'CREATE TABLE g (name text, joined timeuuid, who text, PRIMARY KEY (name, joined)) WITH CLUSTERING ORDER BY (joined DESC)',
      ],
      queries: ['SELECT * FROM g WHERE name = ? LIMIT ?'],
    });
  });

  test('Cassandra filters by no range of several columns: it is found, or nothing is offered that would not run', () => {
    const schema = 'CREATE TABLE t (p int, a int, b int, n int, tags set<int>, PRIMARY KEY (p, a, b));';
    const found = offered(schema, 'SELECT a FROM t WHERE tags CONTAINS ? AND (a, b) > (?, ?) ORDER BY n');
    expect(found[0]?.ddl[0]).toContain('PRIMARY KEY ((tag), a, b, p)');
    expect(
      offered(schema, 'SELECT a FROM t WHERE tags CONTAINS ? AND (a, b) > (?, ?) ORDER BY n LIMIT 3').filter(
        ({ kind, queries }) => kind === 'new-table' || queries.some((query) => query.endsWith('ALLOW FILTERING')),
      ),
    ).toEqual([]);
  });

  test('BETWEEN is written as its bounds where the target does not have it', () => {
    const [first] = offered(USERS, 'SELECT id, username FROM users WHERE age BETWEEN 18 AND 65');
    expect(first?.queries).toEqual([
      'SELECT id, username FROM users_by_age WHERE shard = ? AND age >= 18 AND age <= 65',
    ]);
    expect(first?.derived).toMatchObject([{ column: 'shard', function: 'hash-bucket', count: 16 }]);
  });

  test.each([
    ['every row', 'SELECT * FROM users'],
    ['a range of tokens', 'SELECT id FROM users WHERE token(id) > ? AND token(id) <= ?'],
    ['a query that is served', 'SELECT * FROM users WHERE id = ?'],
  ])('nothing, and why: %s', (_, query) => {
    const found = offered(USERS, query);
    expect(found).toMatchObject([{ kind: 'keep', preferred: false }]);
    expect(found[0]!.why).not.toBe('');
  });

  test('an index of SASI for LIKE, where the server takes one', () => {
    const of = (query: string, configuration: ReadonlyMap<string, unknown> | undefined, target: string) =>
      proposals(files(USERS, query), 'query.cql', 'select', 0, { target: parseTarget(target)! }, configuration);
    const infix = "SELECT id FROM users WHERE email LIKE '%x%'";
    const [offer, ...others] = of(infix, undefined, 'cassandra-5.0');
    expect(others).toEqual([]);
    expect(offer).toMatchObject({
      kind: 'index',
      preferred: false,
      ddl: [
        "CREATE CUSTOM INDEX users_email_sasi ON users (email) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'mode': 'CONTAINS'}",
      ],
      queries: [infix],
    });
    expect(offer!.notes.join()).toContain('`sasi_indexes_enabled: true`');
    expect(of(infix, undefined, 'cassandra-3.11')[0]!.notes.join()).not.toContain('enabled');
    expect(of(infix, new Map(), 'cassandra-5.0')).toMatchObject([{ kind: 'keep' }]);
    expect(of(infix, undefined, 'scylla')).toMatchObject([{ kind: 'keep' }]);
    expect(
      of("SELECT id FROM users WHERE email LIKE '%x'", undefined, 'cassandra-5.0').map(({ kind }) => kind),
    ).toEqual(['new-table', 'index']);
    expect(titles(USERS, "SELECT id FROM users WHERE email LIKE 'x%'").join()).not.toContain('SASI');
  });

  test('PER PARTITION LIMIT goes to no table or view with other partitions', () => {
    const schema = `CREATE TABLE rooms (hotel text, room int, price int, PRIMARY KEY (hotel, room));
CREATE TABLE rooms_by_price (price int, hotel text, room int, PRIMARY KEY (price, hotel, room));`;
    const kinds = offered(schema, 'SELECT room FROM rooms WHERE price = ? PER PARTITION LIMIT 2').map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['index', 'rewrite']);
  });

  test('DISTINCT gives fewer rows, and says so', () => {
    const [first] = offered('CREATE TABLE g (name text, who text, PRIMARY KEY ((name), who));', 'SELECT name FROM g');
    expect(first).toMatchObject({
      title: 'Select DISTINCT `name`: each partition once (fewer rows)',
      preferred: false,
      queries: ['SELECT DISTINCT name FROM g'],
    });
    const shared = 'CREATE TABLE g (name text, who text, kind int static, n int, PRIMARY KEY ((name), who));';
    expect(offered(shared, 'SELECT kind, name FROM g')[0]!.queries).toEqual(['SELECT DISTINCT kind, name FROM g']);
    expect(offered(shared, 'SELECT kind, n, name FROM g')[0]!.queries).toEqual([]);
  });

  test('values are kept apart, where a part of the partition key has them as the first offer', () => {
    const ways = (query: string) =>
      offered('CREATE TABLE m (dev text, day date, at time, v int, PRIMARY KEY ((dev, day), at));', query).flatMap(
        ({ ddl, queries, preferred }) => (ddl.length === 0 ? [] : [[flat(ddl[0]!), ...queries, preferred]]),
      );
    expect(ways('SELECT DISTINCT dev FROM m')).toEqual([
      [
        'CREATE TABLE distinct_devs_of_m (dev text, PRIMARY KEY ((dev)))',
        'SELECT DISTINCT dev FROM distinct_devs_of_m',
        false,
      ],
    ]);
    expect(ways("SELECT DISTINCT v FROM m WHERE dev = 'a' AND day = ?").at(-1)).toEqual([
      'CREATE TABLE m_by_dev_day_v_distinct (dev text, day date, v int, PRIMARY KEY ((dev, day), v))',
      "SELECT v FROM m_by_dev_day_v_distinct WHERE dev = 'a' AND day = ? GROUP BY dev, day, v",
      false,
    ]);
    expect(ways('SELECT DISTINCT v FROM m')).toEqual([
      [
        'CREATE TABLE m_by_v (v int, dev text, day date, at time, PRIMARY KEY ((v), dev, day, at))',
        'SELECT DISTINCT v FROM m_by_v',
        true,
      ],
      ['CREATE TABLE distinct_vs_of_m (v int, PRIMARY KEY ((v)))', 'SELECT DISTINCT v FROM distinct_vs_of_m', false],
    ]);
  });
});

describe('a table that grows for ever', () => {
  const HEARTBEAT = 'CREATE TABLE heartbeat (device uuid, at timestamp, ok boolean, PRIMARY KEY ((device), at));';

  test('gets a bucket', () => {
    const [first] = proposals({ 's.cql': HEARTBEAT }, 's.cql', 'create-table');
    expect(first?.title).toBe('Create `heartbeat_by_device` with a `day` bucket');
    expect(first?.result?.partitionKey.map(({ name }) => name)).toEqual(['device', 'day']);
  });

  test('not a copy, whose key its queries ask for', () => {
    const copy = HEARTBEAT.replace('heartbeat', 'heartbeat_by_device');
    const [first] = proposals({ 's.cql': `-- @copy-of heartbeat\n${copy}` }, 's.cql', 'create-table');
    expect(first?.kind).toBe('keep');
  });

  test('shards for all the columns that it holds, whatever a query selects', () => {
    const ledger = `-- @rows-per-partition 3000000\n-- @size memo 100
CREATE TABLE ledger (account uuid, entry uuid, memo text, PRIMARY KEY (account, entry));`;
    const [own] = proposals({ 's.cql': ledger }, 's.cql', 'create-table');
    const [asked] = offered(ledger, 'SELECT entry FROM ledger WHERE account = ?');
    expect(asked!.derived).toEqual(own!.derived);
  });

  test('a write that Cassandra refuses is not written twice', () => {
    const files = { 's.cql': `${HEARTBEAT}\n`, 'w.cql': 'DELETE FROM heartbeat WHERE ok = ?;\n' };
    const [first] = proposals(files, 's.cql', 'create-table');
    expect(first!.sync().changes).toEqual([]);
    expect(first!.sync().notes).toEqual([
      'A write of `heartbeat` could not be followed: `DELETE FROM heartbeat WHERE ok = ?`.',
    ]);
  });

  test('is kept in step by the writes until it goes, and has a backfill', () => {
    const files = {
      's.cql': `CREATE KEYSPACE fleet WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n${HEARTBEAT.replace('heartbeat', 'fleet.heartbeat')}\n`,
      'w.cql':
        'INSERT INTO fleet.heartbeat (device, at, ok) VALUES (?, ?, ?);\nDELETE FROM fleet.heartbeat WHERE device = ? AND at = ?;\n',
    };
    const [first] = proposals(files, 's.cql', 'create-table');
    expect(applied(files, first!.edits(true))['w.cql']).toBe(`BEGIN BATCH
  INSERT INTO fleet.heartbeat (device, at, ok) VALUES (?, ?, ?);
  INSERT INTO fleet.heartbeat_by_device (device, day, at, ok) VALUES (?, ?, ?, ?);
APPLY BATCH;
BEGIN BATCH
  DELETE FROM fleet.heartbeat WHERE device = ? AND at = ?;
  DELETE FROM fleet.heartbeat_by_device WHERE device = ? AND day = ? AND at = ?;
APPLY BATCH;
`);
    expect(applied(files, first!.edits(false))['w.cql']).toBe(files['w.cql']);
    expect(first!.backfill?.commands.join('\n')).toContain('heartbeat_by_device');
  });

  test('is no matter for a query that names one row', () => {
    const ledger = `-- @rows-per-partition 3M\nCREATE TABLE ledger (account uuid, at timestamp, sum decimal, PRIMARY KEY (account, at));`;
    const kinds = (where: string): readonly string[] =>
      offered(ledger, `SELECT sum FROM ledger WHERE ${where}`).map(({ kind }) => kind);
    expect(kinds('account = ? AND at = ?')).toEqual(['keep']);
    expect(kinds('account = ? AND at > ?')).toContain('new-table');
    const split = `${ledger}\n-- @copy-of ledger\n-- @bucket day = day(at)
CREATE TABLE ledger_by_day (account uuid, day date, at timestamp, sum decimal, PRIMARY KEY ((account, day), at));`;
    expect(offered(split, 'SELECT sum FROM ledger WHERE account = ? AND at = ?').map(({ kind }) => kind)).toEqual([
      'keep',
    ]);
    expect(offered(split, 'SELECT sum FROM ledger WHERE account = ? AND at > ?')[0]?.kind).toBe('existing-table');
  });

  test('nor for one that asks whether a partition is there', () => {
    const ledger = `-- @rows-per-partition 3M\nCREATE TABLE ledger (account uuid, at timestamp, owner text STATIC, sum decimal, PRIMARY KEY (account, at));`;
    const [first, ...others] = offered(ledger, 'SELECT DISTINCT account, owner FROM ledger WHERE account = ?');
    expect(first).toMatchObject({ kind: 'keep', why: expect.stringContaining('reads none of its rows') });
    expect(others).toEqual([]);
  });

  test('what has one row in each partition is not spread', () => {
    const ledger = `-- @rows-per-partition 3M\nCREATE TABLE ledger (account uuid, entry int, memo text, sum decimal, PRIMARY KEY (account, entry));`;
    const query = 'SELECT sum FROM ledger WHERE account = ? AND entry = ? AND memo = ?';
    const made = offered(ledger, query).find(({ kind }) => kind === 'new-table');
    expect(made?.result?.partitionKey.map(({ name }) => name)).toEqual(['account', 'entry', 'memo']);
  });

  test('of the size that its rate asks for', () => {
    const [first] = proposals({ 's.cql': `-- @rate 6/minute per device\n${HEARTBEAT}` }, 's.cql', 'create-table');
    expect(first?.title).toBe('Create `heartbeat_by_device` with a `week` bucket');
    expect(first?.size).toEqual({ rowsPerPartition: 60_480, bytesPerPartition: expect.any(Number), unbounded: false });
  });
});
