import { describe, expect, test } from 'vitest';
import { signatureHelpAt } from '../../server/src/service/signature-help.ts';
import { openMarked } from './marked.ts';

const SCHEMA = `CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE k.t (a int PRIMARY KEY, b text);
CREATE TYPE k.pos (x int, y int);
CREATE TYPE k.addr (street text, zip int, at frozen<pos>);
CREATE TABLE k.p (id int PRIMARY KEY, home addr, past list<frozen<addr>>, tags set<text>);
USE k; CREATE FUNCTION f(x int, y text) RETURNS NULL ON NULL INPUT RETURNS double LANGUAGE java AS 'return 1;';`;

/** The first signature with the part that is being written in marks. */
function help(text: string): string | undefined {
  const { subject, caret } = openMarked({ 'schema.cql': SCHEMA, 'q.cql': text });
  const found = signatureHelpAt(subject, caret);
  const first = found?.signatures[0];
  if (found === undefined || first === undefined) return undefined;
  const [start, end] = first.parameters[found.active] ?? [first.label.length, first.label.length];
  return `${first.label.slice(0, start)}«${first.label.slice(start, end)}»${first.label.slice(end)}`;
}

describe('signature help', () => {
  test.each([
    ['INSERT INTO k.t (a, b) VALUES (¦', 'VALUES(«a int», b text)'],
    ["INSERT INTO k.t (a, b) VALUES (1, 'x, y¦'", 'VALUES(a int, «b text»)'],
    ["INSERT INTO k.t (a, b) VALUES (1, ¦'x');", 'VALUES(a int, «b text»)'],
    ['INSERT INTO k.u (c, d) VALUES (f(1, 2), ¦', 'VALUES(c, «d»)'],
    ['INSERT INTO k.t (a, b) VALUES (1, 2, ¦', 'VALUES(a int, b text)«»'],
    ['INSERT INTO k.t (a, b) VALUES (1, {x: 2, y: ¦', 'VALUES(a int, «b text»)'],
    ['INSERT INTO k.t (a, b) VALUES ([1, ¦2], 3)', 'VALUES(«a int», b text)'],
    ['INSERT INTO k.t (a, b) VALUES ((1, ¦2), 3)', 'VALUES(«a int», b text)'],
    ['INSERT INTO k.t (a, b) VALUES (1, ((2, 3), ¦4))', 'VALUES(a int, «b text»)'],
    ['USE k; SELECT f((1, 2), (3, ¦4)) FROM t;', 'f(x int, «y text») → double'],
    [
      "CREATE INDEX ON k.t (b) USING 'sai' WITH OPTIONS = {'ascii': ¦",
      'options = {case_sensitive, normalize, «ascii», maximum_node_connections, construction_beam_width, similarity_function, optimize_for}',
    ],
    ['USE k; SELECT f(1, ¦) FROM t;', 'f(x int, «y text») → double'],
    ['SELECT k.f(¦) FROM k.t', 'f(«x int», y text) → double'],
    ['SELECT f(1, ¦) FROM k.t', 'f(x int, «y text») → double'],
    ['INSERT INTO k.t (a, b) VALUES (f(¦', 'f(«x int», y text) → double'],
    ['SELECT f(¦) FROM system.local', undefined],
    ["ALTER TABLE k.t WITH caching = {'rows¦", 'caching = {keys, «rows_per_partition»}'],
    ['SELECT a FROM k.t WHERE a IN (¦)', undefined],
    ['SELECT * FROM k.t WHERE token(¦', 'token(«a int») → bigint'],
    ['SELECT ¦a FROM k.t', undefined],
    ['SELECT unknown(¦) FROM k.t', undefined],
    ["ALTER TABLE k.t WITH caching = {¦'keys': 'ALL'}", 'caching = {«keys», rows_per_partition}'],
    [
      "ALTER TABLE k.t WITH caching = {'keys': 'ALL', 'rows_per_partition': '¦1'}",
      'caching = {keys, «rows_per_partition»}',
    ],
    ["ALTER TABLE k.t WITH caching = {'keys': 'ALL', ¦", 'caching = {keys, rows_per_partition}«»'],
    [
      "CREATE KEYSPACE n WITH replication = {'class': 'SimpleStrategy', 'replication_factor': ¦",
      'replication = {class, «replication_factor»}',
    ],
    ["SELECT a FROM k.t WHERE b = {¦'x': 1}", undefined],
    ['UPDATE k.p SET home = {¦', 'addr{street text, zip int, at frozen<pos>}«»'],
    ["UPDATE k.p SET home = {street: 'a, {b', z¦", 'addr{street text, «zip int», at frozen<pos>}'],
    ['UPDATE k.p SET home = {at: {x: 1, y: ¦2}}', 'pos{x int, «y int»}'],
    ['UPDATE k.p SET home = {at: {x: 1, y: 2}, ¦}', 'addr{street text, zip int, at frozen<pos>}«»'],
    ['INSERT INTO k.p (id, past) VALUES (1, [{zip: 1}, {street: ¦', 'addr{«street text», zip int, at frozen<pos>}'],
    ['INSERT INTO k.p (id, tags) VALUES (1, {¦', 'VALUES(id int, «tags set<text>»)'],
    ['SELECT id FROM k.p WHERE home = {zip: ¦', 'addr{street text, «zip int», at frozen<pos>}'],
  ])('%s', (text, wanted) => {
    expect(help(text)).toBe(wanted);
  });

  test('does not come by itself where a sign is typed within a text', () => {
    const { subject, caret } = openMarked({
      'schema.cql': SCHEMA,
      'q.cql': "INSERT INTO k.t (a, b) VALUES (1, 'x,¦y');",
    });
    expect(signatureHelpAt(subject, caret, true)).toBeUndefined();
    expect(signatureHelpAt(subject, caret)?.active).toBe(1);
    const field = openMarked({ 'schema.cql': SCHEMA, 'q.cql': "UPDATE k.p SET home = {street: 'x,¦y', zip: 1}" });
    expect(signatureHelpAt(field.subject, field.caret, true)).toBeUndefined();
    expect(signatureHelpAt(field.subject, field.caret)?.active).toBe(0);
  });

  test('of an option tells what its entry means', () => {
    const { subject, caret } = openMarked({
      'schema.cql': SCHEMA,
      'q.cql': "ALTER TABLE k.t WITH compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb¦': 160}",
    });
    expect(signatureHelpAt(subject, caret)?.signatures[0]?.documentation).toContain("Default: `'160'`");
  });

  test('of a built-in function tells what it does', () => {
    const { subject, caret } = openMarked({ 'q.cql': 'SELECT toDate(¦' });
    const [first] = signatureHelpAt(subject, caret)!.signatures;
    expect(first!.label).toMatch(/^to_?[dD]ate\(/);
    expect(first!.documentation).toBeTruthy();
  });
});
