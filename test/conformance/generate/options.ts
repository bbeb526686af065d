import type { Maker } from './maker.ts';
import { items } from './items.ts';

/** `WITH …` of a table or view, or the empty string; `extra` are clauses that stand among the options. */
export function tableOptions(maker: Maker, extra: readonly string[] = [], probability = 0.4): string {
  const { random } = maker;
  const options = random.chance(probability) ? random.times(random.pick([1, 1, 2, 3]), () => tableOption(maker)) : [];
  if (options[0] !== undefined && maker.slip(0.03)) options.push(options[0]);
  const all = random.shuffled([...options, ...extra]);
  return all.length === 0 ? '' : ` WITH ${all.join(' AND ')}`;
}

/** One `name = value`. */
export function tableOption(maker: Maker): string {
  const { random } = maker;
  const [name, right, wrong] = random.pick(
    options.filter(([, , , since = 0, until = 9]) => maker.since(since) && !maker.since(until + 0.05)),
  );
  maker.note(`option|${name}`);
  if (maker.slip(0.05)) return random.pick(unknown);
  if (name === 'compaction') return `compaction = ${compaction(maker)}`;
  if (name === 'compression') return `compression = ${compression(maker)}`;
  const wanted = maker.slip(0.35) ? wrong : right;
  // Two tables of one node must not have the same.
  const id = () => `${random.times(8, () => random.below(16).toString(16)).join('')}-b41f-11e5-9f22-ba0be0483c18`;
  return `${name} = ${wanted.length === 0 ? id() : random.pick(wanted)}`;
}

/** One of the options that have options of their own. */
export function nestedOption(maker: Maker): string {
  return maker.random.chance(0.7) ? `compaction = ${compaction(maker)}` : `compression = ${compression(maker)}`;
}

type Option = readonly [
  name: string,
  right: readonly string[],
  wrong: readonly string[],
  since?: number,
  until?: number,
];

const unknown: readonly string[] = items(`
  nooption = 1  compactions = {'class': 'LeveledCompactionStrategy'}  read_repair_chance = 0.1
  dclocal_read_repair_chance = 0.1  index_interval = 128  replicate_on_write = true
  populate_io_cache_on_flush = 'true'  durable_writes = true  id = 'x'  ttl = 10  comment = {'a': 'b'}
  compaction = 1  caching = null  compression = 'LZ4Compressor'  gc_grace_seconds = {}  cdc = ttl  comment = ?
`);

const integers: readonly string[] = ['-1', "'x'", '1.5', '2147483648', 'true', '{}', "'1.0'", 'nan'];
const doubles: readonly string[] = ['-0.1', '1.1', "'x'", 'true', 'nan', '{}', '-1', '2'];

const retries: Option[1] = items(`
  '99p'  '99percentile'  'ALWAYS'  'NONE'  '50ms'  '99.9p'  '99PERCENTILE'  'always'
`);
const retriesOf40: Option[1] = [...retries, "'NEVER'", "'MIN(99p, 50ms)'", "'max(50ms,99p)'", "'none'"];
const noRetries: Option[1] = items(`
  'x'  '101p'  '0p'  '-5ms'  'MIN(99p,99p)'  'MIN(1ms,2ms)'  'p'  1  ''  'NaNp'  '50 ms'
`);

