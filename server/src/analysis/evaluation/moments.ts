import { readInteger } from './bytes.ts';
import type { Value } from './value.ts';

/** How two timestamps sort whatever the zone of the server; `undefined` where that decides. */
export function compareMoments(one: Value | undefined, other: Value | undefined): -1 | 0 | 1 | undefined {
  const [a, b] = [momentsOf(one), momentsOf(other)];
  if (a === undefined || b === undefined) return undefined;
  if (a.isLocal === b.isLocal && a.said === b.said) return 0;
  if (last(a) < first(b)) return -1;
  return last(b) < first(a) ? 1 : undefined;
}

/** Two timestamps differ, whatever the zone of the server. */
export function momentsApart(one: Value, other: Value): boolean {
  const order = compareMoments(one, other);
  if (order !== undefined) return order !== 0;
  const [a, b] = [momentsOf(one), momentsOf(other)];
  if (a === undefined || b === undefined || a.said < WHOLE_MINUTES_SINCE) return false;
  return (a.said - b.said) % MINUTE !== 0n;
}

interface Moment {
  /** Milliseconds since 1970. */
  readonly said: bigint;
  /** The offset of the server's zone is to be added. */
  readonly isLocal: boolean;
}

function momentsOf(value: Value | undefined): Moment | undefined {
  if (value?.kind === 'known' && value.bytes.length === 8) return { said: readInteger(value.bytes), isLocal: false };
  if (value?.kind !== 'open' || value.local === undefined) return undefined;
  return { said: value.local, isLocal: true };
}

const first = ({ said, isLocal }: Moment): bigint => (isLocal ? said - WIDEST_OFFSET : said);
const last = ({ said, isLocal }: Moment): bigint => (isLocal ? said + WIDEST_OFFSET : said);

const WIDEST_OFFSET = 18n * 3_600_000n;
const MINUTE = 60_000n;
/** The offsets of all zones are whole minutes since 1972. */
const WHOLE_MINUTES_SINCE = 3n * 365n * 86_400_000n;
