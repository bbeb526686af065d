import type { Analyzer } from './analyzer.ts';
import { compareFixed, type FixedResult } from './fixed.ts';
import { randomOf } from './generate/random.ts';
import { openJudge, type Judge } from './judge.ts';
import type { Known } from './known.ts';
import { startNode, type CassandraNode } from './node.ts';
import type { Options } from './options.ts';
import { compareParsers, newParseTally, type ParseDisagreement, type ParseTally } from './parsing.ts';
import type { Regression } from './regressions.ts';
import type { Release } from './releases.ts';
import { runRound, type Disagreement } from './semantics.ts';
import { textGenerator } from './syntax/generate.ts';
import type { Walker } from './syntax/shape.ts';
import { newTally, type Tally } from './tally.ts';
import type { OwnText } from './texts.ts';

/** What one release gave. */
export interface ReleaseResult {
  readonly release: Release;
  readonly fixed: FixedResult;
  readonly parsing: ParseTally;
  readonly walkers: ReadonlyMap<string, Walker>;
  readonly tally: Tally;
  readonly combinations: number;
  readonly disagreements: readonly Disagreement[];
  readonly rounds: number;
}

export interface Work {
  readonly options: Options;
  readonly analyzer: Analyzer;
  readonly known: Known;
  readonly regressions: readonly Regression[];
  readonly texts: readonly OwnText[];
  /** Told of what goes on. */
  readonly say: (line: string) => void;
  /** Makes disagreements small while the node is there. */
  readonly examine: (
    judge: Judge,
    disagreements: readonly Disagreement[],
    parsing: readonly ParseDisagreement[],
  ) => Promise<void>;
}

/** After so many rounds the node holds so many tables that a new one is quicker. */
const roundsPerNode = 12;

/** Starts a release, asks it everything, stops it. */
export async function runRelease(release: Release, work: Work): Promise<ReleaseResult> {
  const { options, analyzer, known, say } = work;
  const started = Date.now();
  let node: CassandraNode | undefined;
  let judge: Judge | undefined;
  const restart = async (): Promise<Judge> => {
    await judge?.close();
    await node?.stop();
    node = await startNode(release, options.port === undefined ? {} : { port: options.port });
    judge = await openJudge(node.port);
    return judge;
  };
  try {
    let current = await restart();
    const fixed = await compareFixed(release, current, work);
    say(
      `${release.name}: ${fixed.agreed} statements of texts and regressions agree, ${fixed.disagreements.length} do not`,
    );

    // What the fixed texts leave of the release's share, but something in any case.
    const began = Date.now();
    const share = Math.max(10_000, (options.seconds * 1000) / options.releases.length - (began - started));
    const parsing = newParseTally();
    const corpus = work.texts.flatMap(({ script }) => script);
    const generator = textGenerator(randomOf(`${options.seed}/${release.name}/texts`), release.name, corpus);
    const moreTexts = () =>
      options.texts === undefined ? Date.now() - began < share * 0.2 : parsing.texts + parsing.leftOut < options.texts;
    while (moreTexts())
      await compareParsers({ release, judge: current, analyzer, known, tally: parsing }, generator, 2000);
    if (parsing.texts > 0)
      say(`${release.name}: ${parsing.texts} generated texts, ${parsing.disagreements.length} parsed otherwise`);

    const tally = newTally();
    const disagreements: Disagreement[] = [];
    const combinations = new Set<string>();
    let rounds = 0;
    const more = () =>
      options.statements === undefined ? Date.now() - began < share : tally.statements < options.statements;
    while (more()) {
      if (rounds > 0 && rounds % roundsPerNode === 0) current = await restart();
      const seed = `${options.seed}/${release.name}/${rounds}`;
      const result = await runRound({
        release,
        judge: current,
        analyzer,
        known,
        tally,
        seed,
        label: `${rounds % roundsPerNode}q`,
        statements: options.round,
      });
      for (const combination of result.combinations) combinations.add(combination);
      keepFirst(disagreements, result.disagreements);
      rounds++;
      if (options.statements !== undefined)
        say(
          `${release.name}: round ${rounds}, ${tally.statements} statements, ${tally.falseErrors} false errors, ${tally.misses} misses`,
        );
    }
    await work.examine(current, disagreements, parsing.disagreements);
    return {
      release,
      fixed,
      parsing,
      walkers: generator.walkers,
      tally,
      combinations: combinations.size,
      disagreements,
      rounds,
    };
  } finally {
    await judge?.close();
    await node?.stop();
  }
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
