import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIGURATION_FILE, parseConfiguration, placedIn, type PlacedProblem } from '../config/configuration.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../config/settings.ts';
import { shortened } from '../config/shortened.ts';
import { isChosen } from '../text/release.ts';
import { RULE_CODES } from '../rules/index.ts';
import { Workspace } from '../workspace/workspace.ts';
import { uriOf } from './paths.ts';
import { projectFiles, type ProjectFiles, type Unread } from './project-files.ts';
import { readText } from './read-text.ts';
import { LARGEST_SETTINGS } from './regular-file.ts';
import { serverHints } from './server-hints.ts';
import { serverSettings } from './server-settings.ts';

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
}

/** A configuration file and what is wrong in it. */
export interface ConfigurationFile {
  /** Absolute. */
  readonly path: string;
  readonly problems: readonly PlacedProblem[];
}

/** Lines about all that could not be used, for a person. */
export const problemLines = ({ problems, configuration }: DiskProject): readonly string[] => [
  ...(configuration?.problems ?? []).map(
    ({ line, key, message }) => `${configuration!.path}:${line}: ${key === '' ? '' : `${shortened(key)}: `}${message}`,
  ),
  ...problems,
];

export interface ProjectOptions {
  /** Where to look for a configuration: this folder, then those above it. */
  readonly folder: string;
  /** A configuration file to use instead of the one that is found. */
  readonly configuration?: string;
  /** Settings that stand above the file's: an editor's, or options of the command line. */
  readonly override?: (configuration: Configuration) => Configuration;
}

/** Opens the project around a folder with all its CQL files. */
export function openProject({ folder, configuration: path, override = (same) => same }: ProjectOptions): DiskProject {
  const file = path === undefined ? nearestConfiguration(folder) : resolve(path);
  const root = file === undefined ? resolve(folder) : dirname(file);
  const problems: string[] = [];
  const read = file === undefined ? undefined : readConfigurationFile(file, problems);
  const configuration = override(read?.configuration ?? DEFAULT_CONFIGURATION);
  const workspace = new Workspace();
  workspace.configure(configuration, serverSettings(root, configuration, problems));
  const files = projectFiles(root, configuration.exclude);
  const { paths, unread: notFound } = files.find();
  if (!isChosen(configuration.target)) workspace.hint(serverHints(root, paths));
  const unread = [...notFound];
  let size = 0;
  for (const found of paths) {
    const text = readText(join(root, found));
    if (text.kind === 'text') size += text.text.length;
    if (text.kind === 'unreadable') unread.push({ path: found, why: text.why });
    else if (size > LARGEST_PROJECT) unread.push({ path: found, why: TOO_MUCH });
    else workspace.set(uriOf(join(root, found)), text.text, { path: found, contributes: true });
  }
  return {
    root,
    workspace,
    files,
    unread,
    problems,
    configuration: file === undefined ? undefined : { path: file, problems: read?.problems ?? [] },
  };
}

/** In UTF-16 code units: a text takes some twenty times as much memory. */
const LARGEST_PROJECT = 128_000_000;
const TOO_MUCH = 'the files before it are 128 MB already';

/** A line about something that is left out, for a person. */
export const unreadLine = ({ path, why }: Unread): string => `${path}: ${why}; it is left out.`;

function nearestConfiguration(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, CONFIGURATION_FILE);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return undefined;
  }
}

function readConfigurationFile(
  path: string,
  problems: string[],
): { readonly configuration: Configuration; readonly problems: readonly PlacedProblem[] } | undefined {
  const text = readText(path, LARGEST_SETTINGS);
  if (text.kind === 'unreadable') {
    problems.push(`${path}: ${text.why}.`);
    return undefined;
  }
  const { configuration, problems: found } = parseConfiguration(text.text, RULE_CODES);
  return { configuration, problems: placedIn(text.text, found) };
}
