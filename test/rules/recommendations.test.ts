import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { shows } from '../../server/src/rules/profile.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

// What introductions to modelling for Cassandra recommend: a workspace that goes against it, what tells of it, and one that obeys.

interface Recommendation {
  readonly says: string;
  readonly against: string;
  readonly obeys: string;
  readonly told: string;
  /** Told by the profile `strict` only. */
  readonly strict?: true;
}

const row = (says: string, told: string, against: string, obeys: string): Recommendation => ({
  says,
  told,
  against,
  obeys,
});
const strict = (says: string, told: string, against: string, obeys: string): Recommendation => ({
  ...row(says, told, against, obeys),
  strict: true,
});

const MEMBERS = 'CREATE TABLE shop.members (name text PRIMARY KEY, country text, email text);\n';
const TEAMS = 'CREATE TABLE shop.teams (team text, member text, role text, PRIMARY KEY ((team), member));\n';
const VISITS =
  'CREATE TABLE shop.visits (page text, day date, at timestamp, who text, PRIMARY KEY ((page, day), at, who)) WITH CLUSTERING ORDER BY (at DESC, who ASC);\n';
const PEOPLE = 'CREATE TABLE shop.people (id uuid PRIMARY KEY, login text, email text, age int);\n';
const COPY =
  '-- @copy-of people\nCREATE TABLE shop.people_by_login (login text, id uuid, email text, age int, PRIMARY KEY ((login), id));\n';
const COUNTS = 'CREATE TABLE shop.counts (page text PRIMARY KEY, views counter);\n';
const CITIES =
  'CREATE TABLE shop.guests_by_city (city text, family text, given text, phone text, PRIMARY KEY ((city), family, given));\n';
const keyspace = (options: string): string => `CREATE KEYSPACE shop WITH replication = ${options};`;

