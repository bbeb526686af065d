import { describe, expect, test } from 'vitest';
import { beforeLineBreak, countLineBreaks, countUpTo, lineStartsOf, nextLine } from '../../server/src/text/lines.ts';

describe('lines end at LF, CR LF and CR', () => {
  test.each([
    ['', []],
    ['a', []],
    ['\n', [1]],
    ['a\nb\n', [2, 4]],
    ['a\r\nb', [3]],
    ['a\rb\r', [2, 4]],
    ['\r\r\n\n', [1, 3, 4]],
    ['a\n\rb', [2, 3]],
    ['\u2028\u0085\f', []],
  ])('%j', (text, starts) => {
    expect([...lineStartsOf(text)]).toEqual(starts);
    expect(countLineBreaks(text)).toBe(starts.length);
  });

  test('from anywhere', () => {
    expect(nextLine('ab\ncd', 0)).toBe(3);
    expect(nextLine('ab\ncd', 3)).toBe(-1);
    // Between the two halves of CR LF a line ends, too.
    expect(nextLine('a\r\nb', 2)).toBe(3);
  });

  test('a line ends before all of its break', () => {
    expect(beforeLineBreak('ab\r\nc', 4)).toBe(2);
    expect(beforeLineBreak('ab\nc', 3)).toBe(2);
    expect(beforeLineBreak('ab\rc', 3)).toBe(2);
  });
});

test('counting in ascending numbers', () => {
  const numbers = Int32Array.of(0, 3, 3, 7);
  expect([-1, 0, 2, 3, 6, 7, 9].map((limit) => countUpTo(numbers, limit))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect(countUpTo(new Int32Array(0), 5)).toBe(0);
});
