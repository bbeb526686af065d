import {
  BACKTICKED,
  BAD_NAME,
  DOT,
  EQ,
  GE,
  GT,
  ISO_DURATION,
  LBRACE,
  LE,
  LT,
  MINUS,
  MINUS_EQ,
  NE,
  NEGATIVE_INFINITY,
  NEGATIVE_NAN,
  PLUS,
  PLUS_EQ,
  PERCENT,
  RANGE,
  SQL_EQ,
  SQL_NE,
  STRING,
  TEMPLATE,
  TYPOGRAPHIC_OPERATOR,
  TYPOGRAPHIC_QUOTED,
  TYPOGRAPHIC_SPACE,
  TYPOGRAPHIC_STRING,
  UNKNOWN,
  UNTERMINATED_STRING,
} from '../../generated/token-types.ts';
import { BITS, isForeignLetter, isTypographicSpace, PLACEHOLDER } from './characters.ts';
import { foreignNameEnd } from './words.ts';
import { isoDurationEnd } from './numbers.ts';
import { type FailedSearches, fail, templateEnd } from './placeholders.ts';
import { dollarQuotedEnd } from './quoted.ts';
import type { Scanned } from './scanned.ts';

/** What begins with a `-` that is neither a comment nor the sign of a number. */
export function minus(text: string, start: number): Scanned {
  switch (text.charCodeAt(start + 1)) {
    case 0x3d:
      return [MINUS_EQ, start + 2];
    case UPPER_P: {
      const end = isoDurationEnd(text, start + 1);
      return end > start + 1 ? [ISO_DURATION, end] : [MINUS, start + 1];
    }
    case 0x4e:
    case 0x6e:
      return isLetters(text, start + 1, 'nan') ? [NEGATIVE_NAN, start + 4] : [MINUS, start + 1];
    case 0x49:
    case 0x69:
      return isLetters(text, start + 1, 'infinity') ? [NEGATIVE_INFINITY, start + 9] : [MINUS, start + 1];
    default:
      return [MINUS, start + 1];
  }
}

const isLetters = (text: string, at: number, letters: string): boolean =>
  text.slice(at, at + letters.length).toLowerCase() === letters;

/** Marks that may be of two characters, begin a placeholder, or be no CQL. */
export function other(text: string, at: number, code: number, failed: FailedSearches): Scanned {
  const next = text.charCodeAt(at + 1);
  if ((BITS[code]! & PLACEHOLDER) !== 0) {
    if (code === DOLLAR && next === DOLLAR) {
      const end = dollarQuotedEnd(text, at);
      return [end < 0 ? UNTERMINATED_STRING : STRING, end];
    }
    const template = templateEnd(text, at, failed);
    if (template >= 0) return [TEMPLATE, template];
  }
  switch (code) {
    case 0x2e:
      return next === 0x2e ? [RANGE, at + 2] : [DOT, at + 1];
    case 0x3c:
      return next === 0x3d ? [LE, at + 2] : next === 0x3e ? [SQL_NE, at + 2] : [LT, at + 1];
    case 0x3e:
      return next === 0x3d ? [GE, at + 2] : [GT, at + 1];
    case 0x3d:
      return next === 0x3d ? [SQL_EQ, at + 2] : [EQ, at + 1];
    case 0x2b:
      return next === 0x3d ? [PLUS_EQ, at + 2] : [PLUS, at + 1];
    case 0x21:
      return next === 0x3d ? [NE, at + 2] : [UNKNOWN, at + 1];
    case 0x25:
      return [PERCENT, at + 1];
    case 0x7b:
      return [LBRACE, at + 1];
    case 0x60: {
      const end = untilAny(text, at + 1, '`');
      if (text.charCodeAt(end) === code) return [BACKTICKED, end + 1];
      fail(failed, at, end + 1);
      return [UNKNOWN, at + 1];
    }
    default:
      return [UNKNOWN, at + 1];
  }
}

/** What begins with a character beyond ASCII. */
export function beyondAscii(text: string, at: number, code: number, failed: FailedSearches): Scanned {
  if (isForeignLetter(code)) return [BAD_NAME, foreignNameEnd(text, at)];
  if (isTypographicSpace(code)) {
    let end = at + 1;
    while (isTypographicSpace(text.charCodeAt(end))) end += 1;
    return [TYPOGRAPHIC_SPACE, end];
  }
  const quotes = SINGLE_QUOTES.includes(text[at]!)
    ? SINGLE_QUOTES
    : DOUBLE_QUOTES.includes(text[at]!)
      ? DOUBLE_QUOTES
      : '';
  if (quotes !== '') {
    const end = untilAny(text, at + 1, quotes);
    const closed = end < text.length && quotes.includes(text[end]!);
    if (closed) return [quotes === SINGLE_QUOTES ? TYPOGRAPHIC_STRING : TYPOGRAPHIC_QUOTED, end + 1];
    fail(failed, at, end + 1);
    return [UNKNOWN, at + 1];
  }
  return [OPERATORS.includes(text[at]!) ? TYPOGRAPHIC_OPERATOR : UNKNOWN, at + 1];
}

/** Offset of the first of these characters or of the line's end. */
function untilAny(text: string, at: number, marks: string): number {
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x0a || code === 0x0d || marks.includes(text[end]!)) return end;
  }
  return end;
}

/** What closes a typographic quote; the straight one does too, but begins none. */
const SINGLE_QUOTES = "\u2018\u2019\u201a\u201b'";
const DOUBLE_QUOTES = '\u201c\u201d\u201e"';
const OPERATORS = '\u2264\u2265\u2260\u21d0\u21d2';

const DOLLAR = 0x24;
const UPPER_P = 0x50;
