import { describe, expect, test } from 'vitest';
import { databasesOfManifest } from '../../server/src/embedded/index.ts';
import { parseTarget, type Target } from '../../server/src/text/release.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

// What is said of statements in programs, and where.

const SCHEMA = `CREATE TABLE shop.users (id uuid PRIMARY KEY, email text, country text);
CREATE TABLE shop.orders (user_id uuid, at timestamp, total decimal, PRIMARY KEY (user_id, at));`;
const GO = 'package a\nimport "github.com/gocql/gocql"\n';

/** The findings of programs: code, and the text that each stands at. */
function found(files: Readonly<Record<string, string>>, schema = SCHEMA): readonly string[] {
  const workspace = workspaceOf({ 'schema.cql': schema, ...files });
  return allFindings(workspace)
    .filter(({ path }) => path !== 'schema.cql')
    .map(
      ({ finding, path, start, end }) => `${finding.code}: ${workspace.file(path)!.document.text().slice(start, end)}`,
    );
}

describe('findings stand at the text of the program', () => {
  test.each([
    ['a column', '"SELECT nme FROM shop.users WHERE id = ?"', ['unknown-column: nme']],
    ['behind an escape', '"SELECT \\"Id\\" FROM shop.users WHERE id = ?"', ['unknown-column: \\"Id\\"']],
    ['in the second of joined texts', '"SELECT id " +\n"FROM shop.users WHERE cuntry = ?"', ['unknown-column: cuntry']],
    [
      'of a keyspace that is put in',
      'fmt.Sprintf("SELECT id FROM %s.users WHERE emial = ?", ks)',
      ['unknown-column: emial'],
    ],
    [
      'whatever value is put in',
      `fmt.Sprintf("SELECT id FROM shop.users WHERE country = '%s'", country)`,
      ["unrestricted-partition-key: country = '%s'"],
    ],
    [
      'what is filtered by a value that is put in',
      `fmt.Sprintf("SELECT id FROM shop.users WHERE country = %s ALLOW FILTERING", country)`,
      ['allow-filtering: ALLOW FILTERING'],
    ],
    [
      'but by a column that is put in',
      `fmt.Sprintf("SELECT id FROM shop.users WHERE %s = 'nz' ALLOW FILTERING", column)`,
      [],
    ],
    ['a scan', '"SELECT id FROM shop.users WHERE country = ?"', ['unrestricted-partition-key: country = ?']],
    [
      'a scan over lines',
      '`SELECT id\n FROM shop.users\n WHERE country = ?`',
      ['unrestricted-partition-key: country = ?'],
    ],
    ['a refusal', '"DELETE FROM shop.orders WHERE at = ?"', ['refused: WHERE at = ?']],
    ['syntax, in a call of the driver', '"SELECT id FORM shop.users"', ['syntax: FORM']],
  ])('%s', (_, text, findings) => {
    expect(found({ 'a.go': `${GO}func f() {\n\ts.Query(${text})\n}` })).toEqual(findings);
  });
});

test('with the whole of the sign that stands for a marker', () => {
  const text = 's.execute("SELECT id FROM shop.users WHERE country = %(land)s")';
  expect(found({ 'a.py': `from cassandra.cluster import Session\n${text}\n` })).toEqual([
    'unrestricted-partition-key: country = %(land)s',
  ]);
});

