import { describe, expect, test } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { parseTarget } from '../../server/src/text/release.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';

const SCHEMA = `CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE k.t (p uuid, c int, a text, b text, PRIMARY KEY (p, c));
`;
const QUERIES = {
  everywhere: "SELECT c FROM k.t WHERE a = 'x';",
  within: "SELECT c FROM k.t WHERE p = ? AND b = 'x';",
};

/** What is made at the beginning of each way out: the first words of each statement of the schema. */
const offered = (target: string, query: keyof typeof QUERIES): readonly string[] =>
  made(target, SCHEMA + QUERIES[query]);

function made(target: string, text: string): readonly string[] {
  const workspace = new Workspace();
  workspace.configure({ ...workspace.configuration, target: parseTarget(target)! });
  workspace.set('a.cql', text, { path: 'a.cql', contributes: true });
  return workspace
    .findings('a.cql')
    .flatMap(({ finding, segment }) =>
      fixesOf(workspace.contexts('a.cql', segment)[0]!, finding).flatMap(
        (fix) =>
          /CREATE (?:CUSTOM INDEX|INDEX|MATERIALIZED VIEW|TABLE)[^;]*/.exec(fix.edits()[0]?.text ?? '')?.[0] ?? [],
      ),
    );
}

const indexes = (target: string, query: keyof typeof QUERIES): readonly string[] =>
  offered(target, query).filter((ddl) => ddl.includes('INDEX'));

test('rows of a copy expire with those of its table', () => {
  const [copy] = made(
    'scylla',
    "CREATE TABLE k.locks (id uuid PRIMARY KEY, owner text, ends timestamp TTL);\nSELECT id FROM k.locks WHERE owner = 'x';",
  );
  expect(copy).toContain('ends timestamp TTL');
});

test.each([
  ['5.0', "{'class': 'LZ4Compressor'}", true],
  ['scylla', "{'class': 'LZ4Compressor'}", false],
  ['scylla', "{'sstable_compression': 'LZ4Compressor'}", true],
  ['astra', "{'class': 'LZ4Compressor'}", false],
])('a copy for %s keeps a compression that the target takes: %s', (target, compression, isKept) => {
  const [copy] = made(
    target,
    `CREATE TABLE k.t (id uuid PRIMARY KEY, a text) WITH compression = ${compression};\nSELECT id FROM k.t WHERE a = 'x';`,
  );
  expect(copy).toContain('CREATE TABLE');
  expect(copy?.includes(compression)).toBe(isKept);
});

test.each([
  ['5.0', true],
  ['astra', false],
  ['keyspaces', false],
])('a note for %s speaks of tombstones that are dropped soon: %s', (target, isSaid) => {
  const workspace = new Workspace();
  workspace.configure({ ...workspace.configuration, target: parseTarget(target)! });
  workspace.set(
    'a.cql',
    `CREATE TABLE k.t (id uuid PRIMARY KEY, a text) WITH gc_grace_seconds = 60;
    UPDATE k.t SET a = ? WHERE id = ?;
    SELECT id FROM k.t WHERE a = ?;`,
    { path: 'a.cql', contributes: true },
  );
  const notes = workspace
    .findings('a.cql')
    .filter(({ finding }) => finding.code === 'unrestricted-partition-key')
    .flatMap(({ finding, segment }) => fixesOf(workspace.contexts('a.cql', segment)[0]!, finding))
    .flatMap((fix) => fix.about?.() ?? []);
  expect(notes.length).toBeGreaterThan(0);
  expect(notes.some((note) => note.includes('gc_grace_seconds'))).toBe(isSaid);
});

test.each([
  ['5.0', "CREATE INDEX v_e_sai ON k.v (e) USING 'sai'"],
  ['hcd', "CREATE CUSTOM INDEX v_e_sai ON k.v (e) USING 'StorageAttachedIndex'"],
  ['astra', "CREATE CUSTOM INDEX v_e_sai ON k.v (e) USING 'StorageAttachedIndex'"],
  ['dse-6.9', "CREATE CUSTOM INDEX v_e_sai ON k.v (e) USING 'StorageAttachedIndex'"],
  ['scylla', "CREATE CUSTOM INDEX v_e_idx ON k.v (e) USING 'vector_index'"],
])('the nearest vectors of %s are found by an index', (target, index) => {
  const text = `CREATE TABLE k.v (id uuid PRIMARY KEY, e vector<float, 3>);
SELECT id FROM k.v ORDER BY e ANN OF ? LIMIT 3;`;
  expect(made(target, text)).toEqual([index]);
});

