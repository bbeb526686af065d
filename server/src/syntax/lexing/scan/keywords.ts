import * as tokenTypes from '../../generated/token-types.ts';

/** Folds the case of a letter; digits stay, and no other character of a word becomes equal to one. */
export const fold = (code: number): number => code | 32;

/** The hash of a word is folded from its characters by this, beginning with 0. */
export const mix = (hash: number, code: number): number => (Math.imul(hash, 31) + fold(code)) | 0;

/** The token type of the word `text[start, end)`, whose hash is `hash`: that of a keyword, or `IDENT`. */
export function typeOfWord(text: string, start: number, end: number, hash: number): number {
  const { slots, types, letters } = KEYWORDS;
  for (let slot = hash & MASK; ; slot = (slot + 1) & MASK) {
    const at = slots[slot]!;
    if (at === 0) return tokenTypes.IDENT;
    if (letters[at - 1] === end - start && sameLetters(text, start, end, letters, at)) return types[slot]!;
  }
}

function sameLetters(text: string, start: number, end: number, letters: Uint8Array, at: number): boolean {
  for (let i = start, j = at; i < end; i += 1, j += 1) if (fold(text.charCodeAt(i)) !== letters[j]) return false;
  return true;
}

const MASK = 2047;

/** Open addressing: `slots` points behind the length in `letters`, 0 where empty. */
interface KeywordTable {
  readonly slots: Uint16Array;
  readonly types: Uint8Array;
  readonly letters: Uint8Array;
}

const KEYWORDS: KeywordTable = tableOfKeywords();

/** The keywords are the token types before the punctuation, named after their letters. */
function tableOfKeywords(): KeywordTable {
  const table = { slots: new Uint16Array(MASK + 1), types: new Uint8Array(MASK + 1), letters: new Uint8Array(4096) };
  let free = 1;
  const add = (word: string, type: number): void => {
    let hash = 0;
    table.letters[free] = word.length;
    for (let i = 0; i < word.length; i += 1) {
      hash = mix(hash, word.charCodeAt(i));
      table.letters[free + 1 + i] = fold(word.charCodeAt(i));
    }
    let slot = hash & MASK;
    while (table.slots[slot] !== 0) slot = (slot + 1) & MASK;
    table.slots[slot] = free + 1;
    table.types[slot] = type;
    free += 1 + word.length;
  };
  for (const [word, type] of Object.entries(tokenTypes)) if (type > 0 && type < tokenTypes.SEMI) add(word, type);
  add('COLUMNFAMILIES', tokenTypes.TABLES);
  return table;
}
