import type { CreateIndex, CreateTable, Expression, Option, Statement, Using } from '../../syntax/ast.ts';
import type { Table } from '../../catalog/model.ts';
import { isCollection, isMultiCell } from '../../catalog/types.ts';
import type { Span } from '../../text/span.ts';
import type { Session } from '../judging/verdict-model.ts';
import { tablesOf } from './tables.ts';

/** What is wrong with a statement, in our words, and where. */
export interface Complaint {
  readonly says: string;
  readonly span: Span;
}

/**
 * Why ScyllaDB refuses a statement for what Cassandra does not have: its options, its kinds of indexes, columns that say when a row expires,
 * logs of changes, timeouts (cql3, index and cdc of scylladb/scylladb at f4a4091, read 2026-11-27).
 */
export function complaintOfScylla(statement: Statement, session: Session): Complaint | undefined {
  switch (statement.kind) {
    case 'create-index':
      return complaintAboutIndex(statement, session);
    case 'create-table':
      return (
        complaintAboutOptions(statement.options, 'table') ??
        complaintAboutExpiry(statement) ??
        takenLog(statement, session)
      );
    case 'alter-table':
      if (statement.change.kind === 'options') return complaintAboutOptions(statement.change.options, 'table');
      return changesLog(statement, session);
    case 'create-view':
    case 'alter-view':
      return complaintAboutOptions(statement.options, 'view');
    case 'select':
      return mixedWithToken(statement);
    case 'insert':
    case 'update':
    case 'delete':
    case 'batch':
      return complaintAboutTimeout(statement.using);
    default:
      return undefined;
  }
}

// cql3/statements/cf_prop_defs.cc and the extensions of db/config.cc; in_memory is an option of ScyllaDB Enterprise before 2025.
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

function complaintAboutOptions(options: readonly Option[], of: 'table' | 'view'): Complaint | undefined {
  for (const { name, nameSpan, value, span } of options) {
    if (!OPTIONS.has(name))
      return { says: `ScyllaDB has no option \`${name}\` of tables: leave it out.`, span: nameSpan };
    if (name === 'synchronous_updates' && of === 'table' && isYes(value))
      return { says: 'ScyllaDB has `synchronous_updates` of views, not of tables.', span };
    if (name !== 'cdc') continue;
    if (value.kind === 'word' || value.kind === 'literal')
      return { says: "ScyllaDB's `cdc` is a map: `cdc = {'enabled': true}`.", span };
    if (of === 'view' && isYes(entryOf(value, 'enabled')))
      return { says: 'ScyllaDB keeps a log of changes of tables, not of views.', span };
    if (Number(textOf(entryOf(value, 'ttl'))) < 0)
      return { says: 'The log of changes is kept for 0 seconds (for ever) or more.', span };
  }
  return undefined;
}

function entryOf(value: Option['value'], name: string): Expression | undefined {
  if (value.kind !== 'map') return undefined;
  return value.entries.find(({ key }) => textOf(key)?.toLowerCase() === name)?.value;
}

/** A literal as it is written, without its quotes. */
function textOf(value: Expression | undefined): string | undefined {
  if (value?.kind === 'negate') {
    const text = textOf(value.value);
    return text === undefined ? undefined : `-${text}`;
  }
  return value?.kind === 'literal' ? value.value : undefined;
}

const isYes = (value: Option['value'] | Expression | undefined): boolean =>
  value?.kind === 'word'
    ? value.word.toLowerCase() === 'true'
    : value?.kind === 'literal' && ('literal' in value ? value.literal.value : value.value).toLowerCase() === 'true';

function complaintAboutIndex(statement: CreateIndex, session: Session): Complaint | undefined {
  const { custom, local, using, options, span } = statement;
  if (custom && using === undefined) return { says: 'CREATE CUSTOM INDEX names the class of the index: USING.', span };
  const [, kind] = /^(vector|fulltext)_index$/i.exec(using?.value ?? '') ?? [];
  if (kind !== undefined) return complaintAboutValues(kind.toLowerCase() as 'vector' | 'fulltext', options);
  if (using !== undefined) return undefined;
  const table = tablesOf(statement, session)[0];
  const isWhole = local === undefined || table === undefined || isLocalIndex(statement, local, table);
  return isWhole ? undefined : { says: LOCAL, span };
}

const LOCAL =
  'A local index of ScyllaDB names the whole partition key in its parentheses, in its order, and behind it one column outside of the partition key that is neither static nor a collection.';

/** Whether an index of each partition by itself is one (create_index_statement.cc, validate_for_local_index). */
function isLocalIndex(
  { targets }: CreateIndex,
  local: NonNullable<CreateIndex['local']>,
  { partitionKey, columns }: Table,
): boolean {
  const [target, ...more] = targets;
  if (target === undefined || more.length > 0) return false;
  if (local.some(({ template }) => template) || target.column.template) return true;
  const isKey = local.length === partitionKey.length && local.every(({ name }, at) => name === partitionKey[at]?.name);
  const column = columns.get(target.column.name);
  // What is not there is told as such.
  if (column === undefined) return true;
  return (
    isKey &&
    column.kind !== 'partition' &&
    column.kind !== 'static' &&
    !(isCollection(column.type) && isMultiCell(column.type))
  );
}

const YES_OR_NO: readonly string[] = ['true', 'false'];

/** What the options of its own kinds of indexes may be: one of some words, a whole number up to a highest, a number from 1 on. */
const VALUES: Readonly<
  Record<'vector' | 'fulltext', Readonly<Record<string, readonly string[] | number | 'factor' | 'any'>>>
