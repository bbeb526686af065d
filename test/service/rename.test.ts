import { describe, expect, test } from 'vitest';
import { type InMigrations, prepareRename, renameAt } from '../../server/src/service/rename/rename.ts';
import { applied, allFindings, subjectOf, workspaceOf } from '../fixtures.ts';
import { openMarked, type MarkedFiles } from './marked.ts';
import { atOnce } from '../../server/src/text/steps.ts';

/** What the files are after a rename: those that it changes and makes, or why it is refused. */
function renamed(
  files: MarkedFiles,
  to: string,
  inMigrations?: InMigrations,
): Readonly<Record<string, string>> | string {
  const { workspace, subject, caret } = openMarked(files);
  const rename = atOnce(renameAt(subject, caret, to, inMigrations));
  if (rename.kind === 'refused') return rename.reason;
  const made = rename.newFile === undefined ? {} : { [rename.newFile.uri]: rename.newFile.text };
  return { ...Object.fromEntries(applied(workspace, rename.edits)), ...made };
}

const SCHEMA = 'CREATE TABLE k.t (id int, at int, v int, PRIMARY KEY (id, at));';

describe('rename', () => {
  test('a column, in its declaration and wherever it is used', () => {
    const after = renamed(
      {
        's.cql': `${SCHEMA}\nCREATE MATERIALIZED VIEW k.m AS SELECT id, at, v FROM t WHERE v IS NOT NULL AND id IS NOT NULL AND at IS NOT NULL PRIMARY KEY (v, id, at);`,
        'q.cql':
          'SELECT ¦v FROM k.t WHERE id = 1; UPDATE k.t SET v = 1 WHERE id = 1 AND at = 2; SELECT v FROM k.m WHERE v = 1; SELECT v FROM k.u;',
      },
      'value',
    );
    expect(after).toEqual({
      's.cql': `${SCHEMA.replace('v int', 'value int')}\nCREATE MATERIALIZED VIEW k.m AS SELECT id, at, value FROM t WHERE value IS NOT NULL AND id IS NOT NULL AND at IS NOT NULL PRIMARY KEY (value, id, at);`,
      'q.cql':
        'SELECT value FROM k.t WHERE id = 1; UPDATE k.t SET value = 1 WHERE id = 1 AND at = 2; SELECT value FROM k.m WHERE value = 1; SELECT v FROM k.u;',
    });
  });

  test('a table, with what is said of its search index', () => {
    expect(
      renamed(
        { 's.cql': SCHEMA, 'q.cql': 'CREATE SEARCH INDEX ON k.t;\nREBUILD SEARCH INDEX ON k.¦t;\nSELECT v FROM k.t;' },
        'u',
      ),
    ).toEqual({
      's.cql': SCHEMA.replace('k.t', 'k.u'),
      'q.cql': 'CREATE SEARCH INDEX ON k.u;\nREBUILD SEARCH INDEX ON k.u;\nSELECT v FROM k.u;',
    });
  });

  test('names are quoted where they must be, and stay as they are typed otherwise', () => {
    const files = { 's.cql': 'CREATE TABLE k.t (id int PRIMARY KEY, ¦v int)' };
    const to = (name: string) => renamed(files, name);
    const column = (text: string) => ({ 's.cql': `CREATE TABLE k.t (id int PRIMARY KEY, ${text} int)` });
    expect(to('order')).toEqual(column('"order"'));
    expect(to('two words')).toEqual(column('"two words"'));
    expect(to('"Kept"')).toEqual(column('"Kept"'));
    expect(to('userId')).toEqual(column('userId'));
    expect(to(' ')).toBe('A name cannot be empty.');
  });

  test('capitals are kept in place of a name that has some', () => {
    const files = { 's.cql': 'CREATE TABLE k."Mixed" (id int PRIMARY KEY); SELECT id FROM k."¦Mixed" WHERE id = 1' };
    const table = (text: string) => ({
      's.cql': `CREATE TABLE k.${text} (id int PRIMARY KEY); SELECT id FROM k.${text} WHERE id = 1`,
    });
    expect(renamed(files, 'OtherOne')).toEqual(table('"OtherOne"'));
    expect(renamed(files, 'plain')).toEqual(table('plain'));
    expect(renamed(files, '"plain"')).toEqual(table('"plain"'));
  });

  test('capitals in place of a name that is only quoted for its word or its blank are as anywhere', () => {
    const column = (text: string) => ({ 's.cql': `CREATE TABLE k.t (id int PRIMARY KEY, ${text} int)` });
    const to = (before: string) => renamed(column(`"¦${before}"`), 'orderedBy');
    expect(to('order')).toEqual(column('orderedBy'));
    expect(to('two words')).toEqual(column('orderedBy'));
  });

  test('words that only some names may be are quoted where the thing is one that may not', () => {
    const called = (name: string, type: string) => ({
      's.cql': `CREATE FUNCTION k.${name} (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$; CREATE TYPE k.${type} (x int); CREATE TABLE k.t (id int PRIMARY KEY, v int, u frozen<${type}>); SELECT k.${name}(v) FROM k.t;`,
    });
    const to = (name: string) => renamed(called('¦f', 'u'), name);
    expect(to('key')).toEqual(called('"key"', 'u'));
    expect(to('type')).toEqual(called('type', 'u'));
    expect(renamed(called('f', '¦u'), 'text')).toEqual(called('f', '"text"'));
    expect(renamed(called('f', '¦u'), 'key')).toEqual(called('f', 'key'));
  });

  test('what a use of the name cannot be is refused', () => {
    const user = { 's.cql': 'CREATE USER ¦alice SUPERUSER; GRANT ALL ON KEYSPACE k TO alice' };
    const words = 'Cassandra takes neither quotes nor words of its own as the name of a USER; ROLE takes both.';
    expect(renamed(user, 'two words')).toBe(words);
    expect(renamed(user, 'key')).toBe(words);
    expect(renamed(user, 'bob')).toEqual({ 's.cql': 'CREATE USER bob SUPERUSER; GRANT ALL ON KEYSPACE k TO bob' });
    const indexed = {
      's.cql':
        "CREATE TABLE k.t (id int PRIMARY KEY, ¦v int); CREATE CUSTOM INDEX i ON k.t (v) USING 'StorageAttachedIndex'",
    };
    expect(renamed(indexed, 'two words')).toBe(
      'The index i is on it, and takes columns with letters, digits and _ in their names only.',
    );
  });

  test('capitals are looks alone where others are declared with them and without quotes', () => {
    const table = (text: string) => ({ 's.cql': `CREATE TABLE k.t (Id int PRIMARY KEY, ${text} int)` });
    expect(renamed(table('"¦Cased"'), 'Other')).toEqual(table('Other'));
  });

  test('a column with an index that says its name, be it the one that it would get', () => {
    const text = `${SCHEMA} CREATE INDEX t_v_idx ON k.t (¦v);`;
    expect(renamed({ 's.cql': text }, 'w')).toEqual({
      's.cql': `${SCHEMA.replace('v int', 'w int')} CREATE INDEX t_v_idx ON k.t (w);`,
    });
  });

  test('a role that is written as a string', () => {
    const after = renamed(
      { 's.cql': "CREATE ROLE 'app' WITH LOGIN = true; GRANT SELECT ON KEYSPACE k TO ¦app" },
      'reader',
    );
    expect(after).toEqual({ 's.cql': "CREATE ROLE 'reader' WITH LOGIN = true; GRANT SELECT ON KEYSPACE k TO reader" });
  });

  test('a keyspace, a table, a type with its field, a bind marker', () => {
    expect(renamed({ 's.cql': 'CREATE TABLE k.¦t (id int PRIMARY KEY); USE k; SELECT * FROM t' }, 'u')).toEqual({
      's.cql': 'CREATE TABLE k.u (id int PRIMARY KEY); USE k; SELECT * FROM u',
    });
    expect(
      renamed(
        {
          's.cql':
            "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE ¦k; CREATE TABLE k.t (k int PRIMARY KEY)",
        },
        'l',
      ),
    ).toEqual({
      's.cql':
        "CREATE KEYSPACE l WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE l; CREATE TABLE l.t (k int PRIMARY KEY)",
    });
    expect(
      renamed(
        {
          's.cql':
            'CREATE TYPE k.a (f int); CREATE TABLE k.t (id int PRIMARY KEY, x a); SELECT x.¦f FROM k.t; INSERT INTO k.t (id, x) VALUES (1, {f: 1})',
        },
        'g',
      ),
    ).toEqual({
      's.cql':
        'CREATE TYPE k.a (g int); CREATE TABLE k.t (id int PRIMARY KEY, x a); SELECT x.g FROM k.t; INSERT INTO k.t (id, x) VALUES (1, {g: 1})',
    });
    expect(renamed({ 's.cql': 'SELECT * FROM t WHERE a = :¦x AND b > :x; SELECT :x FROM t' }, 'y')).toEqual({
      's.cql': 'SELECT * FROM t WHERE a = :y AND b > :y; SELECT :x FROM t',
    });
  });

  test('a column in JSON, where capitals take quotes of their own', () => {
    const files = {
      's.cql': `CREATE TABLE k.t (id int PRIMARY KEY, ¦v int); INSERT INTO k.t JSON '{"id": 1, "V": 2}'`,
    };
    const json = (column: string, key: string) => ({
      's.cql': `CREATE TABLE k.t (id int PRIMARY KEY, ${column} int); INSERT INTO k.t JSON '{"id": 1, "${key}": 2}'`,
    });
    expect(renamed(files, 'w')).toEqual(json('w', 'w'));
    expect(renamed(files, '"W"')).toEqual(json('"W"', '\\"W\\"'));
    expect(renamed(files, `"it's"`)).toEqual(json(`"it's"`, "it''s"));
  });

  test('a column in the annotations of its table', () => {
    const table = (day: string, at: string) =>
      `-- @bucket ${day} = day(${at})\n-- @rate 6/day per ${day}\n-- @cardinality ${at} {at, day}\n-- @fk t(${day}) -> u(day)\n` +
      `CREATE TABLE k.t (${day} date, ${at} timestamp, PRIMARY KEY (${day}, ${at}));\n`;
    expect(renamed({ 's.cql': table('day', 'at').replace('k.t (day', 'k.t (¦day') }, 'bucket')).toEqual({
      's.cql': table('bucket', 'at'),
    });
    expect(renamed({ 's.cql': table('day', 'at').replace(' at timestamp', ' ¦at timestamp') }, '"At"')).toEqual({
      's.cql': table('day', '"At"'),
    });
  });

  test('what is renamed is still understood', () => {
    const files = {
      's.cql': `${SCHEMA} CREATE INDEX by_v ON k.t (v);`,
      'q.cql':
        'SELECT ¦at, v FROM k.t WHERE id = 1 AND at > 2 ORDER BY at DESC; DELETE FROM k.t WHERE id = 1 AND at = 2;',
    };
    const before = allFindings(openMarked(files).workspace).map(({ finding }) => finding.code);
    const after = renamed(files, 'time');
    expect(allFindings(workspaceOf(after as Record<string, string>)).map(({ finding }) => finding.code)).toEqual(
      before,
    );
  });
});

