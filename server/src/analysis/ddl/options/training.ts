import { TRAINING_OPTIONS } from '../../../catalog/builtin/compression-options.ts';
import { parseLong } from '../../java/numbers.ts';
import type { Complaint } from './compaction.ts';

/** Sizes and times need their units (`DataStorageSpec.IntBytesBound`, `DurationSpec.IntMinutesBound`). */
export function complaintAboutTraining(options: ReadonlyMap<string, string>): Complaint | undefined {
  for (const { name: option } of TRAINING_OPTIONS) {
    const text = options.get(option);
    if (text === undefined) continue;
    const reason = option === 'training_min_frequency' ? problemOfTime(text) : problemOfSize(text);
    if (reason !== undefined)
      return { message: `Unable to set value to parameter ${option}: ${text}. Reason: ${reason}`, option };
  }
  return undefined;
}

const BYTES: ReadonlyMap<string, bigint> = new Map([
  ['B', 1n],
  ['KiB', 1n << 10n],
  ['MiB', 1n << 20n],
  ['GiB', 1n << 30n],
]);

const MINUTES: ReadonlyMap<string, bigint> = new Map([
  ['m', 1n],
  ['h', 60n],
  ['d', 1440n],
]);

/** The greatest whole number means that there is none. */
const MOST = 2n ** 31n - 2n;

function problemOfSize(text: string): string | undefined {
  const wrong = `Invalid data storage: ${text}`;
  const [, digits, unit] = /^(\d+)(B|[KMG]iB)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined)
    return `${wrong} Accepted units:[BYTES, KIBIBYTES, MEBIBYTES, GIBIBYTES] where case matters and only non-negative values are accepted`;
  return problemOfMuch(digits, BYTES.get(unit), `${wrong}. It shouldn't be more than ${MOST} in bytes`);
}

function problemOfTime(text: string): string | undefined {
  const wrong = `Invalid duration: ${text}`;
  const accepted = 'Accepted units:[MINUTES, HOURS, DAYS]';
  const [, digits, unit] = /^(\d+)(d|h|s|ms|us|µs|ns|m)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined)
    return `${wrong} ${accepted} where case matters and only non-negative values.`;
  if (!MINUTES.has(unit)) return `${wrong} ${accepted}`;
  return problemOfMuch(digits, MINUTES.get(unit), `${wrong}. It shouldn't be more than ${MOST} in minutes`);
}

function problemOfMuch(digits: string, unit: bigint | undefined, tooMuch: string): string | undefined {
  const number = parseLong(digits);
  if (number === undefined) return `For input string: "${digits}"`;
  return number * (unit ?? 1n) > MOST ? tooMuch : undefined;
}
