/** The Cassandra releases that can be aimed at, oldest first. */
export const RELEASES = ['3.11', '4.0', '4.1', '5.0', '6.0'] as const;

export type CassandraRelease = (typeof RELEASES)[number];

/** What a release must be for something to exist: `since` inclusive, `until` exclusive; both optional. */
export interface Lifetime {
  readonly since?: CassandraRelease;
  readonly until?: CassandraRelease;
}

/** Whether `release` is `first` or a later one. */
export const isFrom = (release: CassandraRelease, first: CassandraRelease): boolean => AGE[release] >= AGE[first];

/** Whether something with this lifetime exists in a release. */
export const existsIn = (release: CassandraRelease, { since, until }: Lifetime): boolean =>
  (since === undefined || isFrom(release, since)) && (until === undefined || !isFrom(release, until));

const AGE = Object.fromEntries(RELEASES.map((release, at) => [release, at])) as Readonly<
  Record<CassandraRelease, number>
>;
