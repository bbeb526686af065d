import { describe, expect, test } from 'vitest';
import { printName, printQualified, statementOf, statementOfKind } from './print.ts';

describe('roles', () => {
  test.each([
    ["CREATE ROLE IF NOT EXISTS r WITH PASSWORD = 'x' AND LOGIN = true", 'create role r', ['password', 'login']],
    [
      "ALTER ROLE 'R' WITH HASHED PASSWORD = 'x' AND ACCESS TO ALL DATACENTERS",
      'alter role R',
      ['hashed password', 'access to'],
    ],
    ['DROP ROLE IF EXISTS r', 'drop role r', []],
    ["CREATE USER u WITH PASSWORD 'x' SUPERUSER", 'create user u', ['password', 'superuser']],
    ['DROP USER u', 'drop user u', []],
    ['CREATE GENERATED ROLE WITH GENERATED PASSWORD', 'create generated-role undefined', ['generated password']],
    ["ADD IDENTITY 'x' TO ROLE r", 'create identity x', []],
    ['CREATE SERVICE LEVEL s WITH shares = 1', 'create service-level s', ['shares']],
  ])('%s', (text, printed, options) => {
    const role = statementOfKind('role', text);
    expect(`${role.action} ${role.what} ${role.name?.name}`).toBe(printed);
    expect(role.options.map(({ name }) => name)).toEqual(options);
  });

  test.each([
    ['GRANT SELECT, MODIFY ON k.t TO r', 'grant', ['SELECT', 'MODIFY'], 'table k.t'],
    ['GRANT ALL PERMISSIONS ON KEYSPACE k TO r', 'grant', ['ALL'], 'keyspace k'],
    ['REVOKE EXECUTE ON FUNCTION k.f (int) FROM r', 'revoke', ['EXECUTE'], 'function k.f'],
    ['GRANT DESCRIBE ON ALL ROLES TO r', 'grant', ['DESCRIBE'], 'roles nothing'],
    ['GRANT a TO b', 'grant', [], undefined],
  ])('%s', (text, action, permissions, resource) => {
    const permission = statementOfKind('permission', text);
    expect([permission.action, permission.permissions]).toEqual([action, permissions]);
    const { resource: on } = permission;
    expect(on === undefined ? undefined : `${on.kind} ${printQualified(on.name)}`).toBe(resource);
  });

  test.each([
    ['LIST ROLES OF r', 'roles'],
    ['LIST USERS', 'users'],
    ['LIST SUPERUSERS', 'superusers'],
    ['LIST ALL PERMISSIONS OF r', 'permissions'],
    ['LIST SELECT ON t OF r NORECURSIVE', 'permissions'],
  ])('%s', (text, what) => {
    expect(statementOfKind('list', text).what).toBe(what);
  });
});

describe('descriptions, comments, labels', () => {
  test.each([
    ['DESCRIBE KEYSPACES', 'keyspaces nothing'],
    ['DESC TABLE k.t', 'table k.t'],
    ['DESCRIBE FULL SCHEMA', 'full schema nothing'],
    ['DESCRIBE MATERIALIZED VIEW v', 'materialized view v'],
    ['DESCRIBE KEYSPACE k', 'keyspace k'],
    ['DESCRIBE k.t', 'element k.t'],
  ])('%s', (text, printed) => {
    const { what, name } = statementOfKind('describe', text);
    expect(`${what} ${printQualified(name)}`).toBe(printed);
  });

  test.each([
    ["COMMENT ON TABLE k.t IS 'x'", 'comment-on', 'table k.t'],
    ["COMMENT ON COLUMN k.t.c IS 'x'", 'comment-on', 'column k.t'],
    ['COMMENT ON KEYSPACE k IS NULL', 'comment-on', 'keyspace k'],
    ["SECURITY LABEL FOR p ON FIELD u.f IS 'x'", 'security-label', 'field u'],
  ])('%s', (text, kind, printed) => {
    const statement = statementOf(text);
    expect(statement.kind).toBe(kind);
    expect(
      'what' in statement &&
        `${statement.what} ${printQualified('name' in statement ? (statement.name as never) : undefined)}`,
    ).toBe(printed);
  });
});

describe('commands and statements of others', () => {
  test.each([
    ["SOURCE 'a.cql'", 'source', 'a.cql'],
    ['CONSISTENCY QUORUM', 'consistency', undefined],
    ['EXIT', 'exit', undefined],
  ])('%s', (text, command, file) => {
    const shell = statementOfKind('shell', text);
    expect([shell.command, shell.file?.value]).toEqual([command, file]);
  });

  test('COPY knows its table', () => {
    expect(printQualified(statementOfKind('shell', "COPY k.t (a, b) FROM 'x.csv'").table)).toBe('k.t');
  });

  test.each([
    ['PRUNE MATERIALIZED VIEW v', 'prune-view'],
    ['CREATE SEARCH INDEX ON t', 'search-index'],
    ['REBUILD SEARCH INDEX ON t', 'search-index'],
    ['RESTRICT SELECT ON t TO r', 'restrict-permission'],
    ['RESTRICT ROWS ON t USING a', 'restrict-rows'],
    ['ATTACH SERVICE LEVEL s TO r', 'service-level'],
  ])('%s', (text, feature) => {
    expect(statementOfKind('foreign', text).feature).toBe(feature);
  });

  test.each([
    ['TRUNCATE TABLE k.t', 'k.t'],
    ['TRUNCATE t', 't'],
  ])('%s', (text, table) => {
    expect(printQualified(statementOfKind('truncate', text).table)).toBe(table);
  });

  test('a statement that begins with a placeholder may be anything', () => {
    expect(statementOf('${statement} FROM t').kind).toBe('broken');
  });

  test('names in single quotes', () => {
    expect(printName(statementOfKind('role', "DROP ROLE 'It''s'").name!)).toBe("It's");
  });
});
