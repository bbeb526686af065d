import { grantOf, printResource, rolesOf, superusersOf } from '../../catalog/roles.ts';
import { printType } from '../../catalog/types.ts';
import type { ListStatement, Name, Permission, Resource } from '../../syntax/ast.ts';
import {
  authClass,
  complaintAboutAnonymous,
  isAnonymous,
  namesAuthenticator,
  roleAt,
  rolesKnown,
} from '../judging/login.ts';
import { inEach, inOrder, type Outcome, PLACEHOLDER, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { type Context, existingKeyspace, isResolvedName, missing, tableAt, resolveName } from './context.ts';
import { findFunction, isUndecidedFunction, prepareTypes } from './function-parts.ts';
import { roleNotFound } from './roles.ts';
import { isVirtualKeyspace } from '../judging/system-keyspaces.ts';

/** GRANT and REVOKE, of permissions and of roles. `text` is the request, which one of the server's sentences repeats. */
export function checkPermission(statement: Permission, context: Context, text: string): Outcome {
  const { action, permissions, resource, grantee, span } = statement;
  const login = (): Outcome => complaintAboutAnonymous(context.session, span);
  if (permissions.length === 0 || resource === undefined)
    return inOrder(login, () => (isAnonymous(context.session) ? undefined : membership(statement, context)));
  return inOrder(
    () => whileParsing(resource, context),
    () => applicable(resource, permissions, context, text),
    () => (isAnonymous(context.session) ? undefined : keyspaceInUse(resource, context)),
    login,
    () => (grantee === undefined ? undefined : existingRole(grantee, context, (name) => roleNotFound(name, true))),
    () => isThere(resource, context, 'Resource '),
    () => (action === 'grant' ? strictlyLimited(resource, permissions, context) : undefined),
    () => authorizerProblem(action === 'grant' ? 'GRANT' : 'REVOKE', span, context),
  );
}

/** LIST of permissions, roles and users. */
export const checkListing = ({ what, resource, role, span }: ListStatement, context: Context): Outcome =>
  inOrder(
    () => (resource === undefined ? undefined : whileParsing(resource, context)),
    () => complaintAboutAnonymous(context.session, span),
    () => (resource === undefined ? undefined : isThere(resource, context, '')),
    () => (role === undefined ? undefined : existingRole(role, context, notListed)),
    () => (what === 'permissions' ? authorizerProblem('LIST PERMISSIONS', span, context) : undefined),
  );

const notListed = ({ name, span }: Name): Outcome =>
  refuse('role-not-found', `<role ${name}> doesn't exist`, span, [name]);

function existingRole(role: Name, { session }: Context, problem: (role: Name) => Outcome): Outcome {
  if (role.template) return PLACEHOLDER;
  const found = roleAt(role.name, session);
  if (found === undefined) return UNKNOWN_SCHEMA;
  return found === 'none' ? problem(role) : undefined;
}

/** A role is not granted twice, nor in a circle, and only what is granted is revoked (`CassandraRoleManager.grantRole`, `.revokeRole`). */
function membership({ action, role, grantee }: Permission, context: Context): Outcome {
  if (role === undefined || grantee === undefined) return undefined;
  const known = rolesKnown(context.session);
  const missingOne = inEach([role, grantee], (one) => existingRole(one, context, (name) => roleNotFound(name, false)));
  if (missingOne !== undefined || known === undefined) return missingOne ?? UNKNOWN_SCHEMA;
  const wrong = (message: string): Outcome => refuse('role-member', message, grantee.span, [role.name, grantee.name]);
  const isMember = (member: Name, of: Name): Outcome => wrong(`${member.name} is a member of ${of.name}`);
  if (action === 'revoke') {
    const revocable = role.name === grantee.name || known.roles.get(grantee.name)?.memberOf.has(role.name);
    return revocable ? undefined : wrong(`${grantee.name} is not a member of ${role.name}`);
  }
  const [ofGrantee, ofRole] = [rolesOf(grantee.name, known), rolesOf(role.name, known)];
  if (ofGrantee.has(role.name)) return isMember(grantee, role);
  if (ofRole.has(grantee.name)) return isMember(role, grantee);
  const uncertain = [...ofGrantee, ...ofRole].some((name) => known.roles.get(name)?.uncertain);
  return uncertain ? UNKNOWN_SCHEMA : undefined;
}

/** Before anything else a table without a keyspace is looked for in the one in use (`AuthorizationStatement.maybeCorrectResource`). */
function keyspaceInUse({ kind, name }: Resource, context: Context): Outcome {
  if (kind !== 'table' || name === undefined) return undefined;
  const target = resolveName(name, context);
  return isResolvedName(target) ? undefined : target;
}

/** Of the server's own keyspaces little is granted (`Permission.INVALID_FOR_SYSTEM_KEYSPACES`). */
function strictlyLimited({ kind, name, span }: Resource, permissions: readonly string[], context: Context): Outcome {
  if (name === undefined || (kind !== 'keyspace' && kind !== 'tables' && kind !== 'table')) return undefined;
  const keyspace = kind === 'table' ? (name.keyspace?.name ?? context.session.keyspace) : name.name.name;
  if (keyspace === undefined || isVirtualKeyspace(keyspace)) return undefined;
  if (context.session.catalog.keyspace(keyspace)?.system !== true) return undefined;
  const possible = permissionsOn({ kind }, context);
  const granted = permissions.includes('ALL') ? possible : possible.filter((one) => permissions.includes(one));
  if (granted.every((permission) => ['SELECT', 'DESCRIBE', 'ALTER'].includes(permission))) return undefined;
  const message = 'Granting permissions on system keyspaces is strictly limited, this operation is not permitted';
  return refuse('system-keyspace', message, span, [keyspace], 'unauthorized');
}

function authorizerProblem(operation: string, span: Resource['span'], { session }: Context): Outcome {
  const { configuration } = session;
  const isLogin = configuration !== undefined && namesAuthenticator(configuration) === true;
  if (!isLogin || authClass('authorizer', session) !== 'AllowAllAuthorizer') return undefined;
  const message = `${operation} operation is not supported by AllowAllAuthorizer`;
  return operation === 'LIST PERMISSIONS'
    ? refuse('authorizer', message, span)
    : refuse('authorizer', `java.lang.UnsupportedOperationException: ${message}`, span, [], 'server');
}

/** Client warnings of permissions that the role has already, or has not (`GrantPermissionsStatement`, `RevokePermissionsStatement`). */
export function grantWarnings(
  { action, permissions, resource, grantee }: Permission,
  context: Context,
): readonly string[] {
  const { session, release } = context;
  const known = rolesKnown(session);
  if (resource === undefined || grantee === undefined || !since(release, '4.1')) return [];
  const on = printResource(resource, session.keyspace);
  if (known?.grants === undefined || on === undefined) return [];
  // Who asks has all permissions on what they made.
  if (superusersOf(known).includes(grantee.name)) return [];
  if (authClass('authorizer', session) !== 'CassandraAuthorizer') return [];
  const has = (permission: string): boolean =>
    ['ALL', permission].some((each) => known.grants?.has(grantOf(grantee.name, each, on)));
  const asked = permissions.includes('ALL') ? permissionsOn(resource, context) : permissions;
  const vain = PERMISSIONS.filter((each) => asked.includes(each) && has(each) === (action === 'grant'));
  if (vain.length === 0) return [];
  const all = vain.join(', ');
  return action === 'grant'
    ? [`Role '${grantee.name}' was already granted ${all} on ${on}`]
    : [`Role '${grantee.name}' was not granted ${all} on ${on}`];
}

/** In the server's order (`Permission`). */
const PERMISSIONS = 'CREATE ALTER DROP SELECT MODIFY AUTHORIZE DESCRIBE EXECUTE UNMASK SELECT_MASKED'.split(' ');

/** What the parser asks of names. */
function whileParsing(resource: Resource, context: Context): Outcome {
  const { kind, name, text, span } = resource;
  if (text !== undefined) return objectNameProblem(text, kind === 'mbeans', resource);
  if (kind !== 'function' || name === undefined) return undefined;
  if (name.keyspace === undefined) {
    const message = 'In this context function name must be explictly qualified by a keyspace';
    return refuse('no-keyspace', message, name.span, [name.name.name]);
  }
  if (name.keyspace.template) return undecided('placeholder');
  const keyspace = existingKeyspace(name.keyspace.name, name.keyspace.span, context);
  if (isVerdict(keyspace)) {
    if (keyspace.kind === 'undecided') return keyspace;
    const message = `Keyspace ${name.keyspace.name} doesn't exist`;
    return refuse('keyspace-not-found', message, span, [name.keyspace.name], 'config');
  }
  const types = prepareTypes(resource.parameters ?? [], name.keyspace.name, context);
  return isVerdict(types) ? types : undefined;
}

/** Names of MBeans are those of JMX (`javax.management.ObjectName`). */
function objectNameProblem(text: string, plural: boolean, { span }: Resource): Outcome {
  const wrong = (message: string): Outcome => refuse('mbean-name', message, span, [text], 'syntax');
  if (text === '') return wrong('Empty JMX object name supplied');
  if (text === '*:*') return wrong('Please use ALL MBEANS instead of wildcard pattern');
  if (!OBJECT_NAME.test(text)) return wrong(`${text} is not a valid JMX object name`);
  if (!plural || /[*?]/.test(text)) return undefined;
  return wrong(`Plural form used, but non-pattern JMX object name specified (${text})`);
}

const PROPERTY = String.raw`[^,=:*?\n]+=(?:"(?:[^"\\\n]|\\.)*"|[^,=:"\n]*)`;
const OBJECT_NAME = new RegExp(String.raw`^[^:\n]*:(?:\*|${PROPERTY}(?:,${PROPERTY})*(?:,\*)?|\*(?:,${PROPERTY})+)$`);

/** Some of the permissions can be had on a thing of that kind. */
function applicable(resource: Resource, permissions: readonly string[], context: Context, text: string): Outcome {
  const { kind, name, span } = resource;
  const found = kind === 'function' ? functionProblem(resource, context, text) : builtInFunctions(resource, context);
  if (found !== undefined) return found;
  const possible = permissionsOn(resource, context);
  if (permissions.includes('ALL') || permissions.some((permission) => possible.includes(permission))) return undefined;
  const message = `Resource type ${classOf(resource)} does not support any of the requested permissions`;
  return refuse('permission', message, span, name === undefined ? [] : [name.name.name], 'syntax');
}

/** All functions of the server's own keyspace. */
const builtInFunctions = ({ kind, name }: Resource, { release }: Context): Outcome =>
  kind === 'functions' && name?.name.name === 'system' && since(release, '5.0')
    ? builtInFunction(name.name)
    : undefined;

function functionProblem({ name, parameters, span }: Resource, context: Context, text: string): Outcome {
  const keyspace = name?.keyspace?.name ?? '';
  if (name === undefined || name.name.template) return undecided('placeholder');
  if (keyspace === 'system') {
    return since(context.release, '5.0') ? builtInFunction(name.name) : undefined;
  }
  const { session } = context;
  const types = prepareTypes(parameters ?? [], keyspace, context);
  if (isVerdict(types)) return types;
  const space = session.catalog.keyspace(keyspace);
  const found = space === undefined ? undefined : findFunction(space, name.name.name, types, context);
  if (found !== undefined) return isUndecidedFunction(found) ? found : undefined;
  if (!session.complete) return undecided('unknown-schema');
  // The server asks the function that it has not found which permissions it has.
  const message = `Failed parsing statement: [${text}] reason: NoSuchElementException No value present`;
  return refuse('function-not-found', message, span, [name.name.name], 'syntax');
}

/** What can be had on a thing of a kind (`IResource.applicablePermissions`). */
export function permissionsOn(
  { kind }: Pick<Resource, 'kind'>,
  { release }: Pick<Context, 'release'>,
): readonly string[] {
  const masking = since(release, '5.0') ? ['UNMASK', 'SELECT_MASKED'] : [];
  switch (kind) {
    case 'keyspaces':
    case 'keyspace':
    case 'tables':
      return ['CREATE', 'ALTER', 'DROP', 'SELECT', 'MODIFY', 'AUTHORIZE', ...masking];
    case 'table':
      return ['ALTER', 'DROP', 'SELECT', 'MODIFY', 'AUTHORIZE', ...masking];
    case 'roles':
      return ['CREATE', 'ALTER', 'DROP', 'AUTHORIZE', 'DESCRIBE'];
    case 'role':
      return ['ALTER', 'DROP', 'AUTHORIZE', 'DESCRIBE'];
    case 'functions':
      return ['CREATE', 'ALTER', 'DROP', 'AUTHORIZE', 'EXECUTE'];
    case 'function':
      return ['ALTER', 'DROP', 'AUTHORIZE', 'EXECUTE'];
    case 'mbeans':
    case 'mbean':
      return ['AUTHORIZE', 'DESCRIBE', 'EXECUTE', 'MODIFY', 'SELECT'];
  }
}

function classOf({ kind }: Resource): string {
  switch (kind) {
    case 'roles':
    case 'role':
      return 'RoleResource';
    case 'functions':
    case 'function':
      return 'FunctionResource';
    case 'mbeans':
    case 'mbean':
      return 'JMXResource';
    default:
      return 'DataResource';
  }
}

/** Who has logged in is told what is not there; who may grant, only the server knows. `before` stands before what is not there. */
function isThere(resource: Resource, context: Context, before: '' | 'Resource '): Outcome {
  const { kind, name } = resource;
  // The server knows which beans its process has.
  if (kind === 'mbean') return UNKNOWN_SCHEMA;
  if (name === undefined || name.name.template) return undefined;
  switch (kind) {
    case 'keyspace':
    case 'tables':
    case 'functions': {
      if (context.session.catalog.keyspace(name.name.name) !== undefined) return undefined;
      const message = `${before}${printResource(resource, undefined)} doesn't exist`;
      return missing('keyspace-not-found', message, { span: name.span, name: name.name.name }, context);
    }
    case 'table': {
      const target = resolveName(name, context);
      if (!isResolvedName(target)) return target;
      if (tableAt(target, context) !== undefined) return undefined;
      const message = `${before}${printResource(resource, target.keyspace)} doesn't exist`;
      return missing('table-not-found', message, target, context);
    }
    case 'role':
      return existingRole(name.name, context, ({ name: role, span }) =>
        refuse('role-not-found', `${before}<role ${role}> doesn't exist`, span, [role]),
      );
    case 'function':
      if (name.keyspace?.name === 'system')
        return before === '' && !since(context.release, '5.0') ? undefined : builtInFunction(name.name);
      return before === '' ? listedFunction(resource, context) : undefined;
    default:
      return undefined;
  }
}

/** Only LIST comes to look for a function; what it is granted has been asked of it before. */
function listedFunction({ name, parameters, span }: Resource, context: Context): Outcome {
  const keyspace = name?.keyspace?.name;
  if (name === undefined || keyspace === undefined) return undefined;
  const space = context.session.catalog.keyspace(keyspace);
  const types = prepareTypes(parameters ?? [], keyspace, context);
  if (space === undefined || isVerdict(types)) return UNKNOWN_SCHEMA;
  const found = findFunction(space, name.name.name, types, context);
  if (found !== undefined) return isUndecidedFunction(found) ? found : undefined;
  const signature = types.map((type) => printType(type, context.release)).join(', ');
  const message = `<function ${keyspace}.${name.name.name}(${signature})> doesn't exist`;
  return missing('function-not-found', message, { span, name: name.name.name }, context);
}

const builtInFunction = ({ name, span }: Name): Outcome =>
  refuse('builtin-function', 'Altering permissions on builtin functions is not supported', span, [name]);
