import { expect, test } from 'vitest';
import { dryRun } from '../../../server/src/analysis/dry-run.ts';
import { builtInFunctions } from '../../../server/src/catalog/index.ts';
import { NATIVE_TYPE_NAMES, TYPE_FORMS } from '../../../server/src/syntax/built-in-types.ts';
import { existsIn, RELEASES } from '../../../server/src/text/release.ts';

// What is told of functions and types, beside what the verdict knows of them.

/** Words of the grammar, not functions. */
const OWN_SYNTAX = ['writetime', 'ttl', 'maxwritetime', 'token', 'count'];

const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

test.each(RELEASES)('%s has the functions that are told of it', (release) => {
  const names = [...new Set(RELEASES.flatMap((each) => builtInFunctions(each)).map(({ name }) => name))].filter(
    (name) => !OWN_SYNTAX.includes(name),
  );
  const told = new Set(builtInFunctions(release).map(({ name }) => name.toLowerCase()));
  const selects = names.map((name) => `SELECT ${name}(key) FROM system.local`);
  const answers = dryRun(selects, release).map((answer) => (answer.ok ? '' : answer.message));
  const wrong = names.filter(
    (name, at) => told.has(name.toLowerCase()) === answers[at]!.startsWith('Unknown function'),
  );
  expect(wrong).toEqual([]);
});

test.each(RELEASES)('%s has the types that are told of it', (release) => {
  const forms = TYPE_FORMS.map(({ example, lifetime }) => ({
    type: example.replace('…', 'list<int>').replace(', n>', ', 3>'),
    there: existsIn(release, lifetime),
  }));
  const types = [
    ...NATIVE_TYPE_NAMES.filter((name) => name !== 'counter').map((type) => ({ type, there: true })),
    ...forms,
  ];
  const tables = types.map(({ type }, at) => `CREATE TABLE k.t${at} (p int PRIMARY KEY, c ${type})`);
  const [, ...answers] = dryRun([KEYSPACE, ...tables], release);
  expect(types.filter(({ there }, at) => answers[at]?.ok !== there)).toEqual([]);
});
