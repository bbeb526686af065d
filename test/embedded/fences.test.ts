import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

// Statements in pages of Markdown: those of fences that say `cql`.

const SCHEMA = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);';

/** What is found on a page, with the text that it stands at. */
function found(page: string): readonly string[] {
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'README.md': page });
  return allFindings(workspace)
    .filter(({ path }) => path === 'README.md')
    .map(({ finding, start, end }) => `${finding.code}: ${page.slice(start, end)}`);
}

const fenced = (cql: string, open = '```cql', close = '```'): string =>
  `# Users\n\n${open}\n${cql}\n${close}\n\nMore.\n`;

describe('fences of CQL', () => {
  test.each([
    ['one', fenced('SELECT nme FROM shop.users WHERE id = ?')],
    ['with what follows its language', fenced('SELECT nme FROM shop.users WHERE id = ?;', '```CQL title="a"')],
    ['of tildes, indented', fenced('SELECT nme FROM shop.users WHERE id = ?;', '  ~~~~ cql', '  ~~~~~')],
    [
      'the second of two',
      `${fenced('SELECT id FROM shop.users;', '```sql')}${fenced('SELECT nme FROM shop.users WHERE id = ?;')}`,
    ],
    ['with line ends of Windows', fenced('SELECT nme FROM shop.users WHERE id = ?;').replaceAll('\n', '\r\n')],
  ])('%s', (_, page) => {
    expect(found(page)).toEqual(['unknown-column: nme']);
  });

  test('with several statements', () => {
    expect(found(fenced('SELECT a FROM shop.users WHERE id = ?;\n\nSELECT b FROM shop.users WHERE id = ?;'))).toEqual([
      'unknown-column: a',
      'unknown-column: b',
    ]);
  });
});

describe('nothing is said', () => {
  test.each([
    ['of other languages', fenced('SELECT nme FROM shop.users;', '```sql')],
    ['of a fence that shows a part', fenced('SELECT nme, … FROM shop.users WHERE …')],
    [
      'of what a page declares itself',
      fenced('CREATE TABLE shop.a (b int PRIMARY KEY);\nSELECT b FROM shop.a WHERE b = 1;'),
    ],
    ['of a fence that nothing closes', '```cql\nSELECT nme FROM shop.users;\n'],
    ['of a fence within another', fenced('```cql\nSELECT nme FROM shop.users;\n```', '````markdown', '````')],
    ['of text outside', 'Ask `SELECT nme FROM shop.users` of it.\n'],
  ])('%s', (_, page) => {
    expect(found(page)).toEqual([]);
  });
});

test('a page shows what there is: to look at a table is no query of an application', () => {
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, 'README.md': fenced('SELECT email FROM shop.users;') });
  expect(allFindings(workspace).map(({ finding }) => finding.severity)).toEqual(['information']);
});

test('a page that alone says how a table is made says it of its own queries', () => {
  const page = fenced('CREATE TABLE shop.users (id uuid PRIMARY KEY);\nSELECT nme FROM shop.users WHERE id = ?;');
  const program = `package a

import "github.com/gocql/gocql"

func f(s *gocql.Session) { s.Query("SELECT nme FROM shop.users WHERE id = ?", 1) }
`;
  const files = { 'README.md': page, 'app/a.go': program, 'NOTES.md': fenced('SELECT nme FROM shop.users;') };
  const paths = (configuration = {}): readonly string[] =>
    allFindings(workspaceOf(files, configuration)).flatMap(({ finding, path }) =>
      finding.code === 'unknown-column' ? path : [],
    );
  expect(paths()).toEqual(['README.md']);
  expect(paths({ 'embedded.schema': true })).toEqual(['README.md', 'app/a.go', 'NOTES.md']);
});
