import { describe, expect, test } from 'vitest';
import { refactoringsAt } from '../../server/src/service/refactorings/index.ts';
import { applied } from '../fixtures.ts';
import { openMarked } from './marked.ts';

const SCHEMA = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE k.addr (street text);
CREATE TABLE k.t (id int, at timestamp, "Zip" text, s int STATIC, b text, a text, PRIMARY KEY (id, at));
CREATE TABLE k.c (id int PRIMARY KEY, n counter);`;

const offered = (query: string): ReadonlyMap<string, string> => {
  const { subject, caret, workspace } = openMarked({ 'q.cql': query, 'a.cql': SCHEMA });
  return new Map(
    refactoringsAt(subject, caret).flatMap((found) =>
      'edits' in found ? [[found.title, applied(workspace, found.edits).get('q.cql')!]] : [],
    ),
  );
};
const written = (title: string, query: string): string | undefined =>
  [...offered(query)].find(([name]) => name.startsWith(title))?.[1];

describe.each<[string, readonly (readonly [string, string | undefined])[]]>([
  [
    'Write the columns',
    [
      ['SELECT ¦* FROM k.t WHERE id = 1;', 'SELECT id, at, s, "Zip", a, b FROM k.t WHERE id = 1;'],
      ['SELECT * FROM k.t WHERE id = 1;¦', 'SELECT id, at, s, "Zip", a, b FROM k.t WHERE id = 1;'],
      ['SELECT JSON * FROM k.t WHERE ¦id = 1', 'SELECT JSON id, at, s, "Zip", a, b FROM k.t WHERE id = 1'],
      ["SELECT ¦* FROM k.t WHERE a = 'x';", `SELECT id, at, s, "Zip", a, b FROM k.t WHERE a = 'x';`],
      ['SELECT ¦* FROM k.t WHERE nothing = 1;', 'SELECT id, at, s, "Zip", a, b FROM k.t WHERE nothing = 1;'],
    ],
  ],
  [
    'Write the keyspace before the name',
    [
      ['USE k; SELECT a FROM ¦t WHERE id = 1', 'USE k; SELECT a FROM k.t WHERE id = 1'],
      ['SELECT a FROM ¦t WHERE id = 1', 'SELECT a FROM k.t WHERE id = 1'],
      ['CREATE TABLE other.t (id int PRIMARY KEY); SELECT a FROM ¦t WHERE id = 1', undefined],
      ['SELECT a FROM ¦nothing WHERE id = 1', undefined],
      [
        'USE k; CREATE TABLE n¦ (id int PRIMARY KEY, home frozen<addr>);',
        'USE k; CREATE TABLE k.n (id int PRIMARY KEY, home frozen<k.addr>);',
      ],
    ],
  ],
  [
    'Add IF NOT EXISTS',
    [
      ['create table k.n¦ (id int primary key)', 'create table if not exists k.n (id int primary key)'],
      ['CREATE INDEX ¦ON k.t (a);', 'CREATE INDEX IF NOT EXISTS ON k.t (a);'],
      [
        "CREATE CUSTOM INDEX i¦ ON k.t (a) USING 'StorageAttachedIndex'",
        "CREATE CUSTOM INDEX IF NOT EXISTS i ON k.t (a) USING 'StorageAttachedIndex'",
      ],
      ['CREATE ROLE ¦r;', 'CREATE ROLE IF NOT EXISTS r;'],
      ['CREATE TABLE ¦k.t (id int PRIMARY KEY);', 'CREATE TABLE IF NOT EXISTS k.t (id int PRIMARY KEY);'],
    ],
  ],
  [
    'Add IF EXISTS',
    [
      ['DROP TABLE ¦k.t;', 'DROP TABLE IF EXISTS k.t;'],
      ['ALTER TABLE k.t¦ ADD n int', 'ALTER TABLE IF EXISTS k.t ADD n int'],
    ],
  ],
  [
    'Write it as UPDATE',
    [
      [
        "INSERT INTO k.t (id, at, a, b) ¦VALUES (1, ?, 'x', :b) USING TTL 5;",
        "UPDATE k.t USING TTL 5 SET a = 'x', b = :b WHERE id = 1 AND at = ?;",
      ],
      [
        "BEGIN BATCH\n  INSERT INTO k.t (id, at, a)\n  VALUES (1, ¦0, 'x');\n  DELETE FROM k.t WHERE id = 2;\nAPPLY BATCH;",
        "BEGIN BATCH\n  UPDATE k.t\n  SET a = 'x'\n  WHERE id = 1 AND at = 0;\n  DELETE FROM k.t WHERE id = 2;\nAPPLY BATCH;",
      ],
      ['INSERT INTO k.t (id, s) VALUES (1, 2¦)', 'UPDATE k.t SET s = 2 WHERE id = 1'],
    ],
  ],
  [
    'Write it as INSERT',
    [
      [
        "UPDATE k.t ¦USING TTL 5 SET a = 'x' WHERE at = 0 AND id = 1",
        "INSERT INTO k.t (at, id, a) VALUES (0, 1, 'x') USING TTL 5",
      ],
      ['UPDATE k.t SET ¦a = ? WHERE id = ? AND at = 0', 'INSERT INTO k.t (a, id, at) VALUES (?, ?, 0)'],
    ],
  ],
  [
    'Name the marker',
    [
      [
        'SELECT a FROM k.t WHERE ¦id = ? AND at >= ? AND at < ? LIMIT ?;',
        'SELECT a FROM k.t WHERE id = :id AND at >= :at_from AND at < :at_to LIMIT :max_rows;',
      ],
      [
        'UPDATE k.t USING TTL ? SET "Zip" = ? WHERE id = ?¦ AND at = 0',
        'UPDATE k.t USING TTL :ttl SET "Zip" = :"Zip" WHERE id = :id AND at = 0',
      ],
      [
        'BEGIN BATCH DELETE FROM k.t WHERE id = ?; DELETE FROM k.t WHERE id = ?¦; APPLY BATCH',
        'BEGIN BATCH DELETE FROM k.t WHERE id = :id; DELETE FROM k.t WHERE id = :id_2; APPLY BATCH',
      ],
    ],
  ],
  [
    'Sort the options',
    [
      [
        "CREATE TABLE k.n (id int, c int, PRIMARY KEY (id, c)) ¦WITH gc_grace_seconds = 5 -- why\n  AND comment = 'x' AND CLUSTERING ORDER BY (c DESC);",
        "CREATE TABLE k.n (id int, c int, PRIMARY KEY (id, c)) WITH CLUSTERING ORDER BY (c DESC) -- why\n  AND comment = 'x' AND gc_grace_seconds = 5;",
      ],
    ],
  ],
])('%s', (title, examples) => {
  test.each(examples)('%s', (query, after) => {
    expect(written(title, query)).toBe(after);
  });
});

test.each([
  ['a star of a table that nobody declares', 'SELECT ¦* FROM k.unknown'],
  ['what would be refused for another reason', 'INSERT INTO k.c (id, n) VALUES (1, ¦2)'],
  ['an INSERT with a condition', 'INSERT INTO k.t (id, at, a) VALUES (1, 0, ¦:a) IF NOT EXISTS'],
  ['an INSERT of a key alone', 'INSERT INTO k.t (id, at) VALUES (1, ¦0)'],
  ['an UPDATE of a counter', 'UPDATE k.c SET n = n ¦+ 1 WHERE id = 1'],
  ['a value that adds', "UPDATE k.t SET a = 'x', s += ¦1 WHERE id = 1 AND at = 0"],
  ['comments that would be lost', "INSERT INTO k.t (id, at, a) /* why */ VALUES (1, 0, ¦'x')"],
  ['markers that the table does not tell', 'SELECT a FROM k.t WHERE (at) ¦> (?) AND id = 1'],
  ['broken statements', 'SELECT ¦* FROM k.t WHERE'],
  ['comments', '-- SELECT ¦* FROM k.t'],
])('nothing is offered for %s', (_, query) => {
  expect([...offered(query).keys()]).toEqual([]);
});

test.each([
  ['INSERT INTO k.t (id, at, a) VALUES (1, 0, ¦:a) IF NOT EXISTS', 'Write it as UPDATE', 'IF NOT EXISTS'],
  ['INSERT INTO k.t (id, at) VALUES (1, ¦0)', 'Write it as UPDATE', 'the key alone'],
  [`INSERT INTO k.t JSON ¦'{"id": 1, "at": 0, "a": "x"}'`, 'Write it as UPDATE', 'JSON'],
  ["INSERT INTO k.t (id, at, a) /* why */ VALUES (1, 0, ¦'x')", 'Write it as UPDATE', 'Comments'],
  ['UPDATE k.c SET n = n ¦+ 1 WHERE id = 1', 'Write it as INSERT', 'counters'],
  ["UPDATE k.t SET a = 'x', s += ¦1 WHERE id = 1 AND at = 0", 'Write it as INSERT', 'part of a value'],
  ["UPDATE k.t SET a = 'x' WHERE id IN (1, 2) ¦AND at = 0", 'Write it as INSERT', 'several rows'],
  ["UPDATE k.t SET a = 'x' WHERE id = 1 AND at = 0 IF ¦EXISTS", 'Write it as INSERT', 'condition'],
])('why there is nothing to choose: %s', (query, title, reason) => {
  const { subject, caret } = openMarked({ 'q.cql': query, 'a.cql': SCHEMA });
  const found = refactoringsAt(subject, caret).find((one) => one.title === title);
  expect(found).toHaveProperty('obstacle', expect.stringContaining(reason));
});

test('that markers change places is said', () => {
  const titles = (query: string): string => [...offered(query).keys()].join();
  const places = 'its markers change places';
  expect(titles('INSERT INTO k.t (id, at, a) VALUES (?, 0, ¦?)')).toContain(places);
  expect(titles('UPDATE k.t USING TTL ? SET ¦a = ? WHERE id = 1 AND at = 0')).toContain(places);
  expect(titles("INSERT INTO k.t (id, at, a) VALUES (?, 0, ¦'?')")).not.toContain(places);
  expect(titles('UPDATE k.t SET ¦a = ? WHERE id = ? AND at = 0')).not.toContain(places);
});
