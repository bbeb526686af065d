import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRegressions, regressionsFolder } from '../conformance/regressions.ts';
import { parseAnswers, printAnswers } from '../recorded-answers.ts';

const NOTHING = new Map<string, string>();

test('recorded answers come back as they were written', () => {
  const statements = ['', ' SELECT', '# x', '@y', '\\', '\\ x', "SELECT '\\n', '\n', '\\\\'", '\t;'].map((cql) => ({
    cql,
    server: new Map([
      ['4.0', 'taken\nwarns: \\n'],
      ['5.0', `invalid: ${cql}`],
    ]),
    ours: new Map([['5.0', 'taken']]),
  }));
  const read = parseAnswers(printAnswers(['4.0', '5.0'], statements));
  expect(read.releases).toEqual(['4.0', '5.0']);
  expect(read.statements.map(({ cql, server, ours }) => ({ cql, server, ours }))).toEqual(statements);
});

test('an answer without a label is that of the releases asked', () => {
  const { statements } = parseAnswers(
    '@releases 4.0, 5.0\nUSE k\n    taken\n# a remark\nUSE l\n    5.0: invalid: no\n',
  );
  expect(statements).toEqual([
    {
      cql: 'USE k',
      line: 2,
      server: new Map([
        ['4.0', 'taken'],
        ['5.0', 'taken'],
      ]),
      ours: NOTHING,
    },
    { cql: 'USE l', line: 5, server: new Map([['5.0', 'invalid: no']]), ours: NOTHING },
  ]);
});

test('an answer of a release that was not asked is a mistake of the file', () => {
  expect(() => parseAnswers('@releases 4.0\nUSE k\n    5.0: taken\n')).toThrow('5.0 was not asked');
});

test('regressions are written as they stand on file', () => {
  for (const { name, script, answers } of readRegressions()) {
    const releases = Object.keys(answers);
    const statements = script.map((cql, at) => ({
      cql,
      server: new Map(releases.map((release) => [release, answers[release]?.[at] ?? ''])),
      ours: NOTHING,
    }));
    expect(printAnswers(releases, statements)).toBe(readFileSync(join(regressionsFolder, `${name}.txt`), 'utf8'));
  }
});
