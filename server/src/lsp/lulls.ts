/** Finds the time for what nobody waits for: when nothing was asked for a moment. */
export interface Lulls {
  /** Something was asked just now. */
  asked(): void;
  /** The next one; soon enough where there is no end of questions. */
  next(): Promise<void>;
}

export function lulls(): Lulls {
  let asked = -MOMENT;
  return {
    asked() {
      asked = performance.now();
    },
    async next() {
      const since = performance.now();
      let left = 0;
      do {
        await new Promise((resolve) => setTimeout(resolve, left));
        left = asked + MOMENT - performance.now();
      } while (left > 0 && performance.now() - since < LONGEST);
    },
  };
}

/** Milliseconds: an editor asks for several things at once, one behind another. */
const MOMENT = 25;
/** Milliseconds. */
const LONGEST = 150;
