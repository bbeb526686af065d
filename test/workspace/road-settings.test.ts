import { expect, test } from 'vitest';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import { type CassandraRelease, since } from '../../server/src/text/release.ts';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { readFacts } from '../analysis/facts.ts';
import { disagreements, editorFor, inOneFile, textOf } from '../harness/roads.ts';

// A line of cassandra.yaml says the same to a dry run, to an editor and to proposals: every setting that is read is set, one at a time.

const FACTS = ['guardrails-switches', 'guardrails-limits', 'guardrails-order'];
const SCRIPTS = [
  ...FACTS.map((name) => readFacts(name).map(({ cql }) => cql)),
  [
    "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 1}",
    'CREATE TABLE k.t (p int PRIMARY KEY, v int)',
    'CREATE INDEX ON k.t (v)',
    'SELECT * FROM k.t WHERE v > 1',
    'CREATE INDEX j ON k.t (v)',
    'DROP INDEX k.t_v_idx',
    'SELECT * FROM k.t WHERE v = 1',
    'USE k',
    'CREATE MATERIALIZED VIEW m AS SELECT * FROM t WHERE v IS NOT NULL AND p IS NOT NULL PRIMARY KEY (v, p)',
    'SELECT * FROM m WHERE v = 1',
    "CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'",
    'SELECT f(v) FROM t WHERE p = 1',
    'SELECT * FROM t WHERE token(p) > 170141183460469231731687303715884105',
    "CREATE CUSTOM INDEX s ON t (v) USING 'StorageAttachedIndex'",
    "CREATE CUSTOM INDEX s ON t (v) USING 'org.apache.cassandra.index.sasi.SASIIndex'",
    "CREATE KEYSPACE kt WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '3/1'}",
    "CREATE FUNCTION g (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE javascript AS 'a'",
    "CREATE TABLE e (p int PRIMARY KEY, v text MASKED WITH DEFAULT) WITH memtable = 'trie'",
    'INSERT INTO t (p, v) VALUES (1, 2) USING TTL 630720000',
    "COMMENT ON TABLE t IS 'what is kept here'",
    "SECURITY LABEL ON TABLE t IS 'for nobody'",
    "CREATE ROLE reader WITH PASSWORD = 'x' AND ACCESS TO ALL DATACENTERS",
    'GRANT SELECT ON t TO reader',
    'LIST ROLES',
    'BEGIN TRANSACTION UPDATE t SET v = 1 WHERE p = 1; COMMIT TRANSACTION',
    'DROP TABLE t',
  ],
];

const FEATURES = ['materialized_views', 'sasi_indexes', 'user_defined_functions', 'drop_compact_storage'];

/** A server that asks who one is, with the features that a server as released is without, as its release calls them. */
const loginOf = (release: CassandraRelease): readonly (readonly [string, unknown])[] => [
  ['authenticator', { class_name: 'org.apache.cassandra.auth.PasswordAuthenticator' }],
  ...FEATURES.map((name) => [since(release, '4.1') ? `${name}_enabled` : `enable_${name}`, true] as const),
];

/** Settings that answers ask for, by their names. */
function settingsRead(release: CassandraRelease): readonly string[] {
  const read = new Set<string>();
  const settings = new Map(loginOf(release));
  const noting: ReadonlyMap<string, unknown> = new Proxy(settings, {
    get(map, property) {
      const value: unknown = Reflect.get(map, property, map);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]): unknown => {
        if (typeof args[0] === 'string') read.add(args[0]);
        return Reflect.apply(value, map, args) as unknown;
      };
    },
  });
  for (const script of SCRIPTS) dryRun(script, release, { configuration: noting });
  return [...read].toSorted();
}

