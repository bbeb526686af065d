import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOf, install, type Installed, type RunOptions, type Ran } from './installed.ts';

// The command line as users run it: the packed package, installed globally.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let installed: Installed;
beforeAll(() => {
  installed = install();
}, 120_000);
const run = (args: readonly string[], options?: RunOptions): Ran => installed.run(args, options);

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (
  user_name text PRIMARY KEY,
  country text
);
`;
const BAD = "SELECT user_name FROM shop.users WHERE country = 'nz';\n";
const GOOD = "SELECT country FROM shop.users WHERE user_name = 'chris';\n";

/** The value at a path of keys and indices. */
const dig = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);

describe('review', () => {
  const files = {
    'schema.cql': `${SCHEMA}CREATE TABLE shop.heartbeats (device uuid, at timestamp, v int, PRIMARY KEY (device, at));\n`,
    'queries.cql': `${GOOD}${BAD}INSERT INTO shop.heartbeats (device, at, v) VALUES (?, ?, 1);\n`,
  };

  test('tells the worst first, by table, with evidence, cures, statements and what is not declared', () => {
    const { stdout, code } = run(['review', '--format', 'json'], { cwd: folderOf(files) });
    expect(code).toBe(0);
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toMatchObject({
      version: 1,
      target: 'cassandra-5.0',
      first: [{ table: 'shop.users', rule: 'unrestricted-partition-key', severity: 'error' }],
      tables: [
        {
          table: 'shop.users',
          declared: { path: 'schema.cql', range: { start: { line: 1 } } },
          findings: [
            {
              cql: BAD.trim().slice(0, -1),
              evidence: [{ path: 'schema.cql' }],
              server: expect.stringMatching(/^Cannot execute this query/),
            },
          ],
          statements: [{ partitions: 'one' }, { partitions: 'all' }],
          undeclared: [{ annotation: '-- @rows N' }],
        },
        {
          table: 'shop.heartbeats',
          statements: [{ kind: 'insert', partitions: 'one' }],
          undeclared: [{ annotation: '-- @rate N/day per device' }],
        },
      ],
      others: [],
    });
    expect(dig(answer, 'tables', 0, 'findings', 0, 'cures', 0)).toMatchObject({
      title: 'Create table `users_by_country` and use it here',
      price: expect.stringContaining('1 more copy of the data'),
      why: expect.stringContaining('partitioned by `country`'),
    });
  });

  test('says of a query by an index that all nodes are asked, and not that all partitions are read', () => {
    const index = "CREATE INDEX of_country ON shop.users (country) USING 'sai';\n";
    const cwd = folderOf({ 'schema.cql': SCHEMA + index, 'queries.cql': BAD });
    expect(dig(JSON.parse(run(['review', '--format', 'json'], { cwd }).stdout), 'tables', 0)).toMatchObject({
      statements: [{ partitions: 'all', index: 'of_country' }],
    });
    expect(run(['review'], { cwd }).stdout).toMatch(/^\| .* \| all nodes, by an index \|$/m);
  });

  test('calls a table as its CREATE does where no keyspace is known, and says of which nothing was found', () => {
    const { stdout } = run(['review'], {
      cwd: folderOf({ 'schema.cql': 'CREATE TABLE users (id int PRIMARY KEY);\n' }),
    });
    expect(stdout).toContain(
      '## `users`\n\nDeclared in `schema.cql:1`.\n\nNo statement was found that reads or writes it.',
    );
  });

  test('names the table of a statement within a batch, and says below its heading what the heading does not', () => {
    const seats = 'CREATE TABLE shop.seats (flight text, seat int, who text, PRIMARY KEY (flight, seat));\n';
    const batch =
      'BEGIN BATCH\nUPDATE shop.users SET country = :c WHERE user_name = :w;\nDELETE FROM shop.seats WHERE flight = :f;\n' +
      'INSERT INTO shop.seats (flight, seat, who) VALUES (:f, 1, :w);\nAPPLY BATCH;\n';
    const cwd = folderOf({ 'schema.cql': SCHEMA + seats, 'writes.cql': batch });
    expect(JSON.parse(run(['review', '--format', 'json'], { cwd }).stdout)).toMatchObject({
      first: [{ table: 'shop.seats', rule: 'lost-in-batch' }],
      others: [],
    });
    const { stdout } = run(['review'], { cwd });
    expect(stdout.split('Delete first, in a statement of its own.')).toHaveLength(2);
    expect(stdout).toMatch(/^### warning: This DELETE .* wins\.\n\nDelete first/m);
  });

  test('says of hints alone that they are all there is, and of nothing that it is nothing', () => {
    const hint = "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";
    for (const [schema, words] of [
      [SCHEMA + hint, 'Nothing but hints was found.'],
      [SCHEMA, 'Nothing was found.'],
    ] as const) {
      const cwd = folderOf({ 'schema.cql': schema, 'queries.cql': GOOD });
      expect(run(['review'], { cwd }).stdout).toContain(`## What matters most\n\n${words}\n`);
      expect(run(['review', '--format', 'html'], { cwd }).stdout).toContain(`<p>${words}</p>`);
    }
  });

  test('is a page of Markdown or HTML, in which texts stay texts', () => {
    const hostile = 'CREATE TABLE shop.t (a int PRIMARY KEY, "<b>`|" int);\nSELECT a FROM shop.t WHERE "<b>`|" = 1;\n';
    const cwd = folderOf({ 'a.cql': SCHEMA + hostile });
    const markdown = run(['review'], { cwd }).stdout;
    expect(markdown).toMatch(/^# Review\n\n1 file, 4 statements: 1 error/);
    expect(markdown).toContain(String.raw`| ${'``'}SELECT a FROM shop.t WHERE "<b>${'`'}\|" = 1${'``'} |`);
    const html = run(['review', '--format', 'html'], { cwd }).stdout;
    expect(html).toContain('WHERE &quot;&lt;b&gt;`|&quot; = 1</code>');
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<script|<link|<img|src=|url\(/);
  });
});

