import { describe, expect, test } from 'vitest';
import { dryRun, run, startOf, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import { readFacts } from './facts.ts';

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

const print = (answer: StatementAnswer): string => (answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`);
const withoutWarnings = (answer: string): string => (answer.startsWith('taken') ? 'taken' : answer);
