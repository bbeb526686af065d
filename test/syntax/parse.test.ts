import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shellCommand } from '../../server/src/syntax/generated/rules.ts';
import { UNTERMINATED_QUOTED, UNTERMINATED_STRING } from '../../server/src/syntax/generated/token-types.ts';
import type { Tokens } from '../../server/src/syntax/tokens.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, firstTokenOf, subtreeEndOf } from '../../server/src/syntax/tree.ts';
import { generate } from '../bench/generate.ts';
import { soup } from './cql-soup.ts';
import { interpretedTree } from './interpreter.ts';
import { parseText, parser, tokensOf } from './reading.ts';
import { STATEMENTS } from './statements.ts';

const RUNS = Number(process.env['CQL_PARSE_RUNS'] ?? 400);

describe('the parser reads', () => {
  test.each(STATEMENTS)('%s', (text) => {
    expect(parseText(text).problems).toEqual([]);
  });
});

describe('the parser gives the tree of the grammar', () => {
  test.each(STATEMENTS)('of %s', (text) => {
    expectTreeOfGrammar(text, tokensOf(text));
  });

  test.each([
    'SELECT (a) X FROM t',
    'SELECT * FROM t WHERE a = (1) X AND b = 2',
    'SELECT * FROM t WHERE (a) IN (1) X',
    'SELECT * FROM t GROUP BY (a) X LIMIT 1',
    'SELECT * FROM t LIMIT (1) X',
    'UPDATE t SET a = (1) X, b = 2 WHERE k = 3',
    'INSERT INTO t (a) VALUES ((1) X)',
    'CREATE TABLE t (a int DEFAULT (1) X, b int)',
    'SELECT f((int) X)[(1) X] FROM t',
  ])('of whatever follows parentheses: %s', (context) => {
    const firsts = ['b', '"b"', "'b'", '1', '1.5', 'NULL'];
    const seconds =
      "b 'b' 1 NULL AS , . ( ) [ ] { } : ; + - * / % = < > .. ? AND OR IN NOT IS FROM WHERE IF USING LIMIT PER GROUP ORDER PRIMARY"
        .split(' ')
        .concat('');
    for (const first of firsts) {
      for (const second of seconds) {
        const text = context.replaceAll('X', `${first} ${second}`);
        expectTreeOfGrammar(text, tokensOf(text));
      }
    }
  });

  test('of statements of a form that was met before', () => {
    for (const text of STATEMENTS) {
      const tokens = tokensOf(text);
      const [first, ...others] = [1, 2, 3].map(() => parser.parse(text, tokens).tree.nodes);
      for (const other of others) expect([...other]).toEqual([...first!]);
    }
  });

  test('of statements that are spoilt in a place or two', () => {
    const place = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'replace'));
    fc.assert(
      fc.property(fc.constantFrom(...STATEMENTS), fc.array(place, { minLength: 1, maxLength: 2 }), (text, places) => {
        const tokens = tokensOf(text);
        let types = [...tokens.types];
        for (const [a, b, c, how] of places) types = spoilt(types, a, b, c, how);
        const spots = Int32Array.from(types, (_, index) => index);
        const read = { types: Uint8Array.from(types), starts: spots, ends: spots.map((spot) => spot + 1) };
        expectTreeOfGrammar('x'.repeat(types.length), read);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('whatever the text', () => {
  test('the tree is well formed and the problem lies within the text', () => {
    fc.assert(
      fc.property(soup(40), (text) => {
        const { tree, problems } = parseText(text);
        expectWellFormed(tree);
        expect(problems.length).toBeLessThanOrEqual(1);
        for (const { message, span, fixes } of problems) {
          expect(message.length).toBeLessThanOrEqual(200);
          for (const { start, end } of [span, ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span))]) {
            expect(0 <= start && start <= end && end <= text.length).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test.each(['(', '[', '{', '- ', 'list<', 'f(', 'SELECT a FROM t UNION ', 'CASE ', '<', 'a.', 'a['])(
    '20,000 times %s does not exhaust the stack',
    (piece) => {
      for (const start of ['SELECT ', 'SELECT a FROM t WHERE b = ', 'CREATE TABLE t (a ', '']) {
        const { tree } = parseText(start + piece.repeat(20_000));
        expectWellFormed(tree);
      }
    },
  );

  test('deep but sensible nesting is read', () => {
    const text = `INSERT INTO t (a) VALUES (${'('.repeat(400)}1${')'.repeat(400)})`;
    expect(parseText(text).problems).toEqual([]);
  });
});

describe('the tree of a broken statement keeps what can be known', () => {
  test.each([
    ['SELECT a, b FORM ks.users WHERE id = 1', ['ks.users', 'a', 'b', 'id = 1']],
    ['SELECT a, FROM users WHERE id = 1 AND', ['users', 'a', 'id = 1']],
    ['SELECT FROM users WHERE id = 1', ['users', 'id = 1']],
    [
      'CREATE TABLE users (id uuid, name text email text, PRIMARY KEY (id)',
      ['users', 'id uuid', 'name text', 'email text'],
    ],
    ['CREATE TABLE users (id, name text, PRIMARY KEY (id))', ['users', 'name text']],
    ['INSERT INTO users (id, name VALUES (1, 2)', ['users', 'id', 'name']],
    ['UPDATE users SET name = WHERE id = 1', ['users', 'id = 1']],
    ['DELETE FORM users WHERE id = 1', ['users', 'id = 1']],
    ['SELECT a FROM users WHRE id = 1 ORDR BY b', ['users', 'a', 'id = 1', 'b']],
  ])('%s', (text, parts) => {
    const { tree, problems } = parseText(text);
    expect(problems).toHaveLength(1);
    const texts = textsOf(tree);
    for (const part of parts) expect(texts).toContain(part);
  });
});

test('a generated file is read without a problem', () => {
  const text = generate({ seed: 1, length: 100_000 });
  for (const statement of text.split(/;\n+(?=[A-Z\-/])/)) {
    if (/^(?:BEGIN|APPLY| )/.test(statement) || statement.includes('BEGIN BATCH')) continue;
    expect(parseText(statement).problems).toEqual([]);
  }
});

/** The parser's tree, or refusal, is that of ANTLR's interpreter of the same grammar. */
function expectTreeOfGrammar(text: string, tokens: Tokens): void {
  const expected = interpretedTree(tokens.types);
  const { tree, problems } = parser.parse(text, tokens);
  // Commands that cqlsh does not have, and strings left open, are refused though the grammar reads them.
  if (problems.length > 0 && expected !== undefined && mayBeRefused(expected, tokens.types.at(-1))) return;
  expect(problems.length === 0).toBe(expected !== undefined);
  if (expected !== undefined) expect([...tree.nodes]).toEqual(expected);
}

const mayBeRefused = (nodes: readonly number[], last: number | undefined): boolean =>
  nodes[2 * NODE_SIZE] === shellCommand || last === UNTERMINATED_STRING || last === UNTERMINATED_QUOTED;

function expectWellFormed(tree: SyntaxTree): void {
  const count = tree.nodes.length / NODE_SIZE;
  const walk = (node: number, from: number, to: number): number => {
    expect(from <= firstTokenOf(tree, node) && endTokenOf(tree, node) <= to).toBe(true);
    return subtreeEndOf(tree, node);
  };
  for (let node = 0; node < count; node++) {
    const end = subtreeEndOf(tree, node);
    expect(node < end && end <= count).toBe(true);
    let token = firstTokenOf(tree, node);
    for (let child = node + 1; child < end;) {
      const next = walk(child, token, endTokenOf(tree, node));
      token = endTokenOf(tree, child);
      child = next;
    }
  }
}

function textsOf(tree: SyntaxTree): readonly string[] {
  const texts: string[] = [];
  for (let node = 0; node < tree.nodes.length / NODE_SIZE; node++) {
    const first = firstTokenOf(tree, node);
    const end = endTokenOf(tree, node);
    if (end > first) texts.push(tree.text.slice(tree.tokens.starts[first], tree.tokens.ends[end - 1]));
  }
  return texts;
}

function spoilt(types: readonly number[], a: number, b: number, type: number, how: string): number[] {
  const result = [...types];
  const first = a % Math.max(1, types.length);
  const second = b % Math.max(1, types.length);
  if (how === 'drop') result.splice(first, 1);
  else if (how === 'double') result.splice(first, 0, types[first]!);
  else if (how === 'replace') result[first] = 1 + (type % 230);
  else [result[first], result[second]] = [types[second]!, types[first]!];
  return result.filter((kept) => kept !== undefined);
}
