import { describe, expect, test } from 'vitest';
import { labelsAt, offeredAt } from './completing.ts';

// What is offered while one types must not get in the way: editors take the first suggestion with Enter or Tab.

const FILES = {
  'schema.cql': `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
    CREATE TABLE shop.orders (id uuid, c int, note text, PRIMARY KEY (id, c));
    CREATE TABLE shop.orders_by_day (day date PRIMARY KEY, c_id uuid);
    CREATE TABLE shop.days (day date PRIMARY KEY, day_id uuid);`,
};

describe('nothing is offered', () => {
  test.each([
    ['after the bracket of a column list', 'CREATE TABLE shop.foo (|'],
    ['after a comma of a column list whose table has a key', 'CREATE TABLE shop.foo (id uuid PRIMARY KEY, |'],
    ['for the name of a column', 'CREATE TABLE shop.foo (o|'],
    ['for the name of a field', 'CREATE TYPE shop.ty (o|'],
    ['for the name of a table in the keyspace in use', 'USE shop; CREATE TABLE s|'],
    ['for the name of a table in a keyspace', 'CREATE TABLE shop.o|'],
    ['for the name of an index', 'CREATE INDEX b|'],
    ['for an alias', 'SELECT c AS n|'],
    ['for a new name of a column', 'ALTER TABLE shop.orders RENAME c TO n|'],
    ['where a table is written in full, though another one goes on', 'SELECT * FROM shop.orders|'],
    ['where a column is written in full, though another one goes on', 'SELECT day| FROM shop.days'],
    ['where a type is written in full', 'CREATE TABLE shop.foo (note text|'],
    ['where a keyword is written in full', 'SELECT * FROM shop.orders ORDER BY c DESC|'],
    ['where a keyword is written in full, in lower case', 'SELECT * FROM shop.orders ORDER BY c desc|'],
    ['where BATCH is written in full', 'BEGIN BATCH|'],
  ])('%s', (_, marked) => {
    expect(labelsAt(marked, FILES)).toEqual([]);
  });
});

test('a key is offered in a column list for who asks, and once it is begun', () => {
  expect(labelsAt('CREATE TABLE shop.foo (id uuid, |', FILES)).toEqual(['PRIMARY KEY']);
  expect(labelsAt('CREATE TABLE shop.foo (id uuid, P|', FILES)).toEqual(['PRIMARY KEY']);
});

test('a keyspace is offered before a new name, unless that may be what is begun', () => {
  expect(labelsAt('CREATE TABLE |', FILES)).toEqual(['IF NOT EXISTS', 'shop']);
  expect(labelsAt('CREATE TABLE s|', FILES)).toEqual(['shop']);
  expect(labelsAt('USE shop; CREATE TABLE sh|', FILES)).toEqual(['shop']);
});

test('keywords come in the case in which the word is begun, else in that of the statement', () => {
  expect(labelsAt('SELECT * FROM shop.orders wh|', FILES)).toEqual(['where']);
  expect(labelsAt('SELECT * FROM shop.orders W|', FILES)).toEqual(['WHERE']);
  expect(labelsAt('select * from shop.orders |', FILES)).toContain('where');
  expect(labelsAt('SELECT * FROM shop.orders |', FILES)).toContain('WHERE');
});

test('what begins otherwise than the typed word is not offered', () => {
  expect(labelsAt('SELECT * FROM shop.orders WHERE no|', FILES)).toEqual(['note']);
  expect(labelsAt('SELECT * FROM shop.da|', FILES)).toEqual(['days']);
});

test('a type with parameters is compared by its bare name, so that a comma leaves it behind', () => {
  const entries = offeredAt('CREATE TABLE shop.foo (note ma|', FILES);
  expect(entries).toMatchObject([
    { label: 'map<text, text>', text: 'map<', snippet: 'map<${1:text}, ${2:text}>', filter: 'map' },
  ]);
});
