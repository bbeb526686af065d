/** One Cassandra release that the suite runs, and what its configuration needs. */
export interface Release {
  /** The Maven version, as `5.0.8`. */
  readonly version: string;
  /** What people call it and `--target cassandra-…` takes, as `5.0`. */
  readonly name: string;
  /** The lines of cassandra.yaml that only some releases know. */
  readonly yaml: readonly string[];
}

/** The releases in order of age. */
export const releases: readonly Release[] = [
  {
    version: '3.11.19',
    name: '3.11',
    yaml: [
      'commitlog_sync_period_in_ms: 10000',
      'enable_materialized_views: true',
      'enable_sasi_indexes: true',
      'enable_user_defined_functions: true',
      'enable_drop_compact_storage: true',
      // The default asks the operating system in a way that this release knows for Java 8 only.
      'disk_access_mode: standard',
    ],
  },
  {
    version: '4.0.19',
    name: '4.0',
    yaml: [
      'commitlog_sync_period_in_ms: 10000',
      'enable_materialized_views: true',
      'enable_sasi_indexes: true',
      'enable_user_defined_functions: true',
      'enable_drop_compact_storage: true',
    ],
  },
  { version: '4.1.10', name: '4.1', yaml: featuresOf41() },
  { version: '5.0.8', name: '5.0', yaml: [...featuresOf41(), ...featuresOf50()] },
  { version: '6.0-alpha2', name: '6.0', yaml: [...featuresOf41(), ...featuresOf50()] },
];

/** The release that a user means by `5.0`, `5.0.8` or `cassandra-5.0`. */
export function releaseOf(text: string): Release | undefined {
  const wanted = text.replace(/^cassandra-/, '');
  return releases.find((release) => release.name === wanted || release.version === wanted);
}

function featuresOf41(): readonly string[] {
  return [
    'commitlog_sync_period: 10s',
    'materialized_views_enabled: true',
    'sasi_indexes_enabled: true',
    'user_defined_functions_enabled: true',
    'drop_compact_storage_enabled: true',
  ];
}

function featuresOf50(): readonly string[] {
  return ['dynamic_data_masking_enabled: true', 'storage_compatibility_mode: NONE'];
}
