import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CassandraNode, startNode, stopNodesOnSignals } from '../conformance/node.ts';
import { releaseOf } from '../conformance/releases.ts';
import { CANNOT_HAVE, makeReady } from '../conformance/setup.ts';
import { tryBucketValues } from './bucket-values.ts';
import { tryBackfills } from './bulk/backfill.ts';
import { tryCounters } from './counters.ts';
import { linesOf } from './report.ts';
import { runRound } from './round.ts';
import { newTally, type Tally } from './tally.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** A node of so many tables is slow. */
const TABLES_PER_NODE = 1200;

/** A busy machine is slow, not wrong. */
const yaml = ['read', 'range', 'write'].map((what) => `${what}_request_timeout: 60s`).join('\n');

/** So many projects at a time: most of each is waiting for answers. */
const TOGETHER = 6;

/** Where the server was too slow for more than this share of the tables, nothing was tried. */
const MOST_LEFT_OUT = 0.02;

const artifacts = resolve(import.meta.dirname, '../../artifacts');

const { values: options } = parseArgs({
  options: {
    release: { type: 'string', default: '5.0,4.1' },
    /** No round begins after so many tables, of each release; 250 where neither rounds nor time end it. */
    cases: { type: 'string' },
    seed: { type: 'string', default: process.env['SAME_ANSWER_SEED'] ?? String(Date.now()) },
    /** Begins with this round: what failed in it can be seen again without those before. */
    round: { type: 'string', default: '0' },
    rounds: { type: 'string' },
    /** No round begins later, of each release. */
    seconds: { type: 'string' },
    /** Really backfills so many tables by Spark, in one run, and so many by DSBulk before it. */
    spark: { type: 'string', default: '0' },
    dsbulk: { type: 'string', default: '0' },
    /** Tries several tables of a base at a time instead of each alone. */
    together: { type: 'boolean', default: false },
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
// The driver may go on trying to reach a node that is gone.
process.exit();

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
  const cases = all.reduce((sum, one) => sum + one.cases, 0);
  const passed = cases - failed;
  mkdirSync(resolve(artifacts, 'results'), { recursive: true });
  writeFileSync(resolve(artifacts, 'results/same-answer.json'), `${JSON.stringify({ passed, failed })}\n`);
  say(`same answer: ${passed} passed, ${failed} failed (seed ${options.seed})`);
  const leftOut = all.reduce((sum, one) => sum + one.leftOut, 0);
  if (failed > 0 || leftOut > cases * MOST_LEFT_OUT) process.exitCode = 1;
}

async function runRelease(release: (typeof releases)[number]): Promise<Tally> {
  const tally = newTally();
  // A node that runs already may have those of other runs.
  const label = options.port === undefined ? 'r' : `r${Date.now().toString(36)}`;
  const first = Number(options.round);
  const last = options.rounds === undefined ? Infinity : first + Number(options.rounds);
  const end = options.seconds === undefined ? Infinity : Date.now() + Number(options.seconds) * 1000;
  const start = (): Promise<CassandraNode> =>
    options.port === undefined
      ? startNode(release, { yaml })
      : Promise.resolve({ port: Number(options.port), stop: () => Promise.resolve() });
  const { seed } = options;
  if (Number(options.spark) + Number(options.dsbulk) > 0) {
    const { port, stop } = await start();
    const numbers = { spark: Number(options.spark), dsbulk: Number(options.dsbulk) };
    try {
      await tryBackfills({ port, release: release.name, seed, label, tally, ...numbers });
    } finally {
      await stop();
    }
    return tally;
  }
  const unended = options.rounds === undefined && options.seconds === undefined;
  const most = Number(options.cases ?? (unended ? 250 : Infinity));
  let next = first;
  const isDone = (): boolean => next >= last || tally.cases >= most || Date.now() > end;
  while (!isDone()) {
    const { port, stop } = await start();
    let tables = 0;
    if (next === first) {
      await tryBucketValues(port, release.name, label, tally);
      await tryCounters({ port, release: release.name, label, seed, tally });
    }
    const rounds = async (): Promise<void> => {
      while (!isDone() && tables <= TABLES_PER_NODE) {
        const { together } = options;
        const made = await runRound({ port, release: release.name, seed, number: next++, label, tally, together });
        tables += made;
        say(`${release.name}: ${tally.cases} tables, ${tally.failures.length} failures`);
      }
    };
    try {
      await Promise.all(Array.from({ length: TOGETHER }, rounds));
    } finally {
      await stop();
    }
  }
  return tally;
}
