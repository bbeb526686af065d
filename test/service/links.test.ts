import { expect, test } from 'vitest';
import { linksOf } from '../../server/src/service/links.ts';
import { openMarked } from './marked.ts';

function links(files: Readonly<Record<string, string>>): readonly string[] {
  const { subject } = openMarked(files);
  return linksOf(subject, () => undefined).map(({ start, end, target }) => {
    const text = subject.document.text().slice(start, end);
    return `${text} → ${target.kind === 'file' ? target.uri : target.url}`;
  });
}

test('SOURCE leads to the file, where the project has it', () => {
  expect(links({ 'db/a.cql': "SOURCE 'b.cql';\nSOURCE 'c.cql'", 'db/b.cql': 'USE k' })).toEqual(['b.cql → db/b.cql']);
});

test('issues of Cassandra in comments lead to them', () => {
  expect(links({ 'a.cql': "-- see CASSANDRA-10707 /* CASSANDRA-1 */\nSELECT 'CASSANDRA-2' FROM t" })).toEqual([
    'CASSANDRA-10707 → https://issues.apache.org/jira/browse/CASSANDRA-10707',
    'CASSANDRA-1 → https://issues.apache.org/jira/browse/CASSANDRA-1',
  ]);
});
