import { describe, test } from 'vitest';
import { expectTaken } from './taken.ts';

describe('clauses of SELECT', () => {
  test.each([
    ['all', 'SELECT * FROM t WHERE a = 1 GROUP BY a ORDER BY b PER PARTITION LIMIT 1 LIMIT 2 ALLOW FILTERING'],
    ['none', 'SELECT * FROM t LIMIT 2 ORDER BY b'],
    ['none', 'SELECT * FROM t ALLOW FILTERING LIMIT 2'],
    ['none', 'SELECT * FROM t LIMIT 1 PER PARTITION LIMIT 1'],
    ['none', 'SELECT * FROM t ORDER BY a WHERE b = 1'],
    ['none', 'SELECT * FROM t WHERE a = 1 WHERE b = 2'],
    ['none', 'SELECT * FROM t LIMIT 1 LIMIT 2'],
    ['all', 'SELECT * FROM t LIMIT -1'],
    ['all', 'SELECT * FROM t LIMIT ?'],
    ['all', 'SELECT * FROM t LIMIT :l'],
    ['none', 'SELECT * FROM t LIMIT 1.5'],
    ['none', "SELECT * FROM t LIMIT 'a'"],
    ['none', 'SELECT * FROM t LIMIT 1 + 1'],
    ['none', 'SELECT * FROM t LIMIT 1, 2'],
    ['none', 'SELECT * FROM t LIMIT 1 OFFSET 2'],
    ['all', 'SELECT * FROM t GROUP BY a, b'],
    ['4.1+', 'SELECT * FROM t GROUP BY f(a)'],
    ['none', 'SELECT * FROM t GROUP BY a HAVING count(*) > 1'],
    ['all', 'SELECT * FROM t ORDER BY a ASC, b DESC'],
    ['none', 'SELECT * FROM t ORDER BY f(a)'],
    ['5.0+', 'SELECT * FROM t ORDER BY v ANN OF [1.0, 2.0] LIMIT 3'],
    ['none', 'SELECT * FROM t ORDER BY v ANN OF a'],
    ['6.0+', 'SELECT * FROM t WITH included_indexes = {a, k.b} AND excluded_indexes = {c}'],
    ['none', 'SELECT * FROM t AS x'],
    ['none', 'SELECT * FROM t x'],
    ['none', 'SELECT * FROM t, u'],
    ['none', 'SELECT * FROM t JOIN u ON t.a = u.a'],
    ['none', 'SELECT * FROM t UNION SELECT * FROM u'],
    ['none', 'SELECT * FROM t BYPASS CACHE'],
    ['none', 'SELECT * FROM t USING TIMEOUT 5s'],
    ['none', 'SELECT * FROM f(t)'],
    ['none', 'SELECT * FROM MUTATION_FRAGMENTS(t)'],
  ])('%s: %s', expectTaken);
});
