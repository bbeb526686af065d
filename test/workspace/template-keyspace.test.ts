import { describe, expect, test } from 'vitest';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

test.each(['$KEYSPACE', '${keyspace}', '{{ .Keyspace }}', '"${keyspace}"'])(
  'nothing is refused after USE %s',
  (name) => {
    const workspace = new Workspace();
    const text = `
    CREATE KEYSPACE ${name} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
    USE ${name};
    CREATE TYPE place (x int, y int);
    CREATE TABLE trees (id int PRIMARY KEY, at frozen<place>);
    CREATE INDEX ON trees (at);
    INSERT INTO trees (id, at) VALUES (1, {x: 1, y: 2});
    ALTER TABLE trees ADD age int;
  `;
    workspace.set('a.cql', text, { path: 'a.cql', contributes: true });
    expect(workspace.findings('a.cql').map(({ finding }) => finding.message)).toEqual([]);
  },
);

describe('a placeholder', () => {
  const SCHEMA = `CREATE KEYSPACE ks WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE ks.t (id int PRIMARY KEY, day date, at timestamp, u uuid, m map<text, text>, l list<int>, names list<text>, s set<int>);
CREATE TABLE ks.keys (land text, cave int, mail text, PRIMARY KEY ((land), cave, mail));
`;

  test.each([
    'INSERT INTO ks.t (id, m) VALUES (1, {${props}});',
    "INSERT INTO ks.t (id, m) VALUES (1, {'a': 'b', ${props}});",
    'INSERT INTO ks.t (id, m) VALUES (1, {%s});',
    "INSERT INTO ks.t (id, day) VALUES ({}, '{}');",
    'INSERT INTO ks.t (id, day) VALUES ({0}, {1});',
    'SELECT day FROM ks.t WHERE id IN ({}, {});',
    'UPDATE ks.t SET day = {0} WHERE id = {1};',
    'INSERT INTO ks.t (id, l) VALUES (1, [1, ${items}]);',
    'INSERT INTO ks.t (id, s) VALUES (1, {1, {{items}}});',
    'INSERT INTO ks.t (id, m) VALUES (1, {<props>});',
    "INSERT INTO ks.t (id, m) VALUES (1, {'a': 'b', <more props>});",
    "INSERT INTO ks.t (id, names, m) VALUES (1, ['{{ name }}'], { {{ props }} });",
    "INSERT INTO ks.t (id, names, day) VALUES (1, ['a', '${name}'], '${day}');",
    "INSERT INTO ks.t (id, day) VALUES (1, '${day}');",
    "INSERT INTO ks.t (id, at) VALUES (1, '{{ at }} 00:00');",
    "INSERT INTO ks.t (id, u) VALUES (1, '<%= u %>');",
    "INSERT INTO ks.t (id, day) VALUES (1, '@day@');",
    "INSERT INTO ks.t (id, day) VALUES (1, ':day');",
    "INSERT INTO ks.t (id, day) VALUES (1, '%(day)s');",
    "INSERT INTO ks.t JSON '%s';",
    'INSERT INTO ks.t JSON \'{"id": ${id}, "day": "${day}"}\';',
    "INSERT INTO ks.t (id, day, at) VALUES (1, '${values}');",
    "SELECT id FROM ks.t WHERE id = 1 AND at > minTimeuuid('${at}') ALLOW FILTERING;",
    "SELECT toTimestamp('${day}') FROM ks.t WHERE id = 1;",
    'INSERT INTO ks.t (id ${more}) VALUES (1 ${values});',
    'INSERT INTO ks.t ${columns} VALUES ${values};',
    'INSERT INTO ks.t ${columns} VALUES (?, ?);',
    'INSERT INTO ks.t (id, day) VALUES ${values} IF NOT EXISTS;',
    'SELECT id ${more} FROM ks.t WHERE id = 1;',
    'UPDATE ks.t SET m = m ${with} 1 WHERE id = 1;',
    'DELETE FROM ks.keys WHERE cave = 0 AND mail = %[MAIL TO DELETE]% AND land = %[LAND]%;',
    'DELETE FROM ks.keys WHERE cave = 0 AND mail = $(the mail) AND land = $(land);',
    'CREATE TABLE ks.u (id int PRIMARY KEY ${columns});',
    'CREATE TABLE ks.u (id int, c int, PRIMARY KEY (id, c)) WITH CLUSTERING ORDER BY (${order});',
    'CREATE TABLE ks.u (id int, c int, d int, PRIMARY KEY (id, c, d)) WITH CLUSTERING ORDER BY (c ${way}, d DESC);',
    'CREATE TABLE ks.u (id int PRIMARY KEY) WITH compaction = {${compaction}};',
    "CREATE TABLE ks.u (id int PRIMARY KEY) WITH gc_grace_seconds = '${gc}';",
    "CREATE KEYSPACE other WITH replication = {'class': '${class}', 'replication_factor': '${rf}'};",
  ])('makes a value unknown: %s', (cql) => {
    expect(allFindings(workspaceOf({ 'a.cql': `${SCHEMA}${cql}\n` }))).toEqual([]);
  });

  test.each([
    ["INSERT INTO ks.t (id, day) VALUES (1, 'someday');", 'refused'],
    ['SELECT id FROM ks.t WHERE nope = ${value};', 'unknown-column'],
    ['SELECT id day FROM ks.t WHERE id = ${id};', 'syntax'],
    ["SELECT nope FROM ks.keys WHERE land = 'x' AND cave = ? AND mail = '${mail}';", 'unknown-column'],
    ["INSERT INTO ks.t (id, day, nope) VALUES (1, '${day}', 2);", 'unknown-column'],
    ["UPDATE ks.t SET day = '${day}', l = 3 WHERE id = 1;", 'refused'],
    ["SELECT id FROM ks.t WHERE id = ? AND day = '%s';", 'partition-filtering'],
    ["SELECT at FROM ks.t WHERE day >= '{{ day }}';", 'unrestricted-partition-key'],
    [
      "BEGIN BATCH INSERT INTO ks.t (id, at) VALUES (1, '${at}'); DELETE nope FROM ks.t WHERE id = 1; APPLY BATCH;",
      'unknown-column',
    ],
  ])('leaves the rest: %s', (cql, code) => {
    const findings = allFindings(workspaceOf({ 'a.cql': `${SCHEMA}${cql}\n` }));
    expect(findings.map(({ finding }) => finding.code)).toEqual([code]);
  });
});

