import { describe, expect, test } from 'vitest';
import { flat, proposals } from './ask.ts';

const offers = (schema: string, query: string) =>
  proposals({ 'schema.cql': schema, 'query.cql': query }, 'query.cql', 'select');
const titles = (schema: string, query: string): readonly string[] => offers(schema, query).map(({ title }) => title);
const first = (schema: string, query: string) => offers(schema, query)[0]!;

describe('several partitions in one order', () => {
  const posts =
    'CREATE TABLE posts (author text, id timeuuid, body text, PRIMARY KEY (author, id)) WITH CLUSTERING ORDER BY (id DESC);';

  test.each(['DESC', 'ASC'])('one query for each, %s', (direction) => {
    const { kind, queries, merge, preferred } = first(
      posts,
      `SELECT * FROM posts WHERE author IN ('ann', 'bob') ORDER BY id ${direction} LIMIT 5`,
    );
    expect({ kind, merge, preferred }).toEqual({ kind: 'rewrite', merge: undefined, preferred: true });
    expect(queries).toEqual(
      ['ann', 'bob'].map((author) => `SELECT * FROM posts WHERE author = '${author}' ORDER BY id ${direction} LIMIT 5`),
    );
  });

  test('a marker for the list: one query, run for each value', () => {
    const { queries, binds } = first(posts, 'SELECT body FROM posts WHERE author IN ? ORDER BY id DESC LIMIT ?');
    expect(queries).toEqual(['SELECT body, id FROM posts WHERE author = ? ORDER BY id DESC LIMIT ?']);
    expect(binds).toEqual([[{ each: [{ original: 0 }] }, { original: 1 }]]);
    expect(first(posts, 'SELECT body FROM posts WHERE author IN ? ORDER BY id DESC LIMIT ?').why).toContain(
      'With paging',
    );
  });

  test('counts of several partitions are no count', () => {
    expect(titles(posts, "SELECT count(*) FROM posts WHERE author IN ('ann', 'bob') ORDER BY id DESC")[0]).not.toMatch(
      /^Ask once/,
    );
  });
});

describe('columns of the partition key that are given together', () => {
  const seats =
    'CREATE TABLE seats (hall int, day date, seat int, who text, PRIMARY KEY ((hall, day), seat)) WITH default_time_to_live = 86400;';

  test.each([
    [
      "SELECT who FROM seats WHERE (hall, day) = (1, '2024-05-01')",
      ["SELECT who FROM seats WHERE hall = 1 AND day = '2024-05-01'"],
    ],
    [
      'SELECT who FROM seats WHERE (hall, day) = (?, ?) AND seat > ?',
      ['SELECT who FROM seats WHERE hall = ? AND day = ? AND seat > ?'],
    ],
    [
      "SELECT who FROM seats WHERE (hall, day) IN ((1, '2024-05-01'), (2, '2024-05-03')) AND seat = 4",
      [
        "SELECT who FROM seats WHERE hall = 1 AND day = '2024-05-01' AND seat = 4",
        "SELECT who FROM seats WHERE hall = 2 AND day = '2024-05-03' AND seat = 4",
      ],
    ],
  ])('are given one by one: %s', (query, queries) => {
    const offer = first(seats, query);
    expect({ kind: offer.kind, queries: offer.queries }).toEqual({ kind: 'rewrite', queries });
  });

  test('are bound pair by pair, with what stands beside them', () => {
    const query = 'SELECT who FROM seats WHERE (hall, day) IN ((?, ?), (3, :later)) AND seat > ?';
    expect(first(seats, query)).toMatchObject({
      queries: [
        'SELECT who FROM seats WHERE hall = ? AND day = ? AND seat > ?',
        'SELECT who FROM seats WHERE hall = 3 AND day = :later AND seat > ?',
      ],
      binds: [
        [{ original: 0 }, { original: 1 }, { original: 3 }],
        [{ original: 'later' }, { original: 3 }],
      ],
    });
  });

  test.each([
    ['?', 'hall = ? AND day = ?'],
    [':where', 'hall = :hall AND day = :day'],
  ])('a marker for all of them: one query, run for each pair: IN %s', (marker, given) => {
    const { kind, queries, binds } = first(seats, `SELECT who FROM seats WHERE (hall, day) IN ${marker} AND seat = 4`);
    const source = [{ original: marker === '?' ? 0 : 'where' }];
    expect({ kind, queries, binds }).toEqual({
      kind: 'rewrite',
      queries: [`SELECT who FROM seats WHERE ${given} AND seat = 4`],
      binds: [
        [
          { each: source, item: 0 },
          { each: source, item: 1 },
        ],
      ],
    });
  });

  test('are no matter of the rows within a partition', () => {
    const lines = 'CREATE TABLE lines (doc int, page int, line int, PRIMARY KEY (doc, page, line));';
    expect(titles(lines, 'SELECT doc FROM lines WHERE doc = 1 AND (page, line) IN ((1, 2), (3, 4))')).toEqual([
      'Leave the query as it is',
    ]);
  });
});

describe('two bounds that leave one value', () => {
  const lots = 'CREATE TABLE lots (no int PRIMARY KEY, site text, deck int, price decimal);';

  test.each([
    'site = ? AND deck >= 4 AND deck <= 4',
    'site = ? AND deck <= 4 AND deck >= 4',
    'site = ? AND deck BETWEEN 4 AND 4',
  ])('are that value: %s', (where) => {
    const { ddl, queries } = first(lots, `SELECT no FROM lots WHERE ${where}`);
    expect(ddl[0]).toContain('PRIMARY KEY ((site, deck), no)');
    expect(queries).toEqual(['SELECT no FROM lots_by_site_deck WHERE site = ? AND deck = 4']);
  });

  test('what is sorted behind them is found in the table as it is', () => {
    const decks = 'CREATE TABLE decks (site text, deck int, lot int, PRIMARY KEY (site, deck, lot));';
    expect(
      first(decks, 'SELECT site FROM decks WHERE site = ? AND deck >= 4 AND deck <= 4 AND lot = ?').queries,
    ).toEqual(['SELECT site FROM decks WHERE site = ? AND deck = 4 AND lot = ?']);
  });

  test.each([
    'deck >= 4 AND deck <= 5',
    'deck >= ? AND deck <= ?',
    'deck > 4 AND deck <= 4',
    'price >= 4.0 AND price <= 4.0',
  ])('others stay a range: %s', (bounds) => {
    expect(first(lots, `SELECT no FROM lots WHERE site = ? AND ${bounds}`).queries[0]).toContain(bounds);
  });
});

test('what is put in for the selected columns may be any: the new table has all, and the client sorts by none', () => {
  const folk = 'CREATE TABLE folk (id int PRIMARY KEY, town text, name text, born date);';
  const { ddl, queries } = first(folk, 'SELECT id, ${columns} FROM folk WHERE town = ?');
  expect(flat(ddl[0]!)).toBe(
    'CREATE TABLE folk_by_town (town text, id int, name text, born date, PRIMARY KEY ((town), id))',
  );
  expect(queries).toEqual(['SELECT id, ${columns} FROM folk_by_town WHERE town = ?']);
  const sorted = titles(folk, 'SELECT ${columns} FROM folk WHERE id = ? ORDER BY born');
  expect(sorted).not.toContain('Read without ORDER BY and sort in the client');
});

