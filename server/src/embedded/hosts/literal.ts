import { matchEnd } from './beside.ts';
import type { HoleForm, StringForm } from './host.ts';

/** A text in quotes, in a program. */
export interface Literal {
  readonly form: StringForm;
  /** Its quotes and what belongs to them included. */
  readonly start: number;
  readonly end: number;
  /** Between the quotes. */
  readonly textStart: number;
  readonly textEnd: number;
  /** What of the text does not mean itself, in its order. */
  readonly marks: readonly LiteralMark[];
  /** Its closing quotes are there. */
  readonly closed: boolean;
}

export type LiteralMark =
  /** One or more characters that stand for others. */
  | { readonly kind: 'escape'; readonly start: number; readonly end: number; readonly value: string }
  /** A value that is put in. */
  | { readonly kind: 'hole'; readonly start: number; readonly end: number };

/** What is written between the quotes. */
export const writtenIn = (program: string, { textStart, textEnd }: Pick<Literal, 'textStart' | 'textEnd'>): string =>
  program.slice(textStart, textEnd);

/** A text that stands so much further behind in its program. */
export const movedLiteral = (literal: Literal, by: number): Literal =>
  by === 0
    ? literal
    : {
        ...literal,
        start: literal.start + by,
        end: literal.end + by,
        textStart: literal.textStart + by,
        textEnd: literal.textEnd + by,
        marks: literal.marks.map((mark) => ({ ...mark, start: mark.start + by, end: mark.end + by })),
      };

/** Reads the text behind opening quotes, up to `close`. */
export function readLiteral(text: string, start: number, textStart: number, form: StringForm, close: string): Literal {
  const marks: LiteralMark[] = [];
  let at = textStart;
  let nested = 0;
  const ended = (closed: boolean): Literal => ({
    form,
    start,
    end: closed ? at + close.length : at,
    textStart,
    textEnd: at,
    marks,
    closed,
  });
  while (at < text.length) {
    const sign = text[at]!;
    if (!form.lines && (sign === '\n' || sign === '\r')) return ended(false);
    if (form.nests === true && sign === form.open) nested += 1;
    if (nested > 0 && text.startsWith(close, at)) {
      nested -= 1;
      at += 1;
    } else if (text.startsWith(close, at)) {
      if (form.escapes !== 'doubled' || text[at + 1] !== close) return ended(true);
      marks.push({ kind: 'escape', start: at, end: at + 2, value: close });
      at += 2;
    } else if (sign === '\\' && form.escapes !== 'none' && form.escapes !== 'doubled') {
      const mark = escapeAt(text, at, form);
      marks.push(mark);
      at = mark.end;
    } else {
      const end = SIGNS.includes(sign) ? holeEnd(text, at, form.holes) : -1;
      if (end > at) marks.push({ kind: 'hole', start: at, end });
      else if (text[at + 1] === sign && form.holes.some((hole) => DOUBLED[hole]?.includes(sign)))
        marks.push({ kind: 'escape', start: at, end: at + 2, value: sign });
      at = marks.at(-1)?.start === at ? marks.at(-1)!.end : at + 1;
    }
  }
  return ended(false);
}

const SIGNS = '$#{';

/** The signs that mean themselves where they stand twice, since one begins or ends what is put in. */
const DOUBLED: Readonly<Partial<Record<HoleForm, string>>> = { brace: '{}', 'dollar-word': '$' };

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', s: ' ', '0': '\0' };
const UNICODE = /^\\(?:u\{([0-9a-fA-F]{1,6})\}|u+([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))/;
const LONGEST_ESCAPE = 12;

/** What a backslash and the characters behind it stand for. */
export function escapeAt(text: string, at: number, { escapes, open, close }: StringForm): LiteralMark {
  const next = text[at + 1] ?? '';
  if (escapes !== 'backslash') {
    const isQuote = next === close[0] || next === open;
    const isEscape = escapes === 'quotes' ? isQuote || next === '\\' : escapes === 'stroke' && isQuote;
    return { kind: 'escape', start: at, end: at + 1 + next.length, value: isEscape ? next : `\\${next}` };
  }
  const [whole, ...digits] = UNICODE.exec(text.slice(at, at + LONGEST_ESCAPE)) ?? [];
  if (whole !== undefined) {
    const point = Number.parseInt(digits.find((one) => one !== undefined) ?? '0', 16);
    return {
      kind: 'escape',
      start: at,
      end: at + whole.length,
      value: point > 0x10ffff ? '' : String.fromCodePoint(point),
    };
  }
  // A line that goes on.
  const end = text.startsWith('\r\n', at + 1) ? at + 3 : at + 1 + next.length;
  const value = next === '\n' || next === '\r' ? '' : (ESCAPED[next] ?? next);
  return { kind: 'escape', start: at, end, value };
}

/** Where a value that is put in ends; -1 where none begins. */
function holeEnd(text: string, at: number, holes: readonly HoleForm[]): number {
  const begun = text.slice(at, at + 2);
  const hole = holes.find((one) => BEGINS[one].test(begun));
  if (hole === undefined) return -1;
  return hole === 'dollar-word' ? matchEnd(DOLLAR_WORD, text, at) : bracesEnd(text, text.indexOf('{', at));
}

/** The first two signs of what is put in. */
const BEGINS: Readonly<Record<HoleForm, RegExp>> = {
  'dollar-brace': /\$\{/,
  'hash-brace': /#\{/,
  'brace-dollar': /\{\$/,
  'double-brace': /\{\{/,
  brace: /^\{[^{]/,
  'dollar-word': /\$[A-Za-z_]/,
};

/** `$x`, with what PHP and Groovy take for a part of it: `$x->y`, `$x['y']`. */
const DOLLAR_WORD = /\$\w+(?:->\w+|\[['"]?\w+['"]?\])?/y;

/** Behind the brace that closes the one at `at`; texts within are passed over. -1 where none closes it. */
function bracesEnd(text: string, at: number): number {
  let depth = 0;
  for (let end = at; end < Math.min(text.length, at + LONGEST_HOLE); end += 1) {
    const sign = text[end]!;
    if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return end + 1;
    } else if (sign === '"' || sign === "'" || sign === '`') {
      const close = text.indexOf(sign, end + 1);
      const line = text.indexOf('\n', end + 1);
      if (close >= 0 && (line < 0 || close < line)) end = close;
    }
  }
  return -1;
}

export const LONGEST_HOLE = 500;
