import { isDigit, isHex } from './characters.ts';

/** Where the digits that begin at `at` end. */
export function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** End of the FLOAT whose integer part ends at `at`; `at` where it is no more than an INTEGER. */
export function floatEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== DOT) return exponentEnd(text, at);
  // `1..3` is a range of 1, `1...3` one of `1.`.
  if (text.charCodeAt(at + 1) === DOT) return text.charCodeAt(at + 2) === DOT ? at + 1 : at;
  return exponentEnd(text, digitsEnd(text, at + 1));
}

/** End of the DURATION whose first number ends at `at`; `at` where no unit follows. */
export function durationEnd(text: string, at: number): number {
  let end = unitEnd(text, at);
  if (end === at) return at;
  for (;;) {
    const digits = digitsEnd(text, end);
    if (digits === end) return end;
    const next = unitEnd(text, digits);
    if (next === digits) return end;
    end = next;
  }
}

/** End of the ISO_DURATION whose `P` stands at `at`; `at` where there is none. */
export function isoDurationEnd(text: string, at: number): number {
  const digits = digitsEnd(text, at + 1);
  if (digits > at + 1 && text.charCodeAt(digits) === UPPER_W) return digits + 1;
  if (digits === at + 5 && ALTERNATIVE_DURATION.test(text.slice(at + 1, at + 20))) return at + 20;
  const date = isoPartsEnd(text, at + 1, UPPER_Y, UPPER_M, UPPER_D);
  if (text.charCodeAt(date) === UPPER_T) {
    const time = isoPartsEnd(text, date + 1, UPPER_H, UPPER_M, UPPER_S);
    if (time > date + 1) return time;
  }
  return date > at + 1 ? date : at;
}

/** End of the HEX that begins with the `0x` at `at`. */
export function hexEnd(text: string, at: number): number {
  let end = at + 2;
  while (isHex(text.charCodeAt(end))) end += 1;
  return end;
}

export const UUID_LENGTH = 36;

/** Whether a UUID begins at `at`. */
export function isUuid(text: string, at: number): boolean {
  for (let i = 0; i < UUID_LENGTH; i += 1) {
    const code = text.charCodeAt(at + i);
    if (i === 8 || i === 13 || i === 18 || i === 23 ? code !== MINUS : !isHex(code)) return false;
  }
  return true;
}

function exponentEnd(text: string, at: number): number {
  if ((text.charCodeAt(at) | 32) !== LOWER_E) return at;
  const sign = text.charCodeAt(at + 1);
  const first = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const end = digitsEnd(text, first);
  return end > first ? end : at;
}

/** y, mo, w, d, h, m, s, ms, us, µs, ns in either case; an upper-case µ is the Greek letter. */
function unitEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const secondIsS = (text.charCodeAt(at + 1) | 32) === LOWER_S;
  if (code === MICRO || code === UPPER_MICRO) return secondIsS ? at + 2 : at;
  switch (code | 32) {
    case LOWER_M:
      return code < 128 && (secondIsS || (text.charCodeAt(at + 1) | 32) === LOWER_O) ? at + 2 : at + 1;
    case LOWER_U:
    case LOWER_N:
      return secondIsS ? at + 2 : at;
    case LOWER_Y:
    case LOWER_W:
    case LOWER_D:
    case LOWER_H:
    case LOWER_S:
      return at + 1;
    default:
      return at;
  }
}

/** Up to three signed numbers, each with its letter, in this order. */
function isoPartsEnd(text: string, at: number, first: number, second: number, third: number): number {
  let end = at;
  for (const letter of [first, second, third]) {
    const digits = text.charCodeAt(end) === MINUS ? end + 1 : end;
    const letterAt = digitsEnd(text, digits);
    if (letterAt > digits && text.charCodeAt(letterAt) === letter) end = letterAt + 1;
  }
  return end;
}

const ALTERNATIVE_DURATION = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

const DOT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
const MICRO = 0xb5;
const UPPER_MICRO = 0x39c;
const UPPER_D = 0x44;
const UPPER_H = 0x48;
const UPPER_M = 0x4d;
const UPPER_S = 0x53;
const UPPER_T = 0x54;
const UPPER_W = 0x57;
const UPPER_Y = 0x59;
const LOWER_D = 0x64;
const LOWER_E = 0x65;
const LOWER_H = 0x68;
const LOWER_M = 0x6d;
const LOWER_N = 0x6e;
const LOWER_O = 0x6f;
const LOWER_S = 0x73;
const LOWER_U = 0x75;
const LOWER_W = 0x77;
const LOWER_Y = 0x79;