describe('sorting in the client', () => {
  test('a counter cannot be in a key, but a partition can be sorted', () => {
    const { kind, title, queries, merge } = first(
      'CREATE TABLE votes (poll uuid, answer text, n counter, PRIMARY KEY (poll, answer));',
      'SELECT answer FROM votes WHERE poll = ? ORDER BY n DESC LIMIT 3',
    );
    expect({ kind, title, queries, merge }).toEqual({
      kind: 'rewrite',
      title: 'Read without ORDER BY and sort in the client',
      queries: ['SELECT answer, n FROM votes WHERE poll = ?'],
      merge: 'sort',
    });
  });

  const runs = 'CREATE TABLE runs (id text, who text, at timestamp, PRIMARY KEY (id, who));';
  const sorted = 'Read without ORDER BY and sort in the client, while the table is small';

  test('of a whole table it is an alternative', () => {
    const all = offers(runs, 'SELECT * FROM runs ORDER BY at');
    expect(all[0]!.kind).toBe('new-table');
    expect(all.find(({ title }) => title === sorted)).toMatchObject({
      queries: ['SELECT * FROM runs'],
      merge: 'sort',
      preferred: false,
    });
  });

  test('of a table that is declared small it comes first', () => {
    expect(titles(`-- @rows 200\n${runs}`, 'SELECT * FROM runs ORDER BY at')[0]).toBe(sorted);
  });
});

describe('ORDER BY a column that is given', () => {
  const readings =
    'CREATE TABLE readings (sensor text, month date, at timestamp, v text, PRIMARY KEY ((sensor, month), at));';

  test('it goes, and the bucket is what is missing', () => {
    expect(first(readings, "SELECT v FROM readings WHERE sensor = 's' ORDER BY sensor DESC LIMIT 10")).toMatchObject({
      title: 'Add `month = ?`',
      queries: ["SELECT v FROM readings WHERE sensor = 's' AND month = ? LIMIT 10"],
    });
  });

  test('with the whole key it is all there is to do', () => {
    const query = "SELECT v FROM readings WHERE sensor = 's' AND month = '2024-01-01'";
    expect(first(readings, `${query} ORDER BY sensor LIMIT 10`)).toMatchObject({
      kind: 'rewrite',
      title: 'Leave out ORDER BY: what it names is given by `=`',
      queries: [`${query} LIMIT 10`],
      preferred: true,
    });
  });
});

describe('a table of its own', () => {
  const tagged =
    'CREATE TABLE tagged (tag text, part text, at timeuuid, body blob, PRIMARY KEY ((tag, part), at)) WITH CLUSTERING ORDER BY (at ASC);';

  test('the next rows come forward', () => {
    const [table] = offers(tagged, 'SELECT at, body FROM tagged WHERE tag = ? AND at > ? LIMIT 500');
    expect(flat(table!.ddl[0]!)).toContain('PRIMARY KEY ((tag), at, part))');
    expect(table!.ddl[0]).not.toContain('DESC');
  });

  test('two offers of one table have two titles', () => {
    const all = titles(
      'CREATE TABLE points (metric text, at timestamp, dtype text, PRIMARY KEY ((metric, at), dtype));',
      'SELECT * FROM points WHERE metric = ? AND at >= ? AND at < ?',
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain(
      'Create table `points_by_metric` with `at` as clustering column and a `day` bucket and use it here',
    );
  });

  test('one that grows for ever says so', () => {
    const grows = 'Each `kind` keeps all its rows in one partition, for ever';
    const mails = 'CREATE TABLE mails (id uuid PRIMARY KEY, kind text, made timestamp);';
    const query = 'SELECT id FROM mails WHERE kind = ? AND made >= ? AND made < ?';
    const [plain, bucketed] = offers(mails, query);
    expect(plain!.notes.some((note) => note.startsWith(grows))).toBe(true);
    expect(bucketed!.notes.some((note) => note.startsWith(grows))).toBe(false);
  });
});

test('a table whose whole partition key is a time bucket says where its writes go', () => {
  const notesFor = (rate: string): readonly string[] =>
    offers(
      `-- @rate ${rate}\nCREATE TABLE sensor_readings (id uuid PRIMARY KEY, at timestamp, v int);`,
      'SELECT id, v FROM sensor_readings WHERE at >= ? AND at < ?',
    )[0]!.notes;
  const note = expect.stringContaining('All writes of one `minute` go to one partition of `sensor_readings_by_at`');
  expect(notesFor('500/s')).toContainEqual(note);
  expect(notesFor('1/s')).not.toContainEqual(expect.stringContaining('All writes of one'));
});

describe('a range of time and nothing else', () => {
  const lines = 'CREATE TABLE lines (id uuid PRIMARY KEY, at timestamp, msg text);';
  const window = 'SELECT id, msg FROM lines WHERE at >= ? AND at < ?';

  test.each([
    ['100/s', 'minute', window],
    ['1/s', 'day', window],
    ['100/day', 'year', window],
    ['100/s', 'minute', 'SELECT * FROM lines ORDER BY at DESC LIMIT 2000'],
  ])('%s: a bucket of a %s', (rate, unit, query) => {
    const { ddl, title } = first(`-- @rate ${rate}\n${lines}`, query);
    expect(ddl[0]).toContain(`PRIMARY KEY ((${unit}), at, id)`);
    expect(title).toContain(`\`${unit}\` bucket`);
  });

  test('without a rate it is the second offer', () => {
    const [shards, days] = offers(lines, window);
    expect(shards!.ddl[0]).toContain('PRIMARY KEY ((shard), at, id)');
    expect(days!.ddl[0]).toContain('PRIMARY KEY ((day), at, id)');
  });

  test('shards stand beside it where a minute is too much', () => {
    const { ddl, queries, why, size } = first(`-- @rate 5000/s\n${lines}`, window);
    expect(ddl[0]).toContain('PRIMARY KEY ((minute, shard), at, id)');
    expect(queries).toEqual([
      'SELECT id, msg FROM lines_by_at WHERE minute = ? AND shard IN (0, 1, 2, 3) AND at >= ? AND at < ?',
    ]);
    expect(why).toContain('a minute holds 300,000 rows, an hour 18,000,000; 4 shards hold 75,000 each');
    expect(size?.rowsPerPartition).toBe(75_000);
  });
});

describe('the next page of all partitions', () => {
  test('a random key is paged by its token first', () => {
    const { title, queries, preferred } = first(
      'CREATE TABLE people (id uuid PRIMARY KEY, name text);',
      'SELECT * FROM people WHERE id > ? LIMIT 20',
    );
    expect(title).toBe('Page by token, to read all rows in the order of their tokens: `token(id) > token(?)`');
    expect({ queries, preferred }).toEqual({
      queries: ['SELECT * FROM people WHERE token(id) > token(?) LIMIT 20'],
      preferred: false,
    });
  });

  test('names behind a name may be meant: a table that sorts them comes first', () => {
    const all = offers(
      'CREATE TABLE people (name text PRIMARY KEY, age int);',
      "SELECT * FROM people WHERE name > 'carl' LIMIT 20",
    );
    expect(all[0]!.kind).toBe('new-table');
    expect(all.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Page by token/));
  });

  test.each([
    'SELECT * FROM people WHERE id > ?',
    'SELECT * FROM people WHERE id < ? LIMIT 20',
    'SELECT count(*) FROM people WHERE id > ? LIMIT 20',
  ])('%s: no page', (query) => {
    expect(titles('CREATE TABLE people (id uuid PRIMARY KEY, name text);', query).join()).not.toContain('token');
  });
});

