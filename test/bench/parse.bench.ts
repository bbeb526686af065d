import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openDocument } from '../../server/src/syntax/index.ts';
import { generate } from './generate.ts';
import { QUICK, median, milliseconds, table } from './statistics.ts';
import { treeSitter } from './tree-sitter.ts';

// A whole text, cut, lexed, parsed and its errors collected, against the same by others, by turns in one run.

const FOLDER = 'artifacts/bench/texts';
const SIZES = QUICK ? [1] : [1, 10];
const ROUNDS = QUICK ? [2] : [25, 7];

const { parsePlainly } = (await import(pathToFileURL('artifacts/bench/plain-parser.mjs').href)) as {
  parsePlainly(statement: string): number;
};

mkdirSync(FOLDER, { recursive: true });
const files = SIZES.map((size) => `${FOLDER}/${size}MB.cql`);
const texts = SIZES.map((size) => generate({ seed: size, length: size * 1_000_000, plain: true }));
files.forEach((file, index) => writeFileSync(file, texts[index]!));
const sitter = treeSitter(files);
if (typeof sitter === 'string') console.log(`native tree-sitter: ${sitter}`);

const rows = [['', 'size', 'statements', 'ours', 'first time', 'tree-sitter', 'ours is', 'antlr4ng', 'ours is']];
for (const [index, text] of texts.entries()) {
  const ours: number[] = [];
  const theirs: number[] = [];
  const plain: number[] = [];
  let statements = 0;
  for (let round = 0; round < ROUNDS[index]!; round++) {
    ours.push(
      milliseconds(() => {
        const { segments } = openDocument(text);
        const errors = segments.reduce((sum, segment) => sum + segment.errors.length, 0);
        if (errors > 0) throw new Error(`${errors} errors in a text that has none`);
        statements = segments.length;
      }),
    );
    if (typeof sitter !== 'string') theirs.push(await sitter.parse(index));
    // Much slower: the small text and fewer rounds are enough.
    if (index === 0 && round < 5) {
      const { segments } = openDocument(text);
      plain.push(
        milliseconds(() => {
          for (const segment of segments) {
            if (parsePlainly(segment.text) > 0) throw new Error(`antlr4ng reports an error in ${segment.text}`);
          }
        }),
      );
    }
  }
  const speed = (times: readonly number[]): string =>
    times.length === 0 ? '' : `${(text.length / 1000 / median(times)).toFixed(1)} MB/s`;
  const ratio = (times: readonly number[]): string =>
    times.length === 0
      ? ''
      : `${(median(times) / median(ours)).toFixed(1)} (${(Math.min(...times) / Math.min(...ours)).toFixed(1)}) x as fast`;
  rows.push([
    'generated text',
    `${SIZES[index]} MB`,
    `${statements}`,
    speed(ours),
    index === 0 ? speed(ours.slice(0, 1)) : '',
    speed(theirs),
    ratio(theirs),
    speed(plain),
    ratio(plain),
  ]);
}
console.log(table(rows));
console.log('Ratios of medians; in brackets of the fastest runs, which a busy machine disturbs less.');
if (typeof sitter !== 'string') sitter.stop();
