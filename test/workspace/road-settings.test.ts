import { expect, test } from 'vitest';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';
import { readFacts } from '../analysis/facts.ts';
import { disagreements, inOneFile } from '../harness/roads.ts';

// A line of cassandra.yaml says the same to a dry run and to an editor: every setting that is read is set, one at a time.

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
    'DROP TABLE t',
  ],
];

const LOGIN: readonly (readonly [string, unknown])[] = [
  ['authenticator', { class_name: 'org.apache.cassandra.auth.PasswordAuthenticator' }],
  ...['materialized_views', 'sasi_indexes', 'user_defined_functions', 'drop_compact_storage'].map(
    (name) => [`${name}_enabled`, true] as const,
  ),
];

/** Settings that answers ask for, by their names. */
function settingsRead(release: CassandraRelease): readonly string[] {
  const read = new Set<string>();
  const settings = new Map(LOGIN);
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

const valueOf = (name: string): unknown => {
  if (/_(?:enabled|warned)$/.test(name)) return false;
  if (/_(?:threshold|rf)$/.test(name)) return 1;
  if (/_(?:disallowed|ignored)$/.test(name)) return ['comment', 'gc_grace_seconds'];
  return name === 'default_secondary_index' ? 'sai' : undefined;
};

const SINCE_5_0 = settingsRead('5.0').filter((name) => valueOf(name) !== undefined);
const SINCE_6_0 = settingsRead('6.0').filter((name) => valueOf(name) !== undefined && !SINCE_5_0.includes(name));

test('many settings are read', () => expect(SINCE_5_0.length).toBeGreaterThan(40));

test.each([...SINCE_5_0.map((name) => [name, '5.0'] as const), ...SINCE_6_0.map((name) => [name, '6.0'] as const)])(
  '%s in %s',
  { timeout: 120_000 },
  (name, release) => {
    const configuration = new Map([...LOGIN, [name, valueOf(name)]]);
    expect(SCRIPTS.flatMap((script) => disagreements(inOneFile(script, release, { configuration })))).toEqual([]);
  },
);

test('where nobody has to log in', { timeout: 120_000 }, () => {
  const configuration = new Map([['default_secondary_index', 'sai']]);
  expect(SCRIPTS.flatMap((script) => disagreements(inOneFile(script, '5.0', { configuration })))).toEqual([]);
});
