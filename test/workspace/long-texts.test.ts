import { describe, expect, test } from 'vitest';
import { run, startOf } from '../../server/src/analysis/dry-run.ts';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { allFindings, workspaceOf } from '../fixtures.ts';

// Texts that are long or deep: they cost time that grows with their length, and only their own statement.

const LONG = 100_000;
const DEEP = 'This is nested too deeply to be read.';
const repeat = (text: string, by = '', count = LONG): string => Array.from({ length: count }, () => text).join(by);
const SCHEMA = `CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE k.t (id int PRIMARY KEY, a int, v text, m map<text, int>);
`;

describe('deep and long statements', () => {
  test.each<[string, string, string | undefined]>([
    ['a sum', `SELECT a FROM k.t WHERE id = ${repeat('1', '+')}`, DEEP],
    ['a sum that is selected', `SELECT ${repeat('a', '+')} FROM k.t`, DEEP],
    ['a product of sums', `SELECT a FROM k.t WHERE id = ${repeat(`(${repeat('1', '+', 200)})`, '*', 900)}`, DEEP],
    ['a sum of a thousand', `SELECT a FROM k.t WHERE id = ${repeat('1', '+', 1000)}`, undefined],
    [
      'alternatives',
      `SELECT a FROM k.t WHERE ${repeat('id = 1', ' OR ')}`,
      'CQL has no OR. Use IN for several values of one column, or several queries.',
    ],
    ['dots', `SELECT a${repeat('.b')} FROM k.t`, DEEP],
    ['elements', `SELECT m${repeat("['a']")} FROM k.t`, DEEP],
    ['elements that are written', `UPDATE k.t SET m${repeat("['a']")} = 1 WHERE id = 1`, DEEP],
    ['brackets', `SELECT a FROM k.t WHERE id = ${repeat('[')}1${repeat(']')}`, DEEP],
    ['parentheses', `SELECT a FROM k.t WHERE id = ${repeat('(')}1${repeat(')')}`, DEEP],
    ['casts', `SELECT ${repeat('CAST(')}a${repeat(' AS int)')} FROM k.t`, DEEP],
    ['type hints', `SELECT a FROM k.t WHERE id = ${repeat('(int)')}1`, DEEP],
    ['calls', `SELECT ${repeat('f(')}a${repeat(')')} FROM k.t`, DEEP],
    ['types', `CREATE TABLE k.x (id int PRIMARY KEY, a ${repeat('frozen<list<')}int${repeat('>>')})`, DEEP],
    ['maps', `INSERT INTO k.t (id, m) VALUES (1, ${repeat("{'a':")}1${repeat('}')})`, DEEP],
    ['a retry of digits', `ALTER TABLE k.t WITH speculative_retry = 'MIN(${repeat('9')}a,x)'`, undefined],
    [
      'a size of digits',
      `ALTER TABLE k.t WITH compaction = {'class': 'UnifiedCompactionStrategy', 'target_sstable_size': '${repeat('9')}.${repeat('9')}'}`,
      undefined,
    ],
    [
      'commas',
      `ALTER TABLE k.t WITH compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': '${repeat(',')}T'}`,
      undefined,
    ],
    [
      'annotations',
      `-- @rows ${repeat('9')}${repeat(' ')}x\n-- @${repeat('a')} |${repeat(' ')}x\nCREATE TABLE k.x (id int PRIMARY KEY)`,
      undefined,
    ],
    ['products of long numbers', `SELECT a FROM k.t WHERE id = ${repeat('9')} * ${repeat('9')}`, undefined],
  ])(
    '%s',
    (_, text, message) => {
      const after = 'SELECT a FROM k.t WHERE v = 1;\n';
      const found = allFindings(workspaceOf({ 'a.cql': `${SCHEMA}${text};\n${after}` }));
      if (message !== undefined) expect(found.map(({ finding }) => finding.message)).toContain(message);
      // The statement behind it is judged like any other.
      expect(found.some(({ segment, severity }) => segment === 3 && severity === 'error')).toBe(true);
      const { segments } = openDocument(`${SCHEMA}${text};\n`);
      segments.reduce(
        (state, segment) => (segment.begin < segment.end ? run(segment, state).state : state),
        startOf(DEFAULT_CONFIGURATION.target),
      );
    },
    // What was quadratic took minutes.
    120_000,
  );
});

test('an analysis that fails costs its own statement, and is told', () => {
  const workspace = workspaceOf({
    'a.cql': `${SCHEMA}SELECT a FROM k.t WHERE v = 1;\nSELECT a FROM k.t WHERE v = 2;\n`,
  });
  const failure = new Error('a fault of ours');
  const { segments } = workspace.file('a.cql')!.document;
  Object.defineProperty(segments[2], 'features', {
    get: () => {
      throw failure;
    },
  });
  expect([...new Set(workspace.findings('a.cql').map(({ segment }) => segment))]).toEqual([3]);
  expect(workspace.failures('a.cql')).toEqual([{ index: 2, failure }]);
});

test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'length'])(
  'things called %s are things like others',
  (word) => {
    const name = `"${word}"`;
    const text = `CREATE KEYSPACE ${name} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE ${name}.${name} (${name} int);
CREATE TABLE ${name}.${name} (${name} int PRIMARY KEY, b frozen<${name}>, c map<text, int>) WITH ${name} = 1;
CREATE TABLE ${name}.t (${name} int PRIMARY KEY, b frozen<${name}>, c map<text, int>);
CREATE INDEX ${name} ON ${name}.t (b);
CREATE FUNCTION ${name}.${name}(${name} int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;';
SELECT ${name}, ${name}.${name}(${name}), b.${name}, ${name}(c) FROM ${name}.t WHERE ${name} = :${name};
INSERT INTO ${name}.t (${name}, b, c) VALUES (1, {${name}: 1}, {'${word}': 1});
INSERT INTO ${name}.t JSON '{"\\"${word}\\"": 1, "b": {"\\"${word}\\"": 2}, "c": {"${word}": 3}}';
ALTER TABLE ${name}.t WITH compaction = {'class': 'SizeTieredCompactionStrategy', '${word}': 'a'} AND caching = {'${word}': 'a'};
ALTER TABLE ${name}.t WITH compression = {'class': '${word}'} AND ${name} = 'x';
SELECT b FROM ${name}.t WHERE b = {${name}: 1};
SELECT nothing FROM ${name}.t;
GRANT SELECT ON TABLE ${name}.t TO ${name};
DROP FUNCTION ${name}.${name};
`;
    const workspace = workspaceOf({ [word]: text });
    expect(workspace.failures(word)).toEqual([]);
    const found = allFindings(workspace).map(({ segment, finding }) => [segment, finding.code]);
    // The column that is not there is told among the columns that are.
    expect(found).toContainEqual([12, 'unknown-column']);
    expect(
      found.filter(([segment]) => [0, 1, 3, 4, 5, 7, 8, 11].includes(Number(segment))).map(([, code]) => code),
    ).not.toContain('unknown-table');
    const { segments } = openDocument(text);
    let state = startOf(DEFAULT_CONFIGURATION.target);
    const refused = segments.flatMap((segment, index) => {
      if (segment.begin >= segment.end) return [];
      const done = run(segment, state);
      state = done.state;
      return done.answer.ok ? [] : [index];
    });
    // Without the table with such a name, which no server takes.
    for (const index of [1, 3, 7, 8]) expect([index, refused.includes(index)]).toEqual([index, false]);
  },
);
