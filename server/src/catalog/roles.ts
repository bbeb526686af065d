import type { Delete, Insert, Permission, Resource, RoleStatement, Statement, Update } from '../syntax/ast.ts';

export interface Role {
  readonly name: string;
  readonly superuser: boolean;
  readonly login: boolean;
  /** Granted to it directly. */
  readonly memberOf: ReadonlySet<string>;
  /** Nobody can tell whether it is there; the rest is what it may be. */
  readonly uncertain?: true;
}

/** The roles of a cluster, and the roles of its identities. */
export interface Roles {
  readonly roles: ReadonlyMap<string, Role>;
  /** `undefined` where nobody can tell whether the identity is there. */
  readonly identities: ReadonlyMap<string, string | undefined>;
  /** The permissions that were granted and not revoked, as `grantOf` writes them; `undefined` where nobody knows them. */
  readonly grants: ReadonlySet<string> | undefined;
}

/** What a new cluster has (`CassandraRoleManager.setupDefaultRole`). */
export const FIRST_ROLES: Roles = {
  roles: new Map([['cassandra', { name: 'cassandra', superuser: true, login: true, memberOf: new Set<string>() }]]),
  identities: new Map(),
  grants: new Set(),
};

/** A permission, or ALL, that a role has on something. */
export const grantOf = (grantee: string, permission: string, on: string): string =>
  [grantee, on, permission].join('\n');

/** What a permission is about, as the server prints it; `undefined` of functions and MBeans, and of tables without a keyspace. */
export function printResource({ kind, name }: Resource, keyspace: string | undefined): string | undefined {
  const of = name?.name.name;
  switch (kind) {
    case 'keyspaces':
    case 'roles':
    case 'mbeans':
      return `<all ${kind}>`;
    case 'keyspace':
    case 'role':
      return `<${kind} ${of}>`;
    case 'functions':
      return of === undefined ? '<all functions>' : `<all functions in ${of}>`;
    case 'tables':
      return `<all tables in ${of}>`;
    case 'table': {
      const space = name?.keyspace?.name ?? keyspace;
      return space === undefined ? undefined : `<table ${space}.${of}>`;
    }
    default:
      return undefined;
  }
}

/** The roles after a statement that the server takes, or may take where that is not certain; `undefined` where nobody knows them. */
export function applyToRoles(
  roles: Roles,
  statement: Statement,
  certain: boolean,
  keyspace: string | undefined,
): Roles | undefined {
  switch (statement.kind) {
    case 'role':
      return applyRole(roles, statement, certain);
    case 'permission':
      return statement.resource === undefined
        ? applyMembership(roles, statement, certain)
        : { ...roles, grants: certain ? grantsAfter(roles.grants, statement, keyspace) : undefined };
    case 'drop':
      // With what is dropped goes what was granted on it.
      return { ...roles, grants: undefined };
    case 'insert':
    case 'update':
    case 'delete':
      return writesRoles(statement) ? undefined : roles;
    case 'batch':
      return statement.statements.some(writesRoles) ? undefined : roles;
    case 'truncate':
      return statement.table?.keyspace?.name === 'system_auth' ? undefined : roles;
    default:
      return roles;
  }
}

/** The role itself, and all that are granted to it, each by way of others. */
export function rolesOf(name: string, { roles }: Roles): ReadonlySet<string> {
  const all = new Set([name]);
  // Grows while it is gone through.
  for (const one of all) for (const granted of roles.get(one)?.memberOf ?? []) all.add(granted);
  return all;
}

/** The roles that may log in and are superusers, by themselves or by what is granted to them (`Roles.hasSuperuserStatus`). */
export const superusersOf = (known: Roles): readonly string[] =>
  [...known.roles.values()]
    .filter(({ name, login }) => login && [...rolesOf(name, known)].some((one) => known.roles.get(one)?.superuser))
    .map(({ name }) => name);

const writesRoles = (write: Insert | Update | Delete): boolean => {
  const table = write.kind === 'insert' ? write.into : write.kind === 'update' ? write.table : write.from;
  return table?.keyspace?.name === 'system_auth';
};

