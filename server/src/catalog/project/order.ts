import { pathMatcher } from './glob.ts';

/** A file's place in the order in which the files of a project run. */
export interface OrderedFile {
  /** Into the paths that were given. */
  readonly index: number;
  /** Files of one chain run in this order for certain. */
  readonly chain: string;
  /** Whether its DDL is part of the schema; that of a down migration is not. */
  readonly contributes: boolean;
}

/**
 * Sorts the files of a project into the order in which a person would run them.
 *
 * Paths are relative to the project and written with `/`. Files that the settings name (paths, folders or patterns, in order) come
 * first and are one chain. Then numbered migrations, a chain for each folder of them: `V1_2__x.cql`, `003-x.cql`, `4_x.up.cql`,
 * timestamps, folders such as `v1.2/`. Everything else is a chain of its own, by path. Undo scripts contribute nothing; each stands in the chain of what it
 * takes back, right behind it.
 */
export function orderFiles(paths: readonly string[], settings: readonly string[] = []): readonly OrderedFile[] {
  const listed = listedFiles(paths, settings);
  const inList = new Set(listed);
  const all = new Map(paths.map((path) => [path.toLowerCase(), path]));
  const rest = paths.flatMap((path, index) => (inList.has(index) ? [] : [migrationOf(path, index, all)]));
  return [
    ...listed.map((index) => ({ index, chain: LISTED, contributes: true })),
    ...rest
      .toSorted(
        (a, b) =>
          compareText(a.group, b.group) ||
          compareVersions(a.version, b.version) ||
          Number(a.undo) - Number(b.undo) ||
          compareText(a.path, b.path),
      )
      .map(({ index, group, undo }) => ({ index, chain: `path:${group}`, contributes: !undo })),
  ];
}

const LISTED = 'settings';
const NUMBERED_FILES = '#';

/** Whether a chain is that of the files which the settings name; every other is a guess by their names. */
export const isListed = (chain: string): boolean => chain === LISTED;

/** Whether a chain is one of numbered migrations: each file changes what those before it made. */
export const isMigration = (chain: string): boolean => chain.endsWith(`/${NUMBERED_FILES}`);

/** Whether the name of a file, be it a program, begins with the number of a migration. */
export const isNumbered = (path: string): boolean => NUMBERED.test(path.slice(path.lastIndexOf('/') + 1));

/** By the numbers in them where they differ in numbers, otherwise by code unit: `x2` before `x10`. */
export function compareText(a: string, b: string): number {
  const left = a.split(/(\d+)/);
  const right = b.split(/(\d+)/);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [x = '', y = ''] = [left[at], right[at]];
    const difference = at % 2 === 1 ? compareNumbers(x, y) : x < y ? -1 : x > y ? 1 : 0;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

interface Migration {
  readonly path: string;
  readonly index: number;
  /** What the files of its chain have in common: a folder and `/#`, or its own path. */
  readonly group: string;
  /** Numbers as text, since a timestamp may have more digits than a number holds; empty for a file without one. */
  readonly version: readonly string[];
  readonly undo: boolean;
}

/** `V1_2__x`, `003-x`, `2024-05-01_x`, `v3`; an `R__x` of Flyway runs after those with a version. */
const NUMBERED = /^[vV]?(\d+(?:[._-]\d+)*)(?=[^A-Za-z0-9]|$)/;
const REPEATABLE = /^R__/;
const VERSION_FOLDER = /^[vV]?(\d+(?:[._]\d+)*)$/;

/** Above any number of a version. */
const LAST = '\u{10FFFF}';

function migrationOf(path: string, index: number, all: ReadonlyMap<string, string>): Migration {
  const undone = undoneBy(path, all);
  const undo = undone !== undefined;
  const folders = (undone ?? path).split('/');
  const name = folders.pop() ?? '';
  const stem = name.replace(/\.(?:up\.)?[A-Za-z]+$/i, '');
  // The chain of a version folder is that of the folder it stands in: `v1.0/schema.cql`, `v1.1/schema.cql`.
  const folder = folders.findIndex((part) => VERSION_FOLDER.test(part));
  const outer = folder < 0 ? folders : folders.slice(0, folder);
  const version = (folder < 0 ? [] : folders.slice(folder)).flatMap((part) => VERSION_FOLDER.exec(part)?.[1] ?? part);
  const number = NUMBERED.exec(stem)?.[1] ?? (REPEATABLE.test(stem) ? LAST : undefined);
  if (number === undefined && version.length === 0) return { path, index, group: undone ?? path, version: [], undo };
  return {
    path,
    index,
    group: `${outer.join('/')}/${NUMBERED_FILES}`,
    version: [...version, number ?? ''].flatMap(numbersOf),
    undo,
  };
}

const numbersOf = (text: string): readonly string[] => text.split(/[._-]/);

/**
 * The file that an undo script takes back, be it there or not: of `x.down.cql`, of Flyway's `U1__x.cql`, of one in a `rollback` folder,
 * of a `down` that has its `up` beside it. `undefined` for every other file.
 */
function undoneBy(path: string, all: ReadonlyMap<string, string>): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const there = (...names: readonly string[]): string =>
    names.flatMap((one) => all.get(one.toLowerCase()) ?? [])[0] ?? names.at(-1)!;
  if (/^U\d[\d._]*__/.test(name)) return there(`${path.slice(0, -name.length)}V${name.slice(1)}`);
  if (/\.(?:down|undo|rollback)\.[A-Za-z]+$/i.test(name)) {
    const stem = /^(.*)\.\w+(\.\w+)$/.exec(path);
    return there(`${stem?.[1]}.up${stem?.[2]}`, `${stem?.[1]}.do${stem?.[2]}`, `${stem?.[1]}${stem?.[2]}`);
  }
  const outside = path.replace(/(^|\/)(?:rollbacks?|undo)\//i, '$1');
  if (outside !== path) return there(outside);
  const up = path.replace(/(^|[/._-])(?:downs?|rollback)(?=[/._-])/i, '$1up');
  if (up === path) return undefined;
  const isNumbered = /^\d/.test(name) && /[_-](?:down|rollback)\.[A-Za-z]+$/i.test(name);
  return all.get(up.toLowerCase()) ?? (isNumbered ? up : undefined);
}

function compareVersions(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = compareText(a[at] ?? '', b[at] ?? '');
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareNumbers(a: string, b: string): number {
  const [x, y] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : a.length - b.length);
}

/** The files that the settings name, each once; those of one pattern in their natural order. */
function listedFiles(paths: readonly string[], settings: readonly string[]): readonly number[] {
  if (settings.length === 0) return [];
  const natural = orderFiles(paths);
  const found = new Set<number>();
  for (const pattern of settings) {
    const matches = pathMatcher(pattern);
    for (const { index, contributes } of natural) {
      const path = paths[index]!;
      if (matches(path) && (contributes || path === pattern)) found.add(index);
    }
  }
  return [...found];
}
