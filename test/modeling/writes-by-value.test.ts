import { describe, expect, test } from 'vitest';
import { proposalsOf } from '../../server/src/rules/proposal-fixes.ts';
import { proposedIn } from '../../server/src/workspace/proposed.ts';
import { settle } from '../../server/src/workspace/settle.ts';
import { workspaceOf } from '../fixtures.ts';
import { flat } from './ask.ts';

const ITEMS = 'CREATE TABLE items (id uuid PRIMARY KEY, seller text, qty int);\n';
const STAFF = 'CREATE TABLE staff (branch text, no int, shift text, head text static, PRIMARY KEY ((branch), no));\n';

/** The best proposal for the last statement of a text. */
function best(text: string) {
  const workspace = workspaceOf({ 'a.cql': text });
  const { segments } = workspace.file('a.cql')!.document;
  const last = segments.findLastIndex((segment) => segment.statement() !== undefined);
  return proposalsOf(workspace.contexts('a.cql', last)[0]!)[0];
}

const written = (text: string): string => {
  const workspace = workspaceOf({ 'a.cql': text });
  const all = [...workspace.files()];
  return settle(workspace, all, [...proposedIn(workspace, all)])?.texts.get('a.cql') ?? text;
};

/** What the text says behind its tables. */
const statementsOf = (text: string): readonly string[] =>
  text
    .split(';')
    .map(flat)
    .filter((one) => one !== '' && !/create table/i.test(one));

