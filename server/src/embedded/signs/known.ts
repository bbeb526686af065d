import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Read } from '../readings/chain-readings.ts';
import { type Chain, endOf, startOf } from '../programs/chains.ts';
import { reachOf, type Seen } from '../programs/program.ts';
import { functionName } from '../hosts/functions.ts';
import { PLACED, PUT_BEHIND } from '../programs/uses.ts';

/** All of a statement is known; all but values and what is selected; or more may stand in it or behind it. */
export type Known = 'whole' | 'but values' | 'in part';

/** How much of a statement is known. */
export function knownOf(program: Seen, chain: Chain, { pieces, blank, document }: Read): Known {
  if (
    blank.size > 0 ||
    chain.goesOn ||
    goesOnElsewhere(program, chain) ||
    isInJoinedList(program, chain) ||
    isKeptAndJoined(program, chain) ||
    isGivenBackAndJoined(program, chain) ||
    isJoinedByCalled(program, chain) ||
    isJoinedByOthers(program, chain)
  )
    return 'in part';
  if (!pieces.some(({ kind }) => kind === 'hole')) return 'whole';
  return document.segments.every(holesAreValues) ? 'but values' : 'in part';
}

/** The text has a name, and more is put behind what has this name, or it behind more. */
export function goesOnElsewhere(program: Seen, chain: Chain): boolean {
  const {
    name,
    parts: [first],
  } = chain;
  const { text, joinedUses } = program;
  const joined = name === undefined ? [] : joinedUses(name);
  if (name === undefined || joined.length === 0 || first.kind !== 'text') return false;
  const { start, end } = reachOf(program, name, first.literal.start);
  return joined.some((use) => {
    if (use.start < start || use.start >= end) return false;
    // What is put behind it at once is a part of it.
    if (use.start > first.literal.start && use.start < endOf(chain)) return false;
    return !SAID_BEFORE.test(text.slice(text.lastIndexOf('\n', use.start) + 1, use.start));
  });
}

/** The text is put into a list that has a name, and what is in the list is joined. */
function isInJoinedList({ text, reading: { tokens } }: Seen, { first, callee, receiver }: Chain): boolean {
  const list = PUSHERS.has(callee) ? receiver : listBefore(leftOf(text, tokens.start(first), NEAR), callee);
  if (list === undefined || list === '') return false;
  const name = `(?<!\\w)${list}(?!\\w)`;
  return new RegExp(
    `${name}(?!\\s*[:=])[^;\\n]{0,60}\\.\\s*(?:join|joinToString|mkString)\\b|\\b(?:join|Join|implode|joining)\\([^;\\n]{0,60}${name}|${name}\\s*\\*\\s*["']|\\bStringJoiner\\s+${name}|${name}\\s*=\\s*(?:new\\s+)?StringJoiner\\b`,
  ).test(text);
}

const PUSHERS: ReadonlySet<string> = wordSet('push add Add unshift');

/** The name of a list that begins right before a text, or to which it is put. */
function listBefore(before: string, callee: string): string | undefined {
  const sign = before.trimEnd().at(-1) ?? ' ';
  // To look for the name takes longer than all else that is asked of a text.
  if (sign === '(' ? !LISTERS.has(callee) : !'<=[{'.includes(sign)) return undefined;
  return LIST.exec(before)
    ?.slice(1)
    .find((name) => name !== undefined);
}

const LISTERS: ReadonlySet<string> = wordSet('mutableListOf listOf arrayListOf array Buffer ListBuffer of asList');

/** `q << "…"`, `$q[] = "…"`, `q = ["…"`, `q := []string{"…"`, `val q = mutableListOf("…"`. */
const LIST = new RegExp(
  `(\\w+)\\s*<<\\s*$|(\\w+)\\[\\]\\s*=\\s*$|(\\w+)\\s*(?::[^=\\n]*)?:?=\\s*(?:new\\s+)?(?:\\[|vec!\\[|[\\w<>[\\], ]*[\\]>\\w]\\s*\\{|(?:\\w+\\.)?(?:${[...LISTERS].join('|')})\\()\\s*$`,
);

/** So many characters are looked at before a text. */
const NEAR = 120;

/** The text is kept under a key, and more is put to what is kept there. */
function isKeptAndJoined({ text, joinedKeys }: Seen, chain: Chain): boolean {
  const start = startOf(chain);
  const key = KEY.exec(leftOf(text, start, NEAR));
  const name = key?.[1] ?? key?.[2] ?? chain.name;
  return name !== undefined && joinedKeys().has(name);
}

