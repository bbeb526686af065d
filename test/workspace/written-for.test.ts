import { describe, expect, test } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { type CassandraRelease, parseTarget } from '../../server/src/text/release.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import type { Hint } from '../../server/src/workspace/written-for.ts';

const PLAIN = "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n";
const SCYLLA = "CREATE TABLE k.a (id uuid PRIMARY KEY) WITH caching = {'enabled': 'true'};\n";
const ALSO =
  "CREATE TABLE k.b (id uuid PRIMARY KEY) WITH compression = {'sstable_compression': 'LZ4Compressor'} AND in_memory = true;\n";
const DSE = 'CREATE TABLE k.c (id uuid PRIMARY KEY) WITH nodesync = {};\n';

function opened(files: Readonly<Record<string, string>>, hints: readonly Hint[] = []): Workspace {
  const workspace = new Workspace();
  workspace.hint(hints);
  for (const [path, text] of Object.entries(files)) workspace.set(path, text, { path, contributes: true });
  return workspace;
}

const said = (workspace: Workspace): readonly string[] =>
  [...workspace.files()].flatMap(({ uri, document }) =>
    workspace
      .findings(uri)
      .map(({ finding, start, end }) => `${uri} ${finding.code} ${document.text().slice(start, end).slice(0, 7)}`),
  );

const target = ({ configuration }: Workspace): string =>
  configuration.target.kind === 'dialect' ? configuration.target.dialect : 'cassandra';

test('what Cassandra alone switches off is not told of what a file says to be for another server', () => {
  const view =
    'CREATE TABLE k.t (a int PRIMARY KEY, b int);\nCREATE MATERIALIZED VIEW k.v AS SELECT b, a FROM k.t WHERE b IS NOT NULL AND a IS NOT NULL PRIMARY KEY (b, a);\n';
  const workspace = opened({ 'a.cql': PLAIN + view });
  expect(said(workspace)).toEqual(['a.cql disabled-by-default k.v']);
  workspace.hint([{ server: 'scylla', path: 'compose.yml', text: 'scylladb/scylla' }]);
  expect(said(workspace)).toEqual(['a.cql other-target CREATE']);
});

test('an index of the old kind is told of where the files beside it all name a release that has the other', () => {
  const files = {
    'a.cql': `${PLAIN}CREATE TABLE k.parts (id uuid PRIMARY KEY, maker text);\nCREATE INDEX ON k.parts (maker);\n`,
  };
  const image = (release: CassandraRelease, text: string): Hint => ({
    server: 'cassandra',
    release,
    path: 'compose.yml',
    text,
  });
  const five = image('5.0', 'cassandra:5.0');
  const workspace = opened(files, [five]);
  expect(said(workspace)).toEqual(['a.cql legacy-index maker']);
  workspace.hint([]);
  expect(said(workspace)).toEqual([]);
  const four = image('4.1', 'cassandra:4.1');
  const driver: Hint = { server: 'scylla', path: 'pom.xml', text: 'com.scylladb' };
  for (const hints of [[four], [four, five], [image('5.0', 'cassandra:latest')], [five, driver]])
    expect(said(opened(files, hints))).toEqual([]);
});

