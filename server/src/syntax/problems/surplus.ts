import * as T from '../generated/token-types.ts';
import { isKeyword, isSign } from '../parsing/vocabulary.ts';
import { type Broken, isWord, spanAt, textAt } from './broken.ts';
import { BLANKS, type Candidate, type Fix, rewrite, shown } from './candidate.ts';

/** Tokens that are one too many: a comma with nothing behind it, a bracket, a word written twice, a word of SQL. */
export function* surplus(broken: Broken): Generator<Candidate> {
  const { at, end, tokens } = broken;
  const before = tokens.types[at - 1];
  if (at > 0 && before === T.COMMA) {
    yield {
      repair: { at: at - 1, removed: 1, inserted: [] },
      weight: 26,
      message: 'Nothing follows this comma: remove it.',
      span: spanAt(broken, at - 1),
      fix: removal(broken, at - 1),
    };
  }
  if (at === end) return;
  const type = tokens.types[at]!;
  const written = textAt(broken, at);
  if (at > 0 && isWord(type) && textAt(broken, at - 1).toUpperCase() === written.toUpperCase()) {
    yield {
      repair: { at, removed: 1, inserted: [] },
      weight: 28,
      message: `${shown(written)} stands here twice.`,
      span: spanAt(broken, at),
      fix: removal(broken, at),
    };
  }
  if (type === T.COMMA && before === T.COMMA) {
    yield {
      repair: { at, removed: 1, inserted: [] },
      weight: 27,
      message: 'One comma too many.',
      span: spanAt(broken, at),
      fix: removal(broken, at),
    };
  }
  if (!OPERATORS.has(type) && (isSign(type) || isKeyword(type))) {
    yield {
      repair: { at, removed: 1, inserted: [] },
      weight: CLOSING.has(type) ? 24 : 14,
      message: CLOSING.has(type)
        ? `No bracket is open that this ${shown(written)} could close.`
        : `${shown(written)} does not belong here.`,
      span: spanAt(broken, at),
      fix: removal(broken, at),
      onlyWhole: true,
    };
  }
}

/** Takes a token, and `more` behind it, away, with a blank before or behind them. */
export function removal(broken: Broken, token: number, more = 0): Fix {
  const { text, tokens } = broken;
  const end = tokens.ends[token + more]!;
  const before = token > 0 ? tokens.ends[token - 1]! : 0;
  const gap = text.slice(before, tokens.starts[token]!);
  // `WHERE -a` keeps its blank.
  const glues = /\w/.test(text.charAt(end)) && /\w/.test(text.charAt(before - 1));
  const start = token > 0 && !glues && BLANKS.test(gap) ? before : tokens.starts[token]!;
  const blanks = token === 0 ? BLANKS.exec(text.slice(end, tokens.starts[more + 1])) : null;
  const span = { start, end: end + (blanks?.[0].length ?? 0) };
  return rewrite(`Remove ${shown(text.slice(tokens.starts[token], end))}`, span, '');
}

/** What somebody wants to compare or join is not too much, only not possible here. */
const OPERATORS: ReadonlySet<number> = new Set([T.IN, T.LIKE, T.CONTAINS, T.BETWEEN, T.IS, T.NOT, T.AND, T.OR]);

const CLOSING: ReadonlySet<number> = new Set([T.RPAREN, T.RBRACKET, T.RBRACE, T.GT]);
