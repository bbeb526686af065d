import { describe, expect, test } from 'vitest';
import { bucketsOf, declaredOf, growthOf, uncoveredBuckets } from '../../server/src/modeling/index.ts';
import { applied, contextOf, flat, project, proposals } from './ask.ts';

const tableOf = (schema: string) => {
  const { table, surroundings } = contextOf(project({ 's.cql': schema }), 's.cql', 'create-table', 0);
  return { table: table!, surroundings };
};
const buckets = (schema: string): readonly string[] => {
  const { table, surroundings } = tableOf(schema);
  return bucketsOf(table, surroundings).map(({ column, kind }) => `${column.name} ${kind}`);
};
const growth = (schema: string) => {
  const { table, surroundings } = tableOf(schema);
  return growthOf(table, surroundings);
};
const uncovered = (schema: string, query: string) => {
  const context = contextOf(project({ 's.cql': schema, 'q.cql': query }), 'q.cql', 'select', 0);
  const { statement, table, path, surroundings } = context;
  if (statement.kind !== 'select') throw new Error('no query');
  return uncoveredBuckets(statement, table!, path!, surroundings);
};

describe('what is a bucket', () => {
  test.each([
    [
      'a date beside a time, whatever its name',
      '(x date, who text, at timestamp, PRIMARY KEY ((x, who), at))',
      ['x time'],
    ],
    [
      'a number by its name',
      '(who uuid, time_bucket int, ts bigint, PRIMARY KEY ((who, time_bucket), ts))',
      ['time_bucket time'],
    ],
    ['a number with another name is none', '(who uuid, zone int, ts bigint, PRIMARY KEY ((who, zone), ts))', []],
    [
      'a shard by its name',
      '(g text, hash_prefix int, u text, PRIMARY KEY ((g, hash_prefix), u))',
      ['hash_prefix hash'],
    ],
    ['nothing clusters by time', '(day date, room text, PRIMARY KEY ((day), room))', []],
  ])('%s', (_, columns, expected) => {
    expect(buckets(`CREATE TABLE t ${columns};`)).toEqual(expected);
  });

  test('a declared one', () => {
    const schema = '-- @bucket z = 4 days(ts)\nCREATE TABLE t (w uuid, z int, ts timestamp, PRIMARY KEY ((w, z), ts));';
    const { table, surroundings } = tableOf(schema);
    expect(bucketsOf(table, surroundings)).toMatchObject([{ declared: true, step: { unit: 'day', size: 4 } }]);
  });
});

describe('a window that its buckets do not cover', () => {
  const HISTORY = 'CREATE TABLE h (bucket date, who text, at timestamp, PRIMARY KEY ((bucket, who), at));';
  const asked = (bucket: string, from: string, to: string): string =>
    `SELECT * FROM h WHERE ${bucket} AND who = 'c' AND at >= '${from}' AND at < '${to}';`;

  test('a day is missing', () => {
    expect(uncovered(HISTORY, asked("bucket = '2016-10-04'", '2016-10-04 09:00', '2016-10-05 12:00'))).toMatchObject({
      needed: 2,
      named: ["'2016-10-04'"],
      missing: ["'2016-10-05'"],
    });
  });

  test.each([
    ['all are named', "bucket IN ('2016-10-04', '2016-10-05')", '2016-10-04 09:00', '2016-10-05 12:00'],
    ['the end belongs to the day before', "bucket = '2016-10-04'", '2016-10-04', '2016-10-05'],
    ['it may be the bucket of a month', "bucket = '2016-10-01'", '2016-10-01', '2016-10-08'],
    ['the bucket has nothing to do with the window', "bucket = '2016-12-13'", '2016-10-04', '2016-10-08'],
    ['a bucket is bound', 'bucket = ?', '2016-10-04', '2016-10-08'],
  ])('silent: %s', (_, bucket, from, to) => {
    expect(uncovered(HISTORY, asked(bucket, from, to))).toBeUndefined();
  });

  test('hours in seconds: the constants say how long a bucket is', () => {
    const schema =
      'CREATE TABLE r (id uuid, time_bucket int, timestamp bigint, PRIMARY KEY ((id, time_bucket), timestamp));';
    const query = (list: string): string =>
      `SELECT * FROM r WHERE id = ? AND time_bucket IN (${list}) AND timestamp >= 1411841700 AND timestamp <= 1411845300;`;
    expect(uncovered(schema, query('1411840800, 1411844400'))).toBeUndefined();
    expect(uncovered(schema, query('1411840800, 1411837200'))).toMatchObject({ missing: ['1411844400'] });
  });
});

