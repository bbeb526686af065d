import { expect, test } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

const SCHEMA = 'CREATE TABLE shop.users (id int, name text, PRIMARY KEY (id, name));';

// What a word is changed to and the query in CQL are one action where they write the same.
test.each([
  ['SELECT * FROM shop.users WHERE id == 1;', [['Change to =']]],
  [
    'SELECT * FROM shop.users WHERE id == 1 AND name == ?;',
    [
      ['Change to =', 'Write the query in CQL'],
      ['Change to =', 'Write the query in CQL'],
    ],
  ],
])('%s', (cql, titles) => {
  const workspace = workspaceOf({ 's.cql': SCHEMA, 'q.cql': cql });
  const found = allFindings(workspace).filter(({ path }) => path === 'q.cql');
  expect(
    found.map(({ finding, segment }) =>
      fixesOf(workspace.contexts('q.cql', segment)[0]!, finding).map(({ title }) => title),
    ),
  ).toEqual(titles);
});
