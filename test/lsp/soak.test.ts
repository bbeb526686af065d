import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FOUND, type Session } from './soak/found.ts';
import { peerHere, peerProcess } from './soak/peer.ts';
import { ask, start, step, type Ask, type Start, type Step } from './soak/steps.ts';
import { World } from './soak/world.ts';

// Sessions made at random. Whatever happens to texts, files, folders and settings, the server says in the end what a fresh one says of the
// same state; it answers no request with an error, and logs nothing. CQL_SOAK_SESSIONS and CQL_SOAK_SECONDS make it long,
// CQL_SOAK_SEED makes others,
// CQL_SOAK_WHOLE leaves a session that fails as long as it is.

const SESSIONS = Number(process.env.CQL_SOAK_SESSIONS ?? 12);
const SECONDS = Number(process.env.CQL_SOAK_SECONDS ?? 2);
const SEED = Number(process.env.CQL_SOAK_SEED ?? 1);

const steps = fc.array(step, { minLength: 1, maxLength: 12 });
const asks = fc.array(ask, { maxLength: 6 });

/** Of so many sessions, five comparisons each: a process that has not lived long has not seen what it will need. */
const WARM_UP = 200;

let compared = 0;

async function happens(world: World, all: readonly Step[], asked: readonly Ask[]): Promise<void> {
  for (const one of all) await world.do(one);
  compared += 1;
  expect(await world.difference(asked)).toBeUndefined();
  expect(world.complaints()).toEqual([]);
}

async function session(given: Start, parts: Session[1]): Promise<void> {
  const world = await World.begin(given, peerHere);
  try {
    for (const [all, asked] of parts) await happens(world, all, asked);
  } finally {
    await world.end();
  }
}

test('sessions end with the findings of a fresh server', { timeout: 3_600_000 }, () =>
  fc.assert(fc.asyncProperty(start, fc.array(fc.tuple(steps, asks), { minLength: 1, maxLength: 2 }), session), {
    numRuns: SESSIONS,
    seed: SEED,
    endOnFailure: process.env.CQL_SOAK_WHOLE !== undefined,
  }),
);

describe('sessions that once ended otherwise', () => {
  test.each(Object.entries(FOUND))('%s', (_, [given, parts]) => session(given, parts));
});

test('a process that lives long stays as large as it was', { timeout: 3_600_000 }, async () => {
  const until = Date.now() + SECONDS * 1000;
  let seed = SEED;
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { seed: (seed += 1), numRuns: 1 })[0]!;
  const given: Start = { ...sample(start), pulls: true, manyFolders: true };
  const world = await World.begin(given, peerProcess);
  const usages: ReturnType<typeof world.peer.usage>[] = [];
  try {
    while (Date.now() < until || usages.length < 3) {
      await world.again(sample(start));
      for (let part = 0; part < 5; part += 1) {
        const [all, asked] = [sample(steps), sample(asks)];
        try {
          await happens(world, all, asked);
        } catch (error) {
          throw new Error(`with the seed ${seed}`, { cause: error });
        }
      }
      usages.push(world.peer.usage());
    }
  } finally {
    await world.end();
  }
  const isOld = usages.length >= WARM_UP + 60;
  const lived = isOld ? usages.slice(WARM_UP) : usages;
  const third = Math.floor(lived.length / 3);
  const of = (what: 'memory' | 'files', part: number): number => {
    const values = lived.slice(part * third, (part + 1) * third).map((usage) => usage[what]);
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  };
  const thirds = (what: 'memory' | 'files'): readonly number[] => [0, 1, 2].map((part) => Math.round(of(what, part)));
  if (process.env.CQL_SOAK_SECONDS !== undefined)
    console.log(
      `${compared} comparisons; by thirds ${thirds('memory').join(', ')} MB, ${thirds('files').join(', ')} files open`,
    );
  if (isOld) expect(of('memory', 2)).toBeLessThanOrEqual(1.2 * of('memory', 0));
  expect(of('files', 2)).toBeLessThanOrEqual(of('files', 0));
});