> = {
  vector: {
    similarity_function: ['cosine', 'euclidean', 'dot_product'],
    maximum_node_connections: 512,
    construction_beam_width: 4096,
    search_beam_width: 4096,
    quantization: ['f32', 'f16', 'bf16', 'i8', 'b1'],
    oversampling: 'factor',
    rescoring: YES_OR_NO,
    source_model: 'any',
  },
  // Which analyzers there are grows.
  fulltext: { analyzer: 'any', positions: YES_OR_NO },
};

function complaintAboutValues(kind: 'vector' | 'fulltext', options: readonly Option[]): Complaint | undefined {
  for (const { name, nameSpan, value } of options) {
    if (name !== 'options')
      return { says: `A \`${kind}_index\` has no view behind it, and takes OPTIONS alone.`, span: nameSpan };
    for (const entry of value.kind === 'map' ? value.entries : []) {
      const option = textOf(entry.key)?.toLowerCase();
      const given = textOf(entry.value);
      if (option === undefined || given === undefined) continue;
      const allowed = VALUES[kind][option];
      const at = { start: entry.key.span.start, end: entry.value.span.end };
      if (allowed === undefined) return { says: `A \`${kind}_index\` has no option \`${option}\`.`, span: at };
      const wants = wanted(allowed, given);
      if (wants !== undefined) return { says: `\`${option}\` is ${wants}.`, span: at };
    }
  }
  return undefined;
}

/** What a value should be, where it is not. */
function wanted(allowed: (typeof VALUES)['vector'][string], given: string): string | undefined {
  if (allowed === 'any') return undefined;
  if (allowed === 'factor') {
    const number = /^(?:[+-]?[\d.]+(?:e[+-]?\d+)?|0x[\da-f]+)$/i.test(given) ? Number(given) : NaN;
    return number >= 1 && number <= 100 ? undefined : 'a number from 1 to 100';
  }
  if (typeof allowed === 'number') {
    const number = /^[+-]?\d+$/.test(given) ? Number(given) : NaN;
    return number >= 1 && number <= allowed ? undefined : `a whole number from 1 to ${allowed}`;
  }
  return allowed.includes(given.toLowerCase()) ? undefined : `one of ${allowed.join(', ')}`;
}

/** The types that a moment of expiry may have. */
const MOMENTS: ReadonlySet<string> = new Set(['timestamp', 'bigint', 'int']);

function complaintAboutExpiry({ columns, primaryKeys }: CreateTable): Complaint | undefined {
  const expiring = columns.filter(({ ttl }) => ttl !== undefined);
  const [first, second] = expiring;
  if (first === undefined) return undefined;
  if (second !== undefined) return { says: 'A table has one TTL column.', span: second.span };
  if (first.type.kind === 'native' && !MOMENTS.has(first.type.name))
    return { says: 'A TTL column is a timestamp, a bigint or an int.', span: first.span };
  const key = primaryKeys.flatMap(({ partition, clustering }) => [...partition, ...clustering]);
  const isKey = first.primaryKey !== undefined || key.some(({ name }) => name === first.name.name);
  return isKey || first.static
    ? { says: 'A TTL column is neither static nor part of the key.', span: first.span }
    : undefined;
}

const LOG = '_scylla_cdc_log';

/** A table where the log of another one would be. */
function takenLog({ name, options }: CreateTable, { catalog, keyspace: inForce }: Session): Complaint | undefined {
  if (name === undefined) return undefined;
  const log = `${name.name.name}${LOG}`;
  const enabled = options.find(({ name: option, value }) => option === 'cdc' && isYes(entryOf(value, 'enabled')));
  if (enabled === undefined || catalog.table(name.keyspace?.name ?? inForce ?? '', log) === undefined) return undefined;
  return { says: `The log of changes would be the table \`${log}\`, which is there.`, span: enabled.span };
}

/** Columns of a log follow those of its table. */
function changesLog(
  statement: Extract<Statement, { kind: 'alter-table' }>,
  { catalog, keyspace: inForce }: Session,
): Complaint | undefined {
  const { name, span } = statement;
  if (name === undefined || !name.name.name.endsWith(LOG)) return undefined;
  const keyspace = name.keyspace?.name ?? inForce ?? '';
  const isOwn = catalog.table(keyspace, name.name.name) !== undefined;
  if (isOwn || catalog.table(keyspace, name.name.name.slice(0, -LOG.length)) === undefined) return undefined;
  return { says: 'The columns of a log of changes are those of its table: change them there.', span };
}

/** A partition key is given by its columns or by its token (statement_restrictions.cc). */
function mixedWithToken({ where }: Extract<Statement, { kind: 'select' }>): Complaint | undefined {
  const relations = where?.relations ?? [];
  for (const token of relations) {
    if (token.kind !== 'token') continue;
    const keys = new Set(token.columns.map(({ name }) => name));
    const plain = relations.find((one) => one.kind === 'column' && keys.has(one.column.name));
    if (plain !== undefined)
      return { says: 'ScyllaDB finds partitions by their key or by its token, not by both.', span: plain.span };
  }
  return undefined;
}

/** How long a request may take (attributes.cc): hours, minutes, seconds and milliseconds. */
function complaintAboutTimeout(using: Using | undefined): Complaint | undefined {
  const value = using?.timeout?.value;
  const given = textOf(value);
  if (value === undefined || given === undefined || /^P/i.test(given)) return undefined;
  if (value.kind === 'literal' && value.type === 'duration' && isTimeout(given)) return undefined;
  return {
    says: 'A timeout is a duration of hours, minutes, seconds or milliseconds, such as `500ms`.',
    span: value.span,
  };
}

/** Whether a duration is one of whole milliseconds, and of no days and months. */
function isTimeout(text: string): boolean {
  const parts = [...text.matchAll(/(\d+)(ms|us|µs|ns|h|m|s)/gi)];
  if (parts.map(([part]) => part).join('') !== text) return false;
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
