import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { occurrencesOf } from '../../server/src/names/occurrences.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { soup, statements } from '../syntax/cql-soup.ts';
import { underlined } from './reading.ts';

/** Each example is a statement with what is said of its names below it. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'a query': [
    `
SELECT name AS n, home.street FROM shop.users WHERE id = :id
       ^^^^ column read of shop.users
               ^ alias declaration
                  ^^^^ column read of shop.users
                       ^^^^^^ field read of a value of users.home
                                   ^^^^ keyspace reference
                                        ^^^^^ table read of shop
                                                    ^^ column read of shop.users
                                                          ^^ marker reference`,
    `
SELECT phones['work'].number, (addr) {city: 'x'} FROM t
       ^^^^^^ column read of t
                      ^^^^^^ field read of a value of t.phones[value]
                               ^^^^ type reference of the keyspace in force
                                      ^^^^ field reference of a value of (user)
                                                      ^ table read of the keyspace in force`,
    `
SELECT shop.worth(price), CAST(price AS text) FROM t
       ^^^^ keyspace reference
            ^^^^^ function reference of shop
                  ^^^^^ column read of t
                          ^^^^ function reference of the keyspace in force
                               ^^^^^ column read of t
                                        ^^^^ native-type reference
                                                   ^ table read of the keyspace in force`,
    `
SELECT * FROM t WHERE homes CONTAINS {city: 'x'} AND by_kind CONTAINS KEY {kind: 1} AND m[{a: 1}] = {b: 2}
              ^ table read of the keyspace in force
                      ^^^^^ column read of t
                                      ^^^^ field reference of a value of t.homes[value]
                                                     ^^^^^^^ column read of t
                                                                           ^^^^ field reference of a value of t.by_kind[key]
                                                                                        ^ column read of t
                                                                                           ^ field reference of a value of t.m[key]
                                                                                                     ^ field reference of a value of t.m[value]`,
    `
SELECT * FROM t WHERE expr(i, 'x') WITH included_indexes = {j} AND other = {k: l}
              ^ table read of the keyspace in force
                           ^ index reference of the keyspace in force
                                        ^^^^^^^^^^^^^^^^ option reference
                                                            ^ index reference of the keyspace in force
                                                                   ^^^^^ option reference
                                                                            ^ option-value reference
                                                                               ^ option-value reference`,
    `
SELECT a.x, users.y FROM users a JOIN orders ON a.x = orders.z
       ^ alias reference
         ^ column read of users
            ^^^^^ table reference of the keyspace in force
                  ^ column read of users
                         ^^^^^ table read of the keyspace in force
                               ^ alias declaration
                                      ^^^^^^ table read of the keyspace in force
                                                ^ alias reference
                                                  ^ column read of users
                                                      ^^^^^^ table reference of the keyspace in force
                                                             ^ column read of orders`,
  ],
  'a write': [
    `
INSERT INTO k.t (id, "Home", old) VALUES (?, {street: 'x', geo: {lat: 1}}, [{street: 'y'}])
            ^ keyspace reference
              ^ table write of k
                 ^^ column write of k.t
                     ^^^^^^ column write of k.t
                             ^^^ column write of k.t
                                              ^^^^^^ field reference of a value of t.Home
                                                           ^^^ field reference of a value of t.Home
                                                                 ^^^ field reference of a value of t.Home.geo
                                                                             ^^^^^^ field reference of a value of t.old[element]`,
    `
UPDATE t SET n = n + 1, l = [x] + l, home.street = 'x', m['k'] = {a: 1}, c = c -3 WHERE id = 1 IF home.zip > 1
       ^ table write of the keyspace in force
             ^ column write of t
                 ^ column read of t
                        ^ column write of t
                             ^ column read
                                  ^ column read of t
                                     ^^^^ column write of t
                                          ^^^^^^ field write of a value of t.home
                                                        ^ column write of t
                                                                  ^ field reference of a value of t.m[value]
                                                                         ^ column write of t
                                                                             ^ column read of t
                                                                                        ^^ column read of t
                                                                                                  ^^^^ column read of t
                                                                                                       ^^^ field read of a value of t.home`,
    `
DELETE home.street, m[{a: 1}] FROM t WHERE (a, b) IN ((1, 2)) AND token(id) > 0
       ^^^^ column write of t
            ^^^^^^ field write of a value of t.home
                    ^ column write of t
                       ^ field reference of a value of t.m[key]
                                   ^ table write of the keyspace in force
                                            ^ column read of t
                                               ^ column read of t
                                                                  ^^^^^ function reference of the keyspace in force
                                                                        ^^ column read of t`,
    `
BEGIN TRANSACTION LET r = (SELECT * FROM t WHERE k = 1); IF r.n > 0 THEN UPDATE t SET n = r.n WHERE k = r.k; END IF COMMIT TRANSACTION
                      ^ variable declaration
                                         ^ table read of the keyspace in force
                                                 ^ column read of t
                                                            ^ variable read
                                                              ^ column read of t
                                                                                ^ table write of the keyspace in force
                                                                                      ^ column write of t
                                                                                          ^ variable read
                                                                                            ^ column read of t
                                                                                                    ^ column read of t
                                                                                                        ^ variable read
                                                                                                          ^ column read of t`,
  ],
  'a declaration': [
    `
CREATE TABLE k.t (a int, h frozen<addr>, x o.other, PRIMARY KEY (a, h)) WITH CLUSTERING ORDER BY (h DESC) AND comment = 'x'
             ^ keyspace reference
               ^ table declaration of k
                  ^ column declaration of k.t
                    ^^^ native-type reference
                         ^ column declaration of k.t
                           ^^^^^^ native-type reference
                                  ^^^^ type reference of k
                                         ^ column declaration of k.t
                                           ^ keyspace reference
                                             ^^^^^ type reference of o
                                                                 ^ column reference of k.t
                                                                    ^ column reference of k.t
                                                                                                  ^ column reference of k.t
                                                                                                              ^^^^^^^ option reference`,
    `
ALTER TYPE k.addr RENAME a TO b AND c TO d
           ^ keyspace reference
             ^^^^ type reference of k
                         ^ field reference of k.addr
                              ^ field declaration of k.addr
                                    ^ field reference of k.addr
                                         ^ field declaration of k.addr`,
    `
CREATE INDEX i ON k.t (values(tags))
             ^ index declaration of k
                  ^ keyspace reference
                    ^ table reference of k
                              ^^^^ column reference of k.t`,
    `
CREATE MATERIALIZED VIEW k.v AS SELECT a FROM t WHERE a IS NOT NULL PRIMARY KEY (a)
                         ^ keyspace reference
                           ^ view declaration of k
                                       ^ column read of k.t
                                              ^ table reference of k
                                                      ^ column read of k.t
                                                                                 ^ column reference of k.t`,
    `
CREATE TABLE k.copy LIKE t WITH comment = 'x'
             ^ keyspace reference
               ^^^^ table declaration of k
                         ^ table reference of the keyspace in force
                                ^^^^^^^ option reference`,
    `
CREATE AGGREGATE k.total (int) SFUNC add STYPE int FINALFUNC last
                 ^ keyspace reference
                   ^^^^^ aggregate declaration of k
                          ^^^ native-type reference
                                     ^^^ function reference of k
                                               ^^^ native-type reference
                                                             ^^^^ function reference of k`,
    `
CREATE TRIGGER g ON t USING 'org.example.G'
               ^ trigger declaration of t
                    ^ table reference of the keyspace in force`,
    `
COMMENT ON FIELD k.addr.street IS 'x'
                 ^ keyspace reference
                   ^^^^ type reference of k
                        ^^^^^^ field reference of k.addr`,
    `
SECURITY LABEL FOR p ON COLUMN t.c IS 'x'
                   ^ provider reference
                               ^ table reference of the keyspace in force
                                 ^ column reference of t`,
  ],
  'a permission': [
    `
GRANT EXECUTE ON FUNCTION k.f(int) TO 'app'
                          ^ keyspace reference
                            ^ function reference of k
                              ^^^ native-type reference
                                      ^^^^^ role reference`,
    `
ADD IDENTITY 'spiffe://x' TO ROLE app
             ^^^^^^^^^^^^ identity declaration
                                  ^^^ role reference`,
  ],
  'a command': [
    `
COPY k.t (a, b) FROM 'x.csv' WITH HEADER = TRUE AND NULL = nothing
^^^^ command reference
     ^ keyspace reference
       ^ table write of k
          ^ column write of k.t
             ^ column write of k.t
                                  ^^^^^^ option reference
                                                           ^^^^^^^ option-value reference`,
    `
DESCRIBE k.t
         ^ keyspace reference
           ^ object reference of k`,
  ],
};

describe.each(Object.entries(EXAMPLES))('the names in %s', (_, examples) => {
  test.each(examples)('%s', (example) => {
    const text = example.slice(1);
    expect(underlined(text.slice(0, text.indexOf('\n')))).toBe(text);
  });
});

test('names do not overlap, whatever the text is', () => {
  fc.assert(
    fc.property(fc.oneof(soup(30), statements(3)), (text) => {
      for (const segment of openDocument(text).segments) {
        let before = segment.begin;
        for (const { start, end } of occurrencesOf(segment.syntax().tree)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(Math.max(segment.begin, segment.end));
      }
    }),
    { numRuns: 500 },
  );
});
