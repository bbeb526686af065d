import { expect, test } from 'vitest';
import { run, startOf } from '../../../server/src/analysis/dry-run.ts';
import type { CassandraRelease } from '../../../server/src/text/release.ts';

const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

const takes = (release: CassandraRelease, parameter: string): boolean => {
  const { state } = run(KEYSPACE, startOf({ kind: 'cassandra', release }));
  const made = `CREATE FUNCTION k.f (${parameter} int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'`;
  return run(made, state).answer.ok;
};

// As the compiler of each release says.
test.each(['"a b"', 'int', '"class"', '"1a"', '"true"', '"a-b"', '"enum"', 'float', 'static', 'boolean'])(
  '%s is no name of a parameter in Java',
  (name) => expect([takes('4.0', name), takes('5.0', name)]).toEqual([false, false]),
);

test.each(['a', '"A"', '"é"', 'text', '"var"', '"record"', '"_x"', '"$"'])('%s is one', (name) =>
  expect([takes('4.0', name), takes('5.0', name)]).toEqual([true, true]),
);

test('an underscore is one before 5.0', () =>
  expect([takes('4.1', '"_"'), takes('5.0', '"_"')]).toEqual([true, false]));