describe('statements that only one server takes', () => {
  test('are judged for it, and it is said once, in the first file', () => {
    const workspace = opened({ 'b.cql': ALSO, 'a.cql': PLAIN + SCYLLA + SCYLLA.replace('.a', '.d') });
    expect(said(workspace)).toEqual(['a.cql other-target caching']);
    expect(target(workspace)).toBe('scylla');
  });

  test('may be a query of a search index', () => {
    const query = "CREATE TABLE k.s (id uuid PRIMARY KEY, a text);\nSELECT id FROM k.s WHERE solr_query = 'a:x';\n";
    const workspace = opened({ 'a.cql': PLAIN + query });
    expect(said(workspace)).toEqual(['a.cql other-target solr_qu']);
    expect(target(workspace)).toBe('dse');
  });

  test('may be those of the servers of one maker, of which others tell which it is', () => {
    const analyzed =
      "CREATE TABLE k.e (id uuid PRIMARY KEY, a text);\nCREATE CUSTOM INDEX ON k.e (a) USING 'StorageAttachedIndex' WITH OPTIONS = {'index_analyzer': 'standard'};\n";
    const sharded =
      "CREATE TABLE k.f (id uuid PRIMARY KEY) WITH compaction = {'class': 'UnifiedCompactionStrategy', 'num_shards': 8};\n";
    const workspace = opened({ 'a.cql': PLAIN + analyzed + sharded });
    expect(said(workspace)).toEqual(["a.cql other-target 'index_"]);
    expect(target(workspace)).toBe('hcd');
    expect(target(opened({ 'a.cql': PLAIN + analyzed + DSE }))).toBe('dse');
    expect(target(opened({ 'a.cql': PLAIN + analyzed + SCYLLA }))).toBe('cassandra');
    const named = (server: Hint['server']): string =>
      target(opened({ 'a.cql': PLAIN + analyzed }, [{ server, path: 'compose.yml', text: server }]));
    expect([named('astra'), named('dse'), named('cassandra')]).toEqual(['astra', 'dse', 'cassandra']);
  });

  test('and may be a slip tell it where a file names that server', () => {
    const files = { 'a.cql': PLAIN, 'note.cql': "SELECT 'all is well' AS note;\n" };
    const named = opened(files, [{ server: 'scylla', path: 'compose.yml', text: 'scylladb/scylla' }]);
    expect(said(named)).toEqual(['note.cql other-target SELECT ']);
    expect(target(named)).toBe('scylla');
    expect(said(opened(files))).toEqual(['note.cql newer-syntax SELECT ']);
  });

  test('are told by themselves where a target is set', () => {
    const workspace = new Workspace();
    workspace.configure({ ...workspace.configuration, target: parseTarget('5.0')! });
    workspace.set('a.cql', PLAIN + SCYLLA + ALSO, { path: 'a.cql', contributes: true });
    expect(said(workspace)).toEqual(["a.cql refused 'enable", 'a.cql newer-syntax in_memo']);
    workspace.configure({ ...workspace.configuration, target: parseTarget('scylla')! });
    expect(said(workspace)).toEqual([]);
  });

  test('decide nothing where they are of two, or a file speaks of Cassandra', () => {
    expect(said(opened({ 'a.cql': PLAIN + ALSO + DSE }))).toContain('a.cql newer-syntax in_memo');
    const hints: readonly Hint[] = [{ server: 'cassandra', path: 'compose.yml', text: 'cassandra' }];
    const workspace = opened({ 'a.cql': PLAIN + ALSO }, hints);
    expect(said(workspace)).toContain('a.cql newer-syntax in_memo');
    expect(target(workspace)).toBe('cassandra');
  });

  test('count as long as they stand there', () => {
    const workspace = opened({ 'a.cql': PLAIN + ALSO, 'b.cql': PLAIN.replace('k', 'l') });
    expect(said(workspace)).toEqual(['a.cql other-target in_memo']);
    workspace.set('b.cql', SCYLLA.replace('k.a', 'k.e'), { path: 'b.cql', contributes: true });
    const at = (PLAIN + ALSO).indexOf(' AND in_memory = true');
    workspace.edit('a.cql', { start: at, end: at + ' AND in_memory = true'.length, text: '' });
    expect(said(workspace)).toEqual(['b.cql other-target caching']);
    workspace.remove('b.cql');
    expect(target(workspace)).toBe('cassandra');
    expect(said(workspace)).toEqual(['a.cql refused compres']);
  });

  test('are what a copy of the workspace knows, too', () => {
    expect(target(opened({ 'a.cql': PLAIN + SCYLLA }).copy())).toBe('scylla');
  });
});

