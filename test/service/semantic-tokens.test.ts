import { expect, test } from 'vitest';
import { semanticTokensOf } from '../../server/src/service/semantic-tokens.ts';
import { openMarked } from './marked.ts';

const SCHEMA =
  'CREATE TYPE k.addr (street text);\n' +
  'CREATE TABLE k.t (id int, at timestamp, total int static, values text, home addr, PRIMARY KEY (id, at));\n' +
  'CREATE MATERIALIZED VIEW k.m AS SELECT id, at, values FROM t WHERE id IS NOT NULL AND at IS NOT NULL PRIMARY KEY (at, id);';

function tokens(text: string): readonly string[] {
  const { subject } = openMarked({ 'q.cql': text, 's.cql': SCHEMA });
  return subject.document.segments.flatMap((segment, index) =>
    semanticTokensOf(subject, index).map(({ start, end, type, modifiers }) =>
      [segment.text.slice(start, end), type, ...modifiers].join(' '),
    ),
  );
}

test('names are told by what they are', () => {
  expect(tokens('SELECT id, at, total, values, home.street, now() FROM k.t WHERE id = :id')).toEqual([
    'id partitionKey',
    'at clusteringColumn',
    'total staticColumn',
    'values column',
    'home column',
    'street field',
    'now function defaultLibrary',
    'k keyspace',
    't table',
    'id partitionKey',
    'id parameter',
  ]);
});

test('markers without a name stand among the names', () => {
  expect(tokens('SELECT id FROM t WHERE id = ? AND at > ?')).toEqual([
    'id partitionKey',
    't table',
    'id partitionKey',
    '? parameter',
    'at clusteringColumn',
    '? parameter',
  ]);
});

test('a view, its columns, and what is written and declared', () => {
  expect(tokens('SELECT at FROM k.m; INSERT INTO k.t (id) VALUES (1); CREATE TABLE k.n (a addr, b int)')).toEqual([
    'at partitionKey',
    'k keyspace',
    'm view',
    'k keyspace',
    't table modification',
    'id partitionKey modification',
    'k keyspace',
    'n table declaration',
    'a column declaration',
    'addr type',
    'b column declaration',
    'int type defaultLibrary',
  ]);
});
