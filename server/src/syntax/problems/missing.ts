import * as T from '../generated/token-types.ts';
import { isKeyword } from '../parser/vocabulary.ts';
import { type Broken, joiningTypesAt, isWord, placeBefore, spanAt, textAt } from './broken.ts';
import { type Candidate, type Fix, likeCase, rewrite, shown } from './candidate.ts';

/** Signs and keywords that are left out, or written as others. */
export function* missing(broken: Broken): Generator<Candidate> {
  const { at, end } = broken;
  for (const type of joiningTypesAt(broken, at)) {
    yield* leftOut(broken, at, type);
    if (at < end) yield* writtenAs(broken, type);
  }
  // `DELETE t WHERE …`: t was read as a column.
  if (at > 0) {
    for (const type of joiningTypesAt(broken, at - 1))
      if (isKeyword(type) || type === T.COMMA) yield* leftOut(broken, at - 1, type);
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
  const { vocabulary, end, tokens } = broken;
  const keyword = isKeyword(type);
  const text = vocabulary.textOf(type)!;
  const place = placeBefore(broken, token);
  const before = token > 0 ? textAt(broken, token - 1) : '';
  const behind = token < end ? textAt(broken, token) : undefined;
  yield {
    repair: { at: token, removed: 0, inserted: [type] },
    weight:
      (keyword ? (type === T.AND ? 21 : 19) : type === T.COMMA ? 24 : CLOSERS.includes(type) ? 23 : 20) -
      (token < broken.at ? 3 : 0),
    message: missingMessage(text, type, before, behind),
    span: place,
    fix: addition(keyword ? likeCase(text, wordNear(broken, token)) : text, keyword, place, tokens.starts[token]),
  };
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

/** Adds a sign behind the token before, or a keyword with blanks around. */
function addition(text: string, spaced: boolean, place: { start: number; end: number }, next: number | undefined): Fix {
  const blank = spaced && next === place.end ? ' ' : '';
  return rewrite(`Add \`${text}\``, place, spaced ? ` ${text}${blank}` : text);
}

/** The next word in the text, which shows how keywords are written. */
function wordNear(broken: Broken, token: number): string {
  for (let near = Math.min(token, broken.end - 1); near >= 0; near--) {
    if (isKeyword(broken.tokens.types[near]!)) return textAt(broken, near);
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
  const right = isKeyword(type) ? likeCase(text, wordNear(broken, broken.at)) : text;
  yield {
    repair: { at: broken.at, removed: 1, inserted: [type] },
    weight: joins ? 27 : PAIRS.has(`${there}${text}`) ? 26 : 12,
    message: `${shown(there)} does not fit here: write ${isKeyword(type) ? text : shown(text)}.`,
    span,
    fix: rewrite(`Change to \`${right}\``, span, isKeyword(type) && there === ',' ? ` ${right}` : right),
  };
}

const CLOSERS: readonly number[] = [T.RPAREN, T.RBRACKET, T.RBRACE, T.GT];

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

const MOST = 50;
