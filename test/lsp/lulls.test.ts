import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lulls } from '../../server/src/lsp/lulls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** How many milliseconds the next lull is waited for while something is asked every five, so many times. */
async function waited(times: number): Promise<number> {
  const { asked, next } = lulls();
  const from = performance.now();
  asked();
  const done = next().then(() => performance.now() - from);
  for (let time = 0; time < times; time++) {
    await vi.advanceTimersByTimeAsync(5);
    asked();
  }
  await vi.runAllTimersAsync();
  return done;
}

test('what nobody waits for is done once nothing is asked', async () => {
  const { next } = lulls();
  const from = performance.now();
  const done = next();
  await vi.runAllTimersAsync();
  await done;
  expect(performance.now() - from).toBeLessThan(5);
  const behind = await waited(10);
  expect(behind).toBeGreaterThan(50);
  expect(behind).toBeLessThan(100);
});

test('it is done in the end where there is no end of questions', async () => {
  // Two hundred take a second.
  expect(await waited(200)).toBeLessThan(900);
});
