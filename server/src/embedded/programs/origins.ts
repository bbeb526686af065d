import type { Host } from '../hosts/host.ts';

/** Where a program brings a name from. */
interface Origin {
  /** Where the program may lie that gives it; relative to the project, the likeliest first. */
  readonly paths: readonly string[];
  /** What it is called there. */
  readonly name: string;
}

/** Where the names of a program come from. */
type Origins = (name: string) => Origin | undefined;

export function originsIn(path: string, text: string, host: Host): Origins {
  const found = new Map<string, Origin>();
  const isPython = host.name === 'python';
  if (!isPython && host.name !== 'javascript' && host.name !== 'typescript') return () => undefined;
  for (const { groups = {} } of text.matchAll(isPython ? FROM_MODULE : FROM_SCRIPT)) {
    const module = groups['module'] ?? '';
    for (const part of (groups['names'] ?? groups['given'] ?? '').split(',')) {
      const [brought] = part.match(/[\w$]+/) ?? [];
      const name = part.match(/[\w$]+/g)?.at(-1);
      if (name === undefined || brought === undefined) continue;
      const paths = isPython ? modulePaths(path, module, brought) : scriptPaths(path, module);
      found.set(name, { paths, name: brought });
    }
  }
  return (name) => found.get(name);
}

/** `import db, { run as go } from './db'`, `const { db } = require('../db')`; the names may stand on several lines. */
const FROM_SCRIPT =
  /^[ \t]*(?:import\s+(?<names>[\w$*{},\s]{1,300}?)\s+from|(?:const|let|var)\s+(?<given>[\w$*{},:\s]{1,300}?)\s*=\s*(?:require|await\s+import)\()\s*["'](?<module>(?:\.|[@~]\/)[^"'\n]*)["']/gm;
/** `from ..db import session`, `from app.db import (get_session, close)`. */
const FROM_MODULE =
  /^[ \t]*from[ \t]+(?<module>[\w.]+)[ \t]+import[ \t]+(?:\((?<names>[\w,\s]{1,300})\)|(?<given>[\w, \t]+))/gm;

function scriptPaths(path: string, module: string): readonly string[] {
  const name = module.replace(/\.[cm]?[jt]sx?$/, '');
  const bases = name.startsWith('.')
    ? [resolved(folderOf(path), name)]
    : foldersAround(folderOf(path)).flatMap((folder) => [`${folder}src${name.slice(1)}`, folder + name.slice(2)]);
  return bases.flatMap((base) => SCRIPTS.flatMap((ending) => [`${base}.${ending}`, `${base}/index.${ending}`]));
}

const SCRIPTS = ['ts', 'js', 'tsx', 'jsx', 'mts', 'mjs', 'cts', 'cjs'];

function modulePaths(path: string, module: string, name: string): readonly string[] {
  const [dots = ''] = /^\.*/.exec(module) ?? [];
  const below = module.slice(dots.length).replaceAll('.', '/');
  const around = foldersAround(folderOf(path));
  const folders = dots === '' ? around : around.slice(dots.length - 1, dots.length);
  return folders.flatMap((folder) => {
    const base = folder + below;
    const inside = base === '' || base.endsWith('/') ? base : `${base}/`;
    return [`${base}.py`, `${inside}${name}.py`, `${inside}__init__.py`];
  });
}

/** A path from a folder, in which `.` and `..` stand. */
function resolved(folder: string, path: string): string {
  const parts = folder.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The folder of a file, with `/` at its end; that of the project is empty. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A folder and those around it, the nearest first. */
export function foldersAround(folder: string): readonly string[] {
  const all = [folder];
  for (let at = folder; at !== ''; all.push(at)) at = at.slice(0, at.lastIndexOf('/', at.length - 2) + 1);
  return all;
}
