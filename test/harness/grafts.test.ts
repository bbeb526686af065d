import { expect, test } from 'vitest';
import { graftsOf } from '../conformance/generate/grafts.ts';
import { randomOf } from '../conformance/generate/random.ts';

const STATEMENTS = [
  'SELECT a, b FROM t WHERE a = 1 AND b IN (2, 3) LIMIT 5',
  'SELECT c FROM t WHERE a = 7 ORDER BY b DESC',
  'INSERT INTO t (a, b) VALUES (1, [2, 3]) USING TTL 5',
  "UPDATE u SET v = v + {'x'} WHERE k = 0xff IF w = 'y'",
];
const grafts = (seed: string): readonly string[] => graftsOf(STATEMENTS, randomOf(seed))(500);

test('a seed gives the same grafts again, and another one others', () => {
  expect(grafts('a')).toEqual(grafts('a'));
  expect(grafts('a')).not.toEqual(grafts('b'));
});

test('grafts differ from what they are made of, and take parts of others over', () => {
  const made = grafts('a');
  expect(new Set(made).size).toBeGreaterThan(300);
  expect(made.filter((cql) => STATEMENTS.includes(cql)).length).toBeLessThan(100);
  expect(made.some((cql) => cql.startsWith('SELECT') && cql.includes('0xff'))).toBe(true);
  expect(made.some((cql) => cql.startsWith('SELECT') && cql.includes('USING'))).toBe(true);
});

test('of one statement alone nothing is made', () => {
  expect(graftsOf(STATEMENTS.slice(0, 1), randomOf('a'))(5)).toEqual([]);
});
