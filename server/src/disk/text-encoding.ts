/** How bytes hold a text. A byte order mark is the first character of the text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The text of bytes, or one line that says why there is none. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: Encoding }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Decodes bytes as UTF-8, or as UTF-16 after its byte order mark; what is neither is replaced by U+FFFD, and binary files are refused. */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.subarray(0, SNIFFED).includes(0))
    return { kind: 'unreadable', why: 'it is a binary file' };
  return { kind: 'text', text: inHeap(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)), encoding };
}

/** The bytes of a text. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** Node keeps texts of a megabyte outside of the engine's heap, where it takes long to read them character by character. */
const inHeap = (text: string): string => ` ${text}`.slice(1);

const SNIFFED = 8192;
