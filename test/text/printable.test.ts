import { expect, test } from 'vitest';
import { isPrintable, printable, printableJson, printableLines } from '../../server/src/text/printable.ts';

test.each([
  ['plain text, été, 𝄞, 中, a::b', 'plain text, été, 𝄞, 中, a::b'],
  ['\u001b[31m\u0007', String.raw`\u001b[31m\u0007`],
  ['a\r\n\tb', String.raw`a\r\n\tb`],
  ['\u009b\u007f\u202e\u2067\u2028\u0085', String.raw`\u009b\u007f\u202e\u2067\u2028\u0085`],
  ['\ufffe\ud800', String.raw`\ufffe\ud800`],
  ['::error::x', String.raw`\u003a:error::x`],
  ['a  ::error::x', String.raw`a  \u003a:error::x`],
  ['x ##[error] ##VSO[a]', String.raw`x #\u0023[error] #\u0023VSO[a]`],
])('%j', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test('lines stay lines', () => {
  expect(printableLines('a\r\n\tb\n::c')).toEqual(['a', '  b', String.raw`\u003a:c`]);
  expect(['a\n\tb', 'a\n ::b', 'a\u001b', 'a\rb', '##[x]'].map(isPrintable)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('JSON means the same', () => {
  const value = { 'a\u202e': ['\u001b\u009b', '##[x]', '\ud800\ufffe', 'b\nc'] };
  const json = printableJson(value, 2);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/[^\n -~]|##\[/);
});
