import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';

const CLI = 'server/dist/cli.cjs';

/** The nice value of each thread of a process, by its id (proc(5), field 19 of stat). */
function priorities(pid: number): ReadonlyMap<number, number> {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  return new Map(
    threads.map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return [thread, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    }),
  );
}

// A process that yields already, as under nice(1), has nothing to lower.
test.runIf(process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL)(
  'threads that compile and collect garbage yield to the main thread',
  async () => {
    const child = spawn(process.execPath, [CLI, 'dry-run', '--jsonl'], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write('{"id": 1, "script": []}\n');
    await once(child.stdout, 'data');
    const found = priorities(child.pid!);
    child.stdin.end();
    await once(child, 'close');
    const own = found.get(child.pid!)!;
    const others = [...found].filter(([thread]) => thread !== child.pid).map(([, nice]) => nice);
    expect(own).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
    expect(others.filter((nice) => nice === constants.priority.PRIORITY_BELOW_NORMAL).length).toBeGreaterThanOrEqual(1);
  },
);
