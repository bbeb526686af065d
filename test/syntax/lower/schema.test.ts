import { describe, expect, test } from 'vitest';
import type { CreateTable, OptionValue, PrimaryKey } from '../../../server/src/syntax/ast.ts';
import {
  printExpression,
  printName,
  printNames,
  printQualified,
  printRelation,
  printType,
  statementOf,
  statementOfKind,
} from './print.ts';

describe('keyspaces', () => {
  test('CREATE', () => {
    const { name, ifNotExists, options } = statementOfKind(
      'create-keyspace',
      `CREATE KEYSPACE IF NOT EXISTS "K" WITH Replication = {'class': 'SimpleStrategy'} AND durable_writes = false`,
    );
    expect([name?.name, ifNotExists]).toEqual(['K', true]);
    expect(options.map((option) => [option.name, printValue(option.value)])).toEqual([
      ['replication', "map{'class': 'SimpleStrategy'}"],
      ['durable_writes', 'word false'],
    ]);
  });

  test.each([
    ['CREATE KEYSPACE ${ks} WITH a = 1', 'create-keyspace', '<${ks}>'],
    ['ALTER KEYSPACE k WITH a = 1', 'alter-keyspace', 'k'],
    ['USE <keyspace>', 'use', '<<keyspace>>'],
    ['USE ?', 'use', '<?>'],
    ['USE "Shop"', 'use', 'Shop'],
  ])('%s', (text, kind, keyspace) => {
    const statement = statementOf(text);
    const named = statement.kind === 'use' ? statement.keyspace : 'name' in statement ? statement.name : undefined;
    expect(statement.kind).toBe(kind);
    expect(named !== undefined && 'text' in named && printName(named)).toBe(keyspace);
  });
});

describe('tables', () => {
  test('columns, keys, order and options', () => {
    const text =
      'CREATE TABLE IF NOT EXISTS k.t (a int, b text STATIC, c list<int> MASKED WITH DEFAULT, d int CHECK d > 1, ' +
      "PRIMARY KEY ((a, d), b)) WITH CLUSTERING ORDER BY (b DESC) AND COMPACT STORAGE AND comment = 'x' AND id = 5";
    const table = statementOfKind('create-table', text);
    expect([printQualified(table.name), table.ifNotExists, table.template]).toEqual(['k.t', true, undefined]);
    expect(printColumns(table)).toEqual(['a int', 'b text static', 'c list<int> masked', 'd int constrained']);
    expect(table.primaryKeys.map(printKey)).toEqual(['((a, d), b)']);
    expect(table.clusteringOrder.map(({ column, direction }) => `${column.name} ${direction}`)).toEqual(['b DESC']);
    expect(text.slice(table.compactStorage!.start, table.compactStorage!.end)).toBe('COMPACT STORAGE');
    expect(table.options.map((option) => [option.name, printValue(option.value)])).toEqual([
      ['comment', "'x'"],
      ['id', 'integer:5'],
    ]);
  });

  test('a key on its column, and SQL habits that are read as what was meant', () => {
    const table = statementOfKind('create-table', 'CREATE TABLE t (a VARCHAR(20) PRIMARY KEY, b int DEFAULT 1 NULL,)');
    expect(printColumns(table)).toEqual(['a varchar key', 'b int']);
    const named = statementOfKind('create-table', 'CREATE TABLE t (a int, CONSTRAINT p PRIMARY KEY (a))');
    expect(named.primaryKeys.map(printKey)).toEqual(['((a))']);
  });

  test.each([
    ['CREATE TABLE t (a int PRIMARY KEY, ${columns})', true],
    ['CREATE TABLE t (a int PRIMARY KEY) WITH ${options}', true],
    ['CREATE TABLE ${t} (a ${type} PRIMARY KEY)', undefined],
  ])('%s may hold more than is seen: %s', (text, template) => {
    expect(statementOfKind('create-table', text).template).toBe(template);
  });

  test('CREATE TABLE LIKE', () => {
    const like = statementOfKind('create-table-like', "CREATE TABLE a.t LIKE b.u WITH INDEXES AND comment = 'x'");
    expect([printQualified(like.name), printQualified(like.source)]).toEqual(['a.t', 'b.u']);
    expect(like.options.map(({ name }) => name)).toEqual(['comment']);
  });

  test.each([
    ['ADD a int', { kind: 'add', ifNotExists: false, columns: ['a'] }],
    ['ADD IF NOT EXISTS (a int, b text)', { kind: 'add', ifNotExists: true, columns: ['a', 'b'] }],
    ['DROP a', { kind: 'drop', ifExists: false, columns: ['a'] }],
    ['DROP IF EXISTS (a, b) USING TIMESTAMP 5', { kind: 'drop', ifExists: true, columns: ['a', 'b'], timestamp: true }],
    ['RENAME a TO b AND c TO "D"', { kind: 'rename', ifExists: false, pairs: ['a b', 'c D'] }],
    ['ALTER a TYPE text', { kind: 'alter-type', column: 'a', type: 'text' }],
    ['ALTER IF EXISTS a MASKED WITH f(1)', { kind: 'mask', ifExists: true, column: 'a', mask: 'function' }],
    ['ALTER a DROP MASKED', { kind: 'mask', ifExists: false, column: 'a', mask: 'drop' }],
    ['ALTER a CHECK a > 1', { kind: 'check', ifExists: false, column: 'a', constraint: 1 }],
    ['ALTER a DROP CHECK', { kind: 'check', ifExists: false, column: 'a', dropped: true }],
    ['DROP COMPACT STORAGE', { kind: 'drop-compact-storage' }],
    ['TTL a', { kind: 'row-ttl', column: 'a' }],
    ['TTL NULL', { kind: 'row-ttl', column: undefined }],
    ["WITH comment = 'x' AND cdc = true", { kind: 'options', options: ['comment', 'cdc'] }],
  ])('ALTER TABLE t %s', (text, expected) => {
    const { name, change } = statementOfKind('alter-table', `ALTER TABLE k.t ${text}`);
    expect(printQualified(name)).toBe('k.t');
    const plain: Record<string, unknown> = { ...change };
    if ('columns' in change)
      plain['columns'] = change.columns.map((each) => ('type' in each ? each.name.name : each.name));
    if ('pairs' in change) plain['pairs'] = change.pairs.map(({ from, to }) => `${from.name} ${to.name}`);
    if ('column' in change) plain['column'] = change.column?.name;
    if ('type' in change) plain['type'] = printType(change.type);
    if ('mask' in change) plain['mask'] = change.mask === 'drop' ? 'drop' : change.mask.kind;
    if ('constraint' in change) plain['constraint'] = change.constraint?.conditions.length;
    if ('options' in change) plain['options'] = change.options.map((option) => option.name);
    if ('timestamp' in change && change.timestamp !== undefined) plain['timestamp'] = true;
    expect(plain).toEqual(expected);
  });
});