describe('a table that grows for ever', () => {
  const HEARTBEAT = 'CREATE TABLE heartbeat (device uuid, at timestamp, PRIMARY KEY ((device), at))';

  test('its rows follow each other in time', () => {
    expect(growth(`${HEARTBEAT};`)).toMatchObject({ time: { name: 'at' }, declared: undefined });
  });

  test('declared numbers say when it is too much', () => {
    expect(growth(`-- @rate 6/minute per device\n${HEARTBEAT};`)?.declared).toBe(
      'Declared `@rate 6/minute per device`: 100,000 rows after 12 days.',
    );
  });

  test('rows that end after a declared time are counted to their end', () => {
    expect(growth(`-- @rate 10/s per device\n-- @retention 30d\n${HEARTBEAT};`)).toMatchObject({
      kept: '30 days',
      declared: 'Declared `@rate 10/s per device`: up to 25,920,000 rows in 30 days, more than 100,000.',
    });
  });

  test.each([
    ['a TTL', `${HEARTBEAT} WITH default_time_to_live = 86400;`],
    ['declared as bounded', `-- @bounded 500 rows\n${HEARTBEAT};`],
    ['declared retention', `-- @retention 30d\n${HEARTBEAT};`],
    ['a bucket', 'CREATE TABLE h (device uuid, day date, at timestamp, PRIMARY KEY ((device, day), at));'],
    ['few declared rows', `-- @rows-per-partition max=2k\n${HEARTBEAT};`],
    ['no time', 'CREATE TABLE g (a text, b text, PRIMARY KEY (a, b));'],
    ['a comment behind the table before', `CREATE TABLE a (k text, c text, PRIMARY KEY (k, c)); -- @bounded\n`],
  ])('silent: %s', (_, schema) => {
    expect(growth(schema)).toBeUndefined();
  });
});

describe('annotations', () => {
  const declared = (schema: string) => {
    const { table, surroundings } = tableOf(schema);
    return declaredOf(table, surroundings);
  };

  test('before the table and behind its columns', () => {
    const read = declared(
      '-- @rows 10M\n/* @rows-per-partition avg=1k max=1M\n * @fd a -> b */\nCREATE TABLE t (\n  a text PRIMARY KEY, -- @size 2KiB\n' +
        '  b text, -- @unique\n  -- @notnull\n  c text, -- @cardinality {NEW,PAID}\n  d set<text> // @items avg=5 max=50\n);',
    );
    expect(read.problems).toEqual([]);
    expect(read).toMatchObject({ rows: 10e6, rowsPerPartition: { average: 1000, max: 1e6 }, unique: [['b']] });
    expect(read.sizes.get('a')).toBe(2048);
    expect(read.cardinality.get('c')).toEqual({ count: 2, values: ['NEW', 'PAID'] });
    expect([...read.notNull]).toEqual(['c']);
    expect(read.items.get('d')).toEqual({ average: 5, max: 50 });
    expect(read.dependencies).toEqual([{ from: ['a'], to: ['b'] }]);
  });

  test.each([
    ['-- @uniqe email', 'There is no annotation `@uniqe`. Did you mean `@unique`?', '@uniqe'],
    ['-- @unique mail', '`@unique` names `mail`, which `t` does not have.', 'mail'],
    ['-- @rows many', '`@rows` does not understand `many`. Example: `@rows 10M`.', 'many'],
    [
      '-- @rate fast per email',
      '`@rate` does not understand `fast per email`. Example: `@rate 6/minute per sensor_id`.',
      'fast per email',
    ],
  ])('%s', (comment, message, text) => {
    const schema = `${comment}\nCREATE TABLE t (email text PRIMARY KEY);`;
    const [problem, ...others] = declared(schema).problems;
    expect(others).toEqual([]);
    expect(problem?.message).toBe(message);
    expect(schema.slice(problem!.span.start, problem!.span.end)).toBe(text);
  });
});

