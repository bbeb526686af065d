import { existsSync, lstatSync, readdirSync, realpathSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CONFIGURATION_FILE } from '../config/configuration.ts';
import { MANIFESTS, matcherOfNames, TELLING_FILES } from '../config/telling-files.ts';
import { hostOf } from '../embedded/index.ts';
import { readIgnoreRules, type IgnoreRules } from '../text/ignore-rules.ts';
import { isInside } from './paths.ts';
import { readText } from './read-text.ts';
import { reasonOf } from './reason.ts';

/** Folders that hold nobody's source. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  'target',
  'build',
  'dist',
  'out',
  '.gradle',
  '.venv',
  'venv',
  '__pycache__',
  '.ipynb_checkpoints',
  '.idea',
  '.vscode-test',
]);

/** Below it folders are packages, whatever their names. */
const SOURCE_ROOT = /(?:^|\/)src\/(?:main|test)\/(?:java|kotlin|scala|groovy)\//;

/** Where `out` says which way a port or an adapter goes. */
const PORTS = /(?:^|\/)(?:adapters?|ports?)\/$/i;

/** The `.cql` files below a folder. Paths are relative to it, with `/`. */
export interface ProjectFiles {
  /**
   * Looks for them: sorted by code unit. What .gitignore files, `exclude` (patterns of the same kind) and the usual build folders
   * leave out is left out; links are not followed.
   */
  find(): FoundFiles;
  /** Whether a path is not left out, by the rules as they were when the files were last looked for. */
  admits(path: string, isFolder?: boolean): boolean;
  /** Whether `exclude` leaves out a path, or a folder around it. */
  excludes(path: string): boolean;
}

export interface FoundFiles {
  readonly paths: readonly string[];
  readonly unread: readonly Unread[];
  /** Programs in whose strings statements may stand, folder by folder; those of others, `vendor`, are left out as well. */
  programs(): readonly string[];
  /** Files that list what a program depends on. */
  readonly manifests: readonly string[];
  /** Files that say which files belong to a project: of ignored ones, and of configurations. */
  readonly settings: readonly string[];
  /** Files that may say which server the project talks to. */
  readonly telling: readonly string[];
}

/** A file or folder that should be read and cannot. */
export interface Unread {
  readonly path: string;
  readonly why: string;
}

/** Whether a path of a project is one of a program in which statements are looked for, by its name. */
export const isProgramPath = (path: string): boolean => hostOf(path) !== undefined && !isVendored(path);

const isVendored = (path: string): boolean => /(?:^|\/)(?:vendor|third_party|site-packages)\//.test(path);

const MANIFEST = matcherOfNames(MANIFESTS);
const TELLING = matcherOfNames(TELLING_FILES);

/** Whether a path of a project is one of its CQL files, by its name. */
export const isCqlPath = (path: string): boolean => /\.cql$/i.test(path);

