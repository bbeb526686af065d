import { describe, expect, test } from 'vitest';
import { applied, flat, proposals } from './ask.ts';

const USERS =
  'CREATE TABLE users (id uuid PRIMARY KEY, email text, name text, country text, created timestamp, age int);';

const offered = (query: string, writes = '') =>
  proposals({ 'schema.cql': USERS, 'query.cql': `${query};`, 'writes.cql': writes }, 'query.cql', 'select');

const rewritten = (query: string): string => offered(query)[0]!.queries.join('; ');

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

  test('the rows that OFFSET passes over are read, and the client passes over them', () => {
    const found = offered('SELECT name FROM users WHERE country = ? ORDER BY created DESC LIMIT 10 OFFSET 20');
    const queries = found.flatMap((one) => one.queries);
    expect(queries[0]).toBe('SELECT name FROM users_by_country WHERE country = ? LIMIT 30');
    expect(queries.filter((query) => /offset/i.test(query))).toEqual([]);
    expect(found[0]).toMatchObject({
      preferred: false,
      notes: expect.arrayContaining([expect.stringContaining('passes over the first rows (20)')]),
    });
  });

  test('of two numbers behind LIMIT the client passes over the first', () => {
    const [first] = offered('SELECT name FROM users WHERE country = ? ORDER BY created DESC LIMIT 20, 10');
    expect(first!.queries).toEqual(['SELECT name FROM users_by_country WHERE country = ? LIMIT 30']);
    expect(first!.notes).toContainEqual(expect.stringContaining('passes over the first rows (20)'));
  });

  test.each([
    ['SELECT name FROM users LIMIT 10 OFFSET 20', 'SELECT name FROM users LIMIT 30'],
    ['SELECT name FROM users LIMIT 10 OFFSET ?', 'SELECT name FROM users'],
    ['SELECT name FROM users LIMIT 20 , 10', 'SELECT name FROM users LIMIT 30'],
    ['SELECT name FROM users WHERE id = ? LIMIT ?, ?', 'SELECT name FROM users WHERE id = ?'],
    ['SELECT name FROM users WHERE id IN ? OFFSET 5', 'SELECT name FROM users WHERE id IN ?'],
    [
      'SELECT country, count(*) FROM users WHERE id = ? GROUP BY id HAVING count(*) > 1 LIMIT 3',
      'SELECT country, count(*) FROM users WHERE id = ? GROUP BY id',
    ],
    [
      "SELECT id, max(age) AS oldest FROM users WHERE id = ? GROUP BY id HAVING oldest > 3 AND id != 'x'",
      'SELECT id, max(age) AS oldest FROM users WHERE id = ? GROUP BY id',
    ],
  ])('the client does what CQL has no clause for: %s', (query, rest) => {
    expect(offered(query)[0]).toMatchObject({ kind: 'rewrite', preferred: false, queries: [rest] });
  });

  test('groups are left out by what the query selects', () => {
    expect(offered('SELECT id, count(*) FROM users WHERE id = ? GROUP BY id HAVING max(age) > 3')).toMatchObject([
      { kind: 'keep' },
    ]);
  });

  test.each([
    ['SELECT u.name FROM users u WHERE u.email = ?', 'SELECT name FROM users_by_email WHERE email = ?'],
    [
      'SELECT u.name AS n FROM users AS u WHERE u.country = ? AND u.created BETWEEN ? AND ? ORDER BY u.created DESC',
      'SELECT name AS n FROM users_by_country WHERE country = ? AND created >= ? AND created <= ?',
    ],
    ['SELECT users.name FROM users WHERE users.email == ?', 'SELECT name FROM users_by_email WHERE email = ?'],
    ['SELECT u.* FROM users u WHERE u.id = ?', 'SELECT * FROM users WHERE id = ?'],
    ['SELECT u.name FROM users u WHERE u.id = ?', 'SELECT name FROM users WHERE id = ?'],
    [
      "SELECT name FROM users WHERE email = 'a' OR email IN ('b', 'c')",
      "SELECT name FROM users_by_email WHERE email IN ('a', 'b', 'c')",
    ],
    [
      'SELECT name FROM users WHERE (email = ? OR email = ?) AND country = ?',
      'SELECT name FROM users_by_country_email WHERE email IN (?, ?) AND country = ?',
    ],
    [
      "SELECT id FROM users WHERE country = ? AND toDate(created) = '2024-02-29'",
      "SELECT id FROM users_by_country WHERE country = ? AND created >= '2024-02-29 00:00+0000' AND created < '2024-03-01 00:00+0000'",
    ],
    [
      'SELECT id FROM users WHERE country = ? AND year(created) BETWEEN 2022 AND 2023',
      "SELECT id FROM users_by_country WHERE country = ? AND created >= '2022-01-01 00:00+0000' AND created < '2024-01-01 00:00+0000'",
    ],
    [
      "SELECT id FROM users WHERE country = ? AND date(created) > '2024-12-31'",
      "SELECT id FROM users_by_country WHERE country = ? AND created >= '2025-01-01 00:00+0000'",
    ],
    [
      'SELECT DISTINCT email FROM users WHERE country = ?',
      'SELECT email FROM users_by_country WHERE country = ? GROUP BY country, email',
    ],
    ['SELECT DISTINCT country FROM users', 'SELECT DISTINCT country FROM users_by_country'],
    ['select distinct country, email from users', 'select distinct country, email from users_by_country_email'],
    ['SELECT DISTINCT id, name FROM users', 'SELECT id, name FROM users'],
    ['SELECT country FROM users GROUP BY country LIMIT 5', 'SELECT DISTINCT country FROM users_by_country LIMIT 5'],
    ['SELECT DISTINCT country FROM users ORDER BY country DESC', 'SELECT DISTINCT country FROM users_by_country'],
    [
      'SELECT DISTINCT country FROM users ORDER BY country DESC LIMIT 3',
      'SELECT country FROM users_by_country WHERE shard = ? GROUP BY shard, country LIMIT 3',
    ],
    ['SELECT DISTINCT email FROM users WHERE id = ?', 'SELECT email FROM users WHERE id = ?'],
    [
      'SELECT DATE(created), COUNT(*) FROM users WHERE country = ? GROUP BY DATE(created)',
      'SELECT toDate(created), COUNT(*) FROM users_by_country WHERE country = ? GROUP BY country, toDate(created)',
    ],
    [
      'SELECT floor(created, 1h), MAX(age) FROM users WHERE country = ? GROUP BY floor(created, 1h)',
      'SELECT floor(created, 1h), MAX(age) FROM users_by_country WHERE country = ? GROUP BY country, floor(created, 1h)',
    ],
    [
      'SELECT email, MAX(age) FROM users GROUP BY email',
      'SELECT email, MAX(age) FROM users_by_email WHERE shard = ? GROUP BY shard, email',
    ],
    [
      'SELECT name, email, count(*) FROM users WHERE country = ? GROUP BY name, email ORDER BY email DESC',
      'SELECT name, email, count(*) FROM users_by_country WHERE country = ? GROUP BY country, email, name',
    ],
  ])('%s', (asked, expected) => {
    expect(rewritten(asked)).toBe(expected);
  });

  test('the edit writes the whole query anew', () => {
    const files = { 'schema.cql': USERS, 'query.cql': 'SELECT u.name FROM users u WHERE u.email = ?; -- ours' };
    const [first] = proposals(files, 'query.cql', 'select');
    expect(applied(files, first!.edits(false))['query.cql']).toBe(
      'SELECT name FROM users_by_email WHERE email = ?; -- ours',
    );
  });

  test('what is not equal, the client drops', () => {
    const [first] = offered("SELECT id FROM users WHERE country = ? AND name <> 'x'");
    expect(first).toMatchObject({
      queries: ['SELECT id, name FROM users_by_country WHERE country = ?'],
      select: ['id'],
      clientFilter: [1],
      notes: expect.arrayContaining(["The client drops the rows that do not match `name != 'x'`."]),
    });
  });

  test.each([
    // Of several answers the client does not make groups, nor an order.
    "country = 'DE' OR email = 'x' ORDER BY name",
    "country = 'DE' OR email = 'x' GROUP BY name",
    // With rows dropped, ten are not ten.
    "country = ? AND name != 'x' LIMIT 10",
    'country = ? AND toDate(created) = ?',
    'country = ? AND created IS NULL LIMIT 10',
    'country = ? ORDER BY lower(name)',
    'country = ? ORDER BY 1',
    'country = ? ORDER BY created DESC NULLS LAST LIMIT 3',
    'country = ? UNION SELECT name FROM users WHERE email = ?',
    // Groups are not sorted by what is made of their rows.
    'country = ? GROUP BY name ORDER BY age LIMIT 10',
    'country = ? GROUP BY name ORDER BY count(*) DESC LIMIT 10',
    'country = ? GROUP BY age % 10',
  ])('no table, and no query that is no CQL: %s', (asked) => {
    expect(offered(`SELECT name FROM users WHERE ${asked}`).flatMap(({ queries }) => queries)).toEqual([]);
  });

  test('a boolean that OR makes one of two ways keeps out rows of its own side only', () => {
    const schema = 'CREATE TABLE accounts (id uuid PRIMARY KEY, active boolean, age int);';
    const query = 'SELECT id FROM accounts WHERE active = true OR age > 5;';
    const [first] = proposals({ 's.cql': schema, 'q.cql': query }, 'q.cql', 'select');
    expect(first!.queries).toEqual([
      'SELECT id FROM accounts_where_active WHERE shard = ?',
      'SELECT id FROM accounts_by_age WHERE shard = ? AND age > 5',
    ]);
    expect(first!.derived.map(({ table }) => table)).toEqual(['accounts_where_active', 'accounts_by_age']);
  });
});

