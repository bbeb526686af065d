import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fixesFor } from '../../server/src/service/code-actions.ts';
import { definitionAt } from '../../server/src/service/definition.ts';
import { renameAt } from '../../server/src/service/rename/rename.ts';
import { edited } from '../../server/src/text/edited.ts';
import { placedEdits } from '../../server/src/workspace/placed.ts';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { settle } from '../../server/src/workspace/settle.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';
import { casesOf, failuresOf } from '../literals/cases.ts';
import { FORMS } from '../literals/forms.ts';
import { isThere, LANGUAGES } from '../literals/languages.ts';
import { atOnce } from '../../server/src/text/steps.ts';

// Edits of statements in programs, as the literals of their languages write them.

const SCHEMA =
  'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text, country text, "Name" text, seen timestamp);\n';
const IMPORTS: Readonly<Record<string, string>> = {
  go: 'package a\nimport "github.com/gocql/gocql"\n',
  java: 'import com.datastax.oss.driver.api.core.CqlSession;\n',
  kt: 'import com.datastax.oss.driver.api.core.CqlSession\n',
  scala: 'import com.datastax.oss.driver.api.core.CqlSession\n',
  groovy: 'import com.datastax.oss.driver.api.core.CqlSession\n',
  js: "const cassandra = require('cassandra-driver');\n",
  py: 'from cassandra.cluster import Cluster\n',
  rs: 'use scylla::Session;\n',
  cs: 'using Cassandra;\n',
  php: '<?php\nuse Cassandra\\Session;\n',
  rb: "require 'cassandra'\n",
  ex: 'alias Xandra.Cluster\n',
  sh: '#!/bin/sh\n',
};

/** What the first fix of the first finding of a program makes of it; nothing where none can be written. */
function fixedBy(extension: string, body: string, id = 'nearest'): string | undefined {
  const path = `a.${extension}`;
  const head = IMPORTS[extension]!;
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, [path]: head + body });
  const [located] = workspace.findings(path);
  if (located === undefined) return undefined;
  const subject = subjectOf(workspace, path);
  const fix = fixesFor(subject, located.segment, located.finding).find((one) => one.fix.id === id)?.fix;
  const placed = fix && placedEdits(workspace, fix.edits());
  return placed && edited(head + body, placed.get(path)!).slice(head.length);
}

