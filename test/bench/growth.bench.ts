import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { generate } from './generate.ts';
import { QUICK, milliseconds, table } from './statistics.ts';

// How the time to open and analyse a text grows with its size: a text that twice as long takes about twice the time is read in
// linear time. The first texts are ordinary, the others are what a scanner or a parser may stumble over.

const SIZES = QUICK ? [0.025, 0.05] : [0.25, 0.5, 1, 2, 4, 8];
/** A text that takes longer is not tried in the next size. */
const ENOUGH = 2000;

const repeated = (piece: string, size: number): string => piece.repeat(Math.ceil((size * 1e6) / piece.length));
const TEXTS: readonly [string, (size: number) => string][] = [
  ['generated statements', (size) => generate({ seed: 6, length: size * 1e6 })],
  [
    'statements on one line',
    (size) =>
      generate({ seed: 6, length: size * 1e6 })
        .replaceAll('\n', ' ')
        .replaceAll(/--|\/\//g, ' '),
  ],
  ['one string literal', (size) => `INSERT INTO k.t (a, b) VALUES (1, '${repeated('a', size)}');`],
  ['an unclosed string', (size) => `SELECT '${repeated('a\nSELECT * FROM k.t;\n', size)}`],
  ['an unclosed comment', (size) => `/* ${repeated('SELECT * FROM k.t;\n', size)}`],
  ['opening brackets', (size) => `SELECT ${repeated('(', size)}`],
  ['opening brackets, a line each', (size) => repeated('SELECT (\n', size)],
  ['no semicolons', (size) => repeated('SELECT a FROM k.t WHERE b = 1\n', size)],
  ['one long IN', (size) => `SELECT a FROM k.t WHERE b IN (${repeated('1, ', size)}1);`],
  ['one long batch', (size) => `BEGIN BATCH ${repeated('DELETE FROM k.t WHERE a = 1; ', size)}APPLY BATCH;`],
  ['broken statements', (size) => repeated('SELECT FROM WHERE;\n', size)],
  ['truncated text', (size) => generate({ seed: 6, length: size * 1e6 }).slice(0, -30)],
];

const rows = [['', ...SIZES.map((size) => `${size} MB`), 'last step']];
for (const [what, make] of TEXTS) {
  // The code is warm before the first size is timed.
  analysed(make(SIZES[0]! / 4));
  const times: number[] = [];
  for (const size of SIZES) {
    if ((times.at(-1) ?? 0) < ENOUGH) times.push(milliseconds(() => analysed(make(size))));
  }
  const step = times.length < 2 ? '' : `${(times.at(-1)! / times.at(-2)!).toFixed(1)} x`;
  rows.push([what, ...SIZES.map((_, index) => (index < times.length ? `${times[index]!.toFixed(0)} ms` : '')), step]);
}
console.log(table(rows));

function analysed(text: string): void {
  const workspace = new Workspace();
  workspace.configure(DEFAULT_CONFIGURATION);
  workspace.set('file:///a.cql', text, { path: 'a.cql', contributes: true });
  workspace.findings('file:///a.cql');
}
