/** Goes through all, and lets go of the thread whenever it was held for a while. */
export async function* inSlices<T>(all: Iterable<T>): AsyncIterable<T> {
  let since = performance.now();
  for (const one of all) {
    if (performance.now() - since > SLICE_MILLISECONDS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    yield one;
  }
}

/** Goes on with what may take long until it is done, and lets go of the thread whenever time is up. */
export async function inTurns(goOn: (isUp: () => boolean) => boolean): Promise<void> {
  for (;;) {
    const since = performance.now();
    if (goOn(() => performance.now() - since > SLICE_MILLISECONDS)) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Less than a frame of the screen. */
const SLICE_MILLISECONDS = 10;
