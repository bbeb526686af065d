import { describe, expect, test } from 'vitest';
import { applied, flat, proposals } from './ask.ts';

const QUERY = "SELECT v FROM m WHERE who = 'd' AND at >= '2014-09-20' AND at < '2014-10-05'";

/** The title of the first offer for the query over a table with a bucket, and the query that it writes. */
function first(bucket: string, more = '', { declared = '', query = QUERY } = {}): readonly string[] {
  const [name] = bucket.split(' ');
  const table = `CREATE TABLE m (who text, ${bucket}, at timestamp, v text, PRIMARY KEY ((who, ${name}), at));`;
  const files = { 's.cql': `${declared}\n${table}\n${more}`, 'q.cql': query };
  const [proposal] = proposals(files, 'q.cql', 'select');
  const written = flat(applied(files, proposal!.edits(false))['q.cql']!);
  expect(written).toBe(flat(proposal!.queries.join(';\n')));
  return [proposal!.title, written];
}

const added = (relation: string): readonly string[] => [
  `Add \`${relation}\`${relation.includes('?') ? '' : ' for this time range'}`,
  `SELECT v FROM m WHERE who = 'd' AND ${relation} AND at >= '2014-09-20' AND at < '2014-10-05'`,
];

describe('the values of a bucket that a query leaves out', () => {
  test.each([
    ['month int'],
    ['day int'],
    ['hour int'],
    ['week int'],
    ['week date'],
    ['month bigint'],
    ['day bigint'],
    ['time_bucket bigint'],
    ['day text'],
    ['month text'],
    ['year_month int'],
  ])('`%s`: nothing shows how they are written', (bucket) => {
    expect(first(bucket)).toEqual(added(`${bucket.split(' ')[0]!} = ?`));
  });

  test.each([
    ['year int', 'year = 2014'],
    ['year bigint', 'year = 2014'],
    ['year smallint', 'year = 2014'],
    ['year text', "year = '2014'"],
    ['month date', "month IN ('2014-09-01', '2014-10-01')"],
    ['month timestamp', "month IN ('2014-09-01 00:00+0000', '2014-10-01 00:00+0000')"],
    ['yyyymm int', 'yyyymm IN (201409, 201410)'],
    ['yyyymm text', "yyyymm IN ('201409', '201410')"],
  ])('`%s`: name and type say it', (bucket, relation) => {
    expect(first(bucket)).toEqual(added(relation));
  });

  test.each([
    ['an insert', 'month int', "INSERT INTO m (who, month, at) VALUES ('d', 201409, ?);", 'month IN (201409, 201410)'],
    [
      'an insert in a batch',
      'month text',
      "BEGIN BATCH INSERT INTO m (who, month, at) VALUES ('d', '2014-09', ?); APPLY BATCH;",
      "month IN ('2014-09', '2014-10')",
    ],
    [
      'an insert of JSON',
      'month int',
      `INSERT INTO m JSON '{"who": "d", "month": 201409, "at": "2014-09-21"}';`,
      'month IN (201409, 201410)',
    ],
    [
      'an update',
      'month bigint',
      "UPDATE m SET v = 'x' WHERE who = 'd' AND month = 201409 AND at = ?;",
      'month IN (201409, 201410)',
    ],
    ['a delete', 'month int', "DELETE FROM m WHERE who = 'd' AND month = 201409;", 'month IN (201409, 201410)'],
    [
      'a read',
      'month int',
      "SELECT v FROM m WHERE who = 'd' AND month IN (201408, 201409);",
      'month IN (201409, 201410)',
    ],
    [
      'a row with both: the time says how long a bucket is',
      'bucket int',
      "INSERT INTO m (who, bucket, at) VALUES ('d', 201409, '2014-09-21 10:00+0000');",
      'bucket IN (201409, 201410)',
    ],
    [
      'neighbours: so long is a bucket',
      'bucket bigint',
      "SELECT v FROM m WHERE who = 'd' AND bucket IN (1409529600000, 1412121600000);",
      'bucket IN (1409529600000, 1412121600000)',
    ],
    [
      'the hour behind a blank',
      'hour text',
      "INSERT INTO m (who, hour, at) VALUES ('d', '2014-09-21 10', ?);",
      'hour = ?',
    ],
    ['a month of its year', 'month int', "INSERT INTO m (who, month, at) VALUES ('d', 9, ?);", 'month = ?'],
    [
      'two forms',
      'month int',
      "INSERT INTO m (who, month, at) VALUES ('d', 201409, ?); INSERT INTO m (who, month, at) VALUES ('d', 2014, ?);",
      'month = ?',
    ],
    [
      'a row whose time lies in another month',
      'month int',
      "INSERT INTO m (who, month, at) VALUES ('d', 201408, '2014-09-21 10:00+0000');",
      'month = ?',
    ],
    [
      'a date that begins no month',
      'month date',
      "INSERT INTO m (who, month, at) VALUES ('d', '2014-09-21', ?);",
      'month = ?',
    ],
    [
      'days far apart may be weeks',
      'bucket int',
      "SELECT v FROM m WHERE who = 'd' AND bucket IN (20140901, 20140922);",
      'bucket = ?',
    ],
  ])('%s', (_, bucket, more, relation) => {
    expect(first(bucket, more)).toEqual(added(relation));
  });

  test.each([
    ['month int', 'month = month(at)', 'month IN (201409, 201410)'],
    ['b int', 'b = month(at) as yyyymm', 'b IN (201409, 201410)'],
    ['b int', 'b = month(at)', 'b = ?'],
    ['b text', 'b = month(at)', "b IN ('2014-09', '2014-10')"],
    ['b text', 'b = month(at) as yyyymmdd', "b IN ('20140901', '20141001')"],
    ['b int', 'b = month(at) as s', 'b IN (1409529600, 1412121600)'],
    ['week int', 'week = week(at)', 'week = ?'],
  ])('`%s` declared by `@bucket %s`', (bucket, declared, relation) => {
    expect(first(bucket, '', { declared: `-- @bucket ${declared}` })).toEqual(added(relation));
  });

  test('a month beside its year is a number of it, if nothing shows otherwise', () => {
    const files = {
      's.cql':
        '-- @bucket month = month(at)\n' +
        'CREATE TABLE m (who text, year int, month int, at timestamp, v text, PRIMARY KEY ((who, year, month), at));',
      'q.cql': "SELECT v FROM m WHERE who = 'd' AND year = 2014 AND at >= '2014-09-20' AND at < '2014-10-05'",
    };
    expect(proposals(files, 'q.cql', 'select')[0]!.title).toBe('Add `month = ?`');
  });

  test('a marker comes with a sentence on what to bind', () => {
    const files = {
      's.cql': 'CREATE TABLE m (who text, month int, at timestamp, v text, PRIMARY KEY ((who, month), at));',
      'q.cql': QUERY,
    };
    const [proposal] = proposals(files, 'q.cql', 'select');
    expect(proposal!.notes).toEqual([
      'Ask once for each `month` that the range touches.',
      'Nothing shows how `month` is written (`201409`, or a number of seconds): bind what the rows have. `-- @bucket month = month(at) as yyyymm` before the table would tell.',
    ]);
    expect(proposal!.derived).toEqual([]);
  });
});

