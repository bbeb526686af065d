import { expect, test } from 'vitest';
import { semanticTokensIn } from '../../server/src/service/semantic-tokens.ts';
import { openMarked } from './marked.ts';

const SCHEMA =
  'CREATE TYPE k.addr (street text);\n' +
  'CREATE TABLE k.t (id int, at timestamp, total int static, values text, home addr, PRIMARY KEY (id, at));\n' +
  'CREATE MATERIALIZED VIEW k.m AS SELECT id, at, values FROM t WHERE id IS NOT NULL AND at IS NOT NULL PRIMARY KEY (at, id);';

function tokens(text: string, from = 0, to = text.length): readonly string[] {
  const { subject } = openMarked({ 'q.cql': text, 's.cql': SCHEMA });
  return semanticTokensIn(subject, from, to).map(({ start, end, type, modifiers }) =>
    [text.slice(start, end), type, ...modifiers].join(' '),
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

test('a part of a document', () => {
  const text = 'SELECT a FROM k.t; SELECT b FROM k.t; SELECT c FROM k.t';
  expect(tokens(text, text.indexOf('b'), text.indexOf('b') + 1)).toEqual(['b column']);
});
