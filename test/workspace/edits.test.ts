import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { workspaceOf } from '../fixtures.ts';
import { pick, START, statement } from './random-statements.ts';

// After any edit the workspace says what one that is opened with the new texts says: what an edit does not touch is not judged again,
// so whatever a judgement rests on has to be known.

const PATHS = ['schema.cql', 'queries.cql', 'm/1_x.cql', 'm/2_y.cql'];
const edit = fc.record({
  path: pick(...PATHS),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(pick(0, 1), fc.nat(60)),
  text: fc.oneof(statement, statement, pick('', 'x', "'", ';', ' ', '\n', '--', '1')),
  /** Take whole statements, not characters. */
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
        fc.tuple(...PATHS.map(() => fc.array(statement, { maxLength: 8 }))),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (texts, edits, completeSchema) => {
          const files = Object.fromEntries(PATHS.map((path, at) => [path, texts[at]!.join('')]));
          files['schema.cql'] = START + files['schema.cql'];
          const workspace = workspaceOf(files, { completeSchema });
          const said = findingsOf(workspace);
          expect(said).toEqual(findingsOf(workspaceOf(files, { completeSchema })));
          for (const change of edits) {
            apply(workspace, change);
            if (change.looks === undefined) expectFresh(workspace, completeSchema);
            else for (const path of PATHS) workspace.advance(path, after(change.looks));
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
  expect(findingsOf(workspace)).toEqual(findingsOf(workspaceOf(now, { completeSchema })));
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

test('a statement that a keyspace was enough for is judged again when the keyspace is gone', () => {
  const keyspace = (name: string): string =>
    `CREATE KEYSPACE ${name} WITH replication = {'class': 'NetworkTopologyStrategy', 'dc': 3};\n`;
  const workspace = workspaceOf(
    { 'a.cql': keyspace('m') + keyspace('k'), 'b.cql': 'USE k;' },
    { completeSchema: true },
  );
  expect(workspace.findings('b.cql')).toEqual([]);
  workspace.edit('a.cql', { start: keyspace('m').length, end: workspace.file('a.cql')!.document.length, text: '' });
  expect(workspace.findings('b.cql')).toHaveLength(1);
});

function apply(workspace: Workspace, { path, from, length, text, whole }: Edit): void {
  const { document } = workspace.file(path)!;
  if (whole) {
    const first = Math.floor(from * document.segments.length);
    const last = Math.min(document.segments.length, first + (length % 3));
    workspace.edit(path, { start: document.startOf(first), end: document.startOf(last), text });
  } else {
    const start = Math.floor(from * document.length);
    workspace.edit(path, { start, end: Math.min(document.length, start + length), text });
  }
}

/** The findings of every file, asked for in their order. */
const findingsOf = (workspace: Workspace): readonly string[] =>
  PATHS.flatMap((path) =>
    workspace
      .findings(path)
      .map(
        ({ finding: { code, message, server, related }, severity, start, end }) =>
          `${path} ${start}-${end} ${severity} ${code}: ${message} ${server?.message ?? ''} ${related.map((one) => `${one.message} ${one.at.uri} ${one.at.span.start}`).join(' ')}`,
      ),
  );