/** `"base": "…"`, `'base' => "…"`, `:base => "…"`, `"base" to "…"`, `put("base", "…")`, `q["base"] = "…"`. */
const KEY = /(?:["'`](\w+)["'`]|(?<!\w):(\w+))\s*(?:[:,]|[=-]>|\bto\b|\]\s*=)\s*$/;

/** A function gives the text back, and more is put to what it gives. */
function isGivenBackAndJoined({ text, functions }: Seen, chain: Chain): boolean {
  const start = startOf(chain);
  const line = text.lastIndexOf('\n', start) + 1;
  const before = text.slice(line, start);
  if (chain.callee !== '' || !GIVEN_BACK.test(before)) return false;
  const around = ON_ONE_LINE.test(before) ? { start: line, end: start } : functions().around(start);
  const name = around.end - around.start === text.length ? undefined : functionName(text, around);
  if (name === undefined) return false;
  const called = `(?<![\\w$])${name.replaceAll('$', '\\$')}`;
  return new RegExp(
    `${called}(?:\\([^()\\n]*\\))?${PUT_BEHIND}|${PLACED}${called}\\(|[$#]\\{[^{}\\n"]*${called}\\b|\\{[^{}\\n"]*${called}\\([^{}\\n]*\\)\\}`,
  ).test(text);
}

/** On the line before a text that is given back; the last expression of a function of Ruby or Scala begins its line. */
const GIVEN_BACK = /(?:\breturn\b|=>|->|\bdo:|\)\s*(?::\s*\w+\s*)?=)[^;]*$|^\s*\w*$/;

const ON_ONE_LINE = /=>|\b(?:fun|fn|defp?|func)\b|^[ \t]*\w[\w<>[\], ?.]*[ \t]\w+\([^()]*\)\s*\{\s*return\b/;

/** A function of the program takes the text, and puts more to it. */
function isJoinedByCalled({ text, reading: { tokens }, joins }: Seen, { callee, argument }: Chain): boolean {
  let place = 0;
  const depth = tokens.depth(argument);
  for (let at = argument - 1; tokens.depth(at) >= depth; at -= 1)
    if (tokens.depth(at) === depth && text[tokens.start(at)] === ',') place += 1;
  return callee !== '' && joins(callee, place);
}

/** The text has a name outside of functions, or is given to a constant of an enumeration, and another program joins more to it. */
function isJoinedByOthers({ text, neighbourhood, functions }: Seen, chain: Chain): boolean {
  const { name, callee } = chain;
  if (CONSTANT.test(callee) && neighbourhood.isJoined(callee)) return true;
  if (name === undefined || !neighbourhood.isJoined(name)) return false;
  return functions().around(text.lastIndexOf(name, startOf(chain))).start === 0;
}

const CONSTANT = /^[A-Z][A-Z\d_]+$/;

/** On a line before a name: what is put together there is for people to read. */
const SAID_BEFORE =
  /\b(?:log\w*|console|print\w*|echo|puts|debug|info|warn\w*|error|fatal|raise|throw|\w+Exception)\b[^;]*$/i;

/** Whether placeholders stand only where values do, in the place of a name of a table, or among what is selected. */
function holesAreValues({ tokens: { types, starts, ends }, text }: Segment): boolean {
  for (let token = 0; token < types.length; token += 1) {
    if (types[token] === T.TEMPLATE) {
      if (!"$'".includes(text.charAt(starts[token]!))) return false;
      // Two of which nothing stands between: a name and a condition, perhaps.
      if (text.slice(starts[token]! + 1, ends[token]).includes('$')) return false;
      const before = types[token - 1] ?? 0;
      const behind = types[token + 1] ?? 0;
      const isName = NAMING.has(before) || behind === T.DOT || before === T.DOT;
      if (!isName && isSelected(types, token)) continue;
      if (!isName && !VALUED.has(before)) return false;
      if ((before === T.LPAREN || before === T.COMMA) && !isAmongValues(types, token)) return false;
    }
  }
  return true;
}

const NAMING: ReadonlySet<number> = new Set([T.FROM, T.INTO, T.UPDATE, T.TRUNCATE, T.TABLE]);

const VALUED: ReadonlySet<number> = new Set([
  T.EQ,
  T.LT,
  T.LE,
  T.GT,
  T.GE,
  T.NE,
  T.IN,
  T.LIKE,
  T.CONTAINS,
  T.KEY,
  T.LIMIT,
  T.TTL,
  T.TIMESTAMP,
  T.PLUS,
  T.MINUS,
  T.LPAREN,
  T.COMMA,
  T.LBRACKET,
  T.JSON,
]);

/** Whether a token is one of what a SELECT gives, by itself. */
function isSelected(types: ArrayLike<number>, token: number): boolean {
  const [before, behind] = [types[token - 1], types[token + 1]];
  if (behind !== T.COMMA && behind !== T.FROM) return false;
  if (before !== T.COMMA && before !== T.SELECT && before !== T.DISTINCT) return false;
  let depth = 0;
  for (let at = token - 1; at >= 0; at -= 1) {
    const type = types[at];
    if (type === T.SELECT) return depth === 0;
    if (type === T.FROM) return false;
    if (type === T.RPAREN) depth += 1;
    if (type === T.LPAREN) depth -= 1;
    if (depth < 0) return false;
  }
  return false;
}

/** Whether the brackets around a token are those of VALUES, of IN or of a call. */
function isAmongValues(types: ArrayLike<number>, token: number): boolean {
  let depth = 0;
  for (let at = token - 1; at > 0; at -= 1) {
    const type = types[at];
    if (type === T.RPAREN) depth += 1;
    if (type !== T.LPAREN) continue;
    if (depth === 0) {
      const before = types[at - 1];
      return before === T.VALUES || before === T.IN || before === T.EQ || before === T.LPAREN || before === T.TOKEN;
    }
    depth -= 1;
  }
  return false;
}
