import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { run, startOf } from '../../server/src/analysis/dry-run.ts';
import { type CassandraRelease, RELEASES } from '../../server/src/text/release.ts';
import { readFacts } from '../analysis/facts.ts';
import { roundOf } from '../conformance/generate/round.ts';
import { readRegressions } from '../conformance/regressions.ts';
import { ownTexts } from '../conformance/texts.ts';
import { SILENCES } from '../harness/road-differences.ts';
import {
  disagreements,
  editorFor,
  inOneFile,
  inTwoFiles,
  marksOf,
  separable,
  textOf,
  type Compared,
} from '../harness/roads.ts';

// What real servers answered is asked twice: of a dry run, and of a workspace as an editor opens it, whose schema is all there is.

const DDL = [
  'alter',
  'constraints',
  'functions',
  'indexes',
  'keyspaces',
  'labels',
  'options',
  'roles',
  'tables',
  'types',
];
const FACTS = ['asked', 'where', 'values', 'indexes', 'json', 'transactions', 'running', 'terms'].concat(
  [...DDL, 'views'].map((name) => `ddl-${name}`),
);

const LONG = { timeout: 300_000 };

const texts = (release: CassandraRelease): readonly (readonly string[])[] => [
  ...readRegressions()
    .filter(({ answers }) => answers[release] !== undefined)
    .map(({ script }) => script),
  ...FACTS.map((name) => readFacts(name).map(({ cql }) => cql)),
];

describe('all that servers have answered', () => {
  const kept = new Set<string>();

  test.each(RELEASES)('%s', LONG, (release) => {
    const found = texts(release).flatMap((script) => inOneFile(script, release));
    expect(disagreements(found)).toEqual([]);
    expect(shareMarked(found.filter(({ cql }) => !OF_ROLES.test(cql)))).toBeGreaterThan(0.985);
    for (const { answer, marks } of found) if (!answer.ok && marks.length === 0) kept.add(answer.message);
  });

  test('each silence has an answer of a server that needs it', () => {
    const idle = SILENCES.filter(({ answer }) => ![...kept].some((message) => answer.test(message)));
    expect(idle.map(({ why }) => why)).toEqual([]);
  });

  test.each(['3.11', '5.0'] as const)('%s, with the schema in a file of its own', LONG, (release) => {
    expect(alarmsIn(texts(release).flatMap((script) => inTwoFiles(script, release)))).toEqual([]);
  });
});

test('pages, examples and the texts of tests', LONG, () => {
  expect(alarmsIn(ownTexts().flatMap(({ script }) => inOneFile(script, '5.0')))).toEqual([]);
});

test.each(RELEASES)('random statements in %s', LONG, (release) => {
  const found = inOneFile(randomScript(release, 'roads'), release);
  expect(alarmsIn(found)).toEqual([]);
  // What was made with a class that may be there is itself unsure, whatever the words of a refusal behind it.
  expect(disagreements(found).length).toBeLessThan(found.length / 200);
});

test('random edits that end in the same text leave what is said', LONG, () => {
  const scripts = texts('5.0');
  const place = fc.double({ min: 0, max: 0.999, noNaN: true });
  const detour = fc.record({
    at: place,
    length: fc.nat(80),
    text: fc.constantFrom('', 'x', ';', "'", '--', 'DROP TABLE t;'),
  });
  fc.assert(
    fc.property(fc.constantFrom(...scripts), fc.array(detour, { minLength: 1, maxLength: 6 }), (script, detours) => {
      const alone = separable(script);
      const text = textOf(alone);
      const workspace = editorFor('5.0');
      workspace.set('script.cql', text, { path: 'script.cql', contributes: true });
      const fresh = marksOf(workspace, 'script.cql', alone);
      for (const { at, length, text: other } of detours) {
        const start = Math.floor(at * text.length);
        const gone = text.slice(start, start + length);
        workspace.edit('script.cql', { start, end: start + gone.length, text: other });
        workspace.findings('script.cql');
        workspace.edit('script.cql', { start, end: start + other.length, text: gone });
      }
      expect(marksOf(workspace, 'script.cql', alone)).toEqual(fresh);
    }),
    { numRuns: 30 },
  );
});