describe('a number in the partition key beside a time', () => {
  const kv =
    'CREATE TABLE kv (id uuid, key text, slice bigint, ts bigint, v double, PRIMARY KEY ((id, key, slice), ts));';

  test('it is asked for before it is dropped', () => {
    const [add, table] = offers(kv, 'SELECT ts, v FROM kv WHERE id = ? AND key = ? AND ts > ? AND ts <= ?');
    expect(add).toMatchObject({
      title: 'Add `slice = ?`',
      why: '`slice` may be a bucket of `kv` (a number in the partition key beside the clustering column `ts`); with it, the query reads one partition at a time.',
      preferred: false,
    });
    expect(table!.kind).toBe('new-table');
  });

  test.each([
    ['called a thing', 'CREATE TABLE e (who text, probe int, at timestamp, PRIMARY KEY ((who, probe), at));', 'who'],
    ['numbered', 'CREATE TABLE e (who text, hutch_no int, at timestamp, PRIMARY KEY ((who, hutch_no), at));', 'who'],
    ['asked for', 'CREATE TABLE e (who text, newt int, at timestamp, PRIMARY KEY ((who, newt), at));', 'newt, who'],
    [
      'known to another table',
      'CREATE TABLE newts (newt int PRIMARY KEY); CREATE TABLE e (who text, newt int, at timestamp, PRIMARY KEY ((who, newt), at));',
      'who',
    ],
  ])('what is %s is none', (_, schema, selected) => {
    const [table, ...others] = offers(schema, `SELECT ${selected} FROM e WHERE who = ? AND at > ?`);
    expect(table!.kind).toBe('new-table');
    expect(others.map(({ title }) => title).join()).not.toContain('Add `');
    expect(
      titles(
        schema.replaceAll(/probe|hutch_no|newt\b/g, 'chunk_no').replace(/^.*; /, ''),
        'SELECT who FROM e WHERE who = ? AND at > ?',
      )[0],
    ).toBe('Add `chunk_no = ?`');
  });

  test('an id is none', () => {
    const events = 'CREATE TABLE e (who text, room_id int, at timestamp, PRIMARY KEY ((who, room_id), at));';
    expect(titles(events, 'SELECT * FROM e WHERE who = ? AND at > ?').join()).not.toContain('room_id = ?');
  });
});

describe('the greatest or least of what rows are sorted by', () => {
  const dives = 'CREATE TABLE dives (buoy text, at timestamp, depth int, PRIMARY KEY (buoy, at));';

  test.each([
    ['max(at)', 'at', 'DESC'],
    ['min(at)', 'at', 'ASC'],
    ['max(at) AS last', 'at AS last', 'DESC'],
    ['buoy, max(at)', 'buoy, at', 'DESC'],
  ])('is the row at one end: %s', (asked, selected, direction) => {
    const offer = first(dives, `SELECT ${asked} FROM dives WHERE buoy = ? AND at < ?`);
    expect(offer).toMatchObject({
      kind: 'rewrite',
      title: `Take the row at one end: ORDER BY at ${direction} LIMIT 1`,
      queries: [`SELECT ${selected} FROM dives WHERE buoy = ? AND at < ? ORDER BY at ${direction} LIMIT 1`],
    });
    expect(offer.notes).toContain('Where no row is found the answer has none, and not one with a null.');
  });

  test('of a table with a bucket it is looked for in one after the other', () => {
    const cut = `-- @bucket day = day(at)\n${dives.replace('text, at', 'text, day date, at').replace('(buoy, at)', '((buoy, day), at)')}`;
    expect(first(cut, 'SELECT max(at) FROM dives WHERE buoy = ?')).toMatchObject({
      title: 'Add `day = ?`',
      queries: ['SELECT at FROM dives WHERE buoy = ? AND day = ? ORDER BY at DESC LIMIT 1'],
      preferred: false,
    });
  });

  test('of other rows it is the first of a table that is sorted so', () => {
    const { ddl, queries } = first(dives, 'SELECT max(at) FROM dives WHERE depth = ?');
    expect(flat(ddl[0]!)).toContain('PRIMARY KEY ((depth), at, buoy)) WITH CLUSTERING ORDER BY (at DESC, buoy ASC)');
    expect(queries).toEqual(['SELECT at FROM dives_by_depth WHERE depth = ? LIMIT 1']);
  });

  test('of what no rows are sorted by it is the first of a table that is', () => {
    const calls = 'CREATE TABLE calls (id int PRIMARY KEY, port text, secs int);';
    const found = offers(calls, 'SELECT max(secs) FROM calls WHERE port = ?');
    expect(flat(found[0]!.ddl[0]!)).toContain('PRIMARY KEY ((port), secs, id)) WITH CLUSTERING ORDER BY (secs DESC');
    expect(found[0]!.queries).toEqual(['SELECT secs FROM calls_by_port WHERE port = ? LIMIT 1']);
    // A row without a value is the greatest of none.
    expect(found[0]).toMatchObject({ leftOut: [] });
    expect(found.filter(({ title }) => title.startsWith('Create table `calls_by_port` and'))).toHaveLength(1);
  });

  test('of groups that a part of the partition key tells is kept in a table with a row for each', () => {
    const fires = 'CREATE TABLE fires (kiln text, zone int, at timestamp, heat int, PRIMARY KEY ((kiln, zone), at));';
    const { ddl, queries, notes } = first(fires, 'SELECT kiln, max(at) FROM fires GROUP BY kiln');
    expect(flat(ddl[0]!)).toBe(
      'CREATE TABLE latest_fires_by_kiln (shard int, kiln text, at timestamp, PRIMARY KEY ((shard), kiln))',
    );
    expect(queries).toEqual(['SELECT kiln, at FROM latest_fires_by_kiln WHERE shard = ?']);
    expect(notes).toContain('`shard` is a hash of `kiln`, from 0 to 15.');
    expect(titles(fires, 'SELECT kiln, heat, max(at) FROM fires GROUP BY kiln').join()).not.toContain('latest');
  });

  test.each(['max(depth)', 'max(at), min(at)', 'count(*)', 'sum(depth)'])('no end of the rows has %s', (asked) => {
    expect(titles(dives, `SELECT ${asked} FROM dives WHERE buoy = ?`).join()).not.toContain('one end');
  });
});

