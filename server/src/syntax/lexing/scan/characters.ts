/** What a character may be part of; the fragments of `CqlLexer.g4` as bits. */
export const LETTER = 1;
export const DIGIT = 2;
export const UNDERSCORE = 4;
export const HEX = 8;
/** May begin a placeholder behind a name. */
export const PLACEHOLDER = 16;
/** May make a longer token of the word before it: `-` of UUIDs and ISO durations, `(` of `expr(`. */
export const JOINT = 32;

export const WORD = LETTER | DIGIT | UNDERSCORE;

/** Bits of the ASCII characters. */
export const BITS: Uint8Array = bitsOfAscii();

/** Past the end a code is NaN, which is none of these. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

export const isWord = (code: number): boolean => code < 128 && (BITS[code]! & WORD) !== 0;

export const isLetter = (code: number): boolean => code < 128 && (BITS[code]! & LETTER) !== 0;

export const isHex = (code: number): boolean => code < 128 && (BITS[code]! & HEX) !== 0;

/** Characters beyond ASCII that people write in names (fragment NAME_LIKE). */
export const isForeignLetter = (code: number): boolean =>
  (code >= 0xaa && code <= 0x2af) || (code >= 0x370 && code <= 0x1fff) || (code >= 0x3040 && code <= 0xd7ff);

/** Spaces that Cassandra does not take for white space. */
export const isTypographicSpace = (code: number): boolean =>
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000 ||
  code === 0xfeff;

function bitsOfAscii(): Uint8Array {
  const bits = new Uint8Array(128);
  for (let code = 0x61; code <= 0x7a; code += 1) bits[code] = bits[code - 32] = LETTER | (code <= 0x66 ? HEX : 0);
  for (let code = 0x30; code <= 0x39; code += 1) bits[code] = DIGIT | HEX;
  bits[0x5f] = UNDERSCORE;
  for (const character of '$#{<@%') bits[character.charCodeAt(0)] = PLACEHOLDER;
  for (const character of '-(') bits[character.charCodeAt(0)] = JOINT;
  return bits;
}