describe('a field of a user type is found in a column of its own', () => {
  const schema = `CREATE TYPE spot (pier text, depth int);
CREATE TABLE wrecks (id uuid PRIMARY KEY, owner text, place spot);`;
  const offers = (where: string) =>
    proposals({ 'schema.cql': schema, 'query.cql': `SELECT id FROM wrecks WHERE ${where};` }, 'query.cql', 'select');

  test.each([
    ["place.pier = 'east'", "place_pier = 'east'", '((place_pier), id)'],
    ['place.pier = ? AND place.depth > 3', 'place_pier = ? AND place_depth > 3', '((place_pier), place_depth, id)'],
    ['owner = ? AND place.depth < ?', 'owner = ? AND place_depth < ?', '((owner), place_depth, id)'],
  ])('%s', (asked, where, key) => {
    const [first] = offers(asked);
    expect(first!.queries[0]!.split(' WHERE ')[1]).toBe(where);
    expect(flat(first!.ddl[0]!)).toContain(`PRIMARY KEY ${key}`);
    expect(first!.derived[0]).toMatchObject({ from: ['place'], function: 'field' });
  });

  test('what no key answers the client leaves out', () => {
    const [first] = offers("owner = ? AND place.pier != 'east'");
    expect(first!.queries).toEqual(['SELECT id, place FROM wrecks_by_owner WHERE owner = ?']);
    expect(first!.clientFilter).toEqual([1]);
  });

  test('a field that the type does not have is found nowhere', () => {
    expect(offers('place.dock = ?')).toMatchObject([{ kind: 'keep', why: '`place` has no field `dock`.' }]);
  });

  test('a write of a field moves the row of the copy', () => {
    const write = "UPDATE wrecks SET place.pier = 'west' WHERE id = ?";
    const files = { 'schema.cql': schema, 'query.cql': `SELECT id FROM wrecks WHERE place.pier = ?;\n${write};` };
    const [first] = proposals(files, 'query.cql', 'select');
    expect(first!.sync().changes.map(({ replacement }) => replacement)).toEqual([
      `SELECT place FROM wrecks WHERE id = ?;
DELETE FROM wrecks_by_place_pier WHERE place_pier = ? AND id = ?;
BEGIN BATCH
  ${write};
  INSERT INTO wrecks_by_place_pier (place_pier, id) VALUES (?, ?);
APPLY BATCH`,
    ]);
  });
});

