import type { Span } from '../text/span.ts';
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

/** A class is named as text or, since 5.0, together with its parameters. */
function classNameOf(setting: unknown): string | undefined {
  if (typeof setting === 'string') return setting;
  if (typeof setting !== 'object' || setting === null) return undefined;
  const [first] = Array.isArray(setting) ? setting : [setting];
  const name: unknown = first?.class_name;
  return typeof name === 'string' ? name : undefined;
}
