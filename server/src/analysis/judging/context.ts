import type { CassandraRelease, Session } from './verdict-model.ts';

/** What a check depends on beside the statement. */
export interface Context {
  readonly session: Session;
  readonly release: CassandraRelease;
}
