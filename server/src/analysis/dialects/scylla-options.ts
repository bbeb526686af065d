import type { Option, RoleStatement } from '../../syntax/ast.ts';
import {
  type Complaint,
  complaintAboutForm,
  type Entry,
  entriesOf,
  type Form,
  isYes,
  textOf,
} from './option-values.ts';

// cql3/statements/cf_prop_defs.cc of scylladb/scylladb at f4a4091 and the extensions of db/config.cc, read 2026-11-27; in_memory is an
// option of ScyllaDB Enterprise before 2025.
const OPTIONS: ReadonlySet<string> = new Set([
  'bloom_filter_fp_chance',
  'caching',
  'cdc',
  'comment',
  'compaction',
  'compression',
  'crc_check_chance',
  'dclocal_read_repair_chance',
  'default_time_to_live',
  'gc_grace_seconds',
  'id',
  'in_memory',
  'index_interval',
  'large_data_guardrails_enabled',
  'max_index_interval',
  'memtable_flush_period_in_ms',
  'min_index_interval',
  'paxos_grace_seconds',
  'per_partition_rate_limit',
  'populate_io_cache_on_flush',
  'read_repair_chance',
  'replicate_on_write',
  'scylla_encryption_options',
  'scylla_tags',
  'speculative_retry',
  'storage_engine',
  'synchronous_updates',
  'tablets',
  'tombstone_gc',
]);

/** Options of tables that are still taken, and do nothing; indexes have them no longer. */
const OBSOLETE: ReadonlySet<string> = new Set([
  'dclocal_read_repair_chance',
  'index_interval',
  'populate_io_cache_on_flush',
  'read_repair_chance',
  'replicate_on_write',
]);

const WHOLE = { whole: true } as const;
const COUNTED = { whole: true, from: 0 } as const;
const POSITIVE = { whole: true, from: 1 } as const;
const YES_OR_NO: readonly string[] = ['true', 'false'];

const FORMS: Readonly<Record<string, Form>> = {
  bloom_filter_fp_chance: { above: 0.0000671, to: 1 },
  default_time_to_live: COUNTED,
  gc_grace_seconds: WHOLE,
  max_index_interval: WHOLE,
  memtable_flush_period_in_ms: { whole: true, from: 60_000, zero: true },
  min_index_interval: POSITIVE,
  paxos_grace_seconds: COUNTED,
};

/** Why ScyllaDB refuses the options of a table, of a view, or of the view behind an index. */
export function complaintAboutOptions(
  options: readonly Option[],
  of: 'table' | 'view' | 'index',
): Complaint | undefined {
  const complaint = complaintAboutEach(options, of);
  return complaint === undefined ? undefined : { ...complaint, option: true };
}

function complaintAboutEach(options: readonly Option[], of: 'table' | 'view' | 'index'): Complaint | undefined {
  for (const option of options) {
    const complaint = complaintAboutOption(option, of);
    if (complaint !== undefined) return complaint;
  }
  const interval = (name: string): number | undefined => {
    const text = textOf(options.find((option) => option.name === name)?.value);
    return text === undefined ? undefined : Number(text);
  };
  const most = options.find(({ name }) => name === 'max_index_interval');
  return most !== undefined && interval('max_index_interval')! < (interval('min_index_interval') ?? -Infinity)
    ? { says: '`max_index_interval` is at least `min_index_interval`.', span: most.span }
    : undefined;
}

function complaintAboutOption(option: Option, of: 'table' | 'view' | 'index'): Complaint | undefined {
  const { name, nameSpan, value, span } = option;
  if (!OPTIONS.has(name))
    return { says: `ScyllaDB has no option \`${name}\` of tables: leave it out.`, span: nameSpan };
  if (of === 'index' && OBSOLETE.has(name))
    return { says: `ScyllaDB has no option \`${name}\` of indexes: leave it out.`, span: nameSpan };
  if (name === 'synchronous_updates' && of === 'table' && isYes(value))
    return { says: 'ScyllaDB has `synchronous_updates` of views, not of tables.', span };
  const form = FORMS[name];
  if (form !== undefined) {
    const complaint = complaintAboutForm(name, value, form, span);
    if (complaint !== undefined) return complaint;
  }
  switch (name) {
    case 'cdc':
      return complaintAboutLog(option, of);
    case 'compaction':
      return complaintAboutCompaction(option);
    case 'compression':
      return complaintAboutCompression(option);
    case 'default_time_to_live':
      return of !== 'table' && Number(textOf(value)) > 0
        ? { says: 'The rows of a view expire with those of its table.', span }
        : undefined;
    case 'id':
      return complaintAboutId(option);
    case 'per_partition_rate_limit':
    case 'tombstone_gc':
      return complaintAboutEntries(option, MAPS[name]!);
    default:
      return undefined;
  }
}

