import { wordSet } from './alternatives.ts';
import type { Host } from './host.ts';
import type { HostTokens } from './tokens.ts';

/** Where a text stands in a program. */
export interface Place {
  readonly text: string;
  readonly words: Words;
  readonly tokens: HostTokens;
  readonly host: Host;
}

/** How the tokens of a program are written. */
export interface Words {
  readonly is: (at: number, sign: string) => boolean;
  readonly word: (at: number) => string;
}

export const wordsOf = (text: string, tokens: HostTokens): Words => ({
  is(at, sign) {
    const start = tokens.start(at);
    return start >= 0 && text.startsWith(sign, start) && tokens.end(at) - start <= sign.length && !tokens.isText(at);
  },
  word: (at) => (tokens.isWord(at) ? text.slice(tokens.start(at), tokens.end(at)) : ''),
});

/** Behind the sign that joins; -1 where there is none. */
export function joinerEnd({ is }: Words, { joiner }: Host, at: number): number {
  if (joiner === '<>') return is(at, '<') && is(at + 1, '>') ? at + 2 : -1;
  if (!is(at, joiner) || is(at + 1, '+') || is(at + 1, '=')) return -1;
  return at + 1;
}

/** Behind the calls that leave a text what it is. */
export function unchangedEnd({ is, word }: Words, from: number): number {
  let at = from;
  while (is(at, '.') && UNCHANGING.has(word(at + 1)) && word(at + 1) !== 'concat') {
    at += 2;
    if (is(at, '(') && is(at + 1, ')')) at += 2;
  }
  return at;
}

/** What leaves a text what it is, as far as CQL is concerned. */
export const UNCHANGING: ReadonlySet<string> = wordSet(
  'trim trimIndent trimMargin stripMargin stripIndent strip squish to_string to_owned into String as_str toString intern concat dup freeze',
);

/** The bracket that closes what stands on a depth, from a token in it. */
export function closeOf(tokens: HostTokens, from: number, depth: number): number {
  let at = from;
  while (at < tokens.count && tokens.depth(at) >= depth) at += 1;
  return at;
}

/** Behind the expression that begins at a token: before what ends it. */
export function expressionEnd(words: Words, tokens: HostTokens, host: Host, from: number, depth: number): number {
  let at = from;
  /** Brackets of its own that are open, of those on its depth. */
  let open = 0;
  for (; at < tokens.count; at += 1) {
    const own = tokens.depth(at);
    if (own < depth) return at;
    if (own > depth) continue;
    if (BRACKETS.some(([sign]) => words.is(at, sign))) {
      // A block begins where no expression does: `if (a + b) {`.
      if (words.is(at, '{') && at > from && !WITH_BLOCKS.has(host.name)) return at;
      open += 1;
      continue;
    }
    if (open > 0 && BRACKETS.some(([, sign]) => words.is(at, sign))) {
      open -= 1;
      continue;
    }
    if (ENDS.some((sign) => words.is(at, sign))) return at;
    if (at > from) {
      if (joinerEnd(words, host, at) >= 0 && !(host.joiner === '.' && words.is(at - 1, '-'))) return at;
      if (host.endsWithLine && tokens.isFresh(at) && !words.is(at, '.') && !words.is(at - 1, '.')) return at;
      if (LOW_WORDS.has(words.word(at))) return at;
    }
  }
  return at;
}

/** Where a block may be the argument of a call. */
const WITH_BLOCKS: ReadonlySet<string> = wordSet('kotlin scala groovy');

const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

const ENDS: readonly string[] = [',', ';', ')', ']', '}', '?'];
const LOW_WORDS: ReadonlySet<string> = wordSet('if unless for and or do then else while');

/** The next token that is no such sign. */
export function skipped({ is }: Words, from: number, sign: string): number {
  let at = from;
  while (is(at, sign)) at += 1;
  return at;
}

export const JOINS: ReadonlySet<string> = wordSet('join Join joinToString mkString');
export const LISTS: ReadonlySet<string> = wordSet('listOf arrayOf of asList List Seq Array Vector');
