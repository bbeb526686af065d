import { expect, test } from 'vitest';
import { lensAt, lensPlaces, servedLensAt } from '../../server/src/service/code-lenses.ts';
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

test('a query that its table does not serve is told which table does', () => {
  const schema = `CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE k.users (id int PRIMARY KEY, email text, country text);
-- @copy-of users
CREATE TABLE k.users_by_email (email text, id int, PRIMARY KEY (email, id));`;
  const lens = (query: string) => {
    const workspace = workspaceOf({ 'schema.cql': schema, 'queries.cql': query });
    const found = servedLensAt(subjectOf(workspace, 'queries.cql'), 0);
    return found && [found.title, query.slice(found.start, found.end), ...found.places.map((place) => textAt(place))];
  };
  const textAt = ({ start, end }: { start: number; end: number }): string => schema.slice(start, end);
  expect(lens("SELECT id FROM k.users WHERE email = 'x'")).toEqual([
    'k.users_by_email serves this query',
    "SELECT id FROM k.users WHERE email = 'x'",
    'users_by_email',
  ]);
  expect(lens("SELECT id FROM k.users WHERE country = 'nz'")).toBeUndefined();
  expect(lens("SELECT country FROM k.users WHERE email = 'x'")).toBeUndefined();
  expect(lens('SELECT id FROM k.users WHERE id = 1')).toBeUndefined();
  expect(lens('DELETE FROM k.users WHERE id = 1')).toBeUndefined();
});
