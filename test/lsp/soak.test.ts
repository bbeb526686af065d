import { describe, expect, test } from 'vitest';
import { FOUND } from './soak/found.ts';
import { growthOf, runLife, runSession, runSessions } from './soak/sessions.ts';

// Sessions made at random. Whatever happens to texts, files, folders and settings, the server says in the end what a fresh one says of the
// same state; it answers no request with an error, and logs nothing. `npm run soak` runs many thousands of them.

test('sessions end with the findings of a fresh server', { timeout: 600_000 }, () =>
  runSessions({ sessions: 12, seed: 1, asFound: false }),
);

describe('sessions that once ended otherwise', () => {
  test.each(Object.entries(FOUND))('%s', (_, one) => runSession(one));
});

test('a process that lives long stays as large as it was', { timeout: 600_000 }, async () => {
  const until = Date.now() + 2000;
  expect(growthOf(await runLife(1, () => Date.now() >= until))).toBeUndefined();
});
