import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newRequestReader, openDocument, type Segment } from '../../server/src/syntax/index.ts';
import { randomOf } from '../conformance/generate/random.ts';
import { textGenerator } from '../conformance/syntax/generate.ts';
import { soup } from './cql-soup.ts';

// A document's segment is read as a request from the tokens that it has. That must give what its text gives.

const RUNS = Number(process.env['CQL_PARSE_RUNS'] ?? 400);

const factsOf = ({ text, begin, end, tokens, errors, features, comments }: Segment): object => ({
  text,
  begin,
  end,
  tokens: [...tokens.types].map((type, at) => [type, tokens.starts[at], tokens.ends[at]]),
  errors,
  features,
  comments,
});

function expectSameRequests(script: string): number {
  const reader = newRequestReader();
  const segments = openDocument(script).segments.filter(({ begin, end }) => begin < end);
  for (const segment of segments) {
    const alone = segment.text.slice(segment.begin, segment.end);
    expect(factsOf(reader.read(segment))).toEqual(factsOf(reader.read(alone)));
  }
  return segments.length;
}

test.each(['3.11', '5.0', '6.0'])(
  'segments of scripts are requests, as %s writes statements',
  (release) => {
    const generator = textGenerator(randomOf(`requests of ${release}`), release, []);
    let count = 0;
    for (let round = 0; round < 100; round++) {
      const texts = Array.from({ length: 5 }, () => generator.next());
      count += expectSameRequests(texts.join(round % 2 === 0 ? ';\n' : ';\n-- next\n'));
    }
    expect(count).toBeGreaterThan(300);
  },
  60_000,
);

test('segments of any text are requests', () => {
  fc.assert(
    fc.property(soup(60), (text) => void expectSameRequests(text)),
    { numRuns: RUNS },
  );
});

test.each([
  'SELECT * FROM t WHERE a = {{value}}; SELECT 1',
  "SELECT * FROM ${table} WHERE a = '%s'; SELECT * FROM <your table>",
  "INSERT INTO t (a) VALUES ('it); SELECT * FROM t;\nSELECT * FROM u WHERE a = 'b'",
  'SELECT "a FROM t;\nSELECT b FROM t',
  'SELECT $$a FROM t;\nSELECT b FROM t; SELECT $$a;b$$ FROM t',
  'SELECT a /* ; */ FROM t; -- end\nSELECT b FROM t -- end',
  'SELECT a FROM t /* open; SELECT b FROM t',
  '\ufeffSELECT a FROM t;\u00a0SELECT b FROM t',
  'DESCRIBE TABLES\nSELECT 1d2h, 12abc, 0x, 0xg, -5, - 5, 1..2, P1Y FROM t;;;USE a',
])('so are those of %j', (text) => {
  expectSameRequests(text);
});

test.each(['SELECT a /* of what? */', 'SELECT a/**/;', 'SELECT * /* a */ -- b /* c\n;'])(
  'a comment does not take the place of FROM in %j',
  (text) => {
    expect(
      newRequestReader()
        .read(text)
        .errors.map(({ message }) => message),
    ).toEqual(['FROM is missing: what is selected belongs to a table.']);
  },
);

test('a comment without an end may hold FROM', () => {
  expect(
    newRequestReader()
      .read('SELECT a /* FROM t')
      .errors.map(({ message }) => message),
  ).toEqual(['The closing `*/` of this comment is missing.']);
});
