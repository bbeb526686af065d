import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { selectionsAt } from '../../server/src/service/selection.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { soup } from '../syntax/cql-soup.ts';

/** The texts that a selection at `¦` grows to. */
function grown(marked: string): readonly string[] {
  const text = marked.replace('¦', '');
  return selectionsAt(openDocument(text), marked.indexOf('¦')).map(({ start, end }) => text.slice(start, end));
}

test('from a word over what it stands in to everything', () => {
  expect(grown('-- all\nSELECT * FROM t WHERE a IN (1, fl¦oor(b)) AND c = 2;\nUSE k')).toEqual([
    'floor',
    'floor(b)',
    '1, floor(b)',
    '(1, floor(b))',
    'IN (1, floor(b))',
    'a IN (1, floor(b))',
    'a IN (1, floor(b)) AND c = 2',
    'WHERE a IN (1, floor(b)) AND c = 2',
    'SELECT * FROM t WHERE a IN (1, floor(b)) AND c = 2',
    'SELECT * FROM t WHERE a IN (1, floor(b)) AND c = 2;',
    '-- all\nSELECT * FROM t WHERE a IN (1, floor(b)) AND c = 2;',
    '-- all\nSELECT * FROM t WHERE a IN (1, floor(b)) AND c = 2;\nUSE k',
  ]);
});

test.each([
  ['UPDATE t SET a = 1, b¦ = 2 WHERE k = 3', ['b = 2', 'a = 1, b = 2', 'UPDATE t SET a = 1, b = 2 WHERE k = 3']],
  ['CREATE TABLE t (a int, b¦ text, PRIMARY KEY (a))', ['b text', 'a int, b text, PRIMARY KEY (a)']],
  ['INSERT INTO t (a) VALUES ({x: 1, y¦: 2})', ['y: 2', 'x: 1, y: 2', '{x: 1, y: 2}']],
  ['INSERT INTO t (a, b¦) VALUES (1, 2)', ['a, b', '(a, b)']],
])('a list is a step before what stands around it: %s', (marked, steps) => {
  expect(grown(marked).filter((step) => steps.includes(step))).toEqual(steps);
});

test('in a comment', () => {
  expect(grown('/* a¦ll */ USE k')).toEqual(['/* all */', '/* all */ USE k']);
});

test('each holds the one before, whatever the text is', () => {
  fc.assert(
    fc.property(soup(12), fc.nat(), (text, at) => {
      const spans = selectionsAt(openDocument(text), at % (text.length + 1));
      spans.forEach(({ start, end }, index) => {
        const inner = spans[index - 1];
        expect(inner === undefined || (start <= inner.start && inner.end <= end)).toBe(true);
      });
      expect(spans.at(-1)).toEqual({ start: 0, end: text.length });
    }),
    { numRuns: 300 },
  );
});
