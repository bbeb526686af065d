import fc from 'fast-check';
import type { Session } from './found.ts';
import { peerHere, peerProcess, type Peer } from './peer.ts';
import { ask, start, step, type Ask, type Start, type Step } from './steps.ts';
import { World } from './world.ts';

const steps = fc.array(step, { minLength: 1, maxLength: 12 });
const asks = fc.array(ask, { maxLength: 6 });

const session: fc.Arbitrary<Session> = fc.tuple(start, fc.array(fc.tuple(steps, asks), { minLength: 1, maxLength: 2 }));

/** Throws where the server ends otherwise than a fresh one begins, or complains. */
export async function runSession([given, parts]: Session): Promise<void> {
  const world = await World.begin(given, peerHere);
  try {
    for (const [all, asked] of parts) await happens(world, all, asked);
  } finally {
    await world.end();
  }
}

/** Runs sessions made at random; throws with the shortest that ends otherwise, or as it was found. */
export function runSessions(wanted: {
  readonly sessions: number;
  readonly seed: number;
  readonly asFound: boolean;
}): Promise<void> {
  return fc.assert(fc.asyncProperty(session, runSession), {
    numRuns: wanted.sessions,
    seed: wanted.seed,
    endOnFailure: wanted.asFound,
  });
}

/** What a process was through that had many sessions, one after the other. */
export interface Life {
  readonly comparisons: number;
  /** Whether it has lived long enough to have seen what it needs. */
  readonly isOld: boolean;
  /** Megabytes and open files in the thirds of its life, without its youth. */
  readonly memory: readonly number[];
  readonly files: readonly number[];
}

/** Of so many sessions, five comparisons each: a process that has not lived long has not seen what it will need. */
const YOUTH = 200;

/** One server, for which folders, files and settings come and go until that is over. */
export async function runLife(seed: number, isOver: () => boolean): Promise<Life> {
  let next = seed;
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { seed: (next += 1), numRuns: 1 })[0]!;
  const given: Start = { ...sample(start), pulls: true, manyFolders: true };
  const world = await World.begin(given, peerProcess);
  const usages: ReturnType<Peer['usage']>[] = [];
  let comparisons = 0;
  try {
    while (!isOver() || usages.length < 3) {
      await world.again(sample(start));
      for (let part = 0; part < 5; part += 1) {
        const [all, asked] = [sample(steps), sample(asks)];
        try {
          await happens(world, all, asked);
        } catch (error) {
          throw new Error(`with the seed ${next}`, { cause: error });
        }
        comparisons += 1;
      }
      usages.push(world.peer.usage());
    }
  } finally {
    await world.end();
  }
  const isOld = usages.length >= YOUTH + 60;
  const lived = isOld ? usages.slice(YOUTH) : usages;
  const third = Math.floor(lived.length / 3);
  const middle = (what: 'memory' | 'files', part: number): number => {
    const values = lived.slice(part * third, (part + 1) * third).map((usage) => usage[what]);
    return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!);
  };
  const thirds = (what: 'memory' | 'files'): readonly number[] => [0, 1, 2].map((part) => middle(what, part));
  return { comparisons, isOld, memory: thirds('memory'), files: thirds('files') };
}

/** What is wrong with a life: it went on growing. */
export function growthOf({ isOld, memory, files }: Life): string | undefined {
  if (isOld && memory[2]! > 1.2 * memory[0]!) return `it grew from ${memory[0]} to ${memory[2]} MB`;
  return files[2]! > files[0]! ? `it had ${files[0]} files open, and then ${files[2]}` : undefined;
}

async function happens(world: World, all: readonly Step[], asked: readonly Ask[]): Promise<void> {
  for (const one of all) await world.do(one);
  const differs = await world.difference(asked);
  if (differs !== undefined) throw new Error(differs);
  const complaints = world.complaints();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
