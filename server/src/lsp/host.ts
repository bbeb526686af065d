import type { PlacedProblem } from '../config/configuration.ts';
import type { Configuration } from '../config/settings.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the language server needs of the machine that it runs on: files, and a hand with memory. */
export interface Host {
  /** Of this program. */
  readonly version: string;
  /** A URI as the host writes it, so that one file has one name whoever wrote it; one that is no file's as it is. */
  normalUri(uri: string): string;
  /** Opens the project that a folder belongs to; `undefined` where the URI names nothing that can be opened. */
  openFolder(uri: string, options: OpenOptions): ProjectFolder | undefined;
  /** The URI of the folder whose project a document belongs to that lies in no open folder; `undefined` for what is no file. */
  folderAround(uri: string): string | undefined;
  /** Gives memory back to the system when nothing was asked for a while. */
  tidying(): { soon(): void; stop(): void };
}

export interface OpenOptions {
  /** What the editor's settings change in the project's own configuration. */
  readonly override: (configuration: Configuration) => Configuration;
  /** Nobody tells what changes on disk: `changes` must find it out. */
  readonly unwatched: boolean;
  /** Whether an editor has a document of a workspace open: its text there is not read from the disk. */
  readonly isOpen: (uri: string, workspace: Workspace) => boolean;
  /** Takes a line about a file that should be read and cannot. */
  readonly tell: (line: string) => void;
}

/** A project in its folder. */
export interface ProjectFolder {
  /** The URI of the folder that the configuration stands in, else of the folder that was opened. */
  readonly root: string;
  readonly workspace: Workspace;
  /** Lines about what could not be used, for a person, without those of the configuration file. */
  readonly problems: readonly string[];
  readonly configuration: ConfigurationFile | undefined;
  /** Statements are looked for in its programs. */
  readonly holdsPrograms: boolean;
  /** Reads the programs, a folder at a time; what was read is not read again. */
  readonly programs: Iterable<void>;
  /** The path of a document relative to the root, with `/`; `undefined` for what lies elsewhere and is no schema file of the project. */
  pathOf(uri: string): string | undefined;
  /** Whether a path below the root belongs to the project, and is not left out by its rules. */
  admits(path: string): boolean;
  /** Whether the project is told to leave a path alone. */
  excludes(path: string): boolean;
  /** Gives the workspace one of the project's files as it is stored; what is no file of the project is taken out of it. */
  give(uri: string): void;
  /** The files that came, changed or went since the last look; `everything` where a configuration did. Empty where changes are told. */
  changes(): 'everything' | readonly string[];
  /** The files of the project below a folder, which may lie around it: those that it knows, and those that are there. */
  below(uri: string): readonly string[];
  /** Whether its configuration, or files beside its texts, say something else now. */
  isOutdated(): boolean;
}

/** The configuration file of a project. */
export interface ConfigurationFile {
  readonly uri: string;
  /** The URI of the file that it is, where it is a link: of what becomes of that, editors tell under its own name. */
  readonly stored: string;
  /** As it was read; `undefined` where it could not be. */
  readonly text: string | undefined;
  /** What is wrong in it now. */
  problems(): readonly PlacedProblem[];
}
