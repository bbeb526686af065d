import type { OptionDescription, OptionPart, OptionValueChoice } from './options.ts';
import type { Lifetime } from '../../text/release.ts';

/** The options of Cassandra, those that one mostly needs first; made when asked for. */
export const OPTION_LIST = (): readonly OptionDescription[] => [
  ...keyspaceOptions(),
  ...tableOptions(),
  ...indexOptions(),
];

const SINCE_4_0: Lifetime = { since: '4.0' };
const SINCE_4_1: Lifetime = { since: '4.1' };
const SINCE_5_0: Lifetime = { since: '5.0' };
const SINCE_6_0: Lifetime = { since: '6.0' };
const UNTIL_4_0: Lifetime = { until: '4.0' };

const BOTH = ['true', 'false'];

function keyspaceOptions(): readonly OptionDescription[] {
  return [
    {
      ...option('replication', 'How many replicas there are of a row, and in which data centers.', undefined, [
        "{'class': 'NetworkTopologyStrategy', 'datacenter1': 3}",
        "{'class': 'SimpleStrategy', 'replication_factor': 1}",
      ]),
      owners: ['keyspace'],
      parts: [
        part('class', 'How replicas are spread.', undefined, [
          choice('NetworkTopologyStrategy', 'So many replicas for each data center; what production uses.'),
          choice('SimpleStrategy', 'So many replicas around the ring, whatever the data center: for tests.'),
        ]),
        part('replication_factor', 'How many replicas of each row.', undefined, ['3', '1'], {}, ['SimpleStrategy']),
        part(
          'replication_factor',
          'How many replicas in each data center that is not named.',
          undefined,
          ['3', '1'],
          SINCE_4_0,
          ['NetworkTopologyStrategy'],
        ),
      ],
    },
    {
      ...option('durable_writes', 'Whether writes go to the commit log.', 'true', BOTH),
      owners: ['keyspace'],
    },
  ];
}

function tableOptions(): readonly OptionDescription[] {
  return [
    {
      ...option('compaction', 'How sstables are merged.', undefined, [
        "{'class': 'SizeTieredCompactionStrategy'}",
        "{'class': 'LeveledCompactionStrategy'}",
        "{'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': 1}",
      ]),
      parts: compactionParts(),
    },
    {
      ...option('default_time_to_live', 'Seconds until rows expire that are written without a TTL; 0: never.', '0', [
        '86400',
        '604800',
        '2592000',
        '31536000',
      ]),
      owners: ['table'],
    },
    option(
      'gc_grace_seconds',
      'Seconds for which tombstones are kept, so that each replica hears of them before.',
      '864000',
      ['864000'],
    ),
    option('comment', 'What the table is for, for people.', "''", ["''"]),
    {
      ...option('compression', 'How sstables are compressed.', undefined, [
        "{'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}",
        "{'enabled': false}",
      ]),
      parts: compressionParts(),
    },
    {
      ...option('caching', 'What of the table is kept in memory.', "{'keys': 'ALL', 'rows_per_partition': 'NONE'}", [
        "{'keys': 'ALL', 'rows_per_partition': 'NONE'}",
      ]),
      parts: [
        part('keys', 'Whether the places of keys in sstables are kept.', "'ALL'", ['ALL', 'NONE']),
        part('rows_per_partition', 'How many rows of a partition are kept.', "'NONE'", ['NONE', 'ALL', '100']),
      ],
    },
    option(
      'bloom_filter_fp_chance',
      'How often a bloom filter may say that a partition is in an sstable where it is not.',
      '0.01, 0.1 with LeveledCompactionStrategy',
      ['0.01', '0.1'],
    ),
    {
      ...option('cdc', 'Whether commit logs with writes of the table are kept for change data capture.', 'false', BOTH),
      owners: ['table'],
    },
    option(
      'speculative_retry',
      'When a read asks one more replica.',
      "'99p'",
      ["'99p'", "'50ms'", "'ALWAYS'", "'NEVER'"],
      SINCE_4_0,
    ),
    option(
      'speculative_retry',
      'When a read asks one more replica.',
      "'99PERCENTILE'",
      ["'99PERCENTILE'", "'50ms'", "'ALWAYS'", "'NONE'"],
      UNTIL_4_0,
    ),
    option(
      'additional_write_policy',
      'When a write asks one more replica.',
      "'99p'",
      ["'99p'", "'ALWAYS'", "'NEVER'"],
      SINCE_4_0,
    ),
    option(
      'read_repair',
      'Whether a read that finds replicas apart waits until they agree.',
      "'BLOCKING'",
      ["'BLOCKING'", "'NONE'"],
      SINCE_4_0,
    ),
    option(
      'memtable',
      'The configuration of memtables, by its name in cassandra.yaml.',
      "'default'",
      ["'default'"],
      SINCE_4_1,
    ),
    option('memtable_flush_period_in_ms', 'Milliseconds after which a memtable is flushed; 0: when it is full.', '0', [
      '0',
    ]),
    option('crc_check_chance', 'How often the checksum of compressed data is looked at.', '1.0', ['1.0']),
    option('min_index_interval', 'The least distance of partitions in the summary of the index.', '128', ['128']),
    option('max_index_interval', 'The greatest distance of partitions in the summary of the index.', '2048', ['2048']),
    option(
      'allow_auto_snapshot',
      'Whether a snapshot is taken before the table is dropped or truncated.',
      'true',
      BOTH,
      SINCE_5_0,
    ),
    option('incremental_backups', 'Whether sstables are linked into the backups.', 'true', BOTH, SINCE_5_0),
    option(
      'dclocal_read_repair_chance',
      'How often a read compares all replicas of its data center.',
      '0.1',
      ['0.1', '0.0'],
      UNTIL_4_0,
    ),
    option('read_repair_chance', 'How often a read compares all replicas.', '0.0', ['0.0'], UNTIL_4_0),
    option('extensions', 'What programs beside Cassandra keep with the table.', '{}', ['{}']),
    {
      ...option(
        'transactional_mode',
        'Whether writes go through transactions.',
        "'off'",
        ["'full'", "'mixed_reads'", "'off'"],
        SINCE_6_0,
      ),
      owners: ['table'],
    },
  ];
}

