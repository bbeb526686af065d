import { openDocument } from '../../syntax/index.ts';
import { isReservedWord } from '../../syntax/token-classes.ts';
import type { Chain } from '../programs/chains.ts';

/** Which signs within texts stand for values. */
export interface HoleRules {
  /** `%s` and `%(x)s` are bound by the driver: they are markers, no holes. */
  readonly percentBinds: boolean;
  /** `%%s` is what the driver binds behind a text into which `%` puts values. */
  readonly doubledBinds: boolean;
  /** `{}`, `{0}`, `{name}` stand for values, and `{{` for a brace. */
  readonly braces: boolean;
  /** `:limit` is a marker, though the word is reserved: Spring takes its names away before the driver sees them. */
  readonly anyNameBinds: boolean;
  /** A `%d` right behind what is put in is its form. */
  readonly percentForms: boolean;
  /** `~s`, `~ts`, `~p` stand for values, as Erlang puts them in. */
  readonly tildes: boolean;
}

/** What a text that is put together is made of, in its order and without gaps; offsets in the program. */
export type Piece =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'escape'; readonly start: number; readonly end: number; readonly value: string }
  /** What stands there is not known. */
  | { readonly kind: 'hole'; readonly start: number; readonly end: number }
  /** A marker of CQL takes the place of another sign. */
  | { readonly kind: 'marker'; readonly start: number; readonly end: number; readonly value: string }
  /** Between two literals. */
  | { readonly kind: 'gap'; readonly start: number; readonly end: number; readonly apart: boolean };

/** What a chain says, piece by piece. */
export function piecesOf(text: string, { parts, margin }: Chain, rules: HoleRules): readonly Piece[] {
  const pieces: Piece[] = [];
  parts.forEach((part, index) => {
    const before = parts[index - 1];
    const apart = part.apart === true;
    const behind = before?.kind === 'text' ? before.literal.textEnd : before?.end;
    if (part.kind === 'hole') {
      if (apart && behind !== undefined) pieces.push({ kind: 'gap', start: behind, end: part.start, apart });
      const next = parts[index + 1];
      pieces.push({
        kind: 'hole',
        start: apart ? part.start : (behind ?? part.start),
        end: next?.kind === 'text' && next.apart !== true ? next.literal.textStart : part.end,
      });
      return;
    }
    const { literal } = part;
    if (behind !== undefined && (before?.kind === 'text' || apart))
      pieces.push({ kind: 'gap', start: behind, end: literal.textStart, apart });
    let at = literal.textStart;
    for (const mark of literal.marks) {
      pushLines(pieces, text, at, mark.start, rules, margin);
      pieces.push(mark);
      at = mark.end;
    }
    pushLines(pieces, text, at, literal.textEnd, rules, margin);
  });
  return pieces;
}

/** A run of a literal's text, without the margin of its lines. */
function pushLines(pieces: Piece[], text: string, start: number, end: number, rules: HoleRules, margin: string): void {
  let at = start;
  if (margin !== '') {
    for (const { 0: line, index } of text.slice(start, end).matchAll(marginsIn(margin))) {
      const behind = start + index + line.length;
      pushText(pieces, text, at, behind - margin.length, rules);
      pieces.push({ kind: 'escape', start: behind - margin.length, end: behind, value: '' });
      at = behind;
    }
  }
  pushText(pieces, text, at, end, rules);
}

/** What begins the lines of a text that has a margin. */
export const marginsIn = (margin: string): RegExp =>
  new RegExp(`(?:^|\\n)[ \\t]*${margin.replaceAll(/\W/g, '\\$&')}`, 'g');