function complaintAboutLog(option: Option, of: 'table' | 'view' | 'index'): Complaint | undefined {
  const { value, span } = option;
  if (value.kind === 'word' || value.kind === 'literal')
    return { says: "ScyllaDB's `cdc` is a map: `cdc = {'enabled': true}`.", span };
  const entries = entriesOf(value).map((entry) => ({ ...entry, name: entry.name.toLowerCase() }));
  if (of !== 'table' && entries.some(({ name, value: given }) => name === 'enabled' && isYes(given)))
    return { says: 'ScyllaDB keeps a log of changes of tables, not of views.', span };
  const ttl = entries.find(({ name }) => name === 'ttl');
  return ttl !== undefined && Number(textOf(ttl.value)) < 0
    ? { says: 'The log of changes is kept for 0 seconds (for ever) or more.', span: ttl.span }
    : undefined;
}

function complaintAboutId({ value, span }: Option): Complaint | undefined {
  const text = textOf(value);
  return text === undefined || /^[\da-f]{32}$/i.test(text.replaceAll('-', ''))
    ? undefined
    : { says: 'The id of a table is a UUID.', span };
}

// tombstone_gc_options.cc and db/per_partition_rate_limit_options.cc there.
const MAPS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  per_partition_rate_limit: { max_reads_per_second: WHOLE, max_writes_per_second: WHOLE },
  tombstone_gc: { mode: ['repair', 'timeout', 'immediate', 'disabled'], propagation_delay_in_seconds: COUNTED },
};

