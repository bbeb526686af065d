/** A text that never changes. */
export interface BoundConstant {
  readonly value: string;
}

/**
 * What a program binds to the markers of a statement whose text ends at an offset, right behind that text: `execute("…", "all", who)`,
 * `execute("…", (SCOPE, who))`. None at the place of what is no constant text; `undefined` where nothing stands there.
 */
export function boundBehind(text: string, end: number): readonly (BoundConstant | undefined)[] | undefined {
  const behind = text.slice(end, end + LONGEST);
  const comma = /^["'`]{0,2}\s*,/.exec(behind)?.[0];
  const listed = comma === undefined ? undefined : listIn(behind.slice(comma.length));
  const [first] = listed ?? [];
  if (listed === undefined || first === undefined) return undefined;
  const inner = LIST.test(first) ? listIn(first.slice(1)) : listed;
  // A list behind something else is what is bound, and that is not.
  if (inner === undefined || inner.some((argument) => LIST.test(argument))) return undefined;
  return inner.map((argument) => constantOf(argument, text));
}

const LONGEST = 1000;

const LIST = /^[[(][\s\S]*[\])]$/;

/** What stands between commas up to the bracket that closes the list; `undefined` where none does. */
function listIn(text: string): readonly string[] | undefined {
  const all: string[] = [];
  let [depth, from, quote] = [0, 0, ''];
  const take = (to: number): void => {
    const one = text.slice(from, to).trim();
    if (one !== '') all.push(one);
    from = to + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (/["'`]/.test(sign)) quote = sign;
    else if (/[[({]/.test(sign)) depth += 1;
    else if (/[\])}]/.test(sign)) {
      if (depth === 0) {
        take(at);
        return all;
      }
      depth -= 1;
    } else if (sign === ',' && depth === 0) take(at);
  }
  return undefined;
}

function constantOf(argument: string, text: string): BoundConstant | undefined {
  const literal = literalOf(argument);
  const name = /^(?:\w+(?:\.|::))?([A-Z][A-Z\d_]+)$/.exec(argument)?.[1];
  if (literal !== undefined || name === undefined) return literal;
  const given = [...text.matchAll(new RegExp(`(?<![\\w$])${name}\\b[^\\n=(;,]{0,60}=(?!=)[ \\t]*([^\\n;]*)`, 'g'))];
  return given.length === 1 ? literalOf(given[0]![1]!.trim()) : undefined;
}

function literalOf(text: string): BoundConstant | undefined {
  const quoted = /^(["'`])([^"'`\\$\n]*)\1$/.exec(text)?.[2];
  return quoted === undefined ? undefined : { value: quoted };
}