function applyRole(known: Roles, statement: RoleStatement, certain: boolean): Roles {
  const { action, what, name } = statement;
  if (name === undefined) return known;
  if (what === 'identity') return applyIdentity(known, statement, certain);
  if (what !== 'role' && what !== 'user') return known;
  const before = known.roles.get(name.name);
  const after = altered(before ?? newRole(name.name, what === 'user'), statement);
  if (action === 'alter') {
    if (before === undefined) return known;
    return withRole(known, certain ? after : eitherOf(before, after));
  }
  if (!certain) return withDoubt(known, after);
  if (action === 'drop') return withoutRole(known, name.name);
  return before === undefined ? withRole(known, after) : known;
}

function applyIdentity(known: Roles, { action, name, role }: RoleStatement, certain: boolean): Roles {
  const { identities } = known;
  const identity = name?.name ?? '';
  if (action !== 'drop') {
    const there = certain && identities.has(identity);
    return there
      ? known
      : { ...known, identities: new Map(identities).set(identity, certain ? role?.name : undefined) };
  }
  if (!certain) return { ...known, identities: new Map(identities).set(identity, undefined) };
  return { ...known, identities: new Map([...identities].filter(([one]) => one !== identity)) };
}

function grantsAfter(
  grants: Roles['grants'],
  { action, permissions, resource, grantee }: Permission,
  keyspace: string | undefined,
): Roles['grants'] {
  const on = resource && printResource(resource, keyspace);
  // Nothing is said of what cannot be printed.
  if (grants === undefined || grantee === undefined || on === undefined) return grants;
  const given = permissions.map((permission) => grantOf(grantee.name, permission, on));
  if (action === 'grant') return new Set([...grants, ...given]);
  const all = grantOf(grantee.name, 'ALL', on);
  if (!given.includes(all))
    return grants.has(all) ? undefined : new Set([...grants].filter((one) => !given.includes(one)));
  const any = grantOf(grantee.name, '', on);
  return new Set([...grants].filter((one) => !one.startsWith(any)));
}

function applyMembership(known: Roles, { action, role, grantee }: Permission, certain: boolean): Roles {
  if (role === undefined || grantee === undefined) return known;
  const before = known.roles.get(grantee.name) ?? newRole(grantee.name);
  const memberOf = action === 'grant' ? new Set([...before.memberOf, role.name]) : without(before.memberOf, role.name);
  const after = { ...before, memberOf };
  return certain ? withRole(known, after) : withDoubt(known, after);
}

const newRole = (name: string, login = false): Role => ({ name, superuser: false, login, memberOf: new Set() });

function altered(role: Role, { options }: RoleStatement): Role {
  let { superuser, login } = role;
  for (const { name, value } of options) {
    if (name === 'superuser') superuser = value !== 'false';
    if (name === 'nosuperuser') superuser = false;
    if (name === 'login') login = value !== 'false';
  }
  return { ...role, superuser, login };
}

const withRole = (known: Roles, role: Role): Roles => ({
  ...known,
  roles: new Map(known.roles).set(role.name, role),
});

/** What a role may be that was altered, or was not. */
const eitherOf = (before: Role, after: Role): Role => ({
  ...before,
  superuser: before.superuser || after.superuser,
  login: before.login || after.login,
  memberOf: new Set([...before.memberOf, ...after.memberOf]),
});

/** A role that may have become another one, or gone with its identities. */
function withDoubt({ roles, identities }: Roles, after: Role): Roles {
  const { name } = after;
  const either: Role = { ...eitherOf(roles.get(name) ?? after, after), uncertain: true };
  return {
    roles: new Map(roles).set(name, either),
    identities: new Map([...identities].map(([identity, role]) => [identity, role === name ? undefined : role])),
    grants: undefined,
  };
}

/** With a role go its memberships and identities, and what was granted to it and on it (`DropRoleStatement`). */
function withoutRole({ roles, identities, grants }: Roles, name: string): Roles {
  const rest = [...roles.values()].filter((role) => role.name !== name);
  return {
    roles: new Map(rest.map((role) => [role.name, { ...role, memberOf: without(role.memberOf, name) }])),
    identities: new Map([...identities].filter(([, role]) => role !== name)),
    grants:
      grants && new Set([...grants].filter((one) => !one.startsWith(`${name}\n`) && !one.includes(`<role ${name}>`))),
  };
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return names.has(name) ? new Set([...names].filter((one) => one !== name)) : names;
}
