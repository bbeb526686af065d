import type { Analyzer } from './analyzer.ts';
import type { Answer } from './answer.ts';
import { compare } from './compare.ts';
import { roundOf } from './generate/round.ts';
import type { Made } from './generate/model.ts';
import type { Judge } from './judge.ts';
import type { Known } from './known.ts';
import type { Release } from './releases.ts';
import { caseOf, count, type Case, type Tally } from './tally.ts';

/** A disagreement with what is needed to see it again. */
export interface Disagreement {
  readonly case: Case;
  /** The schema statements before it that the server took, in order. */
  readonly schema: readonly string[];
  readonly seed: string;
  /** What tells the names of the round from others. */
  readonly label: string;
}

export interface RoundOptions {
  readonly release: Release;
  readonly judge: Judge;
  readonly analyzer: Analyzer;
  readonly known: Known;
  readonly tally: Tally;
  readonly seed: string;
  readonly label: string;
  /** Statements asked of the round's schema, beside those that make it. */
  readonly statements: number;
}

interface Asked {
  readonly cql: string;
  readonly server: Answer;
  /** What it makes or changes; statements that change nothing have neither. */
  readonly made?: Made;
}

export interface RoundResult {
  readonly disagreements: readonly Disagreement[];
  /** Combinations of statement, restriction, type, index and option that were made. */
  readonly combinations: Iterable<string>;
}

/** Runs one round on the node and through the analyzer, counts into the tally and gives what they disagree on. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { release, judge, seed, label, tally } = options;
  const round = roundOf(seed, release.name, label);
  const asked: Asked[] = [];
  for (let made = round.nextSchemaStatement(); made !== undefined; made = round.nextSchemaStatement()) {
    const server = await judge.ask(made.cql);
    if (server.ok) round.taken(made);
    asked.push({ cql: made.cql, server, made });
  }
  const statements = round.statements(options.statements);
  const answers = await judge.askMany(statements);
  for (const [index, cql] of statements.entries()) asked.push({ cql, server: answers[index] as Answer });

  const ours = await ourAnswers(options, asked);
  const disagreements: Disagreement[] = [];
  const schema: string[] = [];
  const spoilt = new Set<string>();
  for (const [index, each] of asked.entries()) {
    const answer = ours[index] as Answer;
    const compared = await compareAgain(options, each, answer);
    const found = caseOf(each.cql, each.server, answer, compared, round.maker.names);
    const names = each.made?.touches ?? [];
    if (mentionsAny(each.cql, spoilt)) tally.passedOver++;
    else {
      count(tally, found);
      if (isDisagreement(found)) disagreements.push({ case: found, schema: [...schema], seed, label });
    }
    if (each.server.ok && each.made !== undefined) {
      schema.push(each.cql);
      // What the server has and we have not: what follows about it says nothing new.
      if (!answer.ok) for (const name of names) spoilt.add(name);
    }
  }
  return { disagreements, combinations: round.maker.notes.keys() };
}

export function isDisagreement({ outcome }: Case): boolean {
  return outcome !== 'same' && outcome !== 'left-out' && outcome !== 'listed';
}

/** The outcome; where only the words differ, the server is asked again, as some of its words vary from time to time. */
async function compareAgain(
  { known, release, judge }: RoundOptions,
  each: Asked,
  ours: Answer,
): Promise<Case['outcome']> {
  const outcome = compare(each.cql, each.server, ours);
  if (outcome === 'same' || outcome === 'left-out') return outcome;
  if (known(release.name, each.cql, each.server, ours) !== undefined) return 'listed';
  if (outcome !== 'message' || each.made !== undefined) return outcome;
  for (let time = 0; time < 3; time++) {
    if (compare(each.cql, await judge.ask(each.cql), ours) === 'same') return 'same';
  }
  return outcome;
}

/**
 * Our answers to all that was asked. What we take and the server refuses would be in our schema only, so the script is run
 * again without it, until both sides have built the same.
 */
async function ourAnswers({ analyzer, release }: RoundOptions, asked: readonly Asked[]): Promise<readonly Answer[]> {
  const ours: Answer[] = [];
  const without = new Set<number>();
  for (let pass = 0; pass < 15; pass++) {
    const rest = asked.map((_, index) => index).filter((index) => !without.has(index));
    const answers = await analyzer.ask(
      `cassandra-${release.name}`,
      rest.map((index) => (asked[index] as Asked).cql),
    );
    for (const [place, index] of rest.entries()) ours[index] = answers[place] as Answer;
    const astray = rest.filter(
      (index) => asked[index]?.made !== undefined && !asked[index]?.server.ok && ours[index]?.ok === true,
    );
    if (astray.length === 0) break;
    for (const index of astray) without.add(index);
  }
  return ours;
}

function mentionsAny(cql: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return [...names].some((name) => cql.includes(name));
}
