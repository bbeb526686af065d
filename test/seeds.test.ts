import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from './fixtures.ts';

// Queries of well-known introductions to modelling for Cassandra, with what those call good and bad, and the findings that must say
// so. Statements are given as those texts have them.

interface Document {
  readonly name: string;
  readonly schema: string;
  /** Each with the codes of its findings; those called good have none. */
  readonly queries: readonly (readonly [verdict: string, query: string, ...codes: readonly string[]])[];
}

const DOCUMENTS: readonly Document[] = [
  {
    name: 'one to one',
    schema: `CREATE TABLE examples.users (
  user_name varchar,
  password varchar,
  country varchar,
  PRIMARY KEY (user_name)
);`,
    queries: [
      ['good', `SELECT password from examples.users where user_name = 'chris';`],
      ['bad', `SELECT * from examples.users;`, 'unrestricted-partition-key'],
      ['good', `INSERT INTO examples.users (user_name, password, country) VALUES ('chris', 'cruft123', 'nz');`],
    ],
  },
  {
    name: 'one to many',
    schema: `CREATE TABLE examples.groups (
  group_name varchar,
  user_name varchar,
  password varchar,
  country varchar,
  PRIMARY KEY ((group_name), user_name)
);`,
    queries: [
      ['good', `SELECT user_name FROM examples.groups WHERE group_name='admin' AND user_name < 'm';`],
      ['bad', `SELECT group_name from examples.groups;`, 'unrestricted-partition-key'],
    ],
  },
  {
    name: 'time series',
    schema: `CREATE TABLE examples.users_history (
  bucket date,
  user_name varchar,
  timestamp timestamp,
  timeuuid timeuuid,
  password varchar,
  country varchar,
  description varchar,
  PRIMARY KEY ((bucket, user_name), timestamp)
)
WITH CLUSTERING ORDER BY (timestamp DESC);`,
    queries: [
      ['good', `SELECT * FROM examples.users_history WHERE bucket = toDate(now()) AND user_name = 'chris';`],
      [
        'not so good',
        `SELECT * FROM examples.users_history WHERE bucket IN ('2016-10-04', toDate(now())) AND user_name = 'chris' AND timestamp > '2016-10-04 13:00';`,
        'many-partitions',
        'zoneless-time',
      ],
      [
        'good',
        `INSERT INTO examples.users_history (bucket, user_name, timestamp, timeuuid, password, country, description) VALUES ('2016-10-04', 'chris', '2016-10-04 12:34', now(), 'cruft123', 'nz', 'user created');`,
      ],
    ],
  },
  {
    name: 'always specify the partition key',
    schema: `CREATE TABLE users_by_city (city text, last_name text, first_name text, email text, address text, PRIMARY KEY ((city), last_name, first_name, email));`,
    queries: [
      ['good', `SELECT address FROM users_by_city WHERE city = 'Otterberg' AND last_name = 'Koshkina';`],
      ['bad', `SELECT address FROM users_by_city WHERE first_name = 'Anna';`, 'unrestricted-partition-key'],
      // As pasted from the page: the quotes are what has to be mended first.
      ['bad', `SELECT address FROM users_by_city WHERE first_name = “Anna”;`, 'syntax'],
    ],
  },
  {
    name: 'avoid big and constantly growing partitions',
    schema: '',
    queries: [
      [
        'wrong',
        `CREATE TABLE reports (sensor_id uuid, reported_at timestamp, value float, PRIMARY KEY ((sensor_id), reported_at));`,
        'missing-bucket',
      ],
      [
        'good',
        `CREATE TABLE reports (sensor_id uuid, month_year text, reported_at timestamp, value float, PRIMARY KEY ((sensor_id, month_year), reported_at));`,
      ],
    ],
  },
  {
    name: 'messages',
    schema: `CREATE KEYSPACE my_first_ks
  WITH replication = {'class': 'NetworkTopologyStrategy', 'DC1' : 1, 'DC2' : 3}
  AND durable_writes = false;
CREATE TABLE my_first_ks.my_messages_table (
  msgid uuid,
  added_date timestamp,
  userid uuid,
  message text,
  PRIMARY KEY ((msgid), added_date, userid));`,
    queries: [
      ['good', `SELECT message FROM my_first_ks.my_messages_table WHERE msgid = ?;`],
      [
        'bad',
        `SELECT msgid, added_date, message FROM my_first_ks.my_messages_table WHERE userid = ? ORDER BY added_date DESC LIMIT 20;`,
        'unrestricted-partition-key',
      ],
    ],
  },
  {
    name: 'sensor readings',
    schema: `CREATE TABLE sensor_readings ( sensorID uuid, time_bucket int, timestamp bigint, reading decimal, PRIMARY KEY ((sensorID, time_bucket), timestamp) ) WITH CLUSTERING ORDER BY (timestamp DESC);`,
    queries: [
      [
        'two buckets',
        `SELECT * FROM sensor_readings WHERE sensorID = 53755080-4676-11e4-916c-0800200c9a66 AND time_bucket IN (1411840800, 1411844400) AND timestamp >= 1411841700 AND timestamp <= 1411845300;`,
        'many-partitions',
      ],
      [
        'pasted from the web',
        `SELECT * FROM sensor_readings WHERE sensorID = 53755080-4676-11e4-916c-0800200c9a66 AND time_bucket IN (1411840800, 1411844400) AND timestamp >= 1411841700 AND timestamp ⇐ 1411845300;`,
        'syntax',
      ],
    ],
  },
  {
    name: 'traces and durations',
    schema: `CREATE TABLE IF NOT EXISTS \${keyspace}.duration_index ( service_name text, operation_name text, bucket timestamp, duration bigint, start_time bigint, trace_id blob, PRIMARY KEY ((service_name, operation_name, bucket), duration, start_time, trace_id) ) WITH CLUSTERING ORDER BY (duration DESC, start_time DESC) AND default_time_to_live = \${trace_ttl} AND speculative_retry = 'NONE' AND gc_grace_seconds = 10800;`,
    queries: [
      [
        'good',
        `SELECT trace_id FROM \${keyspace}.duration_index WHERE service_name = ? AND operation_name = ? AND bucket = ? AND duration >= ? AND duration <= ?;`,
      ],
      [
        'bad',
        `SELECT trace_id FROM \${keyspace}.duration_index WHERE service_name = ? AND operation_name = ? AND bucket = ? AND duration >= ? AND start_time >= ?;`,
        'clustering-gap',
      ],
    ],
  },
  {
    name: 'users by name and by e-mail',
    schema: `CREATE TABLE users_by_username (
 username text PRIMARY KEY,
 email text,
 age int
);
CREATE TABLE users_by_email (
 email text PRIMARY KEY,
 username text,
 age int
);`,
    queries: [
      ['good', `SELECT email, age FROM users_by_username WHERE username = ?;`],
      ['good', `SELECT username, age FROM users_by_email WHERE email = ?;`],
      ['bad', `SELECT email FROM users_by_email WHERE username = ?;`, 'unrestricted-partition-key'],
    ],
  },
  {
    name: 'groups and who joined last',
    schema: `CREATE TABLE groups (
 groupname text,
 username text,
 email text,
 age int,
 PRIMARY KEY (groupname, username)
);
CREATE TABLE group_join_dates (
 groupname text,
 joined timeuuid,
 join_date text,
 username text,
 email text,
 age int,
 PRIMARY KEY ((groupname, join_date), joined)
) WITH CLUSTERING ORDER BY (joined DESC);`,
    queries: [
      ['good', `SELECT * FROM groups WHERE groupname = ?;`],
      ['good', `SELECT * FROM group_join_dates WHERE groupname = ? AND join_date = ? LIMIT ?;`],
      [
        'works, read backwards',
        `SELECT * FROM group_join_dates WHERE groupname = ? AND join_date = ? ORDER BY joined DESC LIMIT ?;`,
      ],
      ['bad', `SELECT * FROM group_join_dates WHERE groupname = ? LIMIT ?;`, 'missing-bucket'],
    ],
  },
  {
    name: 'click stream',
    schema: `CREATE TABLE user_session (user_id uuid, session_id timeuuid, data text, PRIMARY KEY ((user_id), session_id)) WITH CLUSTERING ORDER BY (session_id DESC) AND default_time_to_live = 7776000;
CREATE TABLE session_data (session_id timeuuid, at timestamp, click text, PRIMARY KEY ((session_id), at)) WITH default_time_to_live = 7776000;`,
    queries: [
      ['good', `SELECT session_id FROM user_session WHERE user_id = ? LIMIT 1;`],
      [
        'works, read backwards',
        `SELECT click FROM session_data WHERE session_id = ? ORDER BY at DESC LIMIT 10;`,
        'reversed-read',
      ],
    ],
  },
];

describe.each(DOCUMENTS)('$name', ({ schema, queries }) => {
  test.each(queries.map(([verdict, query, ...codes]) => ({ verdict, query, codes })))(
    '$verdict: $query',
    ({ query, codes }) => {
      const workspace = workspaceOf({ 'schema.cql': schema, 'query.cql': query });
      const found = allFindings(workspace).filter(({ path }) => path === 'query.cql');
      expect(found.map(({ finding }) => finding.code)).toEqual(codes);
    },
  );
});
