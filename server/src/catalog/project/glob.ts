/**
 * A pattern for paths as the settings have it: `*` and `?` stay within a folder, `**` does not; a folder means all that is in it.
 * A pattern without `/` but with a wildcard matches names in any folder, as in a .gitignore; without one it is a path.
 */
export function globToRegExp(pattern: string): RegExp {
  const plain = pattern.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  const anywhere = plain === pattern && !plain.includes('/') && /[*?]/.test(plain);
  const body = plain.replaceAll(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    switch (part) {
      case '**/':
        return '(?:[^/]+/)*';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      default:
        return part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
    }
  });
  return new RegExp(`^${anywhere ? '(?:[^/]+/)*' : ''}${body}(?:/.*)?$`);
}