describe('a file that names another server', () => {
  const hints: readonly Hint[] = [{ server: 'scylla', path: 'compose.yml', text: 'scylladb/scylla' }];

  test('is told once, at what is made first, and changes no judgment', () => {
    const workspace = opened({ 'a.cql': 'USE k;\n', 'b.cql': PLAIN, 'c.cql': PLAIN.replace('k', 'l') }, hints);
    expect(said(workspace)).toEqual(['b.cql other-target CREATE']);
    expect(target(workspace)).toBe('cassandra');
    workspace.edit('a.cql', { start: 0, end: 0, text: PLAIN.replace('k', 'm') });
    expect(said(workspace)).toEqual(['a.cql other-target CREATE']);
  });

  test('says nothing beside one that names Cassandra or a third', () => {
    for (const server of ['cassandra', 'dse'] as const) {
      expect(said(opened({ 'a.cql': PLAIN }, [...hints, { server, path: 'pom.xml', text: 'x' }]))).toEqual([]);
    }
  });
});

describe('what only older releases take', () => {
  const OLD = `${PLAIN}CREATE TABLE k.d (id timeuuid PRIMARY KEY) WITH dclocal_read_repair_chance = 0.1;\n`;
  const image = (release: CassandraRelease, path = 'compose.yml'): Hint => ({
    server: 'cassandra',
    release,
    path,
    text: `cassandra:${release}`,
  });
  const release = ({ configuration: { target: aim } }: Workspace): string =>
    aim.kind === 'cassandra' ? aim.release : aim.dialect;

  test('is judged for the release that files beside it name, and it is said once', () => {
    const workspace = opened({ 'a.cql': OLD }, [image('3.11')]);
    expect(said(workspace)).toEqual(['a.cql server-warning k.d', 'a.cql other-target dclocal']);
    expect(release(workspace)).toBe('3.11');
  });

  test.each([
    ['no file names one', []],
    ['they differ', [image('3.11'), image('5.0', 'b.yml')]],
    ['they name one that does not take it', [image('5.0')]],
    [
      'another server is named as well',
      [image('3.11'), { server: 'dse', path: 'pom.xml', text: 'dse-driver' } as const],
    ],
  ])('is refused where %s', (_, hints) => {
    const workspace = opened({ 'a.cql': OLD }, hints);
    expect(said(workspace)).toEqual(['a.cql refused dclocal']);
    expect(release(workspace)).toBe('5.0');
  });

  test.each(['scylla', 'dse'] as const)('is judged for %s where that is what a file names', (server) => {
    const workspace = opened({ 'a.cql': OLD }, [{ server, path: 'compose.yml', text: server }]);
    expect(said(workspace)).toEqual(['a.cql other-target dclocal']);
    expect(target(workspace)).toBe(server);
  });

  test('is refused where a file names a server that does not take it either', () => {
    const workspace = opened({ 'a.cql': OLD }, [{ server: 'astra', path: 'compose.yml', text: 'astra' }]);
    expect(said(workspace)).toContain('a.cql refused dclocal');
  });

  test('is a function as well', () => {
    const text = `${PLAIN}CREATE TABLE k.d (id timeuuid PRIMARY KEY);\nSELECT dateOf(id) FROM k.d WHERE id = ?;\n`;
    expect(said(opened({ 'a.cql': text }, [image('4.1')]))).toEqual(['a.cql other-target dateOf']);
    expect(said(opened({ 'a.cql': text }))).toEqual(['a.cql refused dateOf(']);
  });

  test('speaks against what only later releases take, and is judged as before', () => {
    const index = "CREATE TABLE k.d (id uuid PRIMARY KEY, a text);\nCREATE INDEX ON k.d (a) USING 'sai';\n";
    const workspace = opened({ 'a.cql': PLAIN + index }, [image('4.1')]);
    expect(said(workspace)).toContain("a.cql other-target 'sai'");
    expect(release(workspace)).toBe('5.0');
    const vector = 'CREATE TABLE k.d (id uuid PRIMARY KEY, e vector<float, 3>);\n';
    expect(said(opened({ 'a.cql': PLAIN + vector }, [image('4.0')]))).toEqual(['a.cql other-target vector<']);
    for (const hints of [[], [image('5.0')], [image('4.1'), image('5.0')]])
      expect(said(opened({ 'a.cql': PLAIN + vector }, hints))).toEqual([]);
  });

  test('changes nothing where nothing of the kind is written', () => {
    const workspace = opened({ 'a.cql': PLAIN }, [image('3.11')]);
    expect(said(workspace)).toEqual([]);
    expect(release(workspace)).toBe('5.0');
  });
});

