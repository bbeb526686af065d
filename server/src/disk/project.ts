import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  CONFIGURATION_FILE,
  parseConfiguration,
  placedIn,
  problemsOfSetting,
  unmatchedPattern,
  type PlacedProblem,
} from '../config/configuration.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../config/settings.ts';
import { shortened } from '../config/shortened.ts';
import type { OwnServer } from '../modeling/evidence/surroundings.ts';
import { isChosen } from '../text/release.ts';
import { RULE_CODES } from '../rules/index.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Hint } from '../workspace/written-for.ts';
import { namedSchema, type NamedSchema } from './named-schema.ts';
import { uriOf } from './paths.ts';
import { modulesOf, programPaths, readSpeakingPrograms, readPrograms, type Module } from './programs.ts';
import { projectFiles, type FoundFiles, type ProjectFiles, type Unread } from './project-files.ts';
import { readText } from './read-text.ts';
import { LARGEST_SETTINGS } from './regular-file.ts';
import { serverHints } from './server-hints.ts';
import { ownServerOf, serverSettings } from './server-settings.ts';

/** A project on disk: the folder, what it says about itself, and its files. */
export interface DiskProject {
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  readonly files: ProjectFiles;
  /** What belongs to the project and is not in the workspace. */
  readonly unread: readonly Unread[];
  /** Lines about what could not be used, for a person, without those of the configuration file. */
  readonly problems: readonly string[];
  readonly configuration: ConfigurationFile | undefined;
  /** Configurations of folders within it, which do not count where it is read as a whole; relative to the root, with `/`. */
  readonly inner: readonly string[];
  /** Statements are looked for in its programs. */
  readonly holdsPrograms: boolean;
  /** The files that `schema` names and that `files` does not find; relative to the root, with `/`. */
  readonly named: readonly string[];
  /** All files on which it rests that there were when it was read; absolute, or relative to the root, with `/`. */
  readonly seen: () => readonly string[];
  /** The patterns of `schema` that match no file now. */
  unmatched(): UnmatchedPatterns;
  /** Reads the programs in whose strings statements may stand, a few at a time. */
  readonly programs: Iterable<void>;
  /** Whether its configuration, or files beside its texts, say something else now. */
  isOutdated(): boolean;
}

/** What files beside its texts say of a project, and which schema is where it looks for one. */
interface Surroundings {
  readonly hints: readonly Hint[];
  readonly ownServer: OwnServer | undefined;
  readonly modules: readonly Module[];
  /** Statements may stand in programs: there are schema files, a configuration, or a driver of Cassandra. */
  readonly holdsPrograms: boolean;
  readonly named: NamedSchema;
  /** The files that say which files belong to the project: one that was there only while it was read is told of by nobody. */
  readonly settings: readonly string[];
}

export interface UnmatchedPatterns {
  /** Those of the configuration file, where they stand in it. */
  readonly placed: readonly PlacedProblem[];
  /** Those of an editor's settings or of options, as they are written. */
  readonly given: readonly string[];
}

/** A configuration file and what is wrong in it. */
export interface ConfigurationFile {
  /** Absolute. */
  readonly path: string;
  /** As it was read; `undefined` where it could not be. */
  readonly text: string | undefined;
  readonly problems: readonly PlacedProblem[];
}

/** Lines about all that could not be used, for a person. */
export const problemLines = ({ problems, configuration }: DiskProject): readonly string[] => [
  ...(configuration?.problems ?? []).map((problem) => problemLine(configuration!, problem)),
  ...problems,
];

/** A line about something in a configuration file, for a person. */
export const problemLine = ({ path }: ConfigurationFile, { line, key, message }: PlacedProblem): string =>
  `${path}:${line}: ${key === '' ? '' : `${shortened(key)}: `}${message}`;

export interface ProjectOptions {
  /** Where to look for a configuration: this folder, then those above it. */
  readonly folder: string;
  /** A configuration file to use instead of the one that is found. */
  readonly configuration?: string;
  /** Whether an editor has a document of a workspace open, so that its text there is not that of the disk. */
  readonly isOpen?: (uri: string, workspace: Workspace) => boolean;
  /** Settings that stand above the file's: an editor's, or options of the command line. */
  readonly override?: (configuration: Configuration) => Configuration;
  /** Programs are read where nothing but their imports tells that they use Cassandra. */
  readonly searches?: boolean;
  /** The folder of who names schema files in settings that stand above the file's, where those are not the root's. */
  readonly from?: string;
}

