import type { Comment, Segment } from '../syntax/segment.ts';
import type { Span } from '../text/span.ts';

/** A comment `cql-analyzer: ignore CODE[, CODE…] reason`, for the statement that it stands before, in or behind. */
export interface Directive {
  readonly codes: readonly { readonly code: string; readonly span: Span }[];
  /** The statement it is about: `previous` where it stands behind that one's `;` on the same line. */
  readonly about: 'previous' | 'this';
  /** Of the whole comment. */
  readonly span: Span;
}

/** Reads the directives among a segment's comments. */
export const directivesOf = (segment: Segment): readonly Directive[] =>
  segment.comments.flatMap((comment) => directiveOf(segment, comment) ?? []);

const DIRECTIVE = /^\s*cql-analyzer:\s*ignore\b[ \t]*/;

function directiveOf(segment: Segment, comment: Comment): Directive | undefined {
  const head = DIRECTIVE.exec(comment.text);
  if (head === null) return undefined;
  const textStart = comment.span.start + 2;
  const codes: { code: string; span: Span }[] = [];
  // Codes come first, separated by commas; whatever follows them is the reason.
  const list = /([a-z][a-z0-9-]*)(\s*,\s*)?/y;
  list.lastIndex = head[0].length;
  for (let match = list.exec(comment.text); match !== null; match = list.exec(comment.text)) {
    const start = textStart + match.index;
    codes.push({ code: match[1]!, span: { start, end: start + match[1]!.length } });
    if (match[2] === undefined) break;
  }
  return { codes, about: standsBehindPrevious(segment, comment) ? 'previous' : 'this', span: comment.span };
}

/**
 * A segment begins right behind the `;` before it, so a comment on its first line stands on that statement's last line. Of a file's
 * first segment that is not so; its owner knows.
 */
const standsBehindPrevious = (segment: Segment, comment: Comment): boolean =>
  comment.span.start < segment.begin && !/[\r\n]/.test(segment.text.slice(0, comment.span.start));
