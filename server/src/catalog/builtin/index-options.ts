import { always, type BuiltInOption, option, type OptionClass } from './options.ts';

/** What SAI takes of text. */
export const SAI_TEXT_OPTIONS: readonly BuiltInOption[] = [
  option('case_sensitive', 'boolean', 'Whether case counts.', { defaults: { '5.0': "'true'" } }),
  option('normalize', 'boolean', 'Whether text is brought to Unicode form NFC.', { defaults: { '5.0': "'false'" } }),
  option('ascii', 'boolean', 'Whether letters with accents and others are brought to ASCII.', {
    defaults: { '5.0': "'false'" },
  }),
];

/** What SAI takes of vectors. */
export const SAI_VECTOR_OPTIONS: readonly BuiltInOption[] = [
  option(
    'maximum_node_connections',
    'integer',
    'How many neighbours a vector is linked with, where the server lets one say.',
    {
      defaults: { '5.0': "'16'" },
    },
  ),
  option(
    'construction_beam_width',
    'integer',
    'How many candidates are looked at while the graph is made, where the server lets one say.',
    {
      defaults: { '5.0': "'100'" },
    },
  ),
  option('similarity_function', 'text', 'What makes vectors near.', {
    choices: ['EUCLIDEAN', 'DOT_PRODUCT', 'COSINE'],
    defaults: { '5.0': "'COSINE'" },
  }),
  option('optimize_for', 'text', 'What the graph is made for.', {
    choices: ['LATENCY', 'RECALL'],
    defaults: { '5.0': "'LATENCY'" },
  }),
];

/** The classes that USING names; the index without USING has no options. */
export const INDEX_CLASSES: readonly OptionClass[] = [
  {
    name: 'StorageAttachedIndex',
    doc: 'An index beside each SSTable, for equality, ranges, collections and vectors; also called `sai`.',
    lifetime: { since: '5.0' },
    options: [...SAI_TEXT_OPTIONS, ...SAI_VECTOR_OPTIONS],
  },
  {
    name: 'org.apache.cassandra.index.sasi.SASIIndex',
    doc: 'An experimental index for LIKE; a default install switches it off.',
    lifetime: {},
    options: [
      option('mode', 'text', 'What can be searched.', {
        choices: ['PREFIX', 'CONTAINS', 'SPARSE'],
        defaults: always("'PREFIX'"),
      }),
      option('analyzer_class', 'text', 'How text is taken apart.', {
        choices: ['StandardAnalyzer', 'NonTokenizingAnalyzer', 'DelimiterAnalyzer'].map(
          (name) => `org.apache.cassandra.index.sasi.analyzer.${name}`,
        ),
      }),
      option('analyzed', 'boolean', 'Whether text is taken apart.'),
      option('is_literal', 'boolean', 'Whether values count as text.'),
      option('case_sensitive', 'boolean', 'Whether case counts.', { defaults: always("'true'") }),
      option('normalize_lowercase', 'boolean', 'Whether text that is not taken apart is kept in lower case.', {
        defaults: always("'false'"),
      }),
      option('normalize_uppercase', 'boolean', 'Whether text that is not taken apart is kept in upper case.', {
        defaults: always("'false'"),
      }),
      option('tokenization_enable_stemming', 'boolean', 'Whether words are cut to their stems.', {
        defaults: always("'false'"),
      }),
      option('tokenization_skip_stop_words', 'boolean', 'Whether words that are in every text are left out.', {
        defaults: always("'false'"),
      }),
      option('tokenization_locale', 'text', 'The language of the words.', { defaults: always("'en'") }),
      option('tokenization_normalize_lowercase', 'boolean', 'Whether words are kept in lower case.', {
        defaults: always("'false'"),
      }),
      option('tokenization_normalize_uppercase', 'boolean', 'Whether words are kept in upper case.', {
        defaults: always("'false'"),
      }),
      option('delimiter', 'text', 'The sign between the parts of a text.', { defaults: always("','") }),
      option('max_compaction_flush_memory_in_mb', 'integer', 'How much memory the making of the index may take.', {
        defaults: always("'1024'"),
      }),
    ],
  },
];