describe.each(['${keyspace}', '{{ks}}', '{ks}', '%s', '<%= ks %>', '@ks@', 'shop_${env}', '"${keyspace}"'])(
  'in %s',
  (keyspace) => {
    const KNOWN = `
    CREATE TABLE ${keyspace}.t (id int PRIMARY KEY, name text, n int);
    CREATE TYPE ${keyspace}.place (x int);
    CREATE INDEX named ON ${keyspace}.t (name);
  `;
    const OTHER = `CREATE TABLE ${keyspace}.o (id int PRIMARY KEY, n int);`;
    const findingsAt = (cql: string) =>
      allFindings(workspaceOf({ 'schema.cql': KNOWN, 'a.cql': cql })).map(({ finding }) => finding.code);

    test.each([
      ['an option', `CREATE TABLE ${keyspace}.o (id int PRIMARY KEY) WITH dclocal_read_repair_chance = 0.0;`],
      ['a strategy', `CREATE TABLE ${keyspace}.o (id int PRIMARY KEY) WITH compaction = {'class': 'Tiered'};`],
      ['counters', `CREATE TABLE ${keyspace}.o (id int PRIMARY KEY, n counter, name text);`],
      ['a nested collection', `CREATE TABLE ${keyspace}.o (id int PRIMARY KEY, l list<list<int>>);`],
      ['a key', `CREATE TABLE ${keyspace}.o (id int, name text, PRIMARY KEY (other));`],
      ['a column that is there', `${OTHER} ALTER TABLE ${keyspace}.o ADD n int;`],
      ['a key column that goes', `ALTER TABLE ${keyspace}.t DROP id;`],
      ['a field', `CREATE TYPE ${keyspace}.deep (l list<list<int>>);`],
      ['a query', `SELECT id FROM ${keyspace}.t WHERE n = 1;`],
    ])('what is declared is judged: %s', (_, cql) => {
      expect(findingsAt(cql)).toHaveLength(1);
    });

    test.each([
      ['a table is there', `CREATE TABLE ${keyspace}.t (id int PRIMARY KEY, other text);`],
      ['a type is there', `CREATE TYPE ${keyspace}.place (y int);`],
      ['an index is there', `CREATE INDEX named ON ${keyspace}.t (n);`],
      ['an index is alike', `CREATE INDEX again ON ${keyspace}.t (name);`],
      ['a table is not there', `ALTER TABLE ${keyspace}.other ADD n int; DROP TABLE ${keyspace}.another;`],
      ['a type is not there', `CREATE TABLE ${keyspace}.p (id int PRIMARY KEY, at frozen<elsewhere>);`],
      ['a type is of another keyspace', `CREATE TABLE ${keyspace}.p (id int PRIMARY KEY, at frozen<shop.place>);`],
      [
        'the name is none',
        `CREATE TABLE ${keyspace}.p_\${x} (id int PRIMARY KEY); CREATE INDEX i_\${x} ON ${keyspace}.t (n);`,
      ],
    ])('nobody knows whether %s', (_, cql) => {
      expect(findingsAt(cql)).toEqual([]);
    });
  },
);

