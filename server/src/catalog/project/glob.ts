import { matchesPattern, type PatternPart } from '../../text/path-pattern.ts';

/**
 * A pattern for paths as the settings have it: `*` and `?` stay within a folder, `**` does not; a folder means all that is in it.
 * A pattern without `/` but with a wildcard matches names in any folder, as in a .gitignore; without one it is a path.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const begin = /^(?:\.?\/)*/.exec(pattern)![0].length;
  let end = pattern.length;
  while (end > begin && pattern[end - 1] === '/') end--;
  const plain = pattern.slice(begin, end);
  const anywhere = plain === pattern && !plain.includes('/') && /[*?]/.test(plain);
  const parts: PatternPart[] = anywhere ? [{ kind: 'folders' }] : [];
  for (const [text] of plain.matchAll(/\*\*\/?|[^]/gu)) {
    if (text === '**/') parts.push({ kind: 'folders' });
    else if (text === '**') parts.push({ kind: 'anything' });
    else if (text === '*') parts.push({ kind: 'name' });
    else parts.push({ kind: 'character', is: text === '?' ? (character) => character !== '/' : text });
  }
  return (path) => matchesPattern(parts, path, true);
}
