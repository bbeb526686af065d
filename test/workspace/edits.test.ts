import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Use } from '../../server/src/modeling/evidence/surroundings.ts';
import { ruleOf } from '../../server/src/rules/index.ts';
import type { Finding } from '../../server/src/rules/rule.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { workspaceOf } from '../fixtures.ts';
import { pick, START, statement } from './random-statements.ts';

// After any edit the workspace says what one that is opened with the new texts says: what an edit does not touch is not judged again,
// so whatever a judgement rests on has to be known.

/** Files that run by themselves, those of one script, and one alone. */
const folders = pick(['schema.cql', 'queries.cql', 'm/1_x.cql', 'm/2_y.cql'], ['m/1_x.cql', 'm/2_y.cql'], ['a.cql']);
const edit = fc.record({
  /** Of the files, round and round. */
  file: fc.nat(3),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(pick(0, 1), fc.nat(60)),
  text: fc.oneof(statement, statement, pick('', 'x', "'", ';', ' ', '\n', '--', '1')),
  /** Take whole statements, not characters; those around them stay the same. */
  whole: fc.boolean(),
  /** So many statements of each file are looked at before the next edit, or all. */
  looks: fc.oneof(fc.nat(4), fc.constant(undefined)),
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const RUNS = Number(process.env.CQL_EDIT_RUNS ?? 25);
/** So that runs that are cut short by the clock add up. */
const SEED = process.env.CQL_EDIT_SEED;

describe('edits', () => {
  test('leave the findings of a fresh workspace', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(
        folders,
        fc.array(fc.array(statement, { maxLength: 8 }), { minLength: 4, maxLength: 4 }),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (paths, texts, edits, completeSchema) => {
          const files = Object.fromEntries(
            paths.map((path, at) => [path, (at === 0 ? START : '') + texts[at]!.join('')]),
          );
          const workspace = workspaceOf(files, { completeSchema });
          const said = findingsOf(workspace);
          expect(said).toEqual(findingsOf(workspaceOf(files, { completeSchema })));
          for (const change of edits) {
            apply(workspace, paths[change.file % paths.length]!, change);
            if (change.looks === undefined) expectFresh(workspace, completeSchema);
            else for (const path of paths) workspace.advance(path, after(change.looks));
          }
          expectFresh(workspace, completeSchema);
        },
      ),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
  });
});

function expectFresh(workspace: Workspace, completeSchema: boolean): void {
  const now = Object.fromEntries([...workspace.files()].map(({ uri, document }) => [uri, document.text()]));
  const fresh = workspaceOf(now, { completeSchema });
  expect(findingsOf(workspace)).toEqual(findingsOf(fresh));
  expect(usesOf(workspace)).toEqual(usesOf(fresh));
}

/** Where the statements stand that use each table, and those of them that may have a condition. */
function usesOf(workspace: Workspace): unknown {
  const { surroundings } = workspace;
  const placed = ({ uri, segment, at }: Use): unknown => [
    uri,
    workspace.file(uri)?.document.indexOf(segment),
    at.span.start,
  ];
  const tables = [...surroundings.catalog.keyspaces()].flatMap((keyspace) =>
    keyspace.system ? [] : [...keyspace.tables.values()],
  );
  return tables.map((table) => [
    `${table.keyspace}.${table.name}`,
    surroundings.usesOf(table).map(placed),
    surroundings.usesWithIf(table).map(placed),
  ]);
}

/** Time is up when it was asked for so often. */
function after(times: number): () => boolean {
  let left = times;
  return () => left-- <= 0;
}

test('a file is looked at a few statements at a time', () => {
  const workspace = workspaceOf({ 'a.cql': 'SELECT;\n'.repeat(5) });
  expect([2, 2, 2].map((looks) => workspace.advance('a.cql', after(looks)))).toEqual([false, false, true]);
  expect(workspace.findings('a.cql')).toHaveLength(5);
  expect(workspace.advance('b.cql', after(0))).toBe(true);
});

test('of statements beside an edited one only the rules that look there are asked again', () => {
  const schema = 'CREATE TABLE k.t (id int PRIMARY KEY, n int);';
  const writes = Array.from({ length: 5 }, (_, id) => `\nUPDATE k.t SET n = ${id} WHERE id = ${id};`);
  const workspace = workspaceOf({ 'a.cql': [schema, ...writes].join('') });
  const mixed = (): number => workspace.findings('a.cql').filter(({ finding }) => finding.code === 'lwt-mix').length;
  expect(mixed()).toBe(0);
  const [ofStatement, ofOthers] = ['clustering-gap', 'lwt-mix'].map((code) => vi.spyOn(ruleOf(code)!, 'check'));
  const at = [schema, ...writes].join('').length - 1;
  workspace.edit('a.cql', { start: at, end: at, text: ' IF n = 0' });
  expect(mixed()).toBe(1);
  expect(ofStatement).toHaveBeenCalledTimes(1);
  expect(ofOthers).toHaveBeenCalledTimes(writes.length);
  expectFresh(workspace, false);
  vi.restoreAllMocks();
  workspace.edit('a.cql', { start: 0, end: schema.indexOf('('), text: 'CREATE TABLE k.u ' });
  expectFresh(workspace, false);
});

test('tables that no file makes are compared with each other only where one is called otherwise', () => {
  const statement = (table: string, id: number): string => `DELETE FROM shop.${table} WHERE id = ${id};\n`;
  const text = ['customers', 'customers', 'orders', 'cusotmers', 'basket'].map(statement).join('');
  const workspace = workspaceOf({ 'a.cql': text });
  const told = (): number => workspace.findings('a.cql').length;
  const replace = (from: string, to: string): void => {
    const start = workspace.file('a.cql')!.document.text().indexOf(from);
    workspace.edit('a.cql', { start, end: start + from.length, text: to });
  };
  expect(told()).toBe(1);
  const asked = vi.spyOn(ruleOf('unknown-table')!, 'check');
  replace('id = 2', 'id = 9');
  expect(told()).toBe(1);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  for (const [from, to, findings] of [
    ['shop.customers', 'shop.people', 0],
    ['shop.orders', 'shop.customers', 1],
    ['shop.basket', 'shop.cusotmers', 0],
    ['shop.cusotmers', 'shop.goods', 1],
    ['shop.cusotmers', 'shop.customers', 0],
  ] as const) {
    replace(from, to);
    expect(told()).toBe(findings);
    expectFresh(workspace, false);
  }
});

test('an index is judged again where its keyspace gets storage-attached ones, and not with each other table', () => {
  const schema = 'CREATE TABLE k.t (id int PRIMARY KEY, n int, m int);\nCREATE INDEX ON k.t (n);\n';
  const other = 'CREATE TABLE k.u (id int PRIMARY KEY, n int);\n';
  const workspace = workspaceOf({ 'a.cql': schema + other });
  const told = (): number =>
    workspace.findings('a.cql').filter(({ finding }) => finding.code === 'legacy-index').length;
  expect(told()).toBe(0);
  const asked = vi.spyOn(ruleOf('legacy-index')!, 'check');
  workspace.edit('a.cql', { start: schema.length + 13, end: schema.length + 16, text: 'k.v' });
  expect(told()).toBe(0);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  const at = schema.length + other.length;
  const index = "CREATE INDEX ON k.v (n) USING 'sai';";
  workspace.edit('a.cql', { start: at, end: at, text: index });
  expect(told()).toBe(1);
  expectFresh(workspace, false);
  workspace.edit('a.cql', { start: at, end: at + index.length, text: '' });
  expect(told()).toBe(0);
  expectFresh(workspace, false);
});

test('what uses a table is found again where another keyspace gets one of its name', () => {
  const [first, second] = ['CREATE TABLE a.t (id int PRIMARY KEY);', '\nCREATE TABLE b.u (id int PRIMARY KEY);'];
  const files = { 'schema.cql': first + second, 'queries.cql': 'INSERT INTO t (id) VALUES (?) IF NOT EXISTS;' };
  const workspace = workspaceOf(files);
  const start = (first + second).indexOf('u (');
  for (const [text, used] of [
    ['t', 2],
    ['u', 1],
  ] as const) {
    expectFresh(workspace, false);
    workspace.edit('schema.cql', { start, end: start + 1, text });
    expect(JSON.stringify(usesOf(workspace)).match(/"queries\.cql"/g)).toHaveLength(2 * used);
  }
  expectFresh(workspace, false);
});

describe('with a complete schema, a keyspace that goes and comes', () => {
  const keyspace = (name: string): string =>
    `CREATE KEYSPACE ${name} WITH replication = {'class': 'NetworkTopologyStrategy', 'dc': 3};`;
  const broken = keyspace('m').replace('WITH', 'ITH');
  const aims = { completeSchema: true, target: { kind: 'cassandra', release: '6.0' } } as const;
  const ofLast = (workspace: Workspace): readonly Finding[] =>
    workspace.findings('a.cql').flatMap(({ segment, finding }) => (segment === 2 ? [finding] : []));

  test.each([
    'USE m;',
    'DROP KEYSPACE m;',
    'ALTER KEYSPACE m WITH durable_writes = true;',
    'CREATE TABLE m.t (id int PRIMARY KEY);',
    "COMMENT ON KEYSPACE m IS 'x';",
    'GRANT SELECT ON KEYSPACE m TO r;',
  ])('%s', (statement) => {
    const start = keyspace('k').length;
    const workspace = workspaceOf({ 'a.cql': `${keyspace('k')}${keyspace('m')}\n${statement}` }, aims);
    expect(errors(ofLast(workspace))).toEqual([]);
    let end = start + keyspace('m').length;
    for (const text of ['SELECT;', keyspace('m'), broken, 'SELECT;', broken]) {
      workspace.edit('a.cql', { start, end, text });
      end = start + text.length;
      const said = ofLast(workspace);
      expect(said).toEqual(ofLast(workspaceOf({ 'a.cql': workspace.file('a.cql')!.document.text() }, aims)));
      expect(errors(said)).toHaveLength(text === 'SELECT;' ? 1 : 0);
    }
  });
});

const errors = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

function apply(workspace: Workspace, path: string, { from, length, text, whole }: Edit): void {
  const { document } = workspace.file(path)!;
  if (whole) {
    const first = Math.floor(from * document.segments.length);
    const last = Math.min(document.segments.length, first + (length % 3));
    const [start, end] = [document.startOf(first), document.startOf(last)];
    workspace.edit(path, { start, end, text: `\n${text.trimEnd()}` });
  } else {
    const start = Math.floor(from * document.length);
    workspace.edit(path, { start, end: Math.min(document.length, start + length), text });
  }
}

/** The findings of every file, asked for in their order. */
const findingsOf = (workspace: Workspace): readonly string[] =>
  [...workspace.files()].flatMap(({ uri: path }) =>
    workspace
      .findings(path)
      .map(
        ({ finding: { code, message, server, related }, severity, start, end }) =>
          `${path} ${start}-${end} ${severity} ${code}: ${message} ${server?.message ?? ''} ${related.map((one) => `${one.message} ${one.at.uri} ${one.at.span.start}`).join(' ')}`,
      ),
  );
