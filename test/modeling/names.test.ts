import { describe, expect, test } from 'vitest';
import { proposals } from './ask.ts';

const named = (schema: string, query: string): readonly (string | undefined)[] =>
  proposals({ 's.cql': `${schema};`, 'q.cql': `${query};` }, 'q.cql', 'select').flatMap(({ kind, table }) =>
    kind === 'new-table' ? [table] : [],
  );

describe('the name of a table', () => {
  test('of values says what it lists, and of what', () => {
    expect(named('CREATE TABLE net (id uuid PRIMARY KEY, net inet)', 'SELECT DISTINCT net FROM net')).toEqual([
      'nets_by_net',
      'distinct_nets_of_net',
    ]);
    expect(
      named('CREATE TABLE shops (id uuid PRIMARY KEY, city text, kind text)', 'SELECT DISTINCT kind, city FROM shops'),
    ).toContain('distinct_kind_cities_of_shops');
  });

  test('tells columns apart whose stems are one', () => {
    const schema = 'CREATE TABLE jobs (id uuid PRIMARY KEY, state text, state_id int)';
    expect(named(schema, 'SELECT * FROM jobs WHERE state = ? AND state_id = ?')[0]).toBe('jobs_by_state_state_id');
    expect(named(schema, 'SELECT * FROM jobs WHERE state_id = ?')[0]).toBe('jobs_by_state');
  });

  test('tells a table from the column that it is found by', () => {
    expect(named('CREATE TABLE "Box" (id uuid PRIMARY KEY, "box" text)', 'SELECT * FROM "Box" WHERE box = ?')[0]).toBe(
      '"Boxes_by_box"',
    );
  });

  test('says "latest" once', () => {
    const schema =
      'CREATE TABLE latest_fixes (boat int, at timestamp, PRIMARY KEY (boat, at)) WITH CLUSTERING ORDER BY (at DESC)';
    expect(named(schema, 'SELECT * FROM latest_fixes PER PARTITION LIMIT 1')).toEqual(['latest_fixes_2']);
  });

  test('keeps what a tool fills in whole, also beside a table that has the name', () => {
    const users = 'users_of_the_shops_in_${deployment_environment}';
    const schema = `CREATE TABLE ${users} (id uuid PRIMARY KEY, email text, age int);
      CREATE TABLE ${users}_by_email (email text PRIMARY KEY)`;
    expect(named(schema, `SELECT age FROM ${users} WHERE email = ?`)[0]).toMatch(
      /\$\{deployment_environment\}_by_email_\w+$/,
    );
  });
});
