import type { Dialect } from '../../text/release.ts';
import { always, type BuiltInOption, option, type OptionClass } from './options.ts';

/** How the options of CREATE and ALTER of a server beside Cassandra differ from those of the release that it is likest. */
export interface DialectOptions {
  /** Its own, and those that are something else there. */
  readonly tables?: readonly BuiltInOption[];
  readonly views?: readonly BuiltInOption[];
  readonly keyspaces?: readonly BuiltInOption[];
  /** The entries of the maps of its own, and what maps of Cassandra have besides. */
  readonly entries?: ReadonlyMap<string, readonly BuiltInOption[]>;
  /** The classes that a map has besides. */
  readonly classes?: ReadonlyMap<string, readonly OptionClass[]>;
  /** What Cassandra's options of tables and keyspaces are of any effect there; all where that is not known. */
  readonly heeded?: ReadonlySet<string>;
  /** The classes of Cassandra's that are not there. */
  readonly lacks?: ReadonlySet<string>;
  /** The entries of a map of Cassandra's that are not there. */
  readonly lacksEntries?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The entry that names the class in a map, where it is not `class`. */
  readonly classKeys?: ReadonlyMap<string, string>;
}

const ENABLED = option('enabled', 'boolean', 'Whether it is on.');

const INCREMENTAL: OptionClass = {
  name: 'IncrementalCompactionStrategy',
  doc: 'Size tiers whose SSTables are cut into runs of small ones: needs little spare room.',
  lifetime: {},
  options: [
    option('sstable_size_in_mb', 'integer', 'How large a part of a run is, in megabytes.', {
      defaults: always("'1000'"),
    }),
    option('space_amplification_goal', 'number', 'How much room overwritten rows may take, from 1 to 2.'),
  ],
};

/** docs/cql/secondary-indexes.rst of scylladb/scylladb at f4a4091, read 2026-11-28. */
export const VECTOR_INDEX: OptionClass = {
  name: 'vector_index',
  doc: 'Finds the nearest vectors.',
  lifetime: {},
  options: [
    option('similarity_function', 'text', 'How near two vectors are.', {
      choices: ['cosine', 'euclidean', 'dot_product'],
      defaults: always("'cosine'"),
    }),
    option('maximum_node_connections', 'integer', 'How many neighbours a vector has in the graph, up to 512.'),
    option('construction_beam_width', 'integer', 'How many are looked at where a vector is added, up to 4096.'),
    option('search_beam_width', 'integer', 'How many are looked at in a search, up to 4096.'),
    option('quantization', 'text', 'In how many bits a number is kept.', {
      choices: ['f32', 'f16', 'bf16', 'i8', 'b1'],
      defaults: always("'f32'"),
    }),
    option('oversampling', 'number', 'How many times the rows that are asked for are found first, from 1 to 100.'),
    option('rescoring', 'boolean', 'Whether what is found is ranked again by the whole vectors.'),
  ],
};

