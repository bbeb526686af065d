import { describe, expect, test } from 'vitest';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { settle } from '../../server/src/workspace/settle.ts';
import { workspaceOf } from '../fixtures.ts';

type Files = Readonly<Record<string, string>>;

/** The files as `propose --write` leaves them. */
function written(files: Files): Files {
  const workspace = workspaceOf(files);
  const all = [...workspace.files()];
  const texts = settle(workspace, all, [...proposedIn(workspace, all)])?.texts;
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, texts?.get(path) ?? text]));
}

const madeIn = (files: Files): readonly string[] =>
  Object.values(files).flatMap((text) => [...text.matchAll(/^CREATE TABLE (\S+)/gm)].map(([, name]) => name!));

describe('what is written for the writes of a table is no question of its own', () => {
  const READINGS: Files = {
    'schema.cql': `-- @rows-per-partition 5M
CREATE TABLE readings (station text, at timestamp, gas text, value double, keeper text, town text static, PRIMARY KEY (station, at));
`,
    'queries.cql': `SELECT at, value FROM readings WHERE station = ? AND at >= ? AND at < ?;
SELECT station, at, value FROM readings WHERE gas = ? AND at >= ? AND at < ?;
SELECT station, at, value, town FROM readings WHERE keeper = ?;
`,
    'writes.cql': `INSERT INTO readings (station, at, gas, value, keeper) VALUES (?, ?, ?, ?, ?);
UPDATE readings SET keeper = ?, gas = ? WHERE station = ? AND at = ?;
DELETE FROM readings WHERE station = ? AND at = ?;
DELETE FROM readings WHERE station = ?;
DELETE FROM readings WHERE station = ? AND at >= ? AND at < ?;
UPDATE readings SET gas = ? WHERE station = ? AND at = ? IF keeper = ?;
`,
  };

  test('each of the queries gets a table, the reads of the writes get none', () => {
    expect(madeIn(written(READINGS))).toEqual([
      'readings',
      'readings_by_keeper',
      'readings_by_gas',
      'readings_by_station',
    ]);
  });

  test('nor the reads for a table with a row for each element', () => {
    const files = {
      'schema.cql': `-- @rows-per-partition 5M
CREATE TABLE readings (station text, at timestamp, tags set<text>, value double, town text static, PRIMARY KEY (station, at));
`,
      'queries.cql': `SELECT station, at, value, town FROM readings WHERE tags CONTAINS ?;
`,
      'writes.cql': `INSERT INTO readings (station, at, tags, value) VALUES (?, ?, ?, ?);
UPDATE readings SET town = ? WHERE station = ?;
`,
    };
    const once = written(files);
    expect(madeIn(once)).toEqual(['readings', 'readings_by_tag']);
    expect(once['writes.cql']).toContain('SELECT tags, at FROM readings WHERE station = ?;');
    expect(written(once)).toEqual(once);
  });

  test('a query above such writes is one of its own', () => {
    const { 'queries.cql': first = '', ...others } = written(READINGS);
    const query = 'SELECT at, keeper FROM readings WHERE station = ? AND at < ? LIMIT 20;';
    const { 'writes.cql': writes } = written({
      ...others,
      'queries.cql': first,
      'writes.cql': `${query}\n${others['writes.cql']}`,
    });
    expect(writes).toContain(
      'SELECT at, keeper FROM readings_by_station WHERE station = ? AND day = ? AND at < ? LIMIT 20;',
    );
  });

  test('a second time nothing is changed', () => {
    const once = written(READINGS);
    expect(once).not.toEqual(READINGS);
    expect(written(once)).toEqual(once);
  });
});

describe('what takes rows of a copy away stands right below the read that finds them', () => {
  const table =
    'CREATE TABLE events (room text, at int, owner int static, floor int static, tags set<text>, seats map<text, int>, n int, PRIMARY KEY (room, at));\n';
  const queries = ['SELECT at FROM events WHERE owner = ?;', 'SELECT at, n FROM events WHERE tags CONTAINS ?;'];
  const write = 'UPDATE events SET owner = ?, tags = ? WHERE room = ? AND at = ?;\n';

  test.each([queries, queries.toReversed()])('above the read of other rows: %s, %s', (...asked) => {
    const { 'writes.cql': text = '' } = written({
      'schema.cql': table,
      'queries.cql': asked.join('\n'),
      'writes.cql': write,
    });
    expect(text.split('\n').slice(0, 4)).toEqual([
      'SELECT tags, n FROM events WHERE room = ? AND at = ?;',
      'DELETE FROM events_by_tag WHERE tag = ? AND room = ? AND at = ?;',
      'SELECT owner, at FROM events WHERE room = ?;',
      'BEGIN BATCH',
    ]);
  });

  test('also where another copy reads those rows already', () => {
    const { 'writes.cql': text = '' } = written({
      'schema.cql': table,
      'queries.cql': [...queries, 'SELECT at FROM events WHERE seats CONTAINS KEY ?;'].join('\n'),
      'writes.cql': write.replace('tags = ?', 'tags = ?, seats = ?'),
    });
    expect(text.split('\n').slice(0, 5)).toEqual([
      'SELECT tags, n, seats FROM events WHERE room = ? AND at = ?;',
      'DELETE FROM events_by_seat_key WHERE seat_key = ? AND room = ? AND at = ?;',
      'DELETE FROM events_by_tag WHERE tag = ? AND room = ? AND at = ?;',
      'SELECT owner, at FROM events WHERE room = ?;',
      'BEGIN BATCH',
    ]);
  });
});