describe('check', () => {
  test('finds statements in programs, and says what they are written in', () => {
    const program =
      'from cassandra.cluster import Cluster\n\nq = "SELECT contry FROM shop.users WHERE user_name = %s"\n';
    const files = { 'schema.cql': SCHEMA, 'app/dao.py': program, 'app/none.py': 'x = 1\n', 'vendor/v.py': program };
    const { code, stdout } = run(['check', '--format', 'json'], { cwd: folderOf(files) });
    expect(code).toBe(1);
    const answer: unknown = JSON.parse(stdout);
    expect(dig(answer, 'files', 0)).toMatchObject({ path: 'app/dao.py', host: 'python' });
    expect(dig(answer, 'files', 0, 'diagnostics', 0)).toMatchObject({
      rule: 'unknown-column',
      range: { start: { line: 2, character: 12 }, end: { line: 2, character: 18 } },
    });
    expect(dig(answer, 'summary')).toMatchObject({ files: 2, statements: 3, error: 1 });
  });

  test('looks for statements in programs where there is a schema, a configuration, a driver or a mark, and nowhere else', () => {
    const program = 'const q = `SELECT a FROM t WHERE b = 1 ALLOW FILTERING`;\n';
    const files = (more: Readonly<Record<string, string>>): string =>
      run(['check', '--format', 'json'], { cwd: folderOf({ 'a.js': program, ...more }) }).stdout;
    expect(files({})).toContain('"files": []');
    expect(files({ 'package.json': '{ "dependencies": { "cassandra-driver": "4.8.0" } }' })).toContain('"a.js"');
    expect(files({ 'cql-analyzer.toml': '[embedded]\nlanguages = ["go"]' })).toContain('"files": []');
    expect(files({ 'b.js': "const cassandra = require('cassandra-driver');\n" })).toContain('"a.js"');
    expect(files({ 'run.sh': 'cqlsh -e "SELECT a FROM t"\n' })).toContain('"run.sh"');
    expect(files({ 'README.md': '```cql\nSELECT a FROM t;\n```\n' })).toContain('"README.md"');
    expect(files({ 'run.sh': 'psql -c "SELECT a FROM t"\n', 'README.md': '`SELECT a FROM t`\n' })).toContain(
      '"files": []',
    );
  });

  test('prints the finding with its excerpt and carets, a summary, and gives 1', () => {
    const { code, stdout } = run(['check'], { cwd: folderOf({ 'schema.cql': SCHEMA, 'queries.cql': GOOD + BAD }) });
    expect(code).toBe(1);
    expect(stdout).toContain('queries.cql:2:40: error [unrestricted-partition-key]');
    expect(stdout).toContain(" 2 | SELECT user_name FROM shop.users WHERE country = 'nz';");
    expect(stdout).toContain(`   | ${' '.repeat(39)}${'^'.repeat(14)}`);
    expect(stdout).toContain('Cassandra: Cannot execute this query as it might involve data filtering');
    expect(stdout).toContain('= fix: Create table `users_by_country` and use it here');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 files, 4 statements: 1 error, 0 warnings');
  });

  test('prints the finding that the README shows', () => {
    const example = readFileSync(`${ROOT}README.md`, 'utf8').split('A finding looks like this:')[1]!.split('```')[1]!;
    const { stdout } = run(['check', 'one-to-one/queries.cql'], { cwd: `${ROOT}examples` });
    const lines = example.trim().split('\n');
    const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
    for (const line of lines) expect(words(stdout)).toContain(words(line.replace(/…$/, '')));
    expect(stdout).toContain(lines.filter((line) => /^ *\d* \|/.test(line)).join('\n'));
  });

  test('refers to the first ways out of many statements that differ in their values alone', () => {
    const asks = (table: string, count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `SELECT * FROM ${table} WHERE country = '${'x'.repeat(at + 1)}';\n`,
      ).join('');
    const files = { 'schema.cql': SCHEMA, 'queries.cql': asks('shop.users', 8) + BAD };
    const { stdout } = run(['check'], { cwd: folderOf(files) });
    const referred = stdout.split('= fix: as for queries.cql:1:32, which differs in its values alone\n');
    expect(referred).toHaveLength(4);
    // The first of them, and another one, are told theirs.
    expect(referred.at(0)?.split('= fix: Create table')).toHaveLength(6);
    expect(referred.at(-1)).toContain('= fix: Create table `users_by_country` and use it here');
  });

  test('refers to the ways out of a statement that says the same', () => {
    const files = { 'schema.cql': SCHEMA, 'a.cql': BAD, 'b.cql': `\n${BAD}` };
    const { stdout } = run(['check'], { cwd: folderOf(files) });
    expect(stdout.split('= fix: Create table `users_by_country` and')).toHaveLength(2);
    expect(stdout).toMatch(/b\.cql:2:40: .*\n(?:.*\n){1,12}.*= fix: as for a\.cql:1:40, which says the same\n/);
  });

  test('leaves the ways out of the thousandth finding and those behind it to propose', () => {
    const asks = Array.from(
      { length: 1003 },
      (_, at) => `SELECT user_name AS n${at} FROM shop.users WHERE country = 'x';\n`,
    );
    const { stdout } = run(['check'], { cwd: folderOf({ 'schema.cql': SCHEMA, 'q.cql': asks.join('') }) });
    expect(stdout.split('= fix: Create table')).toHaveLength(1001);
    expect(stdout.split('= fix: `cql-analyzer propose q.cql` tells\n')).toHaveLength(4);
  });

  test('gives 0 where nothing is at or above --fail-on', () => {
    const cwd = folderOf({ 'schema.cql': SCHEMA, 'queries.cql': GOOD });
    expect(run(['check'], { cwd })).toMatchObject({ code: 0, stdout: '2 files, 3 statements: 0 errors, 0 warnings\n' });
    const scan = folderOf({ 'schema.cql': SCHEMA, 'queries.cql': 'SELECT * FROM shop.users;\n' });
    expect(run(['check'], { cwd: scan }).code).toBe(0);
    expect(run(['check', '--fail-on', 'warning'], { cwd: scan }).code).toBe(1);
    expect(run(['check', '--fail-on', 'never'], { cwd: folderOf({ 'a.cql': SCHEMA + BAD }) }).code).toBe(0);
  });

  test('a baseline lets be what was there, wherever it moves, and nothing more', () => {
    const cwd = folderOf({ 'schema.cql': SCHEMA, 'queries.cql': GOOD + BAD });
    expect(run(['check', '--write-baseline', 'b.json'], { cwd })).toMatchObject({
      code: 0,
      stdout: '1 finding in b.json\n',
    });
    const check = (text: string): Ran => {
      writeFileSync(join(cwd, 'queries.cql'), text);
      return run(['check', '--baseline', 'b.json'], { cwd });
    };
    const moved = BAD.replace('SELECT user_name', 'select  user_name -- why\n  ');
    expect(check(`-- more\n\n${GOOD}${moved}`)).toMatchObject({
      code: 0,
      stdout: '2 files, 4 statements: 0 errors, 0 warnings, 1 known by the baseline\n',
    });
    expect(check(BAD + GOOD + BAD).stdout).toContain('queries.cql:3:40: error [unrestricted-partition-key]');
    expect(check(BAD.replace('nz', 'fr'))).toMatchObject({ code: 1 });
    expect(check(GOOD).stdout).toContain('0 known by the baseline');
    const json = run(['check', '--baseline', 'b.json', '--format', 'json'], { cwd }).stdout;
    expect(dig(JSON.parse(json), 'summary', 'known')).toBe(0);
  });

  test('what is no baseline is one line and 2', () => {
    const cwd = folderOf({ 'schema.cql': SCHEMA, 'b.json': '{"version": 1}', 'c.json': 'x' });
    for (const file of ['b.json', 'c.json', 'd.json']) {
      const { code, stderr } = run(['check', '--baseline', file], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`^cql-analyzer: ${file}: .*\\n$`));
    }
  });

  test('a project for another server is told once, with the line for its settings', () => {
    const table = "CREATE TABLE shop.orders (id uuid PRIMARY KEY) WITH caching = {'enabled': 'true'};\n";
    const files = { 'schema.cql': SCHEMA + table, 'compose.yml': 'services: {db: {image: scylladb/scylla}}\n' };
    const { stdout, code } = run(['check', '--format', 'json'], { cwd: folderOf(files) });
    const answer: unknown = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ target: 'scylla', summary: { error: 0, info: 1 } });
    expect(dig(answer, 'files', 0, 'diagnostics', 0, 'fixes')).toMatchObject([
      {
        title: 'Set target = "scylla" in cql-analyzer.toml',
        edits: [{ path: 'cql-analyzer.toml', text: 'target = "scylla"\n' }],
      },
    ]);
    const settled = folderOf({ ...files, 'cql-analyzer.toml': 'target = "scylla"\n' });
    expect(run(['check'], { cwd: settled }).stdout).toBe('1 file, 3 statements: 0 errors, 0 warnings\n');
  });

  test('PATH selects what is reported, the schema is that of the project', () => {
    const cwd = folderOf({ 'db/schema.cql': SCHEMA, 'app/a.cql': BAD, 'app/b.cql': BAD });
    const { stdout, code } = run(['check', 'app/b.cql'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('app/b.cql:1:40');
    expect(stdout).not.toContain('app/a.cql');
  });

  test('--format json writes what becomes of many writes once for all fixes', () => {
    const writes = Array.from(
      { length: 101 },
      (_, at) => `INSERT INTO shop.users (user_name, country) VALUES ('${at}', 'nz');\n`,
    );
    const cwd = folderOf({
      'schema.cql': SCHEMA,
      'queries.cql': BAD + BAD.replace('nz', 'fr'),
      'writes.cql': writes.join(''),
    });
    const { files, sharedEdits } = JSON.parse(run(['check', '--format', 'json'], { cwd }).stdout) as {
      files: { diagnostics: { fixes: { edits: { path: string }[]; sharedEdits?: number }[] }[] }[];
      sharedEdits: { path: string; text: string }[][];
    };
    const fixes = files.flatMap(({ diagnostics }) => diagnostics.flatMap((one) => one.fixes));
    const sharing = fixes.filter((fix) => fix.sharedEdits !== undefined);
    expect(sharing.map((fix) => fix.sharedEdits)).toEqual([0, 0]);
    expect(sharing.map(({ edits }) => edits.some(({ path }) => path === 'writes.cql'))).not.toContain(true);
    expect(
      sharedEdits.map((edits) => edits.filter(({ path, text }) => path === 'writes.cql' && text !== '').length),
    ).toEqual([101]);
  });

  test('--format json has the shape that others build on', () => {
    const cwd = folderOf({ 'schema.cql': SCHEMA, 'queries.cql': BAD });
    const { stdout } = run(['check', '--format', 'json', '--target', '4.1'], { cwd });
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toMatchObject({
      version: 1,
      target: 'cassandra-4.1',
      summary: { files: 2, statements: 3, error: 1, warning: 0, info: 0, hint: 0 },
    });
    const diagnostic = dig(answer, 'files', 0, 'diagnostics', 0);
    expect(dig(answer, 'files', 0, 'path')).toBe('queries.cql');
    expect(diagnostic).toMatchObject({
      rule: 'unrestricted-partition-key',
      severity: 'error',
      range: { start: { line: 0, character: 39 }, end: { line: 0, character: 53 } },
      server: { kind: 'invalid' },
      related: [{ path: 'schema.cql', message: expect.any(String) as string }],
    });
    expect(dig(diagnostic, 'help')).toMatch(/^https:/);
    const edits = dig(diagnostic, 'fixes', 0, 'edits') as { path: string }[];
    expect(new Set(edits.map(({ path }) => path))).toEqual(new Set(['schema.cql', 'queries.cql']));
  });

  test.each(['sarif', 'github', 'junit'])('--format %s names rule, file and line', (format) => {
    const { stdout } = run(['check', '--format', format], { cwd: folderOf({ 'schema.cql': SCHEMA, 'q.cql': BAD }) });
    expect(stdout).toContain('unrestricted-partition-key');
    expect(stdout).toContain('q.cql');
    if (format === 'sarif') expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0' });
    if (format === 'github') expect(stdout).toMatch(/^::error file=q\.cql,line=1,col=40/m);
  });

  test('standard input, named for its place in the project', () => {
    const cwd = folderOf({ 'schema.cql': SCHEMA });
    const { stdout, code } = run(['check', '-', '--stdin-filename', 'app/new.cql'], { cwd, input: BAD });
    expect(code).toBe(1);
    expect(stdout).toContain('app/new.cql:1:40');
  });

  test('a configuration file: target, schema, severities, files left out', () => {
    const cwd = folderOf({
      'cql-analyzer.toml': 'target = "4.0"\nexclude = ["old/**"]\n[rules]\nunrestricted-partition-key = "warning"\n',
      'schema.cql': SCHEMA,
      'old/schema.cql': 'CREATE TABLE shop.users (country text PRIMARY KEY);',
      'q.cql': BAD,
    });
    const { stdout, code } = run(['check'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('q.cql:1:40: warning [unrestricted-partition-key]');
  });

  test('--schema names a file of another folder, and one that is not there in a line', () => {
    const cwd = folderOf({ 'app/queries.cql': BAD, 'db/schema.cql': SCHEMA });
    const { stdout, stderr, code } = run(
      ['check', '--schema', '../db/schema.cql', '--schema', 'none.cql', 'queries.cql'],
      { cwd: join(cwd, 'app') },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('error [unrestricted-partition-key]');
    expect(stdout).toContain('1 file, ');
    expect(stderr).toBe('--schema none.cql: no file matches it.\n');
  });

  test('says which configuration of a folder within the project does not count', () => {
    const cwd = folderOf({ 'a.cql': GOOD, 'svc/cql-analyzer.toml': 'target = "scylla"\n', 'svc/db/b.cql': SCHEMA });
    const line = 'svc/cql-analyzer.toml: not read; it counts where svc is named, or the working directory.\n';
    expect(run(['check'], { cwd }).stderr).toBe(line);
    expect(run(['check', 'svc'], { cwd }).stderr).toBe('');
    expect(run(['check', 'a.cql'], { cwd }).stderr).toBe('');
  });

  test('skips what .gitignore and build folders leave out, and says so where nothing is left', () => {
    const cwd = folderOf({ '.gitignore': 'gen/\n', 'gen/a.cql': SCHEMA + BAD, 'node_modules/x/a.cql': SCHEMA + BAD });
    const { stdout, stderr, code } = run(['check'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('There are no .cql files here.');
    expect(stdout).toBe('0 files, 0 statements: 0 errors, 0 warnings\n');
  });

  test('the same text in UTF-16 and with a byte order mark', () => {
    const text = SCHEMA + BAD;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(run(['check'], { cwd: folderOf({ 'a.cql': utf16 }) }).stdout).toContain('a.cql:6:40: error');
    expect(run(['check'], { cwd: folderOf({ 'a.cql': `\uFEFF${text}` }) }).stdout).toContain('a.cql:6:40: error');
  });
});

describe('what cannot be used is one clear line and exit code 2', () => {
  test.each([
    ['a missing file', ['check', 'nowhere.cql'], 'nowhere.cql: there is no such file or folder.'],
    ['a binary file', ['check', 'binary.cql'], 'binary.cql: it is a binary file.'],
    ['an unknown option', ['check', '--colour'], "Unknown option '--colour'"],
    ['a slip in an option', ['check', '--formt', 'json'], 'Did you mean --format?'],
    ['an unknown command', ['chekc'], 'There is no command chekc'],
    ['an unknown target', ['check', '--target', '9.9'], '--target is one of cassandra-3.11'],
    ['an unknown format', ['check', '--format', 'xml'], '--format is one of pretty'],
    ['a missing configuration', ['check', '--config', 'nowhere.toml'], 'nowhere.toml: there is no such file.'],
    ['a mistake in a configuration', ['check', '--config', 'bad.toml'], 'bad.toml:2: target'],
    ['no TOML', ['check', '--config', 'broken.toml'], 'broken.toml:1: This is not TOML'],
    ['an unknown rule', ['explain', 'no-such-rule'], 'There is no rule no-such-rule'],
  ])('%s', (_, args, line) => {
    const cwd = folderOf({
      'binary.cql': new Uint8Array([1, 0, 2, 3]),
      'bad.toml': '# a comment\ntarget = "8"\n',
      'broken.toml': 'target = \n',
    });
    const { code, stderr, stdout } = run(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('propose', () => {
  const files = { 'schema.cql': SCHEMA, 'queries.cql': GOOD + BAD };

  test('prints the table that the query needs and the query that reads it', () => {
    const { code, stdout } = run(['propose'], { cwd: folderOf(files) });
    expect(code).toBe(0);
    expect(stdout).toContain('Create table `users_by_country` and use it here');
    expect(stdout).toContain('CREATE TABLE shop.users_by_country (');
    expect(stdout).toContain("FROM shop.users_by_country WHERE country = 'nz'");
    expect(stdout).toContain('  Price: each INSERT writes 2 tables; ');
    expect(stdout).toMatch(/^ {2}or: Add an SAI index on `country`; for rare queries: /m);
  });

  test('how tables are filled is said once, and a growing table is named', () => {
    const cwd = folderOf({
      'schema.cql': `${SCHEMA}CREATE TABLE shop.heartbeats (device text, at timestamp, PRIMARY KEY (device, at));\n`,
      'queries.cql': `${BAD}SELECT country FROM shop.users WHERE user_name > 'a';\n`,
    });
    const { stdout } = run(['propose'], { cwd });
    expect(stdout.split('In this order nothing is lost')).toHaveLength(2);
    expect(stdout).toContain(
      ': Every `device` keeps all its rows in one partition, for ever: `at` grows and nothing splits it\n',
    );
  });

  test('a table is headed by what is found wrong with it', () => {
    const cwd = folderOf({
      'schema.cql': `-- @rate 5/s per turbine
-- @bucket day = day(at)
CREATE TABLE wind.power (turbine uuid, day date, at timestamp, kw float, PRIMARY KEY ((turbine, day), at));
`,
    });
    const { stdout } = run(['propose'], { cwd });
    expect(stdout).toContain('schema.cql:3: `power` keeps too many rows of one `day` in a partition\n');
    expect(stdout).not.toContain('for ever');
  });

  test('statements of a program are printed with what it puts in', () => {
    const cwd = folderOf({
      'schema.cql': SCHEMA,
      'dao.js': [
        "const { Client } = require('cassandra-driver');",
        'const byCountry = (client, country, columns) =>',
        "  client.execute('SELECT ' + columns + ' FROM shop.users WHERE country = ' + country);",
        "const ofCountry = (client, country) => client.execute(`SELECT user_name FROM shop.users WHERE country = '${country}'`);",
        '',
      ].join('\n'),
    });
    const { stdout } = run(['propose'], { cwd });
    const review = run(['review'], { cwd }).stdout;
    for (const table of ['users', 'users_by_country']) {
      expect(stdout).toContain(`SELECT ' + columns + ' FROM shop.${table} WHERE country = ' + country`);
      expect(stdout).toContain(`SELECT user_name FROM shop.${table} WHERE country = '\${country}'`);
    }
    expect(review).toContain("SELECT ' + columns + ' FROM shop.users WHERE country = ' + country");
    expect(stdout + review).not.toMatch(/\$\d_/);
  });

  test('--format json', () => {
    const { stdout } = run(['propose', '--format', 'json'], { cwd: folderOf(files) });
    const { version, queries } = JSON.parse(stdout) as { version: number; queries: unknown[] };
    expect(version).toBe(1);
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatchObject({
      path: 'queries.cql',
      cql: BAD.trim().replace(';', ''),
      access: { partitions: 'all' },
    });
    expect(dig(queries, 0, 'proposals', 0)).toMatchObject({
      rank: 1,
      kind: 'new-table',
      table: 'shop.users_by_country',
    });
  });

  test('answers what Cassandra refuses for its restrictions, and the queries of a table whose numbers speak', () => {
    const cwd = folderOf({
      'schema.cql': `CREATE TYPE shop.place (street text, city text);
CREATE TABLE shop.people (id uuid PRIMARY KEY, name text, home place, age int);
-- @rate 6/minute per sensor
CREATE TABLE shop.readings (sensor uuid, at timestamp, value float, PRIMARY KEY ((sensor), at));`,
      'queries.cql': `SELECT name FROM shop.people WHERE home = ?;
SELECT name FROM shop.people WHERE age BETWEEN 18 AND 65;
SELECT name FROM shop.people WHERE id = now();
SELECT value FROM shop.readings WHERE sensor = ? AND at >= ? AND at < ?;`,
    });
    const { queries } = JSON.parse(run(['propose', '--format', 'json', 'queries.cql'], { cwd }).stdout) as {
      queries: { proposals: { table: string }[] }[];
    };
    expect(queries.map(({ proposals }) => proposals[0]?.table)).toEqual([
      'shop.people_by_home',
      'shop.people_by_age',
      'shop.readings_by_sensor',
    ]);
  });

  test('--write puts it into the files, and then there is nothing left to propose', () => {
    const cwd = folderOf(files);
    expect(run(['propose', '--write'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'schema.cql'), 'utf8')).toContain('CREATE TABLE shop.users_by_country (');
    expect(run(['check'], { cwd }).code).toBe(0);
    expect(run(['propose'], { cwd }).stdout).toBe('0 statements with proposals\n');
  });
});

describe('propose --write and --format cql', () => {
  const schema =
    'CREATE TABLE shop.people (id uuid PRIMARY KEY, name text, email text, age int);\n-- @rate 6/minute per sensor\n' +
    'CREATE TABLE shop.readings (sensor uuid, at timestamp, value float, PRIMARY KEY ((sensor), at));\n';
  const queries =
    'SELECT name FROM shop.people WHERE email = ?;\nSELECT age FROM shop.people WHERE email = ?;\n' +
    'SELECT value FROM shop.readings WHERE sensor = ? AND at >= ? AND at < ?;\n';

  test('two queries of one table: it is made once, with the columns of both', () => {
    const cwd = folderOf({ 'schema.cql': schema, 'queries.cql': queries });
    expect(run(['propose', '--write'], { cwd }).code).toBe(0);
    const written = readFileSync(join(cwd, 'schema.cql'), 'utf8');
    expect(written.match(/CREATE TABLE shop.people_by_email/g)).toHaveLength(1);
    expect(written.match(/CREATE TABLE shop.readings_by_sensor/g)).toHaveLength(1);
    expect(written).toMatch(/email text,\s+id uuid,\s+name text,\s+age int,\s+PRIMARY KEY \(\(email\), id\)/);
    expect(readFileSync(join(cwd, 'queries.cql'), 'utf8')).toContain(
      'SELECT age FROM shop.people_by_email WHERE email = ?',
    );
    expect(run(['check', '--fail-on', 'error'], { cwd }).code).toBe(0);
  });

  test('is for the server that a file beside the schema names', () => {
    const wide = 'CREATE TABLE shop.points (a text, b text, v int, PRIMARY KEY ((a, b)));\n';
    const cwd = folderOf({
      'schema.cql': wide,
      'queries.cql': 'SELECT DISTINCT a, b FROM shop.points WHERE a = ? ALLOW FILTERING;\n',
      'docker-compose.yml': 'services:\n  db:\n    image: scylladb/scylla:6.2\n',
    });
    const { code, stderr } = run(['propose', '--write'], { cwd });
    expect([code, stderr.split(',')[0]]).toEqual([0, 'The project seems to be written for ScyllaDB']);
    const index = (): string | undefined => /CREATE INDEX.*/.exec(readFileSync(join(cwd, 'schema.cql'), 'utf8'))?.[0];
    expect(index()).toBe('CREATE INDEX points_a_idx ON shop.points (a);');
    expect(run(['propose', '--target', '5.0'], { cwd }).stderr).toBe('');
  });

  test('says when nothing can be written', () => {
    const people = schema.slice(0, schema.indexOf('\n') + 1);
    const cwd = folderOf({ 'schema.cql': people, 'queries.cql': 'SELECT name FROM shop.people;\n' });
    expect(run(['propose', '--write'], { cwd }).stderr).toBe(
      'No proposal is applied: each is a choice, or leaves something to be written by hand.\n0 files written\n',
    );
  });

  test('what is only a guess about a table is left to a person', () => {
    const orders = 'CREATE TABLE shop.orders (id uuid PRIMARY KEY, customer uuid, placed timestamp);\n';
    const newest = 'SELECT id FROM shop.orders WHERE customer = ? ORDER BY placed DESC LIMIT 10;\n';
    const cwd = folderOf({ 'schema.cql': orders, 'queries.cql': newest });
    expect(run(['propose', '--write'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'schema.cql'), 'utf8').match(/CREATE TABLE \S+/g)).toEqual([
      'CREATE TABLE shop.orders',
      'CREATE TABLE shop.orders_by_customer',
    ]);
  });

  test('a migration, with what undoes it backwards', () => {
    const cwd = folderOf({ 'schema.cql': schema, 'queries.cql': queries });
    const { stdout } = run(['propose', '--format', 'cql', 'queries.cql'], { cwd });
    const [forth, back] = stdout.split('-- To undo:\n');
    expect(forth!.match(/^(?:CREATE|ALTER) TABLE \S+/gm)).toEqual([
      'CREATE TABLE shop.people_by_email',
      'CREATE TABLE shop.readings_by_sensor',
    ]);
    expect(back!.trim().split('\n')).toEqual([
      '-- DROP TABLE shop.readings_by_sensor;',
      '-- DROP TABLE shop.people_by_email;',
    ]);
    expect(readFileSync(join(cwd, 'schema.cql'), 'utf8')).toBe(schema);
  });

  const writes = `-- sign up
INSERT INTO shop.people (id, name, email, age) VALUES (?, ?, ?, ?);
UPDATE shop.people SET age = ? WHERE id = ?;
INSERT INTO shop.people JSON ? DEFAULT UNSET;
BEGIN UNLOGGED BATCH
  INSERT INTO shop.people (id, name, email, age) VALUES (?, ?, ?, ?);
APPLY BATCH;
`;

  test('the writes keep all new tables in step; one that cannot be followed is told, and stays', () => {
    const cwd = folderOf({
      'schema.cql': schema.split('\n')[0]!,
      'queries.cql': 'SELECT name FROM shop.people WHERE email = ?;\nSELECT id FROM shop.people WHERE age = ?;\n',
      'writes.cql': writes,
    });
    const { code, stderr, stdout } = run(['propose', '--write', '--format', 'cql'], { cwd });
    expect(code).toBe(0);
    const batch = `SELECT email, age FROM shop.people WHERE id = ?;
BEGIN BATCH
  INSERT INTO shop.people (id, name, email, age) VALUES (?, ?, ?, ?);
  INSERT INTO shop.people_by_age (age, id) VALUES (?, ?);
  INSERT INTO shop.people_by_email (email, id, name) VALUES (?, ?, ?);
  -- only where email changed
  DELETE FROM shop.people_by_email WHERE email = ? AND id = ?;
  -- only where age changed
  DELETE FROM shop.people_by_age WHERE age = ? AND id = ?;
APPLY BATCH;`;
    expect(readFileSync(join(cwd, 'writes.cql'), 'utf8')).toBe(`-- sign up
${batch}
SELECT age FROM shop.people WHERE id = ?;
BEGIN BATCH
  UPDATE shop.people SET age = ? WHERE id = ?;
  INSERT INTO shop.people_by_age (age, id) VALUES (?, ?);
  -- only where age changed
  DELETE FROM shop.people_by_age WHERE age = ? AND id = ?;
APPLY BATCH;
INSERT INTO shop.people JSON ? DEFAULT UNSET;
${batch}
`);
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        'writes.cql:2: keeps the copy in step',
        'writes.cql:3: keeps the copy in step',
        'writes.cql:4: left as it is. A write of `people` could not be followed: `INSERT INTO shop.people JSON ? DEFAULT UNSET`.',
        'writes.cql:5: keeps the copy in step',
      ]),
    );
    // What comes back first stands first.
    expect(stdout.split('-- To undo:\n')[1]).toContain(`-- writes.cql:3 again
-- UPDATE shop.people SET age = ? WHERE id = ?;
-- writes.cql:5 again
-- BEGIN UNLOGGED BATCH
--   INSERT INTO shop.people (id, name, email, age) VALUES (?, ?, ?, ?);
-- APPLY BATCH;
-- DROP TABLE`);
    expect(run(['propose'], { cwd }).stdout).toBe('0 statements with proposals\n');
    expect(run(['check', '--fail-on', 'warning'], { cwd }).code).toBe(0);
  });

  test('more queries of one table than there are usual rounds are all answered', () => {
    const columns = Array.from({ length: 14 }, (_, index) => `c${index}`);
    const names = ['id', ...columns].join(', ');
    const markers = ['?', ...columns.map(() => '?')].join(', ');
    const cwd = folderOf({
      'schema.cql': `CREATE TABLE shop.t (id uuid PRIMARY KEY, ${columns.map((name) => `${name} text`).join(', ')});\n`,
      'queries.cql': columns.map((name) => `SELECT id FROM shop.t WHERE ${name} = ?;\n`).join(''),
      'writes.cql': `INSERT INTO shop.t (${names}) VALUES (${markers});\n`,
    });
    expect(run(['propose', '--write'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'writes.cql'), 'utf8').match(/INSERT INTO shop\.t_by/g)).toHaveLength(14);
  });
});

describe('explain', () => {
  test('a rule', () => {
    const { code, stdout } = run(['explain', 'allow-filtering']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# allow-filtering/);
  });

  test('a statement', () => {
    const { code, stdout } = run(['explain', GOOD], { cwd: folderOf({ 'schema.cql': SCHEMA }) });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Reads one partition/);
  });

  test.each([
    ['a table that is made', 'CREATE TABLE shop.t (a int PRIMARY KEY)', 'Cassandra takes it. It looks for no rows.\n'],
    [
      'writes of a batch',
      `BEGIN BATCH UPDATE shop.users SET country = 'nz' WHERE user_name = ?; INSERT INTO shop.users (user_name) VALUES (?); APPLY BATCH`,
      '`users`: Writes one partition: `user_name` is given by =.\n\n`users`: Writes one partition: `user_name` is given by =.\n',
    ],
    [
      'an unknown table',
      'SELECT a FROM other.t WHERE a = 1',
      'Its table is not in the schema at hand, so nothing can be said.\n',
    ],
  ])('%s', (_, cql, said) => {
    expect(run(['explain', cql], { cwd: folderOf({ 'schema.cql': SCHEMA }) }).stdout).toBe(said);
  });
});

describe('dry-run', () => {
  test('prints what the server would refuse, and gives 1', () => {
    const cwd = folderOf({ 'a.cql': `${SCHEMA}${BAD}INSERT INTO shop.users (country) VALUES ('nz');\n` });
    const { code, stdout } = run(['dry-run', 'a.cql'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('a.cql:6: invalid Cannot execute this query');
    expect(stdout).toContain('a.cql:7: invalid Some partition key parts are missing: user_name');
    expect(stdout).toContain('4 statements, 2 refused');
  });

  test('what cqlsh keeps to itself is passed over in a script, and never reaches a server', () => {
    const cwd = folderOf({ 'a.cql': `CONSISTENCY QUORUM;\nTRACING ON\n${SCHEMA}` });
    expect(run(['dry-run', 'a.cql'], { cwd })).toMatchObject({ code: 0, stdout: '2 statements, 0 refused\n' });
    const input = JSON.stringify({ id: 'a', script: ['TRACING ON'] });
    expect(run(['dry-run', '--jsonl'], { input }).stdout).toContain('"kind":"syntax"');
  });

  test('--jsonl with a file, which it would not read', () => {
    const { code, stderr } = run(['dry-run', '--jsonl', 'schema.cql'], { input: '' });
    expect([code, stderr]).toEqual([2, 'cql-analyzer: dry-run: --jsonl reads standard input, and no files.\n']);
  });

  test('--jsonl answers each line in order', () => {
    const script = [...SCHEMA.split(';\n').slice(0, 2), GOOD.trim().replace(';', '')];
    const input = `${JSON.stringify({ id: 'a', target: 'cassandra-5.0', script })}\nno json\n`;
    const { code, stdout } = run(['dry-run', '--jsonl'], { input });
    expect(code).toBe(0);
    const [first, second] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(first).toMatchObject({ id: 'a', results: [{ ok: true }, { ok: true }, { ok: true, partitions: 'one' }] });
    expect(second).toHaveProperty('error');
  });

  test('--jsonl takes U+2028 within a line, and gives none that would break one', () => {
    const input = `${JSON.stringify({ id: 'a', script: ['SELECT * FROM t WHERE a = "\u2028"', 'SELECT "\u2029" FROM system.local'] })}\n`;
    const { stdout } = run(['dry-run', '--jsonl'], { input });
    expect(stdout).not.toMatch(/[\u2028\u2029]/);
    const { id, results } = JSON.parse(stdout) as { id: string; results: { message: string }[] };
    expect(id).toBe('a');
    expect(results).toHaveLength(2);
    expect(results[1]?.message).toContain('\u2029');
  });
});

test('format lays out as the project says, and as its options say', () => {
  const cwd = folderOf({
    'cql-analyzer.toml': 'format-keywords = "lower"\nformat-indent = 4\n',
    'x.cql': 'CREATE TYPE t (\na int);\n',
  });
  const format = (...options: readonly string[]) =>
    run(['format', ...options, '-'], { cwd, input: 'CREATE TYPE t (\na int);\n' });
  expect(format().stdout).toBe('create type t (\n    a int\n);\n');
  expect(format('--format-keywords', 'upper', '--format-indent', '0').stdout).toBe('CREATE TYPE t (\n\ta int\n);\n');
  expect(format('--format-width', '10')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--format-width is a number of characters from 20 to 1000') as string,
  });
  expect(run(['check', '--format-width', '80'], { cwd }).code).toBe(2);
});

describe('fix', () => {
  const text = `CREATE TABLE shop.users (id uuid PRIMARY KEY, name text);\nSELECT name FORM shop.users WHERE id = ?;\n`;

  test('--diff shows, without it the file is written', () => {
    const cwd = folderOf({ 'a.cql': text });
    const shown = run(['fix', '--diff'], { cwd });
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('-SELECT name FORM shop.users');
    expect(shown.stdout).toContain('+SELECT name FROM shop.users');
    expect(readFileSync(join(cwd, 'a.cql'), 'utf8')).toBe(text);
    expect(run(['fix'], { cwd })).toMatchObject({ code: 0, stdout: '1 fix in 1 file\n' });
    expect(readFileSync(join(cwd, 'a.cql'), 'utf8')).toBe(text.replace('FORM', 'FROM'));
  });

  test('writes statements of programs as their literals want it', () => {
    const schema = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, name text, age int);\n';
    const java =
      'import com.datastax.oss.driver.api.core.CqlSession;\nclass A {\n' +
      String.raw`  String a = "UPDATE shop.users SET age = '5' " + "WHERE id = ?";` +
      '\n' +
      String.raw`  void f(CqlSession s) { s.execute("INSERT INTO shop.users (id, name, age) VALUES (?, \"x\", '3')"); }` +
      '\n}\n';
    const cwd = folderOf({ 'a.cql': schema, 'A.java': java });
    expect(run(['fix'], { cwd })).toMatchObject({ code: 0, stdout: '3 fixes in 1 file\n' });
    const now = java.replace("'5'", '5').replace(String.raw`\"x\", '3'`, "'x', 3");
    expect(readFileSync(join(cwd, 'A.java'), 'utf8')).toBe(now);
    expect(run(['fix', '--diff'], { cwd })).toMatchObject({ code: 0, stdout: '' });
  });
});

test('dry-run says whose words a refusal has where the target is no Cassandra', () => {
  const cwd = folderOf({ 's.cql': SCHEMA + BAD });
  const { stdout, code } = run(['dry-run', '--target', 'scylla', 's.cql'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("3 statements, 1 refused; the words are Cassandra's, not ScyllaDB's");
  expect(run(['dry-run', 's.cql'], { cwd }).stdout).toContain('3 statements, 1 refused\n');
});

test('--help and --version', () => {
  expect(run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: cql-analyzer') as string });
  expect(run(['help', 'check']).stdout).toBe(run(['check', '--help']).stdout);
  expect(run(['lsp', '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--stdio') as string });
  expect(run(['check', '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--fail-on') as string });
  expect(run(['--version']).stdout).toMatch(/^cql-analyzer \d+\.\d+\.\d+\n$/);
  expect(run([]).code).toBe(2);
});

describe('format', () => {
  const untidy = 'select  country from shop.users where user_name=?;\n';
  const tidy = 'SELECT country FROM shop.users WHERE user_name = ?;\n';

  test('lays out files, and says how many', () => {
    const cwd = folderOf({ 'a.cql': untidy, 'b.cql': tidy });
    expect(run(['format'], { cwd })).toMatchObject({ code: 0, stdout: '1 file changed, 1 as they should be\n' });
    expect(readFileSync(join(cwd, 'a.cql'), 'utf8')).toBe(tidy);
  });

  test('--check and --diff change nothing', () => {
    const cwd = folderOf({ 'a.cql': untidy });
    expect(run(['format', '--check'], { cwd })).toMatchObject({ code: 1, stdout: 'a.cql would change\n' });
    expect(run(['format', '--diff'], { cwd }).stdout).toContain(`-${untidy}+${tidy}`);
    expect(readFileSync(join(cwd, 'a.cql'), 'utf8')).toBe(untidy);
    expect(run(['format', '--check'], { cwd: folderOf({ 'a.cql': tidy }) })).toMatchObject({ code: 0, stdout: '' });
  });

  test('standard input goes to standard output', () => {
    expect(run(['format', '-'], { input: untidy })).toMatchObject({ code: 0, stdout: tidy });
  });
});
