import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SyntaxDocument, editDocument, openDocument } from '../../server/src/syntax/index.ts';
import { soup } from './cql-soup.ts';

const RUNS = Number(process.env['CQL_EDIT_RUNS'] ?? 400);

describe('an edited document equals one that is opened with the same text', () => {
  const edit = fc.record({ at: fc.nat(), length: fc.oneof(fc.nat(2), fc.nat(40)), text: fc.oneof(soup(3), soup(12)) });

  test('after random edits of random texts', () => {
    fc.assert(
      fc.property(soup(60), fc.array(edit, { minLength: 1, maxLength: 6 }), (text, edits) => {
        let document = openDocument(text);
        let now = text;
        for (const { at, length, text: inserted } of edits) {
          const start = at % (now.length + 1);
          const end = Math.min(now.length, start + length);
          document = editDocument(document, { start, end, text: inserted });
          now = now.slice(0, start) + inserted + now.slice(end);
          expect(document.text()).toBe(now);
          expectSame(document, openDocument(now));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function expectSame(edited: SyntaxDocument, fresh: SyntaxDocument): void {
  expect(outline(edited)).toEqual(outline(fresh));
}

function outline(document: SyntaxDocument): unknown {
  return {
    length: document.length,
    lineCount: document.lineCount,
    segments: document.segments.map((segment, index) => ({
      text: segment.text,
      start: document.startOf(index),
      begin: segment.begin,
      end: segment.end,
    })),
  };
}
