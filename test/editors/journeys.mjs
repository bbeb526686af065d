// What people do, whatever their editor: the files that they have, and what must stand in them afterwards.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (
  user_name text PRIMARY KEY,
  country text,
  email text
);
`;
const QUERIES = `SELECT email FROM shop.users WHERE user_name = 'chris';
SELECT email FROM shop.users WHERE country = 'nz';
`;
const PROGRAM = `package shop

import "github.com/gocql/gocql"

func email(s *gocql.Session) {
	s.Query("SELECT email FROM shop.users WHERE user_name = ?", "chris")
}
`;
const PROJECT = { 'cql-analyzer.toml': '', 'schema.cql': SCHEMA, 'queries.cql': QUERIES };

/** What a file lacks, or has and should not. */
const expected = (path, text, { has = [], lacks = [] }) => {
  const missing = has.filter((part) => !text.includes(part));
  const left = lacks.filter((part) => text.includes(part));
  if (missing.length + left.length === 0) return undefined;
  return `${path} lacks ${JSON.stringify(missing)}, has ${JSON.stringify(left)}:\n${text}`;
};

/** The schema as it is written to disk while an editor has the query open. */
export const CHANGED_SCHEMA = `${SCHEMA}CREATE INDEX ON shop.users (country);\n`;

export const JOURNEYS = {
  /** Opens the query and sees that Cassandra refuses it. */
  finding: { files: PROJECT },
  /** Asks what a table is. */
  hover: { files: PROJECT },
  /** Types a keyspace and a dot, and is offered its table. */
  complete: { files: PROJECT },
  /** Lets the table be written that the query needs; the finding goes. */
  apply: {
    files: PROJECT,
    after: (read) =>
      expected('schema.cql', read('schema.cql'), { has: ['CREATE TABLE shop.users_by_country ('] }) ??
      expected('queries.cql', read('queries.cql'), { has: ["FROM shop.users_by_country WHERE country = 'nz'"] }),
  },
  /** Thinks better of it: what was written into both files is undone, and the finding is back. */
  undone: {
    files: PROJECT,
    after: (read) =>
      expected('schema.cql', read('schema.cql'), { has: [SCHEMA], lacks: ['users_by_country'] }) ??
      expected('queries.cql', read('queries.cql'), { has: [QUERIES] }),
  },
  /** Calls a column something else, everywhere. */
  rename: {
    files: PROJECT,
    after: (read) =>
      expected('schema.cql', read('schema.cql'), { has: ['  mail text'], lacks: ['email'] }) ??
      expected('queries.cql', read('queries.cql'), { has: ['SELECT mail FROM shop.users'], lacks: ['email'] }),
  },
  /** Has a file laid out. */
  format: {
    files: { ...PROJECT, 'queries.cql': QUERIES.replace('SELECT email', 'select  email') },
    after: (read) => expected('queries.cql', read('queries.cql'), { has: [QUERIES] }),
  },
  /** Asks where a table is used. */
  references: { files: PROJECT },
  /** Goes from a query to its table. */
  definition: { files: PROJECT },
  /** Calls a column something else as soon as the editor is there; a program uses it, too. */
  programs: {
    files: { ...PROJECT, 'shop.go': PROGRAM },
    after: (read) =>
      expected('shop.go', read('shop.go'), { has: ['SELECT mail FROM shop.users'], lacks: ['SELECT email'] }),
  },
  /** Another program changes the schema; the finding goes. */
  disk: { files: PROJECT },
  /** Opens the query in a folder that nothing marks as a project. */
  rootless: { files: { 'schema.cql': SCHEMA, 'queries.cql': QUERIES } },
  /** There as well, changes the schema in its buffer and does not save it; the finding goes. */
  unsaved: {
    files: { 'schema.cql': SCHEMA, 'queries.cql': QUERIES },
    after: (read) => expected('schema.cql', read('schema.cql'), { lacks: ['CREATE INDEX'] }),
  },
};
