import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';
import { proposals } from '../modeling/ask.ts';

// Writes of a table in programs, and whether a copy of it is written with them.

const SCHEMA = `CREATE TABLE shop.users (id uuid PRIMARY KEY, name text, email text);
-- @copy-of users
CREATE TABLE shop.users_by_email (email text, id uuid, name text, PRIMARY KEY ((email), id));`;

const BASE = 'INSERT INTO shop.users (id, name, email) VALUES (?, ?, ?)';
const COPY = 'INSERT INTO shop.users_by_email (email, id, name) VALUES (?, ?, ?)';
const CHANGE = 'UPDATE shop.users SET email = ? WHERE id = ?';
const GONE = 'DELETE FROM shop.users WHERE id = ?';
const MOVED = `BEGIN BATCH\n${CHANGE};\n${COPY};\nAPPLY BATCH;`;
const READ = 'SELECT id FROM shop.users_by_email WHERE email = ?';

/** The statements that forget the copy, with the lines of the program on which they stand. */
const forgets = (files: Readonly<Record<string, string>>): readonly string[] => {
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, ...files });
  return allFindings(workspace)
    .filter(({ finding }) => finding.code === 'stale-copy')
    .map(({ path, start }) => `${path}:${workspace.file(path)!.document.positionAt(start).line + 1}`);
};

const go = (...functions: readonly string[]): string =>
  ['package shop', 'import "github.com/gocql/gocql"', ...functions].join('\n');
const goFunction = (name: string, ...statements: readonly string[]): string =>
  [`func (r *Repo) ${name}(u User) error {`, ...statements.map((one) => `\tr.s.Query("${one}").Exec()`), '}'].join(
    '\n',
  );

const js = (...functions: readonly string[]): string =>
  ["const { Client } = require('cassandra-driver');", ...functions].join('\n');
const jsRun = (statement: string): string => `  await client.execute('${statement}', [u]);`;
const jsFunction = (name: string, ...statements: readonly string[]): string =>
  [`async function ${name}(u) {`, ...statements.map(jsRun), '}'].join('\n');

describe('a write that forgets the copy', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['alone in the program', { 'a.go': go(goFunction('Create', BASE)) }, ['a.go:4']],
    ['in a batch that leaves the old row of the copy', { 'a.cql': MOVED }, ['a.cql:3']],
    [
      'beside a function that writes both',
      { 'a.go': go(goFunction('Create', BASE, COPY), goFunction('Change', CHANGE)) },
      ['a.go:8'],
    ],
    [
      'beside one in another program',
      { 'a.go': go(goFunction('Create', COPY, BASE)), 'b.js': js(jsFunction('change', CHANGE)) },
      ['b.js:3'],
    ],
    [
      'in a function that reads the copy',
      { 'a.go': go(goFunction('Create', READ, BASE), goFunction('Other', BASE, COPY)) },
      ['a.go:5'],
    ],
    [
      'of a text that has a name and is run in a function',
      {
        'A.java': `import com.datastax.oss.driver.api.core.CqlSession;
class A {
  static final String INSERT = "${BASE}";
  static final String INSERT_COPY = "${COPY}";
  static final String CHANGE = "${CHANGE}";
  void create(User u) {
    session.execute(INSERT, u);
    session.execute(INSERT_COPY, u);
  }
  void change(User u) {
    session.execute(CHANGE, u);
  }
}`,
      },
      ['A.java:5'],
    ],
    [
      'beside methods that stand on one line each',
      {
        'A.java': `import com.datastax.oss.driver.api.core.CqlSession;
class A {
  static final String INSERT = "${BASE}";
  static final String INSERT_COPY = "${COPY}";
  static final String CHANGE = "${CHANGE}";
  void create(User u) { session.execute(INSERT, u); session.execute(INSERT_COPY, u); }
  void change(User u) { session.execute(CHANGE, u); }
}`,
      },
      ['A.java:5'],
    ],
    [
      'as a method of Kotlin',
      {
        'a.kt': `import com.datastax.oss.driver.api.core.CqlSession
class Users(private val session: CqlSession) {
    fun create(u: User) {
        session.execute("${BASE}")
        session.execute("${COPY}")
    }
    fun change(u: User) {
        session.execute("${CHANGE}")
    }
}`,
      },
      ['a.kt:8'],
    ],
    [
      'in a module that is made by a function',
      {
        'a.js': js(
          'module.exports = (client) => {',
          ...jsFunction('create', BASE, COPY).split('\n'),
          ...jsFunction('remove', GONE).split('\n'),
          '};',
        ).replaceAll(/^(?!const|module|};)/gm, '  '),
      },
      ['a.js:8'],
    ],
    [
      'in a batch in one text',
      { 'a.go': go(goFunction('Create', `BEGIN BATCH ${BASE}; ${CHANGE}; APPLY BATCH`)) },
      ['a.go:4', 'a.go:4'],
    ],
  ])('%s', (_, files, found) => {
    expect(forgets(files)).toEqual(found);
  });
});

