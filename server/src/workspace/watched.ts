import type { Surroundings } from '../modeling/surroundings.ts';

/** Surroundings that remember what was asked of them, so that what was concluded can be told to hold still. */
export interface Watched {
  readonly surroundings: Surroundings;
  /** Whether the same questions would be answered the same; `undefined` where nothing was asked. */
  holds(): ((now: Surroundings) => boolean) | undefined;
}

export function watched(surroundings: Surroundings): Watched {
  const questions: ((now: Surroundings) => boolean)[] = [];
  const asked = <T>(ask: (of: Surroundings) => T, same: (a: T, b: T) => boolean): T => {
    const answer = ask(surroundings);
    questions.push((now) => same(answer, ask(now)));
    return answer;
  };
  return {
    surroundings: {
      ...surroundings,
      usesOf: (table) => asked((of) => of.usesOf(table), sameItems),
      copiesOf: (table) => asked((of) => of.copiesOf(table), sameItems),
      before: (at) => asked((of) => of.before(at), Object.is),
    },
    holds: () => (questions.length === 0 ? undefined : (now) => questions.every((question) => question(now))),
  };
}

const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
