import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PersistentMap } from '../../server/src/catalog/effects/persistent-map.ts';

const change = fc.record({
  key: fc.constantFrom(...'abcdefghijklmnopqrst'),
  value: fc.option(fc.nat(5), { nil: undefined }),
});

test('a persistent map does what a map does, and keeps its past', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      let map = PersistentMap.empty<number>();
      const model = new Map<string, number>();
      const past = [{ map, entries: [...map] }];
      for (const { key, value } of changes) {
        map = value === undefined ? map.delete(key) : map.set(key, value);
        if (value === undefined) model.delete(key);
        else model.set(key, value);
        past.push({ map, entries: [...model].toSorted() });
      }
      for (const { map: one, entries } of past) {
        expect([...one]).toEqual(entries);
        expect(one.size).toBe(entries.length);
        expect(entries.every(([key, value]) => one.has(key) && one.get(key) === value)).toBe(true);
        expect([...one.keys()]).toEqual(entries.map(([key]) => key));
        expect([...one.values()]).toEqual(entries.map(([, value]) => value));
      }
    }),
  );
});

test('a change that changes nothing gives the same map', () => {
  const map = PersistentMap.from([['a', 1] as const, ['b', 2] as const]);
  expect(map.set('a', 1)).toBe(map);
  expect(map.delete('c')).toBe(map);
});

test('it stays balanced under sorted keys', () => {
  let map = PersistentMap.empty<number>();
  for (let key = 0; key < 20_000; key += 1) map = map.set(String(key).padStart(6, '0'), key);
  for (let key = 0; key < 19_990; key += 1) map = map.delete(String(key).padStart(6, '0'));
  expect(map.size).toBe(10);
});
