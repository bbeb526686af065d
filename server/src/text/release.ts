/** The Cassandra releases that can be aimed at, oldest first: whatever lists releases is made from this. */
export const RELEASES = ['3.11', '4.0', '4.1', '5.0', '6.0'] as const;

export type CassandraRelease = (typeof RELEASES)[number];

/** Whether `release` is `first` or a later one. */
export const since = (release: CassandraRelease, first: CassandraRelease): boolean => AGE[release] >= AGE[first];

/** What a release must be for something to exist: `since` inclusive, `until` exclusive; both optional. */
export interface Lifetime {
  readonly since?: CassandraRelease;
  readonly until?: CassandraRelease;
}

/** Whether something with this lifetime exists in a release. */
export const existsIn = (release: CassandraRelease, lifetime: Lifetime): boolean =>
  (lifetime.since === undefined || since(release, lifetime.since)) &&
  (lifetime.until === undefined || !since(release, lifetime.until));

/** Servers that speak CQL and are no Apache Cassandra, by the names that `--target` takes, with what people call them. */
const DIALECTS = {
  scylla: 'ScyllaDB',
  dse: 'DataStax Enterprise',
  hcd: 'Hyper-Converged Database',
  astra: 'Astra DB',
  keyspaces: 'Amazon Keyspaces',
} as const;

export type Dialect = keyof typeof DIALECTS;

/** The server that statements are written for. */
export type Target =
  | { readonly kind: 'cassandra'; readonly release: CassandraRelease }
  /** Without a version, what all versions of today have in common. */
  | { readonly kind: 'dialect'; readonly dialect: Dialect; readonly version?: string };

/** Versions of such servers that can be told apart; longer numbers begin with them. */
const VERSIONS: Readonly<Partial<Record<Dialect, readonly string[]>>> = {
  scylla: ['5', '2025'],
  dse: ['6.8', '6.9'],
};

/** What is aimed at where nothing says otherwise. */
export const DEFAULT_TARGET = { kind: 'cassandra', release: '5.0' } as const satisfies Target;

/** Whether a target was chosen: what is read of settings is never the very default. */
export const isChosen = (target: Target): boolean => target !== DEFAULT_TARGET;

/** The release of a target; `undefined` where it is no Cassandra. */
export const releaseOf = ({ target }: { readonly target: Target }): CassandraRelease | undefined =>
  target.kind === 'cassandra' ? target.release : undefined;

/** The release whose built-in keyspaces and rules a target has; a dialect is described as 5.0 would be. */
export const releaseFor = (target: Target): CassandraRelease => (target.kind === 'cassandra' ? target.release : '5.0');

/** The name under which a target is printed, in JSON and messages. */
export const targetName = (target: Target): string =>
  target.kind === 'cassandra'
    ? `cassandra-${target.release}`
    : target.version === undefined
      ? target.dialect
      : `${target.dialect}-${target.version}`;

/** "Cassandra 5.0", "ScyllaDB" …: for sentences. */
export const targetLabel = (target: Target): string =>
  target.kind === 'cassandra'
    ? `Cassandra ${target.release}`
    : `${dialectLabel(target.dialect)}${target.version === undefined ? '' : ` ${target.version}`}`;

/** "ScyllaDB", "DataStax Enterprise" …: for sentences. */
export const dialectLabel = (dialect: Dialect): string => DIALECTS[dialect];

/** Who answers, in a sentence about any of its releases: "Cassandra", "ScyllaDB" …. */
export const serverName = ({ target }: { readonly target: Target }): string =>
  target.kind === 'cassandra' ? 'Cassandra' : dialectLabel(target.dialect);

/** All targets, the releases first. */
export const TARGETS: readonly Target[] = [
  ...RELEASES.map((release): Target => ({ kind: 'cassandra', release })),
  ...(Object.keys(DIALECTS) as Dialect[]).flatMap((dialect): readonly Target[] => [
    { kind: 'dialect', dialect },
    ...(VERSIONS[dialect] ?? []).map((version): Target => ({ kind: 'dialect', dialect, version })),
  ]),
];

/** All names that `--target` takes. */
export const TARGET_NAMES: readonly string[] = TARGETS.map(targetName);

/** "cassandra-3.11, 4.0, … 5.0 (default) …": for `--help`. */
const RELEASES_IN_WORDS = `cassandra-${RELEASES.map((release) =>
  release === DEFAULT_TARGET.release ? `${release} (default)` : release,
).join(', ')}`;

/** The releases, and behind them the dialects. */
export const TARGETS_IN_WORDS = `${RELEASES_IN_WORDS}; ${Object.keys(DIALECTS).join(', ')}`;

/** Reads `cassandra-5.0`, `5.0`, `5.0.8`, or a dialect's name with or without a version (`dse-6.8.25`); `undefined` for anything else. */
export function parseTarget(text: string): Target | undefined {
  const name = text.trim().toLowerCase();
  const [, dialect, number] = /^([a-z]+)[- ](\d+(?:\.\d+)*)$/.exec(name) ?? [];
  const ofDialect = TARGETS.filter((target) => target.kind === 'dialect' && target.dialect === dialect);
  if (number !== undefined && ofDialect.length > 0)
    return ofDialect.findLast(
      (target) =>
        target.kind === 'dialect' && (target.version === undefined || `${number}.`.startsWith(`${target.version}.`)),
    );
  const version = /^(?:cassandra[- ]?)?(\d+(?:\.\d+)?)(?:[.-][\w.-]+)?$/.exec(name)?.[1];
  return TARGETS.find((target) =>
    target.kind === 'cassandra'
      ? target.release === version || target.release === `${version}.0`
      : targetName(target) === name,
  );
}

const AGE = Object.fromEntries(RELEASES.map((release, at) => [release, at])) as Readonly<
  Record<CassandraRelease, number>
>;
