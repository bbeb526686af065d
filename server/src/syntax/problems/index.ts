import { phraseOf } from '../parsing/expectation.ts';
import * as T from '../generated/token-types.ts';
import type { Repair } from '../parsing/repair.ts';
import type { SyntaxProblem } from '../segment.ts';
import { isKeyword } from '../parsing/vocabulary.ts';
import { type Broken, joiningTypesAt, placeBefore, textAt, tryRepair } from './broken.ts';
import { brackets } from './brackets.ts';
import { type Candidate, type Fix, shown } from './candidate.ts';
import { unknownStatement } from './first-word.ts';
import { habitOf } from './habits.ts';
import { misplacedIf } from './misplaced-if.ts';
import { leftOpen, missing, unended } from './missing.ts';
import { listed, missingLast, missingParts, partsAt } from './missing-part.ts';
import { names } from './names.ts';
import { strayQuote } from './strings.ts';
import { surplus } from './surplus.ts';
import { typos } from './typos.ts';

/** What is wrong with a statement, and how it can be read nevertheless. */
export interface Diagnosis {
  /** Worded only where it is asked for. */
  readonly problem: () => SyntaxProblem;
  /** Absent where nothing is known that would help. */
  readonly repair?: Repair;
  /** Nothing explains it: the problem tells only where it is. */
  readonly unexplained?: true;
}

/**
 * Finds the one mistake that explains best why a statement does not parse.
 *
 * Habits of SQL are known by their words. For everything else every likely slip is supposed in turn, and the one with which the
 * statement can be read furthest is taken. `parses` tells whether a repaired statement is whole.
 */
export function diagnose(broken: Broken, parses: (repair: Repair) => boolean): Diagnosis {
  const quote = strayQuote(broken);
  if (quote !== undefined) return { problem: () => quote, repair: { at: broken.at, removed: 1, inserted: [] } };
  const habit = habitOf(broken);
  if (habit !== undefined) return { problem: () => withFix(habit, parses), repair: habit.repair };
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
  if (best === undefined) return { problem: () => misfit(broken), unexplained: true };
  const found = best;
  return { problem: () => withFix(found, parses), repair: found.repair };
}

const FINDERS: readonly ((broken: Broken) => Iterable<Candidate>)[] = [
  typos,
  misplacedIf,
  names,
  brackets,
  surplus,
  missing,
  leftOpen,
  unended,
  missingParts,
  missingLast,
];

/** 0 where the statement can hardly be read further with the candidate than without. */
function scoreOf(broken: Broken, candidate: Candidate): number {
  const { repair, weight } = candidate;
  const { read, complete, unfinished } = tryRepair(broken, repair);
  if (read < 0 || (candidate.onlyWhole === true && !complete)) return 0;
  const beyond = repair.at + repair.removed + read - broken.at;
  if (!complete && !(unfinished && broken.at < broken.end) && beyond < NEEDED) return 0;
  return weight + Math.min(beyond, 8) * 1.5 + (complete ? 12 : unfinished ? 8 : 0);
}

/** A fix is offered where it is certain: it repairs the whole statement, or the word can mean nothing else. */
function withFix(candidate: CandidateOrHabit, parses: (repair: Repair) => boolean): SyntaxProblem {
  const { message, span, fix, repair, sure } = candidate;
  const fixes = fix !== undefined && (sure === true || (repair !== undefined && parses(repair))) ? [fix] : [];
  return { message, span, fixes };
}

interface CandidateOrHabit extends Pick<SyntaxProblem, 'message' | 'span'> {
  readonly fix?: Fix | undefined;
  readonly repair?: Repair;
  readonly sure?: true;
}

/** Nothing explains it: says what could stand there, where that is little. */
function misfit(broken: Broken): SyntaxProblem {
  const { at, end, network, tokens } = broken;
  const wish = wishAt(broken);
  if (at === end) {
    const first = textAt(broken, 0).toUpperCase();
    const lacking = joiningTypesAt(broken, at).has(T.WHERE) ? WITHOUT_WHERE[first] : undefined;
    if (lacking !== undefined) return { message: lacking, span: placeBefore(broken, at), fixes: [] };
    return { message: `The statement ends too early${wish}.`, span: placeBefore(broken, at), fixes: [] };
  }
  if (at === 0) return unknownStatement(broken);
  const here = shown(textAt(broken, at));
  const front = broken.front(at);
  const whole = front !== undefined && network.fits(front, T.EOF);
  const message = whole
    ? `${here} does not fit here: the statement is complete before it.`
    : `${here} does not fit here${wish}.`;
  return { message, span: { start: tokens.starts[at]!, end: tokens.ends[at]! }, fixes: [] };
}

/** `: WHERE is expected`; empty where too much could stand there. */
function wishAt(broken: Broken): string {
  const { at, network, vocabulary } = broken;
  const front = broken.front(at) ?? [];
  const types = [...joiningTypesAt(broken, at)];
  const isFirst = at === broken.end && broken.tokens.types[at - 1] === T.LPAREN;
  const needed = NEEDED_WORDS.find(
    (type) => types.includes(type) && (type !== T.PRIMARY || (at === broken.end && !isFirst)),
  );
  const keywords = types.filter((type) => isKeyword(type) && !(isFirst && type === T.PRIMARY));
  const parts = partsAt(broken);
  // A list of columns is expected before JSON, a name of a column before PRIMARY KEY.
  const lists = at === broken.end && parts.length === 0 ? types.filter((type) => type === T.LPAREN) : [];
  let wanted: readonly number[] = [...lists, ...keywords];
  if (needed !== undefined) wanted = [needed];
  else if (keywords.length === 0 && parts.length === 0) wanted = types;
  const words = wanted.map((type) => phraseOf(network, vocabulary, front, type));
  const all = needed === undefined ? [...parts, ...words] : words;
  return all.length > 0 && all.length <= MOST_WISHES ? `: ${listed(all)} is expected` : '';
}

/** A write that names no row. */
const WITHOUT_WHERE: Readonly<Record<string, string>> = {
  DELETE: 'DELETE needs WHERE and the key of what it deletes; TRUNCATE empties a whole table.',
  UPDATE: 'UPDATE needs WHERE and the whole primary key: it writes one row.',
};

/** So many tokens, the one that did not fit among them, must be readable with a repair. */
const NEEDED = 2;

const MOST_WISHES = 4;

/** Words without which a statement cannot be; what else could stand before them is not worth a word. */
const NEEDED_WORDS: readonly number[] = [T.FROM, T.SET, T.VALUES, T.WHERE, T.INTO, T.ON, T.TO, T.PRIMARY];
