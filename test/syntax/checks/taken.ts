import { expect } from 'vitest';
import { RELEASES } from '../../../server/src/text/release.ts';
import { knowsFeature } from '../../../server/src/syntax/features.ts';
import { openDocument } from '../../../server/src/syntax/index.ts';

/**
 * Expects that a statement is one to the parsers of the given releases, and to no others: `all`, `none`, `4.1+`, or `-4.0` for all up
 * to that one. The tables hold what a real Cassandra of each release answers, its checks of meaning left out.
 */
export function expectTaken(releases: string, text: string): void {
  const [segment, ...others] = openDocument(text).segments;
  expect(others).toEqual([]);
  const { errors, features } = segment!;
  const isCommand = segment!.statement()?.kind === 'shell';
  const taken = RELEASES.filter((release) =>
    features.every(({ feature }) => knowsFeature(feature, { kind: 'cassandra', release })),
  );
  const problems = errors.map(({ message }) => message);
  expect({ taken: errors.length > 0 || isCommand ? [] : taken, problems }).toEqual({
    taken: expected(releases),
    problems,
  });
  // One mistake, one message.
  expect(problems.length).toBeLessThanOrEqual(1);
}

function expected(releases: string): readonly string[] {
  if (releases === 'all') return RELEASES;
  if (releases === 'none') return [];
  if (releases.startsWith('-')) return RELEASES.slice(0, RELEASES.findIndex((each) => each === releases.slice(1)) + 1);
  return RELEASES.slice(RELEASES.findIndex((each) => `${each}+` === releases));
}
