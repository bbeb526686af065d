import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionsIn, namesIn } from '../../server/src/names/mentions.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { workspaceOf } from '../fixtures.ts';
import { soup, statements } from '../syntax/cql-soup.ts';

test.each([
  ['SELECT "A", b AS Values FROM k.T WHERE x = :Marker', 'A b k marker t values x'],
  ["GRANT 'App' TO other", 'App other'],
  ["INSERT INTO t (a) VALUES ('App')", 'a t'],
  [`INSERT INTO t JSON '{"One": {"two": 1}, "\\"Three\\"": "four"}'`, 'Three one t two'],
])('the names in %s', (text, expected) => {
  const words = new Set(['json', 'values', 'as']);
  const found = [...namesIn(openDocument(text).segments[0]!)].filter(
    (name) => !words.has(name) || expected.includes(name),
  );
  expect(found.toSorted()).toEqual(expected.split(' '));
});

test('a statement that goes and comes back holds its names once', () => {
  const { segments } = openDocument('SELECT a FROM t; SELECT b FROM t; SELECT c FROM t; SELECT d FROM t;');
  const mentions = mentionsIn(segments);
  const [first] = segments;
  mentions.replace([first!], [first!]);
  expect(mentions.of('t')).toHaveLength(4);
  mentions.replace([first!], []);
  expect(mentions.of('t')).toEqual(segments.slice(1));
  mentions.replace([first!], []);
  expect([...mentions.names()].includes('a')).toBe(false);
});

test('the statements that hold a name are those of the text as it is, after any edits', () => {
  const edits = fc.array(fc.record({ at: fc.nat(), length: fc.nat(30), text: fc.oneof(soup(4), statements(2)) }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(statements(6), edits, (text, sequence) => {
      const workspace = workspaceOf({ 'a.cql': text });
      for (const { at, length, text: inserted } of sequence) {
        // Asked for once, the names are kept from then on.
        expect([...workspace.mentions('nothing_has_this_name')]).toEqual([]);
        const end = workspace.file('a.cql')!.document.length;
        const start = at % (end + 1);
        workspace.edit('a.cql', { start, end: Math.min(end, start + length), text: inserted });
        const { document, language } = workspace.file('a.cql')!;
        if (language !== 'cql') return;
        const fresh = mentionsIn(document.segments);
        for (const name of new Set(document.segments.flatMap((segment) => [...namesIn(segment)]))) {
          const kept = [...workspace.mentions(name)].map(({ index }) => index);
          expect(kept.toSorted()).toEqual(
            fresh
              .of(name)
              .map((segment) => document.indexOf(segment))
              .toSorted(),
          );
        }
      }
    }),
    { numRuns: 150 },
  );
});