describe('one or the other of two columns: a query for each', () => {
  const united = (where: string, writes = '', selected = 'id, name') =>
    offered(`SELECT ${selected} FROM users WHERE ${where}`, writes);

  test('of a table of its own', () => {
    const [first] = united('country = ? OR email = :mail');
    expect(first).toMatchObject({
      title: 'Ask for each side of OR by its own query: create table `users_by_country`; create table `users_by_email`',
      queries: [
        'SELECT id, name FROM users_by_country WHERE country = ?',
        'SELECT id, name FROM users_by_email WHERE email = :mail',
      ],
      binds: [[{ original: 0 }], [{ original: 'mail' }]],
      merge: 'concat',
      undo: ['DROP TABLE users_by_email', 'DROP TABLE users_by_country'],
    });
    expect(first!.ddl).toHaveLength(2);
    expect(first!.price).toContain('each INSERT writes 3 tables');
    expect(first!.notes).toContain('A row that more than one of them finds is kept once, by `id`.');
  });

  test.each([
    ["country = 'DE' AND (email = ? OR name = ?)", ["country = 'DE' AND email = ?", "country = 'DE' AND name = ?"]],
    ["(country = 'DE' AND email = ?) OR (name = ?)", ["country = 'DE' AND email = ?", 'name = ?']],
    ['country = ? AND (age > 5 OR age < 2)', ['country = ? AND age > 5', 'country = ? AND age < 2']],
    ['id = ? OR email = ?', ['id = ?', 'email = ?']],
  ])('%s', (asked, sides) => {
    expect(united(asked)[0]!.queries.map((query) => query.split(' WHERE ')[1])).toEqual(sides);
  });

  test('one table where both sides want the same', () => {
    expect(united('country = ? AND (age > 5 OR age < 2)')[0]!.ddl).toHaveLength(1);
  });

  test('by which the client knows a row again is read, too', () => {
    const [first] = united('country = ? OR email = ?', '', 'name');
    expect(first).toMatchObject({ select: ['name'] });
    expect(first!.queries[0]).toBe('SELECT name, id FROM users_by_country WHERE country = ?');
  });

  test('where a write would go to two new tables, the queries are parted first', () => {
    const [first] = united('country = ? OR email = ?', 'INSERT INTO users (id, country, email) VALUES (?, ?, ?);');
    expect(first).toMatchObject({
      kind: 'rewrite',
      ddl: [],
      queries: ['SELECT id, name FROM users WHERE country = ?', 'SELECT id, name FROM users WHERE email = ?'],
    });
    expect(first!.notes).toContain('They need: create table `users_by_country`; create table `users_by_email`.');
  });

  test('one that its table serves stays', () => {
    const query = 'SELECT id, name FROM users WHERE id = ? OR email = ?';
    const files = { 'schema.cql': USERS, 'query.cql': `${query};` };
    const [first] = proposals(files, 'query.cql', 'select');
    expect(applied(files, first!.edits(true))['query.cql']).toBe(
      'SELECT id, name FROM users WHERE id = ?;\nSELECT id, name FROM users_by_email WHERE email = ?;',
    );
  });
});

