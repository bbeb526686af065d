import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delete, Insert, Select, Update } from '../../server/src/syntax/ast.ts';
import type { WriteChange } from '../../server/src/modeling/proposal/proposal.ts';
import { type Files, project, proposals, contextOf } from './ask.ts';
import { answers, matching, play, type Row, statementOf, Store, type Value } from './simulator.ts';

const SCHEMA =
  'CREATE TABLE events (who text, at timestamp, kind text, flag boolean, score int, note text, PRIMARY KEY ((who), at)) WITH CLUSTERING ORDER BY (at DESC);';
const DAY = 86_400_000;

const VALUES: Readonly<Record<string, readonly Value[]>> = {
  who: ['ann', 'bob'],
  at: [0, 1, 2, 3].map((day) => day * DAY + 3_600_000),
  kind: ['x', 'y', null],
  flag: [true, false, null],
  score: [1, 2, 3, null],
  note: ['n', 'm', null],
};
const valueFor = (name: string): fc.Arbitrary<Value> => fc.constantFrom(...VALUES[name]!);
const keyFor = (name: string): fc.Arbitrary<Value> =>
  fc.constantFrom(...VALUES[name]!.filter((value) => value !== null));

const WRITES = [
  {
    cql: 'INSERT INTO events (who, at, kind, flag, score, note) VALUES (?, ?, ?, ?, ?, ?)',
    columns: ['who', 'at', 'kind', 'flag', 'score', 'note'],
  },
  { cql: 'UPDATE events SET kind = ? WHERE who = ? AND at = ?', columns: ['kind', 'who', 'at'] },
  { cql: 'UPDATE events SET score = ? WHERE who = ? AND at = ?', columns: ['score', 'who', 'at'] },
  { cql: 'UPDATE events SET note = ?, score = ? WHERE who = ? AND at = ?', columns: ['note', 'score', 'who', 'at'] },
  { cql: 'UPDATE events SET flag = true WHERE who = ? AND at = ?', columns: ['who', 'at'] },
  { cql: 'DELETE FROM events WHERE who = ? AND at = ?', columns: ['who', 'at'] },
  { cql: 'DELETE FROM events WHERE who = ?', columns: ['who'] },
];

const QUERIES: readonly { readonly cql: string; readonly columns: readonly string[] }[] = [
  { cql: 'SELECT * FROM events WHERE kind = ?', columns: ['kind'] },
  { cql: 'SELECT note, at FROM events WHERE kind = ? AND score = ?', columns: ['kind', 'score'] },
  { cql: 'SELECT who, score FROM events WHERE kind = ? AND score > ?', columns: ['kind', 'score'] },
  { cql: 'SELECT who, at FROM events WHERE kind = ? ORDER BY at DESC', columns: ['kind'] },
  {
    cql: 'SELECT who, at FROM events WHERE kind = ? AND score IN (?, ?) ORDER BY at',
    columns: ['kind', 'score', 'score'],
  },
  { cql: 'SELECT who FROM events WHERE at >= ? AND at < ?', columns: ['at', 'at'] },
  { cql: 'SELECT who, note FROM events WHERE score >= ?', columns: ['score'] },
  { cql: 'SELECT at FROM events WHERE who = ? AND note = ?', columns: ['who', 'note'] },
];

const filled = fc.array(
  fc.tuple(keyFor('who'), keyFor('at'), valueFor('kind'), valueFor('flag'), valueFor('score'), valueFor('note')),
  { maxLength: 12 },
);
const written = fc.array(
  fc
    .constantFrom(...WRITES)
    .chain((write) =>
      fc.tuple(
        fc.constant(write),
        fc.tuple(...write.columns.map((name) => (name === 'who' || name === 'at' ? keyFor(name) : valueFor(name)))),
      ),
    ),
  { maxLength: 8 },
);

test.each(QUERIES)('the new table answers as the old one does: $cql', ({ cql, columns }) => {
  const files: Files = {
    'schema.cql': SCHEMA,
    'query.cql': `${cql};`,
    'writes.cql': `${WRITES.map((one) => one.cql).join(';\n')};`,
  };
  const tables = proposals(files, 'query.cql', 'select').filter(
    // Keys that are read first, rows by them then: a client's work of another kind.
    ({ kind, title }) => kind === 'new-table' && !title.includes('keys only') && !title.includes('fewer rows'),
  );
  const context = contextOf(project(files), 'query.cql', 'select', 0);
  const select = statementOf(cql) as Select;
  expect(tables.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(
      fc.nat({ max: tables.length - 1 }),
      filled,
      written,
      fc.tuple(...columns.map(keyFor)),
      (which, rows, writes, parameters) => {
        const proposal = tables[which]!;
        const base = new Store(context.table!);
        const copy = new Store(proposal.result!);
        const change = (text: string): WriteChange | undefined =>
          proposal.sync().changes.find(({ at }) => at.segment.text.includes(text));
        // An INSERT is taken to make a new row, so each key is inserted once.
        // An UPDATE to null keeps its row, as that has been inserted: otherwise the base forgets a row that its copy still knows.
        const seen = new Set<string>();
        const keyIn = (columns: readonly string[], binds: readonly Value[]): string =>
          JSON.stringify(['who', 'at'].map((name) => binds[columns.indexOf(name)]));
        for (const [{ cql: write, columns: named }, binds] of [
          ...rows.map((row) => [WRITES[0]!, row] as const),
          ...writes,
        ]) {
          const id = keyIn(named, binds);
          const exists = base.all().some((row) => JSON.stringify([row['who'], row['at']]) === id);
          if (write.startsWith('INSERT') ? exists : binds.includes(null) && !(exists && seen.has(id))) continue;
          if (write.startsWith('INSERT')) seen.add(id);
          else if (!exists) seen.delete(id);
          play(change(write), statementOf(write) as Insert | Update | Delete, binds, base, copy, proposal.derived);
        }
        const wanted = select.selectors.some(({ expression }) => expression.kind === 'star')
          ? [...context.table!.columns.keys()]
          : select.selectors.flatMap(({ expression }) =>
              expression.kind === 'column' ? [expression.column.name] : [],
            );
        const shown = (row: Row): string => JSON.stringify(wanted.map((name) => row[name]));
        const expected = matching(select, base.all(), parameters).map(shown);
        const given = answers(proposal, copy, parameters).map(shown);
        expect(given.toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 60 },
  );
});
