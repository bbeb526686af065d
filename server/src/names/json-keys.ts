import type { Span } from '../text/span.ts';

/** A key of an object in a text of JSON, and the keys that its value lies under; a number stands for the items of an array. */
export interface JsonKey extends Span {
  /** As Cassandra reads the name of a column or field: in lower case unless it stands in quotes of its own (`"\"Name\""`). */
  readonly name: string;
  readonly quoted: boolean;
  readonly path: readonly (string | 'element')[];
}

/** The keys in the JSON between two offsets of a text, those of nested objects too; as far as it can be read. */
export function jsonKeysIn(text: string, start: number, end: number): readonly JsonKey[] {
  const keys: JsonKey[] = [];
  /** What is open: an object with the key that was read last, or an array. */
  const open: { readonly kind: 'object' | 'array'; key: string | undefined }[] = [];
  let wantsKey = false;
  for (let at = start; at < end; at += 1) {
    switch (text[at]) {
      case '"': {
        const close = closingQuote(text, at + 1, end);
        const around = open.at(-1);
        if (wantsKey && around !== undefined && open.length <= DEEPEST) {
          const key = keyAt(text, at + 1, close);
          const path = open.slice(0, -1).map((one) => (one.kind === 'array' ? 'element' : (one.key ?? '')));
          if (key !== undefined) keys.push({ ...key, path });
          around.key = key?.name;
          wantsKey = false;
        }
        at = close;
        break;
      }
      case '{':
        open.push({ kind: 'object', key: undefined });
        wantsKey = true;
        break;
      case '[':
        open.push({ kind: 'array', key: undefined });
        wantsKey = false;
        break;
      case '}':
      case ']':
        open.pop();
        wantsKey = false;
        break;
      case ',':
        wantsKey = open.at(-1)?.kind === 'object';
        break;
    }
  }
  return keys;
}

/** Nothing in a table lies deeper. */
const DEEPEST = 32;

function closingQuote(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, end);
}

/** Keys with other escapes, or with quotes of the string around them, are left alone. */
function keyAt(text: string, start: number, end: number): Omit<JsonKey, 'path'> | undefined {
  const written = text.slice(start, end);
  const inner = /^\\"([^"\\']+)\\"$/.exec(written)?.[1];
  if (inner !== undefined) return { start, end, name: inner, quoted: true };
  return /^[^"\\']+$/.test(written) ? { start, end, name: written.toLowerCase(), quoted: false } : undefined;
}

/** A name as a key of JSON in a string of CQL. */
export function jsonKeyText(name: string): string {
  const text = name === name.toLowerCase() ? name : `"${name}"`;
  return JSON.stringify(text).slice(1, -1).replaceAll("'", "''");
}