describe('nothing is said', () => {
  test.each([
    ['of a beginning', 'q := "SELECT id FROM shop.users"\ns.Query(q + " WHERE id = ?")'],
    ['of what has an end that is not known', 's.Query("SELECT id FROM shop.users " + where)'],
    ['of a table in a keyspace that is put in', 's.Query(fmt.Sprintf("SELECT a FROM %s.others WHERE a = ?", ks))'],
    ['of a table that is not known', 's.Query("SELECT id FROM shop." + t + " WHERE a = ?")'],
    ['of values that are not known', 's.Query(fmt.Sprintf("INSERT INTO shop.users (id, email) VALUES (%s)", values))'],
    [
      'of a value in a text',
      `s.Query(fmt.Sprintf("SELECT total FROM shop.orders WHERE user_id = %s AND at = '%s'", a, b))`,
    ],
    ['of what changes the schema', 's.Query("ALTER TABLE shop.users ADD email text")'],
    ['of what makes the schema', 's.Query("CREATE TABLE shop.users (id int PRIMARY KEY)")'],
    [
      'of a statement with a comment',
      '// cql-analyzer: ignore unrestricted-partition-key few rows\n\ts.Query("SELECT id FROM shop.users")',
    ],
  ])('%s', (_, body) => {
    expect(found({ 'a.go': `${GO}func f() {\n\t${body}\n}` })).toEqual([]);
  });

  test('of a table that a program makes', () => {
    const makes = `${GO}var c = "CREATE TABLE shop.user (id uuid PRIMARY KEY)"\nvar q = "SELECT id FROM shop.user WHERE id = ?"`;
    const keyspace = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};`;
    expect(found({ 'a.go': makes }, keyspace + SCHEMA)).toEqual([]);
    expect(found({ 'a.go': makes.replace(/var c.*/, '') }, keyspace + SCHEMA)).toEqual(['unknown-table: user']);
  });

  test('of a table that a program makes in another way than the schema file', () => {
    const schema = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
      CREATE TABLE shop.posts (area text, part int, id text, PRIMARY KEY ((area, part), id));`;
    const of = (made: string): readonly string[] =>
      found({ 'a.go': `${GO}var c = "${made}"\nvar q = "SELECT id FROM shop.posts WHERE id = ?"` }, schema);
    expect(of('CREATE TABLE posts (id text PRIMARY KEY, area text)')).toEqual([]);
    expect(of('CREATE TABLE shop.posts (id text PRIMARY KEY, area text)')).toEqual([]);
    const missed = ['unrestricted-partition-key: id = ?'];
    expect(of('CREATE TABLE other.posts (id text PRIMARY KEY, area text)')).toEqual(missed);
    expect(of('CREATE TABLE posts (id text, area text, part int, PRIMARY KEY ((area, part), id))')).toEqual(missed);
  });

  test('of a table that two others make, each in its own way', () => {
    const made = (columns: string): string =>
      `${GO}var c = "CREATE TABLE shop.people (id uuid PRIMARY KEY, ${columns})"`;
    const reads = `${GO}var q = "SELECT nme FROM shop.people WHERE id = ?"`;
    const of = (one: string, other: string): readonly string[] =>
      found({ 'x/a.go': made(one), 'x/b.go': made(other), 'x/q.go': reads }, '');
    expect(of('name text, age int', 'age int, name text')).toEqual(['unknown-column: nme']);
    expect(of('name text, age int', 'name text')).toEqual([]);
    expect(found({ 'a.go': made('a int'), 'b.go': `${made('b int')}\n${reads.replace(GO, '')}` }, '')).toEqual([
      'unknown-column: nme',
    ]);
  });

  test('of a constant to which another program joins more', () => {
    const constants = `${GO}const allUsers = "SELECT id FROM shop.users"\nconst others = "SELECT email FROM shop.users"`;
    const user = 'package a\nfunc f() { g(allUsers + " WHERE id = ?") }';
    expect(found({ 'a.go': constants, 'b.go': user })).toEqual(['unrestricted-partition-key: shop.users']);
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'a.go': constants });
    const count = (): number => allFindings(workspace).filter(({ path }) => path === 'a.go').length;
    expect(count()).toBe(2);
    workspace.set('b.go', user, { path: 'b.go', contributes: true });
    expect(count()).toBe(1);
    workspace.remove('b.go');
    expect(count()).toBe(2);
    workspace.note('c.go', 'c.go', 'package b\nvar x = fmt.Sprintf(a.others, 1)');
    expect(count()).toBe(1);
  });

  test('in tests', () => {
    const program = `${GO}var q = "SELECT nme FROM shop.users WHERE id = ?"`;
    for (const path of [
      'a_test.go',
      'it/a.go',
      'src/it/a.go',
      'benches/a.go',
      'Shop.UnitTests/Setup/a.go',
      'ShopTest/a.go',
    ])
      expect(found({ [path]: program })).toEqual([]);
    // The package of whoever is in Italy, and of what is newest.
    for (const path of ['src/main/go/it/shop/a.go', 'latest/a.go', 'shop.latest/a.go'])
      expect(found({ [path]: program })).toEqual(['unknown-column: nme']);
  });

  test('in languages that are left out', () => {
    const files = { 'schema.cql': SCHEMA, 'a.go': `${GO}var q = "SELECT nme FROM shop.users WHERE id = ?"` };
    const of = (languages: readonly string[]): number =>
      allFindings(workspaceOf(files, { 'embedded.languages': languages })).filter(({ path }) => path === 'a.go').length;
    expect([of(['go']), of(['java']), of([])]).toEqual([1, 0, 0]);
  });

  test('of what only Cassandra refuses, where ScyllaDB is spoken with', () => {
    const program = 'use scylla::Session;\nlet q = "SELECT id FROM shop.users WHERE id = ? BYPASS CACHE";';
    expect(found({ 'a.rs': program })).toEqual([]);
  });

  // Drivers of ScyllaDB for Go, Python and Java have the names of those of Cassandra.
  test.each([
    [
      'go.mod',
      'require github.com/gocql/gocql v1.7.0\nreplace github.com/gocql/gocql => github.com/scylladb/gocql v1.14.0',
      0,
    ],
    ['svc/go.mod', 'require github.com/gocql/gocql v1.7.0', 1],
  ])('nor where its module depends on a driver of ScyllaDB: %s', (path, manifest, count) => {
    const workspace = workspaceOf({
      'schema.cql': SCHEMA,
      'svc/a.go': `${GO}var q = "SELECT id FROM shop.users WHERE id = ? BYPASS CACHE"`,
    });
    expect(allFindings(workspace).map(({ finding }) => finding.code)).toEqual(['newer-syntax']);
    workspace.noteModule(path, databasesOfManifest(manifest));
    expect(allFindings(workspace)).toHaveLength(count);
  });

  test('but what every server refuses for the keys is told there', () => {
    const program = 'use scylla::Session;\nlet q = "DELETE FROM shop.users WHERE email = ?";';
    expect(found({ 'a.rs': program })).toEqual(['refused: WHERE email = ?']);
  });

  test.each([
    ['a keyspace that is put in', '"DELETE FROM %s.users WHERE email = ?", keyspace'],
    ['a value that is put in', '"UPDATE shop.orders SET total = 1 WHERE at = %d", at'],
  ])('and so is what is refused for the keys, whatever stands for %s', (_, args) => {
    expect(found({ 'a.go': `${GO}var q = s.Query(fmt.Sprintf(${args}))` })).toEqual([
      expect.stringMatching(/^refused: WHERE/),
    ]);
  });

  test('of a search index, unless the target is Cassandra', () => {
    const files = { 'schema.cql': SCHEMA, 'a.go': `${GO}var q = "SELECT id FROM shop.users WHERE solr_query = ?"` };
    const of = (target?: Target): readonly string[] =>
      allFindings(workspaceOf(files, target && { target }))
        .filter(({ path }) => path === 'a.go')
        .map(({ finding }) => finding.code);
    expect(of()).toEqual([]);
    expect(of(parseTarget('4.1')!)).toEqual(['unknown-column']);
  });

  test('of a table in quotes whose name is put in, though another program makes one with a name that is put in', () => {
    const makes = `using Cassandra;\nclass A { string c = $"CREATE TABLE \\"{a.Table}\\" (\\"director\\" text PRIMARY KEY)"; }`;
    const reads = `using Cassandra;\nclass B { string q = $"SELECT \\"year\\" FROM \\"{b.Table}\\" WHERE \\"maker\\" = ?"; }`;
    expect(found({ 'a.cs': makes, 'b.cs': reads }, '')).toEqual([]);
    const named = (text: string): string => text.replace(/\{\w\.Table\}/, 'movies');
    expect(found({ 'a.cs': named(makes), 'b.cs': named(reads) }, '')).toEqual(['unknown-column: \\"maker\\"']);
  });
});

