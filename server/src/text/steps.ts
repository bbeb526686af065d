/** Work that takes a while. Whoever does it may let go of the thread wherever it yields. */
export type Steps<Result> = Generator<void, Result>;

/** Does all of it now. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
