import { describe, expect, test } from 'vitest';
import type { Insert } from '../../../server/src/syntax/ast.ts';
import {
  printAll,
  printAssignment,
  printExpression,
  printNames,
  printQualified,
  printRelation,
  statementOfKind,
} from './print.ts';

describe('INSERT', () => {
  test.each([
    ['(a, "B") VALUES (1, ?)', '(a, B) values (integer:1, ?)'],
    ["JSON '{}'", "json '{}'"],
    ['JSON :row DEFAULT UNSET', 'json :row default UNSET'],
    ['JSON ? DEFAULT NULL', 'json ? default NULL'],
    ['JSON ${row}', 'json unknown'],
    ['VALUES (1, 2)', '() values (integer:1, integer:2)'],
    ['(${columns}) VALUES (${values})', '(<${columns}>) values (unknown)'],
    ['${rest}', 'unknown'],
  ])('%s', (text, printed) => {
    const { into, values } = statementOfKind('insert', `INSERT INTO k.t ${text}`);
    expect(printQualified(into)).toBe('k.t');
    expect(printValues(values)).toBe(printed);
  });

  test('with IF NOT EXISTS and USING, in any order', () => {
    for (const tail of ['IF NOT EXISTS USING TTL 1 AND TIMESTAMP :t', 'USING TIMESTAMP :t AND TTL 1 IF NOT EXISTS']) {
      const { condition, using } = statementOfKind('insert', `INSERT INTO t (a) VALUES (1) ${tail}`);
      expect(condition?.kind).toBe('not-exists');
      expect(printExpression(using!.ttl!.value)).toBe('integer:1');
      expect(printExpression(using!.timestamp!.value)).toBe(':t');
    }
  });

  test.each([
    ['INSERT INTO t (a) VALUES (1) ${tail}', true],
    ['INSERT INTO t (a) VALUES (1) USING ${ttl}', true],
    ['INSERT INTO ${table} (a) VALUES (${b})', undefined],
  ])('%s may hold more than is seen: %s', (text, template) => {
    expect(statementOfKind('insert', text).template).toBe(template);
  });
});

describe('UPDATE', () => {
  test.each([
    ['a = 1', 'a = integer:1'],
    ['a = b', 'a = b'],
    ['a = a + 1', 'a: add integer:1 (a)'],
    ['a = a - 1', 'a: subtract integer:1 (a)'],
    ['a = a -1', 'a: add integer:-1 (a)'],
    ['a = a 1', 'a: add integer:1 (a)'],
    ['a = b + {1}', 'a: add set{integer:1} (b)'],
    ['a = [1] + a', 'a: prepend [integer:1] (a)'],
    ['a = a - 1 + 2', 'a: subtract (integer:1 + integer:2) (a)'],
    ['a = 1 + 2 + a', 'a: prepend (integer:1 + integer:2) (a)'],
    ['a = 1 + 2', 'a = (integer:1 + integer:2)'],
    ['a += 1', 'a: add integer:1'],
    ['a -= {1}', 'a: subtract set{integer:1}'],
    ["a['x'] = 1", "a['x'] = integer:1"],
    ['a.b = ?', 'a.b = ?'],
    ['a = ${value}', 'a = unknown'],
  ])('%s', (text, printed) => {
    const { assignments } = statementOfKind('update', `UPDATE t SET ${text} WHERE k = 1`);
    expect(assignments.map(printAssignment)).toEqual([printed]);
    expect(assignments[0]!.span).toEqual({ start: 13, end: 13 + text.length });
  });

  test('with clauses in any order', () => {
    for (const text of [
      'UPDATE k.t USING TTL 1 SET a = 1 WHERE b = 2 IF c = 3',
      'UPDATE k.t SET a = 1 USING TTL 1 IF c = 3 WHERE b = 2',
    ]) {
      const update = statementOfKind('update', text);
      expect(printQualified(update.table)).toBe('k.t');
      expect(printExpression(update.using!.ttl!.value)).toBe('integer:1');
      expect(update.where!.relations.map(printRelation)).toEqual(['b = integer:2']);
      expect(update.condition?.kind).toBe('if');
    }
  });

  test('IF EXISTS', () => {
    expect(statementOfKind('update', 'UPDATE t SET a = 1 WHERE b = 2 IF EXISTS').condition?.kind).toBe('exists');
  });
});

describe('DELETE', () => {
  test('columns, elements and fields', () => {
    const { targets, from, using } = statementOfKind(
      'delete',
      "DELETE a, b['x'], c.d FROM k.t USING TIMESTAMP 5 WHERE e = 1",
    );
    expect(targets.map(({ column }) => column.name)).toEqual(['a', 'b', 'c']);
    expect(targets[1]!.key === undefined ? undefined : printExpression(targets[1]!.key)).toBe("'x'");
    expect(targets[2]!.field?.name).toBe('d');
    expect(printQualified(from)).toBe('k.t');
    expect(printExpression(using!.timestamp!.value)).toBe('integer:5');
  });

  test('whole rows', () => {
    expect(statementOfKind('delete', 'DELETE FROM t WHERE a = 1').targets).toEqual([]);
  });
});

describe('BATCH and TRANSACTION', () => {
  test.each([
    ['BEGIN BATCH', 'logged'],
    ['BEGIN UNLOGGED BATCH', 'unlogged'],
    ['BEGIN COUNTER BATCH', 'counter'],
  ])('%s', (begin, type) => {
    const text = `${begin} USING TIMESTAMP 1 INSERT INTO t (a) VALUES (1); UPDATE t SET a = 1 WHERE b = 2 DELETE FROM t WHERE a = 1; APPLY BATCH`;
    const batch = statementOfKind('batch', text);
    expect(batch.type).toBe(type);
    expect(batch.using?.timestamp).toBeDefined();
    expect(batch.statements.map(({ kind, span }) => [kind, text.slice(span.start, span.end)])).toEqual([
      ['insert', 'INSERT INTO t (a) VALUES (1)'],
      ['update', 'UPDATE t SET a = 1 WHERE b = 2'],
      ['delete', 'DELETE FROM t WHERE a = 1'],
    ]);
  });

  test('a transaction', () => {
    const { lets, result, writes } = statementOfKind(
      'transaction',
      'BEGIN TRANSACTION LET x = (SELECT a FROM t WHERE b = 1); SELECT x.a; ' +
        'IF x.a = 1 THEN UPDATE t SET a = 2 WHERE b = 1; END IF COMMIT TRANSACTION',
    );
    expect(lets.map(({ name, select }) => [name.name, printQualified(select.from)])).toEqual([['x', 't']]);
    expect(printAll(result!.selectors.map(({ expression }) => expression))).toBe('x.a');
    expect(writes.map(({ kind }) => kind)).toEqual(['update']);
  });
});

function printValues(values: Insert['values']): string {
  switch (values.kind) {
    case 'values':
      return `(${printNames(values.columns)}) values (${printAll(values.values)})`;
    case 'json': {
      const tail = values.default === undefined ? '' : ` default ${values.default}`;
      return `json ${printExpression(values.json)}${tail}`;
    }
    case 'unknown':
      return 'unknown';
  }
}
