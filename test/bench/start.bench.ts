import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generate } from './generate.ts';
import { startServer } from './server.ts';
import { QUICK, median, table } from './statistics.ts';

// From the start of the process to the answer to `initialize` and to the first diagnostics of a file, against a Node that runs an
// empty script, by turns in one run.

const ROUNDS = QUICK ? 2 : 21;
const EMPTY = resolve('artifacts/bench/empty.cjs');

// The folder is a project of its own: without this file it is a part of ours, whose programs are read as well.
mkdirSync('artifacts/bench/start', { recursive: true });
writeFileSync('artifacts/bench/start/cql-analyzer.toml', '');
writeFileSync(EMPTY, '');
const text = generate({ seed: 3, length: 10_000 });

const empty: number[] = [];
const initialized: number[] = [];
const diagnosed: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const from = performance.now();
  await new Promise((ended) => spawn(process.execPath, [EMPTY], { stdio: 'ignore' }).once('exit', ended));
  empty.push(performance.now() - from);
  const server = await startServer();
  initialized.push(server.initialized);
  diagnosed.push(await server.open(resolve('artifacts/bench/start/first.cql'), text));
  await server.stop();
}
const row = (what: string, times: readonly number[]): string[] => [
  what,
  `${median(times).toFixed(0)} ms`,
  `${(median(times) / median(empty)).toFixed(1)} x`,
  `${Math.min(...times).toFixed(0)} ms`,
  `${(Math.min(...times) / Math.min(...empty)).toFixed(1)} x`,
];
console.log(
  table([
    [`node ${process.versions.node}`, 'median', '', 'fastest', ''],
    row('empty script', empty),
    row('initialize answered', initialized),
    row('first diagnostics of 10 kB', diagnosed),
  ]),
);
