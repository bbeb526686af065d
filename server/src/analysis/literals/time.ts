import { inRange } from './numbers.ts';

const NANOS_PER_DAY = 86_400_000_000_000n;

/** What the server says of a text that should be a `time`: nanoseconds, or `hh:mm:ss[.fffffffff]` (`TimeSerializer`). */
export function complaintAboutTime(text: string): string | undefined {
  if (/^-?\d+$/.test(text)) {
    const fits = inRange(text, 64n) && BigInt(text) >= 0n && BigInt(text) < NANOS_PER_DAY;
    return fits ? undefined : `Unable to make long (for time) from: '${text}'`;
  }
  const match = /^([+-]?\d+):([+-]?\d+):([+-]?\d+)(?:\.\d{1,9})?$/.exec(text.trim());
  const [hour = -1, minute = -1, second = -1] = (match ?? []).slice(1, 4).map(Number);
  const fits = within(hour, 24) && within(minute, 60) && within(second, 60);
  return fits ? undefined : `(TimeType) Unable to coerce '${text}' to a formatted time (long)`;
}

const within = (value: number, limit: number): boolean => value >= 0 && value < limit;
