import {
  BAD_NAME,
  BLOCK_COMMENT,
  COLON,
  COMMA,
  EMPTY_QUOTED,
  INTEGER,
  LBRACKET,
  LINE_COMMENT,
  LPAREN,
  QMARK,
  QUOTED,
  RBRACE,
  RBRACKET,
  RPAREN,
  SEMI,
  SLASH,
  STAR,
  STRING,
  TEMPLATE,
  TYPOGRAPHIC_SPACE,
  UNKNOWN,
  UNTERMINATED_COMMENT,
  UNTERMINATED_QUOTED,
  UNTERMINATED_STRING,
} from '../generated/token-types.ts';
import { BITS, JOINT, PLACEHOLDER, WORD, isDigit, isForeignLetter } from './scan/characters.ts';
import { mix, typeOfWord } from './scan/keywords.ts';
import { beyondAscii, minus, other } from './scan/marks.ts';
import { isPlain, number, signedNumber } from './scan/number-tokens.ts';
import { digitsEnd } from './scan/numbers.ts';
import { type FailedSearches, fail } from './scan/placeholders.ts';
import { blockCommentEnd, lineEnd, quotedEnd } from './scan/quoted.ts';
import { type Runaway, runawayBody, runawayName, runawayString } from './scan/runaway.ts';
import { mayBeDuration, unusualWord } from './scan/words.ts';
import { SPARE, type TokenTable, newTable, push } from '../token-table.ts';

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

/** How a text is read. */
export interface ReadingStyle {
  readonly stopsRunaways: boolean;
  /** Whether placeholders of templates are tokens, as in the lexer's grammar; a server has none. */
  readonly templates: boolean;
}

/**
 * Cuts a text into the tokens of `CqlLexer.g4`, white space left out.
 *
 * Written by hand because it runs on every keystroke and on the whole of every file; a test keeps it equal to the grammar.
 */
export function lex(text: string): Lexed {
  const reading = startReading(text, text.length, { stopsRunaways: false, templates: true });
  readOn(reading, text.length);
  return reading;
}

/** Begins to read a text of which `length` characters will be wanted at least. */
export const startReading = (text: string, length: number, style: ReadingStyle): Reading =>
  startReadingInto(newTable((length >> 2) + 2 * SPARE), newTable(2 * SPARE), text, style);

/** Begins to read a text whose tokens come behind those that are in the tables. */
export function startReadingInto(
  visible: TokenTable,
  hidden: TokenTable,
  text: string,
  { stopsRunaways, templates }: ReadingStyle,
): Reading {
  return {
    text,
    at: 0,
    stopsRunaways,
    visible,
    hidden,
    failed: { starts: [], ends: [], noBraceBefore: 0, templates },
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
        if (
          mayBeDuration(text, at, code) ||
          (next < 128 ? (BITS[next]! & (PLACEHOLDER | JOINT)) !== 0 : isForeignLetter(next))
        ) {
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
]);

const DOLLAR = 0x24;
const UNDERSCORE = 0x5f;

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
