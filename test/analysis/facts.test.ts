import { describe, expect, test } from 'vitest';
import { RELEASES } from '../../server/src/text/release.ts';
import { comparable, judgeFacts, readFacts } from './facts.ts';

// Scripts that were put to Cassandra 3.11.19, 4.0.19, 4.1.10, 5.0.8 and 6.0-alpha2, statement by statement, by a client that pages.

describe.each(['asked', 'where', 'values', 'indexes', 'json', 'transactions', 'running'])('%s', (name) => {
  const facts = readFacts(name);

  test.each(RELEASES)('in %s the verdict is the answer of the server', (release) => {
    const given = judgeFacts(facts, release);
    const differences = facts.flatMap(({ cql, line, server, ours }, index) => {
      const verdict = given[index];
      const expected = server.get(release);
      if (verdict === undefined || expected === undefined) return [];
      const agrees = comparable(verdict) === comparable(expected) || verdict === ours.get(release);
      return agrees ? [] : [{ line, cql, expected, verdict }];
    });
    expect(differences).toEqual([]);
  });

  test('no disagreement is recorded that is none', () => {
    const idle = facts.filter(({ server, ours }) =>
      [...ours].some(([release, answer]) => server.get(release) === answer),
    );
    expect(idle).toEqual([]);
  });

  test('nothing that a server takes is refused', () => {
    const alarms = RELEASES.flatMap((release) => {
      const given = judgeFacts(facts, release);
      return facts.flatMap(({ cql, server }, index) =>
        server.get(release)?.startsWith('taken') && given[index]?.includes(': ') && !given[index].startsWith('taken')
          ? [{ release, cql, verdict: given[index] }]
          : [],
      );
    });
    expect(alarms).toEqual([]);
  });
});