const options: readonly Option[] = [
  ['comment', ["'a text'", "''", "'it''s'", '1', 'true'], ['{}', 'null', '?']],
  ['gc_grace_seconds', ['0', '864000', "'10'"], integers],
  ['default_time_to_live', ['0', '100', '630720000'], [...integers, '630720001']],
  ['bloom_filter_fp_chance', ['0.01', '1', '1.0', '0.1', "'0.5'"], [...doubles, '0', '0.00001']],
  ['crc_check_chance', ['0', '1.0', '0.5'], doubles],
  ['min_index_interval', ['128', '1'], [...integers, '0', '4096']],
  ['max_index_interval', ['2048', '128'], [...integers, '64', '0']],
  ['memtable_flush_period_in_ms', ['0', '1000'], integers],
  ['speculative_retry', retriesOf40, noRetries, 4],
  ['speculative_retry', retries, [...noRetries, "'NEVER'"], 0, 3.11],
  ['additional_write_policy', retriesOf40, noRetries, 4],
  ['read_repair', ["'BLOCKING'", "'NONE'", "'none'"], ["'x'", '1', 'true', "''"], 4],
  ['cdc', ['false', "'false'", 'true'], ["'x'", '2', '{}'], 3.11],
  ['memtable', ["'default'"], ["'nomemtable'", '{}', '1', "''"], 4.1],
  ['allow_auto_snapshot', ['true', 'false'], ["'x'", '1', '{}'], 5],
  ['incremental_backups', ['true', 'false'], ["'x'", '2', '{}'], 5],
  ['read_repair_chance', ['0.1', '0', '1'], doubles, 0, 3.11],
  ['dclocal_read_repair_chance', ['0.1', '0'], doubles, 0, 3.11],
  ['compaction', [], []],
  ['compaction', [], []],
  ['compaction', [], []],
  ['compression', [], []],
  ['compression', [], []],
  [
    'caching',
    items(`
      {'keys': 'ALL', 'rows_per_partition': 'NONE'}  {'keys': 'NONE'}  {'rows_per_partition': '10'}
      {'rows_per_partition': 'all'}  {}  {'rows_per_partition': 10}
    `),
    items(`
      {'keys': 'x'}  {'rows_per_partition': '-1'}  {'rows_per_partition': 'x'}  {'nokey': 'ALL'}  'ALL'
      {'keys': 'ALL', 'x': 'y'}  {'keys': null}
    `),
  ],
  ['extensions', ['{}', "{'a': '0xff'}"], ["{'a': 'x'}", "'x'"]],
  ['id', [], ["'x'", '1', "'5a1c395e-b41f-11e5-9f22-ba0be0483c1z'"]],
  ['transactional_mode', ["'off'"], ["'x'", "'full'", '1'], 6],
  ['transactional_migration_from', ["'none'"], ["'x'", '1'], 6],
];

const strategies = [
  'SizeTieredCompactionStrategy',
  'LeveledCompactionStrategy',
  'TimeWindowCompactionStrategy',
  'DateTieredCompactionStrategy',
  'UnifiedCompactionStrategy',
];

type SubOption = readonly [name: string, right: readonly string[], wrong: readonly string[], of?: string];

const numbers: readonly string[] = ["'x'", "'-1'", "'0'", "'1.5'", "''"];
const truths: readonly string[] = ["'x'", "'yes'", '1'];

