import * as T from '../../syntax/generated/token-types.ts';
import type { Caret } from '../../syntax/index.ts';
import { isName } from '../../syntax/token-classes.ts';
import type { Subject } from '../subject.ts';

/** The tokens of a statement before its caret. */
export interface TokensBefore {
  readonly types: Uint8Array;
  readonly count: number;
  /** As it is written. */
  text(index: number): string;
  /** Folded, as the server reads a name. */
  name(index: number): string;
  /** Indexes of the brackets that are not closed, the outermost first. */
  readonly open: readonly number[];
}

export function tokensBefore({ document }: Subject, { before, segment }: Caret): TokensBefore {
  const from = document.startOf(segment);
  const { types, starts, ends } = before;
  const text = (index: number): string => document.slice(from + starts[index]!, from + ends[index]!);
  const open: number[] = [];
  for (const [index, type] of types.entries()) {
    if (OPENING.has(type)) open.push(index);
    else if (CLOSING.has(type)) open.pop();
  }
  return { types, count: types.length, text, name: (index) => folded(text(index)), open };
}

export const OPENING: ReadonlySet<number> = new Set([T.LPAREN, T.LBRACKET, T.LBRACE]);
export const CLOSING: ReadonlySet<number> = new Set([T.RPAREN, T.RBRACKET, T.RBRACE]);

/** A name as the server reads it. */
export const folded = (text: string): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase();

/** Index of the bracket that a closing one at `index` belongs to; -1 where there is none. */
export function openingOf({ types }: TokensBefore, index: number): number {
  let depth = 0;
  for (let at = index; at >= 0; at--) {
    if (CLOSING.has(types[at]!)) depth += 1;
    else if (OPENING.has(types[at]!) && --depth === 0) return at;
  }
  return -1;
}

/** How many commas stand behind a bracket that is not closed, those in further brackets left out. */
export function commasSince({ types, count }: TokensBefore, bracket: number): number {
  let depth = 0;
  let commas = 0;
  for (let index = bracket + 1; index < count; index++) {
    if (OPENING.has(types[index]!)) depth += 1;
    else if (CLOSING.has(types[index]!)) depth -= 1;
    else if (depth === 0 && types[index] === T.COMMA) commas += 1;
  }
  return commas;
}

/** Within the brackets of `token`, left of an operator. */
export function isInToken({ types, open }: TokensBefore): boolean {
  const bracket = open.at(-1) ?? 0;
  return types[bracket - 1] === T.TOKEN && (types[bracket - 2] === T.WHERE || types[bracket - 2] === T.AND);
}

/** The left side of a relation in brackets that the caret stands behind; `undefined` behind anything else. */
export function leftInBrackets(tokens: TokensBefore): 'token' | 'tuple' | undefined {
  const { types, count } = tokens;
  if (types[count - 1] !== T.RPAREN) return undefined;
  const open = openingOf(tokens, count - 1);
  const before = types[open - 1] ?? 0;
  if (before === T.TOKEN) return LEFT_OF_RELATION.has(types[open - 2] ?? 0) ? 'token' : undefined;
  // Brackets around a whole relation have a sign in them.
  const isTuple = types.subarray(open + 1, count - 1).every((type) => type === T.COMMA || isName(type));
  return LEFT_OF_RELATION.has(before) && isTuple ? 'tuple' : undefined;
}

const LEFT_OF_RELATION: ReadonlySet<number> = new Set([T.WHERE, T.AND]);

/** Index of the last of these words that stands in no brackets but those that the caret is in; -1 where there is none. */
export function lastWord({ types, count }: TokensBefore, words: ReadonlySet<number>): number {
  let depth = 0;
  for (let index = count - 1; index >= 0; index--) {
    const type = types[index]!;
    if (CLOSING.has(type)) depth += 1;
    else if (OPENING.has(type)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && words.has(type) && !isNameThere(type, types[index + 1])) return index;
  }
  return -1;
}

/** Two of the words that begin a clause are names as well. */
const isNameThere = (type: number, next: number | undefined): boolean =>
  (type === T.VALUES && next !== T.LPAREN) || (type === T.GROUP && next !== T.BY);

/** Names from a token on that follow directly upon one of these, with their indexes: the first words of a list's parts. */
export function namesAfter(
  { types, count, name }: TokensBefore,
  from: number,
  starters: ReadonlySet<number>,
): readonly { readonly index: number; readonly name: string }[] {
  const found: { index: number; name: string }[] = [];
  for (let index = from + 1; index < count; index++) {
    if (starters.has(types[index - 1]!) && isName(types[index]!)) found.push({ index, name: name(index) });
  }
  return found;
}
