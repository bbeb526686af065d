import * as T from '../generated/token-types.ts';
import { isKeyword, isReserved } from '../parsing/vocabulary.ts';
import { type Broken, fixedTypesAt, isWord, nameFitsAt, spanAt, textAt } from './broken.ts';
import { type Candidate, likeCase, rewrite, shown } from './candidate.ts';
import { editDistance, slipsIn } from './distance.ts';

/** Keywords that are written wrong or together, at the token that does not fit or shortly before it. */
export function* typos(broken: Broken): Generator<Candidate> {
  for (let token = broken.at; token >= Math.max(0, broken.at - BACK); token--) {
    if (token >= broken.end) continue;
    const type = broken.tokens.types[token]!;
    // A keyword that was taken for what it says is not written wrong; one that was taken for a name may be.
    const isName = type === T.IDENT || (isKeyword(type) && !isReserved(type) && nameFitsAt(broken, token));
    if (token < broken.at ? !isName : !isWord(type)) continue;
    yield* typosAt(broken, token);
  }
}

/** The keyword among `types` that a word most likely stands for. */
export function nearestKeyword(
  word: string,
  types: Iterable<number>,
  textOf: (type: number) => string | undefined,
): { readonly type: number; readonly keyword: string; readonly slips: number } | undefined {
  const upper = word.toUpperCase();
  let nearest: { type: number; keyword: string; slips: number } | undefined;
  for (const type of types) {
    const keyword = isKeyword(type) ? textOf(type) : undefined;
    if (keyword === undefined || keyword === upper) continue;
    const limit = slipsIn(Math.min(keyword.length, upper.length + 1));
    const begun = upper.length >= BEGUN && keyword.startsWith(upper);
    const slips = Math.min(editDistance(upper, keyword, limit), begun ? limit : limit + 1);
    if (slips > limit) continue;
    // Of two as near, the one that begins alike: DSC is DESC, not ASC.
    const alike = slips === nearest?.slips && keyword[0] === upper[0] && nearest.keyword[0] !== upper[0];
    if (nearest === undefined || slips < nearest.slips || alike) nearest = { type, keyword, slips };
  }
  return nearest;
}

function* typosAt(broken: Broken, token: number): Generator<Candidate> {
  const written = textAt(broken, token);
  const span = spanAt(broken, token);
  const expected = fixedTypesAt(broken, token);
  const nearest = nearestKeyword(written, expected, broken.vocabulary.textOf);
  if (nearest !== undefined) {
    const { keyword, slips, type } = nearest;
    yield {
      repair: { at: token, removed: 1, inserted: [type] },
      weight: 44 - 4 * slips - (broken.at - token),
      message: `Unknown keyword ${shown(written)}: did you mean ${keyword}?`,
      span,
      fix: rewrite(`Change to \`${likeCase(keyword, written)}\``, span, likeCase(keyword, written)),
      sure: true,
    };
  }
  const apart = wordsIn(broken, written.toUpperCase(), expected);
  if (apart !== undefined) {
    const words = apart.map((type) => broken.vocabulary.textOf(type)!).join(' ');
    yield {
      repair: { at: token, removed: 1, inserted: apart },
      weight: 44,
      message: `${shown(written)} is written apart: ${words}.`,
      span,
      fix: rewrite(`Change to \`${likeCase(words, written)}\``, span, likeCase(words, written)),
      sure: true,
    };
  }
}

/** The keywords that a word consists of, the first of them one of `first`; `ORDERBY` and `order_by` are two. */
function wordsIn(broken: Broken, word: string, first: ReadonlySet<number>): number[] | undefined {
  for (const type of first) {
    const keyword = broken.vocabulary.textOf(type)!;
    if (!isKeyword(type) || !word.startsWith(keyword)) continue;
    const rest = word.slice(keyword.length).replace(/^_/, '');
    const second = broken.vocabulary.typeOf(rest);
    if (second !== undefined) return [type, second];
    const third = NEGATED.exec(rest);
    const last = third === null ? undefined : broken.vocabulary.typeOf(third[1]!);
    if (last !== undefined) return [type, T.NOT, last];
  }
  return undefined;
}

/** So many letters of a keyword tell which one was begun: `FILTER` is FILTERING. */
const BEGUN = 4;

/** `IFNOTEXISTS` */
const NEGATED = /^NOT_?(\w+)$/;

/** How many tokens before the one that does not fit may be to blame: `PRIMRY KEY (id)` is a column of type `key` up to `id`. */
const BACK = 3;