describe('rename is refused, with its reason', () => {
  test.each([
    ['of what Cassandra has', { 'q.cql': 'SELECT ¦key FROM system.local' }, 'k', 'key belongs to Cassandra.'],
    ['of its functions', { 'q.cql': 'SELECT ¦now() FROM k.t' }, 'k', 'now belongs to Cassandra.'],
    [
      'of its types',
      { 's.cql': 'CREATE TABLE k.t (id ¦int PRIMARY KEY)' },
      'k',
      'This is no name of something that could have another one.',
    ],
    ['of what is declared elsewhere', { 'q.cql': 'SELECT ¦a FROM k.t' }, 'b', 'Nothing in this project declares a.'],
    ['to what is there', { 's.cql': SCHEMA.replace(' v', ' ¦v') }, 'id', 'There is a column id already.'],
    [
      'to the table that is there',
      { 's.cql': `CREATE TABLE k.¦u (id int PRIMARY KEY); ${SCHEMA}` },
      't',
      'There is a table t already.',
    ],
    ['to a role that is there', { 's.cql': "CREATE ROLE ¦a; CREATE ROLE 'b'" }, 'b', 'There is a role b already.'],
    [
      'to what no table is called',
      { 's.cql': 'CREATE TABLE k.¦t (id int PRIMARY KEY)' },
      'my table',
      'Cassandra takes only letters, digits and _ here, at most 48 of them.',
    ],
    [
      'of a parameter',
      { 's.cql': 'CREATE FUNCTION k.f (¦a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$' },
      'b',
      'The body of the function uses a, and what it says there is not CQL.',
    ],
    [
      'where a statement may mean another table',
      {
        'a.cql': 'CREATE TABLE a.t (¦id int PRIMARY KEY)',
        'b.cql': 'CREATE TABLE b.t (id int PRIMARY KEY)',
        'q.cql': 'SELECT id FROM t',
      },
      'key',
      'A statement in q.cql may mean a.t or b.t.',
    ],
    [
      'where an index has its name from it',
      {
        's.cql': `${SCHEMA.replace(' v', ' ¦v')} CREATE INDEX ON k.t (v); DROP INDEX k.t_v_idx;\nCREATE INDEX ON k.t (v);`,
      },
      'w',
      'The index t_v_idx is called by a name that it has from v.',
    ],
  ])('%s', (_, files, to, reason) => {
    expect(renamed(files as MarkedFiles, to)).toBe(reason);
  });
});

