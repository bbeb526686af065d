import { describe, expect, test } from 'vitest';
import { run, startOf, type StatementAnswer } from '../../../server/src/analysis/dry-run.ts';
import { type CassandraRelease, RELEASES } from '../../../server/src/text/release.ts';
import { comparable, type Fact, readFacts } from '../facts.ts';

// Scripts of schema statements that were put to Cassandra 3.11.19, 4.0.19, 4.1.10, 5.0.8 and 6.0-alpha2.

const NAMES = [
  'keyspaces',
  'types',
  'tables',
  'options',
  'alter',
  'views',
  'indexes',
  'functions',
  'constraints',
  'labels',
  'roles',
];

describe.each(NAMES)('%s', (name) => {
  const facts = readFacts(`ddl-${name}`);

  test.each(RELEASES)('in %s the verdict is the answer of the server', (release) => {
    const differences = judge(facts, release).filter(({ fact, answer }) => {
      const expected = fact.ours.get(release) ?? fact.server.get(release) ?? answer;
      return comparable(answer) !== comparable(expected);
    });
    expect(differences.map(({ fact, answer }) => ({ line: fact.line, cql: fact.cql, answer }))).toEqual([]);
  });

  test('nothing that a server takes is refused', () => {
    const alarms = RELEASES.flatMap((release) =>
      judge(facts, release)
        .filter(({ fact, answer }) => fact.server.get(release)?.startsWith('taken') && !answer.startsWith('taken'))
        .map(({ fact, answer }) => ({ release, cql: fact.cql, answer })),
    );
    expect(alarms.map(({ release, cql }) => `${release} ${cql}`)).toEqual([]);
  });
});

/** Our answer to each statement, the schema being what the server made of those before. */
function judge(
  facts: readonly Fact[],
  release: CassandraRelease,
): readonly { readonly fact: Fact; readonly answer: string }[] {
  let state = startOf({ kind: 'cassandra', release });
  return facts.flatMap((fact) => {
    const expected = fact.server.get(release);
    if (expected === undefined) return [];
    const done = run(fact.cql, state);
    if (expected.startsWith('taken')) state = done.state;
    return [{ fact, answer: print(done.answer) }];
  });
}

const print = (answer: StatementAnswer): string =>
  answer.ok ? ['taken', ...(answer.warnings ?? [])].join('\nwarns: ') : `${answer.kind}: ${answer.message}`;