describe('types, indexes, views', () => {
  test('CREATE TYPE', () => {
    const { name, fields } = statementOfKind('create-type', 'CREATE TYPE k.u (a int, B frozen<list<text>>,)');
    expect(printQualified(name)).toBe('k.u');
    expect(fields.map((field) => `${field.name.name} ${printType(field.type)}`)).toEqual([
      'a int',
      'b frozen<list<text>>',
    ]);
  });

  test.each([
    ['ADD a int', 'add'],
    ['RENAME a TO b', 'rename'],
    ['ALTER a TYPE int', 'alter'],
  ])('ALTER TYPE u %s', (text, kind) => {
    expect(statementOfKind('alter-type', `ALTER TYPE u ${text}`).change.kind).toBe(kind);
  });

  test('CREATE INDEX', () => {
    const index = statementOfKind(
      'create-index',
      "CREATE CUSTOM INDEX IF NOT EXISTS i ON k.t (a, values(b), KEYS(c), entries(d), full(e), keys) USING 'sai' WITH OPTIONS = {'x': 'y'}",
    );
    expect([index.custom, index.ifNotExists, printQualified(index.name), printQualified(index.table)]).toEqual([
      true,
      true,
      'i',
      'k.t',
    ]);
    expect(index.targets.map(({ of, column }) => `${of ?? ''} ${column.name}`)).toEqual([
      ' a',
      'values b',
      'keys c',
      'entries d',
      'full e',
      ' keys',
    ]);
    expect(index.using?.value).toBe('sai');
    expect(index.options.map(({ name }) => name)).toEqual(['options']);
  });

  test('an index without a name', () => {
    const index = statementOfKind('create-index', 'CREATE INDEX ON t (a)');
    expect([index.name, index.custom, index.using]).toEqual([undefined, false, undefined]);
  });

  test('CREATE MATERIALIZED VIEW', () => {
    const view = statementOfKind(
      'create-view',
      "CREATE MATERIALIZED VIEW k.v AS SELECT a, b FROM k.t WHERE a IS NOT NULL PRIMARY KEY ((a), b) WITH CLUSTERING ORDER BY (b ASC) AND comment = 'x'",
    );
    expect([printQualified(view.name), printQualified(view.select?.from), printKey(view.primaryKey!)]).toEqual([
      'k.v',
      'k.t',
      '((a), b)',
    ]);
    expect(view.select!.where!.relations.map(printRelation)).toEqual(['a IS NOT NULL']);
    expect(view.clusteringOrder.map(({ column, direction }) => `${column.name} ${direction}`)).toEqual(['b ASC']);
    expect(view.options.map(({ name }) => name)).toEqual(['comment']);
  });

  test('ALTER MATERIALIZED VIEW', () => {
    const view = statementOfKind('alter-view', 'ALTER MATERIALIZED VIEW IF EXISTS k.v WITH id = 1');
    expect([printQualified(view.name), view.ifExists, view.options.length]).toEqual(['k.v', true, 1]);
  });
});

