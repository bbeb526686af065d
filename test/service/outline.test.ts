import { describe, expect, test } from 'vitest';
import { outlineOf, type OutlineSymbol } from '../../server/src/service/outline.ts';
import { workspaceSymbols } from '../../server/src/service/workspace-symbols.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { atOnce } from '../../server/src/text/steps.ts';

const lines = (symbols: readonly OutlineSymbol[], indent = ''): readonly string[] =>
  symbols.flatMap(({ name, kind, detail, children }) => [
    `${indent}${name} · ${kind} · ${detail}`,
    ...lines(children, `${indent}  `),
  ]);

const outline = (text: string): readonly string[] => lines(atOnce(outlineOf(openDocument(text))));

describe('the outline', () => {
  test('has what is declared, with columns and fields', () => {
    expect(
      outline(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
          'CREATE TYPE shop.addr (street text, zip frozen<list<int>>);\n' +
          'CREATE TABLE shop.users (id int, "At" timestamp, total int STATIC, home addr MASKED WITH DEFAULT, PRIMARY KEY (id, "At"));\n' +
          'CREATE TABLE t (id uuid PRIMARY KEY);\n' +
          'CREATE INDEX by_home ON shop.users (home);\n' +
          'CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM users WHERE id IS NOT NULL PRIMARY KEY (id);\n' +
          "CREATE TRIGGER g ON t USING 'x'; CREATE USER app; CREATE AGGREGATE shop.total (int) SFUNC f STYPE int",
      ),
    ).toEqual([
      'shop · keyspace · keyspace',
      'shop.addr · type · type',
      '  street · field · text',
      '  zip · field · frozen<list<int>>',
      'shop.users · table · table',
      '  id · key-column · int',
      '  "At" · key-column · timestamp',
      '  total · column · int STATIC',
      '  home · column · addr MASKED WITH DEFAULT',
      't · table · table',
      '  id · key-column · uuid PRIMARY KEY',
      'by_home · index · index',
      'shop.v · view · materialized view',
      'g · trigger · trigger',
      'app · role · user',
      'shop.total · function · aggregate',
    ]);
  });

  test('has what other statements do', () => {
    expect(
      outline(
        'ALTER TABLE shop.users ADD (note text, score int); SELECT user_id\n  FROM shop.users; UPDATE type SET a = 1 WHERE b = 2;\n' +
          "BEGIN BATCH INSERT INTO t (a) VALUES (1) APPLY BATCH; USE k; SOURCE 'x.cql'; CREATE INDEX ON t (a)",
      ),
    ).toEqual([
      'ALTER TABLE shop.users · statement · ALTER TABLE shop.users ADD (note text, score int)',
      '  note · column · text',
      '  score · column · int',
      'SELECT shop.users · statement · SELECT user_id FROM shop.users',
      'UPDATE type · statement · UPDATE type SET a = 1 WHERE b = 2',
      'BEGIN BATCH t · statement · BEGIN BATCH INSERT INTO t (a) VALUES (1) APPLY BATCH',
      'USE k · statement · USE k',
      "SOURCE 'x.cql' · statement · SOURCE 'x.cql'",
      'CREATE INDEX t · statement · CREATE INDEX ON t (a)',
    ]);
  });

  test('has the names that comments give to statements', () => {
    expect(outline('-- who is it\n-- name: find-user :one\nSELECT * FROM users WHERE id = ?;\nUSE k;')).toEqual([
      'find-user :one · statement · SELECT * FROM users WHERE id = ?',
      'USE k · statement · USE k',
    ]);
  });

  test('selects the name within the statement', () => {
    const text = '-- users\nCREATE TABLE shop.users (id int PRIMARY KEY);';
    const [symbol] = atOnce(outlineOf(openDocument(text)));
    expect(text.slice(symbol!.selection.start, symbol!.selection.end)).toBe('users');
    expect(text.slice(symbol!.range.start, symbol!.range.end)).toBe('CREATE TABLE shop.users (id int PRIMARY KEY)');
  });
});

describe('symbols of the project', () => {
  const documents = [
    { uri: 'a.cql', document: openDocument('CREATE TABLE shop.users (user_id int PRIMARY KEY); SELECT 1 FROM users') },
    { uri: 'b.cql', document: openDocument('ALTER TABLE shop.users ADD unit text; SELECT * FROM shop.users') },
  ];
  const found = (query: string): readonly string[] =>
    workspaceSymbols(documents, query).map(({ uri, symbol, container }) =>
      [uri, symbol.name, ...(container === undefined ? [] : [container])].join(' '),
    );

  test('are found by letters in their order', () => {
    expect(found('UI')).toEqual(['a.cql user_id shop.users', 'b.cql unit shop.users']);
    expect(found('usrs')).toEqual(['a.cql shop.users']);
    expect(found('x')).toEqual([]);
    expect(found('')).toHaveLength(3);
    const named = openDocument('-- name: find-user\nSELECT * FROM shop.users WHERE user_id = ?;\nSELECT 1 FROM x;');
    expect(workspaceSymbols([{ uri: 'c.cql', document: named }], '').map(({ symbol }) => symbol.name)).toEqual([
      'find-user',
    ]);
  });
});
