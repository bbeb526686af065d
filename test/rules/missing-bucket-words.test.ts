import { expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

const DOORS = 'CREATE TABLE lab.visits (door int, day date, at timestamp, who uuid, PRIMARY KEY ((door, day), at));';

test.each([
  ['', 'without `day` Cassandra cannot find the rows of `door`.'],
  [' ALLOW FILTERING', 'without `day` the rows of `door` are looked for in every partition, on every node.'],
])('a query without its bucket is told what becomes of it: %s', (filtering, words) => {
  const query = `SELECT at FROM lab.visits WHERE door = ?${filtering};`;
  const messages = allFindings(workspaceOf({ 'a.cql': `${DOORS}\n${query}` })).flatMap(({ finding }) =>
    finding.code === 'missing-bucket' ? [finding.message] : [],
  );
  expect(messages.find((message) => message.includes('without'))).toContain(words);
});