test('tables under a placeholder of their own are judged, and known to the queries under the same one', () => {
  const schema =
    'CREATE TABLE ${prefix}_t (id int PRIMARY KEY, name text) WITH gc_grace = 1;\nCREATE TABLE ${prefix}_u (id int PRIMARY KEY, name text);\n';
  const workspace = workspaceOf({ 'a.cql': schema, 'b.cql': 'SELECT id FROM ${prefix}_u WHERE name = ?;\n' });
  expect(allFindings(workspace).map(({ finding }) => finding.code)).toEqual(['refused', 'unrestricted-partition-key']);
});

describe('a place that a tool fills in, marked in its own way', () => {
  const SCHEMA = `CREATE KEYSPACE ks WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE ks.t (id int PRIMARY KEY, name text, at timestamp, tags set<text>, m map<text, int>, l list<text>);
`;
  const codesOf = (cql: string): readonly string[] =>
    allFindings(workspaceOf({ 'a.cql': `${SCHEMA}${cql}\n` })).map(({ finding }) => finding.code);

  test.each([
    'SELECT name FROM ks.t WHERE id = [USER ID];',
    'INSERT INTO ks.t (id, name) VALUES ([the id], [the name]);',
    'USE [KEYSPACE];',
    'SELECT nope FROM ##KEYSPACE##.t WHERE id = ##ID##;',
    'UPDATE ks.t SET name = #NAME# WHERE id = 1;',
    'SELECT name FROM ks.t WHERE id = __ID__;',
    'CREATE TABLE __KEYSPACE__.u (id int PRIMARY KEY);',
    'SELECT nope FROM %TABLE% WHERE id = 1;',
    'SELECT nope FROM {keyspace}.t WHERE id = {id} AND name = 1;',
    'INSERT INTO {table} (id, name) VALUES ({id}, {name});',
    'INSERT INTO ks.t (id, name) VALUES ({id}, {name});',
    'SELECT name FROM ks.t WHERE id = {id} LIMIT {most};',
    'SELECT name FROM {}.t WHERE id = 1;',
    'SELECT name FROM {0}.{1} WHERE id = 1;',
    'SELECT name FROM shop_{env}.t WHERE id = 1;',
    'UPDATE ks.t SET name = {% if x %} WHERE id = 1;',
    "INSERT INTO ks.t (id, at) VALUES (1, '##AT##');",
    "INSERT INTO ks.t (id, at) VALUES (1, '%1$s');",
    "INSERT INTO ks.t (id, at) VALUES (1, 'YYYY-MM-DD HH:MM:SS');",
    "INSERT INTO ks.t (id, at) VALUES (1, '...');",
  ])('is no mistake: %s', (cql) => {
    expect(codesOf(cql)).toEqual([]);
  });

  test.each([
    ['UPDATE ks.t SET tags = {green} WHERE id = 1;', 'syntax'],
    ["INSERT INTO ks.t (id, tags) VALUES (1, {green, 'blue'});", 'syntax'],
    ['UPDATE ks.t SET m = {a: 1} WHERE id = 1;', 'refused'],
    ['UPDATE ks.t SET tags = tags + {1} WHERE id = 1;', 'refused'],
    ['INSERT INTO ks.t (id, name) VALUES (1, {});', 'refused'],
    ['UPDATE ks.t SET l = [green] WHERE id = 1;', 'syntax'],
    ["UPDATE ks.t SET l = ['a' 'b'] WHERE id = 1;", 'syntax'],
    ['UPDATE ks.t SET l[an index] = 1 WHERE id = 1;', 'syntax'],
    ['CREATE TABLE ks._u (id int PRIMARY KEY);', 'syntax'],
    ['SELECT name FROM ks.t WHERE id = #1;', 'syntax'],
    ["INSERT INTO ks.t (id, at) VALUES (1, 'soon');", 'refused'],
  ])('mistakes stay: %s', (cql, code) => {
    expect(codesOf(cql)).toContain(code);
  });
});
