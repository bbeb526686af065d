import { LARGEST_FILE, readRegularFile, readStandardInput, tooLarge } from './regular-file.ts';
import { decodeText, type Decoded } from './text-encoding.ts';

/** Reads a regular file as text. */
export function readText(path: string, largest?: number): Decoded {
  const file = readRegularFile(path, largest);
  return file.kind === 'bytes' ? decodeText(file.bytes) : file;
}

/** Reads standard input as text. */
export function readPipedText(): Decoded {
  const bytes = readStandardInput();
  return bytes === undefined ? { kind: 'unreadable', why: tooLarge(LARGEST_FILE) } : decodeText(bytes);
}
