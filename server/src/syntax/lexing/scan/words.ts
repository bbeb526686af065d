import { BAD_NAME, EXPR_OPEN, ISO_DURATION, TEMPLATE, UUID } from '../../generated/token-types.ts';
import { BITS, isDigit, isForeignLetter, WORD } from './characters.ts';
import { typeOfWord } from './keywords.ts';
import { isoDurationEnd, isUuid, UUID_LENGTH } from './numbers.ts';
import { type FailedSearches, templateEnd } from './placeholders.ts';
import type { Scanned } from './scanned.ts';

/** A word `text[start, end)` that the next characters may make longer, or that may be an ISO duration. */
export function unusualWord(text: string, start: number, end: number, hash: number, failed: FailedSearches): Scanned {
  const code = text.charCodeAt(start);
  const template = templateEnd(text, end, failed);
  if (template >= 0) return [TEMPLATE, template];
  if (code === UPPER_P) {
    const duration = isoDurationEnd(text, start);
    if (duration > start && duration >= foreignNameEnd(text, end)) return [ISO_DURATION, duration];
  }
  if (end - start === 8 && isUuid(text, start)) return [UUID, start + UUID_LENGTH];
  if (end - start === 4 && text.startsWith('expr(', start)) return [EXPR_OPEN, end + 1];
  const foreign = foreignNameEnd(text, end);
  if (foreign > end || code === UNDERSCORE) return [BAD_NAME, foreign];
  return [typeOfWord(text, start, end, hash), end];
}

/** Whether an ISO duration may begin with this word. */
export const mayBeDuration = (text: string, at: number, code: number): boolean => {
  if (code !== UPPER_P) return false;
  const next = text.charCodeAt(at + 1);
  return isDigit(next) || next === 0x54;
};

/** Where a name that is not ASCII only ends; `at` where the next character is none of a name's. */
export function foreignNameEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); ; code = text.charCodeAt(end)) {
    if (code < 128 ? (BITS[code]! & WORD) === 0 : !isForeignLetter(code)) return end;
    end += 1;
  }
}

const UPPER_P = 0x50;
const UNDERSCORE = 0x5f;