describe('a write by a value reads the keys first', () => {
  test('by a table of its own, whose markers are those of the write', () => {
    const { kind, ddl, queries, binds } = best(`${ITEMS}UPDATE items SET qty = ? WHERE seller = ?;`)!;
    expect(kind).toBe('new-table');
    expect(flat(ddl[0]!)).toBe('CREATE TABLE items_by_seller (seller text, id uuid, PRIMARY KEY ((seller), id))');
    expect(queries).toEqual([
      'SELECT id FROM items_by_seller WHERE seller = ?',
      'UPDATE items SET qty = ? WHERE id = ?',
    ]);
    expect(binds).toEqual([[{ original: 1 }], [{ original: 0 }, { row: 'id', query: 0 }]]);
  });

  test('markers have names where the others have', () => {
    const { queries, binds } = best(`${ITEMS}UPDATE items SET qty = :qty WHERE seller = :seller;`)!;
    expect(queries.at(-1)).toBe('UPDATE items SET qty = :qty WHERE id = :id');
    expect(binds).toEqual([[{ original: 'seller' }], [{ original: 'qty' }, { row: 'id', query: 0 }]]);
  });

  test.each([
    [
      'UPDATE staff SET shift = ? WHERE branch = ? AND no > ? IF EXISTS',
      [
        'SELECT no FROM staff WHERE branch = ? AND no > ?',
        'UPDATE staff SET shift = ? WHERE branch = ? AND no = ? IF EXISTS',
      ],
    ],
    // Of a list each row has its own value.
    [
      "UPDATE staff SET shift = 'x' WHERE branch IN ('a', 'b')",
      [
        "SELECT branch, no FROM staff WHERE branch IN ('a', 'b')",
        "UPDATE staff SET shift = 'x' WHERE branch = ? AND no = ?",
      ],
    ],
  ])('by its own table: %s', (write, queries) => {
    const found = best(`${STAFF}${write};`)!;
    expect([found.kind, found.queries]).toEqual(['rewrite', queries]);
  });

  test('by an index that is there, as far as it finds them alone', () => {
    const indexed = `${ITEMS}CREATE INDEX ON items (seller) USING 'sai';\n`;
    const { kind, queries } = best(`${indexed}DELETE FROM items WHERE seller = ?;`)!;
    expect([kind, queries]).toEqual([
      'rewrite',
      ['SELECT id FROM items WHERE seller = ?', 'DELETE FROM items WHERE id = ?'],
    ]);
    expect(best(`${indexed}DELETE FROM items WHERE seller = ? AND qty = 0;`)!.kind).toBe('new-table');
  });

  describe('in the bucket that it leaves out', () => {
    const LOG =
      '-- @bucket month = month(at) as yyyymm\nCREATE TABLE log (who text, month int, at timestamp, v text, PRIMARY KEY ((who, month), at));\n';
    const GROUPS =
      '-- @bucket shard = hash(id) % 4\nCREATE TABLE groups (grp text, shard int, id uuid, v text, PRIMARY KEY ((grp, shard), id));\n';

    test.each([
      [
        `${LOG}DELETE FROM log WHERE who = ? AND at >= '2024-01-05' AND at < '2024-03-01';`,
        "DELETE FROM log WHERE who = ? AND month IN (202401, 202402) AND at >= '2024-01-05' AND at < '2024-03-01'",
        [{ original: 0 }],
        true,
      ],
      [
        `${LOG}DELETE FROM log WHERE who = ? AND at < ?;`,
        'DELETE FROM log WHERE who = ? AND month = ? AND at < ?',
        [{ original: 0 }, { derived: 'month' }, { original: 1 }],
        false,
      ],
      [
        `${LOG}UPDATE log SET v = ? WHERE who = ? AND at = ? IF v = ?;`,
        'UPDATE log SET v = ? WHERE who = ? AND month = ? AND at = ? IF v = ?',
        [{ original: 0 }, { original: 1 }, { derived: 'month' }, { original: 2 }, { original: 3 }],
        false,
      ],
      [
        `${GROUPS}DELETE FROM groups WHERE grp = ? AND id = ?;`,
        'DELETE FROM groups WHERE grp = ? AND id = ? AND shard = ?',
        [{ original: 0 }, { original: 1 }, { derived: 'shard' }],
        false,
      ],
      [
        `${GROUPS}DELETE FROM groups WHERE grp = ?;`,
        'DELETE FROM groups WHERE grp = ? AND shard IN (0, 1, 2, 3)',
        [{ original: 0 }],
        true,
      ],
      // In the other shards it would make rows.
      [
        `${GROUPS}UPDATE groups SET v = ? WHERE grp = ? AND id = ?;`,
        'UPDATE groups SET v = ? WHERE grp = ? AND id = ? AND shard = ?',
        [{ original: 0 }, { original: 1 }, { original: 2 }, { derived: 'shard' }],
        false,
      ],
    ])('%s', (text, query, binds, preferred) => {
      const found = best(text)!;
      expect([found.kind, found.queries, found.binds, found.preferred]).toEqual([
        'rewrite',
        [query],
        [binds],
        preferred,
      ]);
    });

    test('it stays one write', () => {
      expect(statementsOf(written(`${GROUPS}DELETE FROM groups WHERE grp = ?;\n`))).toEqual([
        'DELETE FROM groups WHERE grp = ? AND shard IN (0, 1, 2, 3)',
      ]);
    });
  });

  test('rows that a copy lacks for a null in its key are not found there', () => {
    const copy =
      '-- @copy-of items\nCREATE TABLE by_seller (seller text, qty int, id uuid, PRIMARY KEY (seller, qty, id));\n';
    const write = 'DELETE FROM items WHERE seller = ?;';
    expect(best(`${ITEMS}${copy}${write}`)!.kind).toBe('new-table');
    expect(best(`-- @notnull qty\n${ITEMS}${copy}${write}`)!.kind).toBe('existing-table');
  });

  test('a static value belongs to a partition', () => {
    expect(best(`${STAFF}UPDATE staff SET head = 'x' WHERE head = 'y';`)!.queries.at(-1)).toBe(
      "UPDATE staff SET head = 'x' WHERE branch = ?",
    );
  });

  test('what names its row needs none', () => {
    expect(best(`${STAFF}DELETE FROM staff WHERE branch = 'a' AND no = 1;`)).toBeUndefined();
    expect(best(`${STAFF}DELETE FROM staff WHERE branch = 'a' AND no > 1;`)).toBeUndefined();
    expect(best(`${STAFF}DELETE FROM staff WHERE branch = 'a' AND no = 1 AND shift = 'x';`)).toBeUndefined();
  });

  test('tables are made for the writes as they will be', () => {
    const text = written(
      `${STAFF}UPDATE staff SET shift = 'late' WHERE branch = 'a' AND no > 5;\nSELECT no FROM staff WHERE shift = 'late';\nDELETE FROM staff WHERE shift = ?;\n`,
    );
    expect(text.match(/CREATE TABLE \w+/g)).toEqual(['CREATE TABLE staff', 'CREATE TABLE staff_by_shift']);
    expect(statementsOf(text)).toEqual([
      "SELECT no FROM staff WHERE branch = 'a' AND no > 5",
      "SELECT shift FROM staff WHERE branch = 'a' AND no = ?",
      "BEGIN BATCH UPDATE staff SET shift = 'late' WHERE branch = 'a' AND no = ?",
      "INSERT INTO staff_by_shift (shift, branch, no) VALUES ('late', 'a', ?)",
      "-- only where shift changed DELETE FROM staff_by_shift WHERE shift = ? AND branch = 'a' AND no = ?",
      'APPLY BATCH',
      "SELECT no FROM staff_by_shift WHERE shift = 'late'",
      'SELECT branch, no FROM staff_by_shift WHERE shift = ?',
      'SELECT shift FROM staff WHERE branch = ? AND no = ?',
      'BEGIN BATCH DELETE FROM staff WHERE branch = ? AND no = ?',
      'DELETE FROM staff_by_shift WHERE shift = ? AND branch = ? AND no = ?',
      'APPLY BATCH',
    ]);
  });
});