describe('what a program is read by', () => {
  const QUERY = 'var q = "SELECT nme FROM shop.users WHERE id = ?"';

  test('its neighbours', () => {
    expect(found({ 'a/q.go': `package a\n${QUERY}` }, 'CREATE TABLE shop.other (id int PRIMARY KEY)')).toEqual([]);
    const workspace = workspaceOf({ 'a/q.go': 'package a\nvar q = "SELECT a FROM t"', 'a/s.go': GO });
    const statements = (): number => workspace.file('a/q.go')!.code!.extraction.statements.length;
    expect(statements()).toBe(1);
    workspace.set('a/m.go', 'package a\nimport "database/sql"', { path: 'a/m.go', contributes: true });
    expect(statements()).toBe(0);
    workspace.remove('a/m.go');
    expect(statements()).toBe(1);
  });

  test('the schema, unless its module speaks with another database', () => {
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'app/q.js': 'db.query("SELECT id FROM users");' });
    const statements = (): number => workspace.file('app/q.js')!.code!.extraction.statements.length;
    expect(statements()).toBe(1);
    workspace.noteModule('package.json', databasesOfManifest('{"dependencies": {"pg": "1", "cassandra-driver": "4"}}'));
    expect(statements()).toBe(0);
  });

  test('its module, where nothing in it speaks with another database', () => {
    const program = 'package a\nvar q = "SELECT nme FROM x WHERE id = ?"';
    const statements = (
      manifests: Readonly<Record<string, string>>,
      more: Readonly<Record<string, string>> = {},
    ): number => {
      const workspace = workspaceOf({ ...more, 'app/models/user.go': program });
      for (const [path, text] of Object.entries(manifests)) workspace.noteModule(path, databasesOfManifest(text));
      return workspace.file('app/models/user.go')!.code!.extraction.statements.length;
    };
    const driver = 'require github.com/gocql/gocql v1.7.0';
    expect(statements({})).toBe(0);
    expect(statements({ 'go.mod': driver })).toBe(1);
    expect(statements({ 'app/go.mod': driver, 'other/go.mod': 'require github.com/lib/pq v1.10.9' })).toBe(1);
    expect(statements({ 'go.mod': `${driver}\nrequire github.com/lib/pq v1.10.9` })).toBe(0);
    expect(statements({ 'go.mod': `${driver}\n// require github.com/lib/pq v1.10.9` })).toBe(1);
    expect(statements({ Gemfile: 'gem "cassandra-driver"\n# gem "rails"' })).toBe(1);
    expect(statements({ 'pom.xml': '<artifactId>cassandra-driver-core</artifactId><!-- <a>h2</a> -->' })).toBe(1);
    expect(statements({ 'requirements.txt': '# cassandra-driver' })).toBe(0);
    expect(statements({ 'go.mod': driver, 'app/go.mod': 'module app' })).toBe(0);
    const sql = 'package b\nimport "database/sql"\nvar q = "SELECT a FROM b"';
    expect(statements({ 'go.mod': driver }, { 'app/sql/b.go': sql })).toBe(0);
    expect(statements({}, { 'db/a.go': `${GO}var q = "SELECT a FROM b"` })).toBe(1);
  });

  test('its module, where a layer speaks with what that depends on', () => {
    const workspace = workspaceOf({
      'lib/users.ex': 'import Ecto.Query\nRepo.query("SELECT nme FROM users WHERE id = ?", [id])',
    });
    const statements = (): number => workspace.file('lib/users.ex')!.code!.extraction.statements.length;
    expect(statements()).toBe(0);
    workspace.noteModule(
      'mix.exs',
      databasesOfManifest('defp deps, do: [{:exandra, "~> 0.10"}, {:ecto_sql, "~> 3.12"}]'),
    );
    expect(statements()).toBe(1);
    workspace.noteModule('mix.exs', databasesOfManifest('{:postgrex, ">= 0.0.0"}'));
    expect(statements()).toBe(0);
  });

  test('the tables of the schema, as they come and go', () => {
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'q.go': `package a\n${QUERY}` });
    expect(workspace.findings('q.go').map(({ finding }) => finding.code)).toEqual(['unknown-column']);
    const at = SCHEMA.indexOf('users');
    workspace.edit('schema.cql', { start: at, end: at + 5, text: 'people' });
    expect(workspace.findings('q.go')).toEqual([]);
    workspace.edit('schema.cql', { start: at, end: at + 6, text: 'users' });
    expect(workspace.findings('q.go')).toHaveLength(1);
  });

  test('what programs declare is schema where nothing else declares a table, or the project says so', () => {
    const program = `${GO}var c = "CREATE TABLE shop.t (k int PRIMARY KEY)"\nvar q = "SELECT a FROM shop.t WHERE k = 1"`;
    const codes = (files: Readonly<Record<string, string>>, schema: boolean): readonly string[] =>
      allFindings(workspaceOf({ ...files, 'a.go': program }, { 'embedded.schema': schema }))
        .filter(({ path }) => path === 'a.go')
        .map(({ finding }) => finding.code);
    expect(codes({}, false)).toEqual(['unknown-column']);
    expect(codes({ 'schema.cql': 'CREATE TABLE shop.t (k int PRIMARY KEY, a int)' }, false)).toEqual([]);
    expect(codes({ 'schema.cql': SCHEMA }, true)).toEqual(['unknown-column']);
  });
});

