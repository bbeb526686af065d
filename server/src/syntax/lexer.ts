import {
  BACKTICKED,
  BAD_NAME,
  BLOCK_COMMENT,
  COLON,
  COMMA,
  DOT,
  DURATION,
  EMPTY_QUOTED,
  EQ,
  EXPR_OPEN,
  FLOAT,
  GE,
  GT,
  HEX,
  IDENT,
  INTEGER,
  ISO_DURATION,
  LBRACE,
  LBRACKET,
  LE,
  LINE_COMMENT,
  LPAREN,
  LT,
  MINUS,
  MINUS_EQ,
  NE,
  NEGATIVE_INFINITY,
  NEGATIVE_NAN,
  PERCENT,
  PLUS,
  PLUS_EQ,
  QMARK,
  QUOTED,
  RANGE,
  RBRACE,
  RBRACKET,
  RPAREN,
  SEMI,
  SLASH,
  SQL_EQ,
  SQL_NE,
  STAR,
  STRING,
  TEMPLATE,
  TYPOGRAPHIC_OPERATOR,
  TYPOGRAPHIC_QUOTED,
  TYPOGRAPHIC_SPACE,
  TYPOGRAPHIC_STRING,
  UNKNOWN,
  UNTERMINATED_COMMENT,
  UNTERMINATED_QUOTED,
  UNTERMINATED_STRING,
  UUID,
} from './generated/token-types.ts';
import { BITS, JOINT, LETTER, PLACEHOLDER, WORD, isDigit, isForeignLetter, isTypographicSpace } from './scan/characters.ts';
import { mix, typeOfWord } from './scan/keywords.ts';
import { UUID_LENGTH, digitsEnd, durationEnd, floatEnd, hexEnd, isUuid, isoDurationEnd } from './scan/numbers.ts';
import { type FailedSearches, fail, templateEnd } from './scan/placeholders.ts';
import { blockCommentEnd, dollarQuotedEnd, lineEnd, quotedEnd } from './scan/quoted.ts';
import { type Runaway, runawayBody, runawayName, runawayString } from './scan/runaway.ts';

/** A growing table of tokens; `count` entries are filled, and at least `SPARE` zeros follow. Offsets are those of the text that was read. */
export interface TokenTable {
  types: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  count: number;
}

/** How many tokens may be looked at behind the last one. */
export const SPARE = 8;

/** What a text consists of: the tokens that a parser sees, and the comments and typographic spaces between them. */
export interface Lexed {
  readonly visible: TokenTable;
  readonly hidden: TokenTable;
  readonly failed: FailedSearches;
}

/** A text that is read bit by bit. */
export interface Reading extends Lexed {
  readonly text: string;
  /** Where the next token, or white space, begins; the text's length where all is read. */
  at: number;
  /** Quoted texts that swallow statements because their last quote is missing end before them. */
  readonly stopsRunaways: boolean;
}

/**
 * Cuts a text into the tokens of `CqlLexer.g4`, white space left out.
 *
 * Written by hand because it runs on every keystroke and on the whole of every file; a test keeps it equal to the grammar.
 */
export function lex(text: string): Lexed {
  const reading = startReading(text, text.length, false);
  readOn(reading, text.length);
  return reading;
}

/** Begins to read a text of which `length` characters will be wanted at least. */
export function startReading(text: string, length: number, stopsRunaways: boolean): Reading {
  return {
    text,
    at: 0,
    stopsRunaways,
    visible: newTable((length >> 2) + 2 * SPARE),
    hidden: newTable(2 * SPARE),
    failed: { starts: [], ends: [], noBraceBefore: 0 },
  };
}