describe('the shards that a query leaves out', () => {
  const table = (more: string): string =>
    `${more}\nCREATE TABLE g (grp text, shard int, name text, PRIMARY KEY ((grp, shard), name));`;
  const firstOf = (declared: string) =>
    proposals({ 's.cql': table(declared), 'q.cql': "SELECT name FROM g WHERE grp = 'a'" }, 'q.cql', 'select')[0]!;

  test('all of them are asked, and none is the newest', () => {
    const { title, notes } = firstOf('');
    expect(title).toBe('Add `shard = ?`');
    expect(notes).toEqual(['Ask once for each value of `shard`, all of them: a hash puts rows of `grp` anywhere.']);
  });

  test('declared ones are named', () => {
    expect(firstOf('-- @bucket shard = hash(name) % 4').title).toBe('Add `shard IN (0, 1, 2, 3)`: all shards');
  });

  test('in an order, their answers are merged and cut off as a whole', () => {
    const files = {
      's.cql': table('-- @bucket shard = hash(name) % 2'),
      'q.cql': 'SELECT name FROM g WHERE grp = ? ORDER BY name DESC LIMIT 5',
    };
    const [proposal] = proposals(files, 'q.cql', 'select');
    expect(proposal!.merge).toBeUndefined();
    expect(proposal!.queries).toEqual(
      [0, 1].map((shard) => `SELECT name FROM g WHERE grp = ? AND shard = ${shard} ORDER BY name DESC LIMIT 5`),
    );
    expect(proposal!.notes).toEqual(['Ask once for each `shard`, merge the answers by `name` DESC and keep 5 rows.']);
  });

  test('the one that what is given tells is asked alone', () => {
    const query = 'SELECT name FROM g WHERE grp = ? AND name = ?';
    const files = { 's.cql': table('-- @bucket shard = hash(name) % 4'), 'q.cql': query };
    expect(proposals(files, 'q.cql', 'select')[0]).toMatchObject({
      title: 'Add `shard = ?`',
      preferred: true,
      queries: ['SELECT name FROM g WHERE grp = ? AND shard = ? AND name = ?'],
      notes: ['`shard` follows from `name`, as it did when the row was written.'],
    });
  });
});

