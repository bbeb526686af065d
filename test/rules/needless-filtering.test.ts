import { expect, test } from 'vitest';
import { parseTarget } from '../../server/src/text/release.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

const SCHEMA = `CREATE TABLE k.t (id int, at int, a text, b text, PRIMARY KEY (id, at));
CREATE INDEX ON k.t (a) USING 'sai';
CREATE INDEX ON k.t (b) USING 'sai';
`;

const codesOf = (query: string, target?: string): readonly string[] =>
  allFindings(
    workspaceOf({ 'a.cql': SCHEMA, 'q.cql': query }, target === undefined ? {} : { target: parseTarget(target)! }),
  ).flatMap(({ path, finding }) => (path === 'q.cql' ? [finding.code] : []));

const TWO_INDEXES = 'SELECT at FROM k.t WHERE id = ? AND a = ? AND b = ? ALLOW FILTERING;';

test('where no release is named, none may need the words', () => {
  expect(codesOf(TWO_INDEXES)).toEqual([]);
  expect(codesOf(TWO_INDEXES, '5.0')).toEqual(['needless-filtering']);
});

test('other servers are not spoken for', () => {
  expect(codesOf('SELECT at FROM k.t WHERE id = ? ALLOW FILTERING;')).toEqual(['needless-filtering']);
  expect(codesOf('SELECT at FROM k.t WHERE id = ? ALLOW FILTERING;', 'scylla')).toEqual([]);
});

test('a query of all rows is a scan, whatever it says', () => {
  expect(codesOf('SELECT at FROM k.t ALLOW FILTERING;')).toEqual(['allow-filtering']);
});
