import { describe, expect, test } from 'vitest';
import { dryRun, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';

const KEYSPACE = "CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
const SCHEMA = [
  KEYSPACE,
  'USE ks',
  'CREATE TABLE users (user_name text PRIMARY KEY, country text, age int)',
  'CREATE TABLE posts (user_name text, day date, id timeuuid, text text, PRIMARY KEY ((user_name, day), id))',
];

const short = (answer: StatementAnswer): string =>
  answer.ok
    ? ['taken', answer.partitions, ...(answer.warnings ?? [])].filter(Boolean).join(' ')
    : `${answer.kind}: ${answer.message}`;

const run = (...script: readonly string[]): readonly string[] => dryRun(script, '5.0', { schema: SCHEMA }).map(short);

describe('a dry run', () => {
  test('starts from an empty cluster', () => {
    expect(dryRun(['SELECT * FROM users', 'SELECT * FROM ks.users', 'USE ks'], '5.0').map(short)).toEqual([
      'invalid: No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename',
      'invalid: keyspace ks does not exist',
      "invalid: Keyspace 'ks' does not exist",
    ]);
  });

  test('knows the built-in keyspaces of the release', () => {
    const script = ['SELECT * FROM system.local', "SELECT * FROM system_views.settings WHERE name = 'x'"];
    expect(dryRun(script, '5.0').map(short)).toEqual(['taken all', 'taken one']);
    expect(dryRun(script, '3.11').map(short)).toEqual(['taken all', 'invalid: Keyspace system_views does not exist']);
  });

  test('follows USE and the schema', () => {
    expect(
      dryRun(
        [
          KEYSPACE,
          'USE ks',
          'CREATE TABLE t (k int PRIMARY KEY)',
          'SELECT v FROM t',
          'ALTER TABLE t ADD v int',
          'SELECT v FROM t',
          'DROP TABLE t',
          'SELECT v FROM t',
        ],
        '4.1',
      ).map(short),
    ).toEqual([
      'taken',
      'taken',
      'taken',
      'invalid: Undefined column name v in table ks.t',
      'taken',
      'taken all',
      'taken',
      'invalid: table t does not exist',
    ]);
  });

  test('a refused statement changes nothing', () => {
    expect(run('CREATE TABLE users (k int PRIMARY KEY)', "SELECT country FROM users WHERE user_name = 'x'")).toEqual([
      'already_exists: Cannot add already existing table "users" to keyspace "ks"',
      'taken one',
    ]);
  });

  test('does not foresee what is computed anew for each bound of a slice', () => {
    const read = (day: string): string =>
      `SELECT * FROM visits WHERE name IN ('a', 'b') AND day = ${day} AND at >= '10:00:00' ORDER BY day DESC, at DESC`;
    const paged =
      'invalid: Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER BY or the IN and sort client side, or disable paging for this query';
    const table = 'CREATE TABLE visits (name text, day uuid, at time, PRIMARY KEY (name, day, at))';
    expect(run(table, read('uuid()'), read('00000000-0000-0000-0000-000000000000')).slice(1)).toEqual([
      'taken many',
      paged,
    ]);
    const range = 'invalid: Range deletions are not supported for specific columns';
    const remove = (day: string): string => `DELETE note FROM visits WHERE name = 'a' AND day = ${day}`;
    expect(
      run(
        table,
        'ALTER TABLE visits ADD note text',
        remove('uuid()'),
        remove('00000000-0000-0000-0000-000000000000'),
      ).slice(2),
    ).toEqual(['taken one', range]);
    const both = (id: string): string =>
      `DELETE note FROM ks.visits WHERE name = 'a' AND (day, at) = (${id}, '10:00:00')`;
    const inTuples = [both('uuid()'), both('00000000-0000-0000-0000-000000000000')];
    const noted = 'CREATE TABLE ks.visits (name text, day uuid, at time, note text, PRIMARY KEY (name, day, at))';
    const asked = (release: '3.11' | '4.0'): readonly string[] =>
      dryRun([noted, ...inTuples], release, { schema: SCHEMA })
        .map(short)
        .slice(1);
    expect([asked('3.11'), asked('4.0')]).toEqual([
      ['taken one', range],
      ['taken one', 'taken one'],
    ]);
  });

  test('does not foresee which of the types that a number may have is tried first', () => {
    const write = (value: string): string => `UPDATE sums SET note = to_json(${value}) WHERE id = 1`;
    expect(
      run(
        'CREATE TABLE sums (id int PRIMARY KEY, note text, small tinyint)',
        write('exp(2147483647 + 0)'),
        write('round(300 + 0)'),
        write('exp(abs(300))'),
        'UPDATE sums SET small = round(300 + 0) WHERE id = 1',
      ).slice(1),
    ).toEqual(['taken one', 'taken one', 'taken one', "invalid: Unable to make byte from '300'"]);
  });

  test('judges each of many calls within calls once', () => {
    const nested = `${'mask_default('.repeat(100)}age${')'.repeat(100)}`;
    const given = `${'mask_default('.repeat(100)}1${')'.repeat(100)}`;
    expect(run(`SELECT ${nested} FROM users`, `UPDATE users SET age = ${given} WHERE user_name = 'a'`)).toEqual([
      'taken all',
      'taken one',
    ]);
  });

  test('looks at each user type once, however many fields are of it', () => {
    const levels = Array.from({ length: 60 }, (_, at) => `CREATE TYPE t${at + 1} (a frozen<t${at}>, b frozen<t${at}>)`);
    const answers = run(
      'CREATE TYPE other (a int)',
      'CREATE TYPE t0 (a int)',
      ...levels,
      'CREATE TABLE v (k int PRIMARY KEY, v vector<frozen<t60>, 2>)',
      'ALTER TYPE other ADD b int',
      'ALTER TYPE t0 ADD b int',
      'ALTER TYPE t0 ADD c int',
      'SELECT v FROM v WHERE k = 1',
    );
    expect(answers.filter((answer) => !answer.startsWith('taken'))).toEqual([]);
  });

  test('says how many partitions are touched', () => {
    expect(
      run(
        "SELECT * FROM users WHERE user_name = 'a'",
        "SELECT * FROM users WHERE user_name IN ('a', 'b')",
        'SELECT * FROM users WHERE user_name IN ?',
        'SELECT * FROM users',
        'SELECT * FROM users WHERE token(user_name) > 0',
        "BEGIN BATCH INSERT INTO users (user_name, age) VALUES ('a', 1); UPDATE users SET country = 'fi' WHERE user_name = 'a'; APPLY BATCH",
        "BEGIN BATCH INSERT INTO users (user_name, age) VALUES ('a', 1); UPDATE users SET country = 'fi' WHERE user_name = 'b'; APPLY BATCH",
      ),
    ).toEqual(['taken one', 'taken many', 'taken many', 'taken all', 'taken all', 'taken one', 'taken many']);
  });

  test('passes on warnings', () => {
    expect(run('SELECT count(*) FROM users')).toEqual(['taken all Aggregation query used without partition key']);
  });

  test('says what the server says', () => {
    expect(
      run(
        'SELECT * FROM users WHERE age = 3',
        "SELECT * FROM posts WHERE user_name = 'a'",
        "INSERT INTO posts (user_name, day) VALUES ('a', '2026-01-01')",
        "INSERT INTO users (user_name, age) VALUES ('a', 'old')",
        "DELETE FROM users WHERE user_name = 'a' AND user_name = 'b'",
      ),
    ).toEqual([
      'invalid: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING',
      'invalid: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING',
      'invalid: Some clustering keys are missing: id',
      'invalid: Invalid STRING constant (old) for "age" of type int',
      'invalid: user_name cannot be restricted by more than one relation if it includes an Equal',
    ]);
  });

  test('words follow the release', () => {
    const asked = (release: '3.11' | '4.0'): string | undefined =>
      dryRun(['SELECT x FROM users'], release, { schema: SCHEMA }).map(short)[0];
    expect(asked('3.11')).toBe('invalid: Undefined column name x');
    expect(asked('4.0')).toBe('invalid: Undefined column name x in table ks.users');
  });

  test('reads the configuration', () => {
    const configuration = new Map<string, unknown>([
      ['authenticator', 'PasswordAuthenticator'],
      ['allow_filtering_enabled', false],
    ]);
    const [answer] = dryRun(["SELECT * FROM users WHERE country = 'fi' ALLOW FILTERING"], '5.0', {
      schema: SCHEMA,
      configuration,
    });
    expect(answer).toMatchObject({ ok: false, kind: 'invalid' });
  });

  test('what is no statement is a syntax error', () => {
    const kinds = dryRun(
      ['', '-- nothing', 'SELEC * FROM users', 'SELECT * FROM users; SELECT * FROM users', 'SELECT * FROM users WHERE'],
      '5.0',
      {
        schema: SCHEMA,
      },
    );
    expect(kinds.map((answer) => (answer.ok ? 'taken' : answer.kind))).toEqual([
      'syntax',
      'syntax',
      'syntax',
      'syntax',
      'syntax',
    ]);
  });

  test.each([
    ['a command of cqlsh', 'TRACING ON', 0],
    ['help of cqlsh', '?', 0],
    ['prose', 'the settings of the editor', 0],
    ['an empty statement first', '; SELECT * FROM users', 0],
    ['a comment that no line break ends', 'SELECT * FROM users -- all', 20],
    ['a marker for a name', 'SELECT * FROM :name', 14],
    ['a placeholder of a tool', 'SELECT * FROM <table>', 14],
    ['a placeholder of a template', 'SELECT * FROM ${table}', 14],
    ['a marker for an option', 'ALTER TABLE users WITH comment = ?', 33],
    ['a marker for a column', 'SELECT * FROM users WHERE token(?) > 1', 32],
    ['a name behind %', 'SELECT * FROM users WHERE id = ? %x', 34],
  ])('a server does not know %s', (_, text, character) => {
    expect(run(text)).toEqual([expect.stringMatching(`^syntax: line 1:${character} `)]);
  });

  test('a function whose body may not have compiled does not stand in the way of the next one', () => {
    const create = (body: string) =>
      `CREATE FUNCTION f (a double) CALLED ON NULL INPUT RETURNS double LANGUAGE java AS '${body}'`;
    const long = create('try { clone(); } catch (Exception e) { } return 0d;');
    expect(run('USE ks', long, create('return a;'))).toEqual(['taken', 'taken', 'taken']);
    expect(run('USE ks', create('return a;'), create('return null;'))).toEqual([
      'taken',
      'taken',
      "invalid: Function 'f' already exists",
    ]);
  });

  test('what looks like a template may be a set of sets', () => {
    const [answer] = dryRun(
      ['CREATE TABLE t (k int PRIMARY KEY, v set<frozen<set<boolean>>>)', 'INSERT INTO t (k, v) VALUES (1, {{true}})'],
      '5.0',
      { schema: [...SCHEMA] },
    ).slice(1);
    expect(answer).toMatchObject({ ok: true });
  });

  test('a statement is not cut at its lines', () => {
    expect(run('DESCRIBE\nTABLE\nusers', "INSERT INTO users (user_name) VALUES ('a\nSELECT * FROM users\n')")).toEqual([
      'taken',
      'taken one',
    ]);
  });

  test('syntax errors begin with their place', () => {
    expect(run('SELECT *\n  FORM users')).toEqual([expect.stringMatching(/^syntax: line 2:2 /)]);
  });

  test('options of other dialects are unknown, not unreadable', () => {
    expect(run("ALTER TABLE users WITH tombstone_gc = {'mode': 'repair'}")).toEqual([
      "syntax: Unknown property 'tombstone_gc'",
    ]);
  });

  test('syntax of later releases is refused as syntax', () => {
    expect(
      dryRun(['SELECT * FROM users WHERE age BETWEEN 1 AND 2 ALLOW FILTERING'], '5.0', { schema: SCHEMA })[0],
    ).toMatchObject({ ok: false, kind: 'syntax' });
    expect(
      dryRun(['SELECT * FROM users WHERE age BETWEEN 1 AND 2 ALLOW FILTERING'], '6.0', { schema: SCHEMA })[0],
    ).toMatchObject({ ok: true });
  });

  test('a semicolon at the end and an unlikely statement do no harm', () => {
    const deep = `SELECT * FROM users WHERE age = ${'('.repeat(5_000)}1${')'.repeat(5_000)}`;
    const long = `SELECT * FROM users WHERE user_name IN (${Array.from({ length: 20_000 }, (_, index) => `'${index}'`).join(', ')})`;
    const json = `INSERT INTO users JSON '${'{"user_name": '.repeat(3_000)}'`;
    const [first, ...rest] = run("SELECT * FROM users WHERE user_name = 'a';", long, deep, json);
    expect(first).toBe('taken one');
    expect(rest[0]).toBe('taken many');
    expect(rest).toHaveLength(3);
  });
});

test('ten thousand statements have their answers', () => {
  const statements = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 === 0
      ? `SELECT text FROM posts WHERE user_name = 'u${index}' AND day = '2026-01-01' AND id > minTimeuuid('2026-01-01')`
      : `INSERT INTO users (user_name, country, age) VALUES ('u${index}', 'fi', ${index})`,
  );
  const answers = run(...statements);
  expect(new Set(answers)).toEqual(new Set(['taken one']));
});

test('what the target takes and the grammar does not read is taken', () => {
  const script = ['GRANT VECTOR_SEARCH_INDEXING ON ALL KEYSPACES TO r', 'SELECT WHERE'];
  expect(dryRun(script, { kind: 'dialect', dialect: 'scylla' }).map(({ ok }) => ok)).toEqual([true, false]);
  expect(dryRun(script, '5.0').map(({ ok }) => ok)).toEqual([false, false]);
});