/** Entries of a map all of which are known. */
function complaintAboutEntries({ name, value }: Option, forms: Readonly<Record<string, Form>>): Complaint | undefined {
  for (const entry of entriesOf(value)) {
    const form = forms[entry.name];
    if (form === undefined) return { says: `ScyllaDB's \`${name}\` has no \`${entry.name}\`.`, span: entry.span };
    const complaint = complaintAboutForm(entry.name, entry.value, form, entry.span);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

// compaction/ there: what each strategy validates, and what all of them do.
const OF_ALL: Readonly<Record<string, Form>> = {
  class: 'any',
  enabled: YES_OR_NO,
  tombstone_compaction_interval: POSITIVE,
  tombstone_threshold: { from: 0, to: 1 },
  unchecked_tombstone_compaction: YES_OR_NO,
};

const OF_TIERS: Readonly<Record<string, Form>> = {
  ...OF_ALL,
  bucket_high: { above: 1 },
  bucket_low: { above: 0, below: 1 },
  max_threshold: { whole: true, from: 2 },
  min_sstable_age: COUNTED,
  min_sstable_size: COUNTED,
  min_threshold: { whole: true, from: 2 },
};

const COLD: Readonly<Record<string, Form>> = { cold_reads_to_omit: { from: 0, to: 1 } };

const STRATEGIES: Readonly<Record<string, Readonly<Record<string, Form>> | 'any'>> = {
  InMemoryCompactionStrategy: 'any',
  IncrementalCompactionStrategy: {
    ...OF_TIERS,
    space_amplification_goal: { above: 1, to: 2 },
    sstable_size_in_mb: WHOLE,
  },
  LeveledCompactionStrategy: { ...OF_TIERS, ...COLD, sstable_size_in_mb: POSITIVE },
  NullCompactionStrategy: 'any',
  SizeTieredCompactionStrategy: { ...OF_TIERS, ...COLD },
  TimeWindowCompactionStrategy: {
    ...OF_TIERS,
    ...COLD,
    compaction_window_size: POSITIVE,
    compaction_window_unit: ['MINUTES', 'HOURS', 'DAYS'],
    enable_optimized_twcs_queries: YES_OR_NO,
    expired_sstable_check_frequency_seconds: WHOLE,
    timestamp_resolution: ['MICROSECONDS', 'MILLISECONDS'],
    unsafe_aggressive_sstable_expiration: 'any',
  },
};

function complaintAboutCompaction({ value, span }: Option): Complaint | undefined {
  const entries = entriesOf(value);
  if (entries.length === 0) return undefined;
  const named = entries.find(({ name }) => name === 'class');
  if (named === undefined) return { says: 'The compaction of a table names its class.', span };
  const className = textOf(named.value)?.replace(/^org\.apache\.cassandra\.db\.compaction\./, '');
  if (className === undefined) return undefined;
  const forms = STRATEGIES[className];
  if (forms === 'any') return undefined;
  if (forms === undefined)
    return {
      says: `ScyllaDB has no ${className}: it has those of size tiers, of levels and of time windows, and its own IncrementalCompactionStrategy.`,
      span: named.span,
    };
  for (const entry of entries) {
    const form = forms[entry.name];
    if (form === undefined)
      return { says: `ScyllaDB's ${className} has no option \`${entry.name}\`: leave it out.`, span: entry.span };
    const complaint = complaintAboutForm(entry.name, entry.value, form, entry.span);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

// sstables/compressor.cc there; issues 4200 and 8948 tell of `class`.
const COMPRESSORS =
  /^(?:org\.apache\.cassandra\.io\.compress\.)?(?:LZ4|LZ4WithDicts|Snappy|Deflate|Zstd|ZstdWithDicts)Compressor$|^$/;

const CHUNKS: readonly string[] = ['1', '2', '4', '8', '16', '32', '64', '128'];

function complaintAboutCompression({ value, span }: Option): Complaint | undefined {
  const entries = entriesOf(value);
  if (entries.length === 0) return undefined;
  const named = entries.find(({ name }) => name === 'sstable_compression');
  if (named === undefined) {
    const other = entries.find(({ name }) => name === 'class');
    return {
      says: 'ScyllaDB names the class of a compression `sstable_compression`, not `class`; without compression the map is empty.',
      span: other?.nameSpan ?? span,
      ...(other !== undefined && { instead: "'sstable_compression'" }),
    };
  }
  const className = textOf(named.value);
  if (className === undefined) return undefined;
  if (!COMPRESSORS.test(className))
    return {
      says: `ScyllaDB has no ${className}: it has LZ4Compressor, SnappyCompressor, DeflateCompressor and ZstdCompressor.`,
      span: named.span,
    };
  for (const entry of entries) {
    const complaint = complaintAboutCompressionEntry(entry, className);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function complaintAboutCompressionEntry(entry: Entry, className: string): Complaint | undefined {
  const { name, value, span } = entry;
  switch (name) {
    case 'sstable_compression':
      return undefined;
    case 'chunk_length_in_kb':
    case 'chunk_length_kb': {
      const text = textOf(value);
      const [length] = /^\d+/.exec(text ?? '') ?? [];
      return text === undefined || (length !== undefined && CHUNKS.includes(String(Number(length))))
        ? undefined
        : { says: `\`${name}\` is a power of 2 from 1 to 128.`, span };
    }
    case 'compression_level':
      if (className.includes('Zstd')) return complaintAboutForm(name, value, WHOLE, span);
      return { says: 'ZstdCompressor alone has a level.', span };
    case 'crc_check_chance':
      return complaintAboutForm(name, value, { from: 0, to: 1 }, span);
    default:
      return { says: `ScyllaDB's compression has no option \`${name}\`: leave it out.`, span };
  }
}

// cql3/statements/ks_prop_defs.cc and locator/ there.
const OF_KEYSPACES: ReadonlySet<string> = new Set([
  'consistency',
  'durable_writes',
  'replication',
  'storage',
  'tablets',
]);

const REPLICATIONS =
  /^(?:org\.apache\.cassandra\.locator\.)?(?:Simple|NetworkTopology|Everywhere|EverywhereReplication|Local)Strategy$/;

/** Why ScyllaDB refuses the options of a keyspace. */
export function complaintAboutKeyspace(options: readonly Option[]): Complaint | undefined {
  for (const option of options) {
    if (!OF_KEYSPACES.has(option.name))
      return {
        says: `ScyllaDB has no option \`${option.name}\` of keyspaces: leave it out.`,
        span: option.nameSpan,
        option: true,
      };
    const complaint = option.name === 'replication' ? complaintAboutReplication(option) : undefined;
    if (complaint !== undefined) return { ...complaint, option: true };
  }
  const tablets = options.find(({ name }) => name === 'tablets');
  const className = textOf(replicationOf(options)?.find(({ name }) => name === 'class')?.value);
  if (tablets === undefined || !isEnabled(tablets.value) || !ONE_FOR_ALL.test(className ?? '')) return undefined;
  return {
    says: `Tablets are spread by NetworkTopologyStrategy alone: name it in \`replication\`, or switch them off, \`tablets = {'enabled': false}\`.`,
    span: tablets.span,
    option: true,
  };
}

const replicationOf = (options: readonly Option[]): readonly Entry[] | undefined => {
  const replication = options.find(({ name }) => name === 'replication');
  return replication === undefined ? undefined : entriesOf(replication.value);
};

/** Whether tablets are switched on in words. */
export const isEnabled = (tablets: Option['value']): boolean =>
  entriesOf(tablets).some(({ name, value }) => name === 'enabled' && isYes(value));

/** locator/simple_strategy.cc, everywhere_replication_strategy.cc there. */
const ONE_FOR_ALL = /(?:Simple|Everywhere|EverywhereReplication|Local)Strategy$/;

function complaintAboutReplication({ value, span }: Option): Complaint | undefined {
  const entries = entriesOf(value);
  const named = entries.find(({ name }) => name === 'class');
  const className = textOf(named?.value);
  if (named === undefined || className === undefined) return undefined;
  if (!REPLICATIONS.test(className))
    return {
      says: `ScyllaDB has no ${className}: it has NetworkTopologyStrategy, and SimpleStrategy for trials.`,
      span: named.span,
    };
  const isSimple = className.endsWith('SimpleStrategy');
  if (isSimple && !entries.some(({ name }) => name === 'replication_factor'))
    return { says: 'SimpleStrategy wants a `replication_factor`.', span };
  for (const { name, value: given, span: at } of entries) {
    if (name === 'class') continue;
    if (name !== 'replication_factor' && name.toLowerCase() === 'replication_factor')
      return { says: '`replication_factor` is written in small letters.', span: at };
    const factor = textOf(given);
    if (factor !== undefined && !/^\d+$/.test(factor) && (isSimple || className.endsWith('NetworkTopologyStrategy')))
      return { says: 'How many replicas there are is a whole number.', span: at };
  }
  return undefined;
}

// cql3/statements/sl_prop_defs.cc and service/qos/qos_common.cc there.
const OF_LEVELS: Readonly<Record<string, Form | 'timeout'>> = {
  shares: { whole: true, from: 1, to: 1000 },
  timeout: 'timeout',
  workload_type: ['interactive', 'batch', 'null'],
};

/** Why ScyllaDB refuses a service level. */
export function complaintAboutServiceLevel({ name, ifNotExists, options }: RoleStatement): Complaint | undefined {
  if (name?.name === 'default' && !ifNotExists)
    return { says: 'The service level `default` is there and stays as it is.', span: name.span };
  for (const { name: option, given, span } of options) {
    const form = OF_LEVELS[option];
    if (form === undefined) return { says: `ScyllaDB's service levels have no option \`${option}\`.`, span };
    if (form !== 'timeout') {
      const complaint = given === undefined ? undefined : complaintAboutForm(option, given, form, span);
      if (complaint !== undefined) return complaint;
      continue;
    }
    const text = textOf(given);
    if (text !== undefined && text.toLowerCase() !== 'null' && !isTimeout(text)) return { says: TIMEOUT, span };
  }
  return undefined;
}

export const TIMEOUT = 'A timeout is a duration of hours, minutes, seconds or milliseconds, such as `500ms`.';

/** Whether a duration is one of whole milliseconds, and of no days and months; how ISO 8601 writes one is not looked at. */
export function isTimeout(text: string): boolean {
  if (/^P/i.test(text)) return true;
  const parts = [...text.matchAll(/(\d+)(ms|us|µs|ns|h|m|s)/gi)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return false;
  const nanoseconds = parts.reduce(
    (sum, [, count, unit]) => sum + BigInt(count!) * NANOSECONDS[unit!.toLowerCase()]!,
    0n,
  );
  return nanoseconds % MILLISECOND === 0n;
}

const MILLISECOND = 1_000_000n;

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: MILLISECOND,
  us: 1_000n,
  µs: 1_000n,
  ns: 1n,
};