describe('copies are named as the statements name the table', () => {
  const SCHEMA =
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE shop;\nCREATE TABLE lamps (id int PRIMARY KEY, colour text, watts int);\nUSE system;\n";

  test('with the keyspace, where another is in use or none', () => {
    const { 'q.cql': text } = written({
      'schema.cql': SCHEMA,
      'q.cql': `SELECT id FROM shop.lamps WHERE colour = ?;
INSERT INTO shop.lamps (id, colour) VALUES (?, ?);
DELETE FROM shop.lamps WHERE id = ?;
TRUNCATE shop.lamps;
`,
    });
    expect(text).toBe(`SELECT id FROM shop.lamps_by_colour WHERE colour = ?;
SELECT colour FROM shop.lamps WHERE id = ?;
BEGIN BATCH
  INSERT INTO shop.lamps (id, colour) VALUES (?, ?);
  INSERT INTO shop.lamps_by_colour (colour, id) VALUES (?, ?);
  -- only where colour changed
  DELETE FROM shop.lamps_by_colour WHERE colour = ? AND id = ?;
APPLY BATCH;
SELECT colour FROM shop.lamps WHERE id = ?;
BEGIN BATCH
  DELETE FROM shop.lamps WHERE id = ?;
  DELETE FROM shop.lamps_by_colour WHERE colour = ? AND id = ?;
APPLY BATCH;
TRUNCATE shop.lamps;
TRUNCATE shop.lamps_by_colour;
`);
  });

  test('counts, too', () => {
    const workspace = workspaceOf({
      'schema.cql': SCHEMA,
      'q.cql': 'SELECT colour, count(*) FROM shop.lamps GROUP BY colour;\n',
    });
    const [found] = [...proposedIn(workspace, [...workspace.files()])];
    expect(found!.proposals[0]!.queries).toEqual([
      'SELECT colour, count FROM shop.lamps_count_by_colour WHERE shard = ?',
    ]);
  });
});

test('what is read of a table above a write of the same rows is no half of a join', () => {
  const { 'a.cql': text = '' } = written({
    'a.cql': `CREATE TABLE lamps (id int PRIMARY KEY, colour text, watts int);
SELECT id FROM lamps WHERE colour = ?;
DELETE FROM lamps WHERE watts = ?;
`,
  });
  expect(text).not.toContain('ALTER TABLE');
  expect(text).toContain(`SELECT id FROM lamps_by_watts WHERE watts = ?;
SELECT colour, watts FROM lamps WHERE id = ?;
`);
});

describe('a list of values is read of one table', () => {
  test.each([
    ['SELECT DISTINCT colour FROM lamps;', ['lamps', 'lamps_by_colour']],
    ['SELECT colour, watts FROM lamps GROUP BY colour, watts;', ['lamps', 'lamps_by_colour_watts']],
    // Its own table lists them as well as another.
    ['SELECT DISTINCT id FROM lamps;', ['lamps']],
    ['SELECT DISTINCT room FROM rooms;', ['rooms']],
  ])('%s', (query, tables) => {
    const { 'a.cql': text = '' } = written({
      'a.cql': `${
        query.includes('rooms')
          ? 'CREATE TABLE rooms (room int, at int, PRIMARY KEY (room, at));'
          : 'CREATE TABLE lamps (id int PRIMARY KEY, colour text, watts int);'
      }\n${query}\n`,
    });
    expect(madeIn({ 'a.cql': text })).toEqual(tables);
  });
});