const compactionOptions: readonly SubOption[] = [
  ['enabled', ["'true'", "'false'", 'true'], truths],
  ['tombstone_threshold', ["'0.2'", '0.5'], [...numbers, "'1.1'"]],
  ['tombstone_compaction_interval', ["'86400'", '10'], [...numbers]],
  ['unchecked_tombstone_compaction', ["'true'", "'false'"], truths],
  ['log_all', ["'true'", "'false'"], truths],
  ['only_purge_repaired_tombstones', ["'true'", 'false'], truths],
  ['provide_overlapping_tombstones', ["'NONE'", "'row'", "'CELL'"], ["'x'", '1']],
  ['min_threshold', ["'4'", '2', "'2'"], [...numbers, "'1'", "'40'"]],
  ['max_threshold', ["'32'", '8', "'0'"], [...numbers, "'1'", "'2'"]],
  ['min_sstable_size', ["'52428800'", '1'], [...numbers, "'-1B'", "'2GiB'"], 'Size|Time|Unified'],
  ['bucket_low', ["'0.5'", '0.4'], [...numbers, "'2.0'"], 'Size|Time'],
  ['bucket_high', ["'1.5'", '2'], [...numbers, "'0.1'"], 'Size|Time'],
  ['sstable_size_in_mb', ["'160'", '10'], numbers, 'Leveled'],
  ['fanout_size', ["'10'", '8'], numbers, 'Leveled'],
  ['single_sstable_uplevel', ["'true'", 'false'], truths, 'Leveled'],
  [
    'compaction_window_unit',
    ["'MINUTES'", "'HOURS'", "'DAYS'"],
    ["'SECONDS'", "'days'", "'x'", '1', "'WEEKS'"],
    'Time',
  ],
  ['compaction_window_size', ["'1'", '7'], numbers, 'Time'],
  ['timestamp_resolution', ["'MICROSECONDS'", "'MILLISECONDS'"], ["'x'", "'micros'", '1'], 'Time|Date'],
  ['expired_sstable_check_frequency_seconds', ["'600'", '10'], numbers, 'Time|Unified'],
  ['unsafe_aggressive_sstable_expiration', ["'false'"], ["'true'", "'x'"], 'Time|Unified'],
  ['base_time_seconds', ["'60'"], numbers, 'Date'],
  ['max_sstable_age_days', ["'365'"], numbers, 'Date'],
  ['max_window_size_seconds', ["'86400'"], numbers, 'Date'],
  [
    'scaling_parameters',
    ["'T4'", "'L8, T4'", "'N'", "'-2'", "'2'", "'T4, N, L4'"],
    ["'x'", "'T1'", "'L'", "'T4;L4'", "''", "'T-4'"],
    'Unified',
  ],
  ['target_sstable_size', ["'1GiB'", "'100 MiB'", "'2GB'"], ["'x'", "'1KiB'", "'-1GiB'", "'1000'", "'0'"], 'Unified'],
  ['base_shard_count', ["'4'", '1'], numbers, 'Unified'],
  ['sstable_growth', ["'0.333'", "'0'", "'1'", "'50%'"], ["'x'", "'2'", "'-1'"], 'Unified'],
  ['flush_size_override', ["'100MiB'"], ["'x'", "'1KiB'", "'-1'"], 'Unified'],
  ['max_sstables_to_compact', ["'32'", "'0'"], ["'x'"], 'Unified'],
  ['overlap_inclusion_method', ["'NONE'", "'SINGLE'", "'transitive'"], ["'x'", '1'], 'Unified'],
  ['nosuboption', ["'x'"], ['1']],
];

function compaction(maker: Maker): string {
  const { random } = maker;
  const strategy = maker.slip(0.08)
    ? random.pick([
        'NoStrategy',
        'LZ4Compressor',
        '',
        'org.apache.cassandra.db.compaction.LeveledCompactionStrategy',
        'leveledcompactionstrategy',
        // Elsewhere the change is made by halves, and every other one after it fails.
        ...(maker.since(5) && !maker.since(6) ? ['AbstractCompactionStrategy'] : []),
        'java.lang.String',
      ])
    : random.pick(maker.since(5) ? strategies : strategies.slice(0, 4));
  const fitting = compactionOptions.filter(
    ([name, , , of]) => name !== 'nosuboption' && (of === undefined || new RegExp(of).test(strategy)),
  );
  const chosen = random.some(maker.slip(0.15) ? compactionOptions : fitting, random.pick([0, 1, 1, 2, 3]));
  const entries = chosen.map((option) => subOption(maker, option));
  if (!maker.slip(0.05)) entries.unshift(`'class': '${strategy}'`);
  if (entries[0] !== undefined && maker.slip(0.02)) entries.push(entries[0]);
  maker.note(`compaction|${strategy}`);
  return `{${entries.join(', ')}}`;
}

