import { describe, expect, test } from 'vitest';
import { dryRun, run, startOf, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../server/src/analysis/verdict-model.ts';
import { comparable, type Fact, readFacts, RELEASES } from './facts.ts';

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