const MENDED: readonly (readonly [what: string, extension: string, before: string, after: string | undefined])[] = [
  ['Go', 'go', 'q := "SELECT emil FROM shop.users WHERE id = ?"', 'q := "SELECT email FROM shop.users WHERE id = ?"'],
  ['Go, raw', 'go', 'q := `SELECT emil FROM shop.users`', 'q := `SELECT email FROM shop.users`'],
  [
    'Go, quoted',
    'go',
    'q := "SELECT \\"Nme\\" FROM shop.users WHERE id = ?"',
    'q := "SELECT \\"Name\\" FROM shop.users WHERE id = ?"',
  ],
  [
    'Go, raw, quoted',
    'go',
    'q := `SELECT "Nme" FROM shop.users WHERE id = ?`',
    'q := `SELECT "Name" FROM shop.users WHERE id = ?`',
  ],
  [
    'Java, a text block',
    'java',
    'String q = """\n  SELECT "Nme"\n  FROM shop.users WHERE id = ?""";',
    'String q = """\n  SELECT "Name"\n  FROM shop.users WHERE id = ?""";',
  ],
  [
    'Kotlin',
    'kt',
    'val q = "SELECT \\"Nme\\" FROM shop.users WHERE id = $id"',
    'val q = "SELECT \\"Name\\" FROM shop.users WHERE id = $id"',
  ],
  [
    'Kotlin, raw',
    'kt',
    'val q = """SELECT "Nme" FROM shop.users WHERE id = ?"""',
    'val q = """SELECT "Name" FROM shop.users WHERE id = ?"""',
  ],
  [
    'Scala',
    'scala',
    'val q = s"SELECT emil FROM shop.users WHERE id = $id"',
    'val q = s"SELECT email FROM shop.users WHERE id = $id"',
  ],
  [
    'Groovy',
    'groovy',
    'def q = \'SELECT "Nme" FROM shop.users WHERE id = ?\'',
    'def q = \'SELECT "Name" FROM shop.users WHERE id = ?\'',
  ],
  [
    'JavaScript, a template',
    'js',
    'const q = `SELECT "Nme" FROM shop.users WHERE id = ${id}`',
    'const q = `SELECT "Name" FROM shop.users WHERE id = ${id}`',
  ],
  [
    'Python',
    'py',
    'q = "SELECT \\"Nme\\" FROM shop.users WHERE id = %s"',
    'q = "SELECT \\"Name\\" FROM shop.users WHERE id = %s"',
  ],
  [
    'Python, raw',
    'py',
    'q = r"""SELECT emil FROM shop.users WHERE id = %s"""',
    'q = r"""SELECT email FROM shop.users WHERE id = %s"""',
  ],
  [
    'Python, raw, quoted',
    'py',
    'q = r\'SELECT "Nme" FROM shop.users WHERE id = %s\'',
    'q = r\'SELECT "Name" FROM shop.users WHERE id = %s\'',
  ],
  [
    'Rust',
    'rs',
    'let q = r#"SELECT emil FROM shop.users WHERE id = ?"#;',
    'let q = r#"SELECT email FROM shop.users WHERE id = ?"#;',
  ],
  [
    'C#, verbatim',
    'cs',
    'var q = @"SELECT ""Nme"" FROM shop.users WHERE id = ?";',
    'var q = @"SELECT ""Name"" FROM shop.users WHERE id = ?";',
  ],
  [
    'PHP',
    'php',
    "$q = 'SELECT emil FROM shop.users WHERE id = ?';",
    "$q = 'SELECT email FROM shop.users WHERE id = ?';",
  ],
  [
    'Ruby, a heredoc',
    'rb',
    'q = <<~CQL\n  SELECT emil FROM shop.users WHERE id = ?\nCQL\n',
    'q = <<~CQL\n  SELECT email FROM shop.users WHERE id = ?\nCQL\n',
  ],
  [
    'Shell, quotes within quotes',
    'sh',
    'sh -c "cqlsh -e \\"SELECT \\\\\\"Nme\\\\\\" FROM shop.users WHERE id = $ID\\""',
    'sh -c "cqlsh -e \\"SELECT \\\\\\"Name\\\\\\" FROM shop.users WHERE id = $ID\\""',
  ],
  ['Elixir', 'ex', 'q = "SELECT emil FROM shop.users WHERE id = ?"', 'q = "SELECT email FROM shop.users WHERE id = ?"'],
  [
    'in the second of joined texts',
    'go',
    'q := "SELECT id " +\n\t"FROM shop.users WHERE cuntry = ? AND id = ?"',
    'q := "SELECT id " +\n\t"FROM shop.users WHERE country = ? AND id = ?"',
  ],
];

test.each(MENDED)('a name is mended: %s', (_, extension, before, after) => {
  expect(fixedBy(extension, before)).toBe(after);
});

test('the values of an INSERT keep their markers at the columns to which the program binds them', () => {
  const insert = (columns: string, values: string): string =>
    `q := s.Query("INSERT INTO shop.users${columns} VALUES (${values})")`;
  expect(fixedBy('go', insert(' (id, seen)', '?, now()'), 'converted')).toBe(
    insert(' (id, seen)', '?, toTimestamp(now())'),
  );
  expect(fixedBy('go', insert('', '?, ?, ?, ?, ?'), 'unfinished')).toBe(
    insert(' (id, email, country, \\"Name\\", seen)', '?, ?, ?, ?, ?'),
  );
  // Another column comes in between.
  expect(fixedBy('go', insert(' (seen)', '?'), 'add-key')).toBeUndefined();
});

describe('what a language reads of a changed text is the changed statement', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cql-literals-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  // Others take longer to start: `npm run test:literals` asks them.
  test.each(LANGUAGES.filter(({ host }) => host === 'javascript' || host === 'python'))('$host', (language) => {
    if (!isThere(language)) return;
    const cases = FORMS[language.host]!.flatMap((form) => casesOf(language, form));
    expect(failuresOf(language, cases, folder)).toEqual([]);
    expect(cases.length).toBeGreaterThan(100);
  });
});

test.each([
  [
    'go',
    '\tq := "SELECT id FROM shop.users"',
    '\t// cql-analyzer: ignore unrestricted-partition-key\n\tq := "SELECT id FROM shop.users"',
  ],
  [
    'py',
    'q = "SELECT id FROM shop.users"',
    '# cql-analyzer: ignore unrestricted-partition-key\nq = "SELECT id FROM shop.users"',
  ],
])('a finding is silenced by a comment of the program: %s', (extension, before, after) => {
  expect(fixedBy(extension, before, 'ignore')).toBe(after);
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, [`a.${extension}`]: IMPORTS[extension]! + after });
  expect(workspace.findings(`a.${extension}`)).toEqual([]);
});

const textsOf = (workspace: Workspace, edits: ReturnType<typeof placedEdits>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(edits ?? [])].map(([uri, list]) => [uri, edited(workspace.file(uri)!.document.text(), list)]),
  );

