import { isTrue } from '../judging/settings.ts';
import type { Session } from '../judging/verdict-model.ts';

/**
 * Whether a feature that an install may switch off is on. Without a cassandra.yaml it counts as on: who uses it has switched it on.
 * `names` are those of its setting, newest first; where the file has none of them the release's own default holds.
 */
export function isSwitchedOn({ configuration, target }: Session, ...names: readonly string[]): boolean {
  if (configuration === undefined) return true;
  const name = names.find((candidate) => configuration.has(candidate));
  if (name === undefined) return target.kind === 'cassandra' && target.release === '3.11' && names.some(isOnIn311);
  return isTrue(configuration.get(name));
}

/** `Config` of 3.11; later releases begin with all of them off. */
const isOnIn311 = (name: string): boolean => name === 'enable_materialized_views' || name === 'enable_sasi_indexes';

/** The same of features that hardly anybody switches on: a server as released is without them. */
export const isSwitchedOnByHand = (session: Session, ...names: readonly string[]): boolean =>
  session.stock === true && session.configuration === undefined ? false : isSwitchedOn(session, ...names);