const SIGN =
  /(?<!%)%%(?:\((\w+)\))?s(?![A-Za-z_])|%(?:\((\w+)\))?(?:\d+\$|\[\d+\])?[-+0#]*\d*(?:\.\d+)?[sdiuvqfxtrT](?![A-Za-z_])|:?[?#]\{[^}\n]*\}|\?\d+|~[-\d.*]*t?[swpWPbBceifg]|(\{\{|\}\})|\{\w*(?:![rsa])?(?::[^{}'"\n]*)?\}|(?<![\w:]):[A-Za-z]\w*/g;

/** A run of a literal's text, with the signs in it that stand for values. */
function pushText(pieces: Piece[], text: string, start: number, end: number, rules: HoleRules): void {
  const run = text.slice(start, end);
  let at = 0;
  const textUntil = (to: number): void => {
    if (to > at) pieces.push({ kind: 'text', start: start + at, end: start + to });
  };
  for (const { 0: sign, 1: nameOfDoubled, 2: nameOfSingle, 3: doubled, index } of run.matchAll(SIGN)) {
    const name = nameOfDoubled ?? nameOfSingle;
    const binds = rules.percentBinds || sign.startsWith('%%');
    if (sign.startsWith('%%') && !rules.doubledBinds) continue;
    if (sign.startsWith('{') && !rules.braces) continue;
    if (sign.startsWith('}') && !rules.braces) continue;
    if (sign.startsWith('~') && !rules.tildes) continue;
    const isName = /^:\w/.test(sign);
    if (isName && !(rules.anyNameBinds && isReserved(sign.slice(1)))) continue;
    textUntil(index);
    at = index + sign.length;
    const span = { start: start + index, end: start + at };
    const before = pieces.at(-1);
    if (rules.percentForms && sign.startsWith('%') && before?.kind === 'hole' && before.end === span.start) {
      pieces[pieces.length - 1] = { ...before, end: span.end };
      continue;
    }
    if (doubled !== undefined) pieces.push({ kind: 'escape', ...span, value: doubled[0]! });
    else if (sign.startsWith('%') && binds && !isInCollection(text, pieces))
      // The driver puts values in by any name, one that is a word of CQL as well.
      pieces.push({ kind: 'marker', ...span, value: name === undefined || isReserved(name) ? '?' : `:${name}` });
    else if (isName || /^\?\d/.test(sign)) pieces.push({ kind: 'marker', ...span, value: '?' });
    else pieces.push({ kind: 'hole', ...span });
  }
  textUntil(run.length);
}

function isReserved(word: string): boolean {
  const type = openDocument(word).segments[0]?.tokens.types[0];
  return type !== undefined && isReservedWord(type);
}

/** Whether a collection is open behind some pieces: a driver that puts values in puts them into it, too. */
function isInCollection(text: string, pieces: readonly Piece[]): boolean {
  let open = 0;
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    for (const sign of text.slice(piece.start, piece.end))
      if (sign === '{' || sign === '[') open += 1;
      else if (sign === '}' || sign === ']') open -= 1;
  }
  return open > 0;
}

/** A piece of masked text in its place, or none where a word would be torn. */
export interface Masked {
  readonly start: number;
  /** Behind its `;`. */
  readonly end: number;
  /** As long as what stands there in the program; every line break in its place. */
  readonly text: string;
}

/**
 * What stands in the program between the first and the last piece as CQL at the same offsets: what is no text becomes blanks, a hole
 * one placeholder, an escape its character and blanks. `blank` holes become blanks too. `undefined` where that would cut a word in two.
 */
export function maskOf(
  text: string,
  pieces: readonly Piece[],
  end: number,
  blank: ReadonlySet<number>,
): Masked | undefined {
  const [first] = pieces;
  if (first === undefined) return undefined;
  let out = '';
  let quotes: Quotes = NO_QUOTES;
  let hole = 0;
  /** How much of the next text is a part of the name that a hole begins. */
  let named = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    const source = text.slice(piece.start, piece.end);
    switch (piece.kind) {
      case 'text':
        out += ' '.repeat(named) + source.slice(named);
        named = 0;
        quotes = quotesAfter(source, quotes);
        break;
      case 'escape':
        out += escaped(piece.value, source, quotes);
        quotes = quotesAfter(piece.value, quotes);
        break;
      case 'marker':
        out += piece.value.slice(0, source.length).padEnd(source.length);
        break;
      case 'gap':
        if (!piece.apart && isTorn(text, pieces[index - 1], pieces[index + 1])) return undefined;
        out += isBlankNothing(quotes) ? blanks(source) : unknownText(source);
        break;
      case 'hole': {
        const shown = blank.has(index) ? blanks(source) : besideWords(placeholder(source, hole), text, pieces, index);
        // A line break stands between what is put in and a part of its name.
        const [leads, ends] = /[\r\n]/.test(shown) ? [/^\s/.test(shown), /\s$/.test(shown)] : [false, false];
        if (leads && out.endsWith('_')) out = out.replace(/\w+$/, blanks);
        if (ends && isGoneOn(text, piece, pieces[index + 1])) {
          const rest = restOfName(text, pieces[index + 1]);
          if (rest === 0) return undefined;
          named = rest;
        }
        out += shown;
        hole += 1;
        break;
      }
    }
  }
  const last = pieces.at(-1)!.end;
  out += blanks(text.slice(last, end));
  const ended = withEnd(out);
  return ended === undefined ? undefined : { start: first.start, end: first.start + ended.length, text: ended };
}

/** With a `;` at its end, which takes the place of the closing quotes. */
function withEnd(text: string): string | undefined {
  if (/;\s*$/.test(text)) return text;
  const at = text.length - 1;
  return /[ \t_]/.test(text[at] ?? '') ? `${text.slice(0, at)};` : undefined;
}

const blanks = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ');

/** A word of CQL beside a hole is one: blanks belong to what is put in. */
function besideWords(shown: string, text: string, pieces: readonly Piece[], index: number): string {
  const before = pieces[index - 1];
  const own =
    before?.kind === 'text' && LAST_WORD.test(text.slice(before.start, before.end)) ? ` ${shown.slice(0, -1)}` : shown;
  return beginsWithWord(text, pieces[index + 1]) && own.length > 3 ? `${own.slice(0, -1)} ` : own;
}

