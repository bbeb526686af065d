import * as T from '../generated/token-types.ts';
import type { SyntaxProblem } from '../segment.ts';
import type { Tokens } from '../tokens.ts';
import { isWord } from './broken.ts';
import { rewrite } from './candidate.ts';

/** A string or quoted name that is not closed; it reaches to the end of the text, so that nothing behind it can be judged. */
export function unclosed(text: string, { types, starts, ends }: Tokens): SyntaxProblem | undefined {
  const last = types.length - 1;
  const type = types[last];
  if (type !== T.UNTERMINATED_STRING && type !== T.UNTERMINATED_QUOTED) return undefined;
  const inner = innerQuote(types, starts, ends, last - 1);
  if (inner !== undefined) return inner;
  const start = starts[last]!;
  const mark = text.startsWith('$$', start) ? '$$' : text[start]!;
  const what = type === T.UNTERMINATED_QUOTED ? 'quoted name' : 'string';
  const message = `This ${what} is not closed: \`${mark}\` is missing at its end.`;
  return { message, span: { start, end: start + mark.length }, fixes: [] };
}

/** `'it's'`: a quote that ends a string although letters follow it at once; `token` is that word. */
export function innerQuote(
  types: Uint8Array,
  starts: Int32Array,
  ends: Int32Array,
  token: number,
): SyntaxProblem | undefined {
  const quote = ends[token - 1]! - 1;
  if (types[token - 1] !== T.STRING || !isWord(types[token]!) || starts[token] !== quote + 1) return undefined;
  const span = { start: quote, end: quote + 1 };
  return {
    message: "A quote within a string is written twice: `''`.",
    span,
    fixes: [rewrite("Change to `''`", span, "''")],
  };
}
