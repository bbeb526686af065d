import type { CheckId } from '../judging/checks.ts';
import type { Name, RoleStatement } from '../../syntax/ast.ts';
import {
  authClass,
  complaintAboutAnonymous,
  isAnonymous,
  isAskersOwn,
  isAsking,
  roleAt,
  rolesKnown,
} from '../judging/login.ts';
import { inOrder, type Outcome, PLACEHOLDER, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { refuse } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import type { Context } from './context.ts';
import { readMap } from './options/properties.ts';

/** CREATE, ALTER and DROP of roles, users and identities. `text` is the request, which some of the server's sentences repeat. */
export function checkRole(statement: RoleStatement, context: Context, text: string): Outcome {
  if (statement.what === 'service-level' || statement.what === 'other') return undefined;
  return inOrder(
    () => quotedNames(statement),
    () => twice(statement, text),
    () => exclusive(statement),
    () => optionMap(statement, context),
    () => emptyKey(statement, context),
    () => (isAnonymous(context.session) ? privileged(statement, context) : ownStatus(statement, context)),
    () => unsupported(statement, context),
    () => hashProblem(statement),
    () => emptyAlteration(statement),
    () => emptyName(statement),
    () => accessDoubt(statement),
    () => complaintAboutAnonymous(context.session, statement.span),
    () => existence(statement, context),
    () => inExecution(statement, context),
  );
}

/** Only roles have names in double quotes. */
function quotedNames({ what, name, role }: RoleStatement): Outcome {
  if (what !== 'user' && what !== 'identity') return undefined;
  const quoted = [name, role].find((one) => one?.text.startsWith('"'));
  if (quoted === undefined) return undefined;
  const message =
    what === 'identity'
      ? 'Quoted strings are are not supported for identity'
      : 'Quoted strings are are not supported for user names and USER is deprecated, please use ROLE';
  return refuse('quoted-user', message, quoted.span, [quoted.name], 'syntax');
}

type RoleOption = RoleStatement['options'][number];

/** The name of an option, as the server's own list has it (`IRoleManager.Option`). */
const optionNamed = (name: string): string =>
  name === 'nosuperuser' ? 'SUPERUSER' : name.toUpperCase().replace(' ', '_');

const isAccess = ({ name }: RoleOption): boolean => name.startsWith('access');

/** While parsing: no option comes twice. */
function twice({ options }: RoleStatement, text: string): Outcome {
  const seen = new Set<string>();
  const access = new Map<string, 'all' | 'some'>();
  for (const option of options) {
    const { name, span } = option;
    if (isAccess(option)) {
      const now = option.value === 'all' ? 'all' : 'some';
      const before = access.get(name) ?? now;
      if (before !== now) {
        const several = name === 'access to' ? 'DCs' : 'CIDR Groups';
        const reason = before === 'all' ? 'All has been set' : `${several} have already been set`;
        const message = `Failed parsing statement: [${text}] reason: IllegalArgumentException ${reason}`;
        return refuse('option-twice', message, span, [name], 'syntax');
      }
      access.set(name, now);
      continue;
    }
    const known = optionNamed(name);
    if (seen.has(known)) {
      return refuse('option-twice', `Multiple definition for property '${known}'`, span, [name], 'syntax');
    }
    seen.add(known);
  }
  return undefined;
}

const PASSWORDS = ['password', 'hashed password', 'generated password'];

/** A password is given in one way only. */
function exclusive({ options }: RoleStatement): Outcome {
  const [first, second] = PASSWORDS.filter((password) => options.some(({ name }) => name === password));
  const guilty = options.findLast(({ name }) => PASSWORDS.includes(name));
  if (first === undefined || second === undefined || guilty === undefined) return undefined;
  const message = `Options '${first}' and '${second}' are mutually exclusive`;
  return refuse('options-exclude', message, guilty.span, [first, second], 'syntax');
}

/** While parsing: OPTIONS are texts by name; a thrown complaint comes before those that the parser collects. */
function optionMap({ options }: RoleStatement, { release }: Context): Outcome {
  const entries = options.find((option) => option.entries !== undefined)?.entries;
  const map = entries && readMap(entries, release);
  return map?.kind === 'refused' ? map : undefined;
}

/** Roles that are dropped, and those of identities, are looked up before anyone is asked who they are (`authorize`). */
function emptyKey({ action, what, name, role }: RoleStatement, { session }: Context): Outcome {
  const key = action === 'drop' ? name : what === 'identity' ? role : undefined;
  if (key?.name !== '' || authClass('role_manager', session) !== 'CassandraRoleManager') return undefined;
  return refuse('empty-key', 'Key may not be empty', key.span, ['']);
}

/** What only superusers may do, and nobody is one (`CreateRoleStatement.authorize`, `AlterRoleStatement.authorize`). */
function privileged({ action, what, name: role, options }: RoleStatement, { session }: Context): Outcome {
  if (what === 'identity') return undefined;
  if (action === 'drop') {
    if (role === undefined || session.roles?.roles.get(role.name)?.superuser !== true) return undefined;
    const message = 'Only superusers can drop a role with superuser status';
    return refuse('superusers-only', message, role.span, [role.name], 'unauthorized');
  }
  const named = (...names: readonly string[]): RoleOption | undefined =>
    options.find(({ name }) => names.includes(name));
  const wrong = (message: string, { name, span }: RoleOption): Outcome =>
    refuse('superusers-only', message, span, [name], 'unauthorized');
  const status = named('superuser', 'nosuperuser');
  if (action === 'create') {
    const raised = status !== undefined && status.name === 'superuser' && status.value !== 'false';
    return raised ? wrong('Only superusers can create a role with superuser status', status) : undefined;
  }
  if (action !== 'alter') return undefined;
  if (status !== undefined) return wrong('Only superusers are allowed to alter superuser status', status);
  const datacenters = named('access to');
  if (datacenters !== undefined)
    return wrong('Only superusers are allowed to alter access to datacenters.', datacenters);
  const groups = named('access from');
  return groups === undefined
    ? undefined
    : wrong('Only superusers are allowed to alter access from CIDR groups.', groups);
}

/** Who asks is a superuser, but not even superusers change their own status (`AlterRoleStatement.authorize`). */
function ownStatus({ action, what, name, options }: RoleStatement, { session }: Context): Outcome {
  const status = options.find((option) => option.name === 'superuser' || option.name === 'nosuperuser');
  if (action !== 'alter' || what === 'identity' || name === undefined || status === undefined) return undefined;
  const own = isAskersOwn(name.name, session);
  if (own !== true) return own === undefined ? UNKNOWN_SCHEMA : undefined;
  const message = "You aren't allowed to alter your own superuser status or that of a role granted to you";
  return refuse('own-superuser-status', message, status.span, [name.name], 'unauthorized');
}

/** Passwords are for authenticators that ask for them, and options for role managers of one's own (`RoleOptions.validate`). */
function unsupported({ what, options, span }: RoleStatement, context: Context): Outcome {
  const { session, release } = context;
  if (authClass('role_manager', session) !== 'CassandraRoleManager') return undefined;
  const authenticator = authClass('authenticator', session);
  const asksForPasswords =
    authenticator === 'PasswordAuthenticator' ||
    (since(release, '5.0') && authenticator === 'MutualTlsWithPasswordFallbackAuthenticator');
  const wrong = (name: string, at: RoleStatement['span']): Outcome =>
    refuse('role-option', `org.apache.cassandra.auth.CassandraRoleManager doesn't support ${name}`, at, [name]);
  const option = options.find(
    ({ name }) =>
      (name === 'options' && !hasPolicy('role_name_policy', context)) ||
      (isAnonymous(session) && PASSWORDS.includes(name)),
  );
  if (option !== undefined) return wrong(optionNamed(option.name), option.span);
  if (what === 'generated-role' && isAnonymous(session)) return wrong('GENERATED_NAME', span);
  const doubtful =
    what === 'generated-role' || options.some(({ name }) => name === 'options' || PASSWORDS.includes(name));
  return doubtful && !asksForPasswords ? UNKNOWN_SCHEMA : undefined;
}

/** The server tries a hashed password on another one (`BCrypt.checkpw` of jBCrypt 0.4), which takes a version, rounds and a salt. */
function hashProblem({ options }: RoleStatement): Outcome {
  const hashed = options.find(({ name }) => name === 'hashed password');
  if (hashed?.text === undefined) return undefined;
  const rounds = Number(HASH.exec(hashed.text)?.[1]);
  if (rounds >= 4 && rounds <= 30) return undefined;
  return refuse('hashed-password', 'Invalid hashed password value. Please use jBcrypt.', hashed.span, []);
}

/** Each fourth character of the salt is not looked at. */
const HASH = /^\$2a?\$([+\d]\d)[\0-$](?:[./A-Za-z\d]{3}[^]){5}[./A-Za-z\d]{2}/;

function emptyAlteration({ action, what, options, span }: RoleStatement): Outcome {
  if (action !== 'alter' || (what !== 'role' && what !== 'user') || options.length > 0) return undefined;
  return refuse('empty-alteration', "ALTER [ROLE|USER] can't be empty", span);
}

const emptyName = ({ action, what, name }: RoleStatement): Outcome =>
  action === 'create' && (what === 'role' || what === 'user') && name?.name === ''
    ? refuse('role-name', "Role name can't be an empty string", name.span, [''])
    : undefined;

/** Only the cluster knows its datacenters and CIDR groups. */
const accessDoubt = ({ options }: RoleStatement): Outcome =>
  options.some((option) => isAccess(option) && option.value !== 'all') ? UNKNOWN_SCHEMA : undefined;

/** What is made is not there yet, what is changed or dropped is. */
function existence(statement: RoleStatement, { session, release }: Context): Outcome {
  const { action, what, name, ifExists, ifNotExists } = statement;
  if (what === 'generated-role' || name === undefined) return undefined;
  if (name.template) return PLACEHOLDER;
  if (what === 'identity') return identityExistence(statement, { session, release });
  const found = roleAt(name.name, session);
  const wrong = (check: CheckId, message: string): Outcome => refuse(check, message, name.span, [name.name]);
  if (found === undefined) return UNKNOWN_SCHEMA;
  if (action === 'create')
    return found === 'none' || ifNotExists ? undefined : wrong('role-exists', `${name.name} already exists`);
  if (found === 'none') return ifExists ? undefined : roleNotFound(name, action === 'alter' && since(release, '4.1'));
  if (action !== 'drop') return undefined;
  const asking = isAsking(name.name, session);
  if (asking !== true) return asking === undefined ? UNKNOWN_SCHEMA : undefined;
  return wrong('own-role', 'Cannot DROP primary role for current login');
}

export const roleNotFound = ({ name, span }: Name, says: boolean): Outcome =>
  refuse('role-not-found', `${says ? 'Role ' : ''}${name} doesn't exist`, span, [name]);

/** Identities are those of roles (`AddIdentityStatement.validate`, `DropIdentityStatement.validate`). */
function identityExistence(
  { action, name, role, ifExists, ifNotExists }: RoleStatement,
  { session }: Context,
): Outcome {
  const known = rolesKnown(session);
  if (known === undefined || name === undefined) return UNKNOWN_SCHEMA;
  const { identities } = known;
  const wrong = (message: string, { span }: Name): Outcome => refuse('identity', message, span, [name.name]);
  const there = identities.has(name.name);
  const uncertain = there && identities.get(name.name) === undefined;
  if (action === 'drop') {
    if (uncertain) return UNKNOWN_SCHEMA;
    return there || ifExists ? undefined : wrong(`identity '${name.name}' doesn't exist`, name);
  }
  if (role === undefined || role.template) return PLACEHOLDER;
  const found = roleAt(role.name, session);
  if (found === 'none') return wrong(`Can not add identity for non-existent role '${role.name}'`, role);
  if (found === undefined || uncertain) return UNKNOWN_SCHEMA;
  return there && !ifNotExists ? wrong(`${name.name} already exists`, name) : undefined;
}

/** What comes up as the statement runs, where there is anything to do. */
function inExecution({ action, what, name, options, span }: RoleStatement, context: Context): Outcome {
  const { session } = context;
  if (isAnonymous(session) || what === 'identity' || action === 'drop') return undefined;
  if (what === 'generated-role') {
    if (!hasPolicy('role_name_policy', context)) return ungenerated('role_name_policy', 'role names', span);
  } else {
    const found = name === undefined ? undefined : roleAt(name.name, session);
    if (found === undefined) return UNKNOWN_SCHEMA;
    if ((found === 'none') !== (action === 'create')) return undefined;
  }
  const generated = options.find((option) => option.name === 'generated password');
  if (generated !== undefined && !hasPolicy('password_policy', context))
    return ungenerated('password_policy', 'passwords', generated.span);
  const policed = ['role_name_policy', 'password_policy'].some((policy) => hasPolicy(policy, context));
  const datacenters = options.find((option) => option.name === 'access to');
  const unlimited = authClass('network_authorizer', session) === 'AllowAllNetworkAuthorizer';
  if (action === 'alter' && datacenters !== undefined && unlimited) {
    const message = 'ACCESS TO DATACENTERS operations not supported by AllowAllNetworkAuthorizer';
    return refuse('network-authorizer', message, datacenters.span, []);
  }
  return policed ? UNKNOWN_SCHEMA : undefined;
}

const ungenerated = (policy: string, what: string, span: RoleStatement['span']): Outcome =>
  refuse(
    'generator',
    `You have to enable ${policy} and its generator_class_name property in cassandra.yaml to be able to generate ${what}.`,
    span,
    [policy],
  );

/** Whether a policy may stand in cassandra.yaml. */
const hasPolicy = (policy: string, { session: { configuration, stock }, release }: Context): boolean =>
  since(release, '6.0') && (stock !== true || configuration?.has(policy) === true);
