import { describe, expect, test } from 'vitest';
import { printExpression, printRelation, printType, statementOfKind } from './print.ts';

describe('what is selected', () => {
  test.each([
    ['a', 'a'],
    ['A', 'a'],
    ['"A""b"', 'A"b'],
    ['key', 'key'],
    ['*', '*'],
    ['count(*)', 'count(*)'],
    ['count(1)', 'count(integer:1)'],
    ['a.b.c', 'a.b.c'],
    ['k.f(a, 1)', 'k.f(a, integer:1)'],
    ['TOKEN(a, b)', 'token(a, b)'],
    ['k.token(a)', 'k.token(a)'],
    ['f(a).b[1]', 'f(a).b[integer:1]'],
    ["m['x']", "m['x']"],
    ['m[1..2]', 'm[integer:1..integer:2]'],
    ['m[1..]', 'm[integer:1..]'],
    ['m[..2]', 'm[..integer:2]'],
    ['a + b * 2 - 3', '((a + (b * integer:2)) - integer:3)'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b % c * d', '(((a / b) % c) * d)'],
    ['a * b + c * d', '((a * b) + (c * d))'],
    ['-a * b', '(-a * b)'],
    ['- -a', '--a'],
    ['(a + b) * c', '(tuple((a + b)) * c)'],
    ['(a, b)', 'tuple(a, b)'],
    ['(a + b)[1]', 'tuple((a + b))[integer:1]'],
    ['(int) ?', 'hint(int, ?)'],
    ['(k.u) {a: 1}', 'hint(user k.u, udt{a: integer:1})'],
    ['(list<int>) [1, 2]', 'hint(list<int>, [integer:1, integer:2])'],
    ['(int) (text) a', 'hint(int, hint(text, a))'],
    ["('x.Y') a", "hint('x.Y', a)"],
    ['CAST(a AS text)', 'cast(a as text)'],
    ['CAST(a + 1 AS text)', 'cast((a + integer:1) as text)'],
    ['"cast"(a)', 'cast(a)'],
    ['[a, 1]', '[a, integer:1]'],
    ['{}', 'set{}'],
    ['{1, 2}', 'set{integer:1, integer:2}'],
    ["{'a': 1, 'b': c}", "map{'a': integer:1, 'b': c}"],
    ['{a: 1, "B": 2}', 'udt{a: integer:1, B: integer:2}'],
    ["'it''s'", "'it's'"],
    ['$$a $ b$$', "'a $ b'"],
    ['1.5e3', 'float:1.5e3'],
    ['-1', 'integer:-1'],
    ['NaN', 'float:NaN'],
    ['-Infinity', 'float:-Infinity'],
    ['True', 'boolean:True'],
    ['0xCAFE', 'hex:0xCAFE'],
    ['123e4567-e89b-12d3-a456-426614174000', 'uuid:123e4567-e89b-12d3-a456-426614174000'],
    ['1h30m', 'duration:1h30m'],
    ['P1Y2M', 'duration:P1Y2M'],
    ['null', 'null'],
    ['?', '?'],
    [':x', ':x'],
    [': "X"', ':X'],
    ['${column}', 'unknown'],
    ['<your column>', 'unknown'],
    ['%s', 'unknown'],
    ['f(${x})', 'f(unknown)'],
    ['{{.Table}}(a)', '<{{.Table}}>(a)'],
    ['(SELECT a FROM b)', 'unknown'],
    ['count(DISTINCT a)', 'count(a)'],
  ])('%s is %s', (text, printed) => {
    const { selectors } = statementOfKind('select', `SELECT ${text} FROM t`);
    expect(selectors.map(({ expression }) => printExpression(expression))).toEqual([printed]);
    expect(selectors[0]!.span).toEqual({ start: 7, end: 7 + text.length });
  });
});

describe('types', () => {
  test.each([
    ['int', 'int'],
    ['TEXT', 'text'],
    ['varchar', 'varchar'],
    ['"text"', 'user text'],
    ['u', 'user u'],
    ['K.u', 'user k.u'],
    ['key', 'user key'],
    ['list<int>', 'list<int>'],
    ['Map<text, frozen<list<k.u>>>', 'map<text, frozen<list<user k.u>>>'],
    ['set<text>', 'set<text>'],
    ['tuple<int, text, blob>', 'tuple<int, text, blob>'],
    ['vector<float, 3>', 'vector<float; 3>'],
    ['vector<float, ${dimension}>', 'vector<float; undefined>'],
    ["'org.example.Type'", "'org.example.Type'"],
    ['${type}', 'unknown'],
    ['list<${type}>', 'list<unknown>'],
  ])('%s is %s', (text, printed) => {
    const { columns } = statementOfKind('create-table', `CREATE TABLE t (c ${text})`);
    expect(columns.map(({ type }) => printType(type))).toEqual([printed]);
    expect(columns[0]!.type.span).toEqual({ start: 18, end: 18 + text.length });
  });
});

describe('relations', () => {
  test.each([
    ['a = 1', 'a = integer:1'],
    ['"A" != 1', 'A != integer:1'],
    ['a <> 1', 'a != integer:1'],
    ['a ≤ 1', 'a <= integer:1'],
    ['a IN (1, ?)', 'a IN several(integer:1, ?)'],
    ['a IN ()', 'a IN several()'],
    ['a IN ?', 'a IN ?'],
    ['a IN :ids', 'a IN :ids'],
    ['a IN ${ids}', 'a IN unknown'],
    ['a IN (SELECT b FROM u)', 'a IN unknown'],
    ['a NOT IN (1)', 'a NOT IN several(integer:1)'],
    ['a CONTAINS 1', 'a CONTAINS integer:1'],
    ['a CONTAINS KEY 1', 'a CONTAINS KEY integer:1'],
    ['a NOT CONTAINS KEY 1', 'a NOT CONTAINS KEY integer:1'],
    ["a LIKE 'x%'", "a LIKE 'x%'"],
    ['a BETWEEN 1 AND 2', 'a BETWEEN integer:1 AND integer:2'],
    ['a IS NOT NULL', 'a IS NOT NULL'],
    ['a IS NULL', 'unknown'],
    ["a['x'] = 1", "a['x'] = integer:1"],
    ['(a, b) > (1, 2)', '(a, b) > tuple(integer:1, integer:2)'],
    ['(a, b) IN ((1, 2), ?)', '(a, b) IN several(tuple(integer:1, integer:2), ?)'],
    ['(a) = (1)', '(a) = tuple(integer:1)'],
    ['(a = 1)', 'a = integer:1'],
    ['token(a, b) >= token(1, 2)', 'token(a, b) >= token(integer:1, integer:2)'],
    ["expr(i, 'x')", "expr(i, 'x')"],
    ['f(a) = 1', 'unknown'],
    ['a + 1 = 2', 'unknown'],
    ['${column} = 1', '<${column}> = integer:1'],
    ['a = <value>', 'a = unknown'],
    ['${relation}', 'unknown'],
  ])('%s is %s', (text, printed) => {
    const { where } = statementOfKind('select', `SELECT * FROM t WHERE ${text}`);
    expect(where!.relations.map(printRelation)).toEqual([printed]);
    expect(where!.span).toEqual({ start: 16, end: 22 + text.length });
  });

  test('in parentheses stand side by side', () => {
    const { where } = statementOfKind('select', 'SELECT * FROM t WHERE (a = 1 AND (b = 2)) AND c = 3');
    expect(where!.relations.map(printRelation)).toEqual(['a = integer:1', 'b = integer:2', 'c = integer:3']);
  });

  test('of IF', () => {
    const { condition } = statementOfKind('update', 'UPDATE t SET a = 1 WHERE b = 2 IF c.d = 3 AND e[1] IN (2)');
    expect(condition?.kind === 'if' && condition.conditions.map(printRelation)).toEqual([
      'c.d = integer:3',
      'e[integer:1] IN several(integer:2)',
    ]);
  });
});