describe('a page of all rows, sorted by a key', () => {
  const drafts = 'CREATE TABLE drafts (id uuid PRIMARY KEY, body text);';

  test.each([
    ['WHERE id > ? ORDER BY id LIMIT 50', 'WHERE token(id) > token(?) LIMIT 50'],
    ['ORDER BY id ASC LIMIT 50', 'LIMIT 50'],
  ])('random ids come in the order of their tokens: %s', (asked, written) => {
    expect(first(drafts, `SELECT * FROM drafts ${asked}`)).toMatchObject({
      kind: 'rewrite',
      queries: [`SELECT * FROM drafts ${written}`],
      notes: ['Rows come in the order of their tokens, not of `id`, which is random.'],
    });
  });

  test.each([
    'SELECT * FROM drafts WHERE id > ? ORDER BY id DESC LIMIT 50',
    'SELECT * FROM drafts WHERE id < ? LIMIT 50',
    'SELECT * FROM drafts ORDER BY id',
  ])('the order is meant: %s', (query) => {
    expect(first(drafts, query).kind).toBe('new-table');
  });

  test('an order of names is meant, and tokens are an alternative', () => {
    const named = drafts.replace('id uuid', 'id text');
    const all = offers(named, 'SELECT * FROM drafts WHERE id > ? ORDER BY id LIMIT 50');
    expect(all[0]!.kind).toBe('new-table');
    expect(all.map(({ title }) => title).join()).toContain('token(id) > token(?)');
  });
});