describe('functions, aggregates, triggers', () => {
  test('CREATE FUNCTION', () => {
    const created = statementOfKind(
      'create-function',
      'CREATE OR REPLACE FUNCTION k.f (a int, b list<text>) RETURNS NULL ON NULL INPUT RETURNS text LANGUAGE java AS $$return a;$$',
    );
    expect([printQualified(created.name), created.orReplace, created.ifNotExists, created.onNull]).toEqual([
      'k.f',
      true,
      false,
      'returns-null',
    ]);
    expect(created.parameters.map(({ name, type }) => `${name.name} ${printType(type)}`)).toEqual([
      'a int',
      'b list<text>',
    ]);
    expect([printType(created.returns!), created.language?.name, created.body?.value]).toEqual([
      'text',
      'java',
      'return a;',
    ]);
  });

  test('CREATE AGGREGATE', () => {
    const created = statementOfKind(
      'create-aggregate',
      'CREATE AGGREGATE IF NOT EXISTS k.a (int, text) SFUNC f STYPE tuple<int, int> FINALFUNC g INITCOND (0, 0)',
    );
    expect([printQualified(created.name), created.ifNotExists]).toEqual(['k.a', true]);
    expect(created.parameters.map(printType)).toEqual(['int', 'text']);
    expect([created.stateFunction?.name, printType(created.stateType!), created.finalFunction?.name]).toEqual([
      'f',
      'tuple<int, int>',
      'g',
    ]);
    expect(printExpression(created.initialCondition!)).toBe('tuple(integer:0, integer:0)');
  });

  test('CREATE TRIGGER', () => {
    const created = statementOfKind('create-trigger', "CREATE TRIGGER x ON k.t USING 'a.B'");
    expect([created.name?.name, printQualified(created.table), created.className?.value]).toEqual(['x', 'k.t', 'a.B']);
  });
});

describe('DROP', () => {
  test.each([
    ['KEYSPACE IF EXISTS k', 'keyspace', 'k'],
    ['TABLE k.t', 'table', 'k.t'],
    ['COLUMNFAMILY t', 'table', 't'],
    ['TYPE IF EXISTS k.u', 'type', 'k.u'],
    ['INDEX k.i', 'index', 'k.i'],
    ['MATERIALIZED VIEW v', 'view', 'v'],
    ['FUNCTION k.f', 'function', 'k.f'],
    ['AGGREGATE IF EXISTS a (int)', 'aggregate', 'a'],
    ['TRIGGER x ON k.t', 'trigger', 'x'],
  ])('DROP %s', (text, what, name) => {
    const drop = statementOfKind('drop', `DROP ${text}`);
    expect([drop.what, printQualified(drop.name), drop.ifExists]).toEqual([what, name, text.includes('IF EXISTS')]);
  });

  test('parameters tell overloads apart', () => {
    expect(statementOfKind('drop', 'DROP FUNCTION f (int, list<text>)').parameters?.map(printType)).toEqual([
      'int',
      'list<text>',
    ]);
    expect(statementOfKind('drop', 'DROP FUNCTION f ()').parameters).toEqual([]);
    expect(statementOfKind('drop', 'DROP FUNCTION f').parameters).toBeUndefined();
    expect(printQualified(statementOfKind('drop', 'DROP TRIGGER x ON k.t').on)).toBe('k.t');
  });
});

function printColumns(table: CreateTable): readonly string[] {
  return table.columns.map((column) =>
    [
      column.name.name,
      printType(column.type),
      ...(column.static ? ['static'] : []),
      ...(column.primaryKey === undefined ? [] : ['key']),
      ...(column.mask === undefined ? [] : ['masked']),
      ...(column.constraints.length === 0 ? [] : ['constrained']),
    ].join(' '),
  );
}

function printKey({ partition, clustering }: PrimaryKey): string {
  return `((${printNames(partition)})${clustering.length === 0 ? '' : `, ${printNames(clustering)}`})`;
}

function printValue(value: OptionValue): string {
  switch (value.kind) {
    case 'literal':
      return printExpression(value.literal);
    case 'word':
      return `word ${value.word}`;
    case 'map':
      return printExpression(value);
    case 'unknown':
      return 'unknown';
  }
}
