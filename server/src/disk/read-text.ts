import { readRegularFile } from './regular-file.ts';
import { decodeText, type Decoded } from './text-encoding.ts';

/** Reads a regular file as text. */
export function readText(path: string, largest?: number): Decoded {
  const file = readRegularFile(path, largest);
  return file.kind === 'bytes' ? decodeText(file.bytes) : file;
}