describe('of what programs declare', () => {
  const query = 'q := "SELECT nme FROM shop.users WHERE id = ?"';
  const create = '"CREATE TABLE shop.users (id uuid PRIMARY KEY, name text)"';
  const declared = (...lines: readonly string[]): readonly string[] => {
    const workspace = workspaceOf({ 'a.go': `${GO}func f() {\n${lines.join('\n')}\n}` });
    return allFindings(workspace).map(({ finding }) => finding.code);
  };

  test('the order does not count', () => {
    expect(declared(`s.Query(${create})`, query)).toEqual(['unknown-column']);
    expect(declared(query, `s.Query(${create})`)).toEqual(['unknown-column']);
    expect(declared(`s.Query(${create})`, query, 's.Query("ALTER TABLE shop.users ADD nme text")')).toEqual([]);
  });

  test('nothing is dropped', () => {
    expect(declared('s.Query("DROP TABLE shop.users")', `s.Query(${create})`, query)).toEqual(['unknown-column']);
  });

  test('what has a name that is put in stays unknown', () => {
    const named = (name: string, columns: string): string => `q = fmt.Sprintf("CREATE TABLE ${name} (${columns})", a)`;
    const other = 's.Query(fmt.Sprintf("INSERT INTO shop.%s (id, b) VALUES (?, ?)", a))';
    expect(declared(named('shop.%s', 'id uuid PRIMARY KEY'), other)).toEqual([]);
    expect(declared(named('shop.users', 'id uuid PRIMARY KEY, %s'), query)).toEqual([]);
  });
});

