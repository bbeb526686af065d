import { parseArgs } from 'node:util';
import { growthOf, runLife, runSessions } from './sessions.ts';

// Many sessions, of which so many go on at once: most of their time they wait, as people do. Those of one seed are few, so that what one of
// them finds is soon found again: `npm run soak -- 25 --seed 4711`.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    'as-found': { type: 'boolean', default: false },
    life: { type: 'boolean', default: false },
  },
});
const WANTED = Number(positionals[0] ?? 1000);
const OF_A_SEED = 25;
const AT_ONCE = 32;

const first = Number(values.seed);
const since = performance.now();
const seconds = (): string => `${Math.round((performance.now() - since) / 1000)} s`;
const seeds = Math.ceil(WANTED / OF_A_SEED);
let [taken, done, failed, isOver] = [0, 0, 0, false];

async function takeSeeds(): Promise<void> {
  while (taken < seeds) {
    const seed = first + taken;
    taken += 1;
    try {
      await runSessions({ sessions: OF_A_SEED, seed, asFound: values['as-found'] });
    } catch (error) {
      failed += 1;
      console.log(`with the seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    }
    done += OF_A_SEED;
    if (done % 1000 === 0) console.log(`${done} sessions, ${failed} seeds failed, ${seconds()}`);
  }
}

async function live(): Promise<void> {
  const life = await runLife(first, () => isOver);
  const { comparisons, memory, files } = life;
  const thirds = `by thirds ${memory.join(', ')} MB, ${files.join(', ')} files open`;
  console.log(`a process through ${comparisons} comparisons: ${thirds}${life.isOld ? '' : ' (it is young)'}`);
  const growth = growthOf(life);
  if (growth === undefined) return;
  failed += 1;
  console.log(growth);
}

const life = values.life
  ? live().catch((error: unknown) => {
      failed += 1;
      console.log('a process that lives long', error);
    })
  : undefined;
await Promise.all(Array.from({ length: AT_ONCE }, takeSeeds));
isOver = true;
await life;
const { user, system } = process.cpuUsage();
console.log(
  `${done} sessions in ${seconds()}, ${Math.round((user + system) / 1e6)} s of a processor; ${failed} failed`,
);
process.exit(failed === 0 ? 0 : 1);
