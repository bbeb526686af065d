import { describe, expect, test } from 'vitest';
import { readIgnoreRules } from '../../server/src/text/ignore-rules.ts';

// What `git check-ignore` says of the same lines and paths; a `/` at the end is a folder.

describe('a .gitignore', () => {
  test.each<[string, string[], string[], string[]]>([
    [
      'names stand in any folder',
      ['a.cql', 'gen/'],
      ['a.cql', 'b/a.cql', 'gen/', 'b/gen/'],
      ['ba.cql', 'gen', 'a.cqlx'],
    ],
    ['a path stands below the file', ['/a', 'b/c'], ['a', 'a/', 'b/c'], ['x/a', 'x/b/c']],
    ['stars stay within a name', ['*.tmp', 'a/*/c'], ['x.tmp', 'y/x.tmp', '.tmp', 'a/b/c'], ['x.tmp2', 'a/b/b/c']],
    [
      'two stars are folders',
      ['**/x', 'a/**', 'b/**/c'],
      ['x', 'p/q/x', 'a/b', 'a/b/c', 'b/c', 'b/1/2/c'],
      ['a', 'b/cc'],
    ],
    ['two stars within a name are one', ['a**b', 'p/q**r'], ['ab', 'axxb', 'p/qxr'], ['p/q/r', 'a/b']],
    ['a question mark', ['a?c'], ['abc', 'x/a-c'], ['ac', 'a/c']],
    [
      'brackets',
      ['[a-c]1', '[!a]2', '[^a]3', '[]x]4', '[[:digit:]]5', '[a\\]]6'],
      ['b1', 'b2', 'b3', ']4', '15', ']6'],
      ['d1', 'a2', 'a3', 'b4', 'a5', '\\6'],
    ],
    ['what is not complete matches nothing', ['[a', 'b\\'], [], ['[a', 'a', 'b\\', 'b']],
    ['backslashes', ['\\#a', '\\!b', '\\*', 'c\\ '], ['#a', '!b', '*', 'c '], ['a', 'b', 'x', 'c']],
    ['comments, blank lines and spaces behind', ['# a', '', '   ', 'b  '], ['b'], ['a', '# a', ' ']],
    [
      'the last rule decides',
      ['*.cql', '!keep.cql', 'x/keep.cql'],
      ['a.cql', 'x/keep.cql'],
      ['keep.cql', 'y/keep.cql'],
    ],
    ['folders and files are told apart', ['a', '!a/'], ['a'], ['a/']],
  ])('%s', (_, lines, out, kept) => {
    const rules = readIgnoreRules(lines, true);
    const isOut = (path: string): boolean => rules.leavesOut(path.replace(/\/$/, ''), path.endsWith('/')) ?? false;
    expect(out.filter((path) => !isOut(path))).toEqual([]);
    expect(kept.filter(isOut)).toEqual([]);
  });

  test('where case does not matter', () => {
    const rules = readIgnoreRules(['Gen', '*.TMP'], false);
    expect([rules.leavesOut('gEN', true), rules.leavesOut('a.tmp', false)]).toEqual([true, true]);
  });

  test('costs no more than its length, whatever stands in it', () => {
    const path = 'a'.repeat(200);
    const stars = readIgnoreRules(
      ['**a**a**a**a**a**a**a**a**a**a**a**a**a**ab', '*a'.repeat(2000) + 'b', `[${'x'.repeat(100_000)}]`],
      true,
    );
    expect(stars.leavesOut(path, false)).toBeUndefined();
    const long = readIgnoreRules(
      Array.from({ length: 200_000 }, (_, index) => (index % 2 ? `n${index}` : `*.x${index}`)),
      true,
    );
    for (let index = 0; index < 50; index++) expect(long.leavesOut(`${index}.cql`, false)).toBeUndefined();
    expect(long.leavesOut('n199999', false)).toBe(true);
    expect(readIgnoreRules(['a' + ' '.repeat(100_000) + 'b'], true).leavesOut('a', false)).toBeUndefined();
  }, 5000);
});
