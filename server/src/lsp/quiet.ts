/** Runs something once things are quiet: at once, or so long after the last call. */
export interface Quiet {
  now(): void;
  soon(): void;
  stop(): void;
}

/** Something that waits for so many milliseconds without a call. */
export function whenQuiet(milliseconds: number, run: () => void): Quiet {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    now() {
      stop();
      run();
    },
    soon() {
      stop();
      timer = setTimeout(run, milliseconds);
    },
    stop,
  };
}
