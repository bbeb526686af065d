import * as T from '../generated/token-types.ts';
import { isKeyword, isReserved } from '../parsing/vocabulary.ts';
import { type Broken, joiningTypesAt, isWord, nameFitsAt, placeBefore, spanAt, textAt, tryRepair } from './broken.ts';
import { listed } from './missing-part.ts';
import { BLANKS, type Candidate, type Fix, likeCase, rewrite, shown } from './candidate.ts';

/** Signs and keywords that are left out, or written as others. */
export function* missing(broken: Broken): Generator<Candidate> {
  const { at, end, tokens } = broken;
  if (at === 0) return;
  const types = joiningTypesAt(broken, at);
  for (const type of types) {
    if (!isKeyword(type)) yield* leftOut(broken, at, type);
    if (at < end) yield* writtenAs(broken, type);
  }
  yield* keywordsLeftOut(
    broken,
    // Whoever means a constraint writes CHECK, and behind LIMIT stands a number.
    [...types].filter(
      (type) => isKeyword(type) && type !== T.CHECK && (type !== T.LIMIT || COUNTS.includes(tokens.types[at]!)),
    ),
  );
  // `DELETE t WHERE …`: t was read as a column; `list<int, PRIMARY KEY …`: the comma as one within the type.
  if (at > 1 && isNameLike(broken, at - 1)) {
    const comma = tokens.types[at - 1] === T.COMMA;
    for (const type of joiningTypesAt(broken, at - 1)) {
      if (comma ? CLOSERS.includes(type) : isKeyword(type) || type === T.COMMA) yield* leftOut(broken, at - 1, type);
    }
  }
  // `b text PRIMARY KEY (a)`: the words were read as a part of the column.
  if (at > 2 && tokens.types[at - 2] === T.PRIMARY) yield* leftOut(broken, at - 2, T.COMMA);
}

/** No keyword, or one that is a name where it stands. */
function isNameLike(broken: Broken, token: number): boolean {
  const type = broken.tokens.types[token]!;
  return !isKeyword(type) || (!isReserved(type) && nameFitsAt(broken, token));
}

/** One keyword, or one of several that would do as well. */
function* keywordsLeftOut(broken: Broken, types: readonly number[]): Generator<Candidate> {
  const { at, end, vocabulary } = broken;
  const whole = types.filter((type) => tryRepair(broken, { at, removed: 0, inserted: [type] }).complete);
  if (whole.length < 2 || whole.includes(T.AND)) {
    for (const type of whole.length === 0 ? types : whole.includes(T.AND) ? [T.AND] : whole)
      yield* leftOut(broken, at, type);
    return;
  }
  const words = whole.map((type) => vocabulary.textOf(type)!);
  const which =
    words.length <= MOST_WORDS ? listed(words) : `A word such as ${words.includes('TABLE') ? 'TABLE' : words[0]!}`;
  const where = at < end ? `before ${shown(textAt(broken, at))}` : `after ${shown(textAt(broken, at - 1))}`;
  const repair = { at, removed: 0, inserted: [whole[Math.max(0, words.indexOf('TABLE'))]!] };
  const span = placeBefore(broken, at);
  const message = `${which} is missing ${where}.`;
  if (!whole.includes(T.ASC)) yield { repair, weight: 19, message, span };
  else yield { repair, weight: 19, message, span, fix: addedWord(broken, at, 'ASC'), sure: true };
}

/** The words that end a batch or a transaction. */
export function* unended(broken: Broken): Generator<Candidate> {
  const { at, end, network, tokens } = broken;
  const all = tokens.types.length;
  const front = broken.front(at);
  if (at !== end || front === undefined) return;
  for (const [first, second] of ENDINGS) {
    if (!network.fits(front, first)) continue;
    const words = `${broken.vocabulary.textOf(first)} ${broken.vocabulary.textOf(second)}`;
    const written = likeCase(words, wordNear(broken, at));
    yield {
      repair: { at, removed: 0, inserted: [first, second] },
      weight: 25,
      message: `${words} is missing at the end.`,
      span: placeBefore(broken, at),
      fix: rewrite(`Add \`${written}\``, placeBefore(broken, all), all > end ? ` ${written};` : ` ${written}`),
    };
  }
}

/** Brackets left open at the end of a statement, however many. */
export function* leftOpen(broken: Broken): Generator<Candidate> {
  const { at, end, network, tokens } = broken;
  if (at !== end) return;
  let front = broken.front(at);
  const closers: number[] = [];
  while (front !== undefined && closers.length < MOST && !network.fits(front, T.EOF)) {
    const here = front;
    const closer = CLOSERS.find((type) => network.fits(here, type));
    if (closer === undefined) return;
    closers.push(closer);
    front = network.after(front, closer);
  }
  if (closers.length < 2) return;
  const text = closers.map((type) => broken.vocabulary.textOf(type)).join('');
  const place = placeBefore(broken, tokens.types.length === 0 ? 0 : end);
  yield {
    repair: { at, removed: 0, inserted: closers },
    weight: 25,
    message: `${closers.length} brackets are not closed: ${shown(text)} is missing.`,
    span: place,
    fix: rewrite(`Add \`${text}\``, place, text),
  };
}

