import type { CqlType } from '../../catalog/model.ts';

/** No bytes are no value of the type (`TypeSerializer.isNull`). */
export const emptyIsNull = (type: CqlType | undefined): boolean =>
  type?.kind === 'native' && !EMPTY_IS_A_VALUE.has(type.name);

const EMPTY_IS_A_VALUE: ReadonlySet<string> = new Set(['text', 'ascii', 'blob']);

/** The UTF-8 bytes of a text. */
export function bytesOf(text: string): readonly number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at)!;
    if (code >= 0x10000) at += 1;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), continuation(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), continuation(code >> 6), continuation(code));
    else bytes.push(0xf0 | (code >> 18), continuation(code >> 12), continuation(code >> 6), continuation(code));
  }
  return bytes;
}

const continuation = (code: number): number => 0x80 | (code & 0x3f);
