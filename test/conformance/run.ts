import { readFileSync } from 'node:fs';
import { startAnalyzer } from './analyzer.ts';
import { askOnStandardInput } from './ask.ts';
import { examineAll } from './examine.ts';
import { readKnown } from './known.ts';
import { stopNodesOnSignals } from './node.ts';
import { readOptions, type Options } from './options.ts';
import { readRegressions } from './regressions.ts';
import { countsOf, linesOf, writeResults } from './report.ts';
import { CANNOT_HAVE, makeReady } from './setup.ts';
import { runRelease, type ReleaseResult } from './suite.ts';
import { ownTexts } from './texts.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

stopNodesOnSignals();
const options = readOptions(process.argv.slice(2));
if (!makeReady(options.releases)) process.exitCode = CANNOT_HAVE;
else if (options.ask) await ask(options);
else await compareAll(options);

async function ask({ releases, port, cassandraYaml }: Options): Promise<void> {
  await askOnStandardInput(releases, {
    ...(port !== undefined && { port }),
    ...(cassandraYaml !== undefined && { yaml: readFileSync(cassandraYaml, 'utf8') }),
  });
}

async function compareAll({ releases, seed, shrink, keep, seconds, ...rest }: Options): Promise<void> {
  say(`conformance: seed ${seed}`);
  const analyzer = startAnalyzer(rest.analyzer);
  const known = readKnown();
  const results: ReleaseResult[] = [];
  for (const release of releases) {
    const result = await runRelease(release, {
      options: { releases, seed, shrink, keep, seconds, ...rest },
      analyzer,
      known,
      regressions: readRegressions(),
      texts: ownTexts(),
      say,
      examine: (judge, disagreements, parsing) => {
        const deadline = Date.now() + (rest.statements === undefined ? 15_000 : 300_000);
        return examineAll({ release, judge, analyzer, say, keep, deadline }, disagreements, parsing, shrink);
      },
    });
    for (const line of linesOf(result)) say(line);
    results.push(result);
  }
  await analyzer.close();
  const counts = results
    .map(countsOf)
    .reduce((sum, each) => ({ passed: sum.passed + each.passed, failed: sum.failed + each.failed }), {
      passed: 0,
      failed: 0,
    });
  writeResults(counts, results, seed);
  say(`conformance: ${counts.passed} passed, ${counts.failed} failed (seed ${seed})`);
  if (counts.failed > 0) process.exitCode = 1;
}
