import { expect, test } from 'vitest';
import { workspaceOf } from '../fixtures.ts';

const FILES = {
  'a/late.cql': 'SELECT * FROM shop.users WHERE id = 1;',
  'queries.cql': 'SELECT * FROM shop.users WHERE id = 2;',
  'schema.cql':
    "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE shop.users (id int PRIMARY KEY);",
};

test('uses of a table stand in the order of paths, whenever their files came', () => {
  const readers = (paths: readonly string[]): readonly string[] => {
    const workspace = workspaceOf(Object.fromEntries(paths.map((path) => [path, FILES[path as keyof typeof FILES]])));
    const users = workspace.project.final.table('shop', 'users');
    return workspace.surroundings.usesOf(users!).map(({ uri }) => uri);
  };
  const sorted = readers(['a/late.cql', 'queries.cql', 'schema.cql']);
  expect(sorted).toHaveLength(2);
  expect(readers(['schema.cql', 'queries.cql', 'a/late.cql'])).toEqual(sorted);
});
