import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../server/src/analysis/judging/checks.ts';
import { SCHEMA_CHECKS } from '../../server/src/analysis/judging/schema-checks.ts';
import { VALUE_CHECKS } from '../../server/src/analysis/judging/value-checks.ts';
import { verdict } from '../../server/src/analysis/verdict.ts';
import type { Session, Verdict } from '../../server/src/analysis/judging/verdict-model.ts';
import { openDocument } from '../../server/src/syntax/index.ts';
import { sessionOf } from './tables.ts';

const SCHEMA = `
  CREATE TABLE t (a int, b int, c1 int, c2 int, v text, l list<int>, s text STATIC, PRIMARY KEY ((a, b), c1, c2));
  CREATE TABLE cn (k int PRIMARY KEY, n counter);
`;
const session = sessionOf(SCHEMA);

function judge(cql: string, given: Session = session): Verdict {
  const segment = openDocument(cql).segments[0];
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined) throw new Error(cql);
  return verdict(statement, given, segment.features, cql);
}

/** The check, and the guilty text. */
function guilty(cql: string): string {
  const given = judge(cql);
  if (given.kind !== 'refused') return given.kind;
  return [given.check, ...given.spans.map(({ start, end }) => cql.slice(start, end))].join(' | ');
}

test('a function whose own statement is broken proves nothing about what uses it', () => {
  const broken = sessionOf("CREATE FUNCTION f (a int, b int) RETURNS int LANGUAGE java AS 'return a;';");
  expect(judge('CREATE AGGREGATE g (int) SFUNC f STYPE int', broken).kind).toBe('undecided');
});

test('of operators that fit equally, what not all of them refuse may be taken', () => {
  const numbers = sessionOf('CREATE TABLE x (k int PRIMARY KEY, i int, d double);');
  const kinds = ['1 / -(7 + ?)', '-(? + ?) * 5', '-(7 + ?)', "1 / -(7 + 'x')", '1 / -(7 + 1)'].map(
    (value) => judge(`INSERT INTO x (k, i) VALUES (?, ${value})`, numbers).kind,
  );
  expect(kinds).toEqual(['undecided', 'undecided', 'refused', 'refused', 'accepted']);
});

test('of functions that fit equally, which of them the server takes is its secret', () => {
  const overloads = ['int', 'varint'].map(
    (type) =>
      `CREATE FUNCTION f (a ${type}) CALLED ON NULL INPUT RETURNS ${type} LANGUAGE java AS 'return null;';
       CREATE FUNCTION g (a ${type}, b int) CALLED ON NULL INPUT RETURNS ${type} LANGUAGE java AS 'return null;';`,
  );
  for (const declared of [overloads, overloads.toReversed()]) {
    const both = sessionOf(`CREATE TABLE x (k int PRIMARY KEY, v varint); ${declared.join('\n')}`);
    const kinds = [
      'f(f(99999999999999999999))',
      'f((int) 99999999999999999999)',
      "g(f(1), 'x')",
      'f(99999999999999999999)',
    ].map((value) => judge(`INSERT INTO x (k, v) VALUES (?, ${value})`, both).kind);
    expect(kinds).toEqual(['undecided', 'refused', 'refused', 'accepted']);
  }
});

test('to the server a clustering column in descending order is not of its own type, and is cast to it in vain', () => {
  const backward = sessionOf(
    'CREATE TABLE x (p int, c ascii, d varint, PRIMARY KEY (p, c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC);',
  );
  const casts = ['CAST(c AS ascii)', 'CAST(c AS text)', 'CAST(d AS varint)', 'CAST(max(c) AS ascii)'];
  expect(casts.map((cast) => judge(`SELECT ${cast} FROM x`, backward).kind)).toEqual([
    'refused',
    'accepted',
    'accepted',
    'accepted',
  ]);
});

test('what is cast to varchar is a text', () => {
  expect(judge('SELECT mask_inner(CAST(v AS varchar), 1, 2) FROM t').kind).toBe('accepted');
});

