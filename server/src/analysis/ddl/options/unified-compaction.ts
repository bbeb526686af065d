import { type CassandraRelease, existsIn } from '../../../text/release.ts';
import type { Complaint } from './compaction.ts';
import { parseFloating, parseInteger, parseLong } from '../../java/numbers.ts';

type Texts = ReadonlyMap<string, string>;

/** The sub-options of UnifiedCompactionStrategy, in the server's order (`unified.Controller.validateOptions`). */
export function complaintAboutUnified(options: Texts, release: CassandraRelease): Complaint | undefined {
  return (
    complaintAboutScaling(options) ??
    complaintAboutShards(options) ??
    complaintAboutTargetSize(options) ??
    complaintAboutFlushSize(options) ??
    complaintAboutCount(options) ??
    complaintAboutFrequency(options) ??
    complaintAboutBoolean(options, 'unsafe_aggressive_sstable_expiration') ??
    (existsIn(release, { since: '6.0' }) ? complaintAboutBoolean(options, 'parallelize_output_shards') : undefined) ??
    complaintAboutOverlaps(options) ??
    complaintAboutLeastSize(options) ??
    complaintAboutGrowth(options)
  );
}

const complain = (option: string, message: string): Complaint => ({ message, option });

function complaintAboutScaling(options: Texts): Complaint | undefined {
  const text = options.get('scaling_parameters');
  // Java's `split` leaves out what is empty at the end, but gives an empty text as it is.
  const parts = text?.split(',') ?? [];
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  if (parts.length === 1 && parts[0] === '' && text !== '') parts.pop();
  for (const value of parts.map((part) => part.trim())) {
    const match = /^(?:N|[LT](\d+)|[+-]?\d+)$/.exec(value);
    if (match === null) {
      return complain('scaling_parameters', `Scaling parameter ${value} must match N|L[0-9]+|T[0-9]+|[+-]?[0-9]+`);
    }
    if (match[1] !== undefined && Number(match[1]) < 2) {
      return complain('scaling_parameters', `Fan factor cannot be lower than 2 in ${value}`);
    }
  }
  return undefined;
}

function complaintAboutShards(options: Texts): Complaint | undefined {
  const text = options.get('base_shard_count');
  if (text === undefined) return undefined;
  const count = parseInteger(text);
  if (count === undefined)
    return complain('base_shard_count', `${text} is not a parsable int (base10) for base_shard_count`);
  return count <= 0
    ? complain('base_shard_count', `Invalid configuration, base_shard_count should be positive: ${count}`)
    : undefined;
}

const MEBIBYTE = 1_048_576;

function complaintAboutTargetSize(options: Texts): Complaint | undefined {
  const option = 'target_sstable_size';
  const text = options.get(option);
  if (text === undefined) return undefined;
  const size = parseBytes(text);
  if (typeof size !== 'number')
    return complain(option, `${option} ${text} is not a valid size in bytes: ${size.problem}`);
  if (size >= 2 ** 63) return complain(option, `${option} ${text} is out of range of Long.`);
  return size < MEBIBYTE ? tooSmall(option, text) : undefined;
}

function complaintAboutFlushSize(options: Texts): Complaint | undefined {
  const option = 'flush_size_override';
  const text = options.get(option);
  if (text === undefined) return undefined;
  const size = parseBytes(text);
  if (typeof size !== 'number')
    return complain(option, `${option} ${text} is not a valid size in bytes: ${size.problem}`);
  return size < MEBIBYTE ? tooSmall(option, text) : undefined;
}

const tooSmall = (option: string, text: string): Complaint =>
  complain(option, `${option} ${text} is not acceptable, size must be at least 1.000MiB`);

function complaintAboutCount(options: Texts): Complaint | undefined {
  const option = 'max_sstables_to_compact';
  const text = options.get(option);
  return text === undefined || parseInteger(text) !== undefined
    ? undefined
    : complain(option, `${text} is not a parsable int (base10) for ${option}`);
}