describe('a query within another one', () => {
  const TABLES = `${USERS}
CREATE TABLE visits (user_id uuid, at timestamp, page text, PRIMARY KEY (user_id, at));
CREATE TABLE members (club text, user_id uuid, since date, sponsor uuid, PRIMARY KEY (club, user_id));`;
  const asked = (query: string) => proposals({ 'schema.cql': TABLES, 'query.cql': `${query};` }, 'query.cql', 'select');

  test('runs first, and the other for each value', () => {
    const query = 'SELECT id, name FROM users WHERE id IN (SELECT user_id FROM members WHERE club = ?)';
    const files = { 'schema.cql': TABLES, 'query.cql': `${query};` };
    const found = asked(query);
    expect(found).toMatchObject([
      {
        kind: 'rewrite',
        title: 'Read `user_id` of `members` first, then ask with each',
        price: 'one query more for each `user_id`',
        preferred: true,
        queries: ['SELECT user_id FROM members WHERE club = ?', 'SELECT id, name FROM users WHERE id = ?'],
        binds: [[{ original: 0 }], [{ row: 'user_id', query: 0 }]],
        notes: ['Ask once for each `user_id`, however often it is found.'],
      },
    ]);
    expect(applied(files, found[0]!.edits(true))['query.cql']).toBe(
      'SELECT user_id FROM members WHERE club = ?;\nSELECT id, name FROM users WHERE id = ?;',
    );
  });

  test('of one value: what the other asks for stays, and markers are counted over both', () => {
    const [first] = asked(
      'SELECT page FROM visits WHERE user_id = (SELECT id FROM users WHERE email = ?) AND at > ? ORDER BY at DESC LIMIT 5',
    );
    expect(first).toMatchObject({
      title: 'Read `id` of `users` first, then ask with it',
      preferred: false,
      queries: [
        'SELECT id FROM users WHERE email = ?',
        'SELECT page FROM visits WHERE user_id = ? AND at > ? ORDER BY at DESC LIMIT 5',
      ],
      binds: [[{ original: 0 }], [{ row: 'id', query: 0 }, { original: 1 }]],
      notes: ['They need: create table `users_by_email`.'],
    });
  });

  test('both may need a table', () => {
    const [first] = asked('SELECT club, since FROM members WHERE user_id IN (SELECT id FROM users WHERE country = :c)');
    expect(first).toMatchObject({
      queries: ['SELECT id FROM users WHERE country = :c', 'SELECT club, since FROM members WHERE user_id = :user_id'],
      binds: [[{ original: 'c' }], [{ row: 'id', query: 0 }]],
    });
    expect(first!.notes).toContain('They need: create table `users_by_country`; create table `members_by_user`.');
  });

  test('a null is no value', () => {
    const [first] = asked('SELECT id, name FROM users WHERE id IN (SELECT sponsor FROM members WHERE club = ?)');
    expect(first!.notes).toEqual(['Ask once for each `sponsor`, however often it is found, and for no null.']);
  });

  test.each([
    ['a number of rows', 'SELECT name FROM users WHERE id IN (SELECT user_id FROM members WHERE club = ?) LIMIT 5'],
    ['a count', 'SELECT count(*) FROM users WHERE id IN (SELECT user_id FROM members WHERE club = ?)'],
    ['the others', 'SELECT name FROM users WHERE id NOT IN (SELECT user_id FROM members WHERE club = ?)'],
    [
      'a query that knows the other',
      'SELECT page FROM visits WHERE user_id IN (SELECT id FROM users WHERE users.id = visits.user_id)',
    ],
    ['what is not there', 'SELECT page FROM visits WHERE user_id IN (SELECT id FROM users WHERE nick = ?)'],
    ['another name', 'SELECT name FROM users WHERE id IN (SELECT user_id AS id FROM members WHERE club = ?)'],
    ['two values', 'SELECT page FROM visits WHERE user_id IN (SELECT id, name FROM users WHERE id = ?)'],
  ])('%s: nothing is offered', (_, query) => {
    expect(asked(query)).toMatchObject([{ kind: 'keep' }]);
  });
});

