import { expect, test } from 'vitest';
import { newMemory } from '../../server/src/text/memory.ts';

const nameOf = (): void => undefined;
const sizeOf = (): void => undefined;

test('an answer is worked out once for each question and thing', () => {
  const memory = newMemory();
  const [one, other] = [{}, {}];
  let asked = 0;
  const ask = (question: object, thing: object): number => memory.kept(question, thing, () => ++asked);
  expect([ask(nameOf, one), ask(nameOf, one), ask(nameOf, other), ask(sizeOf, one), ask(nameOf, other)]).toEqual([
    1, 1, 2, 3, 2,
  ]);
});

test('nothing known is an answer too', () => {
  const memory = newMemory();
  const thing = {};
  expect(memory.knows(nameOf, thing)).toBe(false);
  expect(memory.kept(nameOf, thing, () => undefined)).toBeUndefined();
  expect(memory.knows(nameOf, thing)).toBe(true);
  expect(memory.kept<string | undefined>(nameOf, thing, () => 'something else')).toBeUndefined();
});
