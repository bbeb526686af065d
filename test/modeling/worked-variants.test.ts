import { describe, expect, test } from 'vitest';
import { flat, proposals } from './ask.ts';

/** A schema, a query of it, and the first proposal: its table, the query rewritten, and what a person is told beside them. */
interface Case {
  readonly about: string;
  readonly schema: string;
  readonly query: string;
  readonly table: string;
  readonly rewrite: string | readonly string[];
  readonly says?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    about: 'IN and the newest: a partition each, merged by the client',
    schema:
      'CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid, status text, total decimal, created_at timestamp);',
    query: `SELECT id, created_at FROM orders WHERE customer_id = ? AND status IN ('NEW', 'PAID') ORDER BY created_at DESC LIMIT 20`,
    table:
      'CREATE TABLE orders_by_customer_status (customer_id uuid, status text, created_at timestamp, id uuid, PRIMARY KEY ((customer_id, status), created_at, id)) WITH CLUSTERING ORDER BY (created_at DESC, id ASC)',
    rewrite: [
      `SELECT id, created_at FROM orders_by_customer_status WHERE customer_id = ? AND status = 'NEW' LIMIT 20`,
      `SELECT id, created_at FROM orders_by_customer_status WHERE customer_id = ? AND status = 'PAID' LIMIT 20`,
    ],
    says: ['Ask once for each value of `status`, merge the answers by `created_at` DESC and keep 20 rows.'],
  },
  {
    about: 'a range, sorted by something else: the client sorts',
    schema: 'CREATE TABLE flights (flight_id uuid PRIMARY KEY, origin text, departs timestamp, price int);',
    query: 'SELECT flight_id, price FROM flights WHERE origin = ? AND departs >= ? AND departs < ? ORDER BY price',
    table:
      'CREATE TABLE flights_by_origin (origin text, departs timestamp, flight_id uuid, price int, PRIMARY KEY ((origin), departs, flight_id))',
    rewrite: 'SELECT flight_id, price FROM flights_by_origin WHERE origin = ? AND departs >= ? AND departs < ?',
    says: ['The client sorts the rows by `price`.'],
  },
  {
    about: 'the newest in buckets: one after the other',
    schema: `-- @rate 3/day per groupname
CREATE TABLE join_dates (groupname text, joined timeuuid, username text, PRIMARY KEY (groupname, joined)) WITH CLUSTERING ORDER BY (joined DESC);`,
    query: 'SELECT joined, username FROM join_dates WHERE groupname = ? LIMIT 10',
    table:
      'CREATE TABLE join_dates_by_groupname (groupname text, join_date date, joined timeuuid, username text, PRIMARY KEY ((groupname, join_date), joined)) WITH CLUSTERING ORDER BY (joined DESC)',
    rewrite: 'SELECT joined, username FROM join_dates_by_groupname WHERE groupname = ? AND join_date = ? LIMIT 10',
    says: [
      '`join_date` is the first day of the 4 days of `joined`, counted from 1970-01-01, in UTC.',
      'Ask for the newest `join_date` first, then for the one before, until there are 10 rows.',
    ],
  },
  {
    about: 'a range over everything: shards at once',
    schema: 'CREATE TABLE users (id uuid PRIMARY KEY, username text, age int);',
    query: 'SELECT id, username FROM users WHERE age >= 18',
    table: 'CREATE TABLE users_by_age (shard int, age int, id uuid, username text, PRIMARY KEY ((shard), age, id))',
    rewrite: 'SELECT id, username FROM users_by_age WHERE shard = ? AND age >= 18',
    says: ['`shard` is a hash of `id`, from 0 to 15.', 'Ask once for each of the 16 values of `shard`.'],
  },
  {
    about: 'a name without quotes is in lower case, whatever the column is called',
    schema: 'CREATE TABLE messages (id uuid PRIMARY KEY, "userId" text, "Tags" set<text>);',
    query: `SELECT id FROM messages WHERE "Tags" CONTAINS 'x'`,
    table: 'CREATE TABLE messages_by_tag ("Tag" text, id uuid, PRIMARY KEY (("Tag"), id))',
    rewrite: `SELECT id FROM messages_by_tag WHERE "Tag" = 'x'`,
  },
  {
    about: 'the day of the base in the key: partitions stay windows of the compaction',
    schema: `CREATE TABLE logs (service text, day date, at timeuuid, level text, message text, PRIMARY KEY ((service, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND default_time_to_live = 604800 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': 1};`,
    query: `SELECT at, message FROM logs WHERE level = 'ERROR' AND day = ? ORDER BY at DESC LIMIT 50`,
    table: `CREATE TABLE logs_by_day_level (day date, level text, at timeuuid, service text, message text, PRIMARY KEY ((day, level), at, service)) WITH CLUSTERING ORDER BY (at DESC, service ASC) AND default_time_to_live = 604800 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': 1}`,
    rewrite: `SELECT at, message FROM logs_by_day_level WHERE level = 'ERROR' AND day = ? LIMIT 50`,
  },
  {
    about: 'the newest of each, where they are few: one partition',
    schema: `-- @cardinality sensor_id 500
CREATE TABLE readings_by_sensor (sensor_id uuid, at timestamp, value float, PRIMARY KEY ((sensor_id), at)) WITH CLUSTERING ORDER BY (at DESC);`,
    query: 'SELECT sensor_id, value FROM readings_by_sensor PER PARTITION LIMIT 1',
    table:
      'CREATE TABLE latest_readings (bucket text, sensor_id uuid, at timestamp, value float, PRIMARY KEY ((bucket), sensor_id))',
    rewrite: `SELECT sensor_id, value FROM latest_readings WHERE bucket = 'all'`,
    says: [
      'A row that arrives late takes the place of a newer one, unless each is written USING TIMESTAMP with its `at`.',
    ],
  },
  {
    about: 'the newest of each, however many',
    schema:
      'CREATE TABLE prices (symbol text, day date, close double, PRIMARY KEY ((symbol), day)) WITH CLUSTERING ORDER BY (day DESC);',
    query: 'SELECT symbol, close FROM prices PER PARTITION LIMIT 1',
    table: 'CREATE TABLE latest_prices (shard int, symbol text, day date, close double, PRIMARY KEY ((shard), symbol))',
    rewrite: 'SELECT symbol, close FROM latest_prices WHERE shard = ?',
  },
  {
    about: 'the newest of each, of those with a part of the key',
    schema: `CREATE TABLE readings (tenant text, device uuid, at timestamp, value float, PRIMARY KEY ((tenant, device), at)) WITH CLUSTERING ORDER BY (at DESC);`,
    query: 'SELECT device, value FROM readings WHERE tenant = ? PER PARTITION LIMIT 1',
    table:
      'CREATE TABLE latest_readings_by_tenant (tenant text, device uuid, at timestamp, value float, PRIMARY KEY ((tenant), device))',
    rewrite: 'SELECT device, value FROM latest_readings_by_tenant WHERE tenant = ?',
    says: [
      'A row that arrives late takes the place of a newer one, unless each is written USING TIMESTAMP with its `at`.',
    ],
  },
  {
    about: 'a part of the partition key, each once',
    schema: `-- @cardinality station 50
CREATE TABLE readings (station text, day date, at timestamp, value float, PRIMARY KEY ((station, day), at));`,
    query: 'SELECT DISTINCT station FROM readings',
    table: 'CREATE TABLE stations (bucket text, station text, PRIMARY KEY ((bucket), station))',
    rewrite: `SELECT station FROM stations WHERE bucket = 'all'`,
  },
];

