import { describe, expect, test } from 'vitest';
import { dryRun } from '../../../server/src/analysis/dry-run.ts';
import { type CassandraRelease, RELEASES } from '../../../server/src/text/release.ts';
import {
  apply,
  emptyCatalog,
  schemaRulesOf,
  systemCatalog,
  type CatalogState,
} from '../../../server/src/catalog/index.ts';
import { openDocument } from '../../../server/src/syntax/index.ts';

// Schemas that nobody means get answers, never exceptions.

const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
const START = [KEYSPACE, 'USE k'];

const answers = (script: readonly string[], release: CassandraRelease): readonly string[] =>
  dryRun([...START, ...script], release)
    .slice(START.length)
    .map((answer) => (answer.ok ? 'taken' : `${answer.kind}: ${answer.message}`));

describe.each(RELEASES)('%s', (release) => {
  test('types nested a hundred deep', () => {
    const nested = (depth: number, leaf: string): string => 'frozen<list<'.repeat(depth) + leaf + '>>'.repeat(depth);
    const [table, key, insert] = answers(
      [
        `CREATE TABLE t (k int PRIMARY KEY, v ${nested(100, 'int')})`,
        `CREATE TABLE u (k ${nested(100, 'duration')} PRIMARY KEY)`,
        'INSERT INTO t (k, v) VALUES (1, [[]])',
      ],
      release,
    );
    expect(table).toBe('taken');
    expect(key).toMatch(/^invalid: duration type is not supported for PRIMARY KEY/);
    expect(insert).toBe('taken');
  });

  test('types nested a thousand deep', () => {
    const text = `CREATE TABLE t (k int PRIMARY KEY, v ${'frozen<set<'.repeat(1000)}int${'>>'.repeat(1000)})`;
    expect(answers([text, 'SELECT * FROM t', 'DROP TABLE IF EXISTS t'], release)).toHaveLength(3);
  });

  test('a table of many columns', () => {
    const columns = Array.from({ length: 3000 }, (_, number) => `c${number} int`);
    const [create, again, drop, gone] = answers(
      [
        `CREATE TABLE t (k int PRIMARY KEY, ${columns.join(', ')})`,
        'ALTER TABLE t ADD c7 int',
        'ALTER TABLE t DROP c7',
        'SELECT c7 FROM t',
      ],
      release,
    );
    expect([create, drop]).toEqual(['taken', 'taken']);
    expect(again).toMatch(/^invalid: /);
    expect(gone).toMatch(/^invalid: Undefined column name c7/);
  });

  test('names as long as they can be, and longer', () => {
    const name = (length: number): string => 'a'.repeat(length);
    const [longest, tooLong, muchTooLong] = answers(
      [48, 49, 300].map((length) => KEYSPACE.replace(' k ', ` ${name(length)} `)),
      release,
    );
    expect(longest).toBe('taken');
    expect(tooLong).toMatch(/^invalid: Keyspace name/);
    expect(muchTooLong).toMatch(/^invalid: Keyspace name/);
    const tables = answers(
      [
        `CREATE TABLE ${name(48)} (k int PRIMARY KEY, ${name(300)} int)`,
        `CREATE TABLE ${name(300)} (k int PRIMARY KEY)`,
        `ALTER TABLE ${name(48)} DROP ${name(300)}`,
      ],
      release,
    );
    expect([tables[0], tables[2]]).toEqual(['taken', 'taken']);
    // 4.1 does not look, and fails where it makes the folder.
    expect(tables[1] === 'taken').toBe(release === '4.1');
  });

  test('names of other alphabets', () => {
    const [space, column, index, user] = answers(
      [
        KEYSPACE.replace(' k ', ' "schlüssel" '),
        'CREATE TABLE t (k int PRIMARY KEY, "größe" int, "日本" text)',
        'CREATE INDEX "é" ON t ("größe")',
        'SELECT "日本" FROM t',
      ],
      release,
    );
    expect(space).toMatch(/^invalid: /);
    expect([column, user]).toEqual(['taken', 'taken']);
    expect(index).toMatch(/é/);
  });

  test('views of views, and of what is not there', () => {
    const view = (name: string, base: string): string =>
      `CREATE MATERIALIZED VIEW ${name} AS SELECT * FROM ${base} WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)`;
    const given = answers(
      [
        'CREATE TABLE t (k int PRIMARY KEY, v int)',
        view('m', 't'),
        view('n', 'm'),
        view('o', 'nothing'),
        view('m', 't'),
      ],
      release,
    );
    expect(given.map((answer) => answer === 'taken')).toEqual([true, true, false, false, false]);
  });

  test('statements before what they need', () => {
    const given = dryRun(
      [
        'ALTER TABLE k.t ADD v int',
        'CREATE INDEX ON k.t (v)',
        'DROP TYPE k.t',
        'INSERT INTO k.t (k) VALUES (1)',
        'CREATE TABLE k.t (k int PRIMARY KEY)',
        KEYSPACE,
        'CREATE TABLE k.t (k int PRIMARY KEY)',
        'CREATE TABLE t (k int PRIMARY KEY)',
      ],
      release,
    );
    expect(given.map(({ ok }) => ok)).toEqual([false, false, false, false, false, true, true, false]);
  });
});

test('types that hold each other are read to an end', () => {
  const script = [
    KEYSPACE,
    'CREATE TYPE k.a (b frozen<b>)',
    'CREATE TYPE k.b (a frozen<a>, d duration)',
    'CREATE TABLE k.t (k frozen<a> PRIMARY KEY, v frozen<b>)',
    'ALTER TYPE k.a ADD c frozen<a>',
    'CREATE TABLE k.u LIKE k.t',
    'DROP TYPE k.b',
  ];
  const catalog = script.reduce<CatalogState>(
    (before, cql) => {
      const statement = openDocument(cql).segments[0]?.statement();
      return statement === undefined
        ? before
        : apply(before, statement, { keyspace: 'k', place: undefined, broken: false }, schemaRulesOf('6.0', undefined));
    },
    emptyCatalog(systemCatalog('6.0')),
  );
  expect(catalog.table('k', 't')?.columns.size).toBe(2);
  expect(RELEASES.map((release) => dryRun(script, release).length)).toEqual(RELEASES.map(() => script.length));
});
