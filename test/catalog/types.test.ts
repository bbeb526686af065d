import { describe, expect, test } from 'vitest';
import {
  containsDuration,
  containsUnknown,
  isCounter,
  isMultiCell,
  printName,
  printType,
  referencesUserType,
  sameType,
  writeType,
  type CqlType,
} from '../../server/src/catalog/index.ts';
import { catalogOf } from './fixtures.ts';

const CATALOG =
  catalogOf(`USE k; CREATE TYPE u (a int, d duration); CREATE TYPE w (u frozen<u>); CREATE TYPE ring (r frozen<ring>);
  CREATE TYPE x (a int);`);

/** The type of a column declared so. */
const type = (text: string): CqlType =>
  catalogOf(`USE k; CREATE TABLE t (a int PRIMARY KEY, c ${text})`, CATALOG).table('k', 't')?.columns.get('c')
    ?.type ?? {
    kind: 'unknown',
  };

describe('types', () => {
  test.each([
    ['frozen<list<frozen<list<int>>>>', 'frozen<list<list<int>>>'],
    ['list<frozen<set<u>>>', 'list<frozen<set<u>>>'],
    ['frozen<tuple<frozen<list<int>>, frozen<u>>>', 'tuple<list<int>, u>'],
    ['map<text, frozen<map<int, frozen<u>>>>', 'map<text, frozen<map<int, u>>>'],
    ['frozen<map<int, tuple<list<int>>>>', 'frozen<map<int, tuple<list<int>>>>'],
    ['vector<float, 3>', 'vector<float, 3>'],
    ['varchar', 'text'],
  ])('%s is written %s, which means the same', (text, written) => {
    expect(writeType(type(text))).toBe(written);
    expect(printType(type(written))).toBe(printType(type(text)));
    expect(sameType(type(written), type(text))).toBe(true);
  });

  test.each([
    ['int', 'bigint'],
    ['list<int>', 'set<int>'],
    ['list<int>', 'frozen<list<int>>'],
    ['tuple<int>', 'tuple<int, int>'],
    ['vector<float, 2>', 'vector<float, 3>'],
    ['u', 'x'],
    ["'com.acme.A'", "'com.acme.B'"],
    ['${a}', '${a}'],
  ])('%s is not %s', (a, b) => expect(sameType(type(a), type(b))).toBe(false));

  test('predicates', () => {
    expect([type('counter'), type('bigint')].map(isCounter)).toEqual([true, false]);
    expect(
      ['list<int>', 'frozen<list<int>>', 'u', 'frozen<u>', 'tuple<int>', 'int'].map((text) => isMultiCell(type(text))),
    ).toEqual([true, false, true, false, false, false]);
    expect(
      ['duration', 'list<duration>', 'u', 'frozen<w>', 'tuple<int, frozen<w>>', 'x', 'frozen<ring>'].map((text) =>
        containsDuration(type(text), CATALOG, '6.0'),
      ),
    ).toEqual([true, true, true, true, true, false, false]);
    expect(
      (['5.0', '6.0'] as const).map((release) => containsDuration(type('vector<duration, 2>'), CATALOG, release)),
    ).toEqual([false, true]);
    expect(
      ['int', 'nope', 'list<frozen<nope>>', '${x}', 'w', 'frozen<ring>'].map((text) =>
        containsUnknown(type(text), CATALOG),
      ),
    ).toEqual([false, true, true, true, false, false]);
    expect(
      ['u', 'w', 'map<int, frozen<w>>', 'x'].map((text) => referencesUserType(type(text), 'k', 'u', CATALOG)),
    ).toEqual([true, true, true, false]);
  });
});

describe('names', () => {
  test.each([
    ['abc', 'abc'],
    ['a_1', 'a_1'],
    ['Abc', '"Abc"'],
    ['1a', '"1a"'],
    ['_a', '"_a"'],
    ['a"b', '"a""b"'],
    ['select', '"select"'],
    ['key', 'key'],
    ['default', 'default'],
    ['größe', '"größe"'],
    ['', '""'],
  ])('%s is printed %s', (name, printed) => expect(printName(name)).toBe(printed));

  test('3.11 reserves more', () => expect(printName('default', '3.11')).toBe('"default"'));
});
