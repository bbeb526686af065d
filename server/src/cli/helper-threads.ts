import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets the threads that compile hot code and collect garbage take what the main thread leaves of the processor. There are four of
 * them, and on two cores they took it a sixth of its time. Linux alone has a priority for each thread (setpriority(2), "C
 * library/kernel differences") and lists them; elsewhere nothing happens.
 */
export function yieldToMainThread(): void {
  // A process that yields already, as under nice(1), has nothing to lower.
  if (process.platform !== 'linux' || getPriority() >= constants.priority.PRIORITY_BELOW_NORMAL) return;
  try {
    const threads = readdirSync('/proc/self/task').map(Number);
    // Where /proc counts as another namespace does, its numbers are not those of our threads.
    if (!threads.includes(process.pid)) return;
    for (const thread of threads)
      if (thread !== process.pid) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or without the right to: they stay as they are.
  }
}
