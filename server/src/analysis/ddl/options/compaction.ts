import { COMPACTION_OPTIONS, COMPACTION_STRATEGIES } from '../../../catalog/builtin/compaction-options.ts';
import { namesIn, type OptionClass } from '../../../catalog/builtin/options.ts';
import { type CassandraRelease, existsIn } from '../../../text/release.ts';
import { isJavaClass, mayBeInstalled } from '../../judging/installed.ts';
import type { RefusalKind, Session } from '../../judging/verdict-model.ts';
import { capacityOfCopy, inHashOrder } from '../../java/hash-order.ts';
import { complaintAboutUnified } from './unified-compaction.ts';
import { parseFloating, parseInteger, parseLong, printDouble } from '../../java/numbers.ts';
import { printList } from '../../java/print-list.ts';

type Texts = ReadonlyMap<string, string>;

/** What the server says of an option's sub-options, and which of them is guilty, if one is. */
export interface Complaint {
  readonly message: string;
  readonly option?: string;
  /** Where it is not `config`. */
  readonly error?: RefusalKind;
}

/** First half: the class exists, and the sub-option that the table itself reads (`CompactionParams.fromMap`). */
export function complaintAboutCompaction(
  entries: Texts,
  release: CassandraRelease,
  session: Session,
): Complaint | undefined {
  const name = entries.get('class');
  if (name === undefined) return { message: "Missing sub-option 'class' for the 'compaction' option" };
  const strategy = strategyOf(name, release);
  if (strategy === 'unknown') {
    if (isJavaClass(name)) {
      const message = existsIn(release, { since: '6.0' })
        ? `Invalid compaction strategy class '${name}': must extend or implement ${PACKAGE}AbstractCompactionStrategy`
        : `Compaction strategy class ${name} is not derived from AbstractReplicationStrategy`;
      return { message, option: 'class' };
    }
    return mayBeInstalled(name, session)
      ? undefined
      : { message: `Unable to find compaction strategy class '${name}'`, option: 'class' };
  }
  if (strategy === undefined) {
    return {
      message: `Unable to find compaction strategy class '${PACKAGE}${name.replace(PACKAGE, '')}'`,
      option: 'class',
    };
  }
  const overlapping = entries.get('provide_overlapping_tombstones')?.toUpperCase();
  if (overlapping !== undefined && !['NONE', 'ROW', 'CELL'].includes(overlapping)) {
    const message = `Invalid value ${overlapping} for 'provide_overlapping_tombstones' compaction sub-option - must be one of the following [NONE, ROW, CELL].`;
    return { message, option: 'provide_overlapping_tombstones' };
  }
  return undefined;
}

/** Second half: the strategy's own sub-options, then the thresholds (`CompactionParams.validate`). */
export function complaintAboutStrategy(
  entries: Texts,
  release: CassandraRelease,
  session: Session,
): Complaint | undefined {
  const strategy = strategyOf(entries.get('class') ?? '', release);
  if (strategy === undefined || strategy === 'unknown') return undefined;
  const options = new Map(entries);
  options.delete('class');
  const thresholds = strategy.name !== 'UnifiedCompactionStrategy';
  const total =
    options.size + (thresholds ? ['min_threshold', 'max_threshold'].filter((key) => !options.has(key)).length : 0);

  const complaint = complaintAboutCommon(options) ?? strategy.check(options, release);
  if (complaint !== undefined) return complaint;
  if (
    session.stock === true &&
    strategy.name === 'TimeWindowCompactionStrategy' &&
    options.get(UNSAFE)?.toLowerCase() === 'true'
  )
    return complain(
      UNSAFE,
      `${UNSAFE} is requested but not allowed, restart cassandra with -Dcassandra.allow_${UNSAFE}=true to allow it`,
    );
  const known = new Set(namesIn([...COMPACTION_OPTIONS, ...strategy.options], release));
  const unknown = inHashOrder(
    [...options.keys()].filter((key) => !known.has(key)),
    capacityOfCopy(total),
  );
  const [first] = unknown;
  if (first !== undefined) {
    return {
      message: `Properties specified ${printList(unknown)} are not understood by ${strategy.name}`,
      option: first,
    };
  }
  return thresholds ? complaintAboutThresholds(options) : undefined;
}

const UNSAFE = 'unsafe_aggressive_sstable_expiration';

const PACKAGE = 'org.apache.cassandra.db.compaction.';

interface Strategy extends Pick<OptionClass, 'name' | 'lifetime' | 'options'> {
  readonly check: (options: Texts, release: CassandraRelease) => Complaint | undefined;
}

/** Classes outside of Cassandra's own package may be anything. */
function strategyOf(name: string, release: CassandraRelease): Strategy | 'unknown' | undefined {
  if (name.includes('.') && !name.startsWith(PACKAGE)) return 'unknown';
  const simple = name.replace(PACKAGE, '');
  return STRATEGIES.find((strategy) => strategy.name === simple && existsIn(release, strategy.lifetime));
}

