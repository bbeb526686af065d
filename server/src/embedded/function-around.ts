/** A stretch of a program. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The function around an offset, told by indentation: from the nearest line above that begins a function and is indented less, to the
 * next that begins one and is not indented more. Where no function is around it is the whole program.
 */
export function functionAround(text: string, offset: number): Stretch {
  const own = text.lastIndexOf('\n', offset - 1) + 1;
  let least = indentationAt(text, own);
  let start = own;
  let head = -1;
  while (start > 0) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(before, start - 1);
    start = before;
    if (NOTHING.test(line) || indentationAt(text, before) >= least) continue;
    least = indentationAt(text, before);
    if (!begins(line)) continue;
    head = before;
    break;
  }
  if (head < 0) return { start: 0, end: text.length };
  let end = text.indexOf('\n', offset);
  while (end >= 0) {
    const next = text.indexOf('\n', end + 1);
    const line = text.slice(end + 1, next < 0 ? text.length : next);
    if (indentationAt(text, end + 1) <= least && begins(line)) return { start: head, end };
    end = next;
  }
  return { start: head, end: text.length };
}

/** How many blanks begin the line that begins at an offset; a tab is as good as any other. */
function indentationAt(text: string, line: number): number {
  let at = line;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at - line;
}

const begins = (line: string): boolean => line.length < LONGEST_LINE && BEGINS.test(line);

/** Longer ones are not written by a person. */
const LONGEST_LINE = 500;

/** The beginning of a function, a method, or a function that is handed to another. */
const BEGINS = new RegExp(
  [
    '\\b(?:def|defp|func|fun|fn|function)\\b',
    '=>\\s*[({]?\\s*$',
    '\\bdo(?:\\s*\\|[^|]*\\|)?\\s*$',
    '->\\s*\\{?\\s*$',
    '^\\s*(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:(?:public|private|protected|internal|static|final|async|override|virtual|synchronized|abstract)\\s+)+[^=;]*\\([^;]*$',
    '^\\s*(?!(?:if|for|while|switch|catch|with|synchronized|using|lock|else|match|return)\\b)[\\w<>\\[\\], ?.*]*\\b\\w+\\s*\\([^;=]*\\)[^;=]*\\{\\s*$',
  ].join('|'),
);

/** A line that tells nothing of what it stands in: empty, or a bracket alone. */
const NOTHING = /^\s*\{?\s*$/;
