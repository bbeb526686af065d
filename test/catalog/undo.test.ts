import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogOf, contents } from './fixtures.ts';

const BASE = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'}; USE k; CREATE TYPE u (a int);
  CREATE TABLE t (a int, b int, c int, s int STATIC, PRIMARY KEY (a, b)); CREATE INDEX i ON t (c);
  CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);`;

const named = fc.constantFrom('n', 'm', '"N n"');

/** A statement and the one that takes it back. */
const pair = fc.oneof(
  named.map((name) => [`CREATE TABLE ${name} (a int PRIMARY KEY, b frozen<u>)`, `DROP TABLE ${name}`]),
  named.map((name) => [`CREATE TYPE ${name} (a int, b frozen<u>)`, `DROP TYPE ${name}`]),
  named.map((name) => [`CREATE INDEX ${name} ON t (b)`, `DROP INDEX ${name}`]),
  named.map((name) => [
    `CREATE MATERIALIZED VIEW ${name} AS SELECT a FROM t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (a, b)`,
    `DROP MATERIALIZED VIEW ${name}`,
  ]),
  named.map((name) => [
    `CREATE FUNCTION ${name} (x int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return x;'`,
    `DROP FUNCTION ${name} (int)`,
  ]),
  named.map((name) => [`CREATE AGGREGATE ${name} (int) SFUNC f STYPE int`, `DROP AGGREGATE ${name}`]),
  named.map((name) => [`CREATE KEYSPACE ${name} WITH replication = {}`, `DROP KEYSPACE ${name}`]),
  named.map((name) => [`CREATE TRIGGER ${name} ON t USING 'x'`, `DROP TRIGGER ${name} ON t`]),
  named.map((name) => [`ALTER TABLE t RENAME a TO ${name}`, `ALTER TABLE t RENAME ${name} TO a`]),
  named.map((name) => [`ALTER TYPE u RENAME a TO ${name}`, `ALTER TYPE u RENAME ${name} TO a`]),
);

describe('what is made and taken back', () => {
  test('leaves the catalog as it was', () => {
    const base = catalogOf(BASE);
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (pairs) => {
        // Each name once, so that every statement has its effect.
        const names = new Set<string>();
        const chosen = pairs.filter(([make = '']) => {
          const name = /"N n"|\b[mn]\b/.exec(make)?.[0] ?? '';
          const fresh = !names.has(name) && !(make.includes('RENAME') && names.size > 0);
          names.add(name);
          return fresh;
        });
        const script = [...chosen.map(([make]) => make), ...chosen.map(([, undo]) => undo).toReversed()].join(';\n');
        expect(contents(catalogOf(`USE k; ${script}`, base))).toEqual(contents(base));
      }),
    );
  });

  test('leaves the catalog before it untouched', () => {
    const base = catalogOf(BASE);
    const before = contents(base);
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), (pairs) => {
        catalogOf(`USE k; ${pairs.map(([make]) => make).join(';\n')}; DROP TABLE t; DROP KEYSPACE k`, base);
        expect(contents(base)).toEqual(before);
      }),
    );
  });
});