describe('a table in smaller partitions whose rows are told apart by the time alone', () => {
  const SCHEMA =
    'CREATE TABLE s.tweets (who text, at timestamp, tweet_id uuid, text text, PRIMARY KEY (who, at)) WITH CLUSTERING ORDER BY (at DESC);';
  const NOTE =
    'Two rows with the same `at` are one row in it as well: `tweet_id` behind it in the key would keep both.';

  test('says so', () => {
    expect(proposals({ 's.cql': SCHEMA }, 's.cql', 'create-table')[0]?.notes).toContain(NOTE);
  });

  test('says so of the table for a query', () => {
    const files = { 's.cql': SCHEMA, 'q.cql': 'SELECT * FROM s.tweets WHERE who = ? AND text = ? ORDER BY at DESC;' };
    const made = proposals(files, 'q.cql', 'select').find(({ kind }) => kind === 'new-table');
    expect(made?.notes).toContain(NOTE);
  });

  test('says nothing where the key has what tells them apart', () => {
    const keyed = SCHEMA.replace('(who, at)', '(who, at, tweet_id)');
    expect(proposals({ 's.cql': keyed }, 's.cql', 'create-table')[0]?.notes).not.toContain(NOTE);
  });
});

test('a time that each change moves gets no bucket by guess', () => {
  const devices = 'CREATE TABLE devices (id uuid PRIMARY KEY, site text, last_seen timestamp, seen timestamp);';
  const keys = (column: string): readonly string[] =>
    proposals(
      { 's.cql': devices, 'q.cql': `SELECT id FROM devices WHERE site = ? AND ${column} > ? AND ${column} < ?;` },
      'q.cql',
      'select',
    ).flatMap(({ ddl }) => /PRIMARY KEY \(.*\)/.exec(ddl[0] ?? '')?.[0] ?? []);
  expect(keys('seen')).toContain('PRIMARY KEY ((site, day), seen, id)');
  expect(keys('last_seen')).toEqual(['PRIMARY KEY ((site), last_seen, id)']);
});

test('a bucket that no row outlives is not guessed', () => {
  const titles = (ttl: number) =>
    proposals(
      {
        's.cql': `CREATE TABLE codes (id uuid PRIMARY KEY, phone text, made timestamp, code text) WITH default_time_to_live = ${ttl};`,
        'q.cql': 'SELECT code FROM codes WHERE phone = ? ORDER BY made DESC LIMIT 1',
      },
      'q.cql',
      'select',
    ).map(({ title }) => title);
  expect(titles(600).join()).not.toContain('bucket');
  expect(titles(864_000).join()).toContain('`day` bucket');
});