describe('the newest of each partition', () => {
  const logs =
    'CREATE TABLE logs (svc text, at timestamp, msg text, team text static, PRIMARY KEY (svc, at)) WITH CLUSTERING ORDER BY (at DESC);';

  test('is the first row where rows are sorted so', () => {
    expect(first(logs, 'SELECT svc, team, max(at) FROM logs GROUP BY svc')).toMatchObject({
      kind: 'rewrite',
      preferred: false,
      queries: ['SELECT svc, team, at FROM logs PER PARTITION LIMIT 1'],
      notes: ['What was `max(at)` in the answer is `at` now.'],
    });
    // A column beside an aggregate is that of the first row.
    expect(first(logs, 'SELECT svc, msg, max(at) FROM logs GROUP BY svc')).toMatchObject({
      queries: ['SELECT svc, msg, at FROM logs PER PARTITION LIMIT 1'],
    });
    expect(
      first(logs.replace('at DESC', 'at ASC'), 'SELECT svc, min(at) AS since FROM logs GROUP BY svc'),
    ).toMatchObject({
      queries: ['SELECT svc, at AS since FROM logs PER PARTITION LIMIT 1'],
      notes: [],
    });
  });

  test('is kept in a table of the newest where the oldest row is first', () => {
    const oldest = logs.replace('at DESC', 'at ASC');
    const newest = first(oldest, 'SELECT svc, max(at) AS till FROM logs GROUP BY svc');
    expect(newest).toMatchObject({
      kind: 'new-table',
      preferred: false,
      queries: ['SELECT svc, at AS till FROM latest_logs WHERE shard = ?'],
      copySelect: 'SELECT svc, max(at) AS at FROM logs GROUP BY svc',
    });
    expect(flat(newest.ddl[0]!)).toBe(
      'CREATE TABLE latest_logs (shard int, svc text, at timestamp, PRIMARY KEY ((shard), svc))',
    );
    expect(newest.edits(false).at(-1)!.text).toBe('SELECT svc, at AS till FROM latest_logs WHERE shard = ?');
    expect(offers(logs, 'SELECT svc, max(at) FROM logs GROUP BY svc').map(({ table }) => table)).toContain(
      'latest_logs',
    );
    // A column beside it is that of the oldest.
    expect(first(oldest, 'SELECT svc, msg, max(at) FROM logs GROUP BY svc').kind).toBe('keep');
  });

  test('of those whose key is given in part', () => {
    const each = 'CREATE TABLE probes (site text, probe int, at timestamp, v int, PRIMARY KEY ((site, probe), at));';
    for (const group of ['probe', 'site, probe']) {
      const newest = first(each, `SELECT probe, max(at) FROM probes WHERE site = ? GROUP BY ${group}`);
      expect(newest.queries).toEqual(['SELECT probe, at FROM latest_probes_by_site WHERE site = ?']);
      expect(flat(newest.ddl[0]!)).toContain('PRIMARY KEY ((site), probe)');
    }
  });

  test('by a number, is the first of each group of a table with all rows', () => {
    const runs =
      'CREATE TABLE runs (repo text, branch text, no int, ok boolean, PRIMARY KEY ((repo, branch), no)) WITH CLUSTERING ORDER BY (no DESC);';
    const { ddl, queries } = first(runs, 'SELECT branch, no, ok FROM runs WHERE repo = ? PER PARTITION LIMIT 1');
    expect(flat(ddl[0]!)).toContain('PRIMARY KEY ((repo), branch, no)) WITH CLUSTERING ORDER BY (branch ASC, no DESC)');
    expect(queries).toEqual(['SELECT branch, no, ok FROM runs_by_repo WHERE repo = ? GROUP BY repo, branch']);
    expect(titles(runs, 'SELECT branch, no FROM runs WHERE repo = ? PER PARTITION LIMIT 2').join()).not.toContain(
      'runs_by_repo',
    );
  });

  test('is copied from the newest rows by Spark', () => {
    const kept = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n${logs.replace('at DESC', 'at ASC').replace('logs', 'k.logs')}`;
    const { backfill } = first(kept, 'SELECT svc, max(at) FROM k.logs GROUP BY svc');
    expect(backfill!.commands.join()).toContain('ORDER BY `at` DESC');
  });

  test.each([
    'SELECT svc, min(at) FROM logs GROUP BY svc',
    'SELECT svc, max(msg) FROM logs GROUP BY svc',
    'SELECT svc, max(msg), max(at) FROM logs GROUP BY svc',
    'SELECT svc, max(at) FROM logs GROUP BY svc LIMIT 5',
    'SELECT svc, at, max(at) FROM logs GROUP BY svc, at',
  ])('else more rows are asked: %s', (query) => {
    expect(
      offers(logs, query)
        .flatMap(({ queries }) => queries)
        .join(),
    ).not.toContain('PER PARTITION');
  });
});

describe('a table that is partitioned by a bucket alone', () => {
  const days = 'CREATE TABLE visits (day date, at timestamp, id uuid, page text, PRIMARY KEY (day, at, id));';
  const of = (query: string, schema = days) => offers(schema, query).map(({ title, queries }) => [title, queries[0]]);

  test.each([
    [
      "SELECT page FROM visits WHERE at >= '2026-01-01' AND at < '2026-01-03'",
      "Add `day IN ('2026-01-01', '2026-01-02')` for this time range",
      "SELECT page FROM visits WHERE day IN ('2026-01-01', '2026-01-02') AND at >= '2026-01-01' AND at < '2026-01-03'",
    ],
    [
      'SELECT page FROM visits WHERE at >= ? AND at < ?',
      'Add `day = ?`',
      'SELECT page FROM visits WHERE day = ? AND at >= ? AND at < ?',
    ],
    [
      'SELECT page, at FROM visits ORDER BY at DESC LIMIT 10',
      'Add `day = ?`',
      'SELECT page, at FROM visits WHERE day = ? ORDER BY at DESC LIMIT 10',
    ],
  ])('is asked for it, and gets no table like itself: %s', (query, title, asked) => {
    const all = of(query);
    expect(all[0]).toEqual([title, asked]);
    expect(all.map(([one]) => one).join('\n')).not.toContain('Create table');
  });

  test('or by shards, all of them', () => {
    const shards = 'CREATE TABLE visits (shard int, id timeuuid, page text, PRIMARY KEY (shard, id));';
    const query = 'SELECT page FROM visits WHERE id > ? LIMIT 9';
    expect(of(query, shards)[0]).toEqual([
      'Add `shard = ?`',
      'SELECT page FROM visits WHERE shard = ? AND id > ? LIMIT 9',
    ]);
    expect(first(shards, query).notes).toEqual([
      'Ask once for each value of `shard`, all of them: a hash puts rows anywhere.',
    ]);
    expect(of(query, `-- @bucket shard = hash(id) % 2\n${shards}`)[0]).toEqual([
      'Add `shard IN (0, 1)`: all shards',
      'SELECT page FROM visits WHERE shard IN (0, 1) AND id > ? LIMIT 9',
    ]);
  });

  test('unless that serves nothing, or all is asked for', () => {
    expect(of('SELECT page FROM visits WHERE id = ?')[0]![0]).toBe('Create table `visits_by_id` and use it here');
    expect(of('SELECT page FROM visits').map(([title]) => title)).toEqual(['Leave the query as it is']);
  });
});

describe('indexes', () => {
  const vectors = 'CREATE TABLE films (id uuid PRIMARY KEY, name text, mood vector<float, 3>);';

  test('nearest neighbours are found by one', () => {
    const query = 'SELECT id FROM films ORDER BY mood ANN OF ? LIMIT 10';
    expect(first(vectors, query)).toMatchObject({
      kind: 'index',
      title: 'Add an SAI index on `mood`',
      ddl: ["CREATE INDEX films_mood_sai ON films (mood) USING 'sai'"],
      queries: [query],
    });
  });

  test('and what else the query asks for by others', () => {
    expect(first(vectors, "SELECT id FROM films WHERE name = 'x' ORDER BY mood ANN OF ? LIMIT 10").title).toBe(
      'Add SAI indexes on `mood`, `name`',
    );
  });

  const indexed = 'CREATE TABLE t (a int, b int, v int, w int, PRIMARY KEY (a, b));\nCREATE INDEX t_v ON t (v);';

  test('one that is there is told', () => {
    const offered = offers(indexed, 'SELECT * FROM t WHERE v > 2').find(({ kind }) => kind === 'index');
    expect(offered!.notes).toContain('`t_v` on `v` answers `=` only: drop it once the new index is built.');
  });

  test('and gets no second one for what it finds already', () => {
    const all = titles(indexed, 'SELECT * FROM t WHERE v = 2 AND w = 3');
    expect(all).toContain('Filter what the index `t_v` finds: add ALLOW FILTERING');
    expect(all.join()).not.toContain('SAI');
  });
});

test.each(['email, writetime(email)', 'id, writetime(login)'])(
  'WRITETIME is asked of the rows themselves: %s',
  (asked) => {
    const all = offers(
      'CREATE TABLE users (id uuid PRIMARY KEY, login text, email text);',
      `SELECT ${asked} FROM users WHERE login = ?`,
    );
    expect(all.map(({ kind }) => kind)).toEqual(['new-table', 'index', 'rewrite']);
    expect(all[0]!.queries).toEqual([
      'SELECT id FROM users_by_login_lookup WHERE login = ?',
      `SELECT ${asked} FROM users WHERE id = ?`,
    ]);
  },
);

test('what Cassandra refuses is not left as it is', () => {
  const titled = titles('CREATE TABLE t (k int PRIMARY KEY, v int);', 'SELECT token(k), v FROM t WHERE v = 3');
  expect(titled).toEqual(['Ask otherwise: nothing makes Cassandra take this query']);
});

test('of two ranges one goes into buckets, where the other sorts', () => {
  const calls =
    "CREATE TABLE calls (id uuid PRIMARY KEY, service text, at timestamp, took int) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS', 'compaction_window_size': 1};";
  const all = offers(
    calls,
    'SELECT id FROM calls WHERE service = ? AND at >= ? AND at < ? AND took >= ? AND took <= ? LIMIT 100',
  );
  const within = all.find(({ title }) => title.includes('sorted by'));
  expect(within!.title).toBe('Create table `calls_by_service` with an `hour` bucket, sorted by `took` and use it here');
  expect(within!.ddl[0]).toContain('PRIMARY KEY ((service, hour), took, at, id)');
  expect(within!.queries).toEqual([
    'SELECT id FROM calls_by_service WHERE service = ? AND hour = ? AND at >= ? AND at < ? AND took >= ? AND took <= ? LIMIT 100 ALLOW FILTERING',
  ]);
});

describe('names', () => {
  test.each([
    [
      'CREATE TABLE orders (id uuid PRIMARY KEY, order_id uuid, total int);',
      'SELECT total FROM orders WHERE order_id = ?',
      'orders_by_order_id',
    ],
    [
      'CREATE TABLE probe (id uuid PRIMARY KEY, probe_id text, v int);',
      'SELECT v FROM probe WHERE probe_id = ?',
      'probe_by_probe_id',
    ],
    [
      'CREATE TABLE samples_by (id uuid PRIMARY KEY, metric text, v int);',
      'SELECT v FROM samples_by WHERE metric = ?',
      'samples_by_metric',
    ],
  ])('%s', (schema, query, name) => {
    expect(first(schema, query).table).toBe(name);
  });

  test('a cut name has one underscore before its ending', () => {
    const names = offers(
      'CREATE TABLE machine_events (id uuid PRIMARY KEY, cluster_zone text, tenant text, kind_of text, minutes text, v int);',
      'SELECT v FROM machine_events WHERE cluster_zone = ? AND tenant = ? AND kind_of = ? AND minutes = ?',
    ).flatMap(({ table }) => table ?? []);
    expect(names.filter((name) => name.endsWith('_lookup'))).toHaveLength(1);
    expect(names.filter((name) => name.includes('__'))).toEqual([]);
  });
});

test('a count with a table of its own has no word on why there is none', () => {
  const all = offers(
    'CREATE TABLE clicks (id uuid PRIMARY KEY, uid uuid);',
    'SELECT uid, count(*) FROM clicks GROUP BY uid',
  );
  expect(all.some(({ table }) => table === 'clicks_count_by_uid')).toBe(true);
  expect(all.flatMap(({ notes }) => notes).filter((note) => note.startsWith('Why no table'))).toEqual([]);
});

describe('the price of an offer', () => {
  const users = 'CREATE TABLE users (id uuid PRIMARY KEY, email text, tags set<text>, age int);';
  const prices = (schema: string, query: string): readonly (string | undefined)[] =>
    offers(schema, query).map(({ price }) => price);

  test('a copy is written with the table, and a change of its key reads first', () => {
    expect(prices(users, 'SELECT age FROM users WHERE email = ?')[0]).toBe(
      'each INSERT writes 2 tables; a change of `email` reads first and leaves a tombstone; 1 more copy of the data',
    );
  });

  test('what never changes is not read', () => {
    expect(prices(`-- @immutable email\n${users}`, 'SELECT age FROM users WHERE email = ?')[0]).toBe(
      'each INSERT writes 2 tables; 1 more copy of the data',
    );
  });

  test('a row for each item', () => {
    expect(prices(users, 'SELECT id FROM users WHERE tags CONTAINS ?')[0]).toMatch(
      /^each INSERT writes a row for each item of `tags`; a change of `tags` reads first and leaves a tombstone/,
    );
  });

  test('counters are counted twice, and partitions written with what is static', () => {
    const visits = 'CREATE TABLE visits (page text, day date, land text, n counter, PRIMARY KEY (page, day, land));';
    expect(prices(visits, 'SELECT page, n FROM visits WHERE land = ?')[0]).toBe(
      'each UPDATE writes 2 tables; 1 more copy of the data',
    );
    const carts =
      'CREATE TABLE carts (cart int, item int, owner text static, mail text static, PRIMARY KEY (cart, item));';
    expect(prices(carts, 'SELECT DISTINCT cart, mail FROM carts WHERE owner = ?')[0]).toMatch(
      /^each write of `owner` or `mail` writes 2 tables; a change of `owner` reads first/,
    );
  });

  test('every other way says in half a line what it costs', () => {
    const all = offers(users, 'SELECT age FROM users WHERE email = ?');
    expect(all.filter(({ price }) => price === undefined)).toEqual([]);
  });
});

test('rows that a key cannot hold are told', () => {
  const { notes } = first(
    'CREATE TABLE users (id uuid PRIMARY KEY, email text, made timestamp);',
    'SELECT id FROM users WHERE email = ? ORDER BY made',
  );
  expect(notes).toContain(
    'Rows whose `made` is null are not in it, although the query may mean them: they will be missing from the answer.',
  );
});

test('a name with a number says why', () => {
  const { table, notes } = first(
    'CREATE TABLE users (id uuid PRIMARY KEY, email text, age int);\nCREATE TABLE users_by_email (email text PRIMARY KEY, hash blob);',
    'SELECT age FROM users WHERE email = ?',
  );
  expect(table).toBe('users_by_email_2');
  expect(notes).toContain('`users_by_email` exists and lacks `id`, `age`.');
});

describe('declared weights', () => {
  const files = (read: string, write: string) => ({
    's.cql': 'CREATE TABLE players (id uuid PRIMARY KEY, nick text, score int);',
    'q.cql': `-- @query Find${read}\nSELECT score FROM players WHERE nick = ?;`,
    'w.cql': `-- @query Score${write}\nUPDATE players SET score = ? WHERE id = ?;`,
  });
  const firstOf = (read: string, write: string): string | undefined =>
    proposals(files(read, write), 'q.cql', 'select')[0]!.table;
  const inProgram = (weight: string): string =>
    `const cassandra = require('cassandra-driver');\n// @query Score${weight}\nc.execute('UPDATE players SET score = ? WHERE id = ?');`;

  test('what is changed more often than read is looked up by keys', () => {
    expect(firstOf(' weight 10', ' weight 10k')).toBe('players_by_nick_lookup');
    expect(firstOf(' weight 10k', ' weight 10')).toBe('players_by_nick');
    expect(firstOf('', '')).toBe('players_by_nick');
  });

  test('where one side has a weight, a statement of the other counts once', () => {
    expect(firstOf('', ' weight 40')).toBe('players_by_nick_lookup');
    expect(firstOf('', ' weight 1')).toBe('players_by_nick');
    expect(firstOf(' weight 0.2', '')).toBe('players_by_nick_lookup');
    expect(firstOf(' weight 9', '')).toBe('players_by_nick');
  });

  test('those of programs count', () => {
    const read = files(' weight 10', '');
    const first = (weight: string): string | undefined =>
      proposals({ ...read, 'a.js': inProgram(weight) }, 'q.cql', 'select')[0]!.table;
    expect(first(' weight 10k')).toBe('players_by_nick_lookup');
    expect(first(' weight 1')).toBe('players_by_nick');
  });
});

test('a table is made in a keyspace that the query names, not in one that is put in', () => {
  const schema =
    "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE shop.users (id uuid PRIMARY KEY, country text);";
  expect(titles(schema, 'SELECT id FROM ${keyspace}.users WHERE country = ?')).toEqual([
    'Ask for a table with the keyspace written out',
  ]);
  expect(titles(schema, 'SELECT id FROM shop.users WHERE country = ?')[0]).toBe(
    'Create table `users_by_country` and use it here',
  );
});

test('no index is offered beside one of the old kind that finds the value', () => {
  const orders = 'CREATE TABLE orders (id uuid PRIMARY KEY, status text); CREATE INDEX ON orders (status);';
  const kinds = offers(orders, 'SELECT id FROM orders WHERE status = ?').map(({ kind }) => kind);
  expect(kinds).toContain('new-table');
  expect(kinds).not.toContain('index');
});

describe('an index of the old kind that finds one value', () => {
  const leads =
    'CREATE TABLE leads (id uuid PRIMARY KEY, owner text, score int); CREATE INDEX by_owner ON leads (owner);';

  test('is asked once for each', () => {
    const { kind, queries, preferred } = first(leads, "SELECT id FROM leads WHERE owner IN ('a', 'b')");
    expect({ kind, queries, preferred }).toEqual({
      kind: 'rewrite',
      queries: ["SELECT id FROM leads WHERE owner = 'a'", "SELECT id FROM leads WHERE owner = 'b'"],
      preferred: true,
    });
  });

  test('within each partition', () => {
    const parts = 'CREATE TABLE t (p int, c int, v int, PRIMARY KEY (p, c)); CREATE INDEX ON t (v);';
    expect(first(parts, 'SELECT c FROM t WHERE p IN (1, 2) AND v = ?').queries).toEqual([
      'SELECT c FROM t WHERE p = 1 AND v = ?',
      'SELECT c FROM t WHERE p = 2 AND v = ?',
    ]);
  });

  test.each(['SELECT id FROM leads WHERE owner IN ? LIMIT 3', 'SELECT id FROM leads WHERE owner IN ? AND score = 1'])(
    '%s: a table',
    (query) => expect(first(leads, query).kind).toBe('new-table'),
  );
});

test('nothing is equal to null, in no table', () => {
  expect(
    offers('CREATE TABLE t (id int PRIMARY KEY, a int, b int);', 'SELECT id FROM t WHERE a = ? AND b = null'),
  ).toMatchObject([{ kind: 'keep', title: 'Ask otherwise: nothing makes Cassandra take this query' }]);
});

describe('what is there for certain is not offered twice', () => {
  const mails = 'CREATE TABLE mails (id int PRIMARY KEY, box text, subject text);';
  const query = 'SELECT id, subject FROM mails WHERE box = ?';
  const kinds = (schema: string) => offers(`${mails} ${schema}`, query).map(({ kind }) => kind);
  const copy = 'CREATE TABLE mails_in (box text, id int, subject text, PRIMARY KEY (box, id));';

  test.each([
    [`\n-- @copy-of mails\n${copy}`, ['existing-table', 'index', 'rewrite']],
    [copy, ['existing-table', 'new-table', 'index', 'materialized-view', 'new-table', 'rewrite']],
    [
      'CREATE MATERIALIZED VIEW mails_by_box AS SELECT * FROM mails WHERE box IS NOT NULL AND id IS NOT NULL PRIMARY KEY (box, id);',
      ['existing-table', 'new-table', 'index', 'rewrite'],
    ],
  ])('%s', (schema, expected) => expect(kinds(schema)).toEqual(expected));
});

describe('what is not equal, the client leaves out', () => {
  const jobs =
    'CREATE TABLE jobs (queue text, at timestamp, id uuid, state text, size int, PRIMARY KEY (queue, at, id));';

  test.each([
    ["state != 'done'", 'SELECT id, state FROM jobs WHERE queue = ?'],
    ["state NOT IN ('done', 'dead')", 'SELECT id, state FROM jobs WHERE queue = ?'],
    ['state IS NOT NULL', 'SELECT id, state FROM jobs WHERE queue = ?'],
    ['state IS NULL', 'SELECT id, state FROM jobs WHERE queue = ?'],
    ["state NOT LIKE 'd%'", 'SELECT id, state FROM jobs WHERE queue = ?'],
    ['size NOT BETWEEN 2 AND 4', 'SELECT id, size FROM jobs WHERE queue = ?'],
  ])('of a partition: %s', (negated, query) => {
    const { title, queries, select, clientFilter, preferred } = first(
      jobs,
      `SELECT id FROM jobs WHERE queue = ? AND ${negated}`,
    );
    expect({ title, queries, select, clientFilter, preferred }).toEqual({
      title: `Read without \`${negated}\` and leave out the other rows in the client`,
      queries: [query],
      select: ['id'],
      clientFilter: [1],
      preferred: false,
    });
  });

  test('of all rows', () => {
    const { title, queries, price } = first(jobs, "SELECT * FROM jobs WHERE state != 'done'");
    expect(title).toContain('while the table is small');
    expect(price).toBe('each run reads every row of `jobs`');
    expect(queries).toEqual(['SELECT * FROM jobs']);
  });

  test('what the sentence says nothing finds is what was asked', () => {
    expect(first(jobs, "SELECT id FROM jobs WHERE queue = ? AND state != 'done'").why).toContain('what is not equal');
    expect(first(jobs, 'SELECT id FROM jobs WHERE queue = ? AND state IS NOT NULL').why).toContain('having a value');
    const missing = first(jobs, 'SELECT id FROM jobs WHERE queue = ? AND state IS NULL');
    expect(missing.why).toContain('what is missing');
    expect(missing.notes).toEqual(['A column that says so, as a boolean that each write gives, can be asked for.']);
  });

  test('the rest is found in a table of its own', () => {
    expect(titles(jobs, "SELECT id FROM jobs WHERE size = ? AND state != 'done'")[0]).toMatch(/^Create table/);
    const { queries, notes } = first(jobs, 'SELECT id FROM jobs WHERE size = ? AND state IS NULL');
    expect(queries).toEqual(['SELECT id, state FROM jobs_by_size WHERE size = ?']);
    expect(notes).toContain('The client drops the rows that do not match `state IS NULL`.');
  });

  test.each([
    ['state text', "state != 'done'", 'Use table `jobs_by_size`'],
    ['state text', 'state IS NULL', 'Use table `jobs_by_size`'],
    ['', "state != 'done'", 'Add `state` to table `jobs_by_size` and use it here'],
  ])('the rest is found in a table that is there: %s, %s', (column, negated, title) => {
    const copy = `-- @copy-of jobs\nCREATE TABLE jobs_by_size (size int, queue text, at timestamp, id uuid, ${column}${column && ', '}PRIMARY KEY (size, queue, at, id));`;
    expect(first(`${jobs}\n${copy}`, `SELECT id FROM jobs WHERE size = ? AND ${negated}`)).toMatchObject({
      title,
      queries: ['SELECT id, state FROM jobs_by_size WHERE size = ?'],
      clientFilter: [1],
      select: ['id'],
      notes: expect.arrayContaining([`The client drops the rows that do not match \`${negated}\`.`]),
    });
  });

  test.each(["SELECT count(*) FROM jobs WHERE state != 'done'", "SELECT id FROM jobs WHERE state != 'done' LIMIT 3"])(
    'not of an answer that is cut or counted: %s',
    (query) => expect(first(jobs, query).kind).toBe('keep'),
  );
});

test('what goes over all rows is asked of a range of tokens at a time', () => {
  expect(first('CREATE TABLE t (a int, b int, n int, PRIMARY KEY ((a, b)));', 'SELECT max(n) FROM t').why).toContain(
    '`WHERE token(a, b) > ? AND token(a, b) <= ?`',
  );
});

test('of a copy that is there, the rows that it lacks are told', () => {
  const films =
    'CREATE TABLE films (id int PRIMARY KEY, title text, director text, year int);\n-- @copy-of films\nCREATE TABLE films_by_director (director text, year int, id int, title text, PRIMARY KEY (director, year, id));';
  const { kind, why, notes } = first(films, 'SELECT title FROM films WHERE director = ?');
  expect([kind, why, notes]).toEqual([
    'existing-table',
    '`films_by_director` holds the rows that have `year`, partitioned by `director`.',
    [
      'Rows of `films` whose `year` is null are not in it: they will be missing from the answer. `-- @notnull year` says that there are none.',
    ],
  ]);
  const { notes: none } = first(films, 'SELECT title FROM films WHERE director = ? AND year >= ?');
  expect(none).toEqual([]);
});

describe('what a rule of ours would say of the new table is said', () => {
  const of = (table: string, query: string, write: string) =>
    proposals({ 's.cql': table, 'q.cql': query, 'w.cql': write }, 'q.cql', 'select')[0]!.notes.join('\n');
  const JOBS = 'CREATE TABLE jobs (id uuid PRIMARY KEY, site int, due timestamp)';

  test('the front of a queue', () => {
    const front = (query: string, write = 'UPDATE jobs SET due = ? WHERE id = ?;'): boolean =>
      of(`${JOBS};`, query, write).includes('ask from the last one read on (`due > ?`)');
    expect(front('SELECT id FROM jobs WHERE site = ? AND due < ?;')).toBe(true);
    expect(front('SELECT id FROM jobs WHERE site = ? ORDER BY due LIMIT 5;')).toBe(true);
    expect(front('SELECT id FROM jobs WHERE site = ? AND due > ? AND due < ?;')).toBe(false);
    expect(front('SELECT id FROM jobs WHERE site = ? ORDER BY due DESC LIMIT 5;')).toBe(false);
    expect(front('SELECT id FROM jobs WHERE site = ? AND due < ?;', '')).toBe(false);
  });

  test('ranges of which one may hold a value', () => {
    const rates = 'CREATE TABLE rates (id uuid PRIMARY KEY, zone text, since timestamp, until timestamp, kwh decimal);';
    const told = (where: string): boolean =>
      of(rates, `SELECT kwh FROM rates WHERE zone = ? AND ${where};`, '').includes(
        'ask with `since <= ? ORDER BY since DESC LIMIT 1` instead and look at `until` in the client',
      );
    expect(told('since <= ? AND until > ?')).toBe(true);
    expect(told('since > ? AND until < ?')).toBe(false);
    expect(told('since <= ? AND kwh > ?')).toBe(false);
    expect(told('since <= ? AND since > ? AND until > ?')).toBe(false);
  });

  test('tombstones that are dropped soon', () => {
    const query = 'SELECT id FROM jobs WHERE site = ?;';
    const note = 'It takes over `gc_grace_seconds = 3600`';
    expect(of(`${JOBS} WITH gc_grace_seconds = 3600;`, query, 'UPDATE jobs SET site = ? WHERE id = ?;')).toContain(
      note,
    );
    expect(
      of(`${JOBS} WITH gc_grace_seconds = 864000;`, query, 'UPDATE jobs SET site = ? WHERE id = ?;'),
    ).not.toContain('gc_grace');
    expect(of(`${JOBS} WITH gc_grace_seconds = 3600;`, query, '')).not.toContain('gc_grace');
  });

  test('how many rows a partition has, by declared numbers', () => {
    const query = 'SELECT id FROM jobs WHERE site = ? AND due > ?;';
    const numbers = (lines: string): string => of(`${lines}\n${JOBS};`, query, '');
    expect(numbers('-- @rate 20/day per site\n-- @retention 1y')).toContain(
      'Each `site` has up to 7,320 rows (@rate 20/day per site, for 366 days).',
    );
    expect(numbers('-- @retention 30d')).toContain('keeps all its rows in one partition, for 30 days');
    expect(numbers('')).toContain('keeps all its rows in one partition, for ever');
  });

  test('an index of what the new table is partitioned by', () => {
    const indexed = (column: string): string =>
      of(
        `${JOBS};\nCREATE INDEX jobs_i ON jobs (${column}) USING 'sai';`,
        'SELECT id FROM jobs WHERE site = ? ORDER BY due;',
        '',
      );
    expect(indexed('site')).toContain('The index `jobs_i` is one more write then');
    expect(indexed('due')).not.toContain('jobs_i');
  });

  test('partitions of few declared values', () => {
    const query = 'SELECT id FROM jobs WHERE site = ?;';
    expect(of(`-- @rows 100k\n-- @cardinality site 5\n${JOBS};`, query, '')).toContain(
      '`site` has 5 values: all rows are in so many partitions, 20,000 in each on average.',
    );
    expect(of(`-- @rows 100k\n-- @cardinality site 20k\n${JOBS};`, query, '')).not.toContain('values');
  });
});

describe('a text into which a value is put, for a column of another type', () => {
  const visits = 'CREATE TABLE visits (id uuid PRIMARY KEY, day date, at timestamp, page text);';

  test.each([
    ["SELECT page FROM visits WHERE day = '${day}'", "SELECT page FROM visits_by_day WHERE day = '${day}'"],
    ["SELECT page FROM visits WHERE day = '%s' ALLOW FILTERING", "SELECT page FROM visits_by_day WHERE day = '%s'"],
    [
      "SELECT id FROM visits WHERE page = 'a' AND at > '{{from}}' ALLOW FILTERING",
      "SELECT id FROM visits_by_page WHERE page = 'a' AND at > '{{from}}'",
    ],
  ])('%s', (query, asked) => {
    const { kind, queries } = first(visits, query);
    expect({ kind, queries }).toEqual({ kind: 'new-table', queries: [asked] });
  });

  test('a text that fits no value of the column has none', () => {
    expect(titles(visits, "SELECT page FROM visits WHERE day = 'soon'")[0]).toMatch(/^Ask otherwise/);
  });
});

test('a table that is read up to a moment is told as a queue, one of spans that hold a moment is not', () => {
  const notes = (where: string): string =>
    proposals(
      {
        'a.cql':
          'CREATE TABLE prices (id uuid PRIMARY KEY, sku text, since timestamp, until timestamp);\n' +
          'INSERT INTO prices (id, sku, since, until) VALUES (?, ?, ?, ?);\n' +
          `SELECT id FROM prices WHERE sku = ? AND ${where};`,
      },
      'a.cql',
      'select',
    )[0]!.notes.join('\n');
  expect(notes('since <= ?')).toContain('from its oldest');
  expect(notes('since <= ? AND until > ?')).not.toContain('from its oldest');
});

describe('a table that is written with another', () => {
  const beds = 'CREATE TABLE beds (ward text, bed int, patient uuid, since timestamp, PRIMARY KEY (ward, bed));';
  const written = (table: string, insert: string) =>
    proposals(
      {
        'schema.cql': `${beds}\n${table};`,
        'query.cql': 'SELECT ward, bed FROM beds WHERE patient = ?;',
        'writes.cql': `BEGIN BATCH UPDATE beds SET patient = ? WHERE ward = ? AND bed = ?; ${insert}; APPLY BATCH;`,
      },
      'query.cql',
      'select',
    )[0]!;

  test('is no copy where each of its rows is a time of its own', () => {
    expect(
      written(
        'CREATE TABLE stays (patient uuid, at timeuuid, ward text, bed int, PRIMARY KEY (patient, at))',
        'INSERT INTO stays (patient, at, ward, bed) VALUES (?, ?, ?, ?)',
      ).table,
    ).toBe('beds_by_patient');
  });

  test('is one where its key has nothing that the rows do not have', () => {
    expect(
      written(
        'CREATE TABLE whereabouts (patient uuid, ward text, bed int, PRIMARY KEY (patient, ward, bed))',
        'INSERT INTO whereabouts (patient, ward, bed) VALUES (?, ?, ?)',
      ).table,
    ).toBe('whereabouts');
  });
});