describe('a table for another query that takes over the bucket', () => {
  const query = "SELECT who FROM m WHERE v = 'x' AND at >= '2014-09-20' AND at < '2014-10-05'";

  test.each([
    ['month int', '', 'month = ?'],
    ['month int', "INSERT INTO m (who, month, at) VALUES ('d', 201409, ?);", 'month IN (201409, 201410)'],
  ])('`%s` %s', (bucket, more, relation) => {
    const [, written] = first(bucket, more, { query });
    expect(written).toContain(`v = 'x' AND ${relation} AND at`);
  });

  test('its comment says the form', () => {
    const files = {
      's.cql':
        'CREATE TABLE m (who text, month int, at timestamp, v text, PRIMARY KEY ((who, month), at));\n' +
        "INSERT INTO m (who, month, at) VALUES ('d', 201409, ?);",
      'q.cql': query,
    };
    const [proposal] = proposals(files, 'q.cql', 'select');
    expect(applied(files, proposal!.edits(false))['s.cql']).toContain('-- @bucket month = month(at) as yyyymm\n');
  });

  test('a table that takes over a bucket of seconds takes over how it is written', () => {
    const declared = '-- @bucket day = day(at) as s';
    const files = {
      's.cql': `${declared}\nCREATE TABLE m (who text, day bigint, at timestamp, v text, PRIMARY KEY ((who, day), at));`,
      'q.cql': "SELECT who FROM m WHERE v = ? AND at >= '2014-09-20' AND at < '2014-09-21';",
    };
    const [proposal] = proposals(files, 'q.cql', 'select');
    const after = applied(files, proposal!.edits(false));
    expect(after['s.cql']!.split('\n').filter((line) => line === declared)).toHaveLength(2);
    expect(after['q.cql']).toContain('day = 1411171200 AND');
    expect(proposal!.notes.join()).not.toContain('Nothing shows');
  });
});

test.each([
  ['month = month(at) as yyyymm', "201409, '2014-09-21'"],
  ['month = month(at) as s', "?, '2014-09-21'"],
])('a copy by `%s` is written so', (declared, values) => {
  const files = {
    's.cql':
      'CREATE TABLE m (id uuid PRIMARY KEY, who text, at timestamp, v text, w text);\n' +
      `-- @copy-of m\n-- @bucket ${declared}\n` +
      'CREATE TABLE m_by_who (who text, month int, at timestamp, id uuid, v text, PRIMARY KEY ((who, month), at, id));',
    'q.cql': 'SELECT w FROM m WHERE who = ? AND at >= ? AND at < ?;',
    'w.cql': "INSERT INTO m (id, who, at, v, w) VALUES (?, 'x', '2014-09-21', 'v', 'w');",
  };
  const [proposal] = proposals(files, 'q.cql', 'select');
  expect(proposal!.kind).toBe('alter-table');
  expect(proposal!.sync().changes[0]!.replacement).toContain(`VALUES ('x', ${values}, ?, 'v', 'w')`);
});
