import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import type { Front } from '../parsing/network.ts';
import { type Broken, placeBefore, spanAt, textAt } from './broken.ts';
import { type Candidate, shown } from './candidate.ts';

/** Parentheses that are left out, and brackets of another kind than the ones that belong there: both ends at once. */
export function* brackets(broken: Broken): Generator<Candidate> {
  for (let token = broken.at; token >= Math.max(1, broken.at - BACK); token -= 1) {
    const front = broken.front(token);
    if (front === undefined || token >= broken.end) continue;
    if (opensThere(broken, front)) yield* leftOut(broken, token, front);
    yield* ofAnotherKind(broken, token, front);
  }
}

/** `IN 1, 2`, `PRIMARY KEY a`, `ADD a int, b text`. */
function* leftOut(broken: Broken, token: number, front: Front): Generator<Candidate> {
  const { network, tokens, end, text } = broken;
  let inside = network.after(front, T.LPAREN);
  for (let close = token; close <= Math.min(end, token + MOST); close += 1) {
    if (close > token && network.fits(inside, T.RPAREN)) {
      const behind = network.after(inside, T.RPAREN);
      if (readsOn(broken, behind, tokens.types.subarray(close, end))) {
        const open = { start: tokens.starts[token]!, end: tokens.starts[token]! };
        const shut = placeBefore(broken, close);
        const held = text.slice(open.start, shut.start);
        yield {
          repair: { at: token, removed: 0, inserted: [T.LPAREN] },
          weight: 40,
          message: `Parentheses are missing around ${shown(held)}.`,
          span: { start: open.start, end: shut.start },
          fix: {
            title: 'Add `(` and `)`',
            edits: [
              { span: open, text: '(' },
              { span: shut, text: ')' },
            ],
          },
          sure: true,
        };
        return;
      }
    }
    if (close === end) return;
    inside = network.after(inside, tokens.types[close]!);
    if (inside.length === 0) return;
  }
}

/** `IN [1, 2]`, `CREATE TABLE t { … }`, `list(int)`. */
function* ofAnotherKind(broken: Broken, token: number, front: Front): Generator<Candidate> {
  const { tokens, end, vocabulary } = broken;
  const closer = PAIRS.get(tokens.types[token]!);
  const close = closer === undefined ? -1 : closerOf(broken, token, closer);
  if (close < 0) return;
  for (const [open, shut] of PAIRS) {
    if (open === tokens.types[token] || !fitsForItself(broken, front, open)) continue;
    const types = tokens.types.slice(token, end);
    types[0] = open;
    types[close - token] = shut;
    if (!readsOn(broken, front, types)) continue;
    const [left, right] = [open, shut].map((type) => vocabulary.textOf(type)!);
    const [from, to] = [spanAt(broken, token), spanAt(broken, close)];
    yield {
      repair: { at: token, removed: 1, inserted: [open] },
      weight: 55,
      message: `${shown(`${textAt(broken, token)} ${textAt(broken, close)}`)} does not fit here: write ${shown(`${left!} ${right!}`)}.`,
      span: from,
      fix: {
        title: `Change to \`${left!}\` and \`${right!}\``,
        edits: [
          { span: from, text: left! },
          { span: to, text: right! },
        ],
      },
      sure: true,
    };
    return;
  }
}

/** Whether a parenthesis must, or may, open here what is no value, no call and no length of a type. */
const opensThere = ({ network }: Broken, front: Front): boolean =>
  front.some((arc) => network.fits([arc], T.LPAREN) && !FREE.has(network.rulesOf(arc)[0]!));

/** Whether a bracket fits here, and not only as that of a placeholder, in which almost anything can stand. */
const fitsForItself = ({ network }: Broken, front: Front, type: number): boolean =>
  front.some((arc) => network.fits([arc], type) && network.rulesOf(arc)[0] !== R.placeholder);

function readsOn({ network }: Broken, from: Front, types: Uint8Array): boolean {
  if (types.length > MOST) return false;
  let front = from;
  for (const type of types) {
    front = network.after(front, type);
    if (front.length === 0) return false;
  }
  return network.fits(front, T.EOF);
}

/** Index of the bracket that closes the one at `token`; -1 where none does. */
function closerOf({ tokens, end }: Broken, token: number, closer: number): number {
  const open = tokens.types[token];
  let depth = 0;
  for (let at = token; at < Math.min(end, token + MOST); at += 1) {
    if (tokens.types[at] === open) depth += 1;
    else if (tokens.types[at] === closer) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const PAIRS: ReadonlyMap<number, number> = new Map([
  [T.LPAREN, T.RPAREN],
  [T.LBRACE, T.RBRACE],
  [T.LBRACKET, T.RBRACKET],
  [T.LT, T.GT],
]);

const FREE: ReadonlySet<number> = new Set([
  R.parenthesised,
  R.relationGroup,
  R.callArguments,
  R.sqlTypeLength,
  R.checkCondition,
  R.mutationFragments,
]);

/** The bracket may have been meant so many tokens before the one that does not fit: `ADD a int, b text`. */
const BACK = 5;

/** Longer statements are not read on. */
const MOST = 400;
