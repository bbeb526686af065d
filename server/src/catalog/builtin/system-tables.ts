/**
 * The built-in tables of Cassandra 3.11 to 6.0, as the servers' own system_schema and system_virtual_schema list them.
 *
 * A line for a keyspace, a line for each of its tables: `name: column type; column type`. In front of a column `*` means partition
 * key, `+` and `-` clustering ascending and descending, `=` static. `@4.0-5.0` means since 4.0 and no more in 5.0; without a bound,
 * as long as what it stands in. A deeper indented line continues the one before.
 */
export const SYSTEM_TABLES = `
keyspace system
  IndexInfo: *table_name text; +index_name text; value blob @4.0
  available_ranges: *keyspace_name text; ranges set<blob>
  available_ranges_v2 @4.0: *keyspace_name text; full_ranges set<blob>; transient_ranges set<blob>
  batches: *id timeuuid; mutations list<blob>; version int
  batchlog @-4.0: *id uuid; data blob; version int; written_at timestamp
  built_views: *keyspace_name text; +view_name text; status_replicated boolean
  compaction_history: *id uuid @-4.1; *id timeuuid @4.1; bytes_in bigint; bytes_out bigint; columnfamily_name text;
      compacted_at timestamp; compaction_properties frozen<map<text, text>> @5.0; keyspace_name text; rows_merged
      map<int, bigint>
  consensus_migration_state @6.0: *row_key blob; +cf_id uuid; -consensus_migrated_at_epoch bigint; consensus_max_hlc
      bigint; consensus_target tinyint
  hints @-4.0: *target_id uuid; +hint_id timeuuid; +message_version int; mutation blob
  local: *key text; bootstrapped text; broadcast_address inet; broadcast_port int @4.0; cluster_name text;
      cql_version text; data_center text; gossip_generation int; host_id uuid; listen_address inet; listen_port int
      @4.0; native_protocol_version text; partitioner text; rack text; release_version text; rpc_address inet;
      rpc_port int @4.0; schema_version uuid; thrift_version text @-4.0; tokens set<text>; truncated_at map<uuid,
      blob>
  local_metadata_log @6.0: *epoch bigint; entry_id bigint; kind int; transformation blob
  metadata_snapshots @6.0: *epoch bigint; snapshot blob
  paxos: *row_key blob; +cf_id uuid; in_progress_ballot timeuuid; in_progress_read_ballot timeuuid @4.1;
      most_recent_commit blob; most_recent_commit_at timeuuid; most_recent_commit_version int; proposal blob;
      proposal_ballot timeuuid; proposal_version int
  paxos_repair_history @4.1: *keyspace_name text; +table_name text; points frozen<list<frozen<tuple<blob,
      timeuuid>>>>
  peer_events: *peer inet; hints_dropped map<uuid, int> @-4.1; hints_dropped map<timeuuid, int> @4.1
  peer_events_v2 @4.0: *peer inet; +peer_port int; hints_dropped map<uuid, int> @-4.1; hints_dropped map<timeuuid,
      int> @4.1
  peers: *peer inet; data_center text; host_id uuid; preferred_ip inet; rack text; release_version text; rpc_address
      inet; schema_version uuid; tokens set<text>
  peers_v2 @4.0: *peer inet; +peer_port int; data_center text; host_id uuid; native_address inet; native_port int;
      preferred_ip inet; preferred_port int; rack text; release_version text; schema_version uuid; tokens set<text>
  prepared_statements: *prepared_id blob; logged_keyspace text; query_string text
  range_xfers @-4.0: *token_bytes blob; requested_at timestamp
  repairs @4.0: *parent_id timeuuid; cfids set<uuid>; coordinator inet; coordinator_port int; last_update timestamp;
      participants set<inet>; participants_wp set<text>; ranges set<blob>; repaired_at timestamp; started_at
      timestamp; state int
  size_estimates: *keyspace_name text; +table_name text; +range_start text; +range_end text; mean_partition_size
      bigint; partitions_count bigint
  sstable_activity: *keyspace_name text; *columnfamily_name text; *generation int; rate_120m double; rate_15m double
  sstable_activity_v2 @4.1: *keyspace_name text; *table_name text; *id text; rate_120m double; rate_15m double
  table_estimates @4.0: *keyspace_name text; +table_name text; +range_type text; +range_start text; +range_end text;
      mean_partition_size bigint; partitions_count bigint
  top_partitions @4.1: *keyspace_name text; +table_name text; +top_type text; last_update timestamp; top
      frozen<list<frozen<tuple<text, bigint>>>>
  transferred_ranges: *operation text; *keyspace_name text; +peer inet; ranges set<blob>
  transferred_ranges_v2 @4.0: *operation text; *keyspace_name text; +peer inet; +peer_port int; ranges set<blob>
  view_builds_in_progress @4.0: *keyspace_name text; +view_name text; +start_token text; +end_token text; keys_built
      bigint; last_token text
  views_builds_in_progress @-4.0: *keyspace_name text; +view_name text; generation_number int; last_token text
keyspace system_auth
  cidr_groups @5.0: *cidr_group text; cidrs frozen<set<frozen<tuple<inet, smallint>>>>
  cidr_permissions @5.0: *role text; cidr_groups frozen<set<text>>
  identity_to_role @5.0: *identity text; role text
  network_permissions @4.0: *role text; dcs frozen<set<text>>
  resource_role_permissons_index: *resource text; +role text
  role_members: *role text; +member text
  role_permissions: *role text; +resource text; permissions set<text>
  roles: *role text; can_login boolean; is_superuser boolean; member_of set<text>; salted_hash text
keyspace system_cluster_metadata @6.0
  distributed_metadata_log: *epoch bigint; entry_id bigint; kind int; transformation blob
keyspace system_distributed
  auto_repair_history @6.0: *repair_type text; +host_id uuid; delete_hosts set<uuid>; delete_hosts_update_time
      timestamp; force_repair boolean; repair_finish_ts timestamp; repair_start_ts timestamp; repair_turn text
  auto_repair_priority @6.0: *repair_type text; repair_priority set<uuid>
  compression_dictionaries @6.0: *keyspace_name text; *table_name text; -table_id text; -dict_id bigint; created_at
      timestamp; dict blob; dict_checksum int; dict_length int; kind text
  parent_repair_history: *parent_id timeuuid; columnfamily_names set<text>; exception_message text;
      exception_stacktrace text; finished_at timestamp; keyspace_name text; options map<text, text>;
      requested_ranges set<text>; started_at timestamp; successful_ranges set<text>
  partition_denylist @4.1: *ks_name text; *table_name text; +key blob
  repair_history: *keyspace_name text; *columnfamily_name text; +id timeuuid; coordinator inet; coordinator_port
      int; exception_message text; exception_stacktrace text; finished_at timestamp; parent_id timeuuid;
      participants set<inet>; participants_v2 set<text>; range_begin text; range_end text; started_at timestamp;
      status text
  view_build_status: *keyspace_name text; *view_name text; +host_id uuid; status text
virtual keyspace system_metrics @6.0
  accord_cache_group: *name text; scope text; type text; value text
  accord_coordinator_group: *name text; scope text; type text; value text
  accord_executor_group: *name text; scope text; type text; value text
  accord_replica_group: *name text; scope text; type text; value text
  accord_system_group: *name text; scope text; type text; value text
  all_groups: *group_name text; virtual_table text
  autorepair_group: *name text; scope text; type text; value text
  batch_group: *name text; scope text; type text; value text
  buffer_pool_group: *name text; scope text; type text; value text
  cache_group: *name text; scope text; type text; value text
  chunk_cache_group: *name text; scope text; type text; value text
  cidr_authorizer_group: *name text; scope text; type text; value text
  client_group: *name text; scope text; type text; value text
  client_message_size_group: *name text; scope text; type text; value text
  client_request_group: *name text; scope text; type text; value text
  client_request_size_group: *name text; scope text; type text; value text
  column_family_group: *name text; scope text; type text; value text
  commit_log_group: *name text; scope text; type text; value text
  compaction_group: *name text; scope text; type text; value text
  connection_group: *name text; scope text; type text; value text
  cql_group: *name text; scope text; type text; value text
  dropped_message_group: *name text; scope text; type text; value text
  hints_service_group: *name text; scope text; type text; value text
  index_column_family_group: *name text; scope text; type text; value text
  index_group: *name text; scope text; type text; value text
  index_table_group: *name text; scope text; type text; value text
  internode_inbound_group: *name text; scope text; type text; value text
  journal_group: *name text; scope text; type text; value text
  keyspace_group: *name text; scope text; type text; value text
  memtable_pool_group: *name text; scope text; type text; value text
  messaging_group: *name text; scope text; type text; value text
  mutual_tls_group: *name text; scope text; type text; value text
  paxos_group: *name text; scope text; type text; value text
  read_repair_group: *name text; scope text; type text; value text
  repair_group: *name text; scope text; type text; value text
  route_index_group: *name text; scope text; type text; value text
  storage_attached_index_group: *name text; scope text; type text; value text
  storage_group: *name text; scope text; type text; value text
  storage_proxy_group: *name text; scope text; type text; value text
  streaming_group: *name text; scope text; type text; value text
  table_group: *name text; scope text; type text; value text
  tcm_group: *name text; scope text; type text; value text
  thread_pools_group: *name text; scope text; type text; value text
  trie_memtable_group: *name text; scope text; type text; value text
  type_counter: *name text; scope text; value bigint
  type_gauge: *name text; scope text; value text
  type_histogram: *name text; max bigint; mean double; min bigint; p75th double; p95th double; p98th double; p999th
      double; p99th double; scope text
  type_meter: *name text; count bigint; fifteen_minute_rate double; five_minute_rate double; mean_rate double;
      one_minute_rate double; scope text
  type_timer: *name text; count bigint; fifteen_minute_rate double; five_minute_rate double; max double; mean
      double; mean_rate double; min double; one_minute_rate double; p75th double; p95th double; p98th double; p999th
      double; p99th double; scope text
  unweighted_cache_group: *name text; scope text; type text; value text
keyspace system_schema
  aggregates: *keyspace_name text; +aggregate_name text; +argument_types frozen<list<text>>; final_func text;
      initcond text; return_type text; state_func text; state_type text
  column_masks @5.0: *keyspace_name text; +table_name text; +column_name text; function_argument_nulls
      frozen<list<boolean>>; function_argument_types frozen<list<text>>; function_argument_values
      frozen<list<text>>; function_keyspace text; function_name text
  columns: *keyspace_name text; +table_name text; +column_name text; clustering_order text; column_name_bytes blob;
      kind text; position int; type text
  dropped_columns: *keyspace_name text; +table_name text; +column_name text; dropped_time timestamp; kind text; type
      text
  functions: *keyspace_name text; +function_name text; +argument_types frozen<list<text>>; argument_names
      frozen<list<text>>; body text; called_on_null_input boolean; language text; return_type text
  indexes: *keyspace_name text; +table_name text; +index_name text; kind text; options frozen<map<text, text>>
  keyspaces: *keyspace_name text; durable_writes boolean; fast_path frozen<map<text, text>> @6.0; replication
      frozen<map<text, text>>
  tables: *keyspace_name text; +table_name text; additional_write_policy text @4.0; allow_auto_snapshot boolean
      @5.0; auto_repair frozen<map<text, text>> @6.0; bloom_filter_fp_chance double; caching frozen<map<text,
      text>>; cdc boolean; comment text; compaction frozen<map<text, text>>; compression frozen<map<text, text>>;
      crc_check_chance double; dclocal_read_repair_chance double; default_time_to_live int; extensions
      frozen<map<text, blob>>; fast_path frozen<map<text, text>> @6.0; flags frozen<set<text>>; gc_grace_seconds
      int; id uuid; incremental_backups boolean @5.0; max_index_interval int; memtable text @4.1;
      memtable_flush_period_in_ms int; min_index_interval int; read_repair text @4.0; read_repair_chance double;
      speculative_retry text
  triggers: *keyspace_name text; +table_name text; +trigger_name text; options frozen<map<text, text>>
  types: *keyspace_name text; +type_name text; field_names frozen<list<text>>; field_types frozen<list<text>>
  views: *keyspace_name text; +view_name text; additional_write_policy text @4.0; allow_auto_snapshot boolean @5.0;
      auto_repair frozen<map<text, text>> @6.0; base_table_id uuid; base_table_name text; bloom_filter_fp_chance
      double; caching frozen<map<text, text>>; cdc boolean; comment text; compaction frozen<map<text, text>>;
      compression frozen<map<text, text>>; crc_check_chance double; dclocal_read_repair_chance double;
      default_time_to_live int; extensions frozen<map<text, blob>>; gc_grace_seconds int; id uuid;
      include_all_columns boolean; incremental_backups boolean @5.0; max_index_interval int; memtable text @4.1;
      memtable_flush_period_in_ms int; min_index_interval int; read_repair text @4.0; read_repair_chance double;
      speculative_retry text; where_clause text
keyspace system_traces
  events: *session_id uuid; +event_id timeuuid; activity text; source inet; source_elapsed int; source_port int;
      thread text
  sessions: *session_id uuid; client inet; command text; coordinator inet; coordinator_port int; duration int;
      parameters map<text, text>; request text; started_at timestamp
virtual keyspace system_views @4.0
  batch_metrics @4.1: *name text; max bigint; p50th double; p999th double; p99th double
  caches: *name text; capacity_bytes bigint; entry_count int; hit_count bigint; hit_ratio double;
      recent_hit_rate_per_second bigint; recent_request_rate_per_second bigint; request_count bigint; size_bytes
      bigint
  cidr_filtering_metrics_counts @5.0: *name text; value bigint
  cidr_filtering_metrics_latencies @5.0: *name text; max double; p50th double; p95th double; p999th double; p99th
      double
  clients: *address inet; +port int; authentication_metadata frozen<map<text, text>> @6.0; authentication_mode text
      @6.0; client_options frozen<map<text, text>> @4.1; connection_stage text; driver_name text; driver_version
      text; hostname text; keyspace_name text @5.0; protocol_version int; request_count bigint; ssl_cipher_suite
      text; ssl_enabled boolean; ssl_protocol text; username text
  cluster_metadata_directory @6.0: *node_id int; broadcast_address inet; broadcast_port int; cassandra_version text;
      dc text; host_id uuid; local_address inet; local_port int; multi_step_operation frozen<map<text, text>>;
      native_address inet; native_port int; rack text; serialization_version int; state text; tokens
      frozen<list<text>>
  cluster_metadata_log @6.0: *epoch bigint; entry_id bigint; entry_time timestamp; kind text; transformation text
  coordinator_read_latency: *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double;
      p99th_ms double; per_second double
  coordinator_scan_latency: *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double;
      p99th_ms double; per_second double
  coordinator_write_latency: *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double;
      p99th_ms double; per_second double
  cql_metrics @4.1: *name text; value double
  credentials_cache_keys @4.1: *role text
  disk_usage: *keyspace_name text; *table_name text; mebibytes bigint
  gossip_info @4.1: *address inet; +port int; dc text; dc_version int; disk_usage text; disk_usage_version int;
      generation int; heartbeat int; host_id text; host_id_version int; hostname text; index_status text @5.0;
      index_status_version int @5.0; internal_address_and_port text; internal_address_and_port_version int;
      internal_ip text; internal_ip_version int; load text; load_version int; native_address_and_port text;
      native_address_and_port_version int; net_version text; net_version_version int; rack text; rack_version int;
      release_version text; release_version_version int; removal_coordinator text; removal_coordinator_version int;
      rpc_address text; rpc_address_version int; rpc_ready text; rpc_ready_version int; schema text; schema_version
      int; severity text; severity_version int; sstable_versions text; sstable_versions_version int; status text;
      status_version int; status_with_port text; status_with_port_version int; tokens_version int; x1 text; x10
      text; x10_version int; x1_version int; x2 text; x2_version int; x3 text; x3_version int; x4 text; x4_version
      int; x5 text; x5_version int; x6 text; x6_version int; x7 text; x7_version int; x8 text; x8_version int; x9
      text; x9_version int; x_11_padding text; x_11_padding_version int
  internode_inbound: *address inet; *port int; +dc text; +rack text; corrupt_frames_recovered bigint;
      corrupt_frames_unrecovered bigint; error_bytes bigint; error_count bigint; expired_bytes bigint; expired_count
      bigint; processed_bytes bigint; processed_count bigint; received_bytes bigint; received_count bigint;
      scheduled_bytes bigint; scheduled_count bigint; throttled_count bigint; throttled_nanos bigint; using_bytes
      bigint; using_reserve_bytes bigint
  internode_outbound: *address inet; *port int; +dc text; +rack text; active_connections bigint; connection_attempts
      bigint; error_bytes bigint; error_count bigint; expired_bytes bigint; expired_count bigint; overload_bytes
      bigint; overload_count bigint; pending_bytes bigint; pending_count bigint; sent_bytes bigint; sent_count
      bigint; successful_connection_attempts bigint; using_bytes bigint; using_reserve_bytes bigint
  jmx_permissions_cache_keys @4.1: *role text
  local @6.0: *local text; bootstrapped text; broadcast_address inet; broadcast_port int; cluster_name text;
      cql_version text; datacenter text; gossip_generation int; host_id uuid; listen_address inet; listen_port int;
      native_address inet; native_port int; native_protocol_version text; partitioner text; rack text;
      release_version text; schema_version uuid; state text; status text; tokens frozen<set<text>>
  local_read_latency: *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms
      double; per_second double
  local_scan_latency: *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms
      double; per_second double
  local_write_latency: *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms
      double; per_second double
  max_partition_size: *keyspace_name text; *table_name text; mebibytes bigint
  max_sstable_duration @5.0: *keyspace_name text; *table_name text; max_sstable_duration bigint
  max_sstable_size @5.0: *keyspace_name text; *table_name text; mebibytes bigint
  network_permissions_cache_keys @4.1: *role text
  partition_key_statistics @6.0: *keyspace_name text; *table_name text; +token_value varint; +key text;
      size_estimate counter; sstables counter
  peers @6.0: *peer inet; +peer_port int; data_center text; host_id uuid; native_address inet; native_port int;
      preferred_ip inet; preferred_port int; rack text; release_version text; schema_version uuid; state text;
      tokens frozen<set<text>>
  pending_hints @4.1: *host_id uuid; address inet; corrupted_files int @6.0; dc text; files int; newest timestamp;
      oldest timestamp; port int; rack text; status text; total_corrupted_files_size bigint @6.0; total_size bigint
      @6.0
  permissions_cache_keys @4.1: *role text; *resource text
  purgeable_tombstones_per_read @6.0: *keyspace_name text; *table_name text; count bigint; max double; p50th double;
      p99th double
  queries @4.1: *thread_id text; queued_micros bigint; running_micros bigint; task text
  repair_jobs @4.1: *id uuid; completed boolean; duration_millis bigint; failure_cause text; keyspace_name text;
      last_updated_at timestamp; participants frozen<list<text>>; ranges frozen<list<text>>; repair_id timeuuid;
      session_id timeuuid; state_failure_timestamp timestamp; state_init_timestamp timestamp;
      state_skipped_timestamp timestamp; state_snapshot_complete_timestamp timestamp; state_snapshot_start_timestamp
      timestamp; state_start_timestamp timestamp; state_stream_start_timestamp timestamp; state_success_timestamp
      timestamp; state_validation_complete_timestamp timestamp; state_validation_start_timestamp timestamp; status
      text; success_message text; table_name text
  repair_participates @4.1: *id timeuuid; completed boolean; duration_millis bigint; failure_cause text; global
      boolean; incremental boolean; initiator text; last_updated_at timestamp; preview_kind text; ranges
      frozen<list<text>>; repaired_at timestamp; state_failure_timestamp timestamp; state_init_timestamp timestamp;
      state_skipped_timestamp timestamp; state_success_timestamp timestamp; success_message text; tables
      frozen<set<text>>; validations frozen<set<uuid>>
  repair_sessions @4.1: *id timeuuid; completed boolean; duration_millis bigint; failure_cause text; jobs
      frozen<set<uuid>>; keyspace_name text; last_updated_at timestamp; participants frozen<list<text>>; ranges
      frozen<list<text>>; repair_id timeuuid; state_failure_timestamp timestamp; state_init_timestamp timestamp;
      state_jobs_start_timestamp timestamp; state_skipped_timestamp timestamp; state_start_timestamp timestamp;
      state_success_timestamp timestamp; status text; success_message text; table_names frozen<list<text>>
  repair_validations @4.1: *id uuid; bytes_read bigint; completed boolean; duration_millis bigint;
      estimated_partitions bigint; estimated_total_bytes bigint; failure_cause text; initiator text; keyspace_name
      text; last_updated_at timestamp; partitions_processed bigint; progress_percentage float; ranges
      frozen<list<text>>; repair_id timeuuid; session_id timeuuid; state_accept_timestamp timestamp @5.0;
      state_failure_timestamp timestamp; state_init_timestamp timestamp; state_sending_trees_timestamp timestamp;
      state_skipped_timestamp timestamp; state_start_timestamp timestamp; state_success_timestamp timestamp; status
      text; success_message text; table_name text
  repairs @4.1: *id timeuuid; command_id int; completed boolean; duration_millis bigint; failure_cause text;
      keyspace_name text; last_updated_at timestamp; options_column_families frozen<set<text>>; options_data_centers
      frozen<set<text>>; options_force_repair boolean; options_hosts frozen<set<text>>;
      options_ignore_unreplicated_keyspaces boolean; options_incremental boolean; options_job_threads int;
      options_optimise_streams boolean; options_parallelism text; options_preview_kind text; options_primary_range
      boolean; options_pull_repair boolean; options_ranges frozen<set<text>>; options_subrange_repair boolean;
      options_trace boolean; participants frozen<list<text>>; ranges frozen<list<frozen<list<text>>>>; sessions
      frozen<set<timeuuid>>; state_failure_timestamp timestamp; state_init_timestamp timestamp;
      state_prepare_complete_timestamp timestamp; state_prepare_start_timestamp timestamp;
      state_repair_complete_timestamp timestamp; state_repair_start_timestamp timestamp; state_setup_timestamp
      timestamp; state_skipped_timestamp timestamp; state_start_timestamp timestamp; state_success_timestamp
      timestamp; status text; success_message text; table_names frozen<list<text>>; type text; unfiltered_ranges
      frozen<list<frozen<list<text>>>>
  roles_cache_keys @4.1: *role text
  rows_per_read: *keyspace_name text; *table_name text; count bigint; max double; p50th double; p99th double
  rows_per_write @6.0: *keyspace_name text; *table_name text; count bigint; max double; p50th double; p99th double
  sai_column_indexes @5.0: *keyspace_name text; +index_name text; analyzer text; column_name text; is_building
      boolean; is_queryable boolean; is_string boolean; table_name text
  sai_sstable_index_segments @5.0: *keyspace_name text; +index_name text; +sstable_name text; +segment_row_id_offset
      bigint; cell_count bigint; column_name text; component_metadata frozen<map<text, frozen<map<text, text>>>>;
      end_token text; max_sstable_row_id bigint; max_term text; min_sstable_row_id bigint; min_term text;
      start_token text; table_name text
  sai_sstable_indexes @5.0: *keyspace_name text; +index_name text; +sstable_name text; cell_count bigint;
      column_name text; end_token text; format_version text; max_row_id bigint; min_row_id bigint;
      per_column_disk_size bigint; per_table_disk_size bigint; start_token text; table_name text
  schema_comments @6.0: *object_type text; *keyspace_name text; +table_name text; +column_name text; +udt_name text;
      +field_name text; comment text
  schema_security_labels @6.0: *object_type text; *keyspace_name text; +table_name text; +column_name text;
      +udt_name text; +field_name text; security_label text
  settings: *name text; value text
  slow_queries @6.0: *keyspace_name text; +table_name text; +timestamp timestamp; +query text; avg_ms bigint;
      cross_node boolean; max_ms bigint; min_ms bigint; times_reported int
  snapshots @5.0: *name text; +keyspace_name text; +table_name text; created_at timestamp; ephemeral boolean;
      expires_at timestamp; size_on_disk bigint; true_size bigint
  sstable_tasks: *keyspace_name text; +table_name text; +task_id uuid @-4.1; +task_id timeuuid @4.1;
      completion_ratio double; kind text; progress bigint; sstables int @4.1; target_directory text @5.0; total
      bigint; total_compressed bigint @6.0; unit text
  streaming @4.1: *id timeuuid; bytes_received bigint; bytes_sent bigint; bytes_to_receive bigint; bytes_to_send
      bigint; duration_millis bigint; failure_cause text; files_received bigint; files_sent bigint; files_to_receive
      bigint; files_to_send bigint; follower boolean; last_updated_at timestamp; operation text; peers
      frozen<list<text>>; progress_percentage float; status text; status_failure_timestamp timestamp;
      status_init_timestamp timestamp; status_start_timestamp timestamp; status_success_timestamp timestamp;
      success_message text
  system_logs @5.0: *timestamp timestamp; +order_in_millisecond int; level text; logger text; message text
  system_properties: *name text; value text
  thread_pools: *name text; active_tasks int; active_tasks_limit int; blocked_tasks bigint; blocked_tasks_all_time
      bigint; completed_tasks bigint; core_pool_size int @6.0; max_pool_size int @6.0; max_tasks_queued int @6.0;
      pending_tasks int
  tombstones_per_read: *keyspace_name text; *table_name text; count bigint; max double; p50th double; p99th double
  uncaught_exceptions @6.0: *exception_class text; +exception_location text; count int; last_message text;
      last_occurrence timestamp; last_stacktrace frozen<list<text>>
virtual keyspace system_virtual_schema @4.0
  columns: *keyspace_name text; +table_name text; +column_name text; clustering_order text; column_name_bytes blob;
      kind text; position int; type text
  keyspaces: *keyspace_name text
  tables: *keyspace_name text; +table_name text; comment text
`;
