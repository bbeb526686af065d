import type { Tally } from './tally.ts';

/** A share that is wanted of a run. */
export interface Share {
  readonly name: string;
  readonly part: number;
  readonly whole: number;
  readonly wanted: number;
}

const leastMet = 20;

/** The shares that a tally is held against. */
export function sharesOf(tally: Tally): readonly Share[] {
  const all = tally.refused - tally.faults - tally.ofData - tally.listedRefusals;
  const found = all - tally.misses;
  const sameKind = found - tally.otherKinds;
  return [
    { name: 'refusals found', part: found, whole: all, wanted: 0.99 },
    { name: 'of these with the same kind', part: sameKind, whole: found, wanted: 0.99 },
    { name: 'of these with the same words', part: sameKind - tally.otherMessages, whole: sameKind, wanted: 0.95 },
    {
      name: 'statements with warnings that come with the same on both sides',
      part: tally.sameWarnings,
      whole: tally.sameWarnings + tally.otherWarnings,
      wanted: 0.95,
    },
    ...[...tally.templates]
      .filter(([, { refusals }]) => refusals >= leastMet)
      .map(([template, { found: part, refusals: whole }]) => ({
        name: `found: ${template}`,
        part,
        whole,
        wanted: 0.95,
      })),
  ];
}

/** How seldom bad luck alone may fail a share that is just as wanted. */
const luck = 0.001;

/**
 * Whether a run shows that a share is below the wanted one: were it as wanted, so few would come up once in a thousand runs.
 * The more is counted the closer this is to the plain comparison.
 */
export function isLow({ part, whole, wanted }: Share): boolean {
  return part < whole * wanted && atMost(part, whole, wanted) < luck;
}

export const percentOf = ({ part, whole }: Share): string =>
  `${(whole === 0 ? 100 : (part / whole) * 100).toFixed(2)} %`;

/** The probability of at most `part` successes of `whole`, for a part below the mean. */
function atMost(part: number, whole: number, chance: number): number {
  let term = Math.exp(
    lnFactorial(whole) -
      lnFactorial(part) -
      lnFactorial(whole - part) +
      part * Math.log(chance) +
      (whole - part) * Math.log(1 - chance),
  );
  let sum = 0;
  for (let count = part; count >= 0 && term > sum * 1e-9; count--) {
    sum += term;
    term *= (count * (1 - chance)) / ((whole - count + 1) * chance);
  }
  return sum;
}

function lnFactorial(n: number): number {
  if (n < 10) return Math.log([1, 1, 2, 6, 24, 120, 720, 5040, 40_320, 362_880][n] ?? 1);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}
