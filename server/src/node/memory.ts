import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives memory back to the system when nothing has been asked for a while. What a large file left behind when it was read would
 * otherwise stay with the process until as much again is needed.
 */
export function tidying(): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let settled = 0;
  const tidy = (): void => {
    if (getHeapStatistics().total_heap_size < settled + WORTH_IT) return;
    const collect = collector();
    if (Number.parseInt(process.versions.node, 10) < 22) {
      // Without notice of the options; the second time it gives back what the first has freed.
      collect?.();
      collect?.();
    } else {
      collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    }
    settled = getHeapStatistics().total_heap_size;
  };
  return {
    soon() {
      clearTimeout(timer);
      timer = setTimeout(tidy, QUIET_MILLISECONDS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** A pause of somebody who types is shorter. */
const QUIET_MILLISECONDS = 2000;
const WORTH_IT = 8_000_000;

type Collector = (options?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** V8's own collector, where the engine lets it be called. */
function collector(): Collector | undefined {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return typeof found === 'function' ? (found as Collector) : undefined;
}