describe('nothing is said where the copy is written', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['in the same function', { 'a.go': go(goFunction('Create', COPY, BASE)) }],
    ['in the same batch', { 'a.go': go(goFunction('Create', `BEGIN BATCH ${BASE}; ${COPY}; APPLY BATCH`)) }],
    ['by a function that does only that', { 'a.go': go(goFunction('Create', BASE), goFunction('Index', COPY)) }],
    [
      'by such a function in another program',
      { 'a.go': go(goFunction('Create', BASE)), 'b.js': js(jsFunction('index', COPY)) },
    ],
    [
      'in a function within the function',
      {
        'a.js': js(
          'async function create(u) {',
          jsRun(BASE),
          '  await Promise.all(u.emails.map(async (email) => {',
          `  ${jsRun(COPY)}`,
          '  }));',
          '}',
          jsFunction('both', BASE, COPY),
        ),
      },
    ],
    [
      'in a function around the function',
      {
        'a.js': js(
          'async function create(u) {',
          jsRun(COPY),
          jsRun(BASE),
          '  await retry(async () => {',
          `  ${jsRun(CHANGE)}`,
          '  });',
          '}',
        ),
      },
    ],
    [
      'where all are prepared',
      {
        'A.java': `import com.datastax.oss.driver.api.core.CqlSession;
class A {
  private final PreparedStatement insert;
  A(CqlSession session) {
    this.insert = session.prepare("${BASE}");
    this.change = session.prepare("${CHANGE}");
    this.insertCopy = session.prepare("${COPY}");
  }
  void change(User u) {
    session.execute(change.bind(u));
  }
}`,
      },
    ],
    ['among texts that have names', { 'a.go': go(`const insertUser = "${BASE}"`, `const insertCopy = "${COPY}"`) }],
    [
      'by what calls a function that writes both',
      {
        'a.go': go(
          goFunction('Create', BASE, COPY),
          `func (r *Repo) Change(u User) {\n\tr.s.Query("${CHANGE}").Exec()\n\tr.Create(u)\n}`,
        ),
      },
    ],
    [
      'by what has its name',
      { 'a.go': go(`func (r *Repo) Create(u User) {\n\tr.s.Query("${BASE}").Exec()\n\tr.usersByEmail.Put(u)\n}`) },
    ],
    [
      'by a builder in another program',
      { 'a.go': go(goFunction('Create', BASE)), 'b.js': js('insertInto("users_by_email").value("email", e);') },
    ],
    [
      'by a mapper',
      { 'a.go': go(goFunction('Create', BASE)), 'UserByEmail.java': '@Table\npublic class UserByEmail {}' },
    ],
    [
      'in a batch that leaves the old row of the copy, which a mapper may delete',
      { 'a.cql': MOVED, 'UserByEmail.java': '@Table\npublic class UserByEmail {}' },
    ],
    [
      'by a statement of which the table is put in',
      {
        'a.js': js(
          jsFunction('create', BASE),
          'const put = (table, u) => client.execute(`INSERT INTO shop.${table} (id, name, email) VALUES (?, ?, ?)`, u);',
        ),
      },
    ],
    [
      'or nothing of the copy changes',
      { 'a.go': go(goFunction('Touch', 'UPDATE shop.users SET id = ? WHERE id = ?')) },
    ],
  ])('%s', (_, files) => {
    expect(forgets(files)).toEqual([]);
  });
});

