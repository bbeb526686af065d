import { CharStream, CommonTokenStream } from 'antlr4ng';
import { test } from 'vitest';
import { CqlLexer } from '../../server/src/syntax/generated/CqlLexer.ts';
import { CqlParser } from '../../server/src/syntax/generated/CqlParser.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { generate } from './generate.ts';
import { median } from './statistics.ts';

// A whole text, cut, lexed and parsed: ours against antlr4ng used in the plain way on the same grammar, interleaved in one run.

const ROUNDS = 7;

test.each([1_000_000, 10_000_000])('parse %i characters', (length) => {
  const text = generate({ seed: 1, length });
  const ours: number[] = [];
  const plain: number[] = [];
  let statements = 0;
  for (let round = 0; round < (length > 1_000_000 ? 3 : ROUNDS); round++) {
    const start = performance.now();
    const { segments } = openDocument(text);
    let errors = 0;
    for (const segment of segments) errors += segment.errors.length;
    ours.push(performance.now() - start);
    statements = segments.length;
    if (errors > 0) throw new Error(`${errors} errors in a text that has none`);
    if (length > 1_000_000) continue;
    const from = performance.now();
    for (const segment of segments) {
      const parser = new CqlParser(new CommonTokenStream(new CqlLexer(CharStream.fromString(segment.text))));
      parser.removeErrorListeners();
      parser.root();
    }
    plain.push(performance.now() - from);
  }
  const speed = (times: readonly number[]): string => `${(text.length / 1000 / median(times)).toFixed(1)} MB/s`;
  console.log(`${text.length} characters, ${statements} statements: ours ${speed(ours)}`);
  if (plain.length > 0) {
    console.log(
      `antlr4ng in the plain way ${speed(plain)}: ours is ${(median(plain) / median(ours)).toFixed(1)} times as fast`,
    );
  }
});
