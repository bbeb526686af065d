import * as T from '../generated/token-types.ts';
import type { SyntaxProblem } from '../segment.ts';
import { isWord } from './broken.ts';
import { rewrite } from './candidate.ts';

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
