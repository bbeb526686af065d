import { describe, expect, test } from 'vitest';
import { RELEASES } from '../../server/src/text/release.ts';
import { dryRun } from '../../server/src/analysis/dry-run.ts';
import { sameMessage } from '../conformance/messages.ts';
import { readRegressions } from '../conformance/regressions.ts';
import { linesOfAnswer } from '../conformance/warnings.ts';

// Scripts on which we once disagreed with real servers, with their answers.

describe.each(readRegressions())('$name', ({ script, answers }) => {
  test.each(RELEASES.filter((release) => answers[release] !== undefined))('%s', (release) => {
    const expected = answers[release] ?? [];
    const given = dryRun(script, release).map(linesOfAnswer);
    const comparable = given.map((words, at) => {
      const wanted = expected[at] ?? '';
      // The server's parser and ours have their own words for what is no CQL; some of its other words vary from run to run.
      if (PARSER.test(wanted)) return words.replace(/^syntax: .*$/s, wanted);
      // A warning that is not on file may be given; those that are must be.
      if (wanted === 'taken' && words.startsWith('taken\n')) return wanted;
      return sameMessage(words, wanted) ? wanted : words;
    });
    expect(comparable).toEqual(expected);
  });
});

const PARSER = /^syntax: (?:Failed parsing CQL term: \[.*\] reason: SyntaxException )?line \d+:-?\d+ /s;
