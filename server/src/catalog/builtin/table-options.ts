import { always, type BuiltInOption, option } from './options.ts';

const SINCE_4_0 = { since: '4.0' } as const;
const SINCE_4_1 = { since: '4.1' } as const;
const SINCE_5_0 = { since: '5.0' } as const;
const SINCE_6_0 = { since: '6.0' } as const;
const UNTIL_4_0 = { until: '4.0' } as const;

/** The options of tables and views, in the order in which the server reads them (`TableAttributes.build`). */
export const TABLE_OPTIONS = [
  option('allow_auto_snapshot', 'boolean', 'Whether a snapshot is taken before the table is dropped or truncated.', {
    lifetime: SINCE_5_0,
    defaults: { '5.0': 'true' },
  }),
  option(
    'bloom_filter_fp_chance',
    'number',
    'How often a Bloom filter sends a read to an SSTable in vain; lower takes more memory.',
    { defaults: always('0.01') },
  ),
  option('caching', 'map', 'What of the table is cached: keys of partitions, and rows.', {
    defaults: always("{'keys': 'ALL', 'rows_per_partition': 'NONE'}"),
  }),
  option('comment', 'text', 'A remark for people.', { defaults: always("''") }),
  option('compaction', 'map', 'How SSTables are merged: a strategy and its options.', {
    defaults: always("{'class': 'SizeTieredCompactionStrategy', 'max_threshold': '32', 'min_threshold': '4'}"),
  }),
  option('compression', 'map', 'How SSTables are compressed: a class and its options.', {
    defaults: {
      '3.11': "{'class': 'LZ4Compressor', 'chunk_length_in_kb': '64'}",
      '4.0': "{'class': 'LZ4Compressor', 'chunk_length_in_kb': '16'}",
    },
  }),
  option('memtable', 'text', 'The configuration of memtables, one of those in cassandra.yaml.', {
    lifetime: SINCE_4_1,
    defaults: { '4.1': "'default'" },
  }),
  option('dclocal_read_repair_chance', 'number', 'How often a read repairs the replicas of its data center.', {
    lifetime: UNTIL_4_0,
    defaults: always('0.1'),
  }),
  option(
    'default_time_to_live',
    'integer',
    'After how many seconds rows expire that are written without a TTL; 0: never.',
    {
      defaults: always('0'),
    },
  ),
  option(
    'gc_grace_seconds',
    'integer',
    'How many seconds tombstones are kept: every replica must be repaired within that time.',
    { defaults: always('864000') },
  ),
  option('incremental_backups', 'boolean', 'Whether new SSTables are kept as backups, where the server makes them.', {
    lifetime: SINCE_5_0,
    defaults: { '5.0': 'true' },
  }),
  option('max_index_interval', 'integer', 'The most partitions between two samples of the index of an SSTable.', {
    defaults: always('2048'),
  }),
  option('memtable_flush_period_in_ms', 'integer', 'After how many milliseconds memtables are flushed; 0: when full.', {
    defaults: always('0'),
  }),
  option('min_index_interval', 'integer', 'The fewest partitions between two samples of the index of an SSTable.', {
    defaults: always('128'),
  }),
  option('read_repair_chance', 'number', 'How often a read repairs the replicas of all data centers.', {
    lifetime: UNTIL_4_0,
    defaults: always('0.0'),
  }),
  option(
    'speculative_retry',
    'text',
    'When a read asks one replica more: a percentile, milliseconds, ALWAYS or NONE.',
    { choices: ['ALWAYS', 'NONE'], defaults: { '3.11': "'99PERCENTILE'", '4.0': "'99p'" } },
  ),
  option(
    'additional_write_policy',
    'text',
    'When a write asks a transient replica more: a percentile, milliseconds, ALWAYS or NEVER.',
    { lifetime: SINCE_4_0, choices: ['ALWAYS', 'NEVER'], defaults: { '4.0': "'99p'" } },
  ),
  option('crc_check_chance', 'number', 'How often the checksums of compressed blocks are checked in reads.', {
    defaults: always('1.0'),
  }),
  option('cdc', 'boolean', 'Whether changes are kept in the log of changed data.', { defaults: always('false') }),
  option('read_repair', 'text', 'Whether reads wait until they have repaired what they found.', {
    lifetime: SINCE_4_0,
    choices: ['BLOCKING', 'NONE'],
    defaults: { '4.0': "'BLOCKING'" },
  }),
  option('fast_path', 'any', 'Which replicas may decide transactions on the fast path.', {
    lifetime: SINCE_6_0,
    defaults: { '6.0': "'keyspace'" },
  }),
  option('auto_repair', 'map', 'Whether and how urgently the server repairs the table by itself.', {
    lifetime: SINCE_5_0,
  }),
  option('transactional_mode', 'text', 'Whether the table takes part in transactions, and what else may touch it.', {
    lifetime: SINCE_6_0,
    choices: ['off', 'mixed_reads', 'full', 'test_unsafe_writes', 'test_unsafe', 'test_interop_read'],
    defaults: { '6.0': "'off'" },
  }),
  option('transactional_migration_from', 'text', 'The mode from which the table is on its way.', {
    lifetime: SINCE_6_0,
    choices: ['none', 'off', 'mixed_reads', 'full', 'test_unsafe_writes', 'test_unsafe', 'test_interop_read'],
    defaults: { '6.0': "'none'" },
  }),
  option('pending_drop', 'any', 'Set by the server while it drops the table.', { lifetime: SINCE_6_0 }),
  option('extensions', 'any', 'Bytes by name, for tools.'),
  option('id', 'text', 'The id of a new table, for one that is made again from a backup.'),
] as const satisfies readonly BuiltInOption[];

/** The sub-options of `caching`. */
export const CACHING_OPTIONS: readonly BuiltInOption[] = [
  option('keys', 'text', 'Whether the places of partitions are cached.', {
    choices: ['ALL', 'NONE'],
    defaults: always("'ALL'"),
  }),
  option('rows_per_partition', 'text', 'How many rows at the beginning of a partition are cached; a number, too.', {
    choices: ['ALL', 'NONE'],
    defaults: always("'NONE'"),
  }),
];

/** The sub-options of `auto_repair`, in the order in which the server reads them. */
export const AUTO_REPAIR_OPTIONS: readonly BuiltInOption[] = [
  option('full_enabled', 'boolean', 'Whether full repairs run.'),
  option('incremental_enabled', 'boolean', 'Whether incremental repairs run.'),
  option('preview_repaired_enabled', 'boolean', 'Whether repaired data are compared.'),
  option('priority', 'integer', 'Tables with a greater number are repaired first.'),
];
