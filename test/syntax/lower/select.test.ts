import { describe, expect, test } from 'vitest';
import { printAll, printExpression, printName, printQualified, printRelation, statementOfKind } from './print.ts';

describe('SELECT', () => {
  test('with every clause', () => {
    const text =
      'SELECT JSON DISTINCT a AS x, b FROM k.t WHERE c = 1 GROUP BY d, f(e) ORDER BY g DESC, v ANN OF ? ASC, h ' +
      'PER PARTITION LIMIT 2 LIMIT :l ALLOW FILTERING';
    const select = statementOfKind('select', text);
    const at = (span: { start: number; end: number } | undefined): string => text.slice(span?.start, span?.end);
    expect([select.json, select.distinct]).toEqual([true, true]);
    expect(select.selectors.map(({ alias }) => alias?.name)).toEqual(['x', undefined]);
    expect(printQualified(select.from)).toBe('k.t');
    expect(select.where!.relations.map(printRelation)).toEqual(['c = integer:1']);
    expect(printAll(select.groupBy)).toBe('d, f(e)');
    expect(at(select.groupBySpan)).toBe('GROUP BY d, f(e)');
    expect(select.orderBy.map(({ column, direction, annOf }) => [column.name, direction, annOf?.kind])).toEqual([
      ['g', 'DESC', undefined],
      ['v', 'ASC', 'marker'],
      ['h', undefined, undefined],
    ]);
    expect(at(select.orderBySpan)).toBe('ORDER BY g DESC, v ANN OF ? ASC, h');
    expect(printExpression(select.perPartitionLimit!.value)).toBe('integer:2');
    expect(printExpression(select.limit!.value)).toBe(':l');
    expect(at(select.allowFiltering)).toBe('ALLOW FILTERING');
    expect(select.template).toBeUndefined();
    expect(at(select.span)).toBe(text);
  });

  test.each([
    ['SELECT json FROM t', false, false, 'json'],
    ['SELECT JSON json FROM t', true, false, 'json'],
    ['SELECT json, a FROM t', false, false, 'json, a'],
    ['SELECT json AS j FROM t', false, false, 'json'],
    ['SELECT JSON distinct AS d FROM t', true, false, 'distinct'],
    ['SELECT DISTINCT a FROM t', false, true, 'a'],
    ['SELECT distinct FROM t', false, false, 'distinct'],
  ])('%s', (text, json, distinct, selected) => {
    const select = statementOfKind('select', text);
    const selectors = printAll(select.selectors.map(({ expression }) => expression));
    expect([select.json, select.distinct, selectors]).toEqual([json, distinct, selected]);
  });

  test('clauses in the wrong order count as if they stood right', () => {
    const select = statementOfKind('select', 'SELECT * FROM t LIMIT 1 ORDER BY a WHERE b = 2');
    expect(select.where!.relations.map(printRelation)).toEqual(['b = integer:2']);
    expect(select.orderBy.map(({ column }) => column.name)).toEqual(['a']);
    expect(printExpression(select.limit!.value)).toBe('integer:1');
  });

  test.each([
    ['SELECT * FROM t ${where}', true],
    ['SELECT * FROM t WHERE a = 1 ${rest}', true],
    ['SELECT * FROM t WHERE ${relations}', true],
    ['SELECT * FROM t WHERE a = ${value}', undefined],
    ['SELECT ${columns} FROM t', undefined],
  ])('%s may hold more than is seen: %s', (text, template) => {
    expect(statementOfKind('select', text).template).toBe(template);
  });

  test.each([
    ['FROM ${ks}.t', '<${ks}>.t'],
    ['FROM {{.Table}}', '<{{.Table}}>'],
    ['FROM <table>', '<<table>>'],
    ['FROM %s', '<%s>'],
    ['FROM ?', '<?>'],
    ['FROM :table', '<:table>'],
    ['FROM `Users`', 'users'],
    ['FROM “Users”', 'Users'],
    ['FROM _users', '_users'],
    ['FROM "a""b".Users', 'a"b.users'],
    ['FROM MUTATION_FRAGMENTS(k.t)', 'k.t'],
  ])('%s', (from, table) => {
    expect(printQualified(statementOfKind('select', `SELECT * ${from}`).from)).toBe(table);
  });

  test('names keep how they are written', () => {
    const { from } = statementOfKind('select', 'SELECT * FROM "K".T');
    expect(from).toEqual({
      keyspace: { name: 'K', text: '"K"', quoted: true, span: { start: 14, end: 17 } },
      name: { name: 't', text: 'T', quoted: false, span: { start: 18, end: 19 } },
      span: { start: 14, end: 19 },
    });
  });
});

describe('broken statements keep what can be known', () => {
  test.each([
    ['SELECT a, b FROM k.t WHERE', 'k.t', ['a', 'b']],
    ['SELECT a, b FROM k.t WHERE c =', 'k.t', ['a', 'b']],
    ['SELECT a, FROM k.t', 'k.t', ['a']],
    ['SELECT a FROM', 'nothing', ['a']],
  ])('%s', (text, table, columns) => {
    const select = statementOfKind('select', text);
    expect(printQualified(select.from)).toBe(table);
    const names = select.selectors.flatMap(({ expression }) =>
      expression.kind === 'column' ? [printName(expression.column)] : [],
    );
    expect(names.slice(0, columns.length)).toEqual(columns);
  });
});
