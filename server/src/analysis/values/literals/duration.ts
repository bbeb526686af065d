/** Each of its parts counts by itself: a month is not a number of days. */
export interface Duration {
  readonly months: bigint;
  readonly days: bigint;
  readonly nanoseconds: bigint;
}

/** What the server says of a text that should be a `duration`. */
export function complaintAboutDuration(text: string): string | undefined {
  const read = text === '' ? undefined : readDuration(text);
  return typeof read === 'string' ? read : undefined;
}

/** The duration that a text says, or the server's complaint (`Duration.from`). */
export function readDuration(text: string): Duration | string {
  const source = text.replace(/^-/, '');
  const parts = source.startsWith('P') ? isoParts(source) : standardParts(source);
  if (parts === undefined) return `Unable to convert '${source}' to a duration`;
  const total = totalOf(parts);
  if (typeof total === 'string' || !text.startsWith('-')) return total;
  return { months: -total.months, days: -total.days, nanoseconds: -total.nanoseconds };
}

interface Part {
  readonly amount: bigint;
  readonly unit: Unit;
}

interface Unit {
  readonly name: string;
  /** Units come in this order. */
  readonly index: number;
  readonly total: 'months' | 'days' | 'nanoseconds';
  /** So many months, days or nanoseconds. */
  readonly size: bigint;
}

const unit = (name: string, index: number, total: Unit['total'], size: bigint): Unit => ({ name, index, total, size });

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ['y', unit('years', 1, 'months', 12n)],
  ['mo', unit('months', 2, 'months', 1n)],
  ['w', unit('weeks', 3, 'days', 7n)],
  ['d', unit('days', 4, 'days', 1n)],
  ['h', unit('hours', 5, 'nanoseconds', 3_600_000_000_000n)],
  ['m', unit('minutes', 6, 'nanoseconds', 60_000_000_000n)],
  ['s', unit('seconds', 7, 'nanoseconds', 1_000_000_000n)],
  ['ms', unit('milliseconds', 8, 'nanoseconds', 1_000_000n)],
  ['us', unit('microseconds', 9, 'nanoseconds', 1000n)],
  ['µs', unit('microseconds', 9, 'nanoseconds', 1000n)],
  ['ns', unit('nanoseconds', 10, 'nanoseconds', 1n)],
]);

const LIMITS = { months: 2n ** 31n - 1n, days: 2n ** 31n - 1n, nanoseconds: 2n ** 63n - 1n };

function standardParts(source: string): readonly Part[] | undefined {
  if (!/^(?:\d+(?:mo|ms|us|µs|ns|[ywdhsm]))+$/i.test(source)) return undefined;
  return partsOf([...source.matchAll(/(\d+)(mo|ms|us|µs|ns|[ywdhsm])/gi)].map((match) => [match[1], match[2]]));
}

function isoParts(source: string): readonly Part[] | undefined {
  const week = /^P(\d+)W$/.exec(source);
  if (source.endsWith('W')) return week === null ? undefined : partsOf([[week[1], 'w']]);
  const form = source.includes('-')
    ? /^P(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/
    : /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
  const match = form.exec(source);
  if (match === null) return undefined;
  return partsOf(['y', 'mo', 'd', 'h', 'm', 's'].map((symbol, index) => [match[index + 1], symbol]));
}

const partsOf = (pairs: readonly (readonly [string | undefined, string | undefined])[]): readonly Part[] =>
  pairs.flatMap(([digits, symbol]) => {
    const found = UNITS.get((symbol ?? '').toLowerCase());
    return digits === undefined || found === undefined ? [] : [{ amount: BigInt(digits), unit: found }];
  });

function totalOf(parts: readonly Part[]): Duration | string {
  const totals = { months: 0n, days: 0n, nanoseconds: 0n };
  let last: Unit | undefined;
  for (const {
    amount,
    unit: { name, index, total, size },
    unit: current,
  } of parts) {
    if (last !== undefined && index === last.index) return `Invalid duration. The ${name} are specified multiple times`;
    if (last !== undefined && index < last.index) return `Invalid duration. The ${last.name} should be after ${name}`;
    last = current;
    if (amount > (LIMITS[total] - totals[total]) / size) {
      return `Invalid duration. The total number of ${total} must be less or equal to 2147483647`;
    }
    totals[total] += amount * size;
  }
  return totals;
}
