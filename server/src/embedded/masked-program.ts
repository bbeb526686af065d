import type { Extraction } from './extract.ts';

/** A program as CQL: everything that is none is blank, and every statement stands where it stood. */
export function maskedProgram(text: string, { statements, directives }: Extraction): string {
  const spans = [
    ...statements.map(({ start, end, text: cql }) => ({ start, end, cql })),
    ...directives.map(({ start, end }) => ({ start, end, cql: commentOf(text.slice(start, end)) })),
  ].toSorted((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const { start, end, cql } of spans) {
    // A comment between two literals of a statement.
    if (start < at) continue;
    out += blanked(text.slice(at, start)) + cql;
    at = end;
  }
  return out + blanked(text.slice(at));
}

const blanked = (text: string): string =>
  text.includes('\r')
    ? text.replaceAll(/[^\r\n]+/g, ({ length }) => blanks(length))
    : // Most of a program is blank, and this takes less than half of the time.
      text
        .split('\n')
        .map(({ length }) => blanks(length))
        .join('\n');

const blanks = (length: number): string => (length <= LINE.length ? LINE.slice(0, length) : ' '.repeat(length));

const LINE = ' '.repeat(256);

/** A comment of a program as one of CQL of the same length. */
const commentOf = (comment: string): string =>
  comment.startsWith('#') ? (/^#[ \t]/.test(comment) ? `--${comment.slice(2)}` : ' '.repeat(comment.length)) : comment;