/** Opens the project around a folder with all its CQL files. */
export function openProject({
  folder,
  configuration: path,
  override = (same) => same,
  isOpen = () => false,
  from,
  searches = false,
}: ProjectOptions): DiskProject {
  const configurationPath = (): string | undefined =>
    path === undefined ? nearestConfiguration(folder) : resolve(path);
  const file = configurationPath();
  const root = file === undefined ? resolve(folder) : dirname(file);
  const problems: string[] = [];
  const read = file === undefined ? undefined : readConfigurationFile(file, problems);
  const configuration = override(read?.configuration ?? DEFAULT_CONFIGURATION);
  const { schema, exclude, cassandraYaml } = configuration;
  const isOfFile = schema === read?.configuration.schema;
  const workspace = new Workspace();
  const files = projectFiles(root, exclude);
  const all = files.find();
  const { paths, unread: notFound } = all;
  const hasYaml = cassandraYaml !== undefined && existsSync(resolve(root, cassandraYaml));
  const surroundingsOf = (found: FoundFiles): Surroundings => {
    const modules = modulesOf(root, found);
    return {
      hints: isChosen(configuration.target) ? [] : serverHints(root, found.paths),
      ownServer: ownServerOf(root, configuration),
      modules,
      holdsPrograms:
        found.paths.length > 0 || file !== undefined || modules.some(({ databases }) => databases.cassandra),
      named: namedSchema(root, schema, exclude, files, isOfFile ? root : (from ?? root)),
      settings: found.settings,
    };
  };
  const surroundings = surroundingsOf(all);
  const { named } = surroundings;
  const ofServer: string[] = [];
  workspace.configure({ ...configuration, schema: named.patterns }, serverSettings(root, configuration, ofServer));
  const namesServer = read !== undefined && cassandraYaml === read.configuration.cassandraYaml;
  if (!namesServer) problems.push(...ofServer);
  const wrong = namesServer ? problemsOfSetting(read.text, 'cassandra-yaml', ofServer) : [];
  workspace.hint(surroundings.hints, surroundings.ownServer);
  const unread = [...notFound, ...named.unread];
  let size = 0;
  for (const found of new Set([...paths, ...named.paths])) {
    const text = readText(join(root, found));
    if (text.kind === 'text') size += text.text.length;
    if (text.kind === 'unreadable') unread.push({ path: found, why: text.why });
    else if (size > LARGEST_PROJECT) unread.push({ path: found, why: TOO_MUCH });
    else workspace.set(uriOf(join(root, found)), text.text, { path: found, contributes: true });
  }
  const reads = configuration['embedded.languages'].length > 0;
  const holdsPrograms = reads && surroundings.holdsPrograms;
  for (const { path: module, databases } of surroundings.modules) workspace.noteModule(module, databases);
  return {
    root,
    workspace,
    files,
    unread,
    problems,
    configuration:
      file === undefined
        ? undefined
        : { path: file, text: read?.text, problems: [...(read?.problems ?? []), ...wrong] },
    inner: all.settings.filter((one) => one.endsWith(`/${CONFIGURATION_FILE}`)),
    named: named.paths,
    seen: () => [
      ...(file === undefined ? [] : [file]),
      ...(hasYaml ? [cassandraYaml] : []),
      ...all.paths,
      ...named.paths,
      ...all.settings,
      ...all.telling,
      ...all.manifests,
      ...(holdsPrograms ? programPaths(all, workspace) : []),
    ],
    unmatched() {
      const none = new Set(workspace.unmatchedSchema());
      const written = schema.filter((_, index) => none.has(named.patterns[index]!));
      return isOfFile
        ? { placed: written.map((pattern) => unmatchedPattern(read?.text ?? '', pattern)), given: [] }
        : { placed: [], given: written };
    },
    holdsPrograms,
    isOutdated() {
      const now = configurationPath();
      const isSame = now === file && (now === undefined || textOf(now) === read?.text);
      return !isSame || JSON.stringify(surroundingsOf(files.find())) !== JSON.stringify(surroundings);
    },
    programs: holdsPrograms
      ? readPrograms(root, all, workspace, (uri) => isOpen(uri, workspace))
      : reads && searches
        ? readSpeakingPrograms(root, all, workspace)
        : [],
  };
}

/** In UTF-16 code units: a text takes some twenty times as much memory. */
const LARGEST_PROJECT = 128_000_000;
const TOO_MUCH = 'the files before it are 128 MB already';

/** A line about something that is left out, for a person. */
export const unreadLine = ({ path, why }: Unread): string => `${path}: ${why}; it is left out.`;

function nearestConfiguration(folder: string): string | undefined {
  return possibleConfigurations(folder).find((file) => existsSync(file));
}

function textOf(path: string): string | undefined {
  const text = readText(path, LARGEST_SETTINGS);
  return text.kind === 'text' ? text.text : undefined;
}

/** Where the configuration of a folder may stand, the nearest first. */
export function possibleConfigurations(folder: string): readonly string[] {
  const files: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    files.push(join(at, CONFIGURATION_FILE));
    if (dirname(at) === at) return files;
  }
}

interface ReadConfiguration {
  readonly text: string;
  readonly configuration: Configuration;
  readonly problems: readonly PlacedProblem[];
}

function readConfigurationFile(path: string, problems: string[]): ReadConfiguration | undefined {
  const text = readText(path, LARGEST_SETTINGS);
  if (text.kind === 'unreadable') {
    problems.push(`${path}: ${text.why}.`);
    return undefined;
  }
  const { configuration, problems: found } = parseConfiguration(text.text, RULE_CODES);
  return { text: text.text, configuration, problems: placedIn(text.text, found) };
}
