import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateProject } from './generate.ts';
import { QUICK, median, milliseconds, table } from './statistics.ts';

// Proposals for a project of 1,000 tables and 5,000 queries: with as many queries that no table serves as a project that was looked
// after may have, and with nothing else. The peer is `check` of the ordinary one.

const TABLES = QUICK ? 20 : 1000;
const QUERIES = QUICK ? 100 : 5000;
const ROUNDS = QUICK ? 1 : 3;
const UNSERVED = [15, 100];

const folders = UNSERVED.map((unserved) => {
  const folder = resolve(`artifacts/bench/propose/${unserved}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A project of its own, not a part of ours.
  writeFileSync(join(folder, 'cql-analyzer.toml'), '');
  for (const [name, text] of generateProject({ seed: 8, tables: TABLES, queries: QUERIES, unserved }))
    writeFileSync(join(folder, name), text);
  return { folder, unserved };
});

const run = (...args: readonly string[]): number =>
  milliseconds(() => {
    const { status, stderr } = spawnSync(process.execPath, ['server/dist/cli.cjs', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')}: ${status} ${stderr}`);
  });
const times = new Map<string, number[]>();
const note = (what: string, time: number): void => {
  times.set(what, [...(times.get(what) ?? []), time]);
};
for (let round = 0; round < ROUNDS; round++) {
  for (const { folder, unserved } of folders) {
    const which = `${TABLES} tables, ${QUERIES} queries, ${unserved} % unserved`;
    note(`check of ${which}`, run('check', folder));
    note(`propose for ${which}`, run('propose', folder));
    note(`propose --format json for ${which}`, run('propose', '--format', 'json', folder));
  }
}
const peer = median([...times.values()][0]!);
console.log(
  table(
    [...times].map(([what, list]) => [
      what,
      `${(median(list) / 1000).toFixed(2)} s`,
      `${(median(list) / peer).toFixed(1)} x the first check`,
    ]),
  ),
);