describe('a count of different values', () => {
  test('is one of those that a table lists, in which null is none', () => {
    const [first, second] = offered('SELECT count(DISTINCT email) AS n FROM users WHERE country = ?');
    expect(first).toMatchObject({
      kind: 'new-table',
      preferred: false,
      queries: ['SELECT email FROM users_by_country WHERE country = ? GROUP BY country, email'],
      notes: [
        'CQL counts rows, not different values: the client counts those of the answer.',
        'Rows without `country`, `email` are not in it; the query never asks for them.',
        expect.stringContaining('`country` seems to have few values'),
      ],
    });
    expect(flat(first!.ddl[0]!)).toBe(
      'CREATE TABLE users_by_country (country text, email text, id uuid, PRIMARY KEY ((country), email, id))',
    );
    expect(second!.title).toContain('one row for each value');
  });

  test('the query that lists them takes its place', () => {
    const query = 'SELECT count(distinct id) FROM users';
    const files = { 'schema.cql': USERS, 'query.cql': `${query};` };
    const last = offered(query).at(-1)!;
    expect(last).toMatchObject({ kind: 'rewrite', title: 'List the different values and count them in the client' });
    expect(applied(files, last.edits(true))['query.cql']).toBe('SELECT distinct id FROM users;');
  });

  test.each([
    'SELECT country, count(DISTINCT email) FROM users WHERE country = ?',
    'SELECT count(DISTINCT email) FROM users WHERE country = ? LIMIT 5',
    'SELECT count(DISTINCT nick) FROM users WHERE country = ?',
  ])('nothing is offered for %s', (query) => {
    expect(offered(query)).toMatchObject([{ kind: 'keep' }]);
  });
});
