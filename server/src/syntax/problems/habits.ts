import type { Span } from '../../text/span.ts';
import * as T from '../generated/token-types.ts';
import type { Repair } from '../parsing/repair.ts';
import { isKeyword } from '../parsing/vocabulary.ts';
import { type Broken, spanAt, textAt } from './broken.ts';
import { type Fix, likeCase, rewrite, shown } from './candidate.ts';
import type { Habit } from './habit.ts';
import { QUERY_HABITS } from './query-habits.ts';
import { SCHEMA_HABITS } from './schema-habits.ts';
import { STATEMENT_HABITS } from './statement-habits.ts';
import { removal } from './surplus.ts';

/** A habit that was found in a statement. */
export interface FoundHabit {
  readonly message: string;
  readonly span: Span;
  readonly repair?: Repair;
  readonly fix?: Fix | undefined;
  readonly sure?: true;
}

/** The habit whose words stand at the token that does not fit, or reach up to it. */
export function habitOf(broken: Broken): FoundHabit | undefined {
  let rules: ReadonlySet<number> | undefined;
  for (const { habit, pattern, anchored, rarest } of candidates(broken)) {
    const start = placeOf(broken, pattern, anchored, rarest);
    if (start === undefined) continue;
    if (habit.first !== undefined && !habit.first.split('|').includes(wordAt(broken, 0))) continue;
    if (habit.joined && !isJoined(broken, start, pattern.length)) continue;
    if (habit.within !== undefined) {
      rules ??= new Set((broken.front(broken.at) ?? []).flatMap((arc) => broken.network.rulesOf(arc)));
      if (!rules.has(habit.within)) continue;
    }
    return found(broken, habit, start);
  }
  return undefined;
}

/** A habit, its words taken apart. */
interface Pattern {
  readonly habit: Habit;
  readonly order: number;
  /** For each token the words that it may be; a string is a kind of token. */
  readonly pattern: readonly (readonly string[] | string)[];
  readonly anchored: boolean;
  /** Index of a token that is a word or sign, the last such one. */
  readonly rarest: number;
}

/** The habits one of whose words stands near the token that does not fit, in their order. */
function candidates(broken: Broken): readonly Pattern[] {
  const near = new Set<Pattern>();
  const until = Math.min(broken.end, broken.at + LONGEST);
  for (let token = Math.max(0, broken.at - LONGEST); token < until; token++) {
    for (const pattern of BY_WORD.get(wordAt(broken, token)) ?? []) near.add(pattern);
  }
  return [...near].toSorted((a, b) => a.order - b.order);
}

/** Index of the first token of a habit's words. */
function placeOf(broken: Broken, pattern: Pattern['pattern'], anchored: boolean, rarest: number): number | undefined {
  const first = anchored ? 0 : Math.max(0, broken.at - pattern.length);
  const last = anchored ? 0 : broken.at;
  for (let start = first; start <= last; start++) {
    if (start + pattern.length < broken.at || !matches(broken, start + rarest, pattern[rarest]!)) continue;
    if (pattern.every((word, index) => matches(broken, start + index, word))) return start;
  }
  return undefined;
}

function isJoined({ tokens: { starts, ends } }: Broken, first: number, length: number): boolean {
  for (let token = first + 1; token < first + length; token++) if (starts[token] !== ends[token - 1]) return false;
  return true;
}

function matches(broken: Broken, token: number, word: readonly string[] | string): boolean {
  if (token >= broken.end) return word === '$';
  const type = broken.tokens.types[token]!;
  switch (word) {
    case '$':
      return false;
    case '<any>':
      return true;
    case '<name>':
      return type === T.IDENT || type === T.QUOTED || isKeyword(type);
    case '<number>':
      return type === T.INTEGER;
    case '<string>':
      return type === T.STRING;
    default:
      return word.includes(wordAt(broken, token));
  }
}

/** The token in capitals; empty where it is longer than any word. */
const wordAt = (broken: Broken, token: number): string =>
  broken.tokens.ends[token]! - broken.tokens.starts[token]! > LONGEST_WORD ? '' : textAt(broken, token).toUpperCase();

function patternOf(habit: Habit, order: number): Pattern {
  const words = habit.words.split(' ');
  const anchored = words[0] === '^';
  const pattern = (anchored ? words.slice(1) : words).map((word) => {
    if (word === '|') return [word];
    return word === '$' || KIND.test(word) ? word : word.split('|');
  });
  return { habit, order, pattern, anchored, rarest: pattern.findLastIndex((word) => typeof word !== 'string') };
}

/** `<name>` */
const KIND = /^<\w+>$/;

const PATTERNS = [...STATEMENT_HABITS, ...SCHEMA_HABITS, ...QUERY_HABITS].map(patternOf);

/** The habits by each of the words that their rarest token may be. */
const BY_WORD: ReadonlyMap<string, readonly Pattern[]> = byWord();

function byWord(): ReadonlyMap<string, readonly Pattern[]> {
  const found = new Map<string, Pattern[]>();
  for (const pattern of PATTERNS) {
    for (const word of pattern.pattern[pattern.rarest]!) found.set(word, [...(found.get(word) ?? []), pattern]);
  }
  return found;
}

const LONGEST_WORD = 24;

/** More than the tokens of any habit. */
const LONGEST = 8;

function found(broken: Broken, habit: Habit, start: number): FoundHabit {
  const words = habit.words.split(' ').filter((word) => word !== '^' && word !== '$');
  const [first, last] = habit.mark ?? [0, words.length - 1];
  const span = { start: spanAt(broken, start + first).start, end: spanAt(broken, start + last).end };
  const { message, sure, change, rewrite: written } = habit;
  if (written !== undefined) return { message, span, sure: true, fix: written(broken, start) };
  if (change === undefined) return { message, span };
  const at = start + first;
  const removed = last - first + 1;
  if (change === '')
    return { message, span, sure, repair: { at, removed, inserted: [] }, fix: removal(broken, at, last - first) };
  const types = change.split(' ').map((text) => broken.vocabulary.typeOf(text));
  const repair = types.includes(undefined) ? undefined : { at, removed, inserted: types.map(Number) };
  const text = likeCase(change, textAt(broken, at));
  return { message, span, sure, repair, fix: rewrite(`Change to ${shown(text)}`, span, text) };
}
