import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CassandraNode, startNode, stopNodesOnSignals } from '../conformance/node.ts';
import { releaseOf } from '../conformance/releases.ts';
import { CANNOT_HAVE, makeReady } from '../conformance/setup.ts';
import { tryBackfills } from './bulk/backfill.ts';
import { linesOf } from './report.ts';
import { runRound } from './round.ts';
import { newTally, type Tally } from './tally.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** A node of so many tables is slow. */
const TABLES_PER_NODE = 1200;

/** A busy machine is slow, not wrong. */
const yaml = ['read', 'range', 'write'].map((what) => `${what}_request_timeout: 60s`).join('\n');

/** So many projects at a time: most of each is waiting for answers. */
const TOGETHER = 4;

const artifacts = resolve(import.meta.dirname, '../../artifacts');

const { values: options } = parseArgs({
  options: {
    release: { type: 'string', default: '5.0,4.1' },
    cases: { type: 'string', default: '250' },
    seed: { type: 'string', default: process.env['SAME_ANSWER_SEED'] ?? String(Date.now()) },
    /** Begins with this round: what failed in it can be seen again without those before. */
    round: { type: 'string', default: '0' },
    rounds: { type: 'string' },
    /** No round begins later, of each release. */
    seconds: { type: 'string' },
    /** Really backfills so many tables by Spark, in one run, and so many by DSBulk before it. */
    spark: { type: 'string', default: '0' },
    dsbulk: { type: 'string', default: '0' },
    /** A node that runs already. */
    port: { type: 'string' },
  },
});

stopNodesOnSignals();
const releases = options.release.split(',').map((name) => {
  const release = releaseOf(name);
  if (release === undefined) throw new Error(`there is no release ${name}`);
  return release;
});
if (!makeReady(releases)) process.exitCode = CANNOT_HAVE;
else await runAll();

async function runAll(): Promise<void> {
  say(`same answer: seed ${options.seed}`);
  const tallies = new Map<string, Tally>();
  for (const release of releases) tallies.set(release.name, await runRelease(release));
  mkdirSync(resolve(artifacts, 'same-answer'), { recursive: true });
  for (const [name, tally] of tallies) {
    for (const line of linesOf(name, tally)) say(line);
    const readable = (_: string, value: unknown): unknown =>
      value instanceof Map ? Object.fromEntries(value) : typeof value === 'bigint' ? String(value) : value;
    writeFileSync(
      resolve(artifacts, `same-answer/${name}.json`),
      JSON.stringify({ seed: options.seed, ...tally }, readable, 2),
    );
  }
  const all = [...tallies.values()];
  const failed = all.reduce((sum, { failures }) => sum + failures.length, 0);
  const passed = all.reduce((sum, { cases }) => sum + cases, 0) - failed;
  mkdirSync(resolve(artifacts, 'results'), { recursive: true });
  writeFileSync(resolve(artifacts, 'results/same-answer.json'), `${JSON.stringify({ passed, failed })}\n`);
  say(`same answer: ${passed} passed, ${failed} failed (seed ${options.seed})`);
  if (failed > 0) process.exitCode = 1;
}

async function runRelease(release: (typeof releases)[number]): Promise<Tally> {
  const tally = newTally();
  // A node that runs already may have those of other runs.
  const label = options.port === undefined ? 'r' : `r${Date.now().toString(36)}`;
  let node: CassandraNode | undefined =
    options.port === undefined ? undefined : { port: Number(options.port), stop: () => Promise.resolve() };
  let tables = 0;
  const first = Number(options.round);
  const last = options.rounds === undefined ? Infinity : first + Number(options.rounds);
  const end = options.seconds === undefined ? Infinity : Date.now() + Number(options.seconds) * 1000;
  try {
    if (Number(options.spark) + Number(options.dsbulk) > 0) {
      node ??= await startNode(release, { yaml });
      const numbers = { spark: Number(options.spark), dsbulk: Number(options.dsbulk) };
      await tryBackfills({ port: node.port, release: release.name, seed: options.seed, label, tally, ...numbers });
      return tally;
    }
    for (let number = first; number < last && tally.cases < Number(options.cases); number += TOGETHER) {
      if (Date.now() > end) break;
      if (node === undefined || tables > TABLES_PER_NODE) {
        await node?.stop();
        node = await startNode(release, { yaml });
        tables = 0;
      }
      const { port } = node;
      const numbers = Array.from({ length: Math.min(TOGETHER, last - number) }, (_, index) => number + index);
      const made = await Promise.all(
        numbers.map((one) => runRound({ port, release: release.name, seed: options.seed, number: one, label, tally })),
      );
      tables += made.reduce((sum, one) => sum + one, 0);
      say(`${release.name}: ${tally.cases} tables, ${tally.failures.length} failures`);
    }
  } finally {
    await node?.stop();
  }
  return tally;
}
