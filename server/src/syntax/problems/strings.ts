import * as T from '../generated/token-types.ts';
import type { SyntaxProblem } from '../segment.ts';
import { type Broken, isWord, textAt } from './broken.ts';
import { rewrite } from './candidate.ts';

/** The quote that ends a string although something follows it at once: one was forgotten, within the string or before it. */
export function strayQuote(broken: Broken): SyntaxProblem | undefined {
  const { at, tokens } = broken;
  const { types, starts, ends } = tokens;
  const quote = ends[at - 1]! - 1;
  if (types[at - 1] !== T.STRING || starts[at] !== quote + 1) return undefined;
  const list = LIST_GOES_ON.exec(textAt(broken, at - 1));
  if (list !== null && types.includes(T.UNTERMINATED_STRING)) {
    const start = starts[at - 1]!;
    const comma = start + list.index;
    return {
      message: "The closing `'` of this text is missing.",
      span: { start, end: comma },
      fixes: [rewrite("Insert `'`", { start: comma, end: comma }, "'")],
    };
  }
  if (!isWord(types[at]!)) return undefined;
  const span = { start: quote, end: quote + 1 };
  return {
    message: "A quote within a string is written twice: `''`.",
    span,
    fixes: [rewrite("Change to `''`", span, "''")],
  };
}

/** The end of `'a, '`: the quote that begins the next text was read as the end of this one. */
const LIST_GOES_ON = /,[ \t]*'$/;