describe('where migrations have run', () => {
  const MIGRATIONS = {
    'migrations/V1__users.cql': SCHEMA,
    'migrations/V2__more.cql': 'ALTER TABLE k.t ADD w int; CREATE TYPE k.a (f int);',
  };

  test('the name that it has makes none', () => {
    expect(renamed({ ...MIGRATIONS, 'app.cql': 'SELECT ¦at FROM k.t WHERE id = 1' }, 'at')).toEqual({});
  });

  test('a key column gets its name in a new one', () => {
    expect(renamed({ ...MIGRATIONS, 'app.cql': 'SELECT ¦at FROM k.t WHERE id = 1' }, 'time')).toEqual({
      'app.cql': 'SELECT time FROM k.t WHERE id = 1',
      'migrations/V3__rename_at_to_time.cql': 'ALTER TABLE k.t RENAME at TO time;\n',
    });
  });

  test('a field, too', () => {
    const files = { ...MIGRATIONS, 'migrations/V2__more.cql': 'CREATE TYPE k.a (¦f int);' };
    expect(renamed(files, 'g')).toEqual({
      'migrations/V3__rename_f_to_g.cql': 'ALTER TYPE k.a RENAME f TO g;\n',
    });
  });

  test('everything else stays', () => {
    const other =
      'Where none of them has run yet, `rename-migrations = "declarations"` in cql-analyzer.toml has them changed themselves.';
    expect(renamed({ ...MIGRATIONS, 'app.cql': 'SELECT ¦v FROM k.t' }, 'w2')).toBe(
      `Cassandra refuses ALTER TABLE k.t RENAME v TO w2: Cannot rename non PRIMARY KEY column v. Migrations declare v. ${other}`,
    );
    const reason = `Cassandra cannot give a table another name, and migrations declare t. ${other}`;
    const files = { ...MIGRATIONS, 'app.cql': 'SELECT v FROM k.t' };
    expect(prepareRename(subjectOf(workspaceOf(files), 'app.cql'), 16)).toEqual({ kind: 'refused', reason });
    expect(renamed({ ...MIGRATIONS, 'app.cql': 'SELECT v FROM k.¦t' }, 'u')).toBe(reason);
  });
});

