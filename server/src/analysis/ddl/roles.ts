import type { RoleStatement } from '../../syntax/ast.ts';
import { inOrder, type Outcome } from '../outcome.ts';
import { refuse } from '../refuse.ts';
import type { Context } from './context.ts';
import { complaintAboutAnonymous, isAnonymous } from '../login.ts';

/** CREATE, ALTER and DROP of roles, users and identities. `text` is the request, which some of the server's sentences repeat. */
export function checkRole(statement: RoleStatement, context: Context, text: string): Outcome {
  if (statement.what === 'service-level' || statement.what === 'other') return undefined;
  return inOrder(
    () => quotedNames(statement),
    () => twice(statement, text),
    () => exclusive(statement),
    () => (isAnonymous(context.session) ? privileged(statement) : undefined),
    () => (isAnonymous(context.session) ? unsupported(statement) : undefined),
    () => emptyAlteration(statement),
    () => emptyName(statement),
    () => complaintAboutAnonymous(context.session, statement.span),
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

/** What only superusers may do, and nobody is one (`CreateRoleStatement.authorize`, `AlterRoleStatement.authorize`). */
function privileged({ action, what, options }: RoleStatement): Outcome {
  if (what === 'identity') return undefined;
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

/** Without an authenticator there are no passwords, and options only for role managers of one's own (`RoleOptions.validate`). */
function unsupported({ what, options, span }: RoleStatement): Outcome {
  const wrong = (name: string, at: RoleStatement['span']): Outcome =>
    refuse('role-option', `org.apache.cassandra.auth.CassandraRoleManager doesn't support ${name}`, at, [name]);
  const option = options.find(({ name }) => name === 'options' || PASSWORDS.includes(name));
  if (option !== undefined) return wrong(optionNamed(option.name), option.span);
  return what === 'generated-role' ? wrong('GENERATED_NAME', span) : undefined;
}

function emptyAlteration({ action, what, options, span }: RoleStatement): Outcome {
  if (action !== 'alter' || (what !== 'role' && what !== 'user') || options.length > 0) return undefined;
  return refuse('empty-alteration', "ALTER [ROLE|USER] can't be empty", span);
}

const emptyName = ({ action, what, name }: RoleStatement): Outcome =>
  action === 'create' && (what === 'role' || what === 'user') && name?.name === ''
    ? refuse('role-name', "Role name can't be an empty string", name.span, [''])
    : undefined;
