import { type Role, type Roles, rolesOf, superusersOf } from '../../catalog/roles.ts';
import type { Span } from '../../text/span.ts';
import { type Outcome, refuse } from './outcome.ts';
import type { Session } from './verdict-model.ts';

/** Nobody can log in: the server is as released, and its cassandra.yaml names no authenticator that asks who one is. */
export function isAnonymous({ stock, configuration }: Session): boolean {
  return stock === true && (configuration === undefined || namesAuthenticator(configuration) !== true);
}

/** Whether a cassandra.yaml names an authenticator that asks who one is; `undefined` where it names none at all. */
export function namesAuthenticator(configuration: ReadonlyMap<string, unknown>): boolean | undefined {
  const name = classNameOf(configuration.get('authenticator'));
  return name === undefined ? undefined : !name.endsWith('AllowAllAuthenticator');
}

/** What nobody may do who has not logged in (`ClientState.ensureNotAnonymous`). */
export const complaintAboutAnonymous = (session: Session, span: Span): Outcome =>
  isAnonymous(session)
    ? refuse(
        'not-logged-in',
        'You have to be logged in and not anonymous to perform this request',
        span,
        [],
        'unauthorized',
      )
    : undefined;

/** What decides who may do what, and the class that a server has where its cassandra.yaml names none. */
const DEFAULTS = {
  authenticator: 'AllowAllAuthenticator',
  authorizer: 'AllowAllAuthorizer',
  role_manager: 'CassandraRoleManager',
  network_authorizer: 'AllowAllNetworkAuthorizer',
} as const;

/** The class of a setting, without its package if it is the server's own; `undefined` where the setting may stand elsewhere. */
export function authClass(setting: keyof typeof DEFAULTS, { configuration, stock }: Session): string | undefined {
  const name = classNameOf(configuration?.get(setting));
  if (name !== undefined) return name.replace(/^org\.apache\.cassandra\.auth\./, '');
  return stock === true ? DEFAULTS[setting] : undefined;
}

/**
 * All roles that there are, where they are known and the server keeps them. Who asks is a superuser: what other users are refused is
 * refused for them as well, if in other words.
 */
export const rolesKnown = (session: Session): Roles | undefined =>
  isAnonymous(session) || authClass('role_manager', session) !== 'CassandraRoleManager' ? undefined : session.roles;

/** The role of that name; `undefined` where nobody can tell whether it is there. */
export function roleAt(name: string, session: Session): Role | 'none' | undefined {
  const known = rolesKnown(session);
  const role = known?.roles.get(name);
  if (known === undefined || role?.uncertain === true) return undefined;
  return role ?? 'none';
}

/** Whether it is the role of who asks: nobody can tell where several roles could. */
export function isAsking(name: string, session: Session): boolean | undefined {
  const known = rolesKnown(session);
  if (known === undefined) return undefined;
  const superusers = superusersOf(known);
  if (!superusers.includes(name)) return false;
  return superusers.length === 1 ? true : undefined;
}

/** Whether it is the role of who asks or granted to it; the server may remember grants of a while ago. */
export function isAskersOwn(name: string, session: Session): boolean | undefined {
  const asking = isAsking(name, session);
  const known = rolesKnown(session);
  if (asking !== false || known === undefined) return asking;
  return superusersOf(known).some((superuser) => rolesOf(superuser, known).has(name)) ? undefined : false;
}

/** A class is named as text or, since 5.0, together with its parameters. */
function classNameOf(setting: unknown): string | undefined {
  if (typeof setting === 'string') return setting;
  if (typeof setting !== 'object' || setting === null) return undefined;
  const [first] = Array.isArray(setting) ? setting : [setting];
  const name: unknown = first?.class_name;
  return typeof name === 'string' ? name : undefined;
}