test('one query for each bucket: together they miss none', () => {
  const once = written({
    'a.cql': `-- @bucket month = month(at) as yyyymm
CREATE TABLE log (who text, month int, at timestamp, PRIMARY KEY ((who, month), at));
SELECT at FROM log WHERE who = ? AND at >= '2024-01-20' AND at < '2024-03-03' ORDER BY at;
`,
  });
  expect(once['a.cql']!.match(/month = \d+/g)).toEqual(['month = 202401', 'month = 202402', 'month = 202403']);
  const workspace = workspaceOf(once);
  expect(workspace.findings('a.cql').map(({ finding }) => finding.code)).toEqual([]);
  const short = once['a.cql']!.replace(/^SELECT .* 202402 .*\n/m, '');
  expect(
    workspaceOf({ 'a.cql': short })
      .findings('a.cql')
      .map(({ finding }) => finding.message),
  ).toEqual([
    'The range of `at` lies in 3 buckets; only 202401 is read, the rows of 202402 are missed.',
    'The range of `at` lies in 3 buckets; only 202403 is read, the rows of 202402 are missed.',
  ]);
});

describe('rows that a table lacks for a null in its key', () => {
  const FILMS = 'CREATE TABLE films (id int PRIMARY KEY, title text, director text, year int);\n';
  const RANGE = 'SELECT title FROM films WHERE director = ? AND year > ?;\n';
  const ALL = 'SELECT title FROM films WHERE director = ?;\n';

  test.each([RANGE + ALL, ALL + RANGE])('a query that means them gets a table of its own: %s', (queries) => {
    const { 'a.cql': text = '' } = written({ 'a.cql': FILMS + queries });
    const keys = new Map(
      [...text.matchAll(/CREATE TABLE (films_\w+)[^;]*PRIMARY KEY (.*)\n/g)].map(([, name = '', key = '']) => [
        name,
        key,
      ]),
    );
    const readBy = (query: RegExp): string | undefined => keys.get(query.exec(text)?.[1] ?? '');
    expect(readBy(/FROM (\w+) WHERE director = \? AND year > \?;/)).toBe('((director), year, id)');
    expect(readBy(/FROM (\w+) WHERE director = \?;/)).toBe('((director), id)');
  });

  test.each([RANGE + ALL, ALL + RANGE])('where each row has a value one table is enough: %s', (queries) => {
    const { 'a.cql': text = '' } = written({ 'a.cql': `-- @notnull year\n${FILMS}${queries}` });
    expect(madeIn({ 'a.cql': text })).toHaveLength(2);
    expect(text).toContain('PRIMARY KEY ((director), year, id)');
  });
});

describe('queries that list partitions by one static value', () => {
  const CARTS = `CREATE TABLE carts (cart uuid, item int, owner text static, mail text static, town text static, PRIMARY KEY (cart, item));
SELECT DISTINCT cart, mail FROM carts WHERE owner = ?;
SELECT DISTINCT cart, town FROM carts WHERE owner = ?;
UPDATE carts SET owner = ?, mail = ? WHERE cart = ?;
`;

  test('read one table, which has what each of them selects', () => {
    const { 'a.cql': text = '' } = written({ 'a.cql': CARTS });
    expect(madeIn({ 'a.cql': text })).toEqual(['carts', 'carts_by_owner']);
    expect(text).toContain('SELECT cart, mail FROM carts_by_owner WHERE owner = ?;');
    expect(text).toContain('SELECT cart, town FROM carts_by_owner WHERE owner = ?;');
    expect(text).toContain('INSERT INTO carts_by_owner (owner, cart, mail, town) VALUES (?, ?, ?, ?);');
  });

  test('not what asks for every row', () => {
    const { 'a.cql': text = '' } = written({
      'a.cql': CARTS.replace('SELECT DISTINCT cart, town', 'SELECT cart, town'),
    });
    expect(text).toMatch(/PRIMARY KEY \(\(owner\), cart, item\)/);
    expect(text).toMatch(/PRIMARY KEY \(\(owner\), cart\)/);
  });
});

test('queries that list the partitions of a small table read one list, which has what each of them selects', () => {
  const { 'a.cql': text = '' } = written({
    'a.cql': `-- @cardinality room 200
CREATE TABLE talks (room text, slot int, floor int static, seats int static, PRIMARY KEY (room, slot));
SELECT DISTINCT room FROM talks;
SELECT DISTINCT room, seats FROM talks;
SELECT DISTINCT room, floor FROM talks;
`,
  });
  expect(madeIn({ 'a.cql': text })).toEqual(['talks', 'rooms']);
  for (const selected of ['room', 'room, seats', 'room, floor'])
    expect(text).toContain(`SELECT ${selected} FROM rooms WHERE bucket = 'all';`);
});