function* leftOut(broken: Broken, token: number, type: number): Generator<Candidate> {
  const { vocabulary, end } = broken;
  // `f(` is a call: a comma is missing before it, if anywhere.
  if (type === T.COMMA && isCallAt(broken, token)) return;
  const keyword = isKeyword(type);
  const text = vocabulary.textOf(type)!;
  const place = placeBefore(broken, token);
  const before = token > 0 ? textAt(broken, token - 1) : '';
  const behind = token < end ? textAt(broken, token) : undefined;
  yield {
    repair: { at: token, removed: 0, inserted: [type] },
    weight:
      (keyword
        ? type === T.AND
          ? 21
          : 19
        : type === T.COMMA
          ? 24
          : type === T.COLON && isMap(broken, token)
            ? 25
            : CLOSERS.includes(type)
              ? 23
              : 20) - (token < broken.at ? 3 : 0),
    message: missingMessage(text, type, before, behind),
    span: place,
    fix: keyword ? addedWord(broken, token, text) : addition(broken, token, text, type === T.EQ),
  };
}

function isCallAt(broken: Broken, token: number): boolean {
  const { types, starts, ends } = broken.tokens;
  return types[token] === T.LPAREN && starts[token] === ends[token - 1] && isNameLike(broken, token - 1);
}

/** Whether the braces that a token stands in have held a key and its value before. */
function isMap({ tokens: { types } }: Broken, token: number): boolean {
  for (let at = token - 1; at >= 0 && types[at] !== T.LBRACE; at -= 1) if (types[at] === T.COLON) return true;
  return false;
}

function missingMessage(text: string, type: number, before: string, behind: string | undefined): string {
  if (type === T.LPAREN) return `${shown('(')} is missing after ${shown(before)}.`;
  if (CLOSERS.includes(type)) return `A bracket is not closed: ${shown(text)} is missing after ${shown(before)}.`;
  if (isKeyword(type))
    return behind === undefined
      ? `${text} is missing after ${shown(before)}.`
      : `${text} is missing before ${shown(behind)}.`;
  if (behind === undefined) return `${shown(text)} is missing after ${shown(before)}.`;
  return `${shown(text)} is missing between ${shown(before)} and ${shown(behind)}.`;
}

const addedWord = (broken: Broken, token: number, word: string): Fix =>
  addition(broken, token, likeCase(word, wordNear(broken, token)), true);

/** Adds a sign behind the token before, or a keyword (or `=`) with blanks around. */
function addition(broken: Broken, token: number, text: string, spaced: boolean): Fix {
  const place = placeBefore(broken, token);
  const next = token < broken.end ? broken.tokens.starts[token]! : undefined;
  const blank = spaced && next === place.end && !TOUCHING.has(broken.tokens.types[token]!) ? ' ' : '';
  return rewrite(`Add \`${text}\``, place, spaced ? ` ${text}${blank}` : text);
}

/** The next word in the text, which shows how keywords are written. */
function wordNear(broken: Broken, token: number): string {
  for (let near = Math.min(token, broken.end - 1); near >= 0; near--) {
    if (isReserved(broken.tokens.types[near]!)) return textAt(broken, near);
  }
  return '';
}

/** A sign for another one, AND for a comma. */
function* writtenAs(broken: Broken, type: number): Generator<Candidate> {
  const written = broken.tokens.types[broken.at]!;
  const sign = !isWord(written) && written < T.EXPR_OPEN;
  const joins =
    (type === T.AND && (written === T.COMMA || written === T.OR)) || (type === T.COMMA && written === T.AND);
  if (!joins && (!sign || isKeyword(type))) return;
  const text = broken.vocabulary.textOf(type)!;
  const span = spanAt(broken, broken.at);
  const there = textAt(broken, broken.at);
  const pair = PAIRS.has(`${there}${text}`);
  // That an operator or an opening bracket could stand there says nothing.
  if (!joins && !pair && type !== T.COMMA && type !== T.EQ && type !== T.COLON && !CLOSERS.includes(type)) return;
  // Nobody writes a comparison for a comma.
  if (type === T.COMMA && COMPARISONS.has(written)) return;
  const right = isKeyword(type) ? likeCase(text, wordNear(broken, broken.at)) : text;
  yield {
    repair: { at: broken.at, removed: 1, inserted: [type] },
    weight: joins ? 27 : pair ? 26 : 12,
    message: `${shown(there)} does not fit here: write ${isKeyword(type) ? text : shown(text)}.`,
    span,
    fix: rewrite(
      `Change to \`${right}\``,
      type === T.COMMA ? { start: behindBlanks(broken), end: span.end } : span,
      isKeyword(type) && there === ',' ? ` ${right}` : right,
    ),
  };
}

/** Where a comma is written for the token that does not fit: right behind the one before, where only blanks lie between. */
function behindBlanks({ text, tokens, at }: Broken): number {
  const start = tokens.starts[at]!;
  const before = tokens.ends[at - 1] ?? start;
  return BLANKS.test(text.slice(before, start)) ? before : start;
}

const CLOSERS: readonly number[] = [T.RPAREN, T.RBRACKET, T.RBRACE, T.GT];

/** What a number of rows begins with. */
const COUNTS: readonly number[] = [T.INTEGER, T.QMARK, T.COLON, T.TEMPLATE];

/** Signs with no blank before them. */
const TOUCHING: ReadonlySet<number> = new Set([...CLOSERS, T.COMMA]);

const COMPARISONS: ReadonlySet<number> = new Set([T.EQ, T.NE, T.LT, T.GT, T.LE, T.GE]);

/** What is easily written for what. */
const PAIRS: ReadonlySet<string> = new Set([
  ':=',
  '=:',
  ';,',
  '.,',
  '({',
  ')}',
  '([',
  ')]',
  '[(',
  '](',
  '])',
  '{(',
  '})',
  '}]',
  ']}',
  '<(',
  '>)',
  '(<',
  ')>',
]);

const ENDINGS: readonly (readonly [number, number])[] = [
  [T.APPLY, T.BATCH],
  [T.COMMIT, T.TRANSACTION],
];

const MOST = 50;

const MOST_WORDS = 4;
