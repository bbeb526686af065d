import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { workspaceOf } from '../fixtures.ts';

// After any edit the workspace says what one that is opened with the new texts says: what an edit does not touch is not judged again,
// so whatever a judgement rests on has to be known.

const pick = <T>(...items: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...items);
const keyspace = pick('', '', 'k.', 'm.');
const table = fc.tuple(keyspace, pick('users', 'users_by_city', 't', 'v', 'w')).map((parts) => parts.join(''));
const column = pick('id', 'city', 'name', 'a', 'b', 'at');
const type = pick('int', 'text', 'timestamp', 'list<int>', 'frozen<address>', 'address', 'map<int, text>', 'other');
const value = pick(
  '1',
  "'x'",
  '?',
  'f(1)',
  'k.f(a)',
  '{street: 1}',
  "{street: 'x'}",
  '[1]',
  '(address) {street: 1}',
  'now()',
);
const maybe = (text: string): fc.Arbitrary<string> => pick('', text);
const comment = pick('', '', '', '-- @copy-of users\n', '-- @rate 5/s\n', '-- cql-analyzer: ignore\n', '/* c */ ');

const joined = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));

const where = fc.oneof(
  joined(column, pick(' = ', ' > ', ' IN '), value),
  joined(column, ' = ', value, ' AND ', column, pick(' = ', ' < '), value),
);

const ddl = fc.oneof(
  {
    weight: 4,
    arbitrary: joined(
      'CREATE TABLE ',
      maybe('IF NOT EXISTS '),
      table,
      ' (',
      column,
      ' int, at timestamp, name ',
      type,
      ', city text, PRIMARY KEY (',
      column,
      pick('', ', at', ', name'),
      '))',
      maybe(' WITH CLUSTERING ORDER BY (at DESC)'),
    ),
  },
  joined('CREATE TABLE ', table, ' LIKE ', table),
  joined('ALTER TABLE ', table, ' ADD ', column, ' ', type),
  joined('ALTER TABLE ', table, ' DROP ', column),
  joined('ALTER TABLE ', table, ' RENAME ', column, ' TO ', column),
  joined('DROP TABLE ', maybe('IF EXISTS '), table),
  joined('CREATE INDEX ', pick('', 'i ', 'j ', 't_name_idx '), 'ON ', table, ' (', column, ')'),
  joined('DROP INDEX ', keyspace, pick('i', 'j', 't_name_idx')),
  joined(
    'CREATE MATERIALIZED VIEW ',
    keyspace,
    pick('v', 'w'),
    ' AS SELECT * FROM ',
    table,
    ' WHERE city IS NOT NULL AND id IS NOT NULL PRIMARY KEY (city, id)',
  ),
  joined('DROP MATERIALIZED VIEW ', keyspace, pick('v', 'w')),
  joined('CREATE TYPE ', keyspace, pick('address', 'other'), ' (street ', type, ', no int)'),
  joined('ALTER TYPE ', keyspace, 'address ', pick('ADD more int', 'RENAME street TO road')),
  joined('DROP TYPE ', keyspace, pick('address', 'other')),
  joined(
    'CREATE ',
    maybe('OR REPLACE '),
    'FUNCTION ',
    keyspace,
    pick('f', 'g'),
    ' (x ',
    pick('int', 'text'),
    ') CALLED ON NULL INPUT RETURNS ',
    type,
    ' LANGUAGE java AS $$ return null; $$',
  ),
  joined('CREATE AGGREGATE ', keyspace, 'sum2 (int) SFUNC f STYPE int'),
  joined('DROP FUNCTION ', keyspace, pick('f', 'g')),
  joined(
    'CREATE KEYSPACE ',
    pick('k', 'm'),
    " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': ",
    pick('1', '3'),
    '}',
  ),
  joined('ALTER KEYSPACE ', pick('k', 'm'), ' WITH durable_writes = false'),
  joined('DROP KEYSPACE ', pick('k', 'm')),
  joined('USE ', pick('k', 'm')),
);
const query = fc.oneof(
  joined(
    'SELECT ',
    pick('*', 'name', 'f(a)', 'name.street', 'count(*)'),
    ' FROM ',
    table,
    ' WHERE ',
    where,
    maybe(' ORDER BY at DESC'),
    maybe(' ALLOW FILTERING'),
  ),
  joined('SELECT * FROM ', table),
  joined('INSERT INTO ', table, ' (id, at, name) VALUES (', value, ', ', value, ', ', value, ')'),
  joined('UPDATE ', table, ' SET ', column, ' = ', value, ' WHERE ', where),
  joined('DELETE FROM ', table, ' WHERE ', where),
  joined(
    'BEGIN BATCH INSERT INTO ',
    table,
    ' (id, city) VALUES (1, 2); DELETE FROM ',
    table,
    ' WHERE ',
    where,
    '; APPLY BATCH',
  ),
  joined('GRANT SELECT ON ', table, ' TO r'),
  joined('TRUNCATE ', table),
);
const statement = joined(comment, fc.oneof(ddl, query), pick(';\n', ';\n', ';\n', ';', ''));

