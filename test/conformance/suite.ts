import { readFileSync } from 'node:fs';
import type { Analyzer } from './analyzer.ts';
import { compareFixed, noFixedResult, type FixedResult } from './fixed.ts';
import { randomOf } from './generate/random.ts';
import { houseOf } from './house.ts';
import type { Judge } from './judge.ts';
import type { Known } from './known.ts';
import type { Options } from './options.ts';
import { compareParsers, newParseTally, type ParseDisagreement, type ParseTally } from './parsing.ts';
import type { Regression } from './regressions.ts';
import type { Release } from './releases.ts';
import { runRounds, type RoundsResult } from './rounds.ts';
import type { Disagreement } from './semantics.ts';
import { textGenerator, type Coverage } from './syntax/generate.ts';
import type { OwnText } from './texts.ts';

/** What one release gave. */
export interface ReleaseResult extends RoundsResult {
  readonly release: Release;
  readonly fixed: FixedResult;
  readonly parsing: ParseTally;
  readonly walkers: ReadonlyMap<string, Coverage>;
}

export interface Work {
  readonly options: Options;
  readonly analyzer: Analyzer;
  readonly known: Known;
  /** When this release ought to be done, in milliseconds since 1970. */
  readonly deadline: number;
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

/** Starts a release, asks it everything, stops it. */
export async function runRelease(release: Release, work: Work): Promise<ReleaseResult> {
  const { options, analyzer, known, say } = work;
  const house = houseOf(release, {
    ...(options.port !== undefined && { port: options.port }),
    ...(options.cassandraYaml !== undefined && { yaml: readFileSync(options.cassandraYaml, 'utf8') }),
  });
  try {
    const fixed = options.parts.has('texts') ? await compareFixed(release, house, work) : noFixedResult;
    say(
      `${release.name}: ${fixed.agreed} statements of texts and regressions agree, ${fixed.disagreements.length} do not`,
    );

    // What the fixed texts and the releases before leave of the time, but something in any case.
    const began = Date.now();
    const share = Math.max(10_000, work.deadline - began);
    const parsing = newParseTally();
    const corpus = work.texts.flatMap(({ script }) => script);
    const generator = textGenerator(randomOf(`${options.seed}/${release.name}/texts`), release.name, corpus);
    const moreTexts = () =>
      options.parts.has('parsing') &&
      (options.texts === undefined
        ? Date.now() - began < share * 0.2
        : parsing.texts + parsing.leftOut < options.texts);
    while (moreTexts()) await compareParsers({ release, house, analyzer, known, tally: parsing }, generator, 2000);
    if (parsing.texts > 0)
      say(`${release.name}: ${parsing.texts} generated texts, ${parsing.disagreements.length} parsed otherwise`);

    const rounds = await runRounds(
      release,
      house,
      work,
      (asked) =>
        options.parts.has('statements') &&
        (options.statements === undefined ? Date.now() - began < share : asked < options.statements),
    );
    // What was found stands, small or not.
    await work
      .examine(await house.judge(), rounds.disagreements, parsing.disagreements)
      .catch((error: unknown) => say(`${release.name}: not made smaller: ${String(error)}`));
    return { release, fixed, parsing, walkers: generator.walkers, ...rounds };
  } finally {
    await house.close();
  }
}
