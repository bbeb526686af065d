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

/** Less than a frame of the screen. */
const SLICE_MILLISECONDS = 10;