test('a column gets another name in the schema and in programs', () => {
  const files = {
    'schema.cql': SCHEMA,
    'a.go': `${IMPORTS['go']}var q = "SELECT email FROM shop.users WHERE id = ?"`,
    'b.py': `${IMPORTS['py']}q = "UPDATE shop.users SET email = %s WHERE id = %s"`,
    'c.py': `${IMPORTS['py']}q = f"SELECT email FROM {ks}.users WHERE id = {email}"`,
    'd.java': `${IMPORTS['java']}String q = "DELETE email FROM " + ks + ".users WHERE id = ?";`,
  };
  const workspace = workspaceOf(files);
  const found = atOnce(renameAt(subjectOf(workspace, 'schema.cql'), SCHEMA.indexOf('email'), 'mail'));
  const texts = textsOf(workspace, found.kind === 'rename' ? placedEdits(workspace, found.edits) : undefined);
  expect(texts).toEqual(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace('email', 'mail')])),
  );
});

test('a name of a table whose keyspace is put in stands for the one table of that name, and for none of two', () => {
  const program = `${IMPORTS['go']}var q = "SELECT email FROM " + ks + ".users WHERE id = ?"`;
  const one = workspaceOf({ 'schema.cql': SCHEMA, 'a.go': program });
  const found = definitionAt(subjectOf(one, 'a.go'), program.indexOf('users') + 1);
  expect(found?.targets.map(({ uri, span }) => [uri, span.start])).toEqual([['schema.cql', SCHEMA.indexOf('users')]]);
  const two = workspaceOf({ 'schema.cql': SCHEMA + SCHEMA.replace('shop', 'old'), 'a.go': program });
  expect(atOnce(renameAt(subjectOf(two, 'schema.cql'), SCHEMA.indexOf('email'), 'mail'))).toEqual({
    kind: 'refused',
    reason: 'A statement in a.go may mean shop.users or old.users.',
  });
});

test('what is put behind a marker stands behind all that the program writes for it', () => {
  const behind = (extension: string, marker: string): string | undefined =>
    fixedBy(extension, `q = "SELECT email FROM shop.users WHERE country = ${marker}"`, 'proposal-4');
  expect(behind('py', '%s')).toBe('q = "SELECT email FROM shop.users WHERE country = %s ALLOW FILTERING"');
  expect(behind('py', '%(country)s')).toMatch(/country = %\(country\)s ALLOW FILTERING"$/);
});

test('what a program makes in a keyspace that is put in gets another name with what it is', () => {
  const schema =
    'CREATE TYPE shop.address (street text);\nCREATE TABLE shop.users (id uuid PRIMARY KEY, home frozen<address>);\nCREATE INDEX by_home ON shop.users (home);\n';
  const program = `${IMPORTS['py']}session.execute(f"CREATE TYPE {ks}.address (street text)")
session.execute(f"CREATE TABLE IF NOT EXISTS {ks}.users (id uuid PRIMARY KEY, home frozen<address>)")
session.execute("CREATE INDEX by_home ON %s.users (home)" % ks)\n`;
  const workspace = workspaceOf({ 'schema.cql': schema, 'a.py': program });
  for (const name of ['users', 'home', 'address', 'street', 'by_home']) {
    const found = atOnce(renameAt(subjectOf(workspace, 'schema.cql'), schema.search(`\\b${name}\\b`), 'other'));
    const texts = textsOf(workspace, found.kind === 'rename' ? placedEdits(workspace, found.edits) : undefined);
    expect(texts['a.py']).toBe(program.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), 'other'));
  }
  const two = workspaceOf({ 'schema.cql': schema, 'old.cql': schema.replaceAll('shop.', 'old.'), 'a.py': program });
  for (const name of ['users', 'address', 'by_home'])
    expect(atOnce(renameAt(subjectOf(two, 'schema.cql'), schema.search(`\\b${name}\\b`), 'other'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(`may mean`),
    });
});

