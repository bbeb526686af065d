import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Accepted, Answer } from '../conformance/answer.ts';
import { compare, parsesAlike } from '../conformance/compare.ts';
import { randomOf } from '../conformance/generate/random.ts';
import { roundOf } from '../conformance/generate/round.ts';
import { sameMessage, templateOf } from '../conformance/messages.ts';
import { releases } from '../conformance/releases.ts';
import { isLow } from '../conformance/shares.ts';
import { shrunk } from '../conformance/shrink.ts';
import { statementsOf } from '../conformance/statements.ts';
import { caseOf, count, newTally } from '../conformance/tally.ts';
import { warnAlike } from '../conformance/warnings.ts';
import { grammarOf } from '../conformance/syntax/ebnf.ts';
import { grammarOfAntlr } from '../conformance/syntax/g4.ts';
import { walkerOf } from '../conformance/syntax/shape.ts';
import { spell } from '../conformance/syntax/spell.ts';

const taken: Answer = { ok: true };
const refused = (kind: string, message: string): Answer => ({ ok: false, kind, message });
const NOT_NULL = "Column value does not satisfy value constraint for column 'v' as it is null.";

describe('statements of a text', () => {
  test.each<[string, readonly string[]]>([
    ["SELECT ';' FROM t; -- ;\nUSE k;", ["SELECT ';' FROM t", '-- ;\nUSE k']],
    [
      'BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH; USE k',
      ['BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH', 'USE k'],
    ],
    ['BEGIN TRANSACTION SELECT a.b; COMMIT TRANSACTION;', ['BEGIN TRANSACTION SELECT a.b; COMMIT TRANSACTION']],
    ['SELECT 1 -- end', ['SELECT 1 -- end\n']],
    [' ; -- nothing\n;', []],
  ])('%j', (text, statements) => expect(statementsOf(text)).toEqual(statements));
});

describe('answers compared', () => {
  test.each<[string, Answer, Answer, string]>([
    ['SELECT', taken, taken, 'same'],
    ['SELECT', taken, refused('invalid', 'x'), 'false-error'],
    ['SELECT', refused('invalid', 'x'), taken, 'miss'],
    ['SELECT', refused('invalid', 'x'), refused('config', 'x'), 'kind'],
    ['SELECT', refused('invalid', 'x'), refused('invalid', 'y'), 'message'],
    ['SELECT', refused('syntax', 'line 1:0 x'), refused('syntax', 'another'), 'same'],
    ['SELECT', refused('syntax', "Unknown property 'x'"), refused('syntax', 'another'), 'message'],
    ['SELECT', refused('server', 'java.lang.ClassCastException'), taken, 'left-out'],
    ['SELECT', refused('function', 'x'), taken, 'left-out'],
    [
      'DROP ROLE r',
      refused(
        'unauthorized',
        'Unable to perform authorization of super-user permission: Cannot achieve consistency level QUORUM',
      ),
      refused('unauthorized', 'Only superusers can drop a role with superuser status'),
      'left-out',
    ],
    ['INSERT', refused('function', 'x'), taken, 'miss'],
    ['SELECT format_time(a) FROM t', refused('invalid', 'value must be non-negative'), taken, 'left-out'],
    ['UPDATE t SET i = 7 * 300 % 7', refused('invalid', "Unable to make byte from '300'"), taken, 'left-out'],
    ['UPDATE t SET i = exp(300) + 7', refused('invalid', "Unable to make byte from '300'"), taken, 'left-out'],
    ['UPDATE t SET z = to_json(exp(300 + 7))', refused('invalid', "Unable to make byte from '300'"), taken, 'left-out'],
    [
      'UPDATE t SET z = to_json(exp(abs(300)))',
      refused('invalid', "Unable to make byte from '300'"),
      taken,
      'left-out',
    ],
    ['INSERT INTO t JSON IF NOT EXISTS', refused('invalid', NOT_NULL), taken, 'left-out'],
    ['INSERT INTO t JSON', refused('invalid', NOT_NULL), taken, 'miss'],
    [
      'INSERT INTO t (a) IF NOT EXISTS USING TTL 9',
      refused('invalid', 'ttl is too large. requested'),
      taken,
      'left-out',
    ],
    ['INSERT INTO t (a) USING TTL 9', refused('invalid', 'ttl is too large. requested'), taken, 'miss'],
    ['UPDATE t SET i = 7 * 300', refused('invalid', "Unable to make byte from '300'"), taken, 'miss'],
    ['DELETE FROM t IF a = 1 AND l[-1] = 1', refused('invalid', 'Invalid negative list index -1'), taken, 'left-out'],
    ['DELETE FROM t IF l[-1] = 1', refused('invalid', 'Invalid negative list index -1'), taken, 'left-out'],
    ['UPDATE', refused('invalid', 'List index 1 out of bound, list has size 0'), taken, 'left-out'],
  ])('%s: %j and %j', (cql, server, ours, outcome) => expect(compare(cql, server, ours)).toBe(outcome));

  test('only the parser decides what parses', () => {
    expect(parsesAlike(refused('syntax', 'line 1:0 x'), refused('syntax', 'line 1:2 y'))).toBe(true);
    expect(parsesAlike(refused('syntax', 'line 1:0 x'), refused('syntax', 'y'))).toBe(false);
    expect(parsesAlike(refused('syntax', 'line 1:0 x'), taken)).toBe(false);
    expect(parsesAlike(refused('syntax', 'Bind variables cannot be used for table names'), taken)).toBe(false);
    expect(parsesAlike(refused('syntax', "Unknown property 'x'"), taken)).toBe(true);
    expect(parsesAlike(refused('invalid', 'x'), refused('syntax', 'line 1:0 y'))).toBe(false);
  });
});

