import { randomBytes } from 'node:crypto';
import fs, { type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from './paths.ts';
import { reasonOf } from './reason.ts';
import { readRegularFile } from './regular-file.ts';
import { decodeText, encodeText } from './text-encoding.ts';

/** A file that shall have another text. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** As a person knows it. */
  readonly name: string;
  /** The text as it was read. */
  readonly before: string;
  readonly after: string;
}

/** What came of writing: all files, or none with the file that is in the way and why. */
export type Written = { readonly kind: 'written' } | { readonly kind: 'refused'; readonly why: string };

/** What is needed of `node:fs`. */
export type FileSystem = Pick<
  typeof fs,
  | 'accessSync'
  | 'closeSync'
  | 'fchmodSync'
  | 'fchownSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'linkSync'
  | 'lstatSync'
  | 'openSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmSync'
  | 'writeSync'
>;

/**
 * Writes all files or none. Each keeps its encoding, mode, owner and links. A file that is a link out of the project, that is
 * read-only, that changed since it was read or that holds bytes of no text is in the way.
 */
export function writeFiles(root: string, changes: readonly FileChange[], system: FileSystem = fs): Written {
  const targets = new Map<string, Target>();
  for (const change of changes) {
    const target = targetOf(root, change, system);
    if (typeof target === 'string') return refused(change.name, target);
    // Two names of one file.
    const key = `${target.stats.dev}:${target.stats.ino}`;
    const other = targets.get(key);
    if (other !== undefined && !other.bytes.equals(target.bytes))
      return refused(change.name, `it is the same file as ${other.name}, and they would differ`);
    targets.set(key, target);
  }
  return replaceAll([...targets.values()], system);
}

const refused = (name: string, why: string): Written => ({ kind: 'refused', why: `${name}: ${why}` });

/** The file that is written in the end. */
interface Target {
  readonly name: string;
  /** Without links. */
  readonly path: string;
  readonly stats: Stats;
  readonly old: Buffer;
  readonly bytes: Buffer;
}

/** The target of a change, or why it cannot be written. */
function targetOf(root: string, { path: given, name, before, after }: FileChange, system: FileSystem): Target | string {
  try {
    const path = system.realpathSync(given);
    if (system.lstatSync(given).isSymbolicLink() && !isInside(system.realpathSync(root), path))
      return 'it is a link to a file outside of the project';
    const file = readRegularFile(path);
    if (file.kind === 'unreadable') return file.why;
    const { bytes: old, stats } = file;
    // Whoever may do everything is not stopped by the system.
    if ((stats.mode & 0o222) === 0) return 'it is read-only';
    system.accessSync(path, fs.constants.W_OK);
    const text = decodeText(old);
    if (text.kind === 'unreadable') return text.why;
    if (!encodeText(text.text, text.encoding).equals(old))
      return `it holds bytes that are no ${text.encoding.slice(0, 6).toUpperCase()}`;
    if (text.text !== before) return CHANGED;
    return { name, path, stats, old, bytes: encodeText(after, text.encoding) };
  } catch (error) {
    return reasonOf(error);
  }
}

const CHANGED = 'it changed since it was read';

/** What puts the new bytes in the place of the old, and back. */
interface Replacement {
  readonly target: Target;
  replace(): void;
  undo(): void;
}

function replaceAll(targets: readonly Target[], system: FileSystem): Written {
  const temporary: string[] = [];
  const prepared: Replacement[] = [];
  const replaced: Replacement[] = [];
  let name = '';
  try {
    for (const target of targets) {
      ({ name } = target);
      prepared.push(prepare(target, temporary, system));
    }
    for (const replacement of prepared) {
      const { target } = replacement;
      ({ name } = target);
      if (!isSame(system.lstatSync(target.path), target.stats)) return putBack(replaced, name, CHANGED);
      replacement.replace();
      replaced.push(replacement);
    }
    return { kind: 'written' };
  } catch (error) {
    return putBack(replaced, name, reasonOf(error));
  } finally {
    for (const path of temporary) removeQuietly(path, system);
  }
}

const isSame = (a: Stats, b: Stats): boolean =>
  a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.mode === b.mode;

function putBack(replaced: readonly Replacement[], name: string, why: string): Written {
  const lost = replaced.toReversed().flatMap(({ target, undo }) => {
    try {
      undo();
      return [];
    } catch (error) {
      return [`; ${target.name} could not be put back: ${reasonOf(error)}`];
    }
  });
  return refused(name, [why, ...lost].join(''));
}

function removeQuietly(path: string, system: FileSystem): void {
  try {
    system.rmSync(path, { force: true });
  } catch {
    // The folder lost its rights meanwhile; there is nothing left to do about it.
  }
}

/** Gets everything ready that may fail. A file with other names, or of an owner that no new file can have, is overwritten in its place. */
function prepare(target: Target, temporary: string[], system: FileSystem): Replacement {
  const { path, stats, old, bytes } = target;
  const draft = stats.nlink > 1 ? undefined : newFile(target, bytes, temporary, system);
  if (draft === undefined) {
    // It stands beside the file in case that the machine stops half-way.
    newFile(target, old, temporary, system);
    return {
      target,
      replace() {
        try {
          overwrite(path, bytes, system);
        } catch (error) {
          overwrite(path, old, system);
          throw error;
        }
      },
      undo: () => overwrite(path, old, system),
    };
  }
  const kept = keep(target, temporary, system);
  return {
    target,
    replace: () => system.renameSync(draft, path),
    undo: () => system.renameSync(kept, path),
  };
}

/** A second name for the file as it is; where the file system has none, a copy. */
function keep(target: Target, temporary: string[], system: FileSystem): string {
  const kept = temporaryName(target);
  try {
    temporary.push(kept);
    system.linkSync(target.path, kept);
    return kept;
  } catch {
    return newFile(target, target.old, temporary, system) ?? kept;
  }
}

/** A new file beside the target with its mode and owner; `undefined` where the owner is out of reach. */
function newFile({ path, stats }: Target, bytes: Buffer, temporary: string[], system: FileSystem): string | undefined {
  const draft = temporaryName({ path });
  // Nobody can have put a link there: what has this name already is an error.
  const file = system.openSync(draft, 'wx', 0o600);
  temporary.push(draft);
  try {
    writeAll(file, bytes, system);
    const own = system.fstatSync(file);
    if (own.uid !== stats.uid || own.gid !== stats.gid) {
      try {
        system.fchownSync(file, stats.uid, stats.gid);
      } catch {
        return undefined;
      }
    }
    system.fchmodSync(file, stats.mode & 0o7777);
    system.fsyncSync(file);
    return draft;
  } finally {
    system.closeSync(file);
  }
}

const temporaryName = ({ path }: Pick<Target, 'path'>): string =>
  join(dirname(path), `.cql-analyzer-${randomBytes(12).toString('hex')}.tmp`);

function overwrite(path: string, bytes: Buffer, system: FileSystem): void {
  const file = system.openSync(path, 'r+');
  try {
    writeAll(file, bytes, system);
    system.ftruncateSync(file, bytes.length);
    system.fsyncSync(file);
  } finally {
    system.closeSync(file);
  }
}

function writeAll(file: number, bytes: Buffer, system: FileSystem): void {
  for (let from = 0; from < bytes.length;) from += system.writeSync(file, bytes, from, bytes.length - from, from);
}
