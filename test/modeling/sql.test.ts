import { describe, expect, test } from 'vitest';
import { flat, proposals } from './ask.ts';

const USERS =
  'CREATE TABLE users (id uuid PRIMARY KEY, email text, name text, country text, created timestamp, age int);';

const offered = (query: string, writes = '') =>
  proposals({ 'schema.cql': USERS, 'query.cql': `${query};`, 'writes.cql': writes }, 'query.cql', 'select');

const tableFor = (query: string): readonly (string | undefined)[] => {
  const [first] = offered(query);
  return [first?.ddl[0] === undefined ? undefined : flat(first.ddl[0]), ...(first?.queries ?? [])];
};

describe('queries in SQL', () => {
  test('letters in any case: a column in lower case is looked up', () => {
    expect(tableFor('SELECT name FROM users WHERE lower(email) = ?')).toEqual([
      'CREATE TABLE users_by_email_lower (email_lower text, id uuid, name text, PRIMARY KEY ((email_lower), id))',
      'SELECT name FROM users_by_email_lower WHERE email_lower = ?',
    ]);
    const [first] = offered('SELECT name FROM users WHERE lower(email) = ?');
    expect(first!.derived).toMatchObject([{ column: 'email_lower', from: ['email'], function: 'lower' }]);
    expect(first!.notes).toContain('The client binds `email_lower` in lower case.');
  });

  test.each([
    ["LOWER(email) = lower('A@B')", "email_lower = 'a@b'"],
    ["upper(email) = 'A@B'", "email_lower = 'a@b'"],
    ['lower(email) = lower(:mail)', 'email_lower = :mail'],
    ["country = 'DE' AND lower(email) = ?", "country = 'DE' AND email_lower = ?"],
    ["country = ? AND lower(name) LIKE 'jo%'", "country = ? AND name_lower >= 'jo' AND name_lower < 'jp'"],
  ])('%s', (asked, expected) => {
    const [, query] = tableFor(`SELECT id FROM users WHERE ${asked}`);
    expect(query!.split(' WHERE ')[1]).toBe(expected);
  });

  test.each([
    'trim(email) = ?',
    'lower(age) = ?',
    // In lower case there are no capitals.
    "lower(email) = 'A@B'",
    'lower(email) = upper(?)',
    'lower(name) LIKE ?',
    'email = ? OR name = ?',
    // One row is read, whatever its letters.
    "id = ? AND lower(name) = 'x'",
  ])('nothing is offered for %s', (asked) => {
    expect(offered(`SELECT name FROM users WHERE ${asked}`)).toMatchObject([{ kind: 'keep' }]);
  });

  test('a constant is written in lower case', () => {
    const [first] = offered(
      'SELECT name FROM users WHERE lower(email) = ?',
      "INSERT INTO users (id, email, name) VALUES (?, 'Jo@X.org', 'Jo');",
    );
    expect(first!.sync().changes[0]!.replacement).toContain(
      "INSERT INTO users_by_email_lower (email_lower, id, name) VALUES ('jo@x.org', ?, 'Jo')",
    );
  });

  test('OFFSET goes, and the driver pages', () => {
    const found = offered('SELECT name FROM users WHERE country = ? ORDER BY created DESC LIMIT 10 OFFSET 20');
    const queries = found.flatMap((one) => one.queries);
    expect(queries[0]).toBe('SELECT name FROM users_by_country WHERE country = ? LIMIT 10');
    expect(queries.filter((query) => /offset/i.test(query))).toEqual([]);
    expect(found[0]).toMatchObject({
      preferred: false,
      notes: expect.arrayContaining([expect.stringContaining('CQL has no OFFSET')]),
    });
    expect(offered('SELECT name FROM users LIMIT 10 OFFSET 20')).toMatchObject([{ kind: 'keep' }]);
  });
});
