import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// What VS Code does at Enter, as far as its rules for the language decide it.

interface EnterRule {
  readonly beforeText: string;
  readonly afterText?: string;
  readonly action: { readonly indent: string };
}

const { onEnterRules } = JSON.parse(
  readFileSync(new URL('../../language-configuration.json', import.meta.url), 'utf8'),
) as { readonly onEnterRules: readonly EnterRule[] };

/** The first rule that fits decides, as in VS Code. */
const indentBehind = (before: string): string | undefined =>
  onEnterRules.find(
    ({ beforeText, afterText }) =>
      new RegExp(beforeText).test(before) && (afterText === undefined || new RegExp(afterText).test('')),
  )?.action.indent;

test.each([
  '  joined timestamp);',
  '  PRIMARY KEY (id));',
  '  PRIMARY KEY ((a, b), c)) WITH CLUSTERING ORDER BY (c DESC); -- newest first',
  "  1, 'a) ;'); -- the last",
  "\tname text) WITH comment = 'it';",
])('what is written behind the end of a statement in brackets stands where it began: %s', (line) => {
  expect(indentBehind(line)).toBe('outdent');
});

test.each([
  '  INSERT INTO t (a, b) VALUES (1, (2, 3));',
  "  UPDATE t SET a = 'x);' WHERE b = 1;",
  '  a text, -- (id));',
  '  PRIMARY KEY (id))',
  'VALUES (1));',
  ');',
])('and elsewhere where the line before does: %s', (line) => {
  expect(indentBehind(line)).not.toBe('outdent');
});

test('behind an empty line, too, where the editor would go by the last line that is none', () => {
  expect(indentBehind('')).toBe('none');
  expect(indentBehind('  ')).toBeUndefined();
});

test.each([
  ['brackets that are closed', `  ${"(a, 'b') ".repeat(20_000)}`, undefined],
  ['brackets that are open', `  ${'('.repeat(20_000)}`, undefined],
  ['words', `  ${'a '.repeat(50_000)});`, 'outdent'],
])('a long line of %s is read, and not for minutes', (_, line, found) => {
  expect(indentBehind(line)).toBe(found);
});