const SIZE_TIERED = 'SizeTieredCompactionStrategy';
const LEVELED = 'LeveledCompactionStrategy';
const TIME_WINDOW = 'TimeWindowCompactionStrategy';
const UNIFIED = 'UnifiedCompactionStrategy';
const SIZED = [SIZE_TIERED, LEVELED, TIME_WINDOW];

function compactionParts(): readonly OptionPart[] {
  return [
    part('class', 'The strategy.', `'${SIZE_TIERED}'`, [
      choice(SIZE_TIERED, 'Merges sstables of like size: for writes.'),
      choice(LEVELED, 'Keeps rows in few sstables: for reads and updates.'),
      choice(TIME_WINDOW, 'Keeps what was written at one time together: for time series with a TTL.'),
      choice(UNIFIED, 'Tuned from one of the others to the next by its scaling parameters.', SINCE_5_0),
    ]),
    part('compaction_window_unit', 'The unit of a window.', "'DAYS'", ['DAYS', 'HOURS', 'MINUTES'], {}, [TIME_WINDOW]),
    part('compaction_window_size', 'How many units a window has.', '1', ['1'], {}, [TIME_WINDOW]),
    part(
      'timestamp_resolution',
      'What timestamps of writes count.',
      "'MICROSECONDS'",
      ['MICROSECONDS', 'MILLISECONDS'],
      {},
      [TIME_WINDOW],
    ),
    part(
      'expired_sstable_check_frequency_seconds',
      'How often sstables are looked for that have expired.',
      '600',
      ['600'],
      {},
      [TIME_WINDOW, UNIFIED],
    ),
    part('sstable_size_in_mb', 'The size that sstables are to have.', '160', ['160'], {}, [LEVELED]),
    part('fanout_size', 'How many times larger than the one before a level is.', '10', ['10'], {}, [LEVELED]),
    part('single_sstable_uplevel', 'Whether an sstable alone goes up a level as it is.', 'true', BOTH, SINCE_4_0, [
      LEVELED,
    ]),
    part('min_threshold', 'How many sstables are merged at least.', '4', ['4'], {}, [SIZE_TIERED, TIME_WINDOW]),
    part('max_threshold', 'How many sstables are merged at most.', '32', ['32'], {}, [SIZE_TIERED, TIME_WINDOW]),
    part(
      'bucket_low',
      'What part of the average size sstables have at least that are merged.',
      '0.5',
      ['0.5'],
      {},
      SIZED,
    ),
    part(
      'bucket_high',
      'What part of the average size sstables have at most that are merged.',
      '1.5',
      ['1.5'],
      {},
      SIZED,
    ),
    part('min_sstable_size', 'Bytes below which sstables count as of like size.', '52428800', ['52428800'], {}, SIZED),
    part(
      'scaling_parameters',
      'How each level is merged: T4 for writes, L10 for reads, N between.',
      "'T4'",
      ['T4', 'L10', 'N'],
      SINCE_5_0,
      [UNIFIED],
    ),
    part('target_sstable_size', 'The size that sstables are to have.', "'1GiB'", ['1GiB'], SINCE_5_0, [UNIFIED]),
    part('base_shard_count', 'How many parts of the ring the lowest level has.', '4', ['4'], SINCE_5_0, [UNIFIED]),
    part(
      'sstable_growth',
      'From 0 to 1: whether more data make more sstables or larger ones.',
      "'0.333'",
      ['0.333'],
      SINCE_5_0,
      [UNIFIED],
    ),
    part(
      'overlap_inclusion_method',
      'Which sstables are merged with those that they overlap.',
      "'TRANSITIVE'",
      ['TRANSITIVE', 'SINGLE', 'NONE'],
      SINCE_5_0,
      [UNIFIED],
    ),
    part('tombstone_threshold', 'The part of tombstones from which on an sstable is compacted alone.', '0.2', ['0.2']),
    part(
      'tombstone_compaction_interval',
      'Seconds after which an sstable is compacted alone at the earliest.',
      '86400',
      ['86400'],
    ),
    part('unchecked_tombstone_compaction', 'Whether that is done without a look at what overlaps.', 'false', BOTH),
    part('only_purge_repaired_tombstones', 'Whether only repaired tombstones go.', 'false', BOTH),
    part('log_all', 'Whether each compaction is written to a log.', 'false', BOTH),
    part('enabled', 'Whether there are compactions in the background.', 'true', BOTH),
    part('provide_overlapping_tombstones', 'Whether tombstones of other sstables take away rows.', "'NONE'", [
      'NONE',
      'ROW',
      'CELL',
    ]),
  ];
}

