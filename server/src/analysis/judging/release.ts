import { isFrom } from '../../catalog/release.ts';
import type { CassandraRelease, Session } from './verdict-model.ts';

/** Whether `release` is `first` or a later one. */
export const since = isFrom;

/** The release whose behaviour the session asks for; `undefined` where the target is no Cassandra. */
export const releaseOf = (session: Session): CassandraRelease | undefined =>
  session.target.kind === 'cassandra' ? session.target.release : undefined;