describe('the check and the guilty text', () => {
  test.each([
    ["SELECT * FROM t WHERE v = 'x'", "needs-filtering | v = 'x'"],
    ['SELECT nope FROM t', 'undefined-column | nope'],
    ['SELECT * FROM nope', 'table-not-found | nope'],
    ['SELECT * FROM no.t', 'keyspace-not-found | no'],
    ['SELECT * FROM t WHERE a = 1 AND b = 1 AND c2 = 1', 'clustering-gap | c2 = 1'],
    ['SELECT * FROM t WHERE a = 1 AND b = 1 AND c1 > 1 AND c2 = 1', 'clustering-after-slice | c2 = 1'],
    ['SELECT * FROM t WHERE a = 1 AND b = 1 ORDER BY v', 'order-by-column | v'],
    ['SELECT * FROM t ORDER BY c1', 'order-by-needs-partition-key | ORDER BY c1'],
    ['SELECT * FROM t WHERE a = 1 AND b = 1 ORDER BY c1, c2 DESC', 'order-by-directions | ORDER BY c1, c2 DESC'],
    ['DELETE FROM t WHERE a > 1 AND b = 1', 'partition-key-inequality | a > 1'],
    ['DELETE FROM t WHERE a = 1 AND b < 1', 'partition-key-inequality | b < 1'],
    ['DELETE FROM t WHERE a = 1', 'partition-key-missing | WHERE a = 1'],
    ['UPDATE t SET a = 2 WHERE a = 1 AND b = 1', 'set-primary-key | a = 2'],
    ['UPDATE cn SET n = 5 WHERE k = 1', 'set-counter | n = 5'],
    ['INSERT INTO cn (k) VALUES (1)', 'insert-on-counter | cn'],
    ['SELECT DISTINCT v FROM t', 'distinct-column | v'],
    ['SELECT * FROM t LIMIT 0', 'limit-not-positive | 0'],
    [
      'BEGIN BATCH USING TIMESTAMP 1 INSERT INTO t (a, b, s) VALUES (1, 1, null) IF NOT EXISTS; APPLY BATCH',
      'batch-timestamp | TIMESTAMP 1',
    ],
  ])('%s', (cql, expected) => {
    expect(guilty(cql).startsWith(expected)).toBe(true);
  });
});

describe('nothing is said', () => {
  const open = sessionOf(SCHEMA, { complete: false });

  test.each([
    'SELECT * FROM nope',
    'SELECT * FROM other.t WHERE x = 1',
    "INSERT INTO nope (k) VALUES ('x')",
    'USE other',
    'TRUNCATE nope',
  ])('where the schema is not known: %s', (cql) => {
    expect(judge(cql, open)).toEqual({ kind: 'undecided', why: 'unknown-schema' });
  });

  test('without a keyspace, where one may come from elsewhere', () => {
    expect(judge('SELECT * FROM t', { ...open, keyspace: undefined })).toEqual({
      kind: 'undecided',
      why: 'unknown-schema',
    });
    expect(judge('SELECT * FROM t', { ...session, keyspace: undefined })).toMatchObject({
      kind: 'refused',
      check: 'no-keyspace',
    });
  });

  test.each([
    'SELECT * FROM {{ table }} WHERE x = 1',
    'SELECT {{ columns }} FROM t',
    'SELECT * FROM t WHERE {{ clause }}',
    'SELECT * FROM t WHERE a = {{ a }} AND b = 1',
    "UPDATE t SET v = '${v}', l = {{ l }} WHERE a = 1 AND b = 1 AND c1 = 1 AND c2 = 1",
  ])('where a placeholder hides what decides: %s', (cql) => {
    expect(judge(cql).kind).not.toBe('refused');
  });

  test('about the order of keys of which the token may leave none', () => {
    const cql = (where: string) => `SELECT * FROM t WHERE ${where} AND a = 1 AND b IN (1, 2) ORDER BY c1`;
    expect(judge(cql('c1 = 1')).kind).toBe('refused');
    expect(judge(cql('token(a, b) = 7')).kind).toBe('accepted');
  });

  test('about what a dialect may take or cannot be shown to refuse', () => {
    const scylla = { ...session, target: { kind: 'dialect', dialect: 'scylla' } } as const;
    expect(judge('SELECT * FROM t WHERE a IN (1, 2) AND b = 1 ORDER BY c1', scylla).kind).toBe('undecided');
  });

  test('about a table whose declaration is broken', () => {
    const partial = sessionOf('CREATE TABLE p (a int PRIMARY KEY, {{ more }});');
    expect(judge('SELECT x FROM p WHERE a = 1', partial).kind).toBe('undecided');
  });

  test('about statements that are none of CQL', () => {
    expect(judge("SOURCE 'x.cql'")).toEqual({ kind: 'undecided', why: 'not-cql' });
  });
});

describe('what is refused whatever a placeholder holds', () => {
  test.each([
    ['SELECT nope FROM t WHERE a = {{ a }}', 'undefined-column'],
    ['UPDATE t SET nope = {{ x }} WHERE a = 1', 'undefined-column'],
  ])('%s', (cql, check) => {
    expect(judge(cql)).toMatchObject({ kind: 'refused', check });
  });
});

test('a statement with markers gets the answer of PREPARE', () => {
  expect(judge('SELECT * FROM t LIMIT ?').kind).toBe('accepted');
  expect(judge('SELECT * FROM t WHERE a = null AND b = ?').kind).toBe('accepted');
  expect(judge('SELECT * FROM t WHERE v = ?')).toMatchObject({ kind: 'refused', check: 'needs-filtering' });
  expect(judge("INSERT INTO t (a, b, c1, c2) VALUES (?, 'x', 1, 1)")).toMatchObject({ kind: 'refused' });
});

test('each check that is listed refuses something', () => {
  const root = new URL('../../server/src/analysis/', import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('checks.ts'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
    .join('\n');
  const ids = [CHECKS, SCHEMA_CHECKS, VALUE_CHECKS].flatMap((checks) => Object.keys(checks));
  expect(ids.filter((id) => !sources.includes(`'${id}'`))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
