/** What stands between the quotes of a string or template literal; a template's parts are what is between its `${…}`. */
export interface Literal {
  readonly parts: readonly string[];
}

/** The string and template literals of a TypeScript source; those joined by `+` are one. */
export function literalsOf(source: string): readonly Literal[] {
  const found: string[][] = [];
  let lastEnd = -1;
  let at = 0;

  const quoted = (quote: string): string => {
    let text = '';
    for (at++; at < source.length && source[at] !== quote; at++) text += character();
    at++;
    return text;
  };
  const template = (): string[] => {
    const parts = [''];
    for (at++; at < source.length && source[at] !== '`'; at++) {
      if (source.startsWith('${', at)) {
        at += 2;
        code('}');
        parts.push('');
      } else parts.push(`${parts.pop() ?? ''}${character()}`);
    }
    at++;
    return parts;
  };
  const character = (): string => {
    const written = source[at] ?? '';
    if (written !== '\\') return written;
    const escaped = source[++at] ?? '';
    return escaped === 'n' ? '\n' : escaped;
  };
  const code = (end: string | undefined): void => {
    for (let depth = 0; at < source.length;) {
      const here = source[at] ?? '';
      if (here === end && depth === 0) return;
      const skipped =
        /^(?:\/\/[^\n]*|\/\*[^]*?\*\/)/.exec(source.slice(at, at + 5000))?.[0] ?? regularExpression(source, at);
      if (skipped !== undefined) at += skipped.length;
      else if (here === "'" || here === '"' || here === '`') {
        const joins = lastEnd >= 0 && /^\s*\+\s*$/.test(source.slice(lastEnd, at));
        const place = found.length;
        const parts = here === '`' ? template() : [quoted(here)];
        const previous = found[place - 1];
        if (joins && previous !== undefined)
          previous.push(`${previous.pop() ?? ''}${parts[0] ?? ''}`, ...parts.slice(1));
        else found.push(parts);
        lastEnd = at;
      } else {
        if (here === '{') depth++;
        else if (here === '}') depth--;
        at++;
      }
    }
  };
  code(undefined);
  return found.map((parts) => ({ parts }));
}

function regularExpression(source: string, at: number): string | undefined {
  if (source[at] !== '/' || !/(?:^|[(,=:[!&|?{};>]|\breturn)\s*$/.test(source.slice(Math.max(0, at - 30), at)))
    return undefined;
  return /^\/(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n[])+\//.exec(source.slice(at, at + 2000))?.[0];
}