/** Reads on to the end of the token, or of the white space, that holds the character before `until`. */
export function readOn(reading: Reading, until: number): void {
  const { text, visible, hidden, failed, stopsRunaways } = reading;
  const length = Math.min(until, text.length);
  let { at } = reading;
  while (at < length) {
    const code = text.charCodeAt(at);
    let type = UNKNOWN;
    let end = at + 1;
    switch (code < 128 ? KINDS[code] : BEYOND_ASCII) {
      case BLANK:
        at = end;
        continue;
      case NAME: {
        let hash = mix(0, code);
        let next = text.charCodeAt(end);
        while (next < 128 && (BITS[next]! & WORD) !== 0) {
          hash = mix(hash, next);
          end += 1;
          next = text.charCodeAt(end);
        }
        if (mayBeDuration(text, at, code) || (next < 128 ? (BITS[next]! & (PLACEHOLDER | JOINT)) !== 0 : isForeignLetter(next))) {
          [type, end] = unusualWord(text, at, end, hash, failed);
        } else {
          type = code === UNDERSCORE ? BAD_NAME : typeOfWord(text, at, end, hash);
        }
        break;
      }
      case NUMBER:
        end = digitsEnd(text, end);
        type = INTEGER;
        if (!isPlain(text.charCodeAt(end))) [type, end] = number(text, at, end, failed);
        break;
      case MARK:
        type = MARKS[code]!;
        break;
      case QUOTE:
        end = quotedEnd(text, at, "'");
        if (stopsRunaways) end = stopped(runawayString(text, at, end), at, end, failed);
        type = end < 0 ? UNTERMINATED_STRING : STRING;
        break;
      case DOUBLE_QUOTE:
        end = quotedEnd(text, at, '"');
        if (stopsRunaways) end = stopped(runawayName(text, at, end), at, end, failed);
        type = end < 0 ? UNTERMINATED_QUOTED : end === at + 2 ? EMPTY_QUOTED : QUOTED;
        break;
      case DASH: {
        const next = text.charCodeAt(end);
        if (next === 0x2d) {
          type = LINE_COMMENT;
          end = lineEnd(text, end);
        } else if (isDigit(next)) {
          [type, end] = signedNumber(text, end);
        } else {
          [type, end] = minus(text, at);
        }
        break;
      }
      case STROKE: {
        const next = text.charCodeAt(end);
        type = SLASH;
        if (next === 0x2f) {
          type = LINE_COMMENT;
          end = lineEnd(text, end);
        } else if (next === 0x2a) {
          end = blockCommentEnd(text, at);
          type = end < 0 ? UNTERMINATED_COMMENT : BLOCK_COMMENT;
        }
        break;
      }
      case OTHER:
        [type, end] = other(text, at, code, failed);
        if (stopsRunaways && code === DOLLAR && type !== TEMPLATE && type !== UNKNOWN) {
          end = stopped(runawayBody(text, at, end), at, end, failed);
          type = end < 0 ? UNTERMINATED_STRING : STRING;
        }
        break;
      default:
        if (code >= 128) [type, end] = beyondAscii(text, at, code, failed);
    }
    // Texts without their closing mark are told by a negative end.
    if (end < 0) end = -end;
    push(isHidden(type) ? hidden : visible, type, at, end);
    at = end;
  }
  reading.at = at;
}

const isHidden = (type: number): boolean => type >= TYPOGRAPHIC_SPACE && HIDDEN[type - TYPOGRAPHIC_SPACE] === 1;

/** Where a quoted text that ran away is stopped, as a negative end; its own end where it did not. */
function stopped(runaway: Runaway | undefined, at: number, end: number, failed: FailedSearches): number {
  if (runaway === undefined) return end;
  fail(failed, at, runaway.seen);
  return -runaway.end;
}

function newTable(capacity: number): TokenTable {
  return { types: new Uint8Array(capacity), starts: new Int32Array(capacity), ends: new Int32Array(capacity), count: 0 };
}

function push(table: TokenTable, type: number, start: number, end: number): void {
  const { count } = table;
  if (count + SPARE === table.types.length) grow(table);
  table.types[count] = type;
  table.starts[count] = start;
  table.ends[count] = end;
  table.count = count + 1;
}

function grow(table: TokenTable): void {
  const capacity = table.types.length * 2;
  const { types, starts, ends } = table;
  (table.types = new Uint8Array(capacity)).set(types);
  (table.starts = new Int32Array(capacity)).set(starts);
  (table.ends = new Int32Array(capacity)).set(ends);
}

type Scanned = readonly [type: number, end: number];

/** A word `text[start, end)` that the next characters may make longer, or that may be an ISO duration. */
function unusualWord(text: string, start: number, end: number, hash: number, failed: FailedSearches): Scanned {
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

const mayBeDuration = (text: string, at: number, code: number): boolean => {
  if (code !== UPPER_P) return false;
  const next = text.charCodeAt(at + 1);
  return isDigit(next) || next === 0x54;
};

/** Where a name that is not ASCII only ends; `at` where the next character is none of a name's. */
function foreignNameEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); ; code = text.charCodeAt(end)) {
    if (code < 128 ? (BITS[code]! & WORD) === 0 : !isForeignLetter(code)) return end;
    end += 1;
  }
}

