// The workspace that both suites open.

export const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};

CREATE TABLE shop.users (
  user_name text PRIMARY KEY,
  email text,
  country text,
  joined date
);

CREATE TABLE shop.orders_by_user (
  user_name text,
  placed_on date,
  order_id timeuuid,
  total decimal,
  PRIMARY KEY ((user_name), placed_on, order_id)
) WITH CLUSTERING ORDER BY (placed_on DESC, order_id DESC)
  AND default_time_to_live = 31536000;
`;

export const QUERIES = `-- One partition each.
SELECT email, joined FROM shop.users WHERE user_name = ?;
SELECT order_id, total FROM shop.orders_by_user WHERE user_name = ? AND placed_on >= '2026-01-01';

-- Who lives in New Zealand? The table cannot tell.
SELECT user_name, joined FROM shop.users WHERE country = 'nz';
`;

export const GRAPH = `MATCH (p:Person)-[:KNOWS]->(q:Person)
WHERE p.name = 'Anna'
RETURN q.name;
`;

/** What the quick fix makes of them. */
export const SCHEMA_AFTER = SCHEMA.replace(
  '  joined date\n);\n',
  `  joined date
);

-- @copy-of users
CREATE TABLE shop.users_by_country (
  country text,
  user_name text,
  joined date,
  PRIMARY KEY ((country), user_name)
);
`,
);
export const QUERIES_AFTER = QUERIES.replace(
  "FROM shop.users WHERE country = 'nz'",
  "FROM shop.users_by_country WHERE country = 'nz'",
);

export const TITLE = 'Create table `users_by_country` and use it here';
/** What the title of the same with its writes ends with. */
export const IN_STEP = ', and write both tables in step';

export const WRITES = `-- Someone registers.
INSERT INTO shop.users (user_name, email, country, joined) VALUES (?, ?, ?, ?);
`;

/** What the fix makes of it once there is a table by country. */
export const WRITES_AFTER = `-- Someone registers.
SELECT country FROM shop.users WHERE user_name = ?;
BEGIN BATCH
  INSERT INTO shop.users (user_name, email, country, joined) VALUES (?, ?, ?, ?);
  INSERT INTO shop.users_by_country (country, user_name, joined) VALUES (?, ?, ?);
  -- only where country changed
  DELETE FROM shop.users_by_country WHERE country = ? AND user_name = ?;
APPLY BATCH;
`;

export const WRITES_TITLE = 'Write `users_by_country` in the same batch, after a read';

/** Numbered migrations of a keyspace of their own, and a query of what they declare. */
export const MIGRATIONS = {
  'migrations/V1__library.cql': `CREATE KEYSPACE loans WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE loans.by_reader (reader text, due date, title text, PRIMARY KEY (reader, due));
`,
  'migrations/V2__pages.cql': 'ALTER TABLE loans.by_reader ADD pages int;\n',
  'loans.cql': 'SELECT due, title FROM loans.by_reader WHERE reader = ?;\n',
};

/** A script that another reads. */
export const SCRIPTS = {
  'scripts/all.cql': "SOURCE 'parts/readers.cql'\n",
  'scripts/parts/readers.cql': 'SELECT title FROM loans.by_reader WHERE reader = ?;\n',
};
