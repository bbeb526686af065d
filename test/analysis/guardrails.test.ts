import { describe, expect, test } from 'vitest';
import { dryRun, run, startOf, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../server/src/text/release.ts';
import { comparable, type Fact, readFacts } from './facts.ts';

// Guardrails of cassandra.yaml, as a server with a login tells them to a user who is no superuser.

const FEATURES = [
  'materialized_views_enabled',
  'sasi_indexes_enabled',
  'user_defined_functions_enabled',
  'drop_compact_storage_enabled',
  'dynamic_data_masking_enabled',
].map((name) => [name, true] as const);

const SWITCHES = [
  'user_timestamps_enabled',
  'group_by_enabled',
  'drop_truncate_table_enabled',
  'secondary_indexes_enabled',
  'uncompressed_tables_enabled',
  'compact_tables_enabled',
  'read_before_write_list_operations_enabled',
  'allow_filtering_enabled',
  'alter_table_enabled',
  'drop_keyspace_enabled',
  'simplestrategy_enabled',
  'zero_ttl_on_twcs_enabled',
  'vector_type_enabled',
  'default_secondary_index_enabled',
].map((name) => [name, false] as const);

const settings = (...more: readonly (readonly [string, unknown])[]): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([...FEATURES, ...more]);

const LOGIN = ['authenticator', { class_name: 'org.apache.cassandra.auth.PasswordAuthenticator' }] as const;

describe('features switched off', () => {
  const facts = readFacts('guardrails-switches');

  test('are refused in the words of the server', () => {
    const configuration = settings(LOGIN, ['default_secondary_index', 'sai'], ...SWITCHES);
    let state = startOf({ kind: 'cassandra', release: '5.0' }, { configuration });
    const differences = facts.flatMap(({ cql, line, server }) => {
      const expected = withoutWarnings(server.get('5.0') ?? '');
      const done = run(cql, state);
      if (expected === 'taken') state = done.state;
      const given = print(done.answer);
      return given === expected ? [] : [{ line, cql, given }];
    });
    expect(differences).toEqual([]);
  });

  test('are there where nobody has to log in', () => {
    const script = [
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
      'CREATE TABLE k.t (k int PRIMARY KEY, v int)',
      'ALTER TABLE k.t ADD w int',
      'SELECT * FROM k.t WHERE v = 1 ALLOW FILTERING',
      'DROP TABLE k.t',
    ];
    for (const configuration of [
      settings(...SWITCHES),
      settings(...SWITCHES, ['authenticator', 'AllowAllAuthenticator']),
    ]) {
      expect(dryRun(script, '5.0', { configuration }).map(({ ok }) => ok)).toEqual(script.map(() => true));
    }
  });
});

const LIMITS: readonly (readonly [string, unknown])[] = [
  ['partition_keys_in_select_warn_threshold', 3],
  ['partition_keys_in_select_fail_threshold', 9],
  ['in_select_cartesian_product_warn_threshold', 2],
  ['in_select_cartesian_product_fail_threshold', 4],
  ['items_per_collection_warn_threshold', 2],
  ['items_per_collection_fail_threshold', 4],
  ['collection_size_warn_threshold', '64B'],
  ['collection_size_fail_threshold', '1KiB'],
  ['table_properties_warned', ['speculative_retry', 'comment', 'caching']],
  ['table_properties_ignored', ['gc_grace_seconds']],
  ['table_properties_disallowed', ['memtable_flush_period_in_ms', 'crc_check_chance']],
  ['minimum_replication_factor_warn_threshold', 2],
];

const LIMITS_SINCE_5_0: typeof LIMITS = [
  ['column_value_size_warn_threshold', '20B'],
  ['column_value_size_fail_threshold', '30B'],
  ['maximum_replication_factor_warn_threshold', 1],
  ['maximum_replication_factor_fail_threshold', 3],
  ['non_partition_restricted_index_query_enabled', false],
  ['vector_dimensions_warn_threshold', 2],
  ['vector_dimensions_fail_threshold', 3],
  ['sai_string_term_size_warn_threshold', '10B'],
  ['sai_string_term_size_fail_threshold', '18B'],
  ['sai_frozen_term_size_warn_threshold', '10B'],
  ['sai_frozen_term_size_fail_threshold', '19B'],
];

describe('limits', () => {
  const facts = readFacts('guardrails-limits');

  test.each(['4.1', '5.0', '6.0'] as const)('in %s are told in the words of the server', (release) => {
    const configuration = settings(LOGIN, ...LIMITS, ...(release === '4.1' ? [] : LIMITS_SINCE_5_0));
    expect(differencesFrom(facts, release, configuration)).toEqual([]);
  });

  test('bind nobody where nobody has to log in', () => {
    const configuration = settings(...LIMITS, ...LIMITS_SINCE_5_0);
    const script = facts.map(({ cql }) => cql);
    const guarded = (answer: StatementAnswer): boolean => printWarned(answer).includes('Guardrail ');
    expect(dryRun(script, '5.0', { configuration }).filter(guarded)).toEqual([]);
  });
});

describe('what comes before a guardrail and what after it', () => {
  const facts = readFacts('guardrails-order');
  const configuration = settings(
    LOGIN,
    ...['group_by', 'allow_filtering', 'user_timestamps', 'drop_truncate_table'].map(
      (name) => [`${name}_enabled`, false] as const,
    ),
    ['table_properties_disallowed', ['crc_check_chance']],
    ['columns_per_table_fail_threshold', 3],
  );

  test.each(['4.1', '5.0', '6.0'] as const)('is the order of %s', (release) => {
    expect(differencesFrom(facts, release, configuration)).toEqual([]);
  });
});

test('a factor for all data centers leaves those that have their own', () => {
  const configuration = settings(
    LOGIN,
    ['minimum_replication_factor_fail_threshold', 2],
    ['maximum_replication_factor_fail_threshold', 2],
  );
  const script = [
    "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}",
    "ALTER KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}",
    "CREATE KEYSPACE l WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 2}",
    "ALTER KEYSPACE l WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}",
  ];
  expect(dryRun(script, '5.0', { configuration })).toEqual(script.map(() => ({ ok: true })));
});

test('keyspaces of the server may be replicated as one likes', () => {
  const configuration = settings(LOGIN, ['maximum_replication_factor_fail_threshold', 2]);
  const script = ["ALTER KEYSPACE system_auth WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}"];
  expect(dryRun(script, '5.0', { configuration })).toEqual([{ ok: true }]);
});

test('a keyspace that is not there is said to be so before its strategy is', () => {
  const configuration = settings(LOGIN, ['simplestrategy_enabled', false]);
  const script = ["ALTER KEYSPACE no WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"];
  expect(dryRun(script, '5.0', { configuration }).map(print)).toEqual(["invalid: Keyspace 'no' doesn't exist"]);
});

test('a field that a type has already is not counted, and what is added may not be a long vector', () => {
  const configuration = settings(LOGIN, ['fields_per_udt_fail_threshold', 1], ['vector_dimensions_fail_threshold', 3]);
  const script = [
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    'CREATE TYPE k.y (a int)',
    'ALTER TYPE k.y ADD IF NOT EXISTS a vector<float, 9>',
    'ALTER TYPE k.y ADD b frozen<map<vector<float, 9>, time>>',
    'CREATE TYPE k.z (b frozen<map<vector<float, 9>, time>>)',
  ];
  expect(dryRun(script, '5.0', { configuration }).map(print)).toEqual([
    'taken',
    'taken',
    'taken',
    'invalid: Guardrail fields_per_udt violated: User types cannot have more than 1 columns, but 2 provided for user type y.',
    'invalid: Guardrail vector_dimensions violated: Field b has a vector of 9 dimensions, this exceeds the failure threshold of 3.',
  ]);
});

test('options of keyspaces may be unwelcome, ignored or refused, since 6.0', () => {
  const configuration = settings(
    LOGIN,
    ['keyspace_properties_ignored', ['fast_path']],
    ['keyspace_properties_disallowed', ['durable_writes']],
  );
  const script = [
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    "ALTER KEYSPACE k WITH fast_path = 'keyspace'",
    'ALTER KEYSPACE k WITH durable_writes = false',
  ];
  expect(dryRun(script, '6.0', { configuration }).map(print)).toEqual([
    'taken',
    'taken',
    'invalid: Guardrail keyspace_properties violated: Provided values [durable_writes] are not allowed for Keyspace Properties (disallowed values are: [durable_writes])',
  ]);
  expect(dryRun(script, '5.0', { configuration }).map(print)[2]).toBe('taken');
});

test('a table that is made like another is guarded as one that is made of its own', () => {
  const configuration = settings(
    LOGIN,
    ['table_properties_disallowed', ['comment']],
    ['columns_per_table_fail_threshold', 2],
    ['vector_dimensions_warn_threshold', 1],
  );
  const script = [
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    'CREATE TABLE k.t (k int PRIMARY KEY, v vector<float, 2>)',
    "CREATE TABLE k.u LIKE k.t WITH comment = 'x'",
    'CREATE TABLE k.u LIKE k.t',
  ];
  const answers = dryRun(script, '6.0', { configuration });
  expect(answers.map(print)).toEqual([
    'taken',
    'taken',
    'invalid: Guardrail table_properties violated: Provided values [comment] are not allowed for Table Properties (disallowed values are: [comment])',
    'taken',
  ]);
  expect(answers[3]).toEqual({
    ok: true,
    warnings: [
      'Guardrail vector_dimensions violated: v has a vector of 2 dimensions, this exceeds the warning threshold of 1.',
    ],
  });
});

test('a keyspace without a factor has that of the server, also where something else is altered', () => {
  const configuration = settings(LOGIN, ['minimum_replication_factor_warn_threshold', 2]);
  const script = [
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'}",
    'ALTER KEYSPACE k WITH durable_writes = false',
  ];
  const warnings = [
    'Guardrail minimum_replication_factor violated: The keyspace k has a replication factor of 1, below the warning threshold of 2.',
  ];
  expect(dryRun(script, '5.0', { configuration })).toEqual([
    { ok: true, warnings },
    { ok: true, warnings },
  ]);
});

test('collections and columns of one kind may have limits of their own, since 6.0', () => {
  const configuration = settings(
    LOGIN,
    ['collection_size_fail_threshold', '10B'],
    ['collection_list_size_fail_threshold', '100B'],
    ['column_text_and_varchar_value_size_fail_threshold', '3B'],
  );
  const script = [
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    'CREATE TABLE k.t (k int PRIMARY KEY, l list<int>, s set<int>, v text)',
    'INSERT INTO k.t (k, l) VALUES (1, [1, 2])',
    'INSERT INTO k.t (k, s) VALUES (1, {1})',
    "INSERT INTO k.t (k, v) VALUES (1, 'four')",
  ];
  expect(dryRun(script, '6.0', { configuration }).map(print).slice(2)).toEqual([
    'taken',
    'invalid: Guardrail collection_size violated: Detected collection s of size 24, this exceeds the failure threshold of 10.',
    "invalid: Guardrail column_text_value_size violated: Value of column 'v' has size 4, this exceeds the failure threshold of 3.",
  ]);
});

describe('USE', () => {
  const script = ["CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", 'USE k'];
  const prohibited = { configuration: settings(['use_statements_enabled', false]) };

  test('can be prohibited for everybody', () => {
    expect(dryRun(script, '4.1', prohibited)[1]).toEqual({
      ok: false,
      kind: 'invalid',
      message: 'USE statements prohibited. (see use_statements_enabled in cassandra.yaml)',
    });
  });

  test('stays where the release cannot prohibit it', () => {
    expect(dryRun(script, '4.0', prohibited)[1]).toEqual({ ok: true });
  });
});

function differencesFrom(
  facts: readonly Fact[],
  release: CassandraRelease,
  configuration: ReadonlyMap<string, unknown>,
): readonly object[] {
  let state = startOf({ kind: 'cassandra', release }, { configuration });
  return facts.flatMap(({ cql, line, server }) => {
    const expected = comparable(server.get(release) ?? '');
    const done = run(cql, state);
    if (expected.startsWith('taken')) state = done.state;
    const given = comparable(printWarned(done.answer));
    return given === expected ? [] : [{ line, cql, given }];
  });
}

const printWarned = (answer: StatementAnswer): string =>
  answer.ok ? ['taken', ...(answer.warnings ?? [])].join('\nwarns: ') : print(answer);
const print = (answer: StatementAnswer): string => (answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`);
const withoutWarnings = (answer: string): string => (answer.startsWith('taken') ? 'taken' : answer);