describe('warnings compared', () => {
  const warned = (...warnings: readonly string[]): Accepted => ({ ok: true, warnings });
  const nodes = 'Your replication factor 3 for keyspace k is higher than the number of nodes 1';

  test.each<[Accepted, Accepted, boolean]>([
    [warned('a', 'b'), warned('b', 'a'), true],
    [warned('a', 'a'), warned('a'), false],
    [warned(), warned('a'), false],
    [warned('a'), { ok: true }, false],
    // The analyzer does not know the cluster.
    [warned(nodes), { ok: true }, true],
    [warned(nodes, 'a'), { ok: true }, false],
    [{ ok: true, prepared: true }, warned('a'), true],
  ])('%j and %j', (server, ours, alike) => expect(warnAlike(server, ours)).toBe(alike));

  test('a tally counts those of the cluster apart', () => {
    const tally = newTally();
    const put = (server: Accepted, ours: Accepted) => count(tally, caseOf('', server, ours, 'same', new Set()));
    put(warned('a', nodes), warned('a'));
    put(warned(nodes), { ok: true });
    put(warned('a'), warned('a', 'b'));
    const { sameWarnings, otherWarnings, warningsOfCluster } = tally;
    expect({ sameWarnings, otherWarnings, warningsOfCluster }).toEqual({
      sameWarnings: 1,
      otherWarnings: 1,
      warningsOfCluster: 2,
    });
    expect([...tally.warningTemplates.keys()]).toEqual(['too much: b']);
  });
});

describe('shares wanted of a run', () => {
  test.each<[number, number, number, boolean]>([
    [1000, 1000, 0.99, false],
    // A share that is as wanted, or a little below it by bad luck.
    [990, 1000, 0.99, false],
    [982, 1000, 0.99, false],
    [970, 1000, 0.99, true],
    [17, 20, 0.95, false],
    [13, 20, 0.95, true],
    // With many cases luck counts for little.
    [98_920, 100_000, 0.99, false],
    [98_880, 100_000, 0.99, true],
    [0, 30, 0.95, true],
    [0, 0, 0.99, false],
  ])('%i of %i, wanted %d', (part, whole, wanted, low) => expect(isLow({ name: '', part, whole, wanted })).toBe(low));
});

