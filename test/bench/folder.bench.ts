import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDocument } from '../../server/src/syntax/index.ts';
import { generate } from './generate.ts';
import { startServer } from './server.ts';
import { QUICK, median, milliseconds, table } from './statistics.ts';

// A project of many files that share a schema: checked by the command line, and opened by the server. Then a dry run of a script with
// its schema. The peer is a Node that runs an empty script.

const FILES = QUICK ? 20 : 1000;
const ROUNDS = QUICK ? 1 : 3;
const FOLDER = resolve('artifacts/bench/folder');
const EMPTY = resolve('artifacts/bench/empty.cjs');
const SCRIPT = resolve('artifacts/bench/script.cql');

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
writeFileSync(EMPTY, '');
// The folder is a project of its own: without this file it is a part of ours, whose programs are read as well.
writeFileSync(join(FOLDER, 'cql-analyzer.toml'), '');
const statements = openDocument(generate({ seed: 5, length: FILES * 4000 })).segments.map(({ text }) => text);
const isDdl = (text: string): boolean => /^\s*(?:create|alter|drop)\b/i.test(text);
writeFileSync(join(FOLDER, '0000.cql'), statements.filter(isDdl).join(''));
const queries = statements.filter((text) => !isDdl(text));
for (let file = 1; file < FILES; file++) {
  const part = queries.filter((_, index) => index % (FILES - 1) === file - 1);
  writeFileSync(join(FOLDER, `${String(file).padStart(4, '0')}.cql`), part.join(''));
}
writeFileSync(SCRIPT, statements.slice(0, 10_000).join(''));

const run = (...args: readonly string[]): number =>
  milliseconds(() => {
    const { status, stderr } = spawnSync(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')}: ${status} ${stderr}`);
  });
const times: Record<string, number[]> = {};
const note = (what: string, time: number): void => {
  (times[what] ??= []).push(time);
};
for (let round = 0; round < ROUNDS; round++) {
  note('empty script', run(EMPTY));
  note(`check of ${FILES} files, ${statements.length} statements`, run('server/dist/cli.cjs', 'check', FOLDER));
  note(`dry-run of ${Math.min(statements.length, 10_000)} statements`, run('server/dist/cli.cjs', 'dry-run', SCRIPT));
  const server = await startServer(FOLDER);
  note('initialize answered with the folder', server.initialized);
  const path = join(FOLDER, '0001.cql');
  note('first diagnostics of one of its files', await server.open(path, queries.slice(0, 10).join('')));
  await server.stop();
}
console.log(
  table(
    Object.entries(times).map(([what, list]) => [
      what,
      `${median(list).toFixed(0)} ms`,
      `${(median(list) / median(times['empty script']!)).toFixed(1)} x an empty script`,
    ]),
  ),
);