describe('times that are kept as text', () => {
  const READINGS = 'CREATE TABLE readings (rid uuid PRIMARY KEY, sensor text, taken text, v int);';
  const of = (schema: string, query: string, write = '') =>
    proposals({ 's.cql': schema, 'q.cql': `${query};`, 'w.cql': write }, 'q.cql', 'select');
  const between = (from: string, to: string, sign = '<') =>
    `SELECT v FROM readings WHERE sensor = ? AND taken >= ${from} AND taken ${sign} ${to}`;

  test('are cut by their first letters, as fine as the rate asks for', () => {
    const [first] = of(
      `-- @rate 10/s per sensor\n${READINGS}`,
      between("'2024-05-01T22:10:00Z'", "'2024-05-02T00:00:00Z'"),
    );
    expect(flat(first!.ddl[0]!)).toContain('hour text');
    expect(first!.derived).toEqual([
      expect.objectContaining({ column: 'hour', from: ['taken'], function: 'prefix', length: 13 }),
    ]);
    // A text of the same second that is written with a fraction is before one without.
    expect(first!.queries).toEqual([
      "SELECT v FROM readings_by_sensor WHERE sensor = ? AND hour IN ('2024-05-01T22', '2024-05-01T23', '2024-05-02T00') AND taken >= '2024-05-01T22:10:00Z' AND taken < '2024-05-02T00:00:00Z'",
    ]);
  });

  test.each([
    ["'2024-12-30'", "'2025-01-01'", '<', ["'2024-12-30', '2024-12-31'"]],
    ["'2024-12-30'", "'2025-01-01'", '<=', ["'2024-12-30', '2024-12-31', '2025-01-01'"]],
    ['?', "'2025-01-01'", '<', ['day = ?']],
  ])('by the day where they are days, and no rate is declared: %s, %s %s', (from, to, sign, named) => {
    const bucketed = of(READINGS, between(from, to, sign)).find(({ title }) => title.includes('`day` bucket'));
    for (const part of named) expect(bucketed!.queries[0]).toContain(part);
  });

  test('not where a constant is written otherwise, or none shows how they are', () => {
    const query = between("'2024-05-01'", "'2024-05-02'");
    const titles = (write: string, asked = query) => of(READINGS, asked, write).map(({ title }) => title);
    expect(titles('').join()).toContain('`day` bucket');
    expect(titles("INSERT INTO readings (rid, sensor, taken) VALUES (?, ?, '1.5.2024');").join()).not.toContain(
      'bucket',
    );
    expect(titles('', between('?', '?')).join()).not.toContain('bucket');
  });

  test('a row that is written in step gets the letters of its text', () => {
    const write = "INSERT INTO readings (rid, sensor, taken, v) VALUES (?, ?, '2024-05-01T10:11:12Z', ?)";
    const files = {
      's.cql': `-- @rate 10/s per sensor\n${READINGS}`,
      'q.cql': `${between("'2024-05-01T22:10:00Z'", "'2024-05-02T00:00:00Z'")};`,
      'w.cql': `${write};`,
    };
    const [first] = proposals(files, 'q.cql', 'select');
    expect(applied(files, first!.edits(true))['w.cql']).toContain(
      "VALUES (?, '2024-05-01T10', '2024-05-01T10:11:12Z', ?, ?)",
    );
  });

  test('cut the table as such, which is left to the reader, and once', () => {
    const schema =
      '-- @rate 5000/day per probe\nCREATE TABLE drifts (probe text, taken text, v int, PRIMARY KEY (probe, taken));';
    const write = "INSERT INTO drifts (probe, taken, v) VALUES (?, '2024-05-01T10:11:12Z', ?);";
    const ofTable = (more = '') => proposals({ 's.cql': schema + more, 'w.cql': write }, 's.cql', 'create-table')[0]!;
    const first = ofTable();
    expect(flat(first.ddl[0]!)).toContain('day text, taken text, v int, PRIMARY KEY ((probe, day), taken))');
    expect(first.preferred).toBe(false);
    expect(first.notes).toContain('`day` is the first 10 characters of `taken`.');
    expect(ofTable(`\n-- @copy-of drifts\n${first.ddl[0]!};`).title).toBe('Leave the table as it is');
  });

  test('that an order of letters is that of time only in one form is said', () => {
    const noted = (column: string) =>
      of(
        `CREATE TABLE r (id uuid PRIMARY KEY, s text, ${column} text);`,
        `SELECT id FROM r WHERE s = ? AND ${column} > ?`,
      )[0]!.notes.join();
    expect(noted('taken_at')).toContain('Rows are sorted by the letters of `taken_at`');
    expect(noted('surname')).not.toContain('letters');
  });
});