describe('what worked examples leave open', () => {
  test.each(CASES)('$about', ({ schema, query, table, rewrite, says = [] }) => {
    const [first] = proposals({ 'schema.cql': schema, 'query.cql': `${query};` }, 'query.cql', 'select');
    expect(first?.ddl.map(flat)).toEqual([table]);
    expect(first?.queries).toEqual([rewrite].flat());
    expect(first?.notes).toEqual(expect.arrayContaining([...says]));
  });

  test('of the newest rows only what is inserted can be followed', () => {
    const files = {
      'schema.cql':
        'CREATE TABLE prices (symbol text, day date, close double, PRIMARY KEY ((symbol), day)) WITH CLUSTERING ORDER BY (day DESC);',
      'query.cql': 'SELECT symbol, close FROM prices PER PARTITION LIMIT 1;',
      'writes.cql':
        'INSERT INTO prices (symbol, day, close) VALUES (?, ?, ?);\nUPDATE prices SET close = ? WHERE symbol = ? AND day = ?;',
    };
    const [first] = proposals(files, 'query.cql', 'select');
    expect(first).toMatchObject({ preferred: false, copySelect: 'SELECT * FROM prices PER PARTITION LIMIT 1' });
    expect(first!.title).toContain('fewer rows: what is written last');
    const { changes, notes } = first!.sync();
    expect(changes.map(({ replacement }) => flat(replacement))).toEqual([
      'BEGIN BATCH INSERT INTO prices (symbol, day, close) VALUES (?, ?, ?); INSERT INTO latest_prices (shard, symbol, day, close) VALUES (?, ?, ?, ?); APPLY BATCH',
    ]);
    expect(notes).toEqual([
      'A write of `prices` could not be followed: `UPDATE prices SET close = ? WHERE symbol = ? AND day = ?`.',
    ]);
  });

  test('a table of keys is written as its base is', () => {
    const written = (base: string): string | undefined =>
      proposals(
        {
          'schema.cql': `CREATE TABLE ${base} (id uuid PRIMARY KEY, name text, note text);`,
          'query.cql': `SELECT id, note FROM ${base} WHERE name = ?;`,
        },
        'query.cql',
        'select',
      ).find(({ title }) => title.includes('of keys only'))?.table;
    expect(written('"Orders"')).toBe('"Orders_by_name_lookup"');
    expect(written('ks.UserOrders')).toBe('ks.UserOrders_by_name_lookup');
  });

  test('a bucket of dates is more than a day of them', () => {
    const schema =
      'CREATE TABLE rooms (hotel text, night date, room int, free boolean, PRIMARY KEY ((hotel), night, room));';
    const [first] = proposals({ 'schema.cql': schema }, 'schema.cql', 'create-table');
    expect(first?.derived).toMatchObject([{ column: 'month', from: ['night'], unit: 'month' }]);
  });
});