const ROWS: readonly Recommendation[] = [
  // Queries find their partition.
  row(
    'no scans',
    'unrestricted-partition-key',
    `${MEMBERS}SELECT * FROM shop.members;`,
    `${MEMBERS}SELECT * FROM shop.members WHERE name = 'a';`,
  ),
  row(
    'few keys at a time',
    'many-partitions',
    `${MEMBERS}SELECT email FROM shop.members WHERE name IN ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');`,
    `${MEMBERS}SELECT email FROM shop.members WHERE name = ?;`,
  ),
  row(
    'a list of all groups is a table',
    'unrestricted-partition-key',
    `${TEAMS}SELECT team FROM shop.teams;`,
    "-- @rows 200\nCREATE TABLE shop.team_list (part text, team text, PRIMARY KEY ((part), team));\nSELECT team FROM shop.team_list WHERE part = 'all';",
  ),
  row(
    'rows of several buckets cost several requests',
    'many-partitions',
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day IN ('2024-01-01', '2024-01-02');`,
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01';`,
  ),
  row(
    'no ranges of partition keys',
    'partition-key-inequality',
    `${MEMBERS}SELECT email FROM shop.members WHERE name > 'a';`,
    `${TEAMS}SELECT role FROM shop.teams WHERE team = 'a' AND member > 'a';`,
  ),
  row(
    'clustering columns from the first on',
    'clustering-gap',
    `${CITIES}SELECT phone FROM shop.guests_by_city WHERE city = 'Bern' AND given = 'Ann';`,
    `${CITIES}SELECT phone FROM shop.guests_by_city WHERE city = 'Bern' AND family = 'Lee' AND given = 'Ann';`,
  ),
  row(
    'a range ends what can be looked up',
    'clustering-gap',
    `${CITIES}SELECT phone FROM shop.guests_by_city WHERE city = 'Bern' AND family > 'L' AND given = 'Ann';`,
    `${CITIES}SELECT phone FROM shop.guests_by_city WHERE city = 'Bern' AND family > 'L';`,
  ),
  row(
    'each query gives the partition key',
    'unrestricted-partition-key',
    `${CITIES}SELECT phone FROM shop.guests_by_city WHERE given = 'Ann';`,
    `${CITIES}SELECT phone FROM shop.guests_by_city WHERE city = 'Bern';`,
  ),
  row(
    'no filtering over all partitions',
    'allow-filtering',
    `${MEMBERS}SELECT name FROM shop.members WHERE country = 'nz' ALLOW FILTERING;`,
    `${MEMBERS}SELECT country FROM shop.members WHERE name = 'a';`,
  ),
  row(
    'filtering within a partition that grows',
    'partition-filtering',
    'CREATE TABLE shop.notes (who uuid, at timestamp, id uuid, kind text, PRIMARY KEY ((who), at, id));\nSELECT at FROM shop.notes WHERE who = ? AND kind = ? ALLOW FILTERING;',
    '-- @bounded 100 rows\nCREATE TABLE shop.notes (who uuid, at timestamp, id uuid, kind text, PRIMARY KEY ((who), at, id));\nSELECT at FROM shop.notes WHERE who = ? AND kind = ? ALLOW FILTERING;',
  ),
  row(
    'counts of everything are kept',
    'unrestricted-partition-key',
    `${MEMBERS}SELECT count(*) FROM shop.members;`,
    `${COUNTS}SELECT views FROM shop.counts WHERE page = 'members';`,
  ),
  row(
    'a query by login or e-mail has its table',
    'unrestricted-partition-key',
    `${PEOPLE}SELECT age FROM shop.people WHERE email = ?;`,
    `${PEOPLE}${COPY}SELECT age FROM shop.people_by_login WHERE login = ?;`,
  ),
  row(
    'no joins',
    'syntax',
    `${MEMBERS}${TEAMS}SELECT m.email FROM shop.teams t JOIN shop.members m ON t.member = m.name WHERE t.team = 'a';`,
    "CREATE TABLE shop.mails_by_team (team text, member text, email text, PRIMARY KEY ((team), member));\nSELECT email FROM shop.mails_by_team WHERE team = 'a';",
  ),
  row(
    'groups follow the key',
    'refused',
    `${TEAMS}SELECT role, count(*) FROM shop.teams WHERE team = 'a' GROUP BY role;`,
    `${TEAMS}SELECT team, member, count(*) FROM shop.teams WHERE team = 'a' GROUP BY member;`,
  ),
  row(
    'a bucket is part of each query',
    'missing-bucket',
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a';`,
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = ?;`,
  ),
  row(
    'the newest are found bucket by bucket',
    'missing-bucket',
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' LIMIT 10;`,
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = ? LIMIT 10;`,
  ),
  row(
    'a hash is part of each query',
    'missing-bucket',
    'CREATE TABLE shop.groups (name text, hash_prefix int, member text, PRIMARY KEY ((name, hash_prefix), member));\nSELECT member FROM shop.groups WHERE name = ?;',
    'CREATE TABLE shop.groups (name text, hash_prefix int, member text, PRIMARY KEY ((name, hash_prefix), member));\nSELECT member FROM shop.groups WHERE name = ? AND hash_prefix = ?;',
  ),
  row(
    'local days reach into two buckets',
    'missing-bucket',
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01' AND at >= '2024-01-01 10:00+0000' AND at < '2024-01-02 10:00+0000';`,
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01' AND at >= '2024-01-01 10:00+0000' AND at < '2024-01-01 20:00+0000';`,
  ),

  // Order.
  row(
    'stored as it is asked for',
    'reversed-read',
    'CREATE TABLE shop.posts (who uuid, at timeuuid, body text, PRIMARY KEY ((who), at)) WITH default_time_to_live = 9999;\nSELECT body FROM shop.posts WHERE who = ? ORDER BY at DESC LIMIT 10;',
    'CREATE TABLE shop.posts (who uuid, at timeuuid, body text, PRIMARY KEY ((who), at)) WITH CLUSTERING ORDER BY (at DESC) AND default_time_to_live = 9999;\nSELECT body FROM shop.posts WHERE who = ? LIMIT 10;',
  ),
  row(
    'the newest members first',
    'reversed-read',
    'CREATE TABLE shop.joins (grp text, joined timeuuid, who text, PRIMARY KEY ((grp), joined));\nSELECT who FROM shop.joins WHERE grp = ? ORDER BY joined DESC LIMIT ?;',
    'CREATE TABLE shop.joins (grp text, joined timeuuid, who text, PRIMARY KEY ((grp), joined)) WITH CLUSTERING ORDER BY (joined DESC);\nSELECT who FROM shop.joins WHERE grp = ? LIMIT ?;',
  ),
  row(
    'sessions of a user, newest first',
    'reversed-read',
    'CREATE TABLE shop.sessions (who uuid, started timestamp, id uuid, PRIMARY KEY ((who), started, id)) WITH default_time_to_live = 9999;\nSELECT id FROM shop.sessions WHERE who = ? ORDER BY started DESC LIMIT 5;',
    'CREATE TABLE shop.sessions (who uuid, started timestamp, id uuid, PRIMARY KEY ((who), started, id)) WITH CLUSTERING ORDER BY (started DESC, id ASC) AND default_time_to_live = 9999;\nSELECT id FROM shop.sessions WHERE who = ? LIMIT 5;',
  ),
  row(
    'only clustering columns sort',
    'order-by-not-clustering',
    `${TEAMS}SELECT member FROM shop.teams WHERE team = 'a' ORDER BY role;`,
    `${TEAMS}SELECT member FROM shop.teams WHERE team = 'a' ORDER BY member;`,
  ),
  row(
    'random ids have no order of time',
    'random-order',
    'CREATE TABLE shop.comments (post uuid, id uuid, body text, PRIMARY KEY ((post), id)) WITH CLUSTERING ORDER BY (id DESC);',
    'CREATE TABLE shop.comments (post uuid, id timeuuid, body text, PRIMARY KEY ((post), id)) WITH CLUSTERING ORDER BY (id DESC) AND default_time_to_live = 9999;',
  ),

  // Partitions stay small and spread.
  row(
    'not written to for ever',
    'missing-bucket',
    'CREATE TABLE shop.readings (sensor uuid, at timestamp, value float, PRIMARY KEY ((sensor), at));',
    'CREATE TABLE shop.readings (sensor uuid, day date, at timestamp, value float, PRIMARY KEY ((sensor, day), at));',
  ),
  row(
    '100,000 rows a partition',
    'missing-bucket',
    '-- @rate 6/minute per sensor\nCREATE TABLE shop.readings (sensor uuid, at timestamp, value float, PRIMARY KEY ((sensor), at));',
    '-- @rate 6/minute per sensor\nCREATE TABLE shop.readings (sensor uuid, day date, at timestamp, value float, PRIMARY KEY ((sensor, day), at));',
  ),
  row(
    'a month may be too long',
    'bucket-size',
    '-- @rate 6/minute per sensor\nCREATE TABLE shop.readings (sensor uuid, month date, at timestamp, value float, PRIMARY KEY ((sensor, month), at));',
    '-- @rate 6/minute per sensor\nCREATE TABLE shop.readings (sensor uuid, week date, at timestamp, value float, PRIMARY KEY ((sensor, week), at));',
  ),
  row(
    'a day may be too short',
    'bucket-size',
    '-- @rate 3/day per grp\nCREATE TABLE shop.joins (grp text, day date, joined timeuuid, who text, PRIMARY KEY ((grp, day), joined)) WITH CLUSTERING ORDER BY (joined DESC);\nSELECT who FROM shop.joins WHERE grp = ? AND day = ? LIMIT 10;',
    '-- @rate 30/day per grp\nCREATE TABLE shop.joins (grp text, day date, joined timeuuid, who text, PRIMARY KEY ((grp, day), joined)) WITH CLUSTERING ORDER BY (joined DESC);\nSELECT who FROM shop.joins WHERE grp = ? AND day = ? LIMIT 10;',
  ),
  row(
    '100 MB a partition',
    'missing-bucket',
    '-- @rows-per-partition 50k\n-- @size body 10KiB\nCREATE TABLE shop.mails (who uuid, id timeuuid, body text, PRIMARY KEY ((who), id));',
    '-- @rows-per-partition 5k\n-- @size body 10KiB\nCREATE TABLE shop.mails (who uuid, id timeuuid, body text, PRIMARY KEY ((who), id));',
  ),
  row(
    'groups too large are spread by a hash',
    'missing-bucket',
    '-- @rows-per-partition 5M\nCREATE TABLE shop.groups (name text, member text, PRIMARY KEY ((name), member));',
    '-- @rows-per-partition 5M\n-- @bucket hash_prefix = hash(member) % 64\nCREATE TABLE shop.groups (name text, hash_prefix int, member text, PRIMARY KEY ((name, hash_prefix), member));'.replace(
      '5M',
      '80k',
    ),
  ),
  row(
    'a session may hold too many clicks',
    'missing-bucket',
    '-- @rate 2/s per session\nCREATE TABLE shop.clicks (session uuid, at timestamp, url text, PRIMARY KEY ((session), at));',
    '-- @rate 2/s per session\nCREATE TABLE shop.clicks (session uuid, hour timestamp, at timestamp, url text, PRIMARY KEY ((session, hour), at));',
  ),
  row(
    'a sensor needs a bucket',
    'missing-bucket',
    'CREATE TABLE shop.sensor_data (sensor_id uuid, at timestamp, value double, PRIMARY KEY (sensor_id, at));',
    'CREATE TABLE shop.sensor_data (sensor_id uuid, day date, at timestamp, value double, PRIMARY KEY ((sensor_id, day), at));',
  ),
  row(
    'no one partition for everything',
    'constant-partition',
    "CREATE TABLE shop.logins (part text, at timestamp, who text, PRIMARY KEY ((part), at, who));\nINSERT INTO shop.logins (part, at, who) VALUES ('all', ?, ?);",
    'CREATE TABLE shop.logins (who text, day date, at timestamp, PRIMARY KEY ((who, day), at));\nINSERT INTO shop.logins (who, day, at) VALUES (?, ?, ?);',
  ),
  row(
    'a country is a hot partition',
    'few-partitions',
    'CREATE TABLE shop.citizens (country text, user_id uuid, name text, PRIMARY KEY ((country), user_id));',
    'CREATE TABLE shop.citizens (country text, user_id uuid, name text, PRIMARY KEY ((country, user_id)));',
  ),
  row(
    'declared numbers tell hot partitions',
    'few-partitions',
    '-- @cardinality plan 4\nCREATE TABLE shop.clients (plan text, id uuid, PRIMARY KEY ((plan), id));',
    '-- @cardinality plan 4M\nCREATE TABLE shop.clients (plan text, id uuid, PRIMARY KEY ((plan), id));',
  ),
  row(
    'a row that all count is a hot spot',
    'one-bucket',
    '-- @rate 3000/s per page\nCREATE TABLE shop.counts (page text PRIMARY KEY, views counter);',
    '-- @rate 3000/s per page\nCREATE TABLE shop.counts (page text, shard int, views counter, PRIMARY KEY ((page, shard)));',
  ),
  row(
    'what is over is added up once',
    'repeated-sum',
    `-- @rate 1/s per page\n${VISITS}SELECT count(*) FROM shop.visits WHERE page = 'a' AND day = ?;`,
    `-- @rate 1/s per page\n${VISITS}CREATE TABLE shop.visits_by_day (page text, year int, day date, visits int, PRIMARY KEY ((page, year), day));\nSELECT visits FROM shop.visits_by_day WHERE page = 'a' AND year = 2024 AND day = ?;`,
  ),
  row(
    'the time alone is a hot spot',
    'one-bucket',
    'CREATE TABLE shop.events (day date, at timestamp, id uuid, PRIMARY KEY ((day), at, id));',
    'CREATE TABLE shop.events (source int, day date, at timestamp, id uuid, PRIMARY KEY ((source, day), at, id));',
  ),
  row(
    'a declared rate tells hot spots',
    'one-bucket',
    '-- @rate 1200/s\nCREATE TABLE shop.hits (minute timestamp, id timeuuid, PRIMARY KEY ((minute), id));',
    '-- @rate 1200/s\nCREATE TABLE shop.hits (minute timestamp, shard int, id timeuuid, PRIMARY KEY ((minute, shard), id));',
  ),
  row(
    'data of an age is to go',
    'retention',
    '-- @retention 30d\nCREATE TABLE shop.logins (who uuid, day date, at timestamp, PRIMARY KEY ((who, day), at));\nINSERT INTO shop.logins (who, day, at) VALUES (?, ?, ?);',
    '-- @retention 30d\nCREATE TABLE shop.logins (who uuid, day date, at timestamp, PRIMARY KEY ((who, day), at)) WITH default_time_to_live = 2592000;\nINSERT INTO shop.logins (who, day, at) VALUES (?, ?, ?);',
  ),
  row(
    'a TTL for what is never wanted again',
    'retention',
    '-- @retention 90 days\nCREATE TABLE shop.carts (who uuid PRIMARY KEY, items text);\nINSERT INTO shop.carts (who, items) VALUES (?, ?);',
    '-- @retention 90 days\nCREATE TABLE shop.carts (who uuid PRIMARY KEY, items text);\nINSERT INTO shop.carts (who, items) VALUES (?, ?) USING TTL 7776000;',
  ),
  row(
    'windows of time need a TTL',
    'twcs-ttl',
    "CREATE TABLE shop.logins (who uuid, day date, at timestamp, PRIMARY KEY ((who, day), at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'};",
    "CREATE TABLE shop.logins (who uuid, day date, at timestamp, PRIMARY KEY ((who, day), at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'} AND default_time_to_live = 864000;",
  ),

  // Keys.
  row(
    'rows of one millisecond stay apart',
    'same-instant',
    'CREATE TABLE shop.history (day date, who text, at timestamp, event_id timeuuid, what text, PRIMARY KEY ((day, who), at));',
    'CREATE TABLE shop.history (day date, who text, at timestamp, event_id timeuuid, what text, PRIMARY KEY ((day, who), at, event_id));',
  ),
  row(
    'one now() for bucket and time',
    'two-nows',
    `${VISITS}INSERT INTO shop.visits (page, day, at, who) VALUES (?, toDate(now()), toTimestamp(now()), ?);`,
    `${VISITS}INSERT INTO shop.visits (page, day, at, who) VALUES (?, ?, ?, ?);`,
  ),
  row(
    'a key changes by DELETE and INSERT',
    'refused',
    `${MEMBERS}UPDATE shop.members SET name = 'b' WHERE name = 'a';`,
    `${MEMBERS}UPDATE shop.members SET email = 'b' WHERE name = 'a';`,
  ),
  row(
    'decimals are no partition keys',
    'decimal-key',
    'CREATE TABLE shop.prices (price decimal, sku text, PRIMARY KEY ((price), sku));',
    'CREATE TABLE shop.prices (cents int, sku text, PRIMARY KEY ((cents), sku));',
  ),
  row(
    'no increments',
    'syntax',
    'CREATE TABLE shop.goods (id int AUTO_INCREMENT PRIMARY KEY, name text);',
    'CREATE TABLE shop.goods (id uuid PRIMARY KEY, name text);',
  ),
  row(
    'an INSERT gives the whole key',
    'refused',
    `${TEAMS}INSERT INTO shop.teams (team, role) VALUES ('a', 'b');`,
    `${TEAMS}INSERT INTO shop.teams (team, member, role) VALUES ('a', 'b', 'c');`,
  ),
  row(
    'results are made unique by the key',
    'stale-copy',
    'CREATE TABLE shop.people (id uuid PRIMARY KEY, city text, name text);\n-- @copy-of people\nCREATE TABLE shop.people_by_city (city text, name text, id uuid, PRIMARY KEY ((city), name));',
    'CREATE TABLE shop.people (id uuid PRIMARY KEY, city text, name text);\n-- @copy-of people\nCREATE TABLE shop.people_by_city (city text, name text, id uuid, PRIMARY KEY ((city), name, id));',
  ),
  row(
    'times have a type',
    'text-time',
    'CREATE TABLE shop.tracks (car uuid, day date, at text, PRIMARY KEY ((car, day), at));',
    'CREATE TABLE shop.tracks (car uuid, day date, at timestamp, PRIMARY KEY ((car, day), at));',
  ),
  row(
    'times name their zone',
    'zoneless-time',
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01' AND at > '2024-01-01 13:00';`,
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01' AND at > '2024-01-01 13:00+0000';`,
  ),

  // Keyspaces and operation.
  row(
    'NetworkTopologyStrategy in production',
    'keyspace',
    keyspace("{'class': 'SimpleStrategy', 'replication_factor': 3}"),
    keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 3}"),
  ),
  row(
    'more than one replica',
    'keyspace',
    keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 1}"),
    keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 3}"),
  ),
  row(
    'durable writes',
    'keyspace',
    keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = false"),
    keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = true"),
  ),
  row('levels of consistency are spelt right', 'consistency-level', 'CONSISTENCY QUROUM;', 'CONSISTENCY QUORUM;'),
  row(
    'tombstones are kept until they are repaired',
    'gc-grace',
    `${MEMBERS.replace(';', ' WITH gc_grace_seconds = 0;')}DELETE FROM shop.members WHERE name = ?;`,
    `${MEMBERS}DELETE FROM shop.members WHERE name = ?;`,
  ),
  row(
    'a log with a short grace loses deletes',
    'gc-grace',
    'CREATE TABLE shop.tx_log (shard int, day date, id timeuuid, body text, PRIMARY KEY ((shard, day), id)) WITH gc_grace_seconds = 600;\nDELETE FROM shop.tx_log WHERE shard = ? AND day = ? AND id = ?;',
    'CREATE TABLE shop.tx_log (shard int, day date, id timeuuid, body text, PRIMARY KEY ((shard, day), id)) WITH default_time_to_live = 86400 AND gc_grace_seconds = 600;',
  ),
  row(
    'options of former releases are gone',
    'refused',
    `${MEMBERS.replace(';', ' WITH dclocal_read_repair_chance = 0.1;')}`,
    MEMBERS,
  ),
  row(
    'super columns and their commands are of the past',
    'other-language',
    'create column family users with column_type = Super and comparator = UTF8Type;',
    MEMBERS,
  ),

  // Writes.
  row(
    'no nulls',
    'null-write',
    `${MEMBERS}INSERT INTO shop.members (name, email) VALUES ('a', null);`,
    `${MEMBERS}INSERT INTO shop.members (name) VALUES ('a');`,
  ),
  row(
    'no queues',
    'queue',
    'CREATE TABLE shop.tasks (shard int, due timestamp, id uuid, PRIMARY KEY ((shard), due, id));\nSELECT id FROM shop.tasks WHERE shard = ? LIMIT 10;\nDELETE FROM shop.tasks WHERE shard = ? AND due = ? AND id = ?;',
    'CREATE TABLE shop.tasks (shard int, due timestamp, id uuid, PRIMARY KEY ((shard), due, id));\nSELECT id FROM shop.tasks WHERE shard = ? AND due >= ? LIMIT 10;\nDELETE FROM shop.tasks WHERE shard = ? AND due = ? AND id = ?;',
  ),
  row(
    'write times are microseconds',
    'timestamp-unit',
    `${MEMBERS}INSERT INTO shop.members (name, email) VALUES ('a', 'b') USING TIMESTAMP 1700000000000;\nUPDATE shop.members SET email = 'c' WHERE name = 'a';`,
    `${MEMBERS}INSERT INTO shop.members (name, email) VALUES ('a', 'b') USING TIMESTAMP 1700000000000000;\nUPDATE shop.members SET email = 'c' WHERE name = 'a';`,
  ),
  row(
    'IF only where it decides',
    'needless-condition',
    `${PEOPLE}INSERT INTO shop.people (id, login) VALUES (uuid(), 'a') IF NOT EXISTS;`,
    `${PEOPLE}INSERT INTO shop.people (id, login) VALUES (uuid(), 'a');`,
  ),
  row(
    'a column has conditions or none',
    'lwt-mix',
    `${MEMBERS}UPDATE shop.members SET email = ? WHERE name = ? IF email = ?;\nUPDATE shop.members SET email = ? WHERE name = ?;`,
    `${MEMBERS}UPDATE shop.members SET email = ? WHERE name = ? IF email = ?;\nUPDATE shop.members SET country = ? WHERE name = ?;`,
  ),
  row(
    'uniqueness is asked for',
    'unique-race',
    '-- @unique login\nCREATE TABLE shop.logins (login text PRIMARY KEY, id uuid);\nINSERT INTO shop.logins (login, id) VALUES (?, ?);',
    '-- @unique login\nCREATE TABLE shop.logins (login text PRIMARY KEY, id uuid);\nINSERT INTO shop.logins (login, id) VALUES (?, ?) IF NOT EXISTS;',
  ),
  row(
    'no conditions over several partitions',
    'refused',
    `${MEMBERS}BEGIN BATCH\n  INSERT INTO shop.members (name) VALUES ('a') IF NOT EXISTS;\n  INSERT INTO shop.members (name) VALUES ('b');\nAPPLY BATCH;`,
    `${MEMBERS}INSERT INTO shop.members (name) VALUES ('a') IF NOT EXISTS;`,
  ),
  row(
    'a batch does not load',
    'batch-load',
    `${MEMBERS}BEGIN BATCH\n${Array.from({ length: 12 }, (_, i) => `  INSERT INTO shop.members (name) VALUES ('n${i}');`).join('\n')}\nAPPLY BATCH;`,
    `${MEMBERS}INSERT INTO shop.members (name) VALUES ('a');`,
  ),
  row(
    'a batch of a few rows that are apart',
    'batch-load',
    `${MEMBERS}BEGIN BATCH\n${Array.from({ length: 5 }, (_, i) => `  INSERT INTO shop.members (name) VALUES ('n${i}');`).join('\n')}\nAPPLY BATCH;`,
    `${TEAMS}BEGIN BATCH\n${Array.from({ length: 5 }, (_, i) => `  INSERT INTO shop.teams (team, member) VALUES ('a', 'n${i}');`).join('\n')}\nAPPLY BATCH;`,
  ),
  row(
    'copies are written by a logged batch',
    'copies-apart',
    `${PEOPLE}${COPY}BEGIN UNLOGGED BATCH\n  INSERT INTO shop.people (id, login, email, age) VALUES (:id, :login, :email, :age);\n  INSERT INTO shop.people_by_login (login, id, email, age) VALUES (:login, :id, :email, :age);\nAPPLY BATCH;`,
    `${PEOPLE}${COPY}BEGIN BATCH\n  INSERT INTO shop.people (id, login, email, age) VALUES (:id, :login, :email, :age);\n  INSERT INTO shop.people_by_login (login, id, email, age) VALUES (:login, :id, :email, :age);\nAPPLY BATCH;`,
  ),
  row(
    'no copy is forgotten',
    'stale-copy',
    `${PEOPLE}${COPY}UPDATE shop.people SET age = ? WHERE id = ?;`,
    `${PEOPLE}${COPY}BEGIN BATCH\n  UPDATE shop.people SET age = :age WHERE id = :id;\n  UPDATE shop.people_by_login SET age = :age WHERE login = :login AND id = :id;\nAPPLY BATCH;`,
  ),
  row(
    'a batch has no order',
    'lost-in-batch',
    `${TEAMS}BEGIN BATCH\n  DELETE FROM shop.teams WHERE team = 'a';\n  INSERT INTO shop.teams (team, member) VALUES ('a', 'b');\nAPPLY BATCH;`,
    `${TEAMS}BEGIN BATCH\n  DELETE FROM shop.teams WHERE team = 'a' AND member = 'c';\n  INSERT INTO shop.teams (team, member) VALUES ('a', 'b');\nAPPLY BATCH;`,
  ),

  // Types.
  row('counters are no keys', 'refused', 'CREATE TABLE shop.c (n counter, page text, PRIMARY KEY (n, page));', COUNTS),
  row('counters stand alone', 'refused', 'CREATE TABLE shop.c (page text PRIMARY KEY, title text, n counter);', COUNTS),
  row(
    'counters are updated',
    'refused',
    `${COUNTS}INSERT INTO shop.counts (page, views) VALUES ('a', 1);`,
    `${COUNTS}UPDATE shop.counts SET views = views + 1 WHERE page = 'a';`,
  ),
  row('counters have no index', 'refused', `${COUNTS}CREATE INDEX ON shop.counts (views);`, COUNTS),
  row(
    'counters go into batches of their own',
    'refused',
    `${COUNTS}${MEMBERS}BEGIN BATCH\n  UPDATE shop.counts SET views = views + 1 WHERE page = 'a';\n  INSERT INTO shop.members (name) VALUES ('a');\nAPPLY BATCH;`,
    `${COUNTS}BEGIN COUNTER BATCH\n  UPDATE shop.counts SET views = views + 1 WHERE page = 'a';\nAPPLY BATCH;`,
  ),
  row(
    'counters are not for money',
    'counter-money',
    'CREATE TABLE shop.accounts (id uuid PRIMARY KEY, balance counter);',
    COUNTS,
  ),
  row(
    'a counter is not used again',
    'counter-reuse',
    `${COUNTS}UPDATE shop.counts SET views = views + 1 WHERE page = 'a';\nDELETE FROM shop.counts WHERE page = 'a';`,
    `${COUNTS}UPDATE shop.counts SET views = views + 1 WHERE page = 'a';`,
  ),
  row(
    'collections stay small',
    'growing-collection',
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, comments list<text>);\nUPDATE shop.films SET comments = comments + ['a'] WHERE id = ?;",
    'CREATE TABLE shop.comments_by_film (film uuid, id timeuuid, body text, PRIMARY KEY ((film), id)) WITH default_time_to_live = 9999;',
  ),
  row(
    'declared numbers of items',
    'collection-size',
    '-- @items tags max=50k\nCREATE TABLE shop.films (id uuid PRIMARY KEY, tags set<text>);',
    '-- @items tags max=20\nCREATE TABLE shop.films (id uuid PRIMARY KEY, tags set<text>);',
  ),
  row(
    'lists read before they write',
    'list-read',
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, cast_of list<text>);\nUPDATE shop.films SET cast_of = cast_of - ['a'] WHERE id = ?;",
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, cast_of set<text>);\nUPDATE shop.films SET cast_of = cast_of - {'a'} WHERE id = ?;",
  ),
  row(
    'what is appended may be there twice',
    'list-read',
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, cast_of list<text>);\nUPDATE shop.films SET cast_of = cast_of + ['a'] WHERE id = ?;",
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, cast_of set<text>);\nUPDATE shop.films SET cast_of = cast_of + {'a'} WHERE id = ?;",
  ),
  row(
    'the middle of a list is dear',
    'list-read',
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, cast_of list<text>);\nUPDATE shop.films SET cast_of[3] = 'a' WHERE id = ?;",
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, cast_of map<int, text>);\nUPDATE shop.films SET cast_of[3] = 'a' WHERE id = ?;",
  ),
  row(
    'collections are not overwritten',
    'overwritten-collection',
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, tags set<text>);\nUPDATE shop.films SET tags = {'a', 'b'} WHERE id = ?;",
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, tags set<text>);\nUPDATE shop.films SET tags = tags + {'a', 'b'} WHERE id = ?;",
  ),
  row(
    'inner collections are frozen',
    'refused',
    'CREATE TABLE shop.films (id uuid PRIMARY KEY, credits map<text, list<text>>);',
    'CREATE TABLE shop.films (id uuid PRIMARY KEY, credits map<text, frozen<list<text>>>);',
  ),
  row(
    'collections in keys are frozen',
    'refused',
    'CREATE TABLE shop.films (tags set<text>, id uuid, PRIMARY KEY ((tags), id));',
    'CREATE TABLE shop.films (tags frozen<set<text>>, id uuid, PRIMARY KEY ((tags), id));',
  ),
  row(
    'what is frozen is written as a whole',
    'refused',
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, tags frozen<set<text>>);\nUPDATE shop.films SET tags = tags + {'a'} WHERE id = ?;",
    "CREATE TABLE shop.films (id uuid PRIMARY KEY, tags frozen<set<text>>);\nUPDATE shop.films SET tags = {'a'} WHERE id = ?;",
  ),
  row(
    'a frozen type has no fields to set',
    'refused',
    'CREATE TYPE shop.street (name text, no int);\nCREATE TABLE shop.homes (id uuid PRIMARY KEY, at frozen<street>);\nUPDATE shop.homes SET at.no = 1 WHERE id = ?;',
    'CREATE TYPE shop.street (name text, no int);\nCREATE TABLE shop.homes (id uuid PRIMARY KEY, at street);\nUPDATE shop.homes SET at.no = 1 WHERE id = ?;',
  ),
  row(
    'durations have no index',
    'refused',
    'CREATE TABLE shop.laps (car uuid PRIMARY KEY, took duration);\nCREATE INDEX ON shop.laps (took);',
    'CREATE TABLE shop.laps (car uuid PRIMARY KEY, took int);',
  ),
  row(
    'statics are of a partition',
    'refused',
    'CREATE TABLE shop.bills (id uuid PRIMARY KEY, total int static);',
    'CREATE TABLE shop.bills (id uuid, line int, total int static, PRIMARY KEY ((id), line));',
  ),
  row(
    'statics are updated without the row',
    'refused',
    'CREATE TABLE shop.bills (id uuid, line int, total int static, PRIMARY KEY ((id), line));\nUPDATE shop.bills SET total = 1 WHERE id = ? AND line = 2;',
    'CREATE TABLE shop.bills (id uuid, line int, total int static, PRIMARY KEY ((id), line));\nUPDATE shop.bills SET total = 1 WHERE id = ?;',
  ),

  // Indexes, views, functions.
  row(
    'no index of many values',
    'index-values',
    `${PEOPLE}CREATE INDEX ON shop.people (email);`,
    `${PEOPLE}CREATE INDEX ON shop.people (age);`,
  ),
  row(
    'no index of what is updated all the time',
    'index-values',
    'CREATE TABLE shop.jobs (id uuid PRIMARY KEY, state text);\nCREATE INDEX ON shop.jobs (state);\nUPDATE shop.jobs SET state = ? WHERE id = ?;',
    'CREATE TABLE shop.jobs (id uuid PRIMARY KEY, state text);\nUPDATE shop.jobs SET state = ? WHERE id = ?;',
  ),
  row(
    'an index within a partition',
    'index-everywhere',
    'CREATE TABLE shop.goods (shop int, id uuid, sold boolean, PRIMARY KEY ((shop), id));\nCREATE INDEX ON shop.goods (sold);\nSELECT id FROM shop.goods WHERE sold = true;',
    'CREATE TABLE shop.goods (shop int, id uuid, sold boolean, PRIMARY KEY ((shop), id));\nCREATE INDEX ON shop.goods (sold);\nSELECT id FROM shop.goods WHERE shop = ? AND sold = true;',
  ),
  row(
    'SASI is experimental',
    'disabled-by-default',
    `${PEOPLE}CREATE CUSTOM INDEX ON shop.people (login) USING 'org.apache.cassandra.index.sasi.SASIIndex';`,
    `${PEOPLE}CREATE INDEX ON shop.people (age) USING 'sai';`,
  ),
  strict(
    'storage-attached indexes are there',
    'legacy-index',
    `${PEOPLE}CREATE INDEX ON shop.people (age);`,
    `${PEOPLE}CREATE INDEX ON shop.people (age) USING 'sai';`,
  ),
  row(
    'views are experimental',
    'disabled-by-default',
    `${PEOPLE}CREATE MATERIALIZED VIEW shop.by_login AS SELECT * FROM shop.people WHERE login IS NOT NULL AND id IS NOT NULL PRIMARY KEY (login, id);`,
    `${PEOPLE}${COPY}`,
  ),
  row(
    'two views a table',
    'many-views',
    `${PEOPLE}${['login', 'email', 'age'].map((name) => `CREATE MATERIALIZED VIEW shop.by_${name} AS SELECT * FROM shop.people WHERE ${name} IS NOT NULL AND id IS NOT NULL PRIMARY KEY (${name}, id);`).join('\n')}`,
    `${PEOPLE}${COPY}`,
  ),
  row(
    'a view has one new column in its key',
    'refused',
    `${PEOPLE}CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.people WHERE login IS NOT NULL AND email IS NOT NULL AND id IS NOT NULL PRIMARY KEY ((login, email), id);`,
    `${PEOPLE}CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.people WHERE login IS NOT NULL AND id IS NOT NULL PRIMARY KEY (login, id);`,
  ),
  row(
    'views are not written',
    'refused',
    `${PEOPLE}CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.people WHERE login IS NOT NULL AND id IS NOT NULL PRIMARY KEY (login, id);\nINSERT INTO shop.v (login, id) VALUES ('a', uuid());`,
    `${PEOPLE}INSERT INTO shop.people (login, id) VALUES ('a', uuid());`,
  ),
  row(
    'functions have to be switched on',
    'disabled-by-default',
    "CREATE FUNCTION shop.twice (n int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return n * 2;';",
    PEOPLE,
  ),

  // Reads that belong together.
  row(
    'stored together what is read together',
    'client-side-join',
    'CREATE TABLE shop.films (id uuid PRIMARY KEY, title text);\nCREATE TABLE shop.films_by_actor (actor text, id uuid, PRIMARY KEY ((actor), id));\nSELECT id FROM shop.films_by_actor WHERE actor = ?;\nSELECT title FROM shop.films WHERE id = ?;',
    'CREATE TABLE shop.films_by_actor (actor text, id uuid, title text, PRIMARY KEY ((actor), id));\nSELECT id, title FROM shop.films_by_actor WHERE actor = ?;',
  ),
  row(
    'two tables instead of one detour',
    'client-side-join',
    `${PEOPLE}CREATE TABLE shop.people_by_email (email text PRIMARY KEY, id uuid);\nSELECT id FROM shop.people_by_email WHERE email = ?;\nSELECT login, age FROM shop.people WHERE id = ?;`,
    `${PEOPLE}CREATE TABLE shop.people_by_email (email text PRIMARY KEY, id uuid, login text, age int);\nSELECT login, age FROM shop.people_by_email WHERE email = ?;`,
  ),
  row(
    'a thousand partitions for one group',
    'many-partitions',
    `${PEOPLE}CREATE TABLE shop.grps (name text, id uuid, PRIMARY KEY ((name), id));\nSELECT id FROM shop.grps WHERE name = ?;\nSELECT login, email FROM shop.people WHERE id IN ?;`,
    'CREATE TABLE shop.grps (name text, id uuid, login text, email text, PRIMARY KEY ((name), id));\nSELECT login, email FROM shop.grps WHERE name = ?;',
  ),

  // As texts have it.
  row(
    'straight quotes',
    'syntax',
    `${MEMBERS}SELECT email FROM shop.members WHERE name = ‘a’;`,
    `${MEMBERS}SELECT email FROM shop.members WHERE name = 'a';`,
  ),
  row(
    'parentheses in pairs',
    'syntax',
    'CREATE TABLE shop.guests (city text, a text, b text, PRIMARY KEY ((city), a, b)));',
    'CREATE TABLE shop.guests (city text, a text, b text, PRIMARY KEY ((city), a, b));',
  ),
  row(
    'signs that there are',
    'syntax',
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01' AND at ⇐ '2024-01-01 13:00+0000';`,
    `${VISITS}SELECT who FROM shop.visits WHERE page = 'a' AND day = '2024-01-01' AND at <= '2024-01-01 13:00+0000';`,
  ),
  row(
    'nothing of the time of Thrift',
    'compact-storage',
    'CREATE TABLE shop.notes (who text, n int, body text, PRIMARY KEY ((who), n)) WITH COMPACT STORAGE;',
    'CREATE TABLE shop.notes (who text, n int, body text, PRIMARY KEY ((who), n));',
  ),
  row(
    'a value is that of its row',
    'beside-aggregate',
    'CREATE TABLE shop.bids (item uuid, who text, sum int, PRIMARY KEY ((item), who));\nSELECT who, max(sum) FROM shop.bids WHERE item = ?;',
    'CREATE TABLE shop.bids (item uuid, who text, sum int, PRIMARY KEY ((item), sum, who)) WITH CLUSTERING ORDER BY (sum DESC, who ASC);\nSELECT who, sum FROM shop.bids WHERE item = ? LIMIT 1;',
  ),
  row(
    'a level of writes is none for queries',
    'consistency-level',
    `${MEMBERS}CONSISTENCY ANY;\nSELECT email FROM shop.members WHERE name = 'a';`,
    `${MEMBERS}CONSISTENCY LOCAL_QUORUM;\nSELECT email FROM shop.members WHERE name = 'a';`,
  ),
  row(
    'what is dropped is gone',
    'unknown-table',
    `${MEMBERS}DROP TABLE shop.members;\nSELECT email FROM shop.members WHERE name = 'a';`,
    `${MEMBERS}SELECT email FROM shop.members WHERE name = 'a';\nDROP TABLE shop.members;`,
  ),
  row(
    'aggregates are made before they are used',
    'unknown-function',
    `${keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 3}")}\n${MEMBERS}SELECT shop.longest(email) FROM shop.members WHERE name = ?;`,
    `${keyspace("{'class': 'NetworkTopologyStrategy', 'dc1': 3}")}\n${MEMBERS}SELECT max(email) FROM shop.members WHERE name = ?;`,
  ),
  row(
    'what a partition has once is static',
    'repeated-value',
    "CREATE TABLE shop.staff (team text, who text, team_phone text, PRIMARY KEY ((team), who));\nINSERT INTO shop.staff (team, who, team_phone) VALUES ('a', 'b', '1');\nINSERT INTO shop.staff (team, who, team_phone) VALUES ('a', 'c', '1');",
    "CREATE TABLE shop.staff (team text, who text, team_phone text static, PRIMARY KEY ((team), who));\nINSERT INTO shop.staff (team, who, team_phone) VALUES ('a', 'b', '1');\nINSERT INTO shop.staff (team, who, team_phone) VALUES ('a', 'c', '1');",
  ),
  row(
    'no index of what changes all the time',
    'index-values',
    'CREATE TABLE shop.pumps (id uuid PRIMARY KEY, last_seen timestamp);\nCREATE INDEX ON shop.pumps (last_seen);\nUPDATE shop.pumps SET last_seen = ? WHERE id = ?;',
    'CREATE TABLE shop.pumps (id uuid PRIMARY KEY, last_seen timestamp);\nUPDATE shop.pumps SET last_seen = ? WHERE id = ?;',
  ),
  row(
    'all of them newest first, in the order of the table',
    'reversed-read',
    'CREATE TABLE shop.joins (team text, year int, at timestamp, who text, PRIMARY KEY ((team, year), at, who));\nSELECT who FROM shop.joins WHERE team = ? AND year = ? ORDER BY at DESC;',
    'CREATE TABLE shop.joins (team text, year int, at timestamp, who text, PRIMARY KEY ((team, year), at, who)) WITH CLUSTERING ORDER BY (at DESC, who ASC);\nSELECT who FROM shop.joins WHERE team = ? AND year = ?;',
  ),
  row(
    'a look-up table that holds nothing but the key',
    'client-side-join',
    `${PEOPLE}CREATE TABLE shop.id_by_login (login text PRIMARY KEY, id uuid);\nSELECT id FROM shop.id_by_login WHERE login = ?;\nSELECT email FROM shop.people WHERE id = ?;`,
    `${PEOPLE}CREATE TABLE shop.people_by_login (login text PRIMARY KEY, id uuid, email text);\nSELECT email FROM shop.people_by_login WHERE login = ?;`,
  ),
  row('comments begin with two hyphens', 'syntax', `— all of them\n${MEMBERS}`, `-- all of them\n${MEMBERS}`),
];

describe('what goes against a recommendation is told', () => {
  test.each(ROWS)('$says', ({ against, told, strict: isStrict }) => {
    const workspace = workspaceOf({ 'shop.cql': against }, isStrict === true ? { profile: 'strict' } : {});
    expect(allFindings(workspace).map(({ finding }) => finding.code)).toContain(told);
  });

  test('some hundred times, nearly always by the default profile', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(100);
    expect(ROWS.filter(({ strict: isStrict }) => isStrict === true).length).toBeLessThan(3);
  });
});

describe('what obeys is not told that', () => {
  test.each(ROWS)('$says', ({ obeys, told }) => {
    const findings = allFindings(workspaceOf({ 'shop.cql': obeys }, { profile: 'strict' }));
    expect(findings.map(({ finding }) => finding.code)).not.toContain(told);
    const loud = findings.filter(
      ({ finding }) =>
        (finding.severity === 'error' || finding.severity === 'warning') &&
        shows(DEFAULT_CONFIGURATION.profile, finding),
    );
    expect(loud.map(({ finding }) => `${finding.code}: ${finding.message}`)).toEqual([]);
  });
});
