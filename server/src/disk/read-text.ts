import { readFileSync } from 'node:fs';

/** The text of a file, or one line that says why there is none. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads a file as text: UTF-8, or UTF-16 with its byte order mark. Bytes of no text are refused. */
export function readText(path: string): FileText {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return {
      kind: 'unreadable',
      why: REASONS.get((error as NodeJS.ErrnoException).code ?? '') ?? String((error as Error).message),
    };
  }
  return decodeText(bytes);
}

/** As `readText`, of bytes that are there already. */
export function decodeText(bytes: Uint8Array): FileText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { kind: 'text', text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { kind: 'text', text: new TextDecoder('utf-16be').decode(bytes) };
  if (bytes.subarray(0, SNIFFED).includes(0)) return { kind: 'unreadable', why: 'it is a binary file' };
  return { kind: 'text', text: inHeap(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) };
}

/** Node keeps texts of a megabyte outside of the engine's heap, where it takes long to read them character by character. */
const inHeap = (text: string): string => ` ${text}`.slice(1);

const SNIFFED = 8192;

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'it may not be read'],
  ['EPERM', 'it may not be read'],
  ['EISDIR', 'it is a folder'],
]);
