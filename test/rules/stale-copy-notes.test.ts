import { expect, test } from 'vitest';
import { staleCopy } from '../../server/src/rules/stale-copy.ts';
import { project } from '../modeling/ask.ts';

// What has to be known of a text is told with the fix that writes it, as `propose` tells it.

const TABLES = `CREATE TABLE users (id int PRIMARY KEY, name text, email text);
-- @copy-of users
CREATE TABLE users_by_email (email text, id int, name text, PRIMARY KEY (email, id));
`;

const told = (writes: string): readonly string[] => {
  const workspace = project({
    'schema.cql': `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'}; USE k; ${TABLES}${writes}`,
  });
  const { segments } = workspace.file('schema.cql')!.document;
  const index = segments.findLastIndex((segment) => segment.statement() !== undefined);
  const [context] = workspace.contexts('schema.cql', index);
  const [finding] = staleCopy.check(context!);
  const [fix] = staleCopy.fixes!(context!, finding!);
  return fix!.about?.() ?? [];
};

test('of two statements of a batch that may be about one row', () => {
  const batch = (first: string, second: string): string =>
    `BEGIN BATCH UPDATE users SET name = ? WHERE id = ${first}; UPDATE users SET email = ? WHERE id = ${second}; APPLY BATCH;`;
  expect(told(batch('?', '?'))).toEqual([expect.stringContaining('make one of them')]);
  expect(told(batch('1', '2'))).toEqual([]);
});

test('of a condition, and of a function that is asked once', () => {
  expect(told("UPDATE users SET email = ? WHERE id = ? IF name = 'a';")).toEqual([
    expect.stringContaining('runs alone and first'),
  ]);
  expect(told('INSERT INTO users (id, name, email) VALUES (?, ?, ?);')).toEqual([]);
});

test('of a DELETE that may be of the row that the batch writes', () => {
  const batch = (first: string, second: string): string =>
    `BEGIN BATCH UPDATE users SET name = ? WHERE id = ${first}; DELETE FROM users WHERE id = ${second}; APPLY BATCH;`;
  expect(told(batch('?', '?'))).toEqual([expect.stringContaining('run the DELETE alone')]);
  expect(told(batch('1', '2'))).toEqual([]);
  expect(told(batch(':a', ':b'))).toEqual([]);
});