describe('a query in a program gets its table', () => {
  const QUERY = `${IMPORTS['go']}func f() {\n\ts.Query("SELECT email " +\n\t\t"FROM shop.users WHERE country = ?", c)\n}\n`;
  const settled = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> | undefined => {
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'a.go': QUERY, ...files });
    const all = [...workspace.files()];
    return settle(workspace, all, [...proposedIn(workspace, all)])?.texts;
  };

  test('in the schema file, and reads it', () => {
    const texts = settled({});
    expect(texts?.get('schema.cql')).toContain('users_by_country');
    expect(texts?.get('a.go')).toBe(QUERY.replace('shop.users', 'shop.users_by_country'));
  });

  test('by nobody but a person where programs write its base, who is told where', () => {
    const writes = { 'b.go': `${IMPORTS['go']}var w = "INSERT INTO shop.users (id, email) VALUES (?, ?)"\n` };
    expect(settled(writes)?.size).toBe(0);
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'a.go': QUERY, ...writes });
    const [best] = [...proposedIn(workspace, [workspace.file('a.go')!])][0]!.proposals;
    expect(best?.notes.at(-1)).toMatch(/^Programs write `users` as well, .*: b\.go:3\.$/);
  });

  test.each([
    ['User.java', '@Table("users")\npublic class User {}\n'],
    ['User.java', '@Table(keyspace = "shop", value = "users")\npublic class Person {}\n'],
    ['models.py', "class Person(Model):\n    __table_name__ = 'users'\n"],
    ['users.go', 'var m = table.Metadata{\n\tName:    "shop.users",\n}\n'],
    ['user.ex', 'defmodule Person do\n  schema "users" do\n  end\nend\n'],
  ])('by nobody but a person where a mapper writes its base: %s', (path, program) => {
    expect(settled({ [path]: program })?.size).toBe(0);
    const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'a.go': QUERY, [path]: program });
    const [best] = [...proposedIn(workspace, [workspace.file('a.go')!])][0]!.proposals;
    expect(best?.notes.at(-1)).toMatch(/^Programs map `users`: /);
  });
});

test('no edit binds the values of a program to other markers', () => {
  const workspace = workspaceOf({
    'schema.cql': SCHEMA,
    'a.go': `${IMPORTS['go']}var q = "SELECT email FROM shop.users WHERE country = ? AND id = ?"\n`,
  });
  const { document } = workspace.file('a.go')!;
  const [segment] = document.segments;
  const edit = (from: string, text: string): ReturnType<typeof placedEdits> => {
    const start = segment!.text.indexOf(from);
    return placedEdits(workspace, [
      { at: { uri: 'a.go', segment: segment!, span: { start, end: start + from.length } }, text },
    ]);
  };
  expect(edit('country = ? AND id = ?', 'id = ? AND country = ?')).toBeUndefined();
  expect(edit('country = ? AND ', '')).toBeUndefined();
  expect(edit('email', 'email, country')).toBeDefined();
});

test('a table that a program makes is proposed without the margin of the program, by a name that keeps what is no id', () => {
  const program = `${IMPORTS.js!}
      client.execute('CREATE TABLE shop.posts (p_id uuid PRIMARY KEY, author_did text)');
      client.execute('SELECT p_id FROM shop.posts WHERE author_did = ?');`;
  const workspace = workspaceOf({ 'a.js': program });
  const [proposed] = [...proposedIn(workspace, [workspace.file('a.js')!])];
  expect(proposed?.proposals.find(({ kind }) => kind === 'new-table')?.ddl).toEqual([
    `CREATE TABLE shop.posts_by_author_did (
  author_did text,
  p_id uuid,
  PRIMARY KEY ((author_did), p_id)
)`,
  ]);
});

test('a query in a loop stays where the one before it is widened', () => {
  const schema =
    'CREATE TABLE shop.users (id uuid PRIMARY KEY, name text);\n' +
    'CREATE TABLE shop.members (crew text, user_id uuid, PRIMARY KEY (crew, user_id));\n';
  const program = `${IMPORTS['js']}async function names(client, crew) {
  const found = await client.execute('SELECT user_id FROM shop.members WHERE crew = ?', [crew]);
  for (const row of found.rows) await client.execute('SELECT name FROM shop.users WHERE id = ?', [row.user_id]);
}
`;
  const workspace = workspaceOf({ 'schema.cql': schema, 'a.js': program });
  const [located] = workspace.findings('a.js');
  expect(located?.finding.code).toBe('client-side-join');
  const [first] = fixesFor(subjectOf(workspace, 'a.js'), located!.segment, located!.finding);
  const placed = placedEdits(workspace, first!.fix.edits());
  expect(edited(program, placed!.get('a.js')!)).toBe(
    program.replace('SELECT user_id FROM', 'SELECT user_id, name FROM'),
  );

  // The loop is no statement, and decides what is said of one.
  const loop = 'for (const row of found.rows)';
  const codes = (): readonly string[] => workspace.findings('a.js').map(({ finding }) => finding.code);
  const start = program.indexOf(loop);
  workspace.edit('a.js', { start, end: start + loop.length, text: 'const row = found.first();' });
  expect(codes()).toEqual([]);
  workspace.edit('a.js', { start, end: start + 'const row = found.first();'.length, text: loop });
  expect(codes()).toEqual(['client-side-join']);
});
