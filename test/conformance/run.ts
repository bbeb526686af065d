import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startAnalyzer } from './analyzer.ts';
import { askOnStandardInput } from './ask.ts';
import { examineAll } from './examine.ts';
import { readKnown } from './known.ts';
import { stopNodesOnSignals } from './node.ts';
import { readOptions, type Options } from './options.ts';
import { readRegressions } from './regressions.ts';
import type { Release } from './releases.ts';
import { countsOf, linesOf, linesOfAll, writeResults } from './report.ts';
import { CANNOT_HAVE, makeReady } from './setup.ts';
import { runRelease, type ReleaseResult, type Work } from './suite.ts';
import { ownTexts } from './texts.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

stopNodesOnSignals();
const options = readOptions(process.argv.slice(2));
if (!makeReady(options.releases)) process.exitCode = CANNOT_HAVE;
else if (options.ask) await ask(options);
else await compareAll(options);
// The driver may go on trying to reach a node that is gone.
process.exit();

async function ask({ releases, port, cassandraYaml }: Options): Promise<void> {
  await askOnStandardInput(releases, {
    ...(port !== undefined && { port }),
    ...(cassandraYaml !== undefined && { yaml: readFileSync(cassandraYaml, 'utf8') }),
  });
}

async function compareAll({ releases, seed, shrink, keep, seconds, ...rest }: Options): Promise<void> {
  say(`conformance: seed ${seed}`);
  const known = readKnown();
  const results: ReleaseResult[] = [];
  let failed = 0;
  const began = Date.now();
  for (const [index, release] of releases.entries()) {
    const cassandraYaml = rest.strict ? strictYamlOf(release) : rest.cassandraYaml;
    if (rest.strict && cassandraYaml === undefined) {
      say(`${release.name}: has no guardrails to speak of`);
      continue;
    }
    const analyzer = startAnalyzer(rest.analyzer, configurationOf(release, cassandraYaml));
    const work: Work = {
      options: { releases, seed, shrink, keep, seconds, ...rest, cassandraYaml },
      analyzer,
      known,
      deadline: began + (seconds * 1000 * (index + 1)) / releases.length,
      regressions: readRegressions(),
      texts: ownTexts(),
      say,
      examine: (judge, disagreements, parsing) => {
        const deadline = Date.now() + (rest.statements === undefined ? 15_000 : 300_000);
        return examineAll({ release, judge, analyzer, say, keep, deadline }, disagreements, parsing, shrink);
      },
    };
    try {
      const result = await runRelease(release, work);
      for (const line of linesOf(result)) say(line);
      results.push(result);
    } catch (error) {
      // The other releases can still tell something.
      failed++;
      say(`${release.name}: failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    await analyzer.close();
  }
  for (const line of linesOfAll(results)) say(line);
  const counted = countsOf(results);
  const counts = { passed: counted.passed, failed: counted.failed + failed };
  writeResults(counts, results, seed);
  say(`conformance: ${counts.passed} passed, ${counts.failed} failed (seed ${seed})`);
  if (counts.failed > 0) process.exitCode = 1;
}

function strictYamlOf({ name }: Release): string | undefined {
  const path = join(import.meta.dirname, 'strict', `${name}.yaml`);
  return existsSync(path) ? path : undefined;
}

/** The arguments by which the analyzer learns of the node's cassandra.yaml; without one of the user's it needs none. */
function configurationOf(release: Release, path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  const folder = resolve(import.meta.dirname, '../../artifacts/conformance');
  const written = join(folder, `${release.name}.yaml`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(written, [...release.yaml, readFileSync(path, 'utf8')].join('\n'));
  return ['--cassandra-yaml', written];
}
