import type { Embedded } from './extract.ts';
import { remembered } from './programs/remembered.ts';

/** The texts that are bound to the markers of a statement, in their order; none at the place of what is no constant text. */
export type BoundTexts = readonly (string | undefined)[];

/**
 * What a program binds to its INSERTs right behind their texts, where all is known of these but values and it begins with a constant text: `execute("…", "all", who)`,
 * `execute("…", (SCOPE, who))`.
 */
export function boundTexts(text: string, statements: readonly Embedded[]): ReadonlyMap<Embedded, BoundTexts> {
  const named = remembered((name: string) => namedIn(text, name));
  const found = new Map<Embedded, BoundTexts>();
  for (const one of statements) {
    if (!INSERT.test(one.text) || one.known === 'in part') continue;
    const behind = text.slice(one.end, one.end + LONGEST);
    const before = BEFORE_CONSTANT.exec(behind)?.[0];
    const listed = before === undefined ? undefined : listIn(behind.slice(before.length));
    const [first] = listed ?? [];
    if (listed === undefined || first === undefined) continue;
    const inner = LIST.test(first) ? listIn(first.slice(1)) : listed;
    // A list behind something else is what is bound, and that is not.
    if (inner === undefined || inner.some((argument) => LIST.test(argument))) continue;
    found.set(
      one,
      inner.map((argument) => textOf(argument, named)),
    );
  }
  return found;
}

const INSERT = /^\s*insert\b/i;

/** The comma behind a text, where a literal or a name in capitals follows. */
const BEFORE_CONSTANT = /^["'`]{0,2}\s*,(?=\s*[[(]?\s*(?:["'`]|(?:\w+(?:\.|::))?[A-Z][A-Z\d_]+\b))/;

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

function textOf(argument: string, named: (name: string) => string | undefined): string | undefined {
  const name = /^(?:\w+(?:\.|::))?([A-Z][A-Z\d_]+)$/.exec(argument)?.[1];
  return name === undefined ? literalOf(argument) : named(name);
}

/** The only text that a name is given. */
function namedIn(text: string, name: string): string | undefined {
  const given = [...text.matchAll(new RegExp(`(?<![\\w$])${name}\\b[^\\n=(;,]{0,60}=(?!=)[ \\t]*([^\\n;]*)`, 'g'))];
  return given.length === 1 ? literalOf(given[0]![1]!.trim()) : undefined;
}

const literalOf = (text: string): string | undefined => /^(["'`])([^"'`\\$\n]*)\1$/.exec(text)?.[2];
