import { BLOCK_COMMENT, LINE_COMMENT, UNTERMINATED_COMMENT } from '../generated/token-types.ts';
import type { Comment } from '../segment.ts';
import type { Tokens } from '../tokens.ts';

/** The comments among the hidden tokens of a text, in order. */
export function commentsOf(text: string, { types, starts, ends }: Tokens): readonly Comment[] {
  const comments: Comment[] = [];
  for (let i = 0; i < types.length; i += 1) {
    const span = { start: starts[i]!, end: ends[i]! };
    switch (types[i]) {
      case LINE_COMMENT:
        comments.push({ kind: 'line', text: text.slice(span.start + 2, span.end), span });
        break;
      case BLOCK_COMMENT:
        comments.push({ kind: 'block', text: text.slice(span.start + 2, span.end - 2), span });
        break;
      case UNTERMINATED_COMMENT:
        comments.push({ kind: 'block', text: text.slice(span.start + 2), span });
        break;
    }
  }
  return comments;
}
