import { describe, expect, test } from 'vitest';
import { workspaceOf } from '../fixtures.ts';
import { fixesOf } from '../../server/src/rules/index.ts';

// With a complete schema: what is not there is called by its name and kind, whatever the statement does with it.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (id uuid PRIMARY KEY, name text);
`;

function saidOf(statement: string): readonly string[] {
  const workspace = workspaceOf({ 'a.cql': SCHEMA + statement }, { completeSchema: true });
  return workspace.findings('a.cql').map(({ finding, segment, start, end }) => {
    const [context] = workspace.contexts('a.cql', segment);
    const fixes = context === undefined ? [] : fixesOf(context, finding).map(({ title }) => title);
    return [(SCHEMA + statement).slice(start, end), finding.message, ...fixes].join(' / ');
  });
}

describe('a keyspace', () => {
  test.each([
    'CREATE TYPE shpo.address (street text);',
    'CREATE TABLE shpo.orders (id uuid PRIMARY KEY);',
    "CREATE FUNCTION shpo.f (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;';",
    'SELECT name FROM shpo.users WHERE id = ?;',
    'ALTER TABLE shpo.users ADD email text;',
    'USE shpo;',
    'DROP KEYSPACE shpo;',
    'ALTER KEYSPACE shpo WITH durable_writes = false;',
    'GRANT SELECT ON KEYSPACE shpo TO app;',
    'GRANT EXECUTE ON FUNCTION shpo.f(int) TO app;',
    'DESCRIBE KEYSPACE shpo;',
  ])('%s', (statement) => {
    expect(saidOf(statement).filter((one) => one.includes('keyspace'))).toEqual([
      'shpo / There is no keyspace `shpo`. Did you mean `shop`? / Change to `shop`',
    ]);
  });

  test('with a name like none', () => {
    expect(saidOf('SELECT name FROM archive.users WHERE id = ?;')).toEqual([
      'archive / There is no keyspace `archive`.',
    ]);
  });

  test('that USE said, and that is dropped since', () => {
    expect(saidOf('USE shop; DROP KEYSPACE shop; CREATE TYPE address (street text);')).toEqual([
      'address / There is no keyspace `shop`.',
    ]);
  });
});

test('a table or column in quotes is named so', () => {
  const made = 'CREATE TABLE shop."Orders" ("Id" uuid PRIMARY KEY, n int);\n';
  expect(saidOf(`${made}SELECT n FROM shop.Orders WHERE "Id" = ?;`)).toEqual([
    'Orders / Keyspace `shop` has no table `orders`. Did you mean `"Orders"`? / Change to `"Orders"`',
  ]);
  expect(saidOf(`${made}SELECT n FROM shop."Orders" WHERE Id = ?;`)).toEqual([
    'Id / `Orders` has no column `id`. Did you mean `"Id"`? / Change to `"Id"`',
  ]);
});

test.each([
  ['ALTER TYPE shop.address ADD zip int;', 'shop.address / There is no type `shop.address`.'],
  ['DROP TYPE shop.address;', 'shop.address / There is no type `shop.address`. / Add IF EXISTS'],
  ['DROP INDEX shop.users_name_idx;', 'shop.users_name_idx / There is no index `shop.users_name_idx`. / Add IF EXISTS'],
  ['DROP FUNCTION shop.f;', 'shop.f / There is no function `shop.f`. / Add IF EXISTS'],
  ['DESCRIBE TABLE shop.orders;', 'shop.orders / The schema has no table `orders`.'],
  ['DROP MATERIALIZED VIEW shop.v;', 'shop.v / There is no view `shop.v`. / Add IF EXISTS'],
])('%s', (statement, said) => {
  expect(saidOf(statement)).toEqual([said]);
});