function complaintAboutFrequency(options: Texts): Complaint | undefined {
  const option = 'expired_sstable_check_frequency_seconds';
  const text = options.get(option);
  if (text === undefined) return undefined;
  const seconds = parseLong(text);
  if (seconds === undefined) return complain(option, `${text} is not a parsable long (base10) for ${option}`);
  return seconds <= 0n
    ? complain(option, `Invalid configuration, ${option} should be positive: ${seconds}`)
    : undefined;
}

function complaintAboutBoolean(options: Texts, option: string): Complaint | undefined {
  const text = options.get(option);
  return text === undefined || /^(?:true|false)$/i.test(text)
    ? undefined
    : complain(option, `${option} should either be 'true' or 'false', not ${text}`);
}

function complaintAboutOverlaps(options: Texts): Complaint | undefined {
  const option = 'overlap_inclusion_method';
  const text = options.get(option);
  return text === undefined || ['NONE', 'SINGLE', 'TRANSITIVE'].includes(text.toUpperCase())
    ? undefined
    : complain(option, `Invalid overlap inclusion method ${text}. The valid options are [NONE, SINGLE, TRANSITIVE].`);
}

function complaintAboutLeastSize(options: Texts): Complaint | undefined {
  const option = 'min_sstable_size';
  const text = options.get(option);
  if (text === undefined) return undefined;
  const size = parseBytes(text);
  if (typeof size !== 'number') return complain(option, `${text} is not a valid size in bytes for ${option}`);
  if (size <= -1)
    return complain(option, `Invalid configuration, ${option} should be greater than or equal to 0 (zero)`);
  const target = parseBytes(options.get('target_sstable_size') ?? '1GiB');
  if (typeof target !== 'number' || Math.trunc(size) < Math.ceil(Math.ceil(target) * Math.SQRT1_2)) return undefined;
  const message = `Invalid configuration, ${option} (${printBytes(Math.trunc(size))}) should be less than 70% of the targetSSTableSize (${printBytes(Math.ceil(target))})`;
  return complain(option, message);
}

function complaintAboutGrowth(options: Texts): Complaint | undefined {
  const option = 'sstable_growth';
  const text = options.get(option);
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const digits = trimmed.replace(/%$/, '').trim();
  const value = parseFloating(digits);
  if (value === undefined) {
    const problem = digits === '' ? 'empty String' : `For input string: "${digits}"`;
    return complain(option, `${option} is not a valid number between 0 and 1: ${problem}`);
  }
  const share = trimmed.endsWith('%') ? value / 100 : value;
  return share < 0 || share > 1 ? complain(option, `${option} ${text} must be between 0 and 1`) : undefined;
}

const PREFIXES = 'qryzafpnum KMGTPEZYRQ';

/** A size such as `1GiB` or `500 MB` (`FBUtilities.parseHumanReadable`). */
function parseBytes(text: string): number | { readonly problem: string } {
  if (!text.endsWith('B')) return { problem: `${text} does not end in unit B` };
  const end = text.length - 1;
  const number = /^(?:NaN|[+-]?Infinity|[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(0, end));
  if (number === null) return { problem: 'null' };
  let value = Number(number[0]);
  let at = number[0].length;
  const power = /^\*2\^([+-]?\d+)/.exec(text.slice(at, end));
  if (power !== null && !/[eE]/.test(number[0])) {
    value *= 2 ** Number(power[1]);
    at += power[0].length;
  }
  while (at < end && /\s/.test(text.charAt(at))) at += 1;
  const prefix = at < end ? PREFIXES.indexOf(text.charAt(at)) - PREFIXES.indexOf(' ') : 0;
  if (at < end && PREFIXES.includes(text.charAt(at))) {
    at += 1;
    if (at < end && text.charAt(at) === 'i') {
      at += 1;
      value *= 2 ** (10 * prefix);
    } else {
      value *= 1000 ** prefix;
    }
  }
  return at === end ? value : { problem: `Unexpected characters between pos ${at} and ${end} in ${text}` };
}

/** `FBUtilities.prettyPrintMemory`. */
function printBytes(size: number): string {
  const prefix = size === 0 ? 0 : Math.floor(Math.floor(Math.log2(Math.abs(size))) / 10);
  return prefix <= 0 ? `${size}B` : `${(size / 2 ** (10 * prefix)).toFixed(3)}${' KMGTPE'.charAt(prefix)}iB`;
}
