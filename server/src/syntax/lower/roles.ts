import type { ListStatement, Name, Permission, Resource, RoleStatement } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import { entriesOf } from './expressions.ts';
import { functionNameOf, nameIn, nameOrMarkerIn, namesIn, qualifiedIn, stringOfToken, unqualified } from './names.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenAt, tokenText } from './nodes.ts';
import { optionsIn } from './options.ts';
import { typesIn } from './types.ts';

/**
 * Reads the rule of a role, user or service level; `statement` encloses it and begins with the action's word.
 *
 * `DROP ROLE` and `DROP USER` have no rule of their own: there `node` is the statement.
 */
export function roleOf(tree: SyntaxTree, statement: number, node: number): RoleStatement {
  const what = whatOf(tree, node);
  const [name = nameIn(tree, node, R.serviceLevelName), role] = namesIn(tree, node, R.roleName);
  const keepsCase = what === 'user' || what === 'identity';
  return {
    kind: 'role',
    action: actionOf(tree, statement),
    what,
    name: keepsCase ? unfolded(name) : name,
    role: keepsCase ? unfolded(role) : role,
    ifExists: childOf(tree, node, R.ifExists) !== NONE,
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    options: roleOptionsOf(tree, node),
    span: spanOf(tree, statement),
  };
}

/** Reads a `grantStatement` or a `revokeStatement`. */
export function permissionOf(tree: SyntaxTree, node: number): Permission {
  const resource = childOf(tree, node, R.resource);
  const roles = namesIn(tree, node, R.roleName);
  return {
    kind: 'permission',
    action: firstTypeOf(tree, node) === T.REVOKE ? 'revoke' : 'grant',
    permissions: permissionsOf(tree, childOf(tree, node, R.permissions)),
    resource: resource === NONE ? undefined : resourceOf(tree, resource),
    role: resource === NONE ? roles[0] : undefined,
    grantee: resource === NONE ? roles[1] : roles[0],
    span: spanOf(tree, node),
  };
}

/** Reads a `listStatement`. */
export function listOf(tree: SyntaxTree, node: number): ListStatement {
  const word = tokenAt(tree, node, 1);
  const resource = childOf(tree, node, R.resource);
  return {
    kind: 'list',
    what: listedBy(word === NONE ? NONE : tree.tokens.types[word]!),
    resource: resource === NONE ? undefined : resourceOf(tree, resource),
    role: nameIn(tree, node, R.roleName),
    span: spanOf(tree, node),
  };
}

/** The server reads names of users as they are written, even without quotes. */
const unfolded = (name: Name | undefined): Name | undefined =>
  name === undefined || name.quoted ? name : { ...name, name: name.text };

function actionOf(tree: SyntaxTree, statement: number): RoleStatement['action'] {
  switch (firstTypeOf(tree, statement)) {
    case T.ALTER:
      return 'alter';
    case T.DROP:
      return 'drop';
    default:
      return 'create';
  }
}

function whatOf(tree: SyntaxTree, node: number): RoleStatement['what'] {
  switch (tree.nodes[node * NODE_SIZE]) {
    case R.createRole:
    case R.alterRole:
      return 'role';
    case R.createUser:
    case R.alterUser:
      return 'user';
    case R.createGeneratedRole:
      return 'generated-role';
    case R.addIdentityStatement:
    case R.dropIdentity:
      return 'identity';
    case R.createServiceLevel:
    case R.alterServiceLevel:
    case R.dropServiceLevel:
      return 'service-level';
  }
  if (ownTokenOf(tree, node, T.ROLE) !== NONE) return 'role';
  return ownTokenOf(tree, node, T.USER) === NONE ? 'other' : 'user';
}

function roleOptionsOf(tree: SyntaxTree, node: number): RoleStatement['options'] {
  const options: RoleStatement['options'][number][] = [];
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const rule = tree.nodes[child * NODE_SIZE];
    if (rule !== R.roleOption && rule !== R.userPassword) continue;
    const name = optionNameOf(tree, child);
    if (name === '') continue;
    const entries = name === 'options' ? entriesOf(tree, childOf(tree, child, R.braceLiteral)) : undefined;
    options.push({ name, value: valueOf(tree, child), text: textOf(tree, child), entries, span: spanOf(tree, child) });
  }
  for (const { name, value, span } of optionsIn(tree, node)) options.push({ name, given: value, span });
  for (const flag of [T.SUPERUSER, T.NOSUPERUSER]) {
    const token = ownTokenOf(tree, node, flag);
    if (token === NONE) continue;
    options.push({
      name: tokenText(tree, token).toLowerCase(),
      span: { start: tree.tokens.starts[token]!, end: tree.tokens.ends[token]! },
    });
  }
  return options;
}

