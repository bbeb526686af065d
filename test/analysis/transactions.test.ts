import { describe, expect, test } from 'vitest';
import { dryRun, run, startOf, type StatementAnswer } from '../../server/src/analysis/dry-run.ts';
import { readFacts } from './facts.ts';

// Transactions of 6.0, which cassandra.yaml switches on.

const configuration = new Map<string, unknown>([['accord', { enabled: true }]]);

describe('transactions switched on', () => {
  test('the verdict is the answer of the server', () => {
    let state = startOf({ kind: 'cassandra', release: '6.0' }, { configuration });
    const differences = readFacts('transactions-on').flatMap(({ cql, line, server }) => {
      const expected = server.get('6.0');
      const done = run(cql, state);
      if (expected === 'taken') state = done.state;
      const given = print(done.answer);
      return given === expected ? [] : [{ line, cql, given, expected }];
    });
    expect(differences).toEqual([]);
  });

  test('without the setting no table takes part', () => {
    const script = [
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
      "CREATE TABLE k.t (p int PRIMARY KEY, v int) WITH transactional_mode = 'full'",
    ];
    const [, answer] = dryRun(script, '6.0', { configuration: new Map() });
    expect(answer).toMatchObject({
      ok: false,
      message: 'Cannot create table k.t with transactional mode full with accord.enabled set to false',
    });
  });

  test('what hangs on rows is left to the server', () => {
    const table = "CREATE TABLE k.t (p int PRIMARY KEY, v int, l list<int>) WITH transactional_mode = 'full'";
    const script = [
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
      table,
      'BEGIN TRANSACTION UPDATE k.t SET l[0] = 1 WHERE p = 1; COMMIT TRANSACTION',
      'BEGIN TRANSACTION UPDATE k.t SET v += 1 WHERE p = 1; UPDATE k.t SET v += 1 WHERE p = 1; COMMIT TRANSACTION',
    ];
    expect(dryRun(script, '6.0', { configuration }).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  });
});

const print = (answer: StatementAnswer): string => (answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`);