/** The files below a folder, none of which is looked for yet. */
export function projectFiles(root: string, exclude: readonly string[]): ProjectFiles {
  const caseMatters = process.platform !== 'darwin' && process.platform !== 'win32';
  const excluded = readIgnoreRules(exclude, caseMatters);
  /** The rules of .gitignore files by their folder, which has a `/` at its end; that of the root is empty. */
  const ignored = new Map<string, IgnoreRules>();

  /** The nearest .gitignore that speaks of a path decides. */
  const isLeftOut = (folder: string, name: string, isFolder: boolean): boolean => {
    const path = folder + name;
    if (isFolder && SKIPPED.has(name) && !isSource(folder, name)) return true;
    if (excluded.leavesOut(path, isFolder) === true) return true;
    for (let base = folder; ; base = base.slice(0, base.lastIndexOf('/', base.length - 2) + 1)) {
      const answer = ignored.get(base)?.leavesOut(path.slice(base.length), isFolder);
      if (answer !== undefined) return answer;
      if (base === '') return false;
    }
  };

  /** Whether a folder with the name of a build folder holds source: a package, or one way out of a program. */
  const isSource = (folder: string, name: string): boolean =>
    SOURCE_ROOT.test(folder) || (name === 'out' && (PORTS.test(folder) || existsSync(join(root, folder, 'in'))));

  function walk(folder: string, found: Found): void {
    const { paths, unread } = found;
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch (error) {
      unread.push({ path: folder === '' ? '.' : folder, why: reasonOf(error) });
      return;
    }
    for (const { name } of entries)
      if (name === IGNORE_FILE || name === CONFIGURATION_FILE) found.settings.push(folder + name);
    if (entries.some(({ name }) => name === IGNORE_FILE)) readIgnoreFile(folder, unread);
    for (const entry of entries) {
      const { name } = entry;
      const path = folder + name;
      if (entry.isDirectory()) {
        if (!isLeftOut(folder, name, true)) walk(`${path}/`, found);
      } else if (isCqlPath(name) && !isLeftOut(folder, name, false)) {
        const why = entry.isFile() ? undefined : entry.isSymbolicLink() ? whyUnread(path) : NOT_REGULAR;
        if (entry.isFile()) paths.push(path);
        else if (why !== undefined) unread.push({ path, why });
      } else if (entry.isFile()) {
        if (hostOf(name) !== undefined) found.programs.push({ folder, name });
        if (MANIFEST.test(name) && !isLeftOut(folder, name, false)) found.manifests.push(path);
        if (TELLING.test(name)) found.telling.push(path);
      }
    }
  }

  /** Why a link is not read; `undefined` where it leads to what is read under its own name. */
  function whyUnread(link: string): string | undefined {
    try {
      const [base, target] = [realpathSync(root), realpathSync(join(root, link))];
      if (!isInside(base, target)) return 'it is a link out of the folder';
      const path = relative(base, target).replaceAll(sep, '/');
      return isCqlPath(path) && admits(path) ? undefined : 'it is a link to what is not read';
    } catch (error) {
      return reasonOf(error);
    }
  }

  function admits(path: string, isFolder = false): boolean {
    let folder = '';
    const names = path.split('/');
    return names.every((name, index) => {
      const admitted =
        !isLeftOut(folder, name, isFolder || index < names.length - 1) && !isLink(join(root, folder, name));
      folder += `${name}/`;
      return admitted;
    });
  }

  function readIgnoreFile(folder: string, unread: Unread[]): void {
    const path = folder + IGNORE_FILE;
    // Git follows no link here either.
    const text = isLink(join(root, path))
      ? ({ kind: 'unreadable', why: 'it is a link' } as const)
      : readText(join(root, path));
    if (text.kind === 'unreadable') unread.push({ path, why: text.why });
    else ignored.set(folder, readIgnoreRules(text.text.replace(/^\uFEFF/, '').split(/\r?\n/), caseMatters));
  }

  return {
    find() {
      ignored.clear();
      const found: Found = { paths: [], unread: [], programs: [], manifests: [], settings: [], telling: [] };
      walk('', found);
      const { paths, unread, programs, manifests, settings, telling } = found;
      return {
        paths: paths.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
        unread,
        manifests,
        settings,
        telling,
        programs: () =>
          programs.flatMap(({ folder, name }) =>
            isVendored(folder) || isLeftOut(folder, name, false) ? [] : [folder + name],
          ),
      };
    },
    admits,
    excludes(path) {
      const names = path.split('/');
      return names.some(
        (_, index) => excluded.leavesOut(names.slice(0, index + 1).join('/'), index < names.length - 1) === true,
      );
    },
  };
}

/** What a walk has found so far. */
interface Found {
  readonly paths: string[];
  readonly unread: Unread[];
  readonly programs: { readonly folder: string; readonly name: string }[];
  readonly manifests: string[];
  readonly settings: string[];
  readonly telling: string[];
}

const IGNORE_FILE = '.gitignore';
const NOT_REGULAR = 'it is no regular file';

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // It is not there yet, or not any more.
    return false;
  }
}
