import { describe, expect, test } from 'vitest';
import { type SyntaxDocument, editDocument, languageOf, openDocument } from '../../server/src/syntax/index.ts';
import { lex } from '../../server/src/syntax/lexing/lexer.ts';

const MEGABYTE = 1_000_000;

const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Each piece, repeated, is a way to make a scanner read the same text again and again; quadratic time would not end here. */
const PIECES: readonly string[] = [
  '${',
  '${a',
  '#{',
  '{{',
  '{{a ',
  '<%',
  '<%a',
  '$a',
  '@a.',
  '`',
  '\u2018',
  "\u2018a'",
  '\u201c\n',
  "'",
  "'a\n",
  "''",
  "'\nSELECT * FROM t;",
  "'\nSELECT * FROM 'a",
  '"\nSELECT * FROM t;',
  '"a" ',
  '$$',
  '/*',
  '/* */',
  '/',
  '-',
  '- ',
  '--\n',
  '1_',
  '1a',
  '1d',
  '1.',
  '1e',
  '0x',
  '-P1Y',
  '12345678-',
  'a-',
  '(',
  ')',
  '[',
  '{',
  '<',
  'a<',
  '(a)',
  ';',
  ',',
  'a ',
  'a\n',
  '\r',
  '\r\n',
  '\0',
  '\ud83d',
  '\u00a0',
  'é',
  'SELECT ',
  'SELECT\n',
  'SELECT a\n',
  'BEGIN BATCH ',
  'BEGIN BATCH INSERT INTO t ',
  'BEGIN BATCH; SELECT ',
  'CREATE ',
  'INSERT INTO t\nSELECT a ',
  'ALTER TABLE\nADD\n',
  'DESC\n',
  'DESC a\n',
  'source\n',
  'a\nb ',
  '#\n',
  '# a\nSELECT (\n',
];

describe('long texts of one piece are read in one go', () => {
  test.each(PIECES)('%j', (piece) => {
    const text = repeated(piece, MEGABYTE / 2);
    expectWhole(openDocument(text), text);
    languageOf(text);
  });
});

describe('edits at both ends of them, too', () => {
  test.each(PIECES)('%j', (piece) => {
    const text = repeated(piece, MEGABYTE / 20);
    let document = openDocument(text);
    for (const start of [0, 1, text.length >> 1, text.length - 1]) {
      document = editDocument(document, { start, end: start, text: "'" });
      document = editDocument(document, { start, end: start + 1, text: '' });
    }
    expectWhole(document, text);
    const fresh = openDocument(text).segments.map((segment) => segment.text);
    expect(document.segments.map((segment) => segment.text)).toEqual(fresh);
  });
});

describe('what is meant takes its time, but ends', () => {
  test.each([
    ['a string of 5 MB', `INSERT INTO t (a) VALUES ('${repeated('x', 5 * MEGABYTE)}');`],
    ['a line of 10 MB', repeated("INSERT INTO t (a, b) VALUES (1, 'x');", 10 * MEGABYTE)],
    ['a blob of 5 MB', `SELECT * FROM t WHERE a = 0x${repeated('cafe', 5 * MEGABYTE)}`],
    ['a comment of 5 MB', `/*${repeated(' * SELECT\n', 5 * MEGABYTE)}*/ USE k;`],
  ])('%s', (_, text) => {
    const document = openDocument(text);
    expectWhole(document, text);
    expect(document.segments[0]!.errors).toEqual([]);
    expect(document.positionAt(text.length)).toEqual({ line: document.lineCount - 1, character: expect.any(Number) });
  });

  test.each([
    ['brackets', `SELECT * FROM t WHERE a = ${'('.repeat(20_000)}`],
    ['closed brackets', `SELECT * FROM t WHERE a = ${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
    ['braces', `SELECT ${'{'.repeat(20_000)}`],
    ['types', `CREATE TABLE t (a ${'list<'.repeat(20_000)}int${'>'.repeat(20_000)});`],
    ['signs', `SELECT ${'- '.repeat(20_000)}1 FROM t`],
    ['hints', `SELECT ${'(int)'.repeat(20_000)} 1 FROM t`],
    ['queries', `SELECT * FROM t WHERE a IN ${'(SELECT a FROM t WHERE a IN '.repeat(20_000)}`],
    ['unions', `SELECT * FROM t ${'UNION SELECT * FROM t '.repeat(20_000)}`],
  ])('20,000 nested %s', (_, text) => {
    const document = openDocument(text);
    expectWhole(document, text);
    expect(document.segments[0]!.errors).toHaveLength(1);
    expect(document.segments[0]!.statement()).toBeDefined();
  });

  test('a text cut off at every offset', () => {
    const text =
      'BEGIN BATCH INSERT INTO k.t (a, "B") VALUES (\'x\', {1: $$y$$}) IF NOT EXISTS; /* c */ APPLY BATCH; -- d\nDESC t';
    for (let length = 0; length <= text.length; length += 1) {
      const document = openDocument(text.slice(0, length));
      expectWhole(document, text.slice(0, length));
      for (const segment of document.segments) expect(segment.errors.length).toBeLessThan(4);
      for (const segment of document.segments) segment.statement();
    }
  });
});

test('the table of tokens grows with what it holds', () => {
  const { visible } = lex(repeated(';', MEGABYTE));
  expect(visible.count).toBe(MEGABYTE);
  expect(visible.types.length).toBeLessThan(2.2 * MEGABYTE);
});

function expectWhole(document: SyntaxDocument, text: string): void {
  expect(document.length).toBe(text.length);
  expect(document.text() === text).toBe(true);
}
