import type { BoundTexts } from '../embedded/index.ts';
import type { Configuration } from '../config/settings.ts';
import { mentionsIn, type Mentions } from '../names/mentions.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Analyses } from './analyses.ts';
import type { LocatedFinding, WorkspaceFile } from './file.ts';
import type { PlacedFinding } from './locate.ts';
import type { Makings } from './made-tables.ts';
import type { ProgramCode } from './programs.ts';

/** A file with what is known about it. */
export interface FileState {
  readonly file: WorkspaceFile;
  readonly analyses: Analyses;
  /** Of a program: the queries that a loop behind the one before runs, and the INSERTs that a function runs behind one. */
  readonly runBehind?: ReadonlySet<Segment> | undefined;
  /** Of a program: the INSERTs that a loop puts into one logged batch. */
  readonly batched?: ReadonlySet<Segment> | undefined;
  /** Of a program: the texts that are bound to INSERTs. */
  readonly bound?: ReadonlyMap<Segment, BoundTexts> | undefined;
  /** The names in it, once they were asked for. */
  mentions?: Mentions | undefined;
  /** The findings that were asked for last, and what they were made of. */
  located?: {
    readonly code: ProgramCode | undefined;
    readonly made: Makings;
    readonly changes: number;
    readonly configuration: Configuration;
    readonly placed: readonly PlacedFinding[];
    readonly findings: readonly LocatedFinding[];
  };
}

/** The segments that an edit took out of a file, and those that it put in their place. */
export interface Replaced {
  readonly uri: string;
  readonly gone: readonly Segment[];
  readonly come: readonly Segment[];
  /** Those that stay, and to which a program binds other texts. */
  readonly rebound?: readonly Segment[];
}

/** What is looked up in the names of a file is found in them as they are now. */
export const mentionsOf = (state: FileState): Mentions => (state.mentions ??= mentionsIn(state.file.document.segments));
