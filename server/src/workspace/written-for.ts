import type { Telling } from '../analysis/dialects/evidence.ts';
import type { Dialect } from '../text/release.ts';
import type { PlacedSegment } from './judge.ts';

/** What a file beside the CQL says about the server: an image, a driver, the name of a host. */
export interface Hint {
  readonly server: Dialect | 'cassandra';
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** As it stands there. */
  readonly text: string;
}

/** A statement that tells for which server it is written. */
export interface PlacedTelling extends PlacedSegment, Telling {}

/** The server that a project shows itself to be written for, where no target is set. */
export type WrittenFor =
  | { readonly dialect: Dialect; readonly by: 'text'; readonly telling: PlacedTelling }
  | { readonly dialect: Dialect; readonly by: 'file'; readonly hint: Hint };

/** Statements tell it before files do; where anything speaks against it nothing is said. */
export function writtenFor(tellings: readonly PlacedTelling[], hints: readonly Hint[]): WrittenFor | undefined {
  const [telling] = tellings;
  const named = new Set(hints.map(({ server }) => server));
  if (telling === undefined) {
    const [hint] = hints;
    return hint === undefined || hint.server === 'cassandra' || named.size > 1
      ? undefined
      : { dialect: hint.server, by: 'file', hint };
  }
  const { dialect } = telling;
  if (tellings.some((other) => other.dialect !== dialect) || (named.size > 0 && !named.has(dialect))) return undefined;
  return { dialect, by: 'text', telling };
}
