import { describe, expect, test, vi } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { nothingOccupied } from '../../server/src/text/occupied.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { settle } from '../../server/src/workspace/settle.ts';
import { workspaceOf } from '../fixtures.ts';

// What an edit costs, and what is worked out for a project, grows with the text and not with its square. Work is counted, never timed.

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('tables that a file makes twice', () => {
  /** How often statements are asked for what they are until the findings are there, for each of them. */
  function askedEach(count: number): number {
    const made = lines(count, (index) => `CREATE TABLE k.t${index} (a int PRIMARY KEY, b int);`);
    const workspace = workspaceOf({ 'a.cql': `${made}\n${made}` });
    const { segments } = workspace.file('a.cql')!.document;
    const spies = segments.map((segment) => vi.spyOn(segment, 'statement'));
    expect(workspace.findings('a.cql').length).toBeGreaterThanOrEqual(count);
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0) / count;
  }

  test('are compared with all others once', () => {
    expect(askedEach(200)).toBeLessThanOrEqual(1.1 * askedEach(20));
  });
});

describe('an edit', () => {
  const declared = (count: number): string =>
    `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n` +
    lines(
      count,
      (index) => `CREATE TABLE k.t${index} (a int PRIMARY KEY, b int);\nSELECT b FROM k.t${index} WHERE a = ${index};`,
    );

  /** How many statements are read again for the findings after an edit. */
  function readAfter(count: number, edit: (text: string) => { start: number; end: number; text: string }): number {
    const text = declared(count);
    const workspace = workspaceOf({ 'a.cql': text });
    workspace.findings('a.cql');
    const { segments } = workspace.file('a.cql')!.document;
    const spies = segments.map((segment) => vi.spyOn(segment, 'statement'));
    workspace.edit('a.cql', edit(text));
    workspace.findings('a.cql');
    return spies.filter((spy) => spy.mock.calls.length > 0).length;
  }

  const above = (text: string): { start: number; end: number; text: string } => {
    const start = text.indexOf('\nCREATE TABLE k.t1 ');
    return { start, end: start, text: '\nSELECT a FROM k.t0;' };
  };
  const unsaid = (text: string): { start: number; end: number; text: string } => {
    const start = text.indexOf('k.t1 (');
    return { start, end: start + 2, text: '' };
  };

  test('of a query reads no declaration again', () => {
    expect(readAfter(200, above)).toBe(readAfter(20, above));
  });

  test('that leaves a keyspace out reads what does not say its keyspace, and nothing else', () => {
    expect(readAfter(200, unsaid)).toBe(readAfter(20, unsaid));
  });

  test('after which another keyspace is in force is judged as from the beginning', () => {
    const text = 'USE k; CREATE TABLE t (a int PRIMARY KEY); SELECT b FROM t; SELECT b FROM k.t; SELECT b FROM m.t;';
    const schema = 'CREATE TABLE m.t (a int PRIMARY KEY, b int);';
    const workspace = workspaceOf({ 's.cql': schema, 'a.cql': text });
    const said = (one: Workspace): readonly string[] => one.findings('a.cql').map(({ finding }) => finding.message);
    said(workspace);
    workspace.edit('a.cql', { start: 4, end: 5, text: 'm' });
    expect(said(workspace)).toEqual(said(workspaceOf({ 's.cql': schema, 'a.cql': text.replace('USE k', 'USE m') })));
  });
});

describe('proposals of many queries on one table', () => {
  const project = (queries: number, writes: number): Workspace =>
    workspaceOf({
      'a.cql':
        `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n` +
        'CREATE TABLE k.t (a int, b int, c text, d int, PRIMARY KEY (a, b));\n' +
        lines(queries, (index) => `SELECT * FROM k.t WHERE ${index % 2 === 0 ? `c = 'x${index}'` : `d = ${index}`};`) +
        lines(writes, (index) => `\nINSERT INTO k.t (a, b, c, d) VALUES (${index}, 1, 'v', 2);`),
    });

  test('share the edits of the writes that keep a table in step', () => {
    const lists = (queries: number): ReadonlySet<unknown> => {
      const workspace = project(queries, 5);
      return new Set(
        workspace
          .findings('a.cql')
          .flatMap(({ finding, segment }) => fixesOf(workspace.contexts('a.cql', segment)[0]!, finding))
          .flatMap(({ parts }) => (parts === undefined ? [] : [parts.shared()])),
      );
    };
    expect(lists(4).size).toBeGreaterThan(0);
    expect(lists(40).size).toBe(lists(4).size);
  });

  test('are applied together, each query and each write once', () => {
    const workspace = project(12, 4);
    const file = workspace.file('a.cql')!;
    const settled = settle(workspace, [file], [...proposedIn(workspace, [file])]);
    const text = settled?.texts.get('a.cql') ?? '';
    // The queries stand on lines of their own from the third on; above each write is an empty line.
    const [queries, writes] = [lines(12, (index) => `${index + 3}`), lines(4, (index) => `${2 * index + 15}`)];
    expect(settled?.changed.map(({ line }) => line).join('\n')).toBe(`${queries}\n${writes}`);
    expect(text.match(/CREATE TABLE/g)).toHaveLength(3);
    expect(text.match(/INSERT INTO k\.t_by_c/g)).toHaveLength(4);
    expect(text.match(/INSERT INTO k\.t_by_d/g)).toHaveLength(4);
  });
});

test('a place is free where no edit overlaps', () => {
  const occupied = nothingOccupied();
  for (const [start, end] of [
    [10, 20],
    [0, 5],
    [30, 30],
  ] as const)
    occupied.take({ start, end });
  const free = (start: number, end: number): boolean => occupied.isFree({ start, end });
  expect([free(5, 10), free(20, 30), free(10, 10), free(20, 20), free(30, 30), free(30, 40)]).not.toContain(false);
  expect([free(4, 6), free(15, 15), free(9, 11), free(0, 100), free(29, 31), free(19, 25)]).not.toContain(true);
});

test('uses of tables of one name are looked for once, in however many keyspaces there are', () => {
  /** How often a statement is read for the findings of so many keyspaces with a table each. */
  const reads = (count: number): number => {
    const workspace = workspaceOf(
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `${index}.cql`,
          `CREATE KEYSPACE k${index} WITH replication = {'class': 'NetworkTopologyStrategy', 'dc': 3};\n` +
            `CREATE TABLE k${index}.t (a int PRIMARY KEY, b int);\nINSERT INTO k${index}.t (a, b) VALUES (1, 2);\n`,
        ]),
      ),
    );
    const spies = [...workspace.files()].flatMap(({ document }) =>
      document.segments.map((segment) => vi.spyOn(segment, 'statement')),
    );
    for (const { uri } of workspace.files()) workspace.findings(uri);
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  };
  expect(reads(60)).toBeLessThan(5 * reads(15));
});
