import { test } from 'vitest';
import { openDocument } from '../../server/src/syntax/index.ts';
import { generate } from './generate.ts';
import { plainParser } from './plain-parser.ts';
import { median } from './statistics.ts';

// A whole text, cut, lexed and parsed: ours against antlr4ng used in the plain way on the same grammar, statement by statement,
// interleaved in one run.

test('parse a megabyte', { timeout: 300_000 }, async () => {
  const plain = await plainParser();
  const text = generate({ seed: 1, length: 1_000_000 });
  const ours: number[] = [];
  const theirs: number[] = [];
  let statements = 0;
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    const { segments } = openDocument(text);
    const errors = segments.reduce((sum, segment) => sum + segment.errors.length, 0);
    ours.push(performance.now() - start);
    if (errors > 0) throw new Error(`${errors} errors in a text that has none`);
    statements = segments.length;
    const from = performance.now();
    for (const segment of segments) plain(segment.text);
    theirs.push(performance.now() - from);
  }
  const speed = (times: readonly number[]): string => `${(text.length / 1000 / median(times)).toFixed(1)} MB/s`;
  console.log(
    `${text.length} characters, ${statements} statements: ours ${speed(ours)}, antlr4ng in the plain way ${speed(theirs)}`,
  );
  console.log(`ours is ${(median(theirs) / median(ours)).toFixed(1)} times as fast`);
});
