import { describe, expect, test } from 'vitest';
import { inlayHintsIn, type HintKinds } from '../../server/src/service/inlay-hints.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';

const SCHEMA = `CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE k.t (a int, b text, c timestamp, v float, tags set<text>, PRIMARY KEY ((a, b), c));
CREATE TABLE k.i (a int PRIMARY KEY, v int); CREATE INDEX v_idx ON k.i (v);`;
const NONE: HintKinds = { partitions: false, columns: false, markers: false };

/** The text with its hints in it. */
function shown(text: string, kinds: Partial<HintKinds>): string {
  const subject = subjectOf(workspaceOf({ 'schema.cql': SCHEMA, 'q.cql': text }), 'q.cql');
  return inlayHintsIn(subject, { start: 0, end: text.length }, { ...NONE, ...kinds })
    .toReversed()
    .reduce((now, { offset, label }) => `${now.slice(0, offset)}«${label}»${now.slice(offset)}`, text);
}

describe('inlay hints', () => {
  test.each([
    "SELECT v FROM k.t WHERE a = 1 AND b = 'x';«1 partition»",
    "SELECT v FROM k.t WHERE a IN (1, 2) AND b IN ('x', 'y');«4 partitions»",
    'SELECT v FROM k.t WHERE a IN ? AND b = ?;«k partitions»',
    'SELECT v FROM k.t;«every partition»',
    'SELECT v FROM k.i WHERE v = 1;«every partition, by index»',
    "UPDATE k.t SET v = 1 WHERE a = 1 AND b = 'x' AND c = 0;«1 partition»\nINSERT INTO k.t (a, b, c) VALUES (1, 'x', 0);",
    'SELECT v FROM k.unknown WHERE a = 1; SELECT v FROM k.t WHERE;',
  ])('how many partitions: %s', (marked) => {
    expect(shown(marked.replaceAll(/«[^»]*»/g, ''), { partitions: true })).toBe(marked);
  });

  test.each([
    "INSERT INTO k.t (a, b, c) VALUES («a:»1, «b:»'x', «c:»?);",
    'INSERT INTO k.t (a, b) VALUES (:a, «b:»:x);',
    'INSERT INTO k.t (a, b) VALUES (1);',
  ])('columns: %s', (marked) => {
    expect(shown(marked.replaceAll(/«[^»]*»/g, ''), { columns: true })).toBe(marked);
  });

  test.each([
    'SELECT v FROM k.t WHERE a = ?«: int» AND b IN ?«: list<text>» AND c > ?«: timestamp» LIMIT ?«: int»;',
    'INSERT INTO k.t (a, b, c, tags) VALUES (?«: int», :b«: text», now(), ?«: set<text>»);',
    'UPDATE k.t SET v = ?«: float», tags = tags + ?«: set<text>» WHERE a = 1 AND b IN (?«: text») AND c = 0;',
    'DELETE FROM k.t WHERE a = ?«: int»; SELECT x FROM k.unknown WHERE a = ?;',
  ])('types of markers: %s', (marked) => {
    expect(shown(marked.replaceAll(/«[^»]*»/g, ''), { markers: true })).toBe(marked);
  });
});
