import { describe, expect, test } from 'vitest';
import { functionsIn } from '../../server/src/embedded/functions.ts';

/** The line on which the loop around `HERE` begins. */
const loopIn = (text: string): string | undefined => {
  const loop = functionsIn(text).loopAround(text.indexOf('HERE'));
  return loop === undefined ? undefined : text.slice(loop).split('\n')[0]!.trim();
};

describe('the loop around a place in a program', () => {
  test.each([
    [
      'def f(ids):\n    for one in ids:\n        # for him\n        run(\n            "HERE", one)\n',
      'for one in ids:',
    ],
    ['def f(ids):\n    return [run("HERE", one) for one in ids]\n', 'return [run("HERE", one) for one in ids]'],
    ['func F() {\n\tfor it.Scan(&id) {\n\t\tif id != 0 {\n\t\t\trun(`HERE`)\n\t\t}\n\t}\n}\n', 'for it.Scan(&id) {'],
    [
      'const f = () => {\n  rows.forEach(async (row) => {\n    run("HERE");\n  });\n};\n',
      'rows.forEach(async (row) => {',
    ],
    ['const f = () => rows.map((row) => run("HERE"));\n', 'const f = () => rows.map((row) => run("HERE"));'],
    ['def f\n  ids.each do |id|\n    run("HERE")\n  end\nend\n', 'ids.each do |id|'],
    ['void f() {\n  while (it.hasNext()) {\n    run("HERE");\n  }\n}\n', 'while (it.hasNext()) {'],
  ])('%j', (text, loop) => expect(loopIn(text)).toBe(loop));

  test.each([
    ['def f(ids):\n    for one in ids:\n        note(one)\n    run("HERE")\n'],
    ['def f(ids):\n    if ids:  # for them\n        run("HERE")\n'],
    ['def f(ids):\n    if is("for sale"):\n        run("HERE")\n'],
    ['for group in groups:\n    def f():\n        run("HERE")\n'],
    ['run("HERE")\nfor one in ids:\n    note(one)\n'],
    ['class A {\n  void f() {\n    run("HERE");\n  }\n}\n'],
  ])('there is none: %j', (text) => expect(loopIn(text)).toBeUndefined());
});
