/** The thread, which is held for a while at a time. */
export interface Turn {
  /** It was held long enough. */
  isUp(): boolean;
  /** Lets go of it until it is there again. */
  next(): Promise<void>;
}

/** Takes the thread again as soon as everybody else has had it, or when something else lets it go on. */
export function newTurn(letGo: () => Promise<void> = forOthers): Turn {
  let since = performance.now();
  return {
    isUp: () => performance.now() - since > SLICE_MILLISECONDS,
    async next() {
      await letGo();
      since = performance.now();
    },
  };
}

/** Goes through all, and lets go of the thread whenever it was held for a while. */
export async function* inSlices<T>(all: Iterable<T>, turn: Turn = newTurn()): AsyncIterable<T> {
  for (const one of all) {
    if (turn.isUp()) await turn.next();
    yield one;
  }
}

const forOthers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Less than a frame of the screen. */
const SLICE_MILLISECONDS = 10;
