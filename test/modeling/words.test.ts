import { describe, expect, test } from 'vitest';
import { proposals } from './ask.ts';

const offered = (schema: string, query: string) =>
  proposals({ 's.cql': `${schema};`, 'q.cql': `${query};` }, 'q.cql', 'select');

describe('what is said of an offer', () => {
  test('a filter behind an index reads what is given of the partitions, else every node', () => {
    const schema =
      'CREATE TABLE bills (firm text, nr int, payer text, paid boolean, PRIMARY KEY (firm, nr));\nCREATE INDEX payer_idx ON bills (payer)';
    const priceOf = (where: string) =>
      offered(schema, `SELECT nr FROM bills WHERE ${where} AND payer = ? AND paid = false`).find(({ title }) =>
        title.includes('`payer_idx`'),
      )?.price;
    expect(priceOf('firm = ?')).toBe('each run reads all rows that the index finds, of the partitions that are given');
    expect(priceOf('nr > 3')).toBe('each run reads all rows that the index finds, of every node');
  });

  test('a row for each says of what', () => {
    const newest =
      'CREATE TABLE gauge (dam text, gate int, at timestamp, PRIMARY KEY ((dam, gate), at)) WITH CLUSTERING ORDER BY (at DESC)';
    expect(offered(newest, 'SELECT * FROM gauge PER PARTITION LIMIT 1')[0]!.title).toBe(
      'Create table `latest_gauge`, one row for each `dam` and `gate` (fewer rows: what is written last) and use it here',
    );
  });

  test('a bucket and an index are named together', () => {
    const tickets = 'CREATE TABLE tickets (id uuid PRIMARY KEY, due date, prio int)';
    expect(
      offered(tickets, "SELECT id FROM tickets WHERE due < '2024-06-01' AND prio >= 2").map(({ title }) => title),
    ).toContain('Create table `tickets_by_due` with a `month` bucket and an SAI index on `prio` and use it here');
  });

  test('a bucket of the table that splits the new one no longer', () => {
    const parcels = 'CREATE TABLE parcels (hub text, week int, at timestamp, kg float, PRIMARY KEY ((hub, week), at))';
    const notes = (schema: string) => offered(schema, 'SELECT avg(kg) FROM parcels WHERE hub = ?')[0]!.notes;
    const note =
      '`week` splits the partitions of `parcels`; here each `hub` keeps all its rows in one: right while they stay below 100,000.';
    expect(notes(parcels)).toContain(note);
    expect(notes(`-- @rows 3000\n${parcels}`)).not.toContain(note);
    expect(
      notes(parcels.replace('at timestamp', 'at int').replace('week', 'zone').replace('week', 'zone')),
    ).not.toContain(note);
  });

  test('rows of declared numbers are more than the average, and it is said', () => {
    const cars = '-- @rows 6000000\n-- @cardinality colour 12\nCREATE TABLE cars (vin text PRIMARY KEY, colour text)';
    expect(offered(cars, 'SELECT vin FROM cars WHERE colour = ?')[0]!.why).toContain(
      '@rows and @cardinality: 1,500,000 rows (three times the average) are about',
    );
  });
});
