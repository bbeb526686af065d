/** The Cassandra releases that can be aimed at, oldest first. */
export const RELEASES = ['3.11', '4.0', '4.1', '5.0', '6.0'] as const;

export type CassandraRelease = (typeof RELEASES)[number];

/** What a release must be for something to exist: `since` inclusive, `until` exclusive; both optional. */
export interface Lifetime {
  readonly since?: CassandraRelease;
  readonly until?: CassandraRelease;
}

/** Whether something with this lifetime exists in a release. */
export function existsIn(release: CassandraRelease, { since, until }: Lifetime): boolean {
  const at = RELEASES.indexOf(release);
  return (
    (since === undefined || at >= RELEASES.indexOf(since)) && (until === undefined || at < RELEASES.indexOf(until))
  );
}
