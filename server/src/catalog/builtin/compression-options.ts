import { always, type BuiltInOption, option, type OptionClass } from './options.ts';

/** The sub-options of `compression` that every class has, the names that older releases use behind the new. */
export const COMPRESSION_OPTIONS: readonly BuiltInOption[] = [
  option('enabled', 'boolean', 'Whether SSTables are compressed.', { defaults: always("'true'") }),
  option('chunk_length_in_kb', 'integer', 'How many kibibytes are compressed at a time: a power of 2.', {
    defaults: { '3.11': "'64'", '4.0': "'16'" },
  }),
  option('min_compress_ratio', 'number', 'How much smaller a chunk must become to be kept compressed.', {
    lifetime: { since: '4.0' },
    defaults: { '4.0': "'0'" },
  }),
  option('crc_check_chance', 'number', 'How often checksums are checked; an option of the table now.', {
    lifetime: { until: '5.0' },
  }),
  option('sstable_compression', 'text', 'The class; `class` has taken its place.', { lifetime: { until: '5.0' } }),
  option('chunk_length_kb', 'integer', 'The length of chunks; `chunk_length_in_kb` has taken its place.', {
    lifetime: { until: '5.0' },
  }),
];

/** How dictionaries are trained, in the order in which the server reads it. */
export const TRAINING_OPTIONS: readonly BuiltInOption[] = [
  option('training_max_dictionary_size', 'text', 'How large a dictionary is at most, with a unit.', {
    lifetime: { since: '6.0' },
  }),
  option('training_max_total_sample_size', 'text', 'How much is looked at to train one, with a unit.', {
    lifetime: { since: '6.0' },
  }),
  option('training_min_frequency', 'text', 'How much time passes between two trainings at least, with a unit.', {
    lifetime: { since: '6.0' },
  }),
];

const LEVEL = option('compression_level', 'integer', 'From -131072, the fastest, to 22, the smallest.', {
  defaults: { '4.0': "'3'" },
});

/** The classes of `compression`. */
export const COMPRESSORS = [
  {
    name: 'LZ4Compressor',
    doc: 'Fast; what tables have where nothing is said.',
    lifetime: {},
    options: [
      option('lz4_compressor_type', 'text', 'Fast, or smaller.', {
        choices: ['fast', 'high'],
        defaults: always("'fast'"),
      }),
      option('lz4_high_compressor_level', 'integer', 'From 1 to 17, of the type high.', { defaults: always("'9'") }),
    ],
  },
  { name: 'SnappyCompressor', doc: 'Fast.', lifetime: {}, options: [] },
  { name: 'DeflateCompressor', doc: 'Small and slow.', lifetime: {}, options: [] },
  { name: 'ZstdCompressor', doc: 'Smaller than LZ4 and slower.', lifetime: { since: '4.0' }, options: [LEVEL] },
  { name: 'NoopCompressor', doc: 'Compresses nothing, but keeps checksums.', lifetime: { since: '4.0' }, options: [] },
  {
    name: 'ZstdDictionaryCompressor',
    doc: 'Zstandard with a dictionary that is trained on the data of the table.',
    lifetime: { since: '6.0' },
    options: [LEVEL, ...TRAINING_OPTIONS],
  },
] as const satisfies readonly OptionClass[];
