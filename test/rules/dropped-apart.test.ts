import { expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

// Scripts that drop what uses a type, and the type, stand in no order: who runs them begins with the right one.

const SCHEMA =
  "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n" +
  'CREATE TYPE shop.street (name text, no int);\n' +
  'CREATE TABLE shop.homes (id uuid PRIMARY KEY, at street);\n' +
  'CREATE MATERIALIZED VIEW shop.homes_v AS SELECT id FROM shop.homes WHERE id IS NOT NULL PRIMARY KEY (id);\n';
const TYPES = 'DROP TYPE IF EXISTS shop.street;\n';
const TABLES = 'DROP MATERIALIZED VIEW shop.homes_v;\nDROP TABLE shop.homes;\n';

const refusedIn = (workspace: ReturnType<typeof workspaceOf>): readonly string[] =>
  allFindings(workspace)
    .filter(({ finding }) => finding.code === 'refused')
    .map(({ path }) => path);

test('a type whose tables another script drops', () => {
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'drop_types.cql': TYPES, 'drop_tables.cql': TABLES });
  expect(refusedIn(workspace)).toEqual([]);
  workspace.set('drop_tables.cql', '', { path: 'drop_tables.cql', contributes: true });
  expect(refusedIn(workspace)).toEqual(['drop_types.cql']);
  workspace.set('drop_tables.cql', TABLES, { path: 'drop_tables.cql', contributes: true });
  expect(refusedIn(workspace)).toEqual([]);
});

test('a table whose views another script drops', () => {
  const files = {
    'schema.cql': SCHEMA,
    'drop_a.cql': 'DROP TABLE shop.homes;\n',
    'drop_v.cql': TABLES.split('\n')[0]!,
  };
  expect(refusedIn(workspaceOf(files))).toEqual([]);
});

test('but not one that the same file, or a later migration, drops', () => {
  expect(refusedIn(workspaceOf({ 'schema.cql': SCHEMA + TYPES + TABLES }))).toEqual(['schema.cql']);
  expect(
    refusedIn(workspaceOf({ 'm/V1__a.cql': SCHEMA, 'm/V2__types.cql': TYPES, 'm/V3__tables.cql': TABLES })),
  ).toEqual(['m/V2__types.cql']);
});