const AUTH = 'org.apache.cassandra.auth.';
const VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['authenticator', 'AllowAllAuthenticator'],
  ['authorizer', `${AUTH}CassandraAuthorizer`],
  ['network_authorizer', `${AUTH}CassandraNetworkAuthorizer`],
  ['role_manager', `${AUTH}CassandraRoleManager`],
  ['partitioner', 'org.apache.cassandra.dht.RandomPartitioner'],
  ['default_secondary_index', 'sai'],
  ['storage_compatibility_mode', 'CASSANDRA_4'],
  ['memtable', { configurations: { trie: { class_name: 'TrieMemtable' } } }],
  ['accord', { enabled: true }],
  ['accord.enabled', true],
  ['max_comment_length', 10],
  ['max_security_label_length', 5],
  ['password_policy', { validator_class_name: 'CassandraPasswordValidator' }],
  ['role_name_policy', { generator_class_name: 'UUIDRoleNameGenerator' }],
]);

/** Another value than a server has where its cassandra.yaml has no such line. */
const valueOf = (name: string): unknown => {
  if (/_(?:enabled|warned)$|^enable_/.test(name) && !VALUES.has(name)) return name.includes('transient');
  if (/_(?:threshold|rf)$/.test(name)) return 1;
  if (/_(?:disallowed|ignored)$/.test(name)) return ['comment', 'gc_grace_seconds'];
  return VALUES.get(name);
};

/** What 3.11, 4.0 and 5.0 read, and what 6.0 alone does; before 4.1 features have their old names. */
const CASES = (['3.11', '4.0', '5.0', '6.0'] as const).flatMap((release) => {
  const later = release === '6.0' ? settingsRead('5.0') : [];
  return settingsRead(release)
    .filter((name) => !later.includes(name))
    .map((name) => [name, release] as const);
});

test('many settings are read, and each has a value here', () => {
  expect(CASES.length).toBeGreaterThan(100);
  expect(CASES.filter(([name]) => valueOf(name) === undefined)).toEqual([]);
});

const under = (name: string, release: CassandraRelease): ReadonlyMap<string, unknown> =>
  new Map([...loginOf(release), [name, valueOf(name)]]);

test.each(CASES)('%s in %s', { timeout: 120_000 }, (name, release) => {
  const configuration = under(name, release);
  expect(SCRIPTS.flatMap((script) => disagreements(inOneFile(script, release, { configuration })))).toEqual([]);
});

test('where nobody has to log in', { timeout: 120_000 }, () => {
  const configuration = new Map([['default_secondary_index', 'sai']]);
  expect(SCRIPTS.flatMap((script) => disagreements(inOneFile(script, '5.0', { configuration })))).toEqual([]);
});

const SHOP = [
  "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}",
  'CREATE TABLE shop.orders (id uuid PRIMARY KEY, customer text, state text, placed timestamp, tags set<text>)',
  'CREATE TABLE shop.visits (page text, at timestamp, visitor text, seconds int, PRIMARY KEY (page, at))',
  'CREATE INDEX visits_by_visitor ON shop.visits (visitor)',
];
const QUERIES = [
  'INSERT INTO shop.orders (id, customer, state, placed) VALUES (?, ?, ?, ?)',
  'SELECT * FROM shop.orders WHERE customer = ?',
  'SELECT id FROM shop.orders WHERE state = ? AND placed > ? ORDER BY placed DESC LIMIT 20',
  'SELECT count(*) FROM shop.orders WHERE state = ?',
  'SELECT * FROM shop.orders WHERE tags CONTAINS ? ALLOW FILTERING',
  'SELECT * FROM shop.visits WHERE visitor = ?',
  'SELECT * FROM shop.visits WHERE at > ? ALLOW FILTERING',
  'SELECT * FROM shop.visits WHERE page = ? ORDER BY seconds DESC',
];

// `USE` may be refused, and nothing here needs it.
test.each(CASES)('what is proposed is taken with %s in %s', { timeout: 120_000 }, (name, release) => {
  const configuration = under(name, release);
  const workspace = editorFor(release, configuration);
  workspace.set('queries.cql', textOf([...SHOP, ...QUERIES]), { path: 'queries.cql', contributes: true });
  const refused: string[] = [];
  for (const { proposals } of proposedIn(workspace, [...workspace.files()]))
    for (const { ddl, queries } of proposals) {
      const answers = dryRun([...SHOP, ...ddl, ...queries], release, { configuration, partitions: false });
      for (const answer of answers.slice(SHOP.length)) if (!answer.ok) refused.push(answer.message);
    }
  expect(refused).toEqual([]);
});