/** What strategies say of their own options. */
const CHECKS: Readonly<Record<(typeof COMPACTION_STRATEGIES)[number]['name'], Strategy['check']>> = {
  SizeTieredCompactionStrategy: complaintAboutSizes,
  LeveledCompactionStrategy: (options, release) =>
    complaintAboutLevels(options, release) ?? complaintAboutSizes(options),
  TimeWindowCompactionStrategy: (options) => complaintAboutWindows(options) ?? complaintAboutSizes(options),
  DateTieredCompactionStrategy: (options) => complaintAboutDates(options) ?? complaintAboutSizes(options),
  UnifiedCompactionStrategy: complaintAboutUnified,
};

const STRATEGIES: readonly Strategy[] = [
  ...COMPACTION_STRATEGIES.map((strategy) => ({ ...strategy, check: CHECKS[strategy.name] })),
  // A fault of the server, where it says nothing against the sub-options.
  { name: 'AbstractCompactionStrategy', lifetime: {}, options: [], check: () => undefined },
];

const complain = (option: string, message: string): Complaint => ({ message, option });

const notInteger = (text: string, option: string): Complaint =>
  complain(option, `${text} is not a parsable int (base10) for ${option}`);

function complaintAboutCommon(options: Texts): Complaint | undefined {
  const threshold = options.get('tombstone_threshold');
  if (threshold !== undefined) {
    const value = parseFloating(threshold);
    if (value === undefined) return notInteger(threshold, 'tombstone_threshold');
    if (value < 0)
      return complain('tombstone_threshold', `tombstone_threshold must be greater than 0, but was ${value.toFixed(6)}`);
  }
  const interval = options.get('tombstone_compaction_interval');
  if (interval !== undefined) {
    const value = parseLong(interval);
    if (value === undefined) return notInteger(interval, 'tombstone_compaction_interval');
    if (value < 0n) {
      return complain(
        'tombstone_compaction_interval',
        `tombstone_compaction_interval must be greater than 0, but was ${value}`,
      );
    }
  }
  const unchecked = options.get('unchecked_tombstone_compaction');
  if (unchecked !== undefined && !isBoolean(unchecked)) {
    const message = `'unchecked_tombstone_compaction' should be either 'true' or 'false', not '${unchecked}'`;
    return complain('unchecked_tombstone_compaction', message);
  }
  const logAll = options.get('log_all');
  if (logAll !== undefined && !isBoolean(logAll)) {
    return complain('log_all', `'log_all' should either be 'true' or 'false', not ${logAll}`);
  }
  const enabled = options.get('enabled');
  if (enabled !== undefined && !isBoolean(enabled)) {
    return complain('enabled', `enabled should either be 'true' or 'false', not ${enabled}`);
  }
  return undefined;
}

const isBoolean = (text: string): boolean => /^(?:true|false)$/i.test(text);

function complaintAboutSizes(options: Texts): Complaint | undefined {
  const size = options.get('min_sstable_size');
  if (size !== undefined) {
    const value = parseLong(size);
    if (value === undefined) return notInteger(size, 'min_sstable_size');
    if (value < 0n) return complain('min_sstable_size', `min_sstable_size must be non negative: ${value}`);
  }
  const buckets: number[] = [];
  for (const [option, otherwise] of [
    ['bucket_low', 0.5],
    ['bucket_high', 1.5],
  ] as const) {
    const text = options.get(option);
    const value = text === undefined ? otherwise : parseFloating(text);
    if (value === undefined) return complain(option, `${text} is not a parsable float for ${option}`);
    buckets.push(value);
  }
  const [low = 0, high = 0] = buckets;
  if (high > low || Number.isNaN(high) || Number.isNaN(low)) return undefined;
  return complain(
    'bucket_high',
    `bucket_high value (${printDouble(high)}) is less than or equal to the bucket_low value (${printDouble(low)})`,
  );
}

function complaintAboutLevels(options: Texts, release: CassandraRelease): Complaint | undefined {
  const recent = existsIn(release, { since: '5.0' });
  const size = options.get('sstable_size_in_mb') ?? (existsIn(release, { since: '6.0' }) ? '160' : '1');
  const megabytes = parseInteger(size);
  if (megabytes === undefined) return notInteger(size, 'sstable_size_in_mb');
  if (megabytes < 1)
    return complain('sstable_size_in_mb', `sstable_size_in_mb must be larger than 0, but was ${megabytes}`);

  const fanoutText = options.get('fanout_size') ?? '10';
  const fanout = parseInteger(fanoutText);
  // Before 5.0 the message shows the wrong option's text.
  if (fanout === undefined)
    return complain('fanout_size', `${recent ? fanoutText : size} is not a parsable int (base10) for fanout_size`);
  if (fanout < 1) return complain('fanout_size', `fanout_size must be larger than 0, but was ${fanout}`);

  const bytes = BigInt(fanout) ** 8n * BigInt(megabytes) * 1_048_576n;
  if (!recent || bytes < 2n ** 63n) return undefined;
  const message = `At most ${2n ** 63n - 1n} bytes may be in a compaction level; your maxSSTableSize must be absurdly high to compute ${bytes}`;
  return complain(options.has('fanout_size') ? 'fanout_size' : 'sstable_size_in_mb', message);
}

