import { expect, test } from 'vitest';
import { dryRun } from '../../../server/src/analysis/dry-run.ts';
import { COMPACTION_OPTIONS, COMPACTION_STRATEGIES } from '../../../server/src/catalog/builtin/compaction-options.ts';
import { COMPRESSION_OPTIONS, COMPRESSORS } from '../../../server/src/catalog/builtin/compression-options.ts';
import { INDEX_CLASSES } from '../../../server/src/catalog/builtin/index-options.ts';
import { KEYSPACE_OPTIONS, REPLICATION_STRATEGIES } from '../../../server/src/catalog/builtin/keyspace-options.ts';
import {
  type BuiltInOption,
  defaultOf,
  inRelease,
  type OptionClass,
} from '../../../server/src/catalog/builtin/options.ts';
import { CACHING_OPTIONS, TABLE_OPTIONS } from '../../../server/src/catalog/builtin/table-options.ts';
import { type CassandraRelease, existsIn, RELEASES } from '../../../server/src/text/release.ts';

// What is told of options, beside what the verdict takes.

const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

/** Options that exclude others, belong to tables that are there already, or have to be allowed on the server's command line. */
const NOT_HERE = [
  'enabled',
  'sstable_compression',
  'transactional_migration_from',
  'maximum_node_connections',
  'construction_beam_width',
];
const FOR_TESTS = /^'test_/;

/** The values that are told of an option, as CQL writes them. */
const valuesOf = (option: BuiltInOption, release: CassandraRelease): readonly string[] =>
  [
    ...[defaultOf(option, release)].filter((value) => value !== undefined),
    ...(option.choices ?? []).map((choice) => `'${choice}'`),
  ].filter(() => !NOT_HERE.includes(option.name));

const ofTables: readonly BuiltInOption[] = TABLE_OPTIONS;

function tableOptions(release: CassandraRelease): readonly string[] {
  const inMap = (option: string, sub: BuiltInOption, before: string): readonly string[] =>
    valuesOf(sub, release).map((value) => `${option} = {${before}'${sub.name}': ${value}}`);
  const inClass = (option: string, common: readonly BuiltInOption[], classes: readonly OptionClass[]): string[] =>
    inRelease(classes, release).flatMap(({ name, options }) => [
      `${option} = {'class': '${name}'}`,
      ...inRelease([...common, ...options], release).flatMap((sub) => inMap(option, sub, `'class': '${name}', `)),
    ]);
  return [
    ...inRelease(ofTables, release).flatMap((option) =>
      valuesOf(option, release).map((value) => `${option.name} = ${value}`),
    ),
    ...CACHING_OPTIONS.flatMap((sub) => inMap('caching', sub, '')),
    ...inClass('compaction', COMPACTION_OPTIONS, COMPACTION_STRATEGIES),
    ...inClass('compression', COMPRESSION_OPTIONS, COMPRESSORS),
  ];
}

const refusedOf = (made: readonly string[], release: CassandraRelease): readonly unknown[] => {
  const [, ...answers] = dryRun([KEYSPACE, ...made], release, {
    configuration: new Map<string, unknown>([
      ['accord', { enabled: true }],
      ['sasi_indexes_enabled', true],
      ['enable_sasi_indexes', true],
    ]),
  });
  return made.flatMap((cql, at) => (answers[at]?.ok ? [] : [{ cql, answer: answers[at] }]));
};

test.each(RELEASES)('%s takes the values that are told of options of tables', (release) => {
  const made = tableOptions(release)
    .filter((option) => !FOR_TESTS.test(option.split(' = ')[1]!))
    .map((option, at) => `CREATE TABLE k.t${at} (p int PRIMARY KEY) WITH ${option}`);
  expect(made.length).toBeGreaterThan(50);
  expect(refusedOf(made, release)).toEqual([]);
});

test.each(RELEASES)('%s has the options of tables that are told of it, and no others', (release) => {
  const wrong = ofTables.filter(({ name, lifetime }) => {
    const [, answer] = dryRun([KEYSPACE, `CREATE TABLE k.t (p int PRIMARY KEY) WITH ${name} = 1`], release);
    const unknown = answer?.ok === false && answer.message === `Unknown property '${name}'`;
    return unknown === existsIn(release, lifetime);
  });
  expect(wrong).toEqual([]);
});

test.each(RELEASES)('%s takes what is told of keyspaces', (release) => {
  const strategies = REPLICATION_STRATEGIES.map(
    ({ name, options: [factor] }) =>
      `{'class': '${name}', '${existsIn(release, factor?.lifetime ?? {}) ? factor?.name : 'dc1'}': 1}`,
  );
  const others = inRelease(KEYSPACE_OPTIONS, release).flatMap((option) =>
    valuesOf(option, release).map((value) => `${strategies[0]} AND ${option.name} = ${value}`),
  );
  const made = [...strategies, ...others].map((options, at) => `CREATE KEYSPACE k${at} WITH replication = ${options}`);
  expect(refusedOf(made, release)).toEqual([]);
});

test.each(RELEASES)('%s takes what is told of indexes', (release) => {
  const made = inRelease(INDEX_CLASSES, release).flatMap(({ name, options }) =>
    options.flatMap((option) =>
      valuesOf(option, release).map((value) => {
        const column = VECTORS.includes(option.name) ? 'v' : value === "'SPARSE'" ? 'n' : 'c';
        return { name, column, option: `'${option.name}': ${value}` };
      }),
    ),
  );
  const statements = made.flatMap(({ name, column, option }, at) => [
    `CREATE TABLE k.t${at} (p int PRIMARY KEY, c text, n int${column === 'v' ? ', v vector<float, 3>' : ''})`,
    `CREATE CUSTOM INDEX ON k.t${at} (${column}) USING '${name}' WITH OPTIONS = {${option}}`,
  ]);
  expect(refusedOf(statements, release)).toEqual([]);
});

const VECTORS = ['maximum_node_connections', 'construction_beam_width', 'similarity_function', 'optimize_for'];

test('defaults change with the releases', () => {
  const defaults = (name: string): readonly (string | undefined)[] =>
    RELEASES.map((release) => {
      const option = ofTables.find((each) => each.name === name && existsIn(release, each.lifetime));
      return option && defaultOf(option, release);
    });
  // As system_schema.tables of new tables has them.
  expect(defaults('speculative_retry')).toEqual(["'99PERCENTILE'", "'99p'", "'99p'", "'99p'", "'99p'"]);
  expect(defaults('compression')[0]).toContain('64');
  expect(defaults('compression')[3]).toContain('16');
  expect(defaults('read_repair')).toEqual([undefined, "'BLOCKING'", "'BLOCKING'", "'BLOCKING'", "'BLOCKING'"]);
  expect(defaults('gc_grace_seconds')).toEqual(RELEASES.map(() => '864000'));
});
