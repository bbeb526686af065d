import { wordSet } from '../hosts/alternatives.ts';
import { firstFrom, type HostComment } from '../hosts/host-reading.ts';

/** A statement, and where its text begins in the program. */
interface Placed {
  readonly start: number;
  /** It makes or changes a table. */
  readonly declares: boolean;
}

/**
 * The comments that declare something of the statement below them: `// @query find weight 12`, and before a CREATE what may stand there.
 * Between them and its text stands nothing but the beginning of what the text is in.
 */
export function declaringComments(
  text: string,
  comments: readonly HostComment[],
  statements: readonly Placed[],
  annotations: ReadonlySet<string>,
): readonly HostComment[] {
  const found: HostComment[] = [];
  let behind = 0;
  for (const { start, declares } of statements) {
    let at = start;
    for (const comment of comments.slice(behind, firstFrom(comments, start)).toReversed()) {
      const between = text.slice(comment.end, at);
      if (comment.end > at || ENDS.test(between) || between.split('\n').length > MOST_LINES) break;
      const name = ANNOTATION.exec(text.slice(comment.start, comment.end))?.[1];
      if (name !== undefined && (declares ? annotations.has(name) : OF_STATEMENTS.has(name))) found.push(comment);
      at = comment.start;
    }
    behind = firstFrom(comments, start);
  }
  return found;
}

const ANNOTATION = /^(?:\/\/+|#|\/\*+)[ \t]*@([a-z-]+)\b(?!.*\n)/;

/** What is said of a statement that is no CREATE. */
const OF_STATEMENTS: ReadonlySet<string> = wordSet('query mix slo');

/** What stands before is about something else: a statement of the program ends, or a line is empty. */
const ENDS = /[;}]|\n[ \t]*\r?\n/;

/** `// @query …`, then `rows, err := session.Query(`, and the text on a line of its own. */
const MOST_LINES = 4;
