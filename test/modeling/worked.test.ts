import { describe, expect, test } from 'vitest';
import { proposals } from './ask.ts';

/** A schema, a query of it, and the first proposal: its table and the query rewritten. */
interface Case {
  readonly about: string;
  readonly schema: string;
  readonly query: string;
  readonly table: string;
  readonly rewrite: string;
  /** The project's name for a column that spreads rows by a hash. */
  readonly shardColumn?: string;
}

const CASES: readonly Case[] = [
  {
    about: 'a look-up by something that is not declared unique',
    schema: 'CREATE TABLE users (id uuid PRIMARY KEY, username text, email text, age int);',
    query: 'SELECT * FROM users WHERE email = ?',
    table: `CREATE TABLE users_by_email (
  email text,
  id uuid,
  username text,
  age int,
  PRIMARY KEY ((email), id)
)`,
    rewrite: 'SELECT id, age, email, username FROM users_by_email WHERE email = ?',
  },
  {
    about: 'a look-up by something declared unique',
    schema: `-- @unique email
CREATE TABLE users (id uuid PRIMARY KEY, username text, email text, age int);`,
    query: 'SELECT username, age FROM users WHERE email = ?',
    table: 'CREATE TABLE users_by_email (email text PRIMARY KEY, id uuid, username text, age int)',
    rewrite: 'SELECT username, age FROM users_by_email WHERE email = ?',
  },
  {
    about: 'what decides the key makes a row unique',
    schema: `-- @fd badge -> employee
CREATE TABLE doors (employee uuid PRIMARY KEY, badge text, floor int);`,
    query: 'SELECT floor FROM doors WHERE badge = ?',
    table: 'CREATE TABLE doors_by_badge (badge text PRIMARY KEY, employee uuid, floor int)',
    rewrite: 'SELECT floor FROM doors_by_badge WHERE badge = ?',
  },
  {
    about: 'the other look-up of two',
    schema: `-- @unique email
-- @unique username
CREATE TABLE users (id uuid PRIMARY KEY, username text, email text, age int);`,
    query: 'SELECT email, age FROM users WHERE username = ?',
    table: 'CREATE TABLE users_by_username (username text PRIMARY KEY, id uuid, email text, age int)',
    rewrite: 'SELECT email, age FROM users_by_username WHERE username = ?',
  },
  {
    about: 'a group of millions, spread by a hash with a name of its own',
    shardColumn: 'hash_prefix',
    schema: `-- @size username 20
-- @size email 30
-- @rows-per-partition 5000000
CREATE TABLE groups (groupname text, username text, email text, age int, PRIMARY KEY (groupname, username));`,
    query: 'SELECT * FROM groups WHERE groupname = ?',
    table: `CREATE TABLE groups_by_groupname (
  groupname text,
  hash_prefix int,
  username text,
  email text,
  age int,
  PRIMARY KEY ((groupname, hash_prefix), username)
)`,
    rewrite:
      'SELECT groupname, username, age, email FROM groups_by_groupname WHERE groupname = ? AND hash_prefix IN (0, 1, 2, 3, 4, 5, 6, 7)',
  },
  {
    about: 'the newest first, in a table that holds nothing yet',
    schema: `-- @greenfield
CREATE TABLE group_join_dates (groupname text, joined timeuuid, username text, email text, age int, PRIMARY KEY (groupname, joined));`,
    query: 'SELECT * FROM group_join_dates WHERE groupname = ? ORDER BY joined DESC LIMIT ?',
    table:
      'CREATE TABLE group_join_dates (groupname text, joined timeuuid, username text, email text, age int, PRIMARY KEY (groupname, joined)) WITH CLUSTERING ORDER BY (joined DESC)',
    rewrite: 'SELECT * FROM group_join_dates WHERE groupname = ? LIMIT ?',
  },
  {
    about: 'BETWEEN, before there was one',
    schema: 'CREATE TABLE users (id uuid PRIMARY KEY, username text, age int);',
    query: 'SELECT id, username FROM users WHERE age BETWEEN 18 AND 65',
    table: `CREATE TABLE users_by_age (
  shard int,
  age int,
  id uuid,
  username text,
  PRIMARY KEY ((shard), age, id)
)`,
    rewrite: 'SELECT id, username FROM users_by_age WHERE shard = ? AND age >= 18 AND age <= 65',
  },
  {
    about: 'the newest of a group, at a declared rate',
    schema: `-- @rate 3/day per groupname
CREATE TABLE group_join_dates (groupname text, joined timeuuid, username text, email text, age int, PRIMARY KEY (groupname, joined)) WITH CLUSTERING ORDER BY (joined DESC);`,
    query: 'SELECT * FROM group_join_dates WHERE groupname = ? LIMIT 10',
    table: `CREATE TABLE group_join_dates_by_groupname (
  groupname text,
  join_date date,
  joined timeuuid,
  username text,
  email text,
  age int,
  PRIMARY KEY ((groupname, join_date), joined)
) WITH CLUSTERING ORDER BY (joined DESC)`,
    rewrite:
      'SELECT groupname, joined, age, email, username FROM group_join_dates_by_groupname WHERE groupname = ? AND join_date = ? LIMIT 10',
  },
  {
    about: 'the other direction of a one-to-many table',
    schema:
      'CREATE TABLE examples.groups (group_name varchar, user_name varchar, password varchar, country varchar, PRIMARY KEY ((group_name), user_name));',
    query: `SELECT group_name FROM examples.groups WHERE user_name = 'chris'`,
    table: `CREATE TABLE examples.groups_by_user_name (
  user_name varchar,
  group_name varchar,
  PRIMARY KEY ((user_name), group_name)
)`,
    rewrite: `SELECT group_name FROM examples.groups_by_user_name WHERE user_name = 'chris'`,
  },
  {
    about: 'a second way into a table with buckets',
    schema: `-- @bucket bucket = day(timestamp)
CREATE TABLE examples.users_history (bucket date, user_name varchar, timestamp timestamp, timeuuid timeuuid, country varchar, description varchar, PRIMARY KEY ((bucket, user_name), timestamp)) WITH CLUSTERING ORDER BY (timestamp DESC);`,
    query: `SELECT user_name, timestamp, description FROM examples.users_history WHERE country = 'nz' AND timestamp >= '2016-10-04' AND timestamp < '2016-10-06'`,
    table: `CREATE TABLE examples.users_history_by_country (
  country varchar,
  bucket date,
  timestamp timestamp,
  user_name varchar,
  description varchar,
  PRIMARY KEY ((country, bucket), timestamp, user_name)
) WITH CLUSTERING ORDER BY (timestamp DESC, user_name ASC)`,
    rewrite: `SELECT user_name, timestamp, description FROM examples.users_history_by_country WHERE country = 'nz' AND bucket IN ('2016-10-04', '2016-10-05') AND timestamp >= '2016-10-04' AND timestamp < '2016-10-06'`,
  },
  {
    about: 'traces by operation, in windows of the compaction',
    schema: `CREATE TABLE traces (trace_id blob, span_id bigint, span_hash bigint, operation_name text, start_time bigint, duration bigint, PRIMARY KEY (trace_id, span_id, span_hash)) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': '1', 'compaction_window_unit': 'HOURS'} AND default_time_to_live = 172800 AND gc_grace_seconds = 10800;`,
    query:
      'SELECT trace_id, start_time, duration FROM traces WHERE operation_name = ? AND start_time >= ? AND start_time < ? LIMIT 100',
    table: `CREATE TABLE traces_by_operation_name (
  operation_name text,
  hour timestamp,
  start_time bigint,
  trace_id blob,
  span_id bigint,
  span_hash bigint,
  duration bigint,
  PRIMARY KEY ((operation_name, hour), start_time, trace_id, span_id, span_hash)
) WITH CLUSTERING ORDER BY (start_time DESC, trace_id ASC, span_id ASC, span_hash ASC) AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': '1', 'compaction_window_unit': 'HOURS'} AND default_time_to_live = 172800 AND gc_grace_seconds = 10800`,
    rewrite:
      'SELECT trace_id, start_time, duration FROM traces_by_operation_name WHERE operation_name = ? AND hour = ? AND start_time >= ? AND start_time < ? LIMIT 100',
  },
  {
    about: 'the newest messages of a user',
    schema:
      'CREATE TABLE my_first_ks.my_messages_table (msgid uuid, added_date timestamp, userid uuid, message text, PRIMARY KEY ((msgid), added_date, userid));',
    query:
      'SELECT msgid, added_date, message FROM my_first_ks.my_messages_table WHERE userid = ? ORDER BY added_date DESC LIMIT 20',
    table: `CREATE TABLE my_first_ks.my_messages_table_by_user (
  userid uuid,
  added_date timestamp,
  msgid uuid,
  message text,
  PRIMARY KEY ((userid), added_date, msgid)
) WITH CLUSTERING ORDER BY (added_date DESC, msgid ASC)`,
    rewrite: 'SELECT msgid, added_date, message FROM my_first_ks.my_messages_table_by_user WHERE userid = ? LIMIT 20',
  },
  {
    about: 'both directions of a many-to-many relation',
    schema:
      'CREATE TABLE comments_by_video (video_id uuid, created_at timestamp, comment_id uuid, user_id uuid, body text, PRIMARY KEY ((video_id), created_at, comment_id)) WITH CLUSTERING ORDER BY (created_at DESC, comment_id ASC);',
    query: 'SELECT video_id, created_at, body FROM comments_by_video WHERE user_id = ? AND created_at >= ?',
    table: `CREATE TABLE comments_by_user (
  user_id uuid,
  created_at timestamp,
  video_id uuid,
  comment_id uuid,
  body text,
  PRIMARY KEY ((user_id), created_at, video_id, comment_id)
) WITH CLUSTERING ORDER BY (created_at DESC, video_id ASC, comment_id ASC)`,
    rewrite: 'SELECT video_id, created_at, body FROM comments_by_user WHERE user_id = ? AND created_at >= ?',
  },
  {
    about: 'readings at a declared rate',
    schema: `-- @rate 6/minute per sensor_id
CREATE TABLE readings (sensor_id uuid, reported_at timestamp, value float, PRIMARY KEY ((sensor_id), reported_at)) WITH CLUSTERING ORDER BY (reported_at DESC);`,
    query: 'SELECT reported_at, value FROM readings WHERE sensor_id = ? AND reported_at >= ? AND reported_at < ?',
    table: `CREATE TABLE readings_by_sensor (
  sensor_id uuid,
  week date,
  reported_at timestamp,
  value float,
  PRIMARY KEY ((sensor_id, week), reported_at)
) WITH CLUSTERING ORDER BY (reported_at DESC)`,
    rewrite:
      'SELECT reported_at, value FROM readings_by_sensor WHERE sensor_id = ? AND week = ? AND reported_at >= ? AND reported_at < ?',
  },
  {
    about: 'a country with too many users',
    schema: `-- @size name 40
-- @rows-per-partition 2000000
CREATE TABLE users_by_country (country text, user_id uuid, name text, PRIMARY KEY ((country), user_id));`,
    query: 'SELECT user_id, name FROM users_by_country WHERE country = ?',
    table: `CREATE TABLE users_by_country_2 (
  country text,
  shard int,
  user_id uuid,
  name text,
  PRIMARY KEY ((country, shard), user_id)
)`,
    rewrite: 'SELECT user_id, name FROM users_by_country_2 WHERE country = ? AND shard IN (0, 1, 2, 3)',
  },
  {
    about: 'by a column in the middle of the key',
    schema:
      'CREATE TABLE users_by_city (city text, last_name text, first_name text, email text, address text, PRIMARY KEY ((city), last_name, first_name, email));',
    query: `SELECT address FROM users_by_city WHERE first_name = 'Anna'`,
    table: `CREATE TABLE users_by_first_name (
  first_name text,
  city text,
  last_name text,
  email text,
  address text,
  PRIMARY KEY ((first_name), city, last_name, email)
)`,
    rewrite: `SELECT address FROM users_by_first_name WHERE first_name = 'Anna'`,
  },
  {
    about: 'the newest sessions of a user',
    schema:
      'CREATE TABLE session_clicks (session_id timeuuid, clicked_at timestamp, user_id uuid, url text, payload text, PRIMARY KEY ((session_id), clicked_at));',
    query: 'SELECT session_id FROM session_clicks WHERE user_id = ? ORDER BY session_id DESC LIMIT 10',
    table: `CREATE TABLE session_clicks_by_user (
  user_id uuid,
  session_id timeuuid,
  clicked_at timestamp,
  PRIMARY KEY ((user_id), session_id, clicked_at)
) WITH CLUSTERING ORDER BY (session_id DESC, clicked_at ASC)`,
    rewrite: 'SELECT session_id FROM session_clicks_by_user WHERE user_id = ? LIMIT 10',
  },
  {
    about: 'IN beside an equality',
    schema:
      'CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid, status text, total decimal, created_at timestamp);',
    query: `SELECT id, status, total FROM orders WHERE customer_id = ? AND status IN ('NEW', 'PAID')`,
    table: `CREATE TABLE orders_by_customer_status (
  customer_id uuid,
  status text,
  id uuid,
  total decimal,
  PRIMARY KEY ((customer_id), status, id)
)`,
    rewrite: `SELECT id, status, total FROM orders_by_customer_status WHERE customer_id = ? AND status IN ('NEW', 'PAID')`,
  },
  {
    about: 'two ranges',
    schema: 'CREATE TABLE products (id uuid PRIMARY KEY, category text, name text, price decimal, rating float);',
    query:
      'SELECT id, name, price, rating FROM products WHERE category = ? AND price >= ? AND price <= ? AND rating >= ?',
    table: `CREATE TABLE products_by_category (
  category text,
  price decimal,
  id uuid,
  name text,
  rating float,
  PRIMARY KEY ((category), price, id)
)`,
    rewrite:
      'SELECT id, name, price, rating FROM products_by_category WHERE category = ? AND price >= ? AND price <= ? AND rating >= ? ALLOW FILTERING',
  },
  {
    about: 'texts that begin alike',
    schema: 'CREATE TABLE users (id uuid PRIMARY KEY, first_name text, last_name text);',
    query: `SELECT id, first_name, last_name FROM users WHERE last_name LIKE 'Sm%'`,
    table: `CREATE TABLE users_by_last_name_prefix (
  last_name_prefix text,
  last_name text,
  id uuid,
  first_name text,
  PRIMARY KEY ((last_name_prefix), last_name, id)
)`,
    rewrite: `SELECT id, first_name, last_name FROM users_by_last_name_prefix WHERE last_name_prefix = 'Sm' AND last_name >= 'Sm' AND last_name < 'Sn'`,
  },
  {
    about: 'sums by group',
    schema: 'CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid, status text, total decimal);',
    query: 'SELECT status, SUM(total) FROM orders WHERE customer_id = ? GROUP BY status',
    table: `CREATE TABLE orders_by_customer (
  customer_id uuid,
  status text,
  id uuid,
  total decimal,
  PRIMARY KEY ((customer_id), status, id)
)`,
    rewrite: 'SELECT status, SUM(total) FROM orders_by_customer WHERE customer_id = ? GROUP BY customer_id, status',
  },
  {
    about: 'a list of few partitions',
    schema: `-- @cardinality network 500
CREATE TABLE sensors_by_network (network text, sensor text, PRIMARY KEY ((network), sensor));`,
    query: 'SELECT DISTINCT network FROM sensors_by_network',
    table: 'CREATE TABLE networks (bucket text, network text, PRIMARY KEY ((bucket), network))',
    rewrite: `SELECT network FROM networks WHERE bucket = 'all'`,
  },
  {
    about: 'always the same constant of a boolean',
    schema: 'CREATE TABLE users (id uuid PRIMARY KEY, email text, is_premium boolean);',
    query: 'SELECT id, email FROM users WHERE is_premium = true',
    table: `CREATE TABLE users_where_is_premium (
  shard int,
  id uuid,
  email text,
  PRIMARY KEY ((shard), id)
)`,
    rewrite: 'SELECT id, email FROM users_where_is_premium WHERE shard = ?',
  },
  {
    about: 'a user type becomes a key',
    schema: `CREATE TYPE address (street text, city text, zip text);
CREATE TABLE users (id uuid PRIMARY KEY, name text, home address);`,
    query: 'SELECT id, name FROM users WHERE home = ?',
    table: `CREATE TABLE users_by_home (
  home frozen<address>,
  id uuid,
  name text,
  PRIMARY KEY ((home), id)
)`,
    rewrite: 'SELECT id, name FROM users_by_home WHERE home = ?',
  },
  {
    about: 'a static column stays static',
    schema:
      'CREATE TABLE trades (account text, trade_id timeuuid, owner text static, symbol text, price decimal, PRIMARY KEY ((account), trade_id)) WITH CLUSTERING ORDER BY (trade_id DESC);',
    query: 'SELECT trade_id, owner, price FROM trades WHERE account = ? AND symbol = ?',
    table: `CREATE TABLE trades_by_account_symbol (
  account text,
  symbol text,
  trade_id timeuuid,
  owner text static,
  price decimal,
  PRIMARY KEY ((account, symbol), trade_id)
) WITH CLUSTERING ORDER BY (trade_id DESC)`,
    rewrite: 'SELECT trade_id, owner, price FROM trades_by_account_symbol WHERE account = ? AND symbol = ?',
  },
  {
    about: 'two new columns in the key',
    schema:
      'CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid, status text, created_at timestamp, total decimal);',
    query: 'SELECT id, total FROM orders WHERE customer_id = ? AND created_at >= ? LIMIT 50',
    table: `CREATE TABLE orders_by_customer (
  customer_id uuid,
  created_at timestamp,
  id uuid,
  total decimal,
  PRIMARY KEY ((customer_id), created_at, id)
) WITH CLUSTERING ORDER BY (created_at DESC, id ASC)`,
    rewrite: 'SELECT id, total FROM orders_by_customer WHERE customer_id = ? AND created_at >= ? LIMIT 50',
  },
  {
    about: 'a range of tuples',
    schema: 'CREATE TABLE invoices (id uuid PRIMARY KEY, account text, year int, month int, amount decimal);',
    query: 'SELECT id, amount FROM invoices WHERE account = ? AND (year, month) >= (2023, 4)',
    table: `CREATE TABLE invoices_by_account (
  account text,
  year int,
  month int,
  id uuid,
  amount decimal,
  PRIMARY KEY ((account), year, month, id)
)`,
    rewrite: 'SELECT id, amount FROM invoices_by_account WHERE account = ? AND (year, month) >= (2023, 4)',
  },
  {
    about: 'quoted names',
    schema: 'CREATE TABLE emails (id timeuuid PRIMARY KEY, "to" list<text>, "from" text, subject text, body text);',
    query: 'SELECT id, subject FROM emails WHERE "from" = ? LIMIT 20',
    table: `CREATE TABLE emails_by_from (
  "from" text,
  id timeuuid,
  subject text,
  PRIMARY KEY (("from"), id)
)`,
    rewrite: 'SELECT id, subject FROM emails_by_from WHERE "from" = ? LIMIT 20',
  },
  {
    about: 'meter values of one quality, at a declared rate',
    schema: `-- @rate 2/s per meter_id
-- @retention 400d
CREATE TABLE grid.meter_values (meter_id uuid, read_at timestamp, kwh double, quality tinyint, PRIMARY KEY ((meter_id), read_at)) WITH CLUSTERING ORDER BY (read_at DESC);`,
    query: `SELECT read_at, kwh FROM grid.meter_values WHERE meter_id = ? AND quality = ? AND read_at >= ? AND read_at < ?`,
    table: `CREATE TABLE grid.meter_values_by_meter_quality (
  meter_id uuid,
  quality tinyint,
  hour timestamp,
  read_at timestamp,
  kwh double,
  PRIMARY KEY ((meter_id, quality, hour), read_at)
) WITH CLUSTERING ORDER BY (read_at DESC)`,
    rewrite: `SELECT read_at, kwh FROM grid.meter_values_by_meter_quality WHERE meter_id = ? AND quality = ? AND hour = ? AND read_at >= ? AND read_at < ?`,
  },
  {
    about: 'the newest admissions to a ward',
    schema: `CREATE TABLE hospital.admissions (admission_id uuid PRIMARY KEY, patient_id uuid, ward text, admitted_at timestamp, discharged_at timestamp, diagnosis text);`,
    query: `SELECT * FROM hospital.admissions WHERE ward = ? AND admitted_at >= ? ORDER BY admitted_at DESC`,
    table: `CREATE TABLE hospital.admissions_by_ward (
  ward text,
  admitted_at timestamp,
  admission_id uuid,
  patient_id uuid,
  discharged_at timestamp,
  diagnosis text,
  PRIMARY KEY ((ward), admitted_at, admission_id)
) WITH CLUSTERING ORDER BY (admitted_at DESC, admission_id ASC)`,
    rewrite: `SELECT admission_id, admitted_at, diagnosis, discharged_at, patient_id, ward FROM hospital.admissions_by_ward WHERE ward = ? AND admitted_at >= ?`,
  },
  {
    about: 'tracks by one of their artists, with what their album has',
    schema: `CREATE TABLE music.tracks (album_id uuid, track_no int, title text, artists set<text>, album_title text static, released date static, PRIMARY KEY ((album_id), track_no));`,
    query: `SELECT album_title, title FROM music.tracks WHERE artists CONTAINS 'Miles Davis'`,
    table: `CREATE TABLE music.tracks_by_artist (
  artist text,
  album_id uuid,
  track_no int,
  title text,
  album_title text,
  PRIMARY KEY ((artist), album_id, track_no)
)`,
    rewrite: `SELECT album_title, title FROM music.tracks_by_artist WHERE artist = 'Miles Davis'`,
  },
  {
    about: 'everything since a day, of which nothing else is given',
    schema: `CREATE TABLE music.tracks (album_id uuid, track_no int, title text, artists set<text>, album_title text static, released date static, PRIMARY KEY ((album_id), track_no));`,
    query: `SELECT album_id, album_title FROM music.tracks WHERE released > ?`,
    table: `CREATE TABLE music.tracks_by_released (
  shard int,
  released date,
  album_id uuid,
  track_no int,
  album_title text,
  PRIMARY KEY ((shard), released, album_id, track_no)
)`,
    rewrite: `SELECT album_id, album_title FROM music.tracks_by_released WHERE shard = ? AND released > ?`,
  },
  {
    about: 'the newest of an author, where ids hold the time',
    schema: `CREATE TABLE chat.messages (room_id uuid, sent timeuuid, author text, body text, PRIMARY KEY ((room_id), sent)) WITH CLUSTERING ORDER BY (sent DESC);`,
    query: `SELECT * FROM chat.messages WHERE author = ? ORDER BY sent DESC LIMIT 20`,
    table: `CREATE TABLE chat.messages_by_author (
  author text,
  sent timeuuid,
  room_id uuid,
  body text,
  PRIMARY KEY ((author), sent, room_id)
) WITH CLUSTERING ORDER BY (sent DESC, room_id ASC)`,
    rewrite: `SELECT room_id, sent, author, body FROM chat.messages_by_author WHERE author = ? LIMIT 20`,
  },
  {
    about: 'an entry of a map',
    schema: `-- @unique plate
CREATE TABLE fleet.cars (vin text PRIMARY KEY, plate text, depot text, odometer int, features map<text, text>);`,
    query: `SELECT vin FROM fleet.cars WHERE features['fuel'] = 'diesel'`,
    table: `CREATE TABLE fleet.cars_by_feature_key_feature_value (
  feature_key text,
  feature_value text,
  vin text,
  PRIMARY KEY ((feature_key, feature_value), vin)
)`,
    rewrite: `SELECT vin FROM fleet.cars_by_feature_key_feature_value WHERE feature_key = 'fuel' AND feature_value = 'diesel'`,
  },
  {
    about: 'a second way into a table that is cut by day',
    schema: `CREATE TABLE geo.pings (device text, day date, at timestamp, cell text, lat double, lon double, PRIMARY KEY ((device, day), at)) WITH CLUSTERING ORDER BY (at DESC);`,
    query: `SELECT device, at FROM geo.pings WHERE cell = ? AND at >= ? AND at < ? ORDER BY at DESC`,
    table: `CREATE TABLE geo.pings_by_cell (
  cell text,
  day date,
  at timestamp,
  device text,
  PRIMARY KEY ((cell, day), at, device)
) WITH CLUSTERING ORDER BY (at DESC, device ASC)`,
    rewrite: `SELECT device, at FROM geo.pings_by_cell WHERE cell = ? AND day = ? AND at >= ? AND at < ?`,
  },
  {
    about: 'who chose what in a poll',
    schema: `CREATE TABLE votes.by_poll (poll uuid, choice text, n counter, PRIMARY KEY (poll, choice));
CREATE TABLE votes.ballots (poll uuid, voter uuid, choice text, at timestamp, PRIMARY KEY (poll, voter));`,
    query: `SELECT voter FROM votes.ballots WHERE poll = ? AND choice = ?`,
    table: `CREATE TABLE votes.ballots_by_poll_choice (
  poll uuid,
  choice text,
  voter uuid,
  PRIMARY KEY ((poll, choice), voter)
)`,
    rewrite: `SELECT voter FROM votes.ballots_by_poll_choice WHERE poll = ? AND choice = ?`,
  },
  {
    about: 'only what is still open, by its date',
    schema: `CREATE TABLE lib.loans (loan_id uuid PRIMARY KEY, member uuid, isbn text, due date, returned boolean);`,
    query: `SELECT loan_id, member FROM lib.loans WHERE returned = false AND due < ?`,
    table: `CREATE TABLE lib.loans_where_not_returned (
  shard int,
  due date,
  loan_id uuid,
  member uuid,
  PRIMARY KEY ((shard), due, loan_id)
)`,
    rewrite: `SELECT loan_id, member FROM lib.loans_where_not_returned WHERE shard = ? AND due < ?`,
  },
  {
    about: 'a tuple for two equalities',
    schema: `CREATE TABLE lib.loans (loan_id uuid PRIMARY KEY, member uuid, isbn text, due date, returned boolean);`,
    query: `SELECT isbn FROM lib.loans WHERE (member, due) = (?, ?)`,
    table: `CREATE TABLE lib.loans_by_member_due (
  member uuid,
  due date,
  loan_id uuid,
  isbn text,
  PRIMARY KEY ((member, due), loan_id)
)`,
    rewrite: `SELECT isbn FROM lib.loans_by_member_due WHERE member = ? AND due = ?`,
  },
  {
    about: 'a decimal, whose equal values may be written differently',
    schema: `CREATE TYPE air.leg (from_code text, to_code text);
CREATE TABLE air.flights (flight text, departs timestamp, leg frozen<leg>, seats int, price decimal, PRIMARY KEY (flight, departs));`,
    query: `SELECT flight FROM air.flights WHERE price = ?`,
    table: `CREATE TABLE air.flights_by_price (
  shard int,
  price decimal,
  flight text,
  departs timestamp,
  PRIMARY KEY ((shard), price, flight, departs)
)`,
    rewrite: `SELECT flight FROM air.flights_by_price WHERE shard = ? AND price = ?`,
  },
  {
    about: 'another order within the partition at hand',
    schema: `CREATE TYPE air.leg (from_code text, to_code text);
CREATE TABLE air.flights (flight text, departs timestamp, leg frozen<leg>, seats int, price decimal, PRIMARY KEY (flight, departs));`,
    query: `SELECT * FROM air.flights WHERE flight = ? AND departs > ? ORDER BY price`,
    table: `CREATE TABLE air.flights_by_flight_price (
  flight text,
  price decimal,
  departs timestamp,
  leg frozen<leg>,
  seats int,
  PRIMARY KEY ((flight), price, departs)
)`,
    rewrite: `SELECT flight, departs, leg, price, seats FROM air.flights_by_flight_price WHERE flight = ? AND departs > ? ALLOW FILTERING`,
  },
];

