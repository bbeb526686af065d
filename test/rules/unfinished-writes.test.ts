import { expect, test } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { allFindings, applied, workspaceOf } from '../fixtures.ts';

// What a write lacks is written from the schema.

const SCHEMA = `CREATE TABLE shop.users (id uuid, joined date, "Name" text, PRIMARY KEY (id, joined));
CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.users WHERE id IS NOT NULL AND joined IS NOT NULL PRIMARY KEY (joined, id);
`;

function mended(cql: string): readonly (string | undefined)[] {
  const workspace = workspaceOf({ 's.cql': SCHEMA, 'q.cql': cql });
  return allFindings(workspace)
    .filter(({ path }) => path === 'q.cql')
    .flatMap(({ finding, segment }) =>
      fixesOf(workspace.contexts('q.cql', segment)[0]!, finding).map((fix) => {
        expect(fix.safe).toBe(false);
        return applied(workspace, fix.edits()).get('q.cql');
      }),
    );
}

test.each([
  [`UPDATE shop.users SET "Name" = 'a';`, `UPDATE shop.users SET "Name" = 'a' WHERE id = ? AND joined = ?;`],
  ['delete from shop.users;', 'delete from shop.users where id = ? and joined = ?;'],
  [`INSERT INTO shop.users VALUES (?, ?, 'a');`, `INSERT INTO shop.users (id, joined, "Name") VALUES (?, ?, 'a');`],
])('%s', (cql, after) => {
  expect(mended(cql)).toEqual([after]);
});

test.each([
  'UPDATE shop.users SET',
  'UPDATE shop.users SET "Name" = ;',
  'DELETE FROM shop.nobody;',
  'INSERT INTO shop.users VALUES (?, ?);',
  'UPDATE shop.v SET "Name" = 1;',
])('%s', (cql) => {
  expect(mended(cql)).toEqual([]);
});
