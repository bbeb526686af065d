import { expectationOf } from '../expectation.ts';
import type { Repair } from '../parser/repair.ts';
import type { SyntaxProblem } from '../segment.ts';
import { type Broken, placeBefore, spanAt, textAt, tryRepair } from './broken.ts';
import { type Candidate, type Fix, shown } from './candidate.ts';
import { habitOf } from './habits.ts';
import { leftOpen, missing } from './missing.ts';
import { listed, missingParts, partsOf } from './missing-part.ts';
import { names } from './names.ts';
import { innerQuote } from './strings.ts';
import { surplus } from './surplus.ts';
import { typos } from './typos.ts';

/** What is wrong with a statement, and how it can be read nevertheless. */
export interface Diagnosis {
  readonly problem: SyntaxProblem;
  /** Absent where nothing is known that would help. */
  readonly repair?: Repair;
}

/**
 * Finds the one mistake that explains best why a statement does not parse.
 *
 * Habits of SQL are known by their words. For everything else every likely slip is supposed in turn, and the one with which the
 * statement can be read furthest is taken. `parses` tells whether a repaired statement is whole.
 */
export function diagnose(broken: Broken, parses: (repair: Repair) => boolean): Diagnosis {
  const { types, starts, ends } = broken.tokens;
  const quote = innerQuote(types, starts, ends, broken.at);
  if (quote !== undefined) return { problem: quote, repair: { at: broken.at, removed: 1, inserted: [] } };
  const habit = habitOf(broken);
  if (habit !== undefined) return { problem: withFix(habit, parses), repair: habit.repair };
  let best: Candidate | undefined;
  let most = 0;
  for (const find of FINDERS) {
    for (const candidate of find(broken)) {
      const score = scoreOf(broken, candidate);
      if (score > most) {
        most = score;
        best = candidate;
      }
    }
  }
  if (best === undefined) return { problem: misfit(broken) };
  return { problem: withFix(best, parses), repair: best.repair };
}

const FINDERS: readonly ((broken: Broken) => Iterable<Candidate>)[] = [
  typos,
  names,
  surplus,
  missing,
  leftOpen,
  missingParts,
];

/** 0 where the statement can hardly be read further with the candidate than without. */
function scoreOf(broken: Broken, candidate: Candidate): number {
  const { repair, weight } = candidate;
  const { read, complete } = tryRepair(broken, repair);
  if (read < 0) return 0;
  const beyond = repair.at + repair.removed + read - broken.at;
  if (!complete && beyond < NEEDED) return 0;
  return weight + Math.min(beyond, 8) * 1.5 + (complete ? 12 : 0);
}

/** A fix is offered where it is certain: it repairs the whole statement, or the word can mean nothing else. */
function withFix(candidate: CandidateOrHabit, parses: (repair: Repair) => boolean): SyntaxProblem {
  const { message, span, fix, repair, sure } = candidate;
  const fixes = fix !== undefined && (sure === true || (repair !== undefined && parses(repair))) ? [fix] : [];
  return { message, span, fixes };
}

interface CandidateOrHabit extends Pick<SyntaxProblem, 'message' | 'span'> {
  readonly fix?: Fix;
  readonly repair?: Repair;
  readonly sure?: true;
}

/** Nothing explains it: says what could stand there, where that is little. */
function misfit(broken: Broken): SyntaxProblem {
  const { at, end, network, vocabulary, tokens } = broken;
  const front = broken.front(at) ?? [];
  const expected = expectationOf(network, vocabulary, front, tokens.types.subarray(0, at));
  const wanted = [
    ...partsOf(expected.names, expected.newName, expected.values),
    ...expected.keywords.map((type) => vocabulary.textOf(type)!),
    ...expected.signs.map((type) => shown(vocabulary.textOf(type)!)),
  ];
  const wish = wanted.length > 0 && wanted.length <= MOST_WISHES ? ` ${listed(wanted)} is expected` : '';
  if (at === end) {
    return {
      message: wish === '' ? 'The statement ends too early.' : `The statement ends too early:${wish}.`,
      span: placeBefore(broken, at),
      fixes: [],
    };
  }
  const here = shown(textAt(broken, at));
  if (expected.end && at > 0) {
    return {
      message: `${here} does not fit here: the statement is complete before it.`,
      span: spanAt(broken, at),
      fixes: [],
    };
  }
  return {
    message: wish === '' ? `${here} does not fit here.` : `${here} does not fit here:${wish}.`,
    span: spanAt(broken, at),
    fixes: [],
  };
}

/** So many tokens, the one that did not fit among them, must be readable with a repair. */
const NEEDED = 2;

const MOST_WISHES = 5;