describe('the table that a query needs', () => {
  test.each(CASES)('$about', ({ schema, query, table, rewrite, shardColumn }) => {
    const files = { 'schema.cql': schema, 'query.cql': `${query};` };
    const [first] = proposals(files, 'query.cql', 'select', 0, shardColumn === undefined ? {} : { shardColumn });
    expect(first?.ddl.map(flat)).toEqual([flat(table)]);
    expect(first?.queries.map(flat)).toEqual([flat(rewrite)]);
    expect(first?.preferred).toBe(true);
  });
});

describe('what else is offered', () => {
  test('an index within the partitions of the new table, instead of filtering', () => {
    const { schema, query } = CASES.find(({ about }) => about === 'two ranges')!;
    const indexed = proposals({ 'schema.cql': schema, 'query.cql': `${query};` }, 'query.cql', 'select')[1];
    expect(indexed?.title).toBe('Create table `products_by_category` with an SAI index on `rating` and use it here');
    expect(indexed?.ddl[1]).toBe(
      "CREATE INDEX products_by_category_rating_sai ON products_by_category (rating) USING 'sai'",
    );
    expect(indexed?.queries).toEqual([query.replace('FROM products', 'FROM products_by_category')]);
  });

  test('a second query by the keys that the first has found: both in one', () => {
    const users = 'CREATE TABLE users (id uuid PRIMARY KEY, username text, email text, age int);';
    const joined = (table: string, queries: string): unknown => {
      const [first] = proposals({ 'schema.cql': `${users}\n${table}`, 'query.cql': queries }, 'query.cql', 'select', 1);
      return [first?.kind, first?.ddl, first?.queries];
    };
    expect(
      joined(
        'CREATE TABLE users_by_email (email text PRIMARY KEY, id uuid);',
        'SELECT id FROM users_by_email WHERE email = ?;\nSELECT username, age FROM users WHERE id = ?;',
      ),
    ).toEqual([
      'alter-table',
      ['ALTER TABLE users_by_email ADD (username text, age int)'],
      ['SELECT id, username, age FROM users_by_email WHERE email = ?'],
    ]);
    expect(
      joined(
        'CREATE TABLE groups (groupname text, user_id uuid, PRIMARY KEY (groupname, user_id));',
        'SELECT user_id FROM groups WHERE groupname = ?;\nSELECT username, email, age FROM users WHERE id IN ?;',
      ),
    ).toEqual([
      'alter-table',
      ['ALTER TABLE groups ADD (username text, email text, age int)'],
      ['SELECT user_id, username, email, age FROM groups WHERE groupname = ?'],
    ]);
    // A name that the table has already means something else there.
    expect(
      joined(
        'CREATE TABLE badges (email text, user_id uuid, PRIMARY KEY (email, user_id));',
        'SELECT user_id FROM badges WHERE email = :e;\nSELECT email FROM users WHERE id = :id;',
      ),
    ).toEqual([
      'alter-table',
      ['ALTER TABLE badges ADD user_email text'],
      ['SELECT user_id, user_email FROM badges WHERE email = :e'],
    ]);
  });

  test('a table as such: its name is taken, and one with nothing in it gets the key that keeps its rows apart', () => {
    const country = CASES.find(({ about }) => about === 'a country with too many users')!;
    const [sharded] = proposals({ 'schema.cql': country.schema }, 'schema.cql', 'create-table');
    expect(sharded?.ddl.map(flat)).toEqual([flat(country.table)]);
    const history = `-- @greenfield
CREATE TABLE examples.users_history (bucket date, user_name varchar, timestamp timestamp, timeuuid timeuuid, password varchar, country varchar, description varchar, PRIMARY KEY ((bucket, user_name), timestamp)) WITH CLUSTERING ORDER BY (timestamp DESC);`;
    const [keyed] = proposals({ 'schema.cql': history }, 'schema.cql', 'create-table');
    expect(keyed?.kind).toBe('edit-table');
    expect(keyed?.ddl).toEqual([
      'CREATE TABLE examples.users_history (bucket date, user_name varchar, timestamp timestamp, timeuuid timeuuid, password varchar, country varchar, description varchar, PRIMARY KEY ((bucket, user_name), timestamp, timeuuid)) WITH CLUSTERING ORDER BY (timestamp DESC, timeuuid DESC)',
    ]);
  });
});

/** On one line, without spaces inside of parentheses. */
const flat = (cql: string): string =>
  cql.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').replaceAll(' (', '(').trim();