test('a fix writes what the server takes that a file beside names, where the text says nothing', () => {
  const query = "CREATE TABLE k.t (id uuid PRIMARY KEY, a text);\nSELECT id FROM k.t WHERE a = 'x';\n";
  const titlesOf = (hints: readonly Hint[]): readonly string[] => {
    const workspace = opened({ 'a.cql': PLAIN + query }, hints);
    return workspace
      .findings('a.cql')
      .flatMap(({ finding, segment }) => fixesOf(workspace.contexts('a.cql', segment)[0]!, finding))
      .map(({ title }) => title);
  };
  expect(titlesOf([])).toContain('Add an SAI index on `a`');
  const titles = titlesOf([{ server: 'scylla', path: 'compose.yml', text: 'scylladb/scylla' }]);
  expect(titles).toContain('Add a global index on `a`');
  expect(titles.join()).not.toMatch(/SAI/);
});

describe('a server that is no target', () => {
  const YUGABYTE = "CREATE TABLE k.y (id uuid PRIMARY KEY, doc jsonb) WITH transactions = {'enabled': true};\n";
  const BROKEN = 'CREATE UNIQUE INDEX ON k.y (doc) INCLUDE (id);\nSELECT nothing FROM k.y;\n';
  const hint: Hint = { server: 'yugabyte', path: 'compose.yml', text: 'yugabytedb/yugabyte' };

  test('is said once, and nothing else of the project', () => {
    expect(said(opened({ 'a.cql': PLAIN + BROKEN, 'b.cql': YUGABYTE }))).toEqual(['b.cql other-target transac']);
    expect(said(opened({ 'a.cql': PLAIN + BROKEN }, [hint]))).toEqual(['a.cql other-target CREATE']);
  });

  test('until its text goes, a target is set, or a file names another server', () => {
    const workspace = opened({ 'a.cql': PLAIN + BROKEN, 'b.cql': YUGABYTE });
    workspace.set('b.cql', '', { path: 'b.cql', contributes: true });
    expect(said(workspace)).toContain('a.cql syntax UNIQUE');
    workspace.set('b.cql', YUGABYTE, { path: 'b.cql', contributes: true });
    expect(said(workspace)).toEqual(['b.cql other-target transac']);
    workspace.configure({ ...workspace.configuration, target: parseTarget('5.0')! });
    expect(said(workspace)).toContain('b.cql newer-syntax transac');
    const other: Hint = { server: 'cassandra', path: 'compose.yml', text: 'cassandra' };
    expect(said(opened({ 'a.cql': PLAIN + BROKEN }, [hint, other]))).toContain('a.cql syntax UNIQUE');
  });
});