/** Whether a name goes on behind a hole. */
const isGoneOn = (text: string, hole: Piece, behind: Piece | undefined): boolean =>
  isTorn(text, hole, behind) && !beginsWithWord(text, behind);

/** How much of a text goes on with the name of what is put in before it; a word alone may be one of CQL. */
const restOfName = (text: string, piece: Piece | undefined): number =>
  piece?.kind === 'text' ? (/^_\w*/.exec(text.slice(piece.start, piece.end))?.[0].length ?? 0) : 0;

const beginsWithWord = (text: string, piece: Piece | undefined): boolean =>
  piece?.kind === 'text' && FIRST_WORD.test(text.slice(piece.start, piece.end));

/** In small letters those may be the rest of a name that is no word of CQL. */
const WORDS =
  'SELECT|FROM|WHERE|AND|VALUES|SET|USING|INTO|UPDATE|LIMIT|ALLOW|ORDER|IN|IF|Select|From|Where|And|Values|Set|Into|Update|from|where';
const LAST_WORD = new RegExp(`\\b(?:${WORDS}|select|into|update|and|limit)$`);
const FIRST_WORD = new RegExp(`^(?:${WORDS})\\b`);

/** One placeholder as long as a line of the hole, the first that has room for one; each has a name of its own. */
function placeholder(source: string, index: number): string {
  const room = ROOM.exec(source);
  if (room === null) return blanks(source);
  const length = room[0].length;
  const name = index.toString(36).slice(0, Math.max(1, length - 1));
  const behind = source.slice(room.index + length);
  return `${blanks(source.slice(0, room.index))}$${name.padEnd(length - 1, '_')}${blanks(behind)}`;
}

/** What makes a text of CQL one that nobody knows, where blanks would be a part of it. */
function unknownText(source: string): string {
  const room = LONG_ROOM.exec(source);
  if (room === null) return blanks(source);
  const { 0: line, index } = room;
  return `${blanks(source.slice(0, index))}\${${'_'.repeat(line.length - 3)}}${blanks(source.slice(index + line.length))}`;
}

/** Whether a placeholder can stand in the place of a hole. */
export const hasRoom = (hole: string): boolean => ROOM.test(hole);

/** What stands first in a line and is no blank, with all behind it. */
const ROOM = /(?:^|(?<=[\r\n][ \t]*)(?=\S))[^\r\n]{2,}/;
const LONG_ROOM = /(?:^|(?<=[\r\n][ \t]*)(?=\S))[^\r\n]{4,}/;

/** The character before or behind blanks, so that it stands beside what it quotes. */
function escaped(value: string, source: string, { cql, json }: Quotes): string {
  // A line that goes on keeps its break.
  if (/[\r\n]/.test(source)) return blanks(source);
  const shown = value.trim() === '' ? '' : value;
  if (shown.length > source.length) return blanks(source);
  const opens = ((shown === '"' || shown === "'") && cql === '') || (shown === '"' && json === 'between');
  return opens ? shown.padStart(source.length) : shown.padEnd(source.length);
}

/** Which quotes are open behind a text. */
interface Quotes {
  readonly cql: '' | '"' | "'";
  /** Of a text of CQL that holds JSON: whether a text of that is open. */
  readonly json: 'begins' | 'between' | 'in' | 'none';
}

const NO_QUOTES: Quotes = { cql: '', json: 'none' };

/** Whether a blank changes nothing that is written there. */
const isBlankNothing = ({ cql, json }: Quotes): boolean => cql === '' || json === 'between';

function quotesAfter(text: string, before: Quotes): Quotes {
  let { cql, json } = before;
  for (const sign of text) {
    if (cql === '') {
      if (sign !== '"' && sign !== "'") continue;
      cql = sign;
      json = sign === "'" ? 'begins' : 'none';
    } else if (sign === cql) {
      cql = '';
      json = 'none';
    } else if (json === 'begins') {
      if (sign.trim() !== '') json = sign === '{' ? 'between' : 'none';
    } else if (sign === '"' && json !== 'none') json = json === 'in' ? 'between' : 'in';
  }
  return { cql, json };
}

/** Whether one word ends the piece before and goes on in the piece behind. */
function isTorn(text: string, before: Piece | undefined, behind: Piece | undefined): boolean {
  if (before === undefined || behind === undefined || behind.kind === 'gap') return false;
  const ends = before.kind === 'hole' || /\w$/.test(valueOf(text, before));
  return ends && (behind.kind === 'hole' || /^\w/.test(valueOf(text, behind)));
}

const valueOf = (text: string, piece: Piece): string =>
  piece.kind === 'escape' || piece.kind === 'marker' ? piece.value : text.slice(piece.start, piece.end);