/** Whether nothing but an INTEGER can end before this character. */
const isPlain = (code: number): boolean =>
  code < 128 ? (BITS[code]! & (WORD | PLACEHOLDER | JOINT)) === 0 && code !== 0x2e : code !== MICRO && code !== UPPER_MICRO;

/** A number without sign whose first digits are `text[start, digits)`. */
function number(text: string, start: number, digits: number, failed: FailedSearches): Scanned {
  if (isUuid(text, start)) return [UUID, start + UUID_LENGTH];
  let word = digits;
  for (let code = text.charCodeAt(word); code < 128 && (BITS[code]! & WORD) !== 0; code = text.charCodeAt(word)) word += 1;
  const template = templateEnd(text, word, failed);
  if (template >= 0) return [TEMPLATE, template];
  if (digits === start + 1 && text.charCodeAt(start) === 0x30 && (text.charCodeAt(digits) | 32) === 0x78) {
    return [HEX, hexEnd(text, start)];
  }
  return numberWithUnit(text, digits);
}

const signedNumber = (text: string, start: number): Scanned => numberWithUnit(text, digitsEnd(text, start));

function numberWithUnit(text: string, digits: number): Scanned {
  const float = floatEnd(text, digits);
  if (float > digits) return [FLOAT, float];
  const duration = durationEnd(text, digits);
  return duration > digits ? [DURATION, duration] : [INTEGER, digits];
}

function minus(text: string, start: number): Scanned {
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
  text.slice(at, at + letters.length).toLowerCase() === letters && BITS[text.charCodeAt(at)]! === LETTER;

/** Marks that may be of two characters, begin a placeholder, or be no CQL. */
function other(text: string, at: number, code: number, failed: FailedSearches): Scanned {
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

function beyondAscii(text: string, at: number, code: number, failed: FailedSearches): Scanned {
  if (isForeignLetter(code)) return [BAD_NAME, foreignNameEnd(text, at)];
  if (isTypographicSpace(code)) {
    let end = at + 1;
    while (isTypographicSpace(text.charCodeAt(end))) end += 1;
    return [TYPOGRAPHIC_SPACE, end];
  }
  const quotes = SINGLE_QUOTES.includes(text[at]!) ? SINGLE_QUOTES : DOUBLE_QUOTES.includes(text[at]!) ? DOUBLE_QUOTES : '';
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
const UNDERSCORE = 0x5f;
const MICRO = 0xb5;
const UPPER_MICRO = 0x39c;

/** What a token that begins with a character may be. */
const BLANK = 1;
const NAME = 2;
const NUMBER = 3;
const MARK = 4;
const QUOTE = 5;
const DOUBLE_QUOTE = 6;
const DASH = 7;
const STROKE = 8;
const OTHER = 9;
const BEYOND_ASCII = 10;

/** Marks that are a token whatever follows. */
const MARKS: Uint8Array = byCharacter([
  [';', SEMI],
  [',', COMMA],
  [':', COLON],
  ['?', QMARK],
  ['(', LPAREN],
  [')', RPAREN],
  ['[', LBRACKET],
  [']', RBRACKET],
  ['}', RBRACE],
  ['*', STAR],
  ['%', PERCENT],
]);

const KINDS: Uint8Array = kindsOfAscii();

const HIDDEN: Uint8Array = hiddenTypes();

function byCharacter(entries: readonly (readonly [string, number])[]): Uint8Array {
  const table = new Uint8Array(128);
  for (const [character, value] of entries) table[character.charCodeAt(0)] = value;
  return table;
}

function kindsOfAscii(): Uint8Array {
  const kinds = new Uint8Array(128).fill(OTHER);
  for (let code = 0; code < 128; code += 1) {
    if ((BITS[code]! & WORD) !== 0) kinds[code] = isDigit(code) ? NUMBER : NAME;
    else if (MARKS[code] !== 0) kinds[code] = MARK;
  }
  const single = byCharacter([
    [' ', BLANK],
    ['\t', BLANK],
    ['\r', BLANK],
    ['\n', BLANK],
    ["'", QUOTE],
    ['"', DOUBLE_QUOTE],
    ['-', DASH],
    ['/', STROKE],
  ]);
  return kinds.map((kind, code) => single[code] || kind);
}

function hiddenTypes(): Uint8Array {
  const hidden = new Uint8Array(256 - TYPOGRAPHIC_SPACE);
  for (const type of [TYPOGRAPHIC_SPACE, LINE_COMMENT, BLOCK_COMMENT, UNTERMINATED_COMMENT]) {
    hidden[type - TYPOGRAPHIC_SPACE] = 1;
  }
  return hidden;
}
