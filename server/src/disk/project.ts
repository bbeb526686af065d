import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CONFIGURATION_FILE, parseConfiguration } from '../config/configuration.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../config/settings.ts';
import { RULE_CODES } from '../rules/index.ts';
import { Workspace } from '../workspace/workspace.ts';
import { findFiles } from './find-files.ts';
import { readText } from './read-text.ts';
import { serverSettings } from './server-settings.ts';

/** A project on disk: the folder, what it says about itself, and its files. */
export interface DiskProject {
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  /** Lines about what could not be used, for a person. */
  readonly problems: readonly string[];
}

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
  const configuration = override(file === undefined ? DEFAULT_CONFIGURATION : readConfigurationFile(file, problems));
  const workspace = new Workspace();
  workspace.configure(configuration, serverSettings(root, configuration, problems));
  for (const found of findFiles(root, configuration.exclude)) {
    const text = readText(join(root, found));
    if (text.kind === 'text') workspace.set(uriOf(join(root, found)), text.text, { path: found, contributes: true });
  }
  return { root, workspace, problems };
}

/** The URI of a path. */
export const uriOf = (path: string): string => pathToFileURL(path).href;

/** The path of a `file:` URI. */
export const pathOf = (uri: string): string => fileURLToPath(uri);

/** A path relative to a folder, with `/`. */
export const relativePath = (root: string, path: string): string => relative(root, path).split(sep).join('/');

/** Whether a path lies in a folder. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function nearestConfiguration(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, CONFIGURATION_FILE);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return undefined;
  }
}

function readConfigurationFile(path: string, problems: string[]): Configuration {
  const text = readText(path);
  if (text.kind === 'unreadable') {
    problems.push(`${path}: ${text.why}.`);
    return DEFAULT_CONFIGURATION;
  }
  const { configuration, problems: found } = parseConfiguration(text.text, RULE_CODES);
  for (const { line, key, message } of found)
    problems.push(`${path}:${line ?? 1}: ${key === '' ? '' : `${key}: `}${message}`);
  return configuration;
}
