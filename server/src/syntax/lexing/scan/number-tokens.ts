import { DURATION, FLOAT, HEX, INTEGER, TEMPLATE, UUID } from '../../generated/token-types.ts';
import { BITS, JOINT, PLACEHOLDER, WORD } from './characters.ts';
import { digitsEnd, durationEnd, floatEnd, hexEnd, isUuid, UUID_LENGTH } from './numbers.ts';
import { type FailedSearches, templateEnd } from './placeholders.ts';
import type { Scanned } from './scanned.ts';

/** Whether nothing but an INTEGER can end before this character. */
export const isPlain = (code: number): boolean =>
  code < 128
    ? (BITS[code]! & (WORD | PLACEHOLDER | JOINT)) === 0 && code !== 0x2e
    : code !== MICRO && code !== UPPER_MICRO;

/** A number without sign whose first digits are `text[start, digits)`. */
export function number(text: string, start: number, digits: number, failed: FailedSearches): Scanned {
  if (isUuid(text, start)) return [UUID, start + UUID_LENGTH];
  let word = digits;
  for (let code = text.charCodeAt(word); code < 128 && (BITS[code]! & WORD) !== 0; code = text.charCodeAt(word))
    word += 1;
  const template = templateEnd(text, word, failed);
  if (template >= 0) return [TEMPLATE, template];
  if (digits === start + 1 && text.charCodeAt(start) === 0x30 && (text.charCodeAt(digits) | 32) === 0x78) {
    return [HEX, hexEnd(text, start)];
  }
  return numberWithUnit(text, digits);
}

/** A number whose first digit, behind its sign, stands at `start`. */
export const signedNumber = (text: string, start: number): Scanned => numberWithUnit(text, digitsEnd(text, start));

function numberWithUnit(text: string, digits: number): Scanned {
  const float = floatEnd(text, digits);
  if (float > digits) return [FLOAT, float];
  const duration = durationEnd(text, digits);
  return duration > digits ? [DURATION, duration] : [INTEGER, digits];
}

const MICRO = 0xb5;
const UPPER_MICRO = 0x39c;
