import { expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { positionsIn } from '../../server/src/lsp/positions.ts';
import { shownTokens, type SegmentTokens, type ShownTokens } from '../../server/src/lsp/shown-tokens.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';

const TABLE = 'CREATE TABLE k.t (a int, b int, PRIMARY KEY (a));';

test('the colours of a document are worked out once for its text and schema, however many screens ask', async () => {
  const workspace = workspaceOf({ 'a.cql': TABLE, 'q.cql': 'SELECT a FROM k.t;' });
  const tokens = shownTokens(positionsIn('utf-16'));
  const asks = async (): Promise<number> => {
    let works = 0;
    const work = async (): Promise<void> => void (works += 1);
    tokens.prepare(subjectOf(workspace, 'q.cql'), work);
    tokens.prepare(subjectOf(workspace, 'q.cql'), work);
    await new Promise((resolve) => setTimeout(resolve));
    return works;
  };
  expect([await asks(), await asks()]).toEqual([1, 0]);
  workspace.edit('q.cql', { start: 0, end: 0, text: '-- x\n' });
  expect([await asks(), await asks()]).toEqual([1, 0]);
  workspace.set('a.cql', 'CREATE TABLE k.t (b int PRIMARY KEY);', { path: 'a.cql', contributes: true });
  expect([await asks(), await asks()]).toEqual([1, 0]);
});

test('while they are being worked out, nobody begins to do so for the text that is new', async () => {
  const workspace = workspaceOf({ 'q.cql': 'SELECT a FROM k.t;' });
  const tokens = shownTokens(positionsIn('utf-16'));
  let [begun, end] = [0, () => {}];
  const work = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve) => (end = resolve));
  };
  tokens.prepare(subjectOf(workspace, 'q.cql'), work);
  workspace.edit('q.cql', { start: 0, end: 0, text: '-- x\n' });
  tokens.prepare(subjectOf(workspace, 'q.cql'), work);
  expect(begun).toBe(1);
  end();
  await new Promise((resolve) => setTimeout(resolve));
  tokens.prepare(subjectOf(workspace, 'q.cql'), work);
  expect(begun).toBe(2);
});

const BOTH = `${TABLE}
CREATE TABLE k.other (a int PRIMARY KEY);
SELECT a FROM k.t;
SELECT a FROM k.other;
SELECT x.a FROM t AS x;
CREATE MATERIALIZED VIEW k.v AS SELECT a, b FROM k.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (a, b);
SELECT b FROM k.v;
INSERT INTO k.t JSON '{"a": 1}';
CREATE TYPE k.u (a int);
CREATE FUNCTION k.f (x int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;';
SELECT f(a) FROM k.t;
USE k;
SELECT b FROM t;
SELECT b FROM \${table};
`;

const all = (tokens: ShownTokens, workspace: Workspace): readonly SegmentTokens[] => {
  const subject = subjectOf(workspace, 'a.cql');
  return subject.document.segments.map((_, index) => tokens.of(subject, index, false));
};

test('a table that changes costs the colours of the statements that name it', () => {
  const workspace = workspaceOf({ 'a.cql': BOTH });
  const tokens = shownTokens(positionsIn('utf-16'));
  const before = all(tokens, workspace);
  const at = BOTH.indexOf('(a)') + 1;
  workspace.edit('a.cql', { start: at, end: at + 1, text: 'b' });
  const after = all(tokens, workspace);
  const isOther = (index: number): boolean => before[index] !== after[index];
  // The second table, what is selected of it, the type, the function and the end of the file.
  expect([...before.keys()].filter((index) => !isOther(index))).toEqual([1, 3, 8, 9, 11, 13, 14]);
});

test.each([
  ['the key of a table', '(a)', '(b)'],
  ['the name of a table', 'k.t (', 'k.s ('],
  ['a table that goes', 'CREATE TABLE k.t', 'CREAT TABLE k.t'],
  ['the key of another table', 'k.other (a int', 'k.other (b int'],
  ['the kind of a table', 'TABLE k.other (a', 'TYPE k.other (a'],
  ['the key of a view', '(a, b);\nSELECT', '(b, a);\nSELECT'],
  ['the name of a view', 'VIEW k.v', 'VIEW k.w'],
  ['a type', 'k.u (a', 'k.u (b'],
  ['the name of a function', 'k.f (x', 'k.g (x'],
  ['a function that is built in', 'k.f (x', 'k.now (x'],
  ['the keyspace in force', 'USE k;', 'USE l;'],
  ['a keyspace in force that was none', 'USE k;', '-- USE k;'],
  ['a table whose name is filled in', 'k.other (a', '${table} (b'],
  ['another keyspace', 'TABLE k.t', 'TABLE l.t'],
])('colours are those of a fresh look, there and back: %s', (_, from, to) => {
  const workspace = workspaceOf({ 'a.cql': BOTH });
  const tokens = shownTokens(positionsIn('utf-16'));
  all(tokens, workspace);
  const start = BOTH.indexOf(from);
  expect(start).toBeGreaterThan(-1);
  for (const [gone, text] of [
    [from, to],
    [to, from],
  ] as const) {
    workspace.edit('a.cql', { start, end: start + gone.length, text });
    expect(all(tokens, workspace)).toEqual(all(shownTokens(positionsIn('utf-16')), workspace));
  }
});

test('colours are those of the settings that count', () => {
  const workspace = workspaceOf({ 'a.cql': 'CREATE TABLE t (a int PRIMARY KEY);\nSELECT a FROM k.t;\n' });
  const tokens = shownTokens(positionsIn('utf-16'));
  const before = all(tokens, workspace);
  workspace.configure({ ...DEFAULT_CONFIGURATION, completeSchema: true });
  const after = all(tokens, workspace);
  expect(after).not.toEqual(before);
  expect(after).toEqual(all(shownTokens(positionsIn('utf-16')), workspace));
});
