import { expect, test } from 'vitest';
import { lensAt, lensPlaces } from '../../server/src/service/code-lenses.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';

test('a lens tells what the project does with a table', () => {
  const schema = `CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE k.users (id int PRIMARY KEY, email text);
-- @copy-of users
CREATE TABLE k.users_by_email (email text, id int, PRIMARY KEY (email, id));
CREATE TABLE k.unused (id int PRIMARY KEY);`;
  const queries = `SELECT email FROM k.users WHERE id = ?; SELECT id FROM k.users;
BEGIN BATCH UPDATE k.users SET email = 'x' WHERE id = 1; INSERT INTO k.users_by_email (email, id) VALUES ('x', 1); APPLY BATCH;`;
  const subject = subjectOf(workspaceOf({ 'schema.cql': schema, 'queries.cql': queries }), 'schema.cql');
  const lenses = lensPlaces(subject).map(({ start, end }) => [schema.slice(start, end), lensAt(subject, start)?.title]);
  expect(lenses).toEqual([
    ['users', '2 queries · 1 scan · 1 write · 1 copy'],
    ['users_by_email', 'no queries · 1 write'],
    ['unused', 'no queries'],
  ]);
  expect(
    lensAt(subject, lensPlaces(subject)[0]!.start)?.places.map(({ start, end }) => queries.slice(start, end)),
  ).toEqual([
    'SELECT email FROM k.users WHERE id = ?',
    'SELECT id FROM k.users',
    "UPDATE k.users SET email = 'x' WHERE id = 1",
  ]);
});