describe('messages', () => {
  test('the order of a hash table does not matter', () => {
    const message = (list: string) =>
      `Invalid call to function f, none of its type signatures match (known type signatures: ${list})`;
    expect(sameMessage(message('a, b'), message('b, a'))).toBe(true);
    expect(sameMessage(message('a, b'), message('a, c'))).toBe(false);
  });

  test.each([
    ['Undefined column name v1 in table k.t1', 'Undefined column name %s in table %s'],
    ['Invalid STRING constant (it (is)) for "v1" of type int', 'Invalid STRING constant (%s) for "%s" of type %s'],
    ['Some clustering keys are missing: c1, c2', 'Some clustering keys are missing: %s'],
    ['LIMIT must be strictly positive', 'LIMIT must be strictly positive'],
  ])('%s', (message, template) => {
    expect(templateOf(message, new Set(['v1', 't1', 'c1', 'c2']))).toBe(template);
  });
});

test('a script is made small while it holds', async () => {
  const script = [
    'CREATE KEYSPACE k1',
    'USE k1',
    'CREATE TABLE t1 (a1 int)',
    'CREATE TABLE t2 (a2 int)',
    'SELECT a1, b, c FROM t1 LIMIT 1',
  ];
  const holds = async (candidate: readonly string[]) =>
    candidate.some((cql) => cql.includes('TABLE t1')) && /\bc\b.*FROM t1/.test(candidate.at(-1) ?? '');
  const limits = { trials: 1000, deadline: Number.POSITIVE_INFINITY };
  expect(await shrunk(script, holds, limits)).toEqual(['TABLE t1', 'c FROM t1']);
  expect(await shrunk(script, async () => false, limits)).toBeUndefined();
});

describe('grammars', () => {
  test('alternatives of other releases are left out', () => {
    const notation = "statement = A | {4.0+} B ( {5.0+} C )? | {-4.1} D ';'* ;";
    const words = (release: string) => {
      const walker = walkerOf(grammarOf(notation, release), randomOf('s'), () => '');
      return new Set(Array.from({ length: 200 }, () => walker.write()[0]));
    };
    expect(words('3.11')).toEqual(new Set(['A', 'D']));
    expect(words('4.1')).toEqual(new Set(['A', 'B', 'D']));
    expect(words('5.0')).toEqual(new Set(['A', 'B']));
  });

  test('what cannot be written goes, with what needs it', () => {
    const lexer = "lexer grammar L;\nUSE : 'USE' ;\nNAME : [a-z]+ ;\nOTHER : ~[a] ;";
    const parser = 'parser grammar P; root : use | b EOF ; use : USE ( NAME | OTHER ) OTHER? ; b : OTHER use ;';
    const walker = walkerOf(
      grammarOfAntlr({ lexer, parser }, new Map([['NAME', 'word']]), new Set()),
      randomOf('s'),
      () => 'x',
    );
    expect(new Set(Array.from({ length: 50 }, () => walker.write().join(' ')))).toEqual(new Set(['USE x']));
  });

  test.each(releases.map(({ name }) => name))('cql.ebnf is whole for %s', (release) => {
    const notation = readFileSync(new URL('../conformance/syntax/cql.ebnf', import.meta.url), 'utf8');
    const random = randomOf(release);
    const walker = walkerOf(grammarOf(notation, release), random, (kind) => spell(random, kind));
    for (let text = 0; text < 3000; text++) expect(walker.write().length).toBeLessThan(2000);
    const { reached, all } = walker.reached();
    expect(reached / all).toBeGreaterThan(0.95);
  });
});

test.each(releases.map(({ name }) => name))('a seed gives the same round for %s', (release) => {
  const statements = () => {
    const round = roundOf('seed', release, '0q');
    const schema: string[] = [];
    for (let made = round.nextSchemaStatement(); made !== undefined; made = round.nextSchemaStatement()) {
      schema.push(made.cql);
      // A server refuses a type that holds itself; nobody does here.
      if (!made.cql.startsWith('ALTER TYPE')) round.taken(made);
    }
    return [...schema, ...round.statements(300)];
  };
  const first = statements();
  expect(first.length).toBeGreaterThan(500);
  expect(statements()).toEqual(first);
});