test('an edit beside the statements counts', () => {
  const program = go(goFunction('Create', BASE, COPY, CHANGE));
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'a.go': program });
  const told = (): readonly string[] =>
    workspace.findings('a.go').flatMap(({ finding: { code } }) => (code === 'stale-copy' ? [code] : []));
  expect(told()).toEqual([]);
  const at = program.indexOf('\tr.s.Query("UPDATE');
  workspace.edit('a.go', { start: at, end: at, text: '}\nfunc (r *Repo) Change(u User) {\n' });
  expect(told()).toEqual(['stale-copy']);
  workspace.note('b.ts', 'b.ts', 'export class UserByEmail {}');
  expect(told()).toEqual([]);
  workspace.remove('b.ts');
  expect(told()).toEqual(['stale-copy']);
});

test('a table that a program forgets is offered with a word about it', () => {
  const offered = (...statements: readonly string[]): string =>
    proposals(
      {
        'schema.cql': SCHEMA,
        'a.go': go(goFunction('Change', ...statements)),
        'q.cql': 'SELECT name FROM shop.users WHERE email = ?;',
      },
      'q.cql',
      'select',
    )
      .flatMap(({ notes }) => notes)
      .join('\n');
  expect(offered(CHANGE)).toContain('leaves `users_by_email` as it was');
  expect(offered(CHANGE, COPY)).not.toContain('leaves `users_by_email` as it was');
});

describe('writes that a crash may cut', () => {
  const apart = (kind: string): readonly string[] =>
    allFindings(
      workspaceOf({
        'schema.cql': SCHEMA,
        'a.go': go(goFunction('Create', `BEGIN ${kind}BATCH ${BASE}; ${COPY}; APPLY BATCH`)),
      }),
    ).flatMap(({ path, finding }) => (finding.code === 'copies-apart' ? [path] : []));

  test('is told of in a program', () => {
    expect(apart('UNLOGGED ')).toEqual(['a.go']);
    expect(apart('')).toEqual([]);
  });

  test('not of updates of other columns, one behind the other', () => {
    const schema = `CREATE TABLE ships (id int PRIMARY KEY, flag text, crew int, load int);
-- @copy-of ships
CREATE TABLE ships_by_flag (flag text, id int, crew int, load int, PRIMARY KEY (flag, id));`;
    const told = (second: string): number =>
      allFindings(
        workspaceOf({
          'a.cql': `${schema}\nUPDATE ships_by_flag SET crew = ? WHERE flag = ? AND id = ?;\nUPDATE ships SET ${second} WHERE id = ?;`,
        }),
      ).filter(({ finding }) => finding.code === 'copies-apart').length;
    expect(told('crew = ?')).toBe(1);
    expect(told('load = ?')).toBe(0);
  });

  test.each<[string, string, number]>([
    ['by calls of one function', '    s.execute("BASE", (i, f))\n    s.execute("COPY", (f, i))\n', 1],
    ['of which the copy comes first', '    s.execute("COPY", (f, i))\n    s.execute("BASE", (i, f))\n', 1],
    [
      'in a batch of the driver',
      '    b = BatchStatement()\n    b.add("BASE", (i, f))\n    b.add("COPY", (f, i))\n    s.execute(b)\n',
      0,
    ],
    ['handed on as texts', '    send(["BASE", "COPY"])\n', 0],
    [
      'in functions of their own',
      '    s.execute("BASE", (i, f))\n    s.execute("SELECT id FROM shop.ships WHERE id = 1")\n\ndef other(i, f):\n    s.execute("COPY", (f, i))\n',
      0,
    ],
  ])('of a declared copy: %s', (_, body, times) => {
    const texts = body
      .replace('BASE', 'INSERT INTO shop.ships (id, flag) VALUES (%s, %s)')
      .replace('COPY', 'INSERT INTO shop.ships_by_flag (flag, id) VALUES (%s, %s)');
    const workspace = workspaceOf({
      'schema.cql':
        'CREATE TABLE shop.ships (id int PRIMARY KEY, flag text);\n-- @copy-of ships\nCREATE TABLE shop.ships_by_flag (flag text, id int, PRIMARY KEY (flag, id));',
      'w.py': `from cassandra.cluster import Cluster\ns = Cluster().connect('shop')\n\ndef add(i, f):\n${texts}`,
    });
    expect(allFindings(workspace).filter(({ finding }) => finding.code === 'copies-apart')).toHaveLength(times);
  });
});
