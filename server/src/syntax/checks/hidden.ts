import * as T from '../generated/token-types.ts';
import { lex } from '../lexing/lexer.ts';
import { type Report, problem, replace } from './report.ts';

/** Reports what stands between tokens and should not: blanks that are none to Cassandra, and a comment without an end. */
export function checkHidden(report: Report): void {
  const { text } = report.tree;
  if (!SUSPICIOUS.test(text)) return;
  const { types, starts, ends, count } = lex(text).hidden;
  for (let token = 0; token < count; token++) {
    const span = { start: starts[token]!, end: ends[token]! };
    if (types[token] === T.TYPOGRAPHIC_SPACE) {
      // A byte order mark is what editors put at the beginning of a file.
      if (span.start === 0 && text.slice(0, span.end) === '\ufeff') continue;
      problem(
        report,
        span,
        'A blank that Cassandra does not know, such as a no-break space.',
        replace('Change to a plain blank', span, ' '),
      );
    } else if (types[token] === T.UNTERMINATED_COMMENT) {
      problem(report, { start: span.start, end: span.start + 2 }, 'The closing `*/` of this comment is missing.');
    }
  }
}

/** Whether a comment without an end takes the rest of a text. */
export function endsInComment(text: string): boolean {
  if (!text.includes('/*')) return false;
  const { types, count } = lex(text).hidden;
  return types[count - 1] === T.UNTERMINATED_COMMENT;
}

/** What is worth a second look: it may also stand in a string or in a comment. */
const SUSPICIOUS = /\/\*|[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/;
