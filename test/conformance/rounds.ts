import { readFileSync } from 'node:fs';
import type { Analyzer } from './analyzer.ts';
import type { House } from './house.ts';
import type { Known } from './known.ts';
import { asksWhoOneIs } from './node.ts';
import type { Options } from './options.ts';
import type { Release } from './releases.ts';
import { askNode, compareRound, type AnsweredRound, type Disagreement, type RoundOptions } from './semantics.ts';
import { newTally, type Tally } from './tally.ts';

/** What all rounds of a release gave. */
export interface RoundsResult {
  readonly tally: Tally;
  /** Combinations of statement, restriction, type, index and option that were made. */
  readonly combinations: number;
  /** The first few of each kind. */
  readonly disagreements: readonly Disagreement[];
  readonly rounds: number;
  /** Rounds that a failing node or connection ended. */
  readonly broken: readonly string[];
}

interface Means {
  readonly options: Options;
  readonly analyzer: Analyzer;
  readonly known: Known;
  readonly say: (line: string) => void;
}

/** After so many rounds the node holds so many tables that a new one is quicker. */
const roundsPerNode = 12;
/** So many rounds that a failing node ended, and no more are tried. */
export const mostBroken = 3;

/**
 * Runs rounds while there are to be more, given how many statements were asked. The node is asked for one round while the
 * analyzer answers to the one before. A node that fails is replaced; its round is given up and reported.
 */
export async function runRounds(
  release: Release,
  house: House,
  { options, analyzer, known, say }: Means,
  more: (asked: number) => boolean,
): Promise<RoundsResult> {
  const yaml = options.cassandraYaml === undefined ? undefined : readFileSync(options.cassandraYaml, 'utf8');
  const tally = newTally();
  const disagreements: Disagreement[] = [];
  const combinations = new Set<string>();
  const broken: string[] = [];
  const began = Date.now();
  let rounds = 0;
  let asked = 0;
  let comparing: Promise<unknown> = Promise.resolve();

  const optionsOf = async (round: number): Promise<RoundOptions> => ({
    release,
    judge: await house.judge(round % 2 === 0 ? 0 : 1),
    analyzer,
    known,
    tally,
    seed: `${options.seed}/${release.name}/${round}`,
    label: `${round % roundsPerNode}q`,
    statements: options.round,
    grafts: options.grafts,
    rights: asksWhoOneIs(yaml) ? 3 : 1,
    transactions: house.transactions,
  });
  const compareInTurn = (roundOptions: RoundOptions, answered: AnsweredRound) => async (): Promise<void> => {
    const result = await compareRound(roundOptions, answered);
    for (const combination of result.combinations) combinations.add(combination);
    keepFirst(disagreements, result.disagreements);
    if (options.statements !== undefined) say(progress(release, tally, Date.now() - began));
  };
  const guarded = (name: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      broken.push(`${name}: ${String(error)}`);
      say(`${release.name}: round ${name} was given up: ${String(error)}`);
    });

  while (more(asked) && broken.length < mostBroken) {
    const failures = broken.length;
    if (rounds > 0 && rounds % roundsPerNode === 0) {
      await comparing;
      await house.leave();
    }
    const round = rounds++;
    await guarded(`${round} of seed ${options.seed}`, async () => {
      const roundOptions = await optionsOf(round);
      const answered = await askNode(roundOptions);
      asked += answered.asked.length;
      await comparing;
      comparing = guarded(`${round} of seed ${options.seed}`, compareInTurn(roundOptions, answered));
    });
    if (broken.length > failures) {
      await comparing;
      await house.leave();
    }
  }
  await comparing;
  return { tally, combinations: combinations.size, disagreements, rounds, broken };
}

function progress({ name }: Release, tally: Tally, milliseconds: number): string {
  const rate = Math.round(tally.statements / (milliseconds / 1000));
  return `${name}: ${tally.statements} statements (${rate} a second), ${tally.falseErrors} false errors, ${tally.misses} misses`;
}

/** Of each kind of disagreement the first few are enough. */
function keepFirst(kept: Disagreement[], found: readonly Disagreement[]): void {
  for (const each of found) {
    const alike = kept.filter(
      (other) => other.case.template === each.case.template && other.case.outcome === each.case.outcome,
    );
    if (alike.length < 3) kept.push(each);
  }
}
