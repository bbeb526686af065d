import { describe, expect, test } from 'vitest';
import { dryRun, run, startOf, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import { type CassandraRelease, RELEASES } from '../../server/src/text/release.ts';
import { comparable, type Fact, readFacts } from './facts.ts';

// Statements about roles and permissions where cassandra.yaml names a login.

const FEATURES: readonly (readonly [string, unknown])[] = [
  ['user_defined_functions_enabled', true],
  ['enable_user_defined_functions', true],
];

const PASSWORDS = ['authenticator', 'PasswordAuthenticator'] as const;

/** The settings from which a release knows them. */
const SETTINGS: readonly (readonly [from: CassandraRelease, setting: readonly [string, unknown]])[] = [
  ['3.11', PASSWORDS],
  ['3.11', ['authorizer', 'CassandraAuthorizer']],
  ['3.11', ['role_manager', { class_name: 'org.apache.cassandra.auth.CassandraRoleManager' }]],
  ['4.0', ['network_authorizer', 'CassandraNetworkAuthorizer']],
  ['5.0', ['cidr_authorizer', 'CassandraCIDRAuthorizer']],
];

const login = (release: CassandraRelease): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([...FEATURES, ...SETTINGS.flatMap(([from, setting]) => (from <= release ? [setting] : []))]);

describe.each(RELEASES)('a server of %s', (release) => {
  test('that has a login is asked about roles', () => {
    expect(differences(readFacts('login-roles'), release, login(release))).toEqual([]);
  });

  test('without an authorizer has no permissions', () => {
    expect(differences(readFacts('login-alone'), release, new Map([...FEATURES, PASSWORDS]))).toEqual([]);
  });
});

/** What we say otherwise than the server, or than is known; the schema is what the server made of it. */
function differences(
  facts: readonly Fact[],
  release: CassandraRelease,
  configuration: ReadonlyMap<string, unknown>,
): readonly unknown[] {
  let state = startOf({ kind: 'cassandra', release }, { configuration });
  return facts.flatMap(({ cql, line, server, ours }) => {
    const answer = server.get(release) ?? '';
    const done = run(cql, state);
    if (answer === 'taken') state = done.state;
    const given = print(done.answer);
    return comparable(given) === comparable(ours.get(release) ?? answer) ? [] : [{ line, cql, given }];
  });
}

const print = (answer: StatementAnswer): string => (answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`);

describe('permissions that are there, or are not', () => {
  const ALL = 'CREATE, ALTER, DROP, SELECT, MODIFY, AUTHORIZE';
  // Client warnings of 4.1.10 and 6.0-alpha2 with these settings.
  const SCRIPT: readonly (readonly [cql: string, warning?: string])[] = [
    ["CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"],
    ['CREATE TABLE k.t (p int PRIMARY KEY)'],
    ['USE k'],
    ['CREATE ROLE r'],
    ['CREATE ROLE s'],
    ['GRANT SELECT ON k.t TO r'],
    ['GRANT SELECT ON t TO r', "Role 'r' was already granted SELECT on <table k.t>"],
    ['GRANT SELECT ON TABLE k.t TO s'],
    ['REVOKE SELECT ON KEYSPACE k FROM r', "Role 'r' was not granted SELECT on <keyspace k>"],
    ['GRANT ALL ON KEYSPACE k TO s'],
    ['GRANT ALTER ON KEYSPACE k TO s', "Role 's' was already granted ALTER on <keyspace k>"],
    ['GRANT ALL ON KEYSPACE k TO s', `Role 's' was already granted ${ALL}%masking on <keyspace k>`],
    ['REVOKE ALL ON KEYSPACE k FROM s'],
    ['REVOKE ALL ON KEYSPACE k FROM s', `Role 's' was not granted ${ALL}%masking on <keyspace k>`],
    ['GRANT SELECT ON ALL KEYSPACES TO s'],
    ['GRANT SELECT ON ALL KEYSPACES TO s', "Role 's' was already granted SELECT on <all keyspaces>"],
    ['REVOKE CREATE ON ALL FUNCTIONS IN KEYSPACE k FROM s', "Role 's' was not granted CREATE on <all functions in k>"],
    ['GRANT CREATE, ALTER ON ALL TABLES IN KEYSPACE k TO s'],
    [
      'GRANT ALTER, CREATE ON ALL TABLES IN KEYSPACE k TO s',
      "Role 's' was already granted CREATE, ALTER on <all tables in k>",
    ],
    ['GRANT AUTHORIZE ON ROLE r TO s'],
    ['GRANT AUTHORIZE ON ROLE r TO s', "Role 's' was already granted AUTHORIZE on <role r>"],
    ['DROP ROLE s'],
    ['CREATE ROLE s'],
    ['GRANT AUTHORIZE ON ROLE r TO s'],
  ];

  test.each([
    ['4.1', ''],
    ['6.0', ', UNMASK, SELECT_MASKED'],
  ] as const)('are warned of by %s', (release, masking) => {
    const script = SCRIPT.map(([cql]) => cql);
    const warned = dryRun(script, release, { configuration: login(release) }).map(
      (answer) => answer.ok && (answer.warnings ?? []),
    );
    expect(warned).toEqual(
      SCRIPT.map(([, warning]) => (warning === undefined ? [] : [warning.replace('%masking', masking)])),
    );
  });

  test('are not told by 4.0', () => {
    const answers = dryRun(['CREATE ROLE r', 'REVOKE SELECT ON ALL KEYSPACES FROM r'], '4.0', {
      configuration: login('4.0'),
    });
    expect(answers).toEqual([{ ok: true }, { ok: true }]);
  });
});

describe('what nobody can tell', () => {
  const refusals = (script: readonly string[], configuration: ReadonlyMap<string, unknown>) =>
    dryRun(script, '6.0', { configuration }).map((answer) => (answer.ok ? 'taken' : answer.message));

  test('is which of several superusers asks', () => {
    const script = [
      'CREATE ROLE owner WITH SUPERUSER = true AND LOGIN = true',
      'ALTER ROLE cassandra WITH SUPERUSER = false',
      'DROP ROLE cassandra',
      'DROP ROLE cassandra',
      'CREATE ROLE owner',
    ];
    expect(refusals(script, login('6.0'))).toEqual(['taken', 'taken', 'taken', 'taken', 'owner already exists']);
  });

  test('is which datacenters and CIDR groups a cluster has, so whether the role is there', () => {
    const script = [
      "CREATE ROLE near WITH ACCESS TO DATACENTERS {'dc1'} AND ACCESS FROM CIDRS {'office'}",
      'CREATE ROLE near',
      'GRANT near TO cassandra',
      'DROP ROLE near',
      'DROP ROLE far',
    ];
    expect(refusals(script, login('6.0'))).toEqual(['taken', 'taken', 'taken', 'taken', "far doesn't exist"]);
  });

  test('is what was written into the tables of roles', () => {
    const script = [
      "INSERT INTO system_auth.roles (role, is_superuser, can_login) VALUES ('written', false, false)",
      'DROP ROLE written',
    ];
    expect(refusals(script, login('6.0'))).toEqual(['taken', 'taken']);
  });

  test('is what a role manager or authenticator of somebody else keeps', () => {
    const script = ['DROP ROLE r', "CREATE ROLE r WITH PASSWORD = 'x'", 'CREATE ROLE r'];
    const manager = new Map([...login('6.0'), ['role_manager', 'com.example.Manager']]);
    expect(refusals(script, manager)).toEqual(['taken', 'taken', 'taken']);
    const authenticator = new Map([...login('6.0'), ['authenticator', 'com.example.Authenticator']]);
    expect(refusals(script, authenticator)).toEqual(["r doesn't exist", 'taken', 'taken']);
  });

  test('is what the policies of cassandra.yaml generate', () => {
    const script = [
      'CREATE ROLE r WITH GENERATED PASSWORD',
      'CREATE GENERATED ROLE',
      "CREATE ROLE s WITH OPTIONS = {'a': 'b'}",
    ];
    const policies = new Map([...login('6.0'), ['role_name_policy', {}], ['password_policy', {}]]);
    expect(refusals(script, policies)).toEqual(['taken', 'taken', 'taken']);
  });
});