function compressionParts(): readonly OptionPart[] {
  return [
    part('class', 'The compressor.', "'LZ4Compressor'", [
      choice('LZ4Compressor', 'The fastest.'),
      choice('ZstdCompressor', 'Smaller than LZ4, at more work.', SINCE_4_0),
      choice('SnappyCompressor', 'About like LZ4.'),
      choice('DeflateCompressor', 'Small and slow.'),
      choice('NoopCompressor', 'Nothing but checksums.', SINCE_4_0),
      choice('ZstdDictionaryCompressor', 'Zstd with a dictionary that is trained on the data.', SINCE_6_0),
    ]),
    part('chunk_length_in_kb', 'Kilobytes that are compressed, and read, together; a power of two.', '16, 64 in 3.11', [
      '16',
      '4',
      '64',
    ]),
    part('compression_level', 'From fast (low) to small (22).', '3', ['3'], SINCE_4_0, ['ZstdCompressor']),
    part('compression_level', 'From fast (low) to small (22).', '3', ['3'], SINCE_6_0, ['ZstdDictionaryCompressor']),
    part('lz4_compressor_type', 'Fast, or small at more work.', "'fast'", ['fast', 'high'], {}, ['LZ4Compressor']),
    part('lz4_high_compressor_level', 'How small, of the type high.', '9', ['9'], {}, ['LZ4Compressor']),
    part('min_compress_ratio', 'Chunks that get less small are kept as they are; 0: none.', '0', ['0'], SINCE_4_0),
    part('enabled', 'Whether there is compression; beside false nothing else may stand.', 'true', ['false']),
  ];
}

function indexOptions(): readonly OptionDescription[] {
  return [
    {
      ...option('OPTIONS', 'What the index does with values.', undefined, ["{'case_sensitive': 'false'}"]),
      owners: ['index'],
      parts: [
        part('case_sensitive', 'Of SAI: whether letters of other case are other letters.', "'true'", BOTH, SINCE_5_0, [
          SAI,
        ]),
        part('normalize', 'Of SAI: whether text is brought to one form of Unicode.', "'false'", BOTH, SINCE_5_0, [SAI]),
        part('ascii', 'Of SAI: whether letters lose their accents.', "'false'", BOTH, SINCE_5_0, [SAI]),
        part(
          'similarity_function',
          'Of SAI on vectors: what makes them near.',
          "'cosine'",
          ['cosine', 'dot_product', 'euclidean'],
          SINCE_5_0,
          [SAI],
        ),
        part('mode', 'Of SASI: how text is looked for.', "'PREFIX'", ['PREFIX', 'CONTAINS', 'SPARSE'], {}, [SASI]),
        part('analyzed', 'Of SASI: whether text is split into words.', "'false'", BOTH, {}, [SASI]),
      ],
    },
  ];
}

const SAI = 'sai';
const SASI = 'org.apache.cassandra.index.sasi.SASIIndex';

const option = (
  name: string,
  doc: string,
  standard: string | undefined,
  values: readonly string[],
  lifetime: Lifetime = {},
): OptionDescription => ({
  name,
  owners: ['table', 'view'],
  lifetime,
  ...(standard !== undefined && { standard }),
  values,
  doc,
  parts: [],
});

const part = (
  name: string,
  doc: string,
  standard: string | undefined,
  values: readonly (string | OptionValueChoice)[],
  lifetime: Lifetime = {},
  classes?: readonly string[],
): OptionPart => ({
  name,
  lifetime,
  ...(classes !== undefined && { classes }),
  ...(standard !== undefined && { standard }),
  values: values.map((value) => (typeof value === 'string' ? { text: value, lifetime: {} } : value)),
  doc,
});

const choice = (text: string, doc: string, lifetime: Lifetime = {}): OptionValueChoice => ({ text, lifetime, doc });
