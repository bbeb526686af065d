import type { Analyzer } from './analyzer.ts';
import type { Answer } from './answer.ts';
import { compare } from './compare.ts';
import { graftsOf } from './generate/grafts.ts';
import { randomOf } from './generate/random.ts';
import { roundOf, type Round } from './generate/round.ts';
import type { Made } from './generate/model.ts';
import type { Judge } from './judge.ts';
import type { Known } from './known.ts';
import { oddOf } from './messages.ts';
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
  /** Statements that are grafted of these, beside them. */
  readonly grafts?: number;
  /** How many times as many statements about roles a round has: more where somebody can log in. */
  readonly rights?: number;
  /** The node knows transactions. */
  readonly transactions: boolean;
}

export interface Asked {
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

/** What a node said to a round; the analyzer has not been asked yet. */
export interface AnsweredRound {
  readonly asked: readonly Asked[];
  readonly round: Round;
}

const changesKeyspace = /^\s*(?:create|alter|drop)\s+(?:keyspace|schema)\b/i;

/** Asks the node for a whole round: the statements that make its schema one by one, those asked of it many at a time. */
export async function askNode(options: RoundOptions): Promise<AnsweredRound> {
  const { release, judge, seed, label, statements, grafts = 0, rights, transactions } = options;
  const round = roundOf(seed, release.name, label, rights, transactions);
  const asked: Asked[] = [];
  for (let made = round.nextSchemaStatement(); made !== undefined; made = round.nextSchemaStatement()) {
    const server = await judge.ask(made.cql);
    if (!server.ok && server.kind === 'timeout' && changesKeyspace.test(made.cql))
      throw new Error(`nobody knows what became of ${made.cql}: ${server.message}`);
    if (server.ok) round.taken(made);
    asked.push({ cql: made.cql, server, made });
  }
  const own = round.statements(statements);
  const rest = [...own, ...graftsOf(own, randomOf(`${seed}/grafts`))(grafts)];
  const answers = await judge.askMany(rest);
  for (const [index, cql] of rest.entries()) asked.push({ cql, server: answers[index] as Answer });
  return { asked, round };
}

/** Puts a round that the node has answered through the analyzer, counts into the tally and gives what they disagree on. */
export async function compareRound(options: RoundOptions, { asked, round }: AnsweredRound): Promise<RoundResult> {
  const { seed, label, tally } = options;
  const ours = await ourAnswers(options, asked);
  const disagreements: Disagreement[] = [];
  const schema: string[] = [];
  const spoilt = new Set<string>();
  const { names } = round.maker;
  const odd = oddOf(names);
  for (const [index, each] of asked.entries()) {
    const answer = ours[index] as Answer;
    const compared = await compareAgain(options, each, answer);
    const found = caseOf(each.cql, each.server, answer, compared, names, odd);
    if (mentionsAny(each.cql, spoilt)) tally.passedOver++;
    else {
      count(tally, found);
      if (isDisagreement(found)) disagreements.push({ case: found, schema: [...schema], seed, label });
    }
    if (each.made === undefined) continue;
    if (each.server.ok) schema.push(each.cql);
    // What the server has and we have not, or has by halves: what follows about it says nothing new.
    if (each.server.ok ? !answer.ok : isFault(each))
      for (const name of withDependents(each.made.touches ?? [], asked)) spoilt.add(name);
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

const mostPasses = 20;

/**
 * Our answers to all that was asked. A schema statement that we take and the server refuses would be in our schema only, and
 * what follows from it would count again and again: it is left out, and the schema built anew, until both sides have built
 * the same. One that mentions what another of them touches may be such a consequence and waits for the next time. The
 * statements that leave the schema alone are asked in the end.
 */
async function ourAnswers({ analyzer, release }: RoundOptions, asked: readonly Asked[]): Promise<readonly Answer[]> {
  const target = `cassandra-${release.name}`;
  const ours: Answer[] = [];
  const ask = async (indices: readonly number[]): Promise<void> => {
    const answers = await analyzer.ask(
      target,
      indices.map((index) => (asked[index] as Asked).cql),
    );
    for (const [place, index] of indices.entries()) ours[index] = answers[place] as Answer;
  };
  let kept = [...asked.keys()];
  const isSchema = (index: number) => asked[index]?.made !== undefined;
  for (let pass = 0; pass < mostPasses; pass++) {
    const schema = kept.filter(isSchema);
    await ask(schema);
    const touched = new Set<string>();
    const astray = new Set<number>();
    for (const index of schema) {
      const { cql, server, made } = asked[index] as Asked;
      if (server.ok || ours[index]?.ok !== true) continue;
      if (isFault({ cql, server }) || !mentionsAny(cql, touched)) astray.add(index);
      for (const name of made?.touches ?? []) touched.add(name);
    }
    if (astray.size === 0) break;
    kept = kept.filter((index) => !astray.has(index));
  }
  await ask(kept);
  return ours;
}

/** A schema change that failed on its way through the server may have been made by halves; one that failed at once was not. */
const isFault = ({ server }: Asked): boolean =>
  !server.ok && (server.kind === 'timeout' || (server.kind === 'server' && wrapped.test(server.message)));

const wrapped =
  /^(?:java\.lang\.RuntimeException: |com\.google\.common\.util\.concurrent\.\w+Exception: |java\.lang\.IllegalArgumentException: Unknown CF )/;

/** The names, and those of what was made of them, like the tables of a type, and of what was made of these. */
export function withDependents(names: readonly string[], asked: readonly Asked[]): ReadonlySet<string> {
  const all = new Set(names);
  for (let size = 0; size < all.size;) {
    size = all.size;
    for (const { cql, made } of asked)
      if (made?.touches !== undefined && mentionsAny(cql, all)) for (const name of made.touches) all.add(name);
  }
  return all;
}

function mentionsAny(cql: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const words = new Set(cql.match(/\w+/g));
  return [...names].some((name) => (/\W/.test(name) ? cql.includes(name) : words.has(name)));
}
