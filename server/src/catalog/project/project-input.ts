import type { Segment, Splice } from '../../syntax/segment.ts';
import type { RunRules } from './step-effect.ts';
import type { CassandraRelease } from '../../text/release.ts';

/** One file of a project, as the fold takes it. */
export interface ProjectFile {
  readonly uri: string;
  /**
   * Files of the same chain run in the order given, for certain; how the files of different chains stand to each other is a guess.
   * A file that nothing orders is a chain of its own. See `orderFiles`.
   */
  readonly chain: string;
  /** Whether its DDL is part of the schema; that of a down migration is not. */
  readonly contributes: boolean;
  /** When its statements run nobody knows: those that declare nothing see all there is. */
  readonly unordered?: boolean;
  readonly segments: readonly Segment[];
  /** What the last edit did to them. */
  readonly splice?: Splice | undefined;
  /** The keyspaces of the sessions of a program. */
  readonly sessions?: Sessions;
}

/** In which keyspaces the sessions are that take the statements of a program. */
export interface Sessions {
  /** What tells of them; the same object as long as the program is. */
  readonly source: object;
  names(): string;
  of(segment: number): string | undefined;
}

export interface ProjectInput {
  /** In the order of `orderFiles`. */
  readonly files: readonly ProjectFile[];
  /** Whose built-in keyspaces and defaults there are. */
  readonly release: CassandraRelease;
  /** What schema statements do, and which are refused. The same for every fold that is made of another. */
  readonly rules: RunRules;
  /** The URI of the file that `SOURCE 'path'` in the file `from` means. */
  readonly source?: (from: string, path: string) => string | undefined;
}
