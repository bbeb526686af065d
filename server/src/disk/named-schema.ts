import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathMatcher } from '../catalog/index.ts';
import { isInside, relativePath } from './paths.ts';
import { isCqlPath, projectFiles, type ProjectFiles, type Unread } from './project-files.ts';
import { statsOf } from './stats-of.ts';

/** What the setting `schema` names beside the files that a project's search finds. */
export interface NamedSchema {
  /** The patterns as they match paths that are relative to the project's folder, in the order of those that were written. */
  readonly patterns: readonly string[];
  /** Files elsewhere, and files that the search leaves out and that are named by their own path; relative to the folder, with `/`. */
  readonly paths: readonly string[];
  readonly unread: readonly Unread[];
}

/**
 * Looks for the files that patterns name. A pattern is one of the project's folder; where nothing is there, and it comes from somebody
 * who stands elsewhere, it is one of `from`.
 */
export function namedSchema(
  root: string,
  written: readonly string[],
  exclude: readonly string[],
  files: ProjectFiles,
  from: string,
): NamedSchema {
  const paths = new Set<string>();
  const unread: Unread[] = [];
  const patterns = written.map((pattern) => {
    const { fixed, rest } = partsOf(pattern);
    const here = join(root, fixed);
    const place = existsSync(here) ? here : resolve(from, fixed);
    if (!existsSync(place)) return pattern;
    const way = relativePath(root, place);
    const isOutside = !isInside(root, place);
    if (!isOutside && (rest !== '' || statsOf(place)?.isDirectory() === true))
      return place === here ? pattern : `${way}/${rest}`;
    if (isOutside) {
      const found = outside(place, way, rest, exclude);
      for (const path of found.paths) paths.add(path);
      unread.push(...found.unread);
    } else if (!isCqlPath(way) || !files.admits(way)) paths.add(way);
    return rest === '' ? way : `${way}/${rest}`;
  });
  return { patterns, paths: [...paths], unread };
}

/** A pattern as far as it holds no wildcards, in whole names of folders, and the rest. */
function partsOf(pattern: string): { readonly fixed: string; readonly rest: string } {
  const wild = pattern.search(/[*?]/);
  if (wild < 0) return { fixed: pattern, rest: '' };
  const slash = pattern.lastIndexOf('/', wild);
  return { fixed: pattern.slice(0, slash + 1), rest: pattern.slice(slash + 1) };
}

function outside(
  place: string,
  way: string,
  rest: string,
  exclude: readonly string[],
): { readonly paths: readonly string[]; readonly unread: readonly Unread[] } {
  if (statsOf(place)?.isDirectory() !== true) return { paths: [way], unread: [] };
  const { paths, unread } = projectFiles(place, exclude).find();
  const matches = rest === '' ? () => true : pathMatcher(`${way}/${rest}`);
  return {
    paths: paths.map((path) => `${way}/${path}`).filter(matches),
    unread: unread.map((one) => ({ ...one, path: `${way}/${one.path}` })),
  };
}
