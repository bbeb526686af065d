/** The words of a list, between which blanks stand. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What one of several patterns finds. */
export const anyOf = (patterns: readonly RegExp[], flags = ''): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), flags);
