import fs, { type Stats } from 'node:fs';
import { reasonOf } from './reason.ts';

/** The bytes of a file with what the file system says about it, or one line that says why there are none. */
export type FileBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly stats: Stats }
  | { readonly kind: 'unreadable'; readonly why: string };

/** In bytes. No text that a person wrote is longer. */
export const LARGEST_FILE = 64_000_000;

/** In bytes, of a configuration. */
export const LARGEST_SETTINGS = 1_000_000;

/** Reads a regular file up to a size; pipes and devices, which may have no end or never begin, are not opened. */
export function readRegularFile(path: string, largest: number = LARGEST_FILE): FileBytes {
  try {
    const refused = refusalOf(fs.statSync(path), largest);
    if (refused !== undefined) return { kind: 'unreadable', why: refused };
    // Something else may stand there meanwhile: a pipe without a writer would be waited for.
    const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const stats = fs.fstatSync(file);
      const why = refusalOf(stats, largest);
      if (why !== undefined) return { kind: 'unreadable', why };
      const bytes = readBytes(file, stats.size, largest);
      return bytes === undefined ? { kind: 'unreadable', why: tooLarge(largest) } : { kind: 'bytes', bytes, stats };
    } finally {
      fs.closeSync(file);
    }
  } catch (error) {
    return { kind: 'unreadable', why: reasonOf(error) };
  }
}

/** Reads standard input to its end, up to a size. */
export function readStandardInput(largest: number = LARGEST_FILE): Buffer | undefined {
  return readBytes(0, BUFFER, largest);
}

const BUFFER = 65_536;

function refusalOf(stats: Stats, largest: number): string | undefined {
  if (stats.isDirectory()) return 'it is a folder';
  if (!stats.isFile()) return 'it is no regular file';
  return stats.size > largest ? tooLarge(largest) : undefined;
}

/** What is said of a file that is larger than a number of bytes. */
export const tooLarge = (largest: number): string => `it is larger than ${largest / 1_000_000} MB`;

/** All bytes of a file, which may be longer than its size says; `undefined` where there are too many. */
function readBytes(file: number, size: number, largest: number): Buffer | undefined {
  let bytes: Buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(file, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > largest) return undefined;
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, largest + 1));
  }
}
