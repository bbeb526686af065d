import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
