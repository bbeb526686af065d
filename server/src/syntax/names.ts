/** A bare identifier as Cassandra reads it: ASCII letters in lower case. */
export function fold(text: string): string {
  let capitals = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // The engine would change letters beyond ASCII, too.
    if (code >= 0x80) return text.replace(UPPER_CASE, (letters) => letters.toLowerCase());
    capitals ||= code >= 0x41 && code <= 0x5a;
  }
  return capitals ? text.toLowerCase() : text;
}

/** What stands between the quotes of a quoted name or string, doubled quotes made single. */
export function unquote(inner: string, quote: '"' | "'"): string {
  return inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner;
}

/** A name in double quotes. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A string constant in single quotes. */
export const quoteString = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Whether text can be written as a name without quotes, were it not for reserved words. */
export const isPlainName = (text: string): boolean => PLAIN_NAME.test(text);

const UPPER_CASE = /[A-Z]+/g;
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