describe('a program that connects to one server only', () => {
  const python = (connect: string): string =>
    `from cassandra.cluster import Cluster\nsession = Cluster(${connect}).connect()\nsession.execute('SELECT id FROM k.t')\n`;
  const BUNDLE = python("cloud={'secure_connect_bundle': path}");
  const schema = { 'a.cql': `${PLAIN}CREATE TABLE k.t (id uuid PRIMARY KEY);\n` };

  test('proposes Astra DB, which judges nothing otherwise', () => {
    const workspace = opened({ ...schema, 'app/db.py': BUNDLE });
    expect(said(workspace)[0]).toBe('a.cql other-target CREATE');
    expect(target(workspace)).toBe('cassandra');
    workspace.edit('app/db.py', { start: 0, end: BUNDLE.length, text: python("['10.0.0.1']") });
    expect(said(workspace)).not.toContain('a.cql other-target CREATE');
  });

  test('proposes Amazon Keyspaces by its address', () => {
    const keyspaces = python("['cassandra.eu-west-1.amazonaws.com'], port=9142");
    expect(said(opened({ ...schema, 'app/db.py': keyspaces }))[0]).toBe('a.cql other-target CREATE');
    expect(said(opened({ ...schema, 'app/db.py': python("['cassandra.example.com']") }))).not.toContain(
      'a.cql other-target CREATE',
    );
  });

  test('proposes nothing beside one that names addresses, in tests, or where a target is set', () => {
    const other = { 'app/local.py': python("['127.0.0.1']") };
    expect(said(opened({ ...schema, 'app/db.py': BUNDLE, ...other }))).not.toContain('a.cql other-target CREATE');
    expect(said(opened({ ...schema, 'tests/test_db.py': BUNDLE }))).not.toContain('a.cql other-target CREATE');
    const workspace = opened({ ...schema, 'app/db.py': BUNDLE });
    workspace.configure({ ...workspace.configuration, target: parseTarget('5.0')! });
    expect(said(workspace)).not.toContain('a.cql other-target CREATE');
    workspace.remove('app/db.py');
    expect(said(workspace)).toEqual([]);
  });
});

describe('a target that is a guess, where the schema is complete', () => {
  const keyspace = (name: string): string => PLAIN.replace(' k ', ` ${name} `);
  const complete = (files: Readonly<Record<string, string>>): readonly string[] => {
    const workspace = new Workspace();
    workspace.configure({ ...DEFAULT_CONFIGURATION, completeSchema: true });
    for (const [path, text] of Object.entries(files)) workspace.set(path, text, { path, contributes: true });
    return [...workspace.files()].flatMap(({ uri }) =>
      workspace.findings(uri).map(({ finding, severity }) => `${uri} ${severity} ${finding.code}`),
    );
  };
  const logged = "CREATE TABLE k.l (id uuid PRIMARY KEY, a int) WITH cdc = {'enabled': true};\n";
  const byBoth =
    'CREATE TABLE k.t (a int, b int, PRIMARY KEY (a, b));\nSELECT b FROM k.t WHERE a = 1 AND token(a) = token(1);\n';

  test('says each statement that Cassandra refuses, in files without an order as well', () => {
    const told = ['a.cql information other-target', 'a.cql hint bare-server'];
    expect(complete({ 'a.cql': PLAIN + logged })).toEqual(told);
    const other = `${keyspace('m')}CREATE TABLE m.t (a int PRIMARY KEY);\n`;
    expect(complete({ 'a.cql': PLAIN + logged, 'b.cql': other })).toEqual(told);
  });

  test('makes no error of what Cassandra takes', () => {
    expect(complete({ 'a.cql': PLAIN + logged + byBoth }).filter((one) => /error|warning/.test(one))).toEqual([
      'a.cql warning refused',
    ]);
  });

  test('changes nothing by what Cassandra refuses', () => {
    const sharded =
      "CREATE TABLE k.f (a int PRIMARY KEY, b int) WITH compaction = {'class': 'UnifiedCompactionStrategy', 'num_shards': 8};\n";
    const changes =
      'CREATE TABLE k.t (a int PRIMARY KEY, b int);\nALTER TABLE k.t ALTER b TYPE text;\nALTER TABLE k.t DROP (c, b);\nUPDATE k.t SET b = 1 WHERE a = 1;\n';
    expect(complete({ 'a.cql': PLAIN + changes + sharded }).filter((one) => !one.includes('hint'))).toEqual([
      'a.cql information other-target',
    ]);
  });
});
