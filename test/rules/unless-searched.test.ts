import { expect, test } from 'vitest';
import { parseTarget } from '../../server/src/text/release.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

// DSE answers by a search index what Cassandra refuses.

const TABLE = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, country text);\n';
const QUERY = "SELECT id FROM shop.users WHERE country = 'nz';\n";

const found = (...texts: readonly string[]): readonly string[] =>
  allFindings(
    workspaceOf(Object.fromEntries(texts.map((text, index) => [`${index}.cql`, text])), {
      target: parseTarget('dse')!,
    }),
  ).map(({ finding: { severity, code, message } }) => `${severity} ${code}: ${message}`);

test('a query without its key is told where the project shows no search index', () => {
  expect(found(TABLE, QUERY)).toEqual([
    'warning unrestricted-partition-key: `users` is partitioned by `id`; `country` alone finds no partition, and DataStax Enterprise ' +
      'refuses the query, unless a search index answers it.',
  ]);
});

test.each([
  ['the table has one', 'CREATE SEARCH INDEX IF NOT EXISTS ON shop.users WITH COLUMNS country;\n'],
  ['one is changed', 'ALTER SEARCH INDEX CONFIG ON shop.users SET autoCommitTime = 1000;\n'],
  ['a query asks it', "SELECT id FROM shop.users WHERE solr_query = 'country:nz';\n"],
])('it is left in peace where %s', (_, text) => {
  expect(found(TABLE, QUERY, text)).toEqual([]);
});

test('a search index of another table says nothing', () => {
  expect(
    found(TABLE + 'CREATE TABLE shop.pages (id uuid PRIMARY KEY);\n', QUERY, 'CREATE SEARCH INDEX ON shop.pages;\n'),
  ).toHaveLength(1);
});