function valueOf(tree: SyntaxTree, node: number): RoleStatement['options'][number]['value'] {
  if (ownTokenOf(tree, node, T.ALL) !== NONE) return 'all';
  if (ownTokenOf(tree, node, T.TRUE) !== NONE) return 'true';
  return ownTokenOf(tree, node, T.FALSE) === NONE ? undefined : 'false';
}

function textOf(tree: SyntaxTree, node: number): string | undefined {
  const token = tokenAt(tree, childOf(tree, node, R.literal), 0);
  return token === NONE || tree.tokens.types[token] !== T.STRING ? undefined : stringOfToken(tree, token);
}

/** The words before the `=` or the value. */
function optionNameOf(tree: SyntaxTree, node: number): string {
  const words: string[] = [];
  for (let token = firstTokenOf(tree, node); token < endTokenOf(tree, node) && words.length < 2; token++) {
    const type = tree.tokens.types[token]!;
    const word = (type >= T.ADD && type <= T.WITH) || (type >= T.ACCESS && type <= T.VERTEX);
    if (!word) break;
    words.push(tokenText(tree, token).toLowerCase());
  }
  return words.join(' ');
}

function permissionsOf(tree: SyntaxTree, node: number): string[] {
  if (node === NONE) return [];
  if (ownTokenOf(tree, node, T.ALL) !== NONE) return ['ALL'];
  const permissions: string[] = [];
  for (let child = childOf(tree, node, R.permission); child !== NONE; child = nextOf(tree, node, child, R.permission)) {
    const token = tokenAt(tree, child, 0);
    if (token !== NONE) permissions.push(tokenText(tree, token).toUpperCase());
  }
  return permissions;
}

function resourceOf(tree: SyntaxTree, node: number): Resource {
  const span = spanOf(tree, node);
  const rows = childOf(tree, node, R.rowsResource);
  const table = qualifiedIn(tree, rows === NONE ? node : rows, R.tableName);
  if (table !== undefined) return { kind: 'table', name: table, span };
  const fn = functionNameOf(tree, childOf(tree, node, R.functionName));
  if (fn !== undefined) return { kind: 'function', name: fn, parameters: typesIn(tree, node), span };
  const role = nameIn(tree, node, R.roleName);
  if (role !== undefined) return { kind: 'role', name: unqualified(role), span };
  const mbean = ownTokenOf(tree, node, T.STRING);
  if (mbean !== NONE) {
    const kind = ownTokenOf(tree, node, T.MBEANS) === NONE ? 'mbean' : 'mbeans';
    return { kind, text: stringOfToken(tree, mbean), span };
  }
  const keyspace = nameOrMarkerIn(tree, node);
  const name = keyspace === undefined ? undefined : unqualified(keyspace);
  return { kind: kindOfResource(tree, node), name, span };
}

function kindOfResource(tree: SyntaxTree, node: number): Resource['kind'] {
  for (const [word, kind] of GENERAL_RESOURCES) if (ownTokenOf(tree, node, word) !== NONE) return kind;
  return 'keyspace';
}

const GENERAL_RESOURCES: readonly (readonly [word: number, kind: Resource['kind']])[] = [
  [T.KEYSPACES, 'keyspaces'],
  [T.TABLES, 'tables'],
  [T.ROLES, 'roles'],
  [T.FUNCTIONS, 'functions'],
  [T.MBEANS, 'mbeans'],
];

function listedBy(word: number): ListStatement['what'] {
  switch (word) {
    case T.ROLES:
      return 'roles';
    case T.USERS:
      return 'users';
    case T.SUPERUSERS:
      return 'superusers';
    case T.SERVICE:
    case T.SERVICE_LEVEL:
    case T.EFFECTIVE:
    case T.IDENT:
    case NONE:
      return 'other';
    default:
      return 'permissions';
  }
}
