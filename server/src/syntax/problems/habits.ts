import type { Span } from '../../text/span.ts';
import * as T from '../generated/token-types.ts';
import type { Repair } from '../parser/repair.ts';
import { isKeyword } from '../parser/vocabulary.ts';
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
  readonly fix?: Fix;
  readonly sure?: true;
}

/** The habit whose words stand at the token that does not fit, or reach up to it. */
export function habitOf(broken: Broken): FoundHabit | undefined {
  const rules = new Set((broken.front(broken.at) ?? []).flatMap((arc) => broken.network.rulesOf(arc)));
  for (const habits of [STATEMENT_HABITS, SCHEMA_HABITS, QUERY_HABITS]) {
    for (const habit of habits) {
      if (habit.within !== undefined && !rules.has(habit.within)) continue;
      if (habit.first !== undefined && !matches(broken, 0, habit.first)) continue;
      const start = placeOf(broken, habit);
      if (start !== undefined) return found(broken, habit, start);
    }
  }
  return undefined;
}

/** Index of the first token of a habit's words. */
function placeOf(broken: Broken, { words }: Habit): number | undefined {
  const all = words.split(' ');
  const anchored = all[0] === '^';
  const pattern = anchored ? all.slice(1) : all;
  const first = anchored ? 0 : Math.max(0, broken.at - pattern.length);
  const last = anchored ? 0 : broken.at;
  for (let start = first; start <= last; start++) {
    if (start + pattern.length < broken.at) continue;
    if (pattern.every((word, index) => matches(broken, start + index, word))) return start;
  }
  return undefined;
}

function matches(broken: Broken, token: number, word: string): boolean {
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
    default: {
      const text = textAt(broken, token).toUpperCase();
      return word === '|' ? text === word : word.split('|').includes(text);
    }
  }
}

function found(broken: Broken, habit: Habit, start: number): FoundHabit {
  const words = habit.words.split(' ').filter((word) => word !== '^' && word !== '$');
  const [first, last] = habit.mark ?? [0, words.length - 1];
  const span = { start: spanAt(broken, start + first).start, end: spanAt(broken, start + last).end };
  const { message, sure, change } = habit;
  if (change === undefined) return { message, span };
  const at = start + first;
  const removed = last - first + 1;
  if (change === '')
    return { message, span, sure, repair: { at, removed, inserted: [] }, fix: removal(broken, at, last - first) };
  const types = change.split(' ').map((text) => broken.vocabulary.typeOf(text));
  const repair = types.includes(undefined) ? undefined : { at, removed, inserted: types.map(Number) };
  const written = likeCase(change, textAt(broken, at));
  return { message, span, sure, repair, fix: rewrite(`Change to ${shown(written)}`, span, written) };
}
