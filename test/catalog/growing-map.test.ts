import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingMap } from '../../server/src/catalog/effects/growing-map.ts';

// Each step lets one of the maps that are there already grow, the last or an older one.
const step = fc.record({ of: fc.nat(), key: fc.constantFrom(...'abcdefghij') });

test('a growing map does what a map does, and each of those that it grew from keeps its entries', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const made = [{ map: GrowingMap.from(new Map([['z', 0]])), model: new Map([['z', 0]]) }];
      for (const [value, { of, key }] of steps.entries()) {
        const { map, model } = made[of % 2 === 0 ? made.length - 1 : of % made.length]!;
        if (!map.has(key)) made.push({ map: map.with(key, value), model: new Map(model).set(key, value) });
      }
      for (const { map, model } of made) {
        expect([...map]).toEqual([...model]);
        expect([...map.keys()]).toEqual([...model.keys()]);
        expect([...map.values()]).toEqual([...model.values()]);
        expect(map.size).toBe(model.size);
        for (const key of 'abcdefghijz') {
          expect(map.has(key)).toBe(model.has(key));
          expect(map.get(key)).toBe(model.get(key));
        }
      }
    }),
  );
});
