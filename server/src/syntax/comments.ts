import { BLOCK_COMMENT, LINE_COMMENT, UNTERMINATED_COMMENT } from './generated/token-types.ts';
import { lex } from './lexer.ts';
import type { Comment } from './segment.ts';

/** The comments of a text, in order. */
export function commentsOf(text: string): readonly Comment[] {
  if (!MAY_HOLD_COMMENTS.test(text)) return NO_COMMENTS;
  const { types, starts, ends, count } = lex(text).hidden;
  const comments: Comment[] = [];
  for (let i = 0; i < count; i += 1) {
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

const MAY_HOLD_COMMENTS = /--|\/[/*]/;

const NO_COMMENTS: readonly Comment[] = [];