function complaintAboutWindows(options: Texts): Complaint | undefined {
  const resolution = options.get('timestamp_resolution');
  if (resolution !== undefined && !['SECONDS', 'MILLISECONDS', 'MICROSECONDS', 'NANOSECONDS'].includes(resolution)) {
    return complain('timestamp_resolution', `${resolution} is not valid for timestamp_resolution`);
  }
  const unit = options.get('compaction_window_unit');
  if (unit !== undefined && !['MINUTES', 'HOURS', 'DAYS'].includes(unit)) {
    return complain('compaction_window_unit', `${unit} is not valid for compaction_window_unit`);
  }
  const size = options.get('compaction_window_size');
  if (size !== undefined) {
    const value = parseInteger(size);
    if (value === undefined) return notInteger(size, 'compaction_window_size');
    if (value < 1)
      return complain('compaction_window_size', `${value} must be greater than 1 for compaction_window_size`);
  }
  const expired = complaintAboutNatural(options, 'expired_sstable_check_frequency_seconds');
  if (expired !== undefined) return expired;
  const unsafe = options.get('unsafe_aggressive_sstable_expiration');
  if (unsafe === undefined || unsafe.toLowerCase() === 'false') return undefined;
  if (!isBoolean(unsafe)) {
    return complain(
      'unsafe_aggressive_sstable_expiration',
      `unsafe_aggressive_sstable_expiration is not 'true' or 'false' (${unsafe})`,
    );
  }
  // Whether it may be true is said on the server's command line.
  return undefined;
}

function complaintAboutNatural(options: Texts, option: string): Complaint | undefined {
  const text = options.get(option);
  if (text === undefined) return undefined;
  const value = parseLong(text);
  if (value === undefined) return notInteger(text, option);
  return value < 0n ? complain(option, `${option} must not be negative, but was ${value}`) : undefined;
}

const TIME_UNITS = ['NANOSECONDS', 'MICROSECONDS', 'MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'];

function complaintAboutDates(options: Texts): Complaint | undefined {
  const resolution = options.get('timestamp_resolution');
  if (resolution !== undefined && !TIME_UNITS.includes(resolution)) {
    return complain('timestamp_resolution', `timestamp_resolution ${resolution} is not valid`);
  }
  const age = options.get('max_sstable_age_days');
  if (age !== undefined) {
    const value = parseFloating(age);
    if (value === undefined) return notInteger(age, 'max_sstable_age_days');
    if (value < 0)
      return complain('max_sstable_age_days', `max_sstable_age_days must be non-negative: ${value.toFixed(2)}`);
  }
  const base = options.get('base_time_seconds');
  if (base !== undefined) {
    const value = parseLong(base);
    if (value === undefined) return notInteger(base, 'base_time_seconds');
    if (value <= 0n) return complain('base_time_seconds', `base_time_seconds must be greater than 0, but was ${value}`);
  }
  return (
    complaintAboutNatural(options, 'expired_sstable_check_frequency_seconds') ??
    complaintAboutNatural(options, 'max_window_size_seconds')
  );
}

function complaintAboutThresholds(options: Texts): Complaint | undefined {
  const values: number[] = [];
  for (const [option, otherwise] of [
    ['min_threshold', '4'],
    ['max_threshold', '32'],
  ] as const) {
    const text = options.get(option) ?? otherwise;
    if (!/^\d+$/.test(text)) {
      return complain(option, `Invalid value ${text} for '${option}' compaction sub-option - must be an integer`);
    }
    const value = parseInteger(text);
    if (value === undefined)
      return { ...complain(option, `java.lang.NumberFormatException: For input string: "${text}"`), error: 'server' };
    values.push(value);
  }
  const [low = 0, high = 0] = values;
  if (low <= 0 || high <= 0) {
    const message =
      'Disabling compaction by setting compaction thresholds to 0 has been removed,' +
      " set the compaction option 'enabled' to false instead.";
    return complain(low <= 0 ? 'min_threshold' : 'max_threshold', message);
  }
  if (low <= 1) return complain('min_threshold', `Min compaction threshold cannot be less than 2 (got ${low})`);
  if (low <= high) return undefined;
  const message = `Min compaction threshold (got ${low}) cannot be greater than max compaction threshold (got ${high})`;
  return complain(options.has('min_threshold') ? 'min_threshold' : 'max_threshold', message);
}
