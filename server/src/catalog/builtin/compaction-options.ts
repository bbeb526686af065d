import { always, type BuiltInOption, option, type OptionClass } from './options.ts';

/** The sub-options of `compaction` that every strategy has. */
export const COMPACTION_OPTIONS: readonly BuiltInOption[] = [
  option('tombstone_threshold', 'number', 'From which share of tombstones on an SSTable is compacted alone.', {
    defaults: always("'0.2'"),
  }),
  option('tombstone_compaction_interval', 'integer', 'How many seconds old an SSTable must be for that.', {
    defaults: always("'86400'"),
  }),
  option('unchecked_tombstone_compaction', 'boolean', 'Whether that is tried without looking at what overlaps.', {
    defaults: always("'false'"),
  }),
  option('log_all', 'boolean', 'Whether compactions are logged in a file of their own.', {
    defaults: always("'false'"),
  }),
  option('enabled', 'boolean', 'Whether the table is compacted in the background.', { defaults: always("'true'") }),
  option('only_purge_repaired_tombstones', 'boolean', 'Whether tombstones stay until they are repaired.', {
    defaults: always("'false'"),
  }),
  option('provide_overlapping_tombstones', 'text', 'Whether what overlapping SSTables delete is left out.', {
    choices: ['NONE', 'ROW', 'CELL'],
    defaults: always("'NONE'"),
  }),
];

const THRESHOLDS = [
  option('min_threshold', 'integer', 'How many SSTables of one size begin a compaction.', { defaults: always("'4'") }),
  option('max_threshold', 'integer', 'How many SSTables one compaction takes at most.', { defaults: always("'32'") }),
];

const SIZE_TIERED = [
  option('min_sstable_size', 'integer', 'Smaller SSTables, in bytes, count as of one size.', {
    defaults: always("'52428800'"),
  }),
  option('bucket_low', 'number', 'How many times the average an SSTable of one size has at least.', {
    defaults: always("'0.5'"),
  }),
  option('bucket_high', 'number', 'How many times the average an SSTable of one size has at most.', {
    defaults: always("'1.5'"),
  }),
];

const EXPIRED = option(
  'expired_sstable_check_frequency_seconds',
  'integer',
  'How often SSTables are looked for in which all has expired.',
  { defaults: always("'600'") },
);

const UNSAFE = option(
  'unsafe_aggressive_sstable_expiration',
  'boolean',
  'Whether SSTables in which all has expired go without a look at what overlaps; what was deleted may come back.',
  { defaults: always("'false'") },
);

/** The classes of `compaction`. */
export const COMPACTION_STRATEGIES = [
  {
    name: 'SizeTieredCompactionStrategy',
    doc: 'Merges SSTables of about one size: good for writes.',
    lifetime: {},
    options: [...SIZE_TIERED, ...THRESHOLDS],
  },
  {
    name: 'LeveledCompactionStrategy',
    doc: 'Keeps SSTables of one size in levels without overlaps: good for reads, dear for writes.',
    lifetime: {},
    options: [
      option('sstable_size_in_mb', 'integer', 'How large an SSTable is, in megabytes.', { defaults: always("'160'") }),
      option('fanout_size', 'integer', 'How many times larger each level is than the one before.', {
        defaults: always("'10'"),
      }),
      ...SIZE_TIERED,
      // Thresholds are taken since 4.0, and by 3.11 with the option that came with them.
      ...THRESHOLDS.map((threshold) => ({ ...threshold, lifetime: { since: '4.0' } }) as const),
      option('single_sstable_uplevel', 'boolean', 'Whether an SSTable that overlaps nothing only moves.', {
        lifetime: { since: '4.0' },
        defaults: { '4.0': "'true'" },
      }),
    ],
  },
  {
    name: 'TimeWindowCompactionStrategy',
    doc: 'Merges SSTables of one window of time: for series of which all rows expire.',
    lifetime: {},
    options: [
      option('compaction_window_size', 'integer', 'How many units a window has.', { defaults: always("'1'") }),
      option('compaction_window_unit', 'text', 'The unit of windows.', {
        choices: ['MINUTES', 'HOURS', 'DAYS'],
        defaults: always("'DAYS'"),
      }),
      option('timestamp_resolution', 'text', 'The unit of write times.', {
        choices: ['SECONDS', 'MILLISECONDS', 'MICROSECONDS', 'NANOSECONDS'],
        defaults: always("'MICROSECONDS'"),
      }),
      EXPIRED,
      UNSAFE,
      ...SIZE_TIERED,
      ...THRESHOLDS,
    ],
  },
  {
    name: 'DateTieredCompactionStrategy',
    doc: 'Merged SSTables by age; TimeWindowCompactionStrategy has taken its place.',
    lifetime: { until: '5.0' },
    options: [
      option('max_sstable_age_days', 'number', 'Older SSTables are left alone.', { defaults: always("'365000'") }),
      option('base_time_seconds', 'integer', 'The first window, in seconds.', { defaults: always("'60'") }),
      option('timestamp_resolution', 'text', 'The unit of write times.', {
        choices: ['NANOSECONDS', 'MICROSECONDS', 'MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'],
        defaults: always("'MICROSECONDS'"),
      }),
      EXPIRED,
      option('max_window_size_seconds', 'integer', 'The largest window, in seconds.', { defaults: always("'86400'") }),
      ...SIZE_TIERED,
      ...THRESHOLDS,
    ],
  },
  {
    name: 'UnifiedCompactionStrategy',
    doc: 'Levels or tiers by its scaling parameters, in shards that are compacted side by side.',
    lifetime: { since: '5.0' },
    options: [
      option(
        'scaling_parameters',
        'text',
        'How each level grows: T4 as tiers of four, L10 as levels of ten, N between.',
        {
          defaults: { '5.0': "'T4'" },
        },
      ),
      option('base_shard_count', 'integer', 'Into how many shards small levels are cut.', {
        defaults: { '5.0': "'4'" },
      }),
      option('target_sstable_size', 'text', 'How large an SSTable should be, with a unit.', {
        defaults: { '5.0': "'1GiB'" },
      }),
      option('flush_size_override', 'text', 'How large a flushed SSTable counts as, with a unit; by itself as it is.'),
      option('max_sstables_to_compact', 'integer', 'How many SSTables one compaction takes at most.'),
      EXPIRED,
      UNSAFE,
      option('overlap_inclusion_method', 'text', 'Which overlapping SSTables a compaction takes along.', {
        choices: ['NONE', 'SINGLE', 'TRANSITIVE'],
        defaults: { '5.0': "'TRANSITIVE'" },
      }),
      option('min_sstable_size', 'text', 'Shards are not cut below this size, with a unit.', {
        defaults: { '5.0': "'100MiB'" },
      }),
      option('sstable_growth', 'number', 'How far SSTables grow with the data, from 0 to 1.', {
        defaults: { '5.0': "'0.333'" },
      }),
      option('parallelize_output_shards', 'boolean', 'Whether the shards of one compaction are written side by side.', {
        lifetime: { since: '6.0' },
        defaults: { '6.0': "'true'" },
      }),
    ],
  },
] as const satisfies readonly OptionClass[];
