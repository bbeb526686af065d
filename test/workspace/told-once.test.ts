import { expect, test } from 'vitest';
import { parseTarget } from '../../server/src/text/release.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n";

function foundIn(text: string): readonly string[] {
  const workspace = workspaceOf({ 'a.cql': text });
  workspace.configure({ ...workspace.configuration, target: parseTarget('5.0')! });
  return allFindings(workspace).map(({ finding, start, end }) => `${finding.code} ${text.slice(start, end)}`);
}

test('a name that the schema does not have is told once a file', () => {
  const inserts = [1, 2, 3].map((id) => `INSERT INTO shop.users (id) VALUES (${id});\n`).join('');
  const made = `${KEYSPACE}CREATE TABLE shop.items (id int PRIMARY KEY);\n`;
  expect(foundIn(`${made}${inserts}INSERT INTO shop.orders (id) VALUES (1);`)).toEqual([
    'unknown-table users',
    'unknown-table orders',
  ]);
});

test("another dialect's construct is told once a file, each option by its name", () => {
  const table = (number: number, options: string): string =>
    `CREATE TABLE shop.t${number} (id int PRIMARY KEY) WITH ${options};\n`;
  const tables = table(1, 'tablets = {}') + table(2, 'tablets = {} AND in_memory = true') + table(3, 'EDGE LABEL a');
  expect(foundIn(`${KEYSPACE}${tables}${table(4, 'EDGE LABEL b')}`)).toEqual([
    'newer-syntax tablets',
    'newer-syntax in_memory',
    'newer-syntax EDGE LABEL a',
  ]);
});

test("another dialect's construct is told wherever a fix goes with it", () => {
  const selects = 'SELECT * FROM shop.t WHERE id = 1 BYPASS CACHE;\n'.repeat(2);
  expect(foundIn(`${KEYSPACE}CREATE TABLE shop.t (id int PRIMARY KEY);\n${selects}`)).toEqual([
    'newer-syntax BYPASS CACHE',
    'newer-syntax BYPASS CACHE',
  ]);
});

test('a name is told wherever a fix goes with it', () => {
  const inserts = [1, 2].map((id) => `INSERT INTO shop.user (id) VALUES (${id});\n`).join('');
  expect(foundIn(`${KEYSPACE}CREATE TABLE shop.users (id int PRIMARY KEY);\n${inserts}`)).toEqual([
    'unknown-table user',
    'unknown-table user',
  ]);
});

const passage = (number: number): string => `
Lesson ${number} shows a table and how it is read:

CREATE TABLE shop.t${number} (id int PRIMARY KEY, name text);
Create a row with your own name, then look:
SELECT * FROM shop.t${number} WHERE name = 'x';
`;

const notes = (count: number): string => KEYSPACE + Array.from({ length: count }, (_, at) => passage(at)).join('');

test('notes are told once to be no CQL; their statements are judged', () => {
  const findings = allFindings(workspaceOf({ 'a.cql': notes(20) }));
  const syntax = findings.filter(({ finding }) => finding.code === 'syntax');
  expect(syntax.map(({ finding: { message } }) => message)).toEqual([
    'This file holds text that is no CQL, here and at 39 places behind. Notes stand in comments, behind `--`.',
  ]);
  expect(notes(20).slice(syntax[0]!.start, syntax[0]!.end)).toBe('Lesson');
  expect(findings.filter(({ finding }) => finding.code === 'unrestricted-partition-key')).toHaveLength(20);
});

test('what prose leads to is a statement, so that nothing is there that was dropped', () => {
  const create = 'CREATE TABLE shop.t (id int PRIMARY KEY);\n';
  const drops = [
    'Then it goes: DROP TABLE shop.t;\n',
    'Drop it: DROP TABLE shop.t;\n',
    'cqlsh:shop> DROP TABLE shop.t;\n',
  ];
  expect(foundIn(KEYSPACE + create + drops.map((drop) => drop + create).join(''))).toEqual([
    'syntax Then',
    'syntax it',
    'syntax cqlsh:shop>',
  ]);
});

test('of a few passages each is told', () => {
  expect(foundIn(notes(3)).filter((found) => found === 'syntax Lesson')).toHaveLength(3);
});

test('a column that a refused statement would give to a table is told there alone', () => {
  const table = `${KEYSPACE}CREATE TABLE shop.t (id int PRIMARY KEY, a int);\n`;
  const refused = 'ALTER TABLE shop.t ADD b counter;\n';
  const uses = 'INSERT INTO shop.t (id, b) VALUES (1, 2);\nINSERT INTO shop.t (id, c) VALUES (1, 2);\n';
  expect(foundIn(table + refused + uses)).toEqual(['refused b counter', 'unknown-column c']);
  expect(foundIn(table + uses)).toEqual(['unknown-column b', 'unknown-column c']);
  const other = "CREATE TABLE shop.u (id int PRIMARY KEY, b int) WITH speed = 'high';\n";
  const made = 'CREATE TABLE shop.u (id int PRIMARY KEY, a int);\nSELECT b FROM shop.u WHERE id = 1;\n';
  expect(foundIn(KEYSPACE + other + made).filter((one) => one.startsWith('unknown'))).toEqual([]);
});

test('what a refused statement would give to a table is unknown again once it is gone', () => {
  const text = `${KEYSPACE}CREATE TABLE shop.t (id int PRIMARY KEY, a int);\n`;
  const refused = 'ALTER TABLE shop.t ADD b counter;\n';
  const workspace = workspaceOf({ 'a.cql': text + refused, 'b.cql': 'SELECT b FROM shop.t WHERE id = 1;' });
  expect(workspace.findings('b.cql')).toEqual([]);
  workspace.edit('a.cql', { start: text.length, end: text.length + refused.length, text: '' });
  expect(workspace.findings('b.cql').map(({ finding }) => finding.code)).toEqual(['unknown-column']);
  workspace.edit('a.cql', { start: text.length, end: text.length, text: refused });
  expect(workspace.findings('b.cql')).toEqual([]);
});

test('what is told once is told by the first that is left after each edit', () => {
  const made = `${KEYSPACE}CREATE TABLE shop.items (id int PRIMARY KEY);\n`;
  const [lone, insert] = ['SELECT id FROM shop.items WHERE id = 1;\n', 'INSERT INTO shop.users (id) VALUES (1);\n'];
  const start = made + lone.repeat(6) + insert + lone.repeat(6) + insert + lone.repeat(6);
  const workspace = workspaceOf({ 'a.cql': start });
  const first = start.indexOf(insert);
  const last = start.lastIndexOf(insert);
  const steps: readonly (readonly [start: number, end: number, text: string])[] = [
    // A statement comes above; the first goes, and comes back; a comment silences it; it becomes another.
    [made.length, made.length, lone],
    [first + lone.length, first + lone.length + insert.length, ''],
    [first + lone.length, first + lone.length, insert],
    [first + lone.length, first + lone.length, '-- cql-analyzer: ignore unknown-table made elsewhere\n'],
    [last, last + 6, 'INSERT'],
    [made.length, made.length, insert],
    [made.length, made.length + insert.length, ''],
  ];
  let text = start;
  for (const [from, to, written] of steps) {
    workspace.edit('a.cql', { start: from, end: to, text: written });
    text = text.slice(0, from) + written + text.slice(to);
    expect(placesIn(workspace)).toEqual(placesIn(workspaceOf({ 'a.cql': text })));
  }
});

const placesIn = (workspace: ReturnType<typeof workspaceOf>): readonly string[] =>
  allFindings(workspace).map(({ finding, start, end }) => `${finding.code} ${start} ${end}`);
