import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CONFIGURATION_FILE } from '../config/configuration.ts';
import { isBesideTexts } from '../config/telling-files.ts';
import { hostOf } from '../embedded/index.ts';
import { giveProgram, LARGEST_PROGRAM, programPaths } from '../disk/programs.ts';
import { isCqlPath, isProgramPath } from '../disk/project-files.ts';
import { isInside, pathOf, relativePath, uriOf } from '../disk/paths.ts';
import { openProject, possibleConfigurations, unreadLine, type DiskProject } from '../disk/project.ts';
import { VERSION } from '../disk/version.ts';
import { readText } from '../disk/read-text.ts';
import { statsOf } from '../disk/stats-of.ts';
import type { Host, OpenOptions, ProjectFolder } from '../lsp/host.ts';
import { tidying } from './memory.ts';

/** The machine that Node runs on. */
export const nodeHost = (): Host => ({
  version: VERSION,
  normalUri,
  openFolder(uri, options) {
    const path = filePathOf(uri);
    return path === undefined ? undefined : folderAt(path, options);
  },
  folderAround(uri) {
    const path = filePathOf(uri);
    return path === undefined ? undefined : uriOf(folderAround(path));
  },
  tidying,
});

/** `file:` URIs as Node writes them; others, and those of no file of this machine, as they are. */
function normalUri(uri: string): string {
  const path = filePathOf(uri);
  return path === undefined ? uri : uriOf(path);
}

/** The path of a URI; `undefined` where it names no file of this machine. */
function filePathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return pathOf(uri);
  } catch {
    return undefined;
  }
}

/** The folder that a document outside of all open folders belongs to: the nearest with a configuration or a repository, else its own. */
function folderAround(path: string): string {
  const own = dirname(path);
  for (let at = own; ; at = dirname(at)) {
    if (ROOT_MARKERS.some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return own;
  }
}

const ROOT_MARKERS: readonly string[] = [CONFIGURATION_FILE, '.git'];

function folderAt(folder: string, { override, unwatched, isOpen, tell }: OpenOptions): ProjectFolder {
  const since = Date.now() - COARSE_MILLISECONDS;
  const project = openProject({ folder, override, isOpen });
  const { root, workspace, files, problems, configuration } = project;
  const named = new Set(project.named);
  const admits = (path: string): boolean => named.has(path) || (isCqlPath(path) && files.admits(path));
  const isReadProgram = (path: string): boolean =>
    files.admits(path) && workspace.configuration['embedded.languages'].includes(hostOf(path)!.name);
  for (const one of project.unread) tell(unreadLine({ ...one, path: join(root, one.path) }));
  let stamps = unwatched ? stampsOf(folder, project, since) : undefined;
  return {
    root: uriOf(root),
    workspace,
    problems: [...problems, ...project.unmatched().given.map((pattern) => `schema: no file matches ${pattern}.`)],
    holdsPrograms: project.holdsPrograms,
    programs: project.programs,
    configuration: configuration && {
      uri: uriOf(configuration.path),
      stored: uriOf(realPathOf(configuration.path)),
      text: configuration.text,
      problems: () => [...configuration.problems, ...project.unmatched().placed],
    },
    pathOf(uri) {
      const path = filePathOf(uri);
      const way = path === undefined ? undefined : relativePath(root, path);
      return way !== undefined && (isInside(root, path!) || named.has(way)) ? way : undefined;
    },
    give(uri) {
      const path = filePathOf(uri);
      const way = path === undefined ? undefined : this.pathOf(uri);
      const isProgram = way !== undefined && project.holdsPrograms && isProgramPath(way);
      const isThere = way !== undefined && (isProgram ? isReadProgram(way) : admits(way)) && existsSync(path!);
      const text = isThere ? readText(path!, isProgram ? LARGEST_PROGRAM : undefined) : undefined;
      if (text?.kind === 'unreadable') tell(unreadLine({ path: path!, why: text.why }));
      if (text?.kind !== 'text') workspace.remove(uri);
      else if (isProgram) giveProgram(uri, { path: way, text: text.text }, workspace);
      else workspace.set(uri, text.text, { path: way!, contributes: true });
    },
    admits,
    excludes: (path) => !named.has(path) && files.excludes(path),
    changes() {
      if (stamps === undefined) return [];
      const before = stamps;
      stamps = stampsOf(folder, project);
      const changed = [...new Set([...before.keys(), ...stamps.keys()])].filter(
        (path) => before.get(path) !== stamps?.get(path),
      );
      const isText = (path: string): boolean => isCqlPath(path) || isProgramPath(path);
      const others = changed.filter((path) => !isText(path));
      if (!others.every((path) => isBesideTexts(basename(path)))) return 'everything';
      const sameFiles = changed.every((path) => before.has(path) && stamps?.has(path));
      if (!(sameFiles && others.length === 0) && project.isOutdated()) return 'everything';
      return changed.filter(isText).map((path) => uriOf(path));
    },
    below(uri) {
      const path = filePathOf(uri);
      if (path === undefined) return [];
      const way = isInside(path, root) ? '' : this.pathOf(uri);
      if (way === undefined) return [];
      const found = way === '' || files.admits(way, true) ? files.find() : undefined;
      const paths = [
        ...workspace.paths(),
        ...(found?.paths ?? []),
        ...(project.holdsPrograms ? (found?.programs() ?? []) : []),
      ];
      return [...new Set(paths)]
        .filter((one) => way === '' || one.startsWith(`${way}/`))
        .map((one) => uriOf(join(root, one)));
    },
    isOutdated: project.isOutdated,
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * When the files of a project were last written, and what decides which these are, by path: what is written anew has another stamp.
 * What came, went or was written while the project was read, since a time, may not be what was read: it counts as changed at the next look.
 */
function stampsOf(
  folder: string,
  { root, workspace, files, named, seen, holdsPrograms }: DiskProject,
  since = Infinity,
): ReadonlyMap<string, string> {
  const { cassandraYaml } = workspace.configuration;
  const found = files.find();
  const programs = holdsPrograms ? programPaths(found, workspace) : [];
  const yaml = cassandraYaml === undefined ? [] : [cassandraYaml];
  const stamps = new Map<string, string>();
  for (const name of [
    ...possibleConfigurations(folder),
    ...found.settings,
    ...found.telling,
    ...found.manifests,
    ...yaml,
    ...found.paths,
    ...programs,
    ...named,
  ]) {
    const path = resolve(root, name);
    const stats = statsOf(path);
    // A file that was moved here, or may be read now, was not written.
    if (stats !== undefined)
      stamps.set(path, stats.ctimeMs < since ? `${stats.ctimeMs} ${stats.size}` : 'while it was read');
  }
  if (since === Infinity) return stamps;
  const read = new Set(seen().map((way) => resolve(root, way)));
  // What stands in its place, if anything, is none of the files: a link, a folder, what is left out now.
  for (const path of read) if (!stamps.has(path)) stamps.set(path, 'while it was read');
  // A folder that was moved here brings files that were written long ago. A configuration farther away is not read.
  const isOther = (path: string): boolean => !read.has(path) && basename(path) !== CONFIGURATION_FILE;
  for (const path of [...stamps.keys()].filter(isOther)) stamps.delete(path);
  return stamps;
}

/** File systems count in steps. */
const COARSE_MILLISECONDS = 20;
