import type { CassandraRelease } from '../../text/release.ts';
import type { Session } from './verdict-model.ts';

/** What a check depends on beside the statement. */
export interface Context {
  readonly session: Session;
  readonly release: CassandraRelease;
}
