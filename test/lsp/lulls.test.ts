import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lulls } from '../../server/src/lsp/lulls.ts';

/** How long the next lull is waited for while something is asked every few milliseconds, so many times. */
async function waited(times: number): Promise<number> {
  const { asked, next } = lulls();
  const asking = async (): Promise<void> => {
    for (let time = 0; time < times; time++) {
      asked();
      await sleep(5);
    }
  };
  asked();
  const from = performance.now();
  const done = next().then(() => performance.now() - from);
  const asks = asking();
  const found = await done;
  await asks;
  return found;
}

test('what nobody waits for is done once nothing is asked', async () => {
  const { next } = lulls();
  const from = performance.now();
  await next();
  const atOnce = performance.now() - from;
  const behind = await waited(10);
  expect(behind).toBeGreaterThan(50);
  expect(behind).toBeGreaterThan(atOnce);
});

test('it is done in the end where there is no end of questions', async () => {
  // Two hundred take a second and more.
  expect(await waited(200)).toBeLessThan(900);
});
