import { describe, expect, test } from 'vitest';
import { referencesAt } from '../../server/src/service/references.ts';
import type { Target } from '../../server/src/text/release.ts';
import { openMarked, rangeText, type MarkedFiles } from './marked.ts';
import { atOnce } from '../../server/src/text/steps.ts';

/** By Cassandra 6.0, which has all there is to name. */
function expectReferences(files: MarkedFiles): void {
  const target: Target = { kind: 'cassandra', release: '6.0' };
  const { workspace, subject, caret, expected } = openMarked(files, { target });
  const found = atOnce(referencesAt(subject, caret)).map(({ uri, start, end }) =>
    rangeText(uri, workspace.file(uri)!.document.text(), start, end),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
}

describe('references', () => {
  test('of a table, in every file, by whatever keyspace is in force', () =>
    expectReferences({
      'schema.cql':
        'CREATE TABLE shop.«users» (id int PRIMARY KEY, users int);\nCREATE TABLE other.users (id int PRIMARY KEY);',
      'q.cql':
        'SELECT users FROM shop.«us¦ers»; USE shop; INSERT INTO «users» (id) VALUES (1);\n' +
        'DROP TABLE «"users"»; GRANT SELECT ON TABLE «USERS» TO users; SELECT * FROM other.users; DESC «users»',
      'copy.cql':
        "COPY shop.«users» (id) FROM 'users.csv'; CREATE INDEX i ON shop.«users» (users); COMMENT ON TABLE shop.«users» IS 'x'",
    }));

  test('of what a tool fills in', () => {
    expectReferences({
      'schema.cql':
        'CREATE KEYSPACE «${ks}» WITH replication = {}; CREATE TABLE «${ks}».items_${env} (id int PRIMARY KEY);',
      'q.cql': 'SELECT id FROM «${k¦s}».items_${env}; SELECT id FROM ${other}.items_${env}; USE «${ks}»;',
    });
    expectReferences({
      'schema.cql':
        'CREATE TABLE k.«items_${env}» (id int PRIMARY KEY); CREATE TABLE k.items_${tier} (id int PRIMARY KEY);',
      'q.cql': 'SELECT id FROM k.«it¦ems_${env}»; INSERT INTO k.«"items_${env}"» (id) VALUES (1);',
    });
    expectReferences({
      'schema.cql': 'CREATE TABLE k.t (id int PRIMARY KEY);',
      'q.cql': 'SELECT id FROM k.t WHERE id = «{{ i¦d }}»; DELETE FROM k.t WHERE id = «{{ id }}»;',
      'other.cql': 'SELECT id FROM k.t WHERE id = {{ id }};',
    });
  });

  test('of a hole in a program are not told', () =>
    expectReferences({
      'schema.cql': 'CREATE TABLE k.t (id int PRIMARY KEY);',
      'a.js':
        "const { Client } = require('cassandra-driver');\nclient.execute(`SELECT id FROM ${ta¦ble} WHERE id = ?`);\nclient.execute(`DELETE FROM ${other} WHERE id = ?`);\n",
    }));

  test('of a column are those of its table alone', () =>
    expectReferences({
      'schema.cql':
        'CREATE TABLE k.t («id» int, c int, PRIMARY KEY («id», c)) WITH CLUSTERING ORDER BY (c DESC);\nCREATE TABLE k.u (id int PRIMARY KEY);',
      'q.cql':
        'SELECT «i¦d», max(«id») FROM k.t WHERE «id» = 1 AND token(«id») > 0 GROUP BY «id»;\nSELECT id FROM k.u;\n' +
        'UPDATE k.t SET c = 1 WHERE «id» = 1; BEGIN BATCH DELETE FROM k.t WHERE «id» = :id; DELETE FROM k.u WHERE id = 1; APPLY BATCH',
      'alter.cql': 'ALTER TABLE k.t RENAME «id» TO key; COMMENT ON COLUMN k.t.«id» IS NULL;',
    }));

  test('of a column that views and copies have taken over', () =>
    expectReferences({
      'schema.cql':
        'CREATE TABLE k.t (id int PRIMARY KEY, «v¦» int);\n' +
        'CREATE MATERIALIZED VIEW k.m AS SELECT id, «v» FROM t WHERE «v» IS NOT NULL AND id IS NOT NULL PRIMARY KEY («v», id);\n' +
        'CREATE TABLE k.copy LIKE k.t;\n',
      'q.cql': 'SELECT «v» FROM k.m; SELECT «v» FROM k.copy; ALTER TABLE k.copy ADD w int',
    }));

  test('of a column that was added later', () =>
    expectReferences({
      'a.cql': 'CREATE TABLE k.t (id int PRIMARY KEY); ALTER TABLE k.t ADD «note» text;',
      'b.cql': 'SELECT «no¦te» FROM k.t',
    }));

  test('of a field are those of its type, wherever a value of it lies', () =>
    expectReferences({
      'schema.cql':
        'CREATE TYPE k.addr («street» text, zip int); CREATE TYPE k.other (street text);\n' +
        'CREATE TYPE k.person (name text, home frozen<addr>);\n' +
        'CREATE TABLE k.t (id int PRIMARY KEY, home addr, past list<frozen<addr>>, by map<text, frozen<addr>>, who frozen<person>, o other, pair tuple<int, frozen<addr>>);',
      'q.cql':
        "SELECT home.«st¦reet», o.street, by['x'].«street», who.home.«street» FROM k.t;\n" +
        "INSERT INTO k.t (id, home, past, who, o, pair) VALUES (1, {«street»: 'x', zip: 1}, [{«street»: 'y'}], {name: 'n', home: {«street»: 'z'}}, {street: 'o'}, (1, {«street»: 'p'}));\n" +
        "UPDATE k.t SET home.«street» = 'x', by['k'] = {«street»: 'x'} WHERE id = 1 IF home.«street» = 'y';\n" +
        'DELETE home.«street» FROM k.t WHERE id = 1; ALTER TYPE k.addr RENAME «street» TO road; COMMENT ON FIELD k.addr.«street» IS NULL;',
    }));

  test('in the JSON of an INSERT', () => {
    expectReferences({
      'a.cql':
        'CREATE TYPE k.addr (street text); CREATE TABLE k.t (id int PRIMARY KEY, «name» text, home addr, by map<text, frozen<addr>>);\n' +
        `INSERT INTO k.t JSON '{"id": 1, "«NA¦ME»": "name, {\\"name\\": it''s}", "by": {"name": {"street": 1}}}'; INSERT INTO k.u JSON '{"name": 1}'`,
    });
    expectReferences({
      'a.cql':
        'CREATE TYPE k.addr («street» text); CREATE TABLE k.t (id int PRIMARY KEY, street text, home addr, by map<text, frozen<addr>>, l list<frozen<addr>>);\n' +
        `INSERT INTO k.t JSON '{"street": "x", "home": {"«st¦reet»": ""}, "by": {"street": {"«street»": 1}}, "l": [{"«street»": 2}]}'`,
    });
  });

  test('of a type, a function, an index, a trigger and a role', () => {
    expectReferences({
      'a.cql':
        'CREATE TYPE k.«addr» (a int); CREATE TABLE k.t (id int PRIMARY KEY, v frozen<«ad¦dr»>, w k.«addr»); DROP TYPE k.«addr»',
    });
    expectReferences({
      'a.cql':
        'CREATE FUNCTION k.«twice» (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$;\n' +
        'CREATE AGGREGATE k.total (int) SFUNC «twice» STYPE int; SELECT k.«tw¦ice»(a) FROM k.t; GRANT EXECUTE ON FUNCTION k.«twice»(int) TO r',
    });
    expectReferences({
      'a.cql':
        'CREATE TABLE k.t (id int PRIMARY KEY, v int); CREATE INDEX «by_v» ON k.t (v); DROP INDEX k.«by¦_v»; CREATE INDEX by_v ON l.t (v)',
    });
    expectReferences({
      'a.cql': "CREATE TRIGGER «g» ON k.t USING 'x'; DROP TRIGGER «¦g» ON k.t; DROP TRIGGER g ON k.u",
    });
    expectReferences({
      'a.cql': "CREATE ROLE «app»; GRANT «'app'» TO other; ALTER USER «¦app» SUPERUSER; SELECT app FROM k.t",
    });
  });

  test('of a keyspace', () =>
    expectReferences({
      'a.cql':
        "CREATE KEYSPACE «sh¦op» WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE «shop»; SELECT * FROM «shop».shop",
    }));

  test('of a bind marker, an alias and a row of LET stay in their statement', () => {
    expectReferences({ 'a.cql': 'SELECT * FROM t WHERE a = :«¦x» AND b = :«x»; SELECT * FROM t WHERE a = :x' });
    expectReferences({
      'a.cql':
        'BEGIN TRANSACTION LET «r» = (SELECT * FROM t WHERE k = 1); SELECT «¦r».v; COMMIT TRANSACTION; BEGIN TRANSACTION LET r = (SELECT * FROM t WHERE k = 1); COMMIT TRANSACTION',
    });
  });

  test('of a column in statements about views and copies, and views of these, whatever they are called', () =>
    expectReferences({
      'schema.cql':
        'CREATE TABLE k.t (id int, «v» int, PRIMARY KEY (id)); CREATE TABLE k.copy LIKE k.t; CREATE TABLE k.other (id int PRIMARY KEY, v int);' +
        'CREATE MATERIALIZED VIEW k.by_v AS SELECT * FROM k.t WHERE «v» IS NOT NULL AND id IS NOT NULL PRIMARY KEY («v», id);' +
        'CREATE TABLE k.again LIKE k.copy;',
      'q.cql':
        'SELECT «v¦» FROM k.by_v WHERE «v» = 1; SELECT v FROM k.other WHERE id = 1; USE k; SELECT «v» FROM t WHERE id = 1;' +
        'UPDATE k.copy SET «v» = 1 WHERE id = 1; INSERT INTO again (id, «v») VALUES (1, 2); SELECT v FROM k.nowhere;' +
        'BEGIN BATCH INSERT INTO k.other (id, v) VALUES (1, 1); UPDATE k.t SET «v» = 1 WHERE id = 1; APPLY BATCH;',
    }));

  test('of what nobody declares', () =>
    expectReferences({ 'a.cql': 'SELECT «a» FROM k.t; UPDATE k.t SET «¦a» = 1 WHERE b = 2; SELECT a FROM t' }));

  test('follow what is typed', () => {
    const { workspace, subject, caret } = openMarked({
      'a.cql': 'CREATE TABLE k.t (id int PRIMARY KEY); SELECT * FROM k.¦t; SELECT 1',
    });
    expect(atOnce(referencesAt(subject, caret))).toHaveLength(2);
    const text = workspace.file('a.cql')!.document.text();
    workspace.edit('a.cql', { start: text.length, end: text.length, text: ' FROM k.t; TRUNCATE k.t;' });
    const now = { ...subject, document: workspace.file('a.cql')!.document, project: workspace.project };
    expect(atOnce(referencesAt(now, caret))).toHaveLength(4);
    workspace.edit('a.cql', { start: text.length, end: text.length + 10, text: '' });
    expect(
      atOnce(referencesAt({ ...now, document: workspace.file('a.cql')!.document, project: workspace.project }, caret)),
    ).toHaveLength(3);
  });
});
