import { describe, expect, test } from 'vitest';
import {
  foldProject,
  printType,
  schemaRulesOf,
  type Place,
  type ProjectCatalog,
} from '../../server/src/catalog/index.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { tableNamesOf } from '../../server/src/syntax/table-names.ts';
import { brief, projectOf } from './fixtures.ts';

/** The place of the first statement of a file that has the text. */
function placeOf(project: ProjectCatalog, uri: string, text: string): Place {
  const segments = project.input.files.find((file) => file.uri === uri)?.segments ?? [];
  const segment = segments.findIndex((one) => one.text.includes(text));
  expect(segment).toBeGreaterThanOrEqual(0);
  return { uri, segment };
}

/** What the table that a statement names may be. */
function meant(project: ProjectCatalog, uri: string, text: string): readonly (string | undefined)[] | undefined {
  const place = placeOf(project, uri, text);
  const statement = project.input.files.find((file) => file.uri === uri)?.segments[place.segment]?.statement();
  const [name] = statement === undefined ? [] : tableNamesOf(statement);
  const found = name === undefined ? undefined : project.resolveTable(name, place);
  return found?.tables.map((table) => `${found.certain ? '' : '~'}${brief(table)}`);
}

describe('which schema judges a statement', () => {
  test('schema in one file, queries in another', () => {
    const project = projectOf({
      'queries.cql': 'SELECT * FROM k.t;',
      'schema.cql':
        'CREATE KEYSPACE k WITH replication = {}; USE k; CREATE TABLE t (a int PRIMARY KEY); ALTER TABLE t ADD b int;',
    });
    expect(meant(project, 'queries.cql', 'SELECT')).toEqual(['k.t (a int | b int)']);
    expect(project.final.keyspace('k')?.declared).toBe(true);
    expect(brief(project.final.table('k', 't'))).toBe('k.t (a int | b int)');
  });

  test('within a file, what stands before', () => {
    const project = projectOf({
      'a.cql':
        'SELECT 0 FROM k.t; CREATE TABLE k.t (a int PRIMARY KEY); SELECT 1 FROM k.t; ALTER TABLE k.t ADD b int; SELECT 2 FROM k.t; DROP TABLE k.t; SELECT 3 FROM k.t;',
    });
    expect(meant(project, 'a.cql', 'SELECT 0')).toBeUndefined();
    expect(meant(project, 'a.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
    expect(meant(project, 'a.cql', 'SELECT 2')).toEqual(['k.t (a int | b int)']);
    expect(meant(project, 'a.cql', 'SELECT 3')).toBeUndefined();
  });

  test('numbered migrations run in their order', () => {
    const project = projectOf({
      'm/V1__a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY, b int); SELECT 1 FROM k.t;',
      'm/V2__b.cql': 'SELECT 2 FROM k.t; ALTER TABLE k.t DROP b; SELECT 3 FROM k.t;',
      'm/V10__c.cql': 'SELECT 4 FROM k.t; ALTER TABLE k.t ADD c int;',
      'app.cql': 'SELECT 5 FROM k.t',
    });
    expect(meant(project, 'm/V1__a.cql', 'SELECT 1')).toEqual(['k.t (a int | b int)']);
    expect(meant(project, 'm/V2__b.cql', 'SELECT 2')).toEqual(['k.t (a int | b int)']);
    expect(meant(project, 'm/V2__b.cql', 'SELECT 3')).toEqual(['k.t (a int)']);
    expect(meant(project, 'm/V10__c.cql', 'SELECT 4')).toEqual(['k.t (a int)']);
    expect(meant(project, 'app.cql', 'SELECT 5')).toEqual(['k.t (a int | c int)']);
  });

  test('a numbered file that makes the keyspace of an earlier one again runs without that one', () => {
    const create = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};";
    const files = {
      '1.cql': `${create} CREATE TABLE k.t (a int PRIMARY KEY); SELECT 1 FROM k.t;`,
      '2.cql': `${create} CREATE TABLE k.t (b int PRIMARY KEY); SELECT 2 FROM k.t;`,
      '3.cql': 'ALTER TABLE k.t ADD c int; SELECT 3 FROM k.t;',
      '4.cql': `DROP KEYSPACE k; ${create} SELECT 4 FROM k.t;`,
      '5.cql': `CREATE KEYSPACE IF NOT EXISTS k WITH replication = {}; SELECT 5 FROM k.t;`,
    };
    const project = projectOf(files);
    const chain = (uri: string) => project.memory.units.files.get(uri)?.unit.chain;
    expect(chain('1.cql')).not.toBe(chain('2.cql'));
    expect(['3.cql', '4.cql', '5.cql'].map(chain)).toEqual(Array.from({ length: 3 }, () => chain('2.cql')));
    expect(meant(project, '2.cql', 'SELECT')).toEqual(['k.t (b int)']);
    expect(meant(project, '3.cql', 'SELECT')).toEqual(['k.t (b int | c int)']);
    const listed = projectOf(files, { settings: ['*.cql'] });
    expect(listed.memory.units.files.get('2.cql')?.unit).toMatchObject({
      chain: listed.memory.units.files.get('1.cql')?.unit.chain,
    });
  });

  test('a migration without DDL still stands in its run', () => {
    const project = projectOf({
      'm/1_a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY);',
      'm/2_data.cql': 'INSERT INTO k.t (a) VALUES (1);',
      'm/3_c.cql': 'DROP TABLE k.t;',
    });
    expect(meant(project, 'm/2_data.cql', 'INSERT')).toEqual(['k.t (a int)']);
  });

  test('undo scripts are no part of the schema, but see their own', () => {
    const project = projectOf({
      'm/1_a.up.cql': 'CREATE TABLE k.t (a int PRIMARY KEY);',
      'm/1_a.down.cql': 'DROP TABLE k.t; CREATE TABLE k.x (a int PRIMARY KEY); SELECT 1 FROM k.x;',
      'q.cql': 'SELECT 1 FROM k.t; SELECT 2 FROM k.x;',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
    expect(meant(project, 'q.cql', 'SELECT 2')).toBeUndefined();
    expect(meant(project, 'm/1_a.down.cql', 'SELECT 1')).toEqual(['k.x (a int)']);
  });

  test('files whose order is a guess add to each other and take nothing away', () => {
    const project = projectOf({
      'alter.cql': 'ALTER TABLE k.t ADD c int; CREATE INDEX ON k.t (b);',
      'create.cql': 'CREATE TABLE k.t (a int PRIMARY KEY, b int); SELECT 1 FROM k.t;',
      'drop.cql': 'DROP TABLE k.t; DROP INDEX k.t_b_idx; ALTER TABLE k.t DROP b;',
      'q.cql': 'SELECT 2 FROM k.t',
    });
    expect(meant(project, 'q.cql', 'SELECT 2')).toEqual(['k.t (a int | b int, c int) t_b_idx:legacy(simple b)']);
    expect(meant(project, 'create.cql', 'SELECT 1')).toEqual(['k.t (a int | b int, c int) t_b_idx:legacy(simple b)']);
  });

  test('a rename elsewhere leaves both names possible', () => {
    const project = projectOf({
      'create.cql': 'CREATE TABLE k.t (a int PRIMARY KEY);',
      'rename.cql': 'ALTER TABLE k.t RENAME a TO x;',
      'q.cql': 'SELECT 1 FROM k.t',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['k.t (x int)', 'k.t (a int)']);
  });

  test('several declarations stand side by side; a file has its own, or that of its folder', () => {
    const files = {
      'a/schema.cql': 'CREATE TABLE k.t (a int PRIMARY KEY); SELECT 1 FROM k.t;',
      'b/schema.cql': 'CREATE TABLE k.t (b int PRIMARY KEY); SELECT 2 FROM k.t; ALTER TABLE k.t ADD c int;',
      'b/q.cql': 'SELECT 3 FROM k.t;',
      'z.cql': 'SELECT 4 FROM k.t;',
    };
    const project = projectOf(files);
    expect(meant(project, 'a/schema.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
    expect(meant(project, 'b/schema.cql', 'SELECT 2')).toEqual(['k.t (b int)']);
    expect(meant(project, 'b/q.cql', 'SELECT 3')).toEqual(['k.t (b int | c int)']);
    expect(meant(project, 'z.cql', 'SELECT 4')?.toSorted()).toEqual(['k.t (a int)', 'k.t (b int | c int)']);
    expect(project.alternatives('k', 't').map(brief)).toHaveLength(2);
  });

  test('the same declaration twice is one', () => {
    const create = 'CREATE TABLE k.t (a int PRIMARY KEY, b list<int>) WITH gc_grace_seconds = 1;';
    const project = projectOf({ 'a.cql': create, 'b.cql': `-- the same\n${create}`, 'q.cql': 'SELECT 1 FROM k.t' });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['k.t (a int | b list<int>)']);
  });

  test('CREATE IF NOT EXISTS may meet the table of another file', () => {
    const project = projectOf({
      'a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY, b int)',
      'b.cql': 'CREATE TABLE IF NOT EXISTS k.t (a int PRIMARY KEY); SELECT 1 FROM k.t',
    });
    expect(meant(project, 'b.cql', 'SELECT 1')).toEqual(['k.t (a int)', 'k.t (a int | b int)']);
  });

  test('two declarations in one file are both possible, the later first', () => {
    const project = projectOf({
      'a.cql':
        'CREATE TABLE k.t (a int PRIMARY KEY); SELECT 1 FROM k.t; CREATE TABLE k.t (b int PRIMARY KEY); SELECT 2 FROM k.t;',
    });
    expect(meant(project, 'a.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
    expect(meant(project, 'a.cql', 'SELECT 2')).toEqual(['k.t (b int)', 'k.t (a int)']);
  });

  test('a table that its own file drops again is not certain to others', () => {
    const project = projectOf({
      'test.cql': 'CREATE TABLE k.t (a int PRIMARY KEY); DROP TABLE k.t;',
      'q.cql': 'SELECT 1 FROM k.t',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['~k.t (a int)']);
  });

  test('the settings make one run of the files they name', () => {
    const files = {
      'b.cql': 'CREATE TABLE k.t (a int PRIMARY KEY);',
      'a.cql': 'ALTER TABLE k.t ADD b int; SELECT 1 FROM k.t; DROP TABLE k.t; SELECT 2 FROM k.t;',
      'q.cql': 'SELECT 3 FROM k.t;',
    };
    const project = projectOf(files, { settings: ['b.cql', 'a.cql'] });
    expect(meant(project, 'a.cql', 'SELECT 1')).toEqual(['k.t (a int | b int)']);
    expect(meant(project, 'a.cql', 'SELECT 2')).toBeUndefined();
    expect(meant(project, 'q.cql', 'SELECT 3')).toEqual(['~k.t (a int | b int)']);
  });

  test('dropping a keyspace at the top of a script is its own affair', () => {
    const script =
      'DROP KEYSPACE IF EXISTS k; CREATE KEYSPACE k WITH replication = {}; CREATE TABLE k.t (a int PRIMARY KEY);';
    const project = projectOf({
      'a.cql': `${script} SELECT 1 FROM k.t; DROP KEYSPACE k; SELECT 2 FROM k.t;`,
      'b.cql': 'CREATE TABLE k.u (a int PRIMARY KEY)',
      'c.cql': 'SELECT 3 FROM k.u',
    });
    expect(meant(project, 'a.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
    expect(meant(project, 'a.cql', 'SELECT 2')).toBeUndefined();
    expect(meant(project, 'c.cql', 'SELECT 3')).toEqual(['k.u (a int)']);
  });
});

describe('SOURCE', () => {
  test('runs a file where it stands, with the keyspace in force', () => {
    const project = projectOf({
      'main.cql': "USE k; SELECT 0 FROM t; SOURCE 'sub/tables.cql'; SELECT 1 FROM t;",
      'sub/tables.cql': 'CREATE TABLE t (a int PRIMARY KEY); SELECT 2 FROM t; USE m;',
      'sub/more.cql': 'SELECT 3 FROM k.t',
    });
    expect(meant(project, 'main.cql', 'SELECT 0')).toBeUndefined();
    expect(project.keyspaceAt(placeOf(project, 'main.cql', 'SELECT 1'))).toBe('m');
    expect(meant(project, 'sub/tables.cql', 'SELECT 2')).toEqual(['k.t (a int)']);
    expect(meant(project, 'sub/more.cql', 'SELECT 3')).toEqual(['k.t (a int)']);
  });

  test('in a ring, or of a file that is not there, does no harm', () => {
    const project = projectOf({
      'a.cql': "SOURCE 'b.cql'; CREATE TABLE k.a (a int PRIMARY KEY);",
      'b.cql': "SOURCE 'a.cql'; CREATE TABLE k.b (a int PRIMARY KEY);",
      'c.cql': "SOURCE 'nowhere.cql'; SOURCE 'c.cql'; SELECT 1 FROM k.a; SELECT 2 FROM k.b;",
    });
    expect(meant(project, 'c.cql', 'SELECT 1')).toEqual(['k.a (a int)']);
    expect(meant(project, 'c.cql', 'SELECT 2')).toEqual(['k.b (a int)']);
  });

  test('by what is no part of the schema takes nothing out of it', () => {
    const settings = ['tables.cql'];
    const project = projectOf(
      {
        'asked.cql': "SOURCE 'tables.cql'; SELECT 0 FROM k.t;",
        'queries.cql': 'SELECT 1 FROM k.t;',
        'tables.cql': 'CREATE TABLE k.t (a int PRIMARY KEY);',
      },
      { settings },
    );
    expect(meant(project, 'asked.cql', 'SELECT 0')).toEqual(['k.t (a int)']);
    expect(meant(project, 'queries.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
  });

  test('by two scripts is in the run of both', () => {
    const project = projectOf({
      'dev.cql': "USE dev; SOURCE 't.cql'; SELECT 1 FROM t",
      'prod.cql': "USE prod; SOURCE 't.cql'; SELECT 2 FROM t",
      't.cql': 'CREATE TABLE t (a int PRIMARY KEY)',
    });
    expect(meant(project, 'dev.cql', 'SELECT 1')).toEqual(['dev.t (a int)']);
    expect(meant(project, 'prod.cql', 'SELECT 2')).toEqual(['prod.t (a int)']);
  });
});

describe('names without a keyspace', () => {
  test('follow USE within their file', () => {
    const project = projectOf({
      'a.cql':
        'USE k; CREATE TABLE t (a int PRIMARY KEY); USE "M"; CREATE TABLE t (b int PRIMARY KEY); SELECT 1 FROM t; USE ${x}; CREATE TABLE t (c int PRIMARY KEY); SELECT 2 FROM t;',
    });
    expect(meant(project, 'a.cql', 'SELECT 1')).toEqual(['M.t (b int)']);
    expect(meant(project, 'a.cql', 'SELECT 2')).toEqual(['${x}.t (c int)']);
    expect(project.keyspaceAt({ uri: 'a.cql', segment: 0 })).toBeUndefined();
  });

  test('are found in the one keyspace that has such a table', () => {
    const project = projectOf({
      'schema.cql':
        'CREATE TABLE k.t (a int PRIMARY KEY); CREATE TABLE k.u (a int PRIMARY KEY); CREATE TABLE m.u (a int PRIMARY KEY, b int);',
      'q.cql':
        'SELECT 1 FROM t; SELECT 2 FROM u; SELECT 3 FROM v; USE m; SELECT 4 FROM u; SELECT 5 FROM t; USE "${x}"; SELECT 6 FROM t;',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['k.t (a int)']);
    expect(meant(project, 'q.cql', 'SELECT 2')?.toSorted()).toEqual(['~k.u (a int)', '~m.u (a int | b int)']);
    expect(meant(project, 'q.cql', 'SELECT 3')).toBeUndefined();
    expect(meant(project, 'q.cql', 'SELECT 4')).toEqual(['m.u (a int | b int)']);
    expect(meant(project, 'q.cql', 'SELECT 5')).toBeUndefined();
    expect(meant(project, 'q.cql', 'SELECT 6')).toEqual(['~k.t (a int)']);
  });

  test('in declarations are found from everywhere, if nothing better is', () => {
    const project = projectOf({
      'schema.cql': 'CREATE TABLE t (a int PRIMARY KEY); SELECT 1 FROM t;',
      'q.cql': 'SELECT 2 FROM t; SELECT 3 FROM k.t;',
      'x/j.cql': 'USE j; SELECT 4 FROM t;',
      'x/l.cql': 'USE l; SELECT 5 FROM t;',
    });
    expect(meant(project, 'schema.cql', 'SELECT 1')).toEqual(['.t (a int)']);
    expect(meant(project, 'q.cql', 'SELECT 2')).toEqual(['.t (a int)']);
    expect(meant(project, 'q.cql', 'SELECT 3')).toEqual(['~.t (a int)']);
    expect(meant(project, 'x/j.cql', 'SELECT 4')).toEqual(['~.t (a int)']);
  });

  test('in a file without USE are of the keyspace that the nearest files show', () => {
    const project = projectOf({
      'keyspace.cql': 'CREATE KEYSPACE k WITH replication = {};',
      'tables.cql': 'CREATE TABLE t (a int PRIMARY KEY); SELECT 1 FROM t;',
      'add.cql': 'ALTER TABLE t ADD b int;',
      'q.cql': 'SELECT 2 FROM k.t; SELECT 3 FROM t;',
      'other/l.cql': 'USE l; CREATE TABLE u (a int PRIMARY KEY);',
      'other/add.cql': 'ALTER TABLE u ADD b int;',
    });
    expect(meant(project, 'tables.cql', 'SELECT 1')).toEqual(['k.t (a int | b int)']);
    expect(meant(project, 'q.cql', 'SELECT 2')).toEqual(['k.t (a int | b int)']);
    expect(meant(project, 'q.cql', 'SELECT 3')).toEqual(['k.t (a int | b int)']);
    expect(brief(project.final.table('l', 'u'))).toBe('l.u (a int | b int)');
  });

  test('of built-in tables are what they are', () => {
    const project = projectOf({
      'q.cql': 'SELECT 1 FROM system.local; SELECT 2 FROM system.nope; USE system; SELECT 3 FROM peers_v2;',
      's.cql': 'CREATE TABLE nope (a int PRIMARY KEY)',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')?.[0]).toMatch(/^system\.local \(key text \| bootstrapped text/);
    expect(meant(project, 'q.cql', 'SELECT 2')).toBeUndefined();
    expect(meant(project, 'q.cql', 'SELECT 3')?.[0]).toMatch(/^system\.peers_v2 \(peer inet; peer_port int \|/);
  });
});

describe('views, types, functions, keyspaces', () => {
  test('a view follows the table of another file', () => {
    const project = projectOf({
      'a.cql':
        'CREATE MATERIALIZED VIEW k.v AS SELECT * FROM k.t WHERE b IS NOT NULL AND a IS NOT NULL PRIMARY KEY (b, a);',
      'b.cql': 'CREATE TABLE k.t (a int PRIMARY KEY, b int);',
      'c.cql': 'ALTER TABLE k.t ADD c int;',
      'q.cql': 'SELECT 1 FROM k.v',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['k.v (b int; a int | c int)']);
    expect([...(project.final.keyspace('k')?.views ?? [])]).toEqual([['t', ['v']]]);
  });

  test('a view on itself, or on a view on itself, gives an answer', () => {
    const view = (name: string, base: string): string =>
      `CREATE MATERIALIZED VIEW k.${name} AS SELECT * FROM k.${base} WHERE a IS NOT NULL PRIMARY KEY (a);`;
    const project = projectOf({
      'a.cql': view('v', 'v') + view('x', 'y') + view('y', 'x'),
      'q.cql': 'SELECT 1 FROM k.v; SELECT 2 FROM k.x',
    });
    expect(meant(project, 'q.cql', 'SELECT 1')).toEqual(['k.v? (a ?)']);
    expect(meant(project, 'q.cql', 'SELECT 2')).toEqual(['k.x? (a ?)']);
  });

  test('a type is the union of what files say of it, and then partial', () => {
    const fields = (project: ProjectCatalog): readonly unknown[] => {
      const type = project.final.keyspace('k')?.types.get('u');
      return [type?.partial, ...[...(type?.fields ?? [])].map(([name, one]) => `${name} ${printType(one)}`)];
    };
    expect(fields(projectOf({ 'a.cql': 'CREATE TYPE k.u (a int)', 'b.cql': 'ALTER TYPE k.u ADD b text' }))).toEqual([
      false,
      'a int',
      'b text',
    ]);
    expect(
      fields(projectOf({ 'a.cql': 'CREATE TYPE k.u (a int)', 'b.cql': 'CREATE TYPE k.u (a text, b int)' })),
    ).toEqual([true, 'a ?', 'b int']);
    expect(fields(projectOf({ 'a.cql': 'CREATE TYPE k.u (a int)', 'b.cql': 'CREATE TYPE k.u (a int)' }))).toEqual([
      false,
      'a int',
    ]);
    expect(fields(projectOf({ 'a.cql': 'CREATE TYPE k.u (a int)', 'b.cql': 'DROP TYPE k.u' }))).toEqual([
      false,
      'a int',
    ]);
    expect(
      fields(projectOf({ 'a.cql': 'CREATE TYPE k.u (a int); DROP TYPE k.u; CREATE TYPE k.u (b int); DROP TYPE k.u' })),
    ).toEqual([false, 'b int']);
  });

  test('functions of all files', () => {
    const f = (type: string): string =>
      `CREATE FUNCTION k.f (x ${type}) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'x';`;
    const project = projectOf({ 'a.cql': f('int'), 'b.cql': `${f('text')} DROP FUNCTION k.f (int);` });
    expect(project.final.keyspace('k')?.functions.get('f')).toHaveLength(2);
    expect(project.final.keyspace('k')?.functions.get('g')).toBeUndefined();
  });

  test('a keyspace is known when something is declared in it', () => {
    const project = projectOf({
      'a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY)',
      'b.cql': 'CREATE KEYSPACE m WITH replication = {} AND durable_writes = false',
    });
    expect(project.final.keyspace('k')?.declared).toBe(false);
    expect(project.final.keyspace('m')?.declared).toBe(true);
    expect([...(project.final.keyspace('m')?.options.keys() ?? [])]).toEqual(['replication', 'durable_writes']);
    expect(project.final.keyspace('nope')).toBeUndefined();
    expect([...project.final.keyspaces()].filter(({ system }) => !system).map(({ name }) => name)).toEqual(['k', 'm']);
  });

  test('indexes by name', () => {
    const project = projectOf({
      'a.cql':
        'CREATE TABLE k.t (a int PRIMARY KEY, b int, m map<int, int>); CREATE INDEX ON k.t (b); CREATE INDEX ON k.t (m); CREATE INDEX ON k.t (KEYS(m)); CREATE INDEX x ON k.t (a)',
    });
    const indexes = project.final.keyspace('k')?.indexes;
    expect([...(indexes?.keys() ?? [])]).toEqual(['t_b_idx', 't_m_idx', 't_m_idx_1', 'x']);
    expect(indexes?.get('t_m_idx_1')?.targets).toEqual([{ column: 'm', of: 'keys' }]);
    expect(indexes?.get('t_m_idx_2')).toBeUndefined();
  });
});

describe('the schemas to judge a statement in', () => {
  const seen = (
    project: ProjectCatalog,
    uri: string,
    text: string,
    keyspace: string,
    name: string,
  ): readonly unknown[] =>
    project
      .views(placeOf(project, uri, text))
      .map((view) => [view.keyspace, brief(view.catalog.table(keyspace, name))]);

  test('one for each declaration', () => {
    const project = projectOf({
      'a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY)',
      'b.cql': 'CREATE TABLE k.t (b int PRIMARY KEY)',
      'q.cql':
        'SELECT 1 FROM t; BEGIN BATCH INSERT INTO t (a) VALUES (1); INSERT INTO k.t (a) VALUES (2); APPLY BATCH;',
    });
    expect(seen(project, 'q.cql', 'SELECT 1', 'k', 't')).toEqual([
      ['k', 'k.t (a int)'],
      ['k', 'k.t (b int)'],
    ]);
    expect(seen(project, 'q.cql', 'BATCH', 'k', 't')).toHaveLength(4);
  });

  test('a statement that declares a table is judged without those of other files', () => {
    const project = projectOf({
      'a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY)',
      'b.cql': 'CREATE TABLE k.t (b int PRIMARY KEY); CREATE TABLE k.t (c int PRIMARY KEY)',
    });
    expect(seen(project, 'b.cql', 'b int', 'k', 't')).toEqual([[undefined, undefined]].map(() => ['', undefined]));
    expect(seen(project, 'b.cql', 'c int', 'k', 't')).toEqual([['', 'k.t (b int)']]);
  });

  test('a change is judged without its own effect, and without that of other files', () => {
    const project = projectOf({
      'a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY)',
      'b.cql': 'ALTER TABLE k.t ADD x int; ALTER TABLE k.t ADD y int',
      'c.cql': 'ALTER TABLE k.t ADD x int',
    });
    expect(seen(project, 'b.cql', 'ADD x', 'k', 't')).toEqual([
      ['', 'k.t (a int)'],
      ['', 'k.t (a int)'],
    ]);
    expect(seen(project, 'b.cql', 'ADD y', 'k', 't')).toEqual([['', 'k.t (a int | x int)']]);
  });

  test('types, functions, indexes and keyspaces of other files do not stand in the way of a CREATE', () => {
    const project = projectOf({
      'a.cql':
        'CREATE KEYSPACE k WITH replication = {}; USE k; CREATE TYPE u (a int); CREATE TABLE t (a int PRIMARY KEY, b int); CREATE INDEX i ON t (b);',
      'b.cql':
        'CREATE KEYSPACE k WITH replication = {}; USE k; CREATE TYPE u (a int); CREATE TABLE t (a int PRIMARY KEY, b int); CREATE INDEX i ON t (b); CREATE INDEX i ON t (b)',
    });
    const view = (text: string): ReturnType<ProjectCatalog['views']>[0] =>
      project.views(placeOf(project, 'b.cql', text))[0];
    expect(view('KEYSPACE').catalog.keyspace('k')).toBeUndefined();
    expect(view('TYPE').catalog.keyspace('k')?.types.get('u')).toBeUndefined();
    expect(view('CREATE TABLE').catalog.table('k', 't')).toBeUndefined();
    expect(view('CREATE TABLE').keyspace).toBe('k');
    expect(view('INDEX').catalog.keyspace('k')?.indexes.get('i')).toBeUndefined();
    const place = { uri: 'b.cql', segment: placeOf(project, 'b.cql', 'INDEX').segment + 1 };
    expect(project.views(place)[0].catalog.keyspace('k')?.indexes.get('i')?.name).toBe('i');
  });

  test('of an unknown table, the one that there is', () => {
    const project = projectOf({ 'q.cql': 'SELECT 1 FROM k.t' });
    expect(seen(project, 'q.cql', 'SELECT', 'k', 't')).toEqual([[undefined, undefined]]);
    expect(project.views({ uri: 'nowhere.cql', segment: 7 })).toHaveLength(1);
  });
});

test('hostile schemas give answers', () => {
  const deep = `${'frozen<list<'.repeat(1000)}int${'>>'.repeat(1000)}`;
  const project = projectOf({
    'a.cql': [
      `CREATE TABLE k.deep (a int PRIMARY KEY, b ${deep});`,
      `CREATE TABLE k.wide (a int PRIMARY KEY, ${Array.from({ length: 10_000 }, (_, i) => `c${i} int`).join(', ')});`,
      'CREATE TYPE k.x (a frozen<y>); CREATE TYPE k.y (a frozen<x>); CREATE TYPE k.z (z frozen<z>);',
      `CREATE TABLE k."${'n'.repeat(300)}" (a int PRIMARY KEY); CREATE TABLE k."größe" (a int PRIMARY KEY);`,
      'ALTER TABLE k.gone ADD a int; CREATE INDEX ON k.gone (a); DROP TABLE k.gone; DROP TYPE k.gone; DROP INDEX k.gone;',
    ].join('\n'),
  });
  expect(project.final.table('k', 'wide')?.columns.size).toBe(10_001);
  expect(brief(project.final.table('k', 'deep'))?.length).toBeGreaterThan(1000);
  expect([...(project.final.keyspace('k')?.tables.keys() ?? [])]).toEqual(['deep', 'wide', 'n'.repeat(300), 'größe']);
  expect(
    foldProject({
      files: [],
      release: '3.11',
      rules: { schema: schemaRulesOf('3.11', undefined), judge: () => 'taken', complete: false },
    })
      .final.keyspace('system')
      ?.tables.has('hints'),
  ).toBe(true);
  expect(openDocument('').segments.length).toBeGreaterThanOrEqual(0);
});
