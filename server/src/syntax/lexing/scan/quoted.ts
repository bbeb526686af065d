/** Where a quoted text ends, and whether its closing mark is missing: then it ends with the text, as a negative number. */

/** `'…'` and `"…"`, whose mark stands at `at` and is doubled within. */
export function quotedEnd(text: string, at: number, mark: string): number {
  let end = text.indexOf(mark, at + 1);
  while (end >= 0 && text[end + 1] === mark) end = text.indexOf(mark, end + 2);
  return end < 0 ? -text.length : end + 1;
}

/** `$$…$$`; a single `$` within takes the next character with it. */
export function dollarQuotedEnd(text: string, at: number): number {
  const end = text.indexOf('$$', at + 2);
  return end < 0 ? -text.length : end + 2;
}

/** The block comment that begins at `at`. */
export function blockCommentEnd(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? -text.length : end + 2;
}

/** End of the line that holds `at`, its break left out. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); code === code && code !== 0x0a && code !== 0x0d; code = text.charCodeAt(end)) {
    end += 1;
  }
  return end;
}
