import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIGURATION_FILE } from '../config/configuration.ts';
import { mayHoldStatements } from '../embedded/index.ts';
import { LARGEST_PROGRAM } from '../disk/programs.ts';
import { isCqlPath, isProgramPath } from '../disk/project-files.ts';
import { isInside, pathOf, relativePath, uriOf } from '../disk/paths.ts';
import { openProject, unreadLine, type DiskProject } from '../disk/project.ts';
import { VERSION } from '../disk/version.ts';
import { readText } from '../disk/read-text.ts';
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
  openAround(uri, options) {
    const path = filePathOf(uri);
    return path === undefined ? undefined : folderAt(folderAround(path), options);
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
  const project = openProject({ folder, override, isOpen });
  const { root, workspace, files, problems, configuration } = project;
  const named = new Set(project.named);
  const admits = (path: string): boolean => named.has(path) || (isCqlPath(path) && files.admits(path));
  for (const one of project.unread) tell(unreadLine({ ...one, path: join(root, one.path) }));
  let stamps = unwatched ? stampsOf(project) : undefined;
  return {
    root: uriOf(root),
    workspace,
    problems: [...problems, ...project.unmatched().given.map((pattern) => `schema: no file matches ${pattern}.`)],
    holdsPrograms: project.holdsPrograms,
    programs: project.programs,
    configuration: configuration && {
      uri: uriOf(configuration.path),
      problems: () => [...configuration.problems, ...project.unmatched().placed],
    },
    pathOf(uri) {
      const path = filePathOf(uri);
      const way = path === undefined ? undefined : relativePath(root, path);
      return way !== undefined && (isInside(root, path!) || named.has(way)) ? way : undefined;
    },
    read(uri) {
      const path = filePathOf(uri);
      if (path === undefined) return undefined;
      const way = relativePath(root, path);
      const isProgram = project.holdsPrograms && isProgramPath(way);
      if (!(isProgram ? files.admits(way) : admits(way)) || !existsSync(path)) return undefined;
      const text = readText(path, isProgram ? LARGEST_PROGRAM : undefined);
      if (text.kind === 'text') return isProgram && !mayHoldStatements(text.text) ? undefined : text.text;
      tell(unreadLine({ path, why: text.why }));
      return undefined;
    },
    admits,
    changes() {
      if (stamps === undefined) return [];
      const before = stamps;
      stamps = stampsOf(project);
      const changed = [...new Set([...before.keys(), ...stamps.keys()])].filter(
        (path) => before.get(path) !== stamps?.get(path),
      );
      if (changed.some((path) => !isCqlPath(path) && !isProgramPath(path))) return 'everything';
      return changed.map((path) => uriOf(path));
    },
  };
}

/** When the files of a project were last written, by path: what is written anew has another stamp. */
function stampsOf({ root, workspace, files, named }: DiskProject): ReadonlyMap<string, string> {
  const { cassandraYaml } = workspace.configuration;
  const own = [CONFIGURATION_FILE, '.gitignore', ...(cassandraYaml === undefined ? [] : [cassandraYaml])];
  const stamps = new Map<string, string>();
  const programs = [...workspace.files()].flatMap(({ path, code }) => (code === undefined ? [] : [path]));
  for (const name of [...own, ...files.find().paths, ...programs, ...named]) {
    const path = join(root, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) stamps.set(path, `${stats.mtimeMs} ${stats.size}`);
  }
  return stamps;
}
