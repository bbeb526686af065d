import { asciiDigits, inRange } from './numbers.ts';

const NANOS_PER_DAY = 86_400_000_000_000n;

/** What the server says of a text that should be a `time`: nanoseconds, or `hh:mm:ss[.fffffffff]` (`TimeSerializer`). */
export function complaintAboutTime(text: string): string | undefined {
  if (/^-?\d+$/.test(text)) {
    const fits = inRange(text, 64) && BigInt(text) >= 0n && BigInt(text) < NANOS_PER_DAY;
    return fits ? undefined : `Unable to make long (for time) from: '${text}'`;
  }
  const match = /^([+-]?\d+):([+-]?\d+):([+-]?\d+)(?:\.\d{1,9})?$/.exec(asciiDigits(text.trim()));
  const [hour = -1, minute = -1, second = -1] = (match ?? []).slice(1, 4).map(Number);
  const fits = within(hour, 24) && within(minute, 60) && within(second, 60);
  return fits ? undefined : `(TimeType) Unable to coerce '${text}' to a formatted time (long)`;
}

/** Nanoseconds of the day that a text says which the server reads. */
export function nanosecondsOf(text: string): bigint | undefined {
  if (/^\d+$/.test(text)) return BigInt(text);
  const match = /^\+?(\d+):\+?(\d+):\+?(\d+)(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [hour = '0', minute = '0', second = '0', fraction = ''] = match.slice(1);
  const seconds = (BigInt(hour) * 60n + BigInt(minute)) * 60n + BigInt(second);
  return seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

const within = (value: number, limit: number): boolean => value >= 0 && value < limit;
