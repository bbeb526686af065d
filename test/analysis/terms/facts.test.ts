import { expect, test } from 'vitest';
import { RELEASES } from '../../../server/src/text/release.ts';
import { comparable, judgeFacts, readFacts } from '../facts.ts';

// Values and selectors that were put to Cassandra 3.11.19, 4.0.19, 4.1.10, 5.0.8 and 6.0-alpha2.

const facts = readFacts('terms');

test.each(RELEASES)('in %s the verdict is the answer of the server', (release) => {
  const given = judgeFacts(facts, release);
  const differences = facts.flatMap(({ cql, line, server, ours }, index) => {
    const verdict = given[index];
    const expected = ours.get(release) ?? server.get(release);
    if (verdict === undefined || expected === undefined) return [];
    return inOrder(verdict) === inOrder(expected) ? [] : [{ line, cql, expected, verdict }];
  });
  expect(differences).toEqual([]);
});

test('nothing that a server takes is refused', () => {
  const alarms = RELEASES.flatMap((release) => {
    const given = judgeFacts(facts, release);
    return facts.flatMap(({ cql, server }, index) => {
      const verdict = given[index];
      const taken = server.get(release)?.startsWith('taken');
      return taken && verdict !== undefined && !/^(?:taken|undecided)/.test(verdict) ? [{ release, cql, verdict }] : [];
    });
  });
  expect(alarms).toEqual([]);
});

/** Servers list the overloads of a function in the order of a hash table, which differs from start to start. */
const inOrder = (answer: string): string =>
  comparable(answer).replace(/signatures: (.*?)\)(?=$|:)/, (_, list: string) =>
    list
      .split(/, (?=system\.)/)
      .toSorted()
      .join(', '),
  );