describe('what a refused statement does is nothing', () => {
  const said = (text: string): readonly string[] => {
    const workspace = editorFor('5.0');
    workspace.set('s.cql', text, { path: 's.cql', contributes: true });
    return workspace
      .findings('s.cql')
      .flatMap(({ severity, segment, finding }) => (severity === 'error' ? [`${segment} ${finding.code}`] : []));
  };
  const KEYSPACE = "CREATE KEYSPACE ks WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n";

  test('an index that was refused is not there', () => {
    const table = 'CREATE TABLE ks.t (d int, id blob, gid blob, PRIMARY KEY (d, id));\n';
    expect(said(`${KEYSPACE}${table}CREATE INDEX a ON ks.t ((d), gid);\nCREATE INDEX b ON ks.t (gid);`)).toEqual([
      '2 newer-syntax',
    ]);
  });

  test('a table that a refused DROP names is still there', () => {
    const type = 'CREATE TYPE ks.y (a int);\nCREATE TABLE ks.t (d int PRIMARY KEY, v frozen<ks.y>);\n';
    expect(said(`${KEYSPACE}${type}DROP TYPE ks.y;\nALTER TYPE ks.y ADD b int;\nSELECT v.b FROM ks.t;`)).toEqual([
      '3 refused',
    ]);
  });

  test('a USE that was refused leaves the keyspace in force', () => {
    const table = 'USE ks;\nCREATE TABLE t (d int PRIMARY KEY);\n';
    expect(said(`${KEYSPACE}${table}USE nothing;\nSELECT * FROM t WHERE d = 1;`)).toEqual(['3 unknown-table']);
  });

  test.each(['USE system now;', "USE 'system';", 'USE system.local;', 'USE <keyspace> is not supported;'])(
    'a USE that cannot be read leaves the keyspace in force: %s',
    (use) => {
      const table = 'USE ks;\nCREATE TABLE t (d int PRIMARY KEY);\n';
      expect(said(`${KEYSPACE}${table}${use}\nSELECT * FROM t WHERE d = 1;`)).toEqual(['3 syntax']);
    },
  );

  test('a USE that lacks nothing but its end counts', () => {
    const tables = 'CREATE TABLE ks.t (d int PRIMARY KEY);\nUSE system;\n';
    expect(said(`${KEYSPACE}${tables}USE ks\nSELECT * FROM t WHERE d = 1;`)).toEqual(['3 syntax']);
  });

  test.each(['<keyspace>', '${keyspace}', '{{ keyspace }}'])(
    'a keyspace that is filled in may be any: USE %s',
    (name) => {
      const table = 'CREATE TABLE ks.t (d int PRIMARY KEY);\n';
      expect(said(`${KEYSPACE}${table}USE ${name};\nSELECT * FROM t WHERE d = 1;`)).toEqual([]);
    },
  );

  test('what would follow from the key of a table whose CREATE is broken is not told', () => {
    const broken = 'CREATE TABLE ks.t (id uuid PRIMARY KEY, done boolean, name text, WITH comment = 0;\n';
    const queries = 'SELECT name FROM ks.t WHERE done = false;\nSELECT name FROM ks.t ORDER BY done;\n';
    expect(said(KEYSPACE + broken + queries)).toEqual(['1 syntax']);
  });

  test('a CREATE that cannot be read leaves its name free', () => {
    const broken = 'CREATE TABLE ks.t (d int PRIMARY KEY,, v);\n';
    expect(said(`${KEYSPACE}${broken}CREATE TABLE ks.t (d int PRIMARY KEY);\nSELECT d FROM ks.t WHERE d = 1;`)).toEqual(
      ['1 syntax'],
    );
  });
});

/** Who may do what is told to nobody who is not known, and DESCRIBE of 3.11 is cqlsh's. */
const OF_ROLES = /^\s*(?:grant|revoke|list|desc|describe|(?:create|alter|drop|add)\s+(?:role|user|identity))\b/i;

const alarmsIn = (compared: readonly Compared[]): readonly string[] =>
  disagreements(compared.filter(({ answer }) => answer.ok));

function shareMarked(compared: readonly Compared[]): number {
  const refused = compared.filter(({ answer }) => !answer.ok);
  return refused.filter(({ marks }) => marks.length > 0).length / refused.length;
}

/** A schema with mistakes in it, and statements about it; the dry run says what of it stands. */
function randomScript(release: CassandraRelease, seed: string): readonly string[] {
  const round = roundOf(seed, release, 'x');
  let state = startOf({ kind: 'cassandra', release }, { partitions: false });
  const script: string[] = [];
  for (let made = round.nextSchemaStatement(); made !== undefined; made = round.nextSchemaStatement()) {
    const done = run(made.cql, state);
    state = done.state;
    script.push(made.cql);
    if (done.answer.ok) round.taken(made);
  }
  return [...script, ...round.statements(300)];
}