test('migrations that have not run are changed themselves where that is chosen', () => {
  const files = {
    'migrations/V1__users.cql': SCHEMA,
    'migrations/V2__more.cql': 'ALTER TABLE k.t ADD w int;',
    'app.cql': 'SELECT v FROM k.¦t',
  };
  expect(renamed(files, 'u', 'declarations')).toEqual({
    'migrations/V1__users.cql': SCHEMA.replace('k.t', 'k.u'),
    'migrations/V2__more.cql': 'ALTER TABLE k.u ADD w int;',
    'app.cql': 'SELECT v FROM k.u',
  });
  expect(renamed({ ...files, 'app.cql': 'SELECT ¦v FROM k.t' }, 'x', 'declarations')).toEqual({
    'migrations/V1__users.cql': SCHEMA.replace(' v int', ' x int'),
    'app.cql': 'SELECT x FROM k.t',
  });
});

test('prepare gives the name as it is written, or the reason', () => {
  const prepared = (files: MarkedFiles) => {
    const { subject, caret } = openMarked(files);
    return prepareRename(subject, caret);
  };
  expect(prepared({ 's.cql': 'CREATE TABLE k."T¦" (id int PRIMARY KEY)' })).toEqual({
    kind: 'renamable',
    start: 15,
    end: 18,
    placeholder: '"T"',
  });
  expect(prepared({ 's.cql': 'SELECT a FROM ¦system.local' })).toEqual({
    kind: 'refused',
    reason: 'system belongs to Cassandra.',
  });
  expect(prepared({ 's.cql': 'SELECT ¦1 FROM t' })).toBeUndefined();
});
