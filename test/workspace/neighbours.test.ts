import { expect, test } from 'vitest';
import { workspaceOf } from '../fixtures.ts';

// What is found at one statement may depend on others; it is found anew when they change.

const SCHEMA = `CREATE TABLE shop.users (id uuid PRIMARY KEY, username text, email text);
CREATE TABLE shop.users_by_email (email text PRIMARY KEY, id uuid);
CREATE TABLE shop.members (team text, id uuid, username text, email text, PRIMARY KEY ((team), id));
`;

type Workspace = ReturnType<typeof workspaceOf>;

const codesIn = (workspace: Workspace, path: string): readonly string[] =>
  workspace.findings(path).map(({ finding }) => finding.code);

function replace(workspace: Workspace, path: string, from: string, to: string): void {
  const start = workspace.file(path)!.document.text().indexOf(from);
  workspace.edit(path, { start, end: start + from.length, text: to });
}

test('the query before', () => {
  const workspace = workspaceOf({
    'schema.cql': SCHEMA,
    'q.cql':
      'SELECT id FROM shop.users_by_email WHERE email = ?;\nSELECT username FROM shop.users WHERE id = ?;\nSELECT email FROM shop.users WHERE id = ?;\n',
  });
  expect(codesIn(workspace, 'q.cql')).toEqual(['client-side-join']);
  replace(workspace, 'q.cql', 'SELECT id FROM', 'SELECT email FROM');
  expect(codesIn(workspace, 'q.cql')).toEqual([]);
  replace(workspace, 'q.cql', 'SELECT email FROM shop.users_by', 'SELECT id FROM shop.users_by');
  expect(codesIn(workspace, 'q.cql')).toEqual(['client-side-join']);
});

test('the write of a copy, and the copy itself', () => {
  const workspace = workspaceOf({
    'schema.cql': SCHEMA,
    'w.cql': 'UPDATE shop.users SET email = ? WHERE id = ?;\n',
  });
  expect(codesIn(workspace, 'w.cql')).toEqual([]);
  replace(workspace, 'schema.cql', 'CREATE TABLE shop.members', '-- @copy-of users\nCREATE TABLE shop.members');
  expect(codesIn(workspace, 'w.cql')).toEqual([]);
  replace(workspace, 'schema.cql', 'team text, id', 'email text, id');
  replace(
    workspace,
    'schema.cql',
    'username text, email text, PRIMARY KEY ((team)',
    'username text, PRIMARY KEY ((email)',
  );
  expect(codesIn(workspace, 'w.cql')).toEqual(['stale-copy']);
  replace(workspace, 'w.cql', 'id = ?;\n', 'id = ?;\nDELETE FROM shop.members WHERE email = ? AND id = ?;\n');
  expect(codesIn(workspace, 'w.cql')).toEqual([]);
  replace(workspace, 'schema.cql', '-- @copy-of users', '');
  replace(workspace, 'w.cql', 'DELETE FROM shop.members WHERE email = ? AND id = ?;\n', '');
  expect(codesIn(workspace, 'w.cql')).toEqual([]);
});
