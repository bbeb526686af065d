import { constants } from 'node:os';

/** Runs something to its end although a signal tells the process to stop; it stops afterwards. */
export function uninterrupted<T>(run: () => T): T {
  const stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return run();
  } finally {
    // What came meanwhile is told before the next turn.
    setImmediate(() => {
      for (const signal of SIGNALS) process.off(signal, stop);
    });
  }
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