const compressionOptions: readonly SubOption[] = [
  ['chunk_length_in_kb', ["'64'", '16', "'4'"], [...numbers, "'48'", "'4194304'", 'null']],
  ['min_compress_ratio', ["'0'", "'1.1'", '2'], ["'0.5'", "'-1'", "'x'"]],
  ['enabled', ["'true'", 'true', "'false'", 'false'], ["'x'", '1']],
  ['lz4_compressor_type', ["'fast'", "'high'"], ["'x'", '1'], 'LZ4'],
  ['lz4_high_compressor_level', ["'9'", '1'], ["'x'", "'0'", "'20'"], 'LZ4'],
  ['compression_level', ["'3'", '1'], ["'x'", "'100'", "'-200000'"], 'Zstd'],
  ['crc_check_chance', ["'0.5'"], ["'2'", "'x'"]],
  ['chunk_length_kb', ["'64'"], ["'3'", "'x'"]],
  ['sstable_compression', ["'LZ4Compressor'", "''"], ["'x'"]],
  ['nosuboption', ["'x'"], ['1']],
];

function compression(maker: Maker): string {
  const { random } = maker;
  if (random.chance(0.1)) return random.pick(["{'enabled': 'false'}", '{}', "{'enabled': false}"]);
  const compressor = maker.slip(0.08)
    ? random.pick([
        'NoCompressor',
        '',
        'org.apache.cassandra.io.compress.LZ4Compressor',
        'lz4compressor',
        'LeveledCompactionStrategy',
        'java.lang.String',
      ])
    : random.pick([
        'LZ4Compressor',
        'SnappyCompressor',
        'DeflateCompressor',
        ...(maker.since(4) ? ['ZstdCompressor', 'NoopCompressor'] : []),
      ]);
  const usual = compressionOptions.filter(
    ([name, , , of]) => /^(?:chunk_length_in_kb|min_)/.test(name) || (of !== undefined && compressor.startsWith(of)),
  );
  const chosen = random.some(maker.slip(0.2) ? compressionOptions : usual, random.pick([0, 1, 1, 2]));
  const entries = chosen
    .filter(([name]) => name !== 'min_compress_ratio' || maker.since(4) || random.chance(0.1))
    .map((option) => subOption(maker, option));
  if (!maker.slip(0.05)) entries.unshift(`'class': '${compressor}'`);
  maker.note(`compression|${compressor}`);
  return `{${entries.join(', ')}}`;
}

function subOption(maker: Maker, [name, right, wrong]: SubOption): string {
  maker.note(`sub-option|${name}`);
  return `'${name}': ${maker.random.pick(maker.slip(0.35) ? wrong : right)}`;
}

/** A replication map of one datacenter. */
export function replication(maker: Maker): string {
  const { random } = maker;
  const strategy = maker.slip(0.08)
    ? random.pick([
        'NoStrategy',
        'LocalStrategy',
        'OldNetworkTopologyStrategy',
        '',
        'org.apache.cassandra.locator.SimpleStrategy',
        'simplestrategy',
        'EverywhereStrategy',
        'AbstractReplicationStrategy',
        'java.lang.String',
      ])
    : random.pick(['SimpleStrategy', 'SimpleStrategy', 'NetworkTopologyStrategy']);
  const factor = () =>
    maker.slip(0.15)
      ? random.pick(["'x'", "'-1'", "'1/1'", "'2/1'", "'1.5'", "''", "'0'", "'3/x'", 'null', "'1/2'"])
      : random.pick(['1', "'1'", '3', "'0'"]);
  const entries: string[] = [];
  if (!maker.slip(0.05)) entries.push(`'class': '${strategy}'`);
  if (strategy === 'SimpleStrategy' ? !maker.slip(0.1) : random.chance(maker.since(4) ? 0.5 : 0.05))
    entries.push(`'replication_factor': ${factor()}`);
  else if (!maker.slip(0.1)) entries.push(`'datacenter1': ${factor()}`);
  if (maker.slip(0.1))
    entries.push(random.pick(["'nodatacenter': 1", "'x': 'y'", "'replication_factor': 1", "'datacenter1': 1"]));
  maker.note(`replication|${strategy}`);
  return `{${entries.join(', ')}}`;
}
