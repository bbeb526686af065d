import { expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

const FILES = {
  'ddl/1.cql': 'CREATE TABLE shop.goods (id int PRIMARY KEY, name text);',
  'scratch/a.cql':
    'CREATE TABLE shop.goods (id int PRIMARY KEY, colour text);\nSELECT colour FROM shop.goods WHERE id = 1;\nALTER TABLE shop.goods ADD price int;',
  'queries.cql': 'SELECT name FROM shop.goods WHERE id = 1;\nSELECT colour FROM shop.goods WHERE id = 1;',
};

const found = (schema: readonly string[]): readonly string[] =>
  allFindings(workspaceOf(FILES, { schema })).map(({ path, finding }) => `${path} ${finding.code}`);

test('what is made in the files that the settings name is that, whatever others make of its name for themselves', () => {
  expect(found(['ddl/*.cql'])).toEqual(['queries.cql unknown-column']);
  expect(found(['nowhere/*.cql'])).toEqual([]);
});
