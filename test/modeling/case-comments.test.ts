import { describe, expect, test } from 'vitest';
import { casesIn } from '../../server/src/modeling/writes/case-comments.ts';

describe.each([
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['both', '\r\n'],
])('comments of a batch that say in which case statements run, with %s', (_, end) => {
  const lines = [
    'BEGIN BATCH',
    'first',
    '-- only where the name changed',
    'second',
    'third',
    '// the counts',
    'fourth',
    '-- only if it is new',
    'fifth',
    '',
    'sixth',
    'APPLY BATCH',
  ];
  const text = `SELECT 1;${end}${lines.join(end)}`;
  const isInCase = casesIn(text, { start: text.indexOf('BEGIN'), end: text.length });

  test.each([
    ['first', false],
    ['second', true],
    ['third', true],
    ['fourth', false],
    ['fifth', true],
    ['sixth', false],
  ])('%s: %s', (line, expected) => expect(isInCase(text.indexOf(line))).toBe(expected));
});
