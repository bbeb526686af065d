import { describe, expect, test } from 'vitest';
import { proposals } from './ask.ts';

const ORDERS = 'CREATE TABLE orders (day text, shard int, id uuid, n int, PRIMARY KEY ((day, shard), id));';
const first = (query: string, schema = ORDERS) =>
  proposals({ 's.cql': schema, 'q.cql': `${query};` }, 'q.cql', 'select')[0]!;

describe('what is worked out over shards whose number nothing says', () => {
  test.each([
    ['sum(n)', 'add up the answers', ['Of the answers, add up `sum(n)`.']],
    ['count(*) AS total, sum(n)', 'add up the answers', ['Of the answers, add up `total` and `sum(n)`.']],
    [
      'count(*), max(n)',
      'put the answers together',
      [
        'Of the answers, add up `count(*)`, keep the greatest `max(n)`.',
        'A shard without rows has none: pass over its null.',
      ],
    ],
  ])('is put together by the client: %s', (selected, does, notes) => {
    const found = first(`SELECT ${selected} FROM orders WHERE day = ?`);
    expect(found).toMatchObject({
      kind: 'rewrite',
      preferred: false,
      title: `Add \`shard = ?\`, ask each shard and ${does}`,
      queries: [`SELECT ${selected} FROM orders WHERE day = ? AND shard = ?`],
    });
    expect(found.notes.slice(1)).toEqual(notes);
  });

  test.each([
    'SELECT avg(n) FROM orders WHERE day = ?',
    'SELECT id, count(*) FROM orders WHERE day = ?',
    'SELECT count(*) FROM orders WHERE day = ? LIMIT 1',
  ])('is not where several answers do not make it: %s', (query) => {
    expect(first(query).kind).not.toBe('rewrite');
  });

  test('is one query where their number is declared', () => {
    const declared = first('SELECT sum(n) FROM orders WHERE day = ?', `-- @bucket shard = hash(id) % 4\n${ORDERS}`);
    expect(declared.queries).toEqual(['SELECT sum(n) FROM orders WHERE day = ? AND shard IN (0, 1, 2, 3)']);
  });
});
