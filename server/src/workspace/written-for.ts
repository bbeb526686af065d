import type {
  DialectTelling,
  LaterTelling,
  ReleaseTelling,
  SlipTelling,
  Telling,
} from '../analysis/dialects/evidence.ts';
import { type CassandraRelease, type Dialect, since, type Target } from '../text/release.ts';
import type { PlacedSegment } from './judge.ts';

/** What a file beside the CQL says about the server: an image, a driver, the name of a host. */
export interface Hint {
  readonly server: Dialect | 'cassandra' | 'yugabyte';
  /** Of Cassandra, where it says it. */
  readonly release?: CassandraRelease;
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** As it stands there. */
  readonly text: string;
}

/** A statement that tells for which server it is written. */
export type PlacedTelling = PlacedSegment & Telling;

/** The server that a project shows itself to be written for, where no target is set. */
export type WrittenFor =
  | { readonly target: Target; readonly by: 'text'; readonly telling: PlacedSegment & DialectTelling }
  | { readonly target: Target; readonly by: 'file'; readonly hint: Hint }
  | {
      readonly target: Target;
      readonly by: 'text and file';
      readonly telling: PlacedSegment & (ReleaseTelling | SlipTelling);
      readonly hint: Hint;
    }
  /** The one speaks against the other. */
  | {
      readonly target: Target;
      readonly by: 'file against text';
      readonly telling: PlacedSegment & LaterTelling;
      readonly hint: Hint;
    };

/** Statements tell it before files do; where anything speaks against it nothing is said. */
export function writtenFor(tellings: readonly PlacedTelling[], hints: readonly Hint[]): WrittenFor | undefined {
  const ofDialects = tellings.filter((telling) => 'dialects' in telling);
  const [telling] = ofDialects;
  const named = new Set(hints.map(({ server }) => server));
  if (telling === undefined) {
    const [hint] = hints;
    if (hint === undefined || named.size > 1) return undefined;
    const { server } = hint;
    if (server === 'yugabyte') return undefined;
    if (server === 'cassandra') return namedRelease(tellings, hints);
    const taken = tellings.find(
      (one) => ('until' in one && TAKE_WHAT_IS_GONE.has(server)) || ('slip' in one && one.slip === server),
    );
    if (taken !== undefined && ('until' in taken || 'slip' in taken)) {
      return { target: { kind: 'dialect', dialect: server }, by: 'text and file', telling: taken, hint };
    }
    return { target: { kind: 'dialect', dialect: server }, by: 'file', hint };
  }
  const dialect = telling.dialects.find(
    (one) => ofDialects.every(({ dialects }) => dialects.includes(one)) && (named.size === 0 || named.has(one)),
  );
  return dialect === undefined ? undefined : { target: { kind: 'dialect', dialect }, by: 'text', telling };
}

/** What shows that a project is written for YugabyteDB, which nothing here knows: a statement, or files beside them alone. */
export type Unjudged = { readonly telling: PlacedTelling } | { readonly hint: Hint };

export function unjudgedBy(tellings: readonly PlacedTelling[], hints: readonly Hint[]): Unjudged | undefined {
  if (tellings.some((telling) => 'dialects' in telling) || hints.some(({ server }) => server !== 'yugabyte'))
    return undefined;
  const telling = tellings.find((one) => 'unjudged' in one);
  if (telling !== undefined) return { telling };
  const [hint] = hints;
  return hint === undefined ? undefined : { hint };
}

/** Servers that take what Cassandra took before, such as `sstable_compression`. */
const TAKE_WHAT_IS_GONE: ReadonlySet<Dialect> = new Set(['scylla', 'dse']);

/** The first of the files that name a release of Cassandra, where all name the same one and no other server. */
export function releaseHint(hints: readonly Hint[]): (Hint & { readonly release: CassandraRelease }) | undefined {
  const releases = new Set(hints.flatMap(({ release }) => release ?? []));
  const [release] = releases;
  const hint = hints.find((one) => one.release !== undefined);
  if (release === undefined || releases.size > 1 || hint === undefined) return undefined;
  return hints.some(({ server }) => server !== 'cassandra') ? undefined : { ...hint, release };
}

/** All files name one release, and a statement holds what later ones do not take, or what it does not take itself. */
function namedRelease(tellings: readonly PlacedTelling[], hints: readonly Hint[]): WrittenFor | undefined {
  const hint = releaseHint(hints);
  if (hint === undefined) return undefined;
  const { release } = hint;
  for (const telling of tellings) {
    if ('until' in telling && !since(release, telling.until)) {
      return { target: { kind: 'cassandra', release }, by: 'text and file', telling, hint };
    }
  }
  const later = tellings.find((telling) => 'since' in telling && !since(release, telling.since));
  return later !== undefined && 'since' in later
    ? { target: { kind: 'cassandra', release }, by: 'file against text', telling: later, hint }
    : undefined;
}
