import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOSTS, readHost, type HostReading } from '../../server/src/embedded/index.ts';

// What an earlier reading of a program gives to the next one is what reading all of it again would give.

const BITS = [
  'name',
  ' = ',
  '"',
  "'",
  '`',
  '"""',
  'f"',
  'r#"',
  '$"{',
  '${',
  '#{',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '/',
  '/*',
  '*/',
  '//',
  '#',
  '\\',
  '\\\n',
  ';',
  '\n',
  '\r\n',
  '\nlet x = f("SELECT a FROM t", `b${c}`) // d\n',
  '\n  call(a, [b, "c" + d]);\n',
  `\n  ${'a line of code; '.repeat(20)}\n`,
  `\n  ${'nothing '.repeat(20)}\n\n`,
];
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(30),
  text: fc.oneof(fc.constantFrom('', ...BITS), fc.string({ maxLength: 3 })),
});

describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => {
  test('after edits it is what a fresh reading gives', () => {
    const program = fc.array(fc.constantFrom(...BITS), { minLength: 20, maxLength: 120 });
    fc.assert(
      fc.property(program, fc.array(edit, { minLength: 1, maxLength: 6 }), (bits, edits) => {
        let text = bits.join('');
        let reading = readHost(text, host);
        for (const { at, length, text: put } of edits) {
          const start = Math.floor(at * text.length);
          const before = { text, reading };
          text = text.slice(0, start) + put + text.slice(start + length);
          reading = readHost(text, host, before);
          expect(told(reading)).toEqual(told(readHost(text, host)));
        }
      }),
      { numRuns: 40 },
    );
  });
});

const told = ({ tokens, comments }: HostReading): readonly unknown[] => [
  Array.from({ length: tokens.count }, (_, at) => [
    tokens.start(at),
    tokens.end(at),
    tokens.depth(at),
    tokens.isFresh(at),
    tokens.isWord(at),
    tokens.text(at),
  ]),
  tokens.texts,
  comments,
];
