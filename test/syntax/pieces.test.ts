import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDocument } from '../../server/src/syntax/index.ts';
import { piecesOf } from '../../server/src/syntax/document/pieces.ts';
import { soup } from './cql-soup.ts';
import { STATEMENTS } from './statements.ts';

const show = (text: string): readonly string[] =>
  openDocument(text).segments.flatMap((segment) =>
    piecesOf(segment).map(({ kind, start, end }) => `${kind} ${JSON.stringify(segment.text.slice(start, end))}`),
  );

/** The texts of all pieces, one behind the other. */
const together = (text: string): string =>
  openDocument(text)
    .segments.map((segment) =>
      piecesOf(segment)
        .map(({ start, end }) => segment.text.slice(start, end))
        .join(''),
    )
    .join('');

describe('the pieces of a segment', () => {
  test('are its tokens, its comments and the white space between them', () => {
    expect(show('-- all\nSELECT * /* of\nthem */ FROM t; // end')).toEqual([
      'line-comment "-- all"',
      'white-space "\\n"',
      'token "SELECT"',
      'white-space " "',
      'token "*"',
      'white-space " "',
      'block-comment "/* of\\nthem */"',
      'white-space " "',
      'token "FROM"',
      'white-space " "',
      'token "t"',
      'token ";"',
      'white-space " "',
      'line-comment "// end"',
    ]);
  });

  test('count typographic spaces as white space', () => {
    expect(show('USE\u00a0 k')).toEqual(['token "USE"', 'white-space "\u00a0 "', 'token "k"']);
  });

  test('are the text, whatever it is', () => {
    expect(together(STATEMENTS.join(';\n'))).toBe(STATEMENTS.join(';\n'));
    fc.assert(
      fc.property(soup(30), (text) => {
        expect(together(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
