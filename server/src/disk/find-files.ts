import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';

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
  '.idea',
  '.vscode-test',
]);

/**
 * The `.cql` files below a folder, as paths relative to it with `/`, sorted by code unit. What .gitignore files, `exclude` (patterns of
 * the same kind) and the usual build folders leave out is left out; links are not followed.
 */
export function findFiles(root: string, exclude: readonly string[] = []): readonly string[] {
  const found: string[] = [];
  walk(root, '', [{ base: '', rules: ignore().add([...exclude]) }], found);
  return found.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Whether a path of a project is one of its CQL files, by its name. */
export const isCqlPath = (path: string): boolean => /\.cql$/i.test(path);

interface Rules {
  /** The folder that the rules stand in, with a `/` at its end; empty for the root. */
  readonly base: string;
  readonly rules: Ignore;
}

function walk(root: string, folder: string, rules: readonly Rules[], found: string[]): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    // A folder that may not be read holds nothing to say something about.
    return;
  }
  const own = entries.some(({ name }) => name === '.gitignore')
    ? gitignore(join(root, folder, '.gitignore'))
    : undefined;
  const active = own === undefined ? rules : [...rules, { base: folder, rules: own }];
  for (const entry of entries) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !isIgnored(`${path}/`, active)) walk(root, `${path}/`, active, found);
    } else if (entry.isFile() && isCqlPath(entry.name) && !isIgnored(path, active)) {
      found.push(path);
    }
  }
}

const isIgnored = (path: string, rules: readonly Rules[]): boolean =>
  rules.some(({ base, rules: one }) => one.ignores(path.slice(base.length)));

function gitignore(path: string): Ignore | undefined {
  try {
    return ignore().add(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