test.each([
  ['hcd', 'LIMIT 10', ["CREATE CUSTOM INDEX v_a_sai ON k.v (a) USING 'StorageAttachedIndex'"]],
  ['astra', 'LIMIT ?', ["CREATE CUSTOM INDEX v_a_sai ON k.v (a) USING 'StorageAttachedIndex'"]],
  ['hcd', 'LIMIT 5000', []],
  ['hcd', '', []],
  ['dse', 'LIMIT 10', []],
  ['scylla', 'LIMIT 10', []],
  ['5.0', 'LIMIT 10', []],
])('rows in the order of an index, for %s with %s', (target, limit, expected) => {
  const text = `CREATE TABLE k.v (p uuid, c uuid, a int, PRIMARY KEY (p, c));
SELECT c FROM k.v WHERE p = ? ORDER BY a DESC ${limit};`;
  expect(made(target, text).filter((ddl) => ddl.includes('INDEX'))).toEqual(expected);
});

describe('what is offered is what the target has', () => {
  test.each([
    ['5.0', "CREATE INDEX t_a_sai ON k.t (a) USING 'sai'", "CREATE INDEX t_b_sai ON k.t (b) USING 'sai'"],
    ['4.1', 'CREATE INDEX t_a_idx ON k.t (a)', 'CREATE INDEX t_b_idx ON k.t (b)'],
    ['scylla', 'CREATE INDEX t_a_idx ON k.t (a)', 'CREATE INDEX t_b_idx ON k.t ((p), b)'],
    [
      'astra',
      "CREATE CUSTOM INDEX t_a_sai ON k.t (a) USING 'StorageAttachedIndex'",
      "CREATE CUSTOM INDEX t_b_sai ON k.t (b) USING 'StorageAttachedIndex'",
    ],
  ])('indexes of %s', (target, everywhere, within) => {
    expect(indexes(target, 'everywhere')).toEqual([everywhere]);
    expect(indexes(target, 'within')).toEqual([within]);
  });

  test('Amazon Keyspaces gets tables alone', () => {
    expect(offered('keyspaces', 'everywhere').map((ddl) => ddl.slice(0, 12))).toEqual(['CREATE TABLE']);
  });

  test.each([
    ['scylla', 1],
    ['astra', 0],
    ['5.0', 1],
  ])('views of %s: %i', (target, count) => {
    expect(offered(target, 'everywhere').filter((ddl) => ddl.includes('VIEW'))).toHaveLength(count);
  });
});

test.each([
  ['scylla', 'ScyllaDB refuses the query'],
  ['astra', 'Astra DB refuses the query'],
  ['keyspaces', 'Amazon Keyspaces refuses the query'],
  ['4.0', 'Cassandra refuses the query'],
])('a refusal of %s names who refuses', (target, words) => {
  const workspace = new Workspace();
  workspace.configure({ ...workspace.configuration, target: parseTarget(target)! });
  workspace.set('a.cql', SCHEMA + QUERIES.everywhere, { path: 'a.cql', contributes: true });
  const messages = workspace.findings('a.cql').map(({ finding }) => finding.message);
  expect(messages).toContainEqual(expect.stringContaining(words));
});

test.each([
  ["SELECT c FROM k.t WHERE a = 'x' BYPASS CACHE;", "WHERE a = 'x' ALLOW FILTERING BYPASS CACHE;"],
  ["SELECT c FROM k.t WHERE a = 'x' LIMIT 5 USING TIMEOUT 5s;", 'LIMIT 5 ALLOW FILTERING USING TIMEOUT 5s;'],
])('ALLOW FILTERING stands before what says how a query of ScyllaDB runs: %s', (query, filtered) => {
  const workspace = new Workspace();
  workspace.configure({ ...workspace.configuration, target: parseTarget('scylla')! });
  workspace.set('a.cql', SCHEMA + query, { path: 'a.cql', contributes: true });
  const texts = workspace.findings('a.cql').flatMap(({ finding, segment }) =>
    fixesOf(workspace.contexts('a.cql', segment)[0]!, finding)
      .filter(({ title }) => title.includes('ALLOW FILTERING'))
      .flatMap((fix) => fix.edits())
      .map(({ at: { span }, text }) => `\n${query}`.slice(0, span.start) + text + `\n${query}`.slice(span.end)),
  );
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain(filtered);
});