export const DIALECT_OPTIONS: Readonly<Record<Dialect, DialectOptions>> = {
  // docs.scylladb.com, manual: "Data Definition", "ScyllaDB CQL Extensions", "Compaction", "Change Data Capture", read 2026-11-26.
  scylla: {
    tables: [
      option('cdc', 'map', 'Whether and how changes are kept in a log table beside it.'),
      option('tombstone_gc', 'map', 'When tombstones may go.'),
      option('per_partition_rate_limit', 'map', 'How many reads and writes a second a partition may have.'),
      option('paxos_grace_seconds', 'integer', 'How many seconds the state of lightweight transactions is kept.'),
    ],
    views: [
      option('synchronous_updates', 'boolean', 'Whether a write waits until the view is written, too.', {
        defaults: always('false'),
      }),
    ],
    keyspaces: [option('tablets', 'map', 'Whether tables are spread over the nodes by tablets.')],
    entries: new Map([
      [
        'cdc',
        [
          ENABLED,
          option('preimage', 'text', 'Whether the row as it was before is kept.', {
            choices: ['true', 'false', 'full'],
            defaults: always("'false'"),
          }),
          option('postimage', 'boolean', 'Whether the row as it is afterwards is kept.', {
            defaults: always("'false'"),
          }),
          option('delta', 'text', 'What of the change is kept.', {
            choices: ['full', 'keys'],
            defaults: always("'full'"),
          }),
          option('ttl', 'integer', 'How many seconds the log is kept; 0: for ever.', { defaults: always("'86400'") }),
        ],
      ],
      [
        'tombstone_gc',
        [
          option('mode', 'text', 'What tombstones wait for.', {
            choices: ['repair', 'timeout', 'immediate', 'disabled'],
          }),
          option('propagation_delay_in_seconds', 'integer', 'How long a write may be on its way.', {
            defaults: always("'3600'"),
          }),
        ],
      ],
      [
        'per_partition_rate_limit',
        [
          option('max_reads_per_second', 'integer', 'How many reads a partition may have in a second.'),
          option('max_writes_per_second', 'integer', 'How many writes a partition may have in a second.'),
        ],
      ],
      ['tablets', [ENABLED, option('initial', 'integer', 'With how many tablets a table begins.')]],
      [
        'caching',
        [option('enabled', 'boolean', 'Whether reads go through the cache.', { defaults: always("'true'") })],
      ],
    ]),
    classes: new Map([
      ['compaction', [INCREMENTAL]],
      ['options', [VECTOR_INDEX]],
    ]),
    lacks: new Set(['UnifiedCompactionStrategy', 'DateTieredCompactionStrategy']),
    // sstables/compressor.cc of scylladb/scylladb at f4a4091, read 2026-11-28.
    lacksEntries: new Map([['compression', new Set(['enabled', 'min_compress_ratio'])]]),
    classKeys: new Map([['compression', 'sstable_compression']]),
    heeded: new Set([
      'bloom_filter_fp_chance',
      'caching',
      'comment',
      'compaction',
      'compression',
      'crc_check_chance',
      'default_time_to_live',
      'durable_writes',
      'gc_grace_seconds',
      'max_index_interval',
      'memtable_flush_period_in_ms',
      'min_index_interval',
      'replication',
      'speculative_retry',
    ]),
  },
  // docs.datastax.com, "CQL for DSE": CREATE TABLE, CREATE KEYSPACE, read 2026-11-26.
  dse: {
    tables: [option('nodesync', 'map', 'Whether the table is repaired all the time in the background.')],
    keyspaces: [
      option('graph_engine', 'text', 'The engine of graphs in the keyspace.', { choices: ['Core', 'Classic'] }),
    ],
    entries: new Map([
      [
        'nodesync',
        [
          ENABLED,
          option('deadline_target_sec', 'integer', 'Within how many seconds the whole table should be repaired once.'),
        ],
      ],
    ]),
  },
  hcd: {},
  // docs.datastax.com, "Astra DB Cassandra Query Language (CQL) limits" (values that are ignored), read 2026-11-26.
  astra: { heeded: new Set(['comment', 'default_time_to_live', 'durable_writes', 'replication']) },
  // docs.aws.amazon.com, Amazon Keyspaces Developer Guide: "CREATE TABLE", "CREATE KEYSPACE", "Functional differences" (settings that
  // are ignored), read 2026-11-26.
  keyspaces: {
    tables: [
      option(
        'custom_properties',
        'map',
        'Capacity, encryption, point-in-time recovery and other settings of the service.',
      ),
      option('autoscaling_settings', 'map', 'How provisioned capacity follows the load.'),
      option('tags', 'map', 'Names and values for bills and permissions.'),
    ],
    keyspaces: [option('tags', 'map', 'Names and values for bills and permissions.')],
    entries: new Map([
      [
        'custom_properties',
        [
          option('capacity_mode', 'map', 'Whether each request is paid or a number of them is reserved.'),
          option('encryption_specification', 'map', 'With whose key the table is encrypted.'),
          option('point_in_time_recovery', 'map', 'Whether the table can be restored as it was at a time.'),
          option('client_side_timestamps', 'map', 'Whether writes may bring their own time.'),
          option('ttl', 'map', 'Whether rows may expire.'),
        ],
      ],
    ]),
    classes: new Map([
      [
        'replication',
        [
          {
            name: 'SingleRegionStrategy',
            doc: 'Three replicas in three zones of one region.',
            lifetime: {},
            options: [],
          },
        ],
      ],
    ]),
    heeded: new Set(['comment', 'default_time_to_live', 'replication']),
    lacks: new Set(['SimpleStrategy']),
  },
};