test('what the schema is told of its writes holds for those of programs, too', () => {
  const schema =
    "CREATE TABLE shop.visits (page text, day date, at timestamp, PRIMARY KEY ((page, day), at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'};";
  const insert = 'INSERT INTO shop.visits (page, day, at) VALUES (?, ?, ?)';
  const told = (statement: string): readonly string[] =>
    allFindings(workspaceOf({ 'schema.cql': schema, 'a.go': `${GO}var q = "${statement}"` })).map(
      ({ finding }) => finding.code,
    );
  expect(told(insert)).toEqual(['twcs-ttl']);
  expect(told(`${insert} USING TTL ?`)).toEqual([]);
});

test('a marker with a number may be filled in as text before the server sees it', () => {
  const schema = `${SCHEMA}\nCREATE TABLE shop.carts (id uuid PRIMARY KEY, items map<text, int>);`;
  const repository = (query: string): string =>
    `import org.springframework.data.cassandra.repository.Query;\ninterface Carts {\n  @Query("${query}")\n  void put();\n}\n`;
  const update = (one: string, other: string): string =>
    `UPDATE shop.carts SET items = {${one} : ${other}} WHERE id = ${one}`;
  expect(found({ 'Carts.java': repository(update('?0', '?1')) }, schema)).toEqual([]);
  expect(found({ 'Carts.java': repository(update('?', '?')) }, schema)).toEqual(['refused: ?']);
  expect(found({ 'Carts.java': repository('UPDATE shop.carts SET itms = ?0 WHERE id = ?1') }, schema)).toEqual([
    'unknown-column: itms',
  ]);
});