const PATHS = ['schema.cql', 'queries.cql', 'm/1_x.cql', 'm/2_y.cql'];
const START = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE k;
CREATE TABLE users (id int, at timestamp, name text, city text, PRIMARY KEY (id, at));
CREATE TABLE users_by_city (id int, at timestamp, name text, city text, PRIMARY KEY (city, id, at));
CREATE TABLE t (id int PRIMARY KEY, a int, b frozen<address>);
CREATE TYPE address (street text, no int);
`;

const edit = fc.record({
  path: pick(...PATHS),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(pick(0, 1), fc.nat(60)),
  text: fc.oneof(statement, statement, pick('', 'x', "'", ';', ' ', '\n', '--', '1')),
  /** Take whole statements, not characters. */
  whole: fc.boolean(),
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const RUNS = Number(process.env.CQL_EDIT_RUNS ?? 25);
/** So that runs that are cut short by the clock add up. */
const SEED = process.env.CQL_EDIT_SEED;

describe('edits', () => {
  test('leave the findings of a fresh workspace', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(
        fc.tuple(...PATHS.map(() => fc.array(statement, { maxLength: 8 }))),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (texts, edits, completeSchema) => {
          const files = Object.fromEntries(PATHS.map((path, at) => [path, texts[at]!.join('')]));
          files['schema.cql'] = START + files['schema.cql'];
          const workspace = workspaceOf(files, { completeSchema });
          const said = findingsOf(workspace);
          expect(said).toEqual(findingsOf(workspaceOf(files, { completeSchema })));
          for (const change of edits) {
            apply(workspace, change);
            const now = Object.fromEntries([...workspace.files()].map(({ uri, document }) => [uri, document.text()]));
            expect(findingsOf(workspace)).toEqual(findingsOf(workspaceOf(now, { completeSchema })));
          }
        },
      ),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
  });
});

test('a statement that a keyspace was enough for is judged again when the keyspace is gone', () => {
  const keyspace = (name: string): string =>
    `CREATE KEYSPACE ${name} WITH replication = {'class': 'NetworkTopologyStrategy', 'dc': 3};\n`;
  const workspace = workspaceOf(
    { 'a.cql': keyspace('m') + keyspace('k'), 'b.cql': 'USE k;' },
    { completeSchema: true },
  );
  expect(workspace.findings('b.cql')).toEqual([]);
  workspace.edit('a.cql', { start: keyspace('m').length, end: workspace.file('a.cql')!.document.length, text: '' });
  expect(workspace.findings('b.cql')).toHaveLength(1);
});

function apply(workspace: Workspace, { path, from, length, text, whole }: Edit): void {
  const { document } = workspace.file(path)!;
  if (whole) {
    const first = Math.floor(from * document.segments.length);
    const last = Math.min(document.segments.length, first + (length % 3));
    workspace.edit(path, { start: document.startOf(first), end: document.startOf(last), text });
  } else {
    const start = Math.floor(from * document.length);
    workspace.edit(path, { start, end: Math.min(document.length, start + length), text });
  }
}

/** The findings of every file, asked for in their order. */
const findingsOf = (workspace: Workspace): readonly string[] =>
  PATHS.flatMap((path) =>
    workspace
      .findings(path)
      .map(
        ({ finding: { code, message, server, related }, severity, start, end }) =>
          `${path} ${start}-${end} ${severity} ${code}: ${message} ${server?.message ?? ''} ${related.map((one) => `${one.message} ${one.at.uri} ${one.at.span.start}`).join(' ')}`,
      ),
  );
