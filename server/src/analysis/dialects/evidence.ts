import { ALTER, CREATE, SELECT } from '../../syntax/generated/token-types.ts';
import { dialectOfFeature, dialectOfSlip, isOfYugabyte } from '../../syntax/features.ts';
import type { Option, Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';
import type { CassandraRelease, Dialect } from '../../text/release.ts';

/** Text that one server alone takes, or those of one maker, or Cassandra only before a release or from one on, and that nobody writes by mistake. */
export type Telling = DialectTelling | SlipTelling | ReleaseTelling | LaterTelling | UnjudgedTelling;

export interface DialectTelling {
  /** The servers that take it, the one to judge for where nothing else tells first. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  /** Relative to the segment. */
  readonly span: Span;
}

/** What one server alone takes, and somebody may write by mistake: it tells where a file names that server. */
export interface SlipTelling {
  readonly slip: Dialect;
  readonly span: Span;
}

export interface ReleaseTelling {
  /** The first release that does not take it. */
  readonly until: CassandraRelease;
  readonly span: Span;
}

/** What an index or a column of a type says, which a target that is not set takes. */
export interface LaterTelling {
  /** The first release that takes it. */
  readonly since: CassandraRelease;
  readonly span: Span;
}

/** Text of YugabyteDB, which is no target. */
export interface UnjudgedTelling {
  readonly unjudged: true;
  readonly span: Span;
}

/** What in a statement tells for which server it is written. */
export function tellingIn(segment: Segment): Telling | undefined {
  // Most statements hold none of the words, and need not be read to know it; schemas are read anyway.
  if (!READ_ANYWAY.has(segment.firstType) && !WORDS.test(segment.text) && !isWithoutTable(segment)) return undefined;
  for (const { feature, span } of segment.features) {
    const dialect = dialectOfFeature(feature);
    if (dialect !== undefined) return { dialects: [dialect], span };
    if (isOfYugabyte(feature)) return { unjudged: true, span };
  }
  const statement = segment.statement();
  if (statement === undefined) return undefined;
  return (
    valueIn(statement, segment.text) ??
    searchIn(statement) ??
    goneIn(statement, segment.text) ??
    laterIn(statement, segment) ??
    slipIn(segment)
  );
}

const READ_ANYWAY: ReadonlySet<number> = new Set([ALTER, CREATE]);

const WORDS =
  /bypass|timeout|read_repair_chance|dateof|unixtimestampof|prune|service|scylla|bm25|reducefunc|mutation_fragments|search|restrict|vertex|edge|deterministic|monotonic|in_memory|paxos_grace|rate_limit|synchronous_updates|tablets|tombstone_gc|nodesync|graph_engine|custom_properties|\btags\b|autoscaling_settings|'enabled'|\bcdc\b|IncrementalCompaction|MemoryOnly|TieredCompaction|SingleRegion|fulltext_index|vector_index|Solr|'(?:Point|LineString|Polygon|DateRange)Type'|\blike\b|\bnot\s+in\b|authorize\s+for/i;

const isWithoutTable = ({ firstType, text }: Segment): boolean => firstType === SELECT && !/\bfrom\b/i.test(text);

type Dialects = DialectTelling['dialects'];

/** Their storage-attached indexes and their UnifiedCompactionStrategy have options of their own. */
const OF_DATASTAX: Dialects = ['hcd', 'dse', 'astra'];

/** Options whose values tell it, by a pattern of what stands behind the name. */
const VALUES: readonly { readonly option: string; readonly dialects: Dialects; readonly form: RegExp }[] = [
  { option: 'caching', dialects: ['scylla'], form: /'enabled'\s*:/i },
  { option: 'cdc', dialects: ['scylla'], form: /=\s*\{/ },
  { option: 'compaction', dialects: ['scylla'], form: /'(?:[\w.]*\.)?IncrementalCompactionStrategy'/ },
  { option: 'compaction', dialects: ['dse'], form: /'(?:[\w.]*\.)?(?:MemoryOnly|TieredCompaction)Strategy'/ },
  { option: 'compaction', dialects: OF_DATASTAX, form: /'(?:num_shards|static_scaling_factors)'\s*:/ },
  { option: 'replication', dialects: ['keyspaces'], form: /'(?:[\w.]*\.)?SingleRegionStrategy'/ },
];

/** Classes of indexes and of columns, and options of indexes. */
const CLASSES: readonly { readonly dialects: Dialects; readonly form: RegExp }[] = [
  { dialects: ['scylla'], form: /'(?:fulltext|vector)_index'/i },
  { dialects: ['dse'], form: /'[\w.]*Cql3SolrSecondaryIndex'/ },
  { dialects: ['dse'], form: /'(?:[\w.]*\.)?(?:Point|LineString|Polygon|DateRange)Type'/ },
  { dialects: OF_DATASTAX, form: /'(?:index|query)_analyzer'(?=\s*:)/ },
];

function valueIn(statement: Statement, text: string): DialectTelling | undefined {
  for (const { name, span } of optionsOf(statement)) {
    const value = VALUES.find(({ option, form }) => option === name && form.test(text.slice(span.start, span.end)));
    if (value !== undefined) return { dialects: value.dialects, span };
  }
  if (!MADE_OF_CLASSES.has(statement.kind)) return undefined;
  for (const { dialects, form } of CLASSES) {
    const match = form.exec(text.slice(statement.span.start, statement.span.end));
    if (match === null) continue;
    const start = statement.span.start + match.index;
    return { dialects, span: { start, end: start + match[0].length } };
  }
  return undefined;
}

/** A query by a search index of DataStax Enterprise, which has a column of its own for it. */
export function searchIn(statement: Statement): DialectTelling | undefined {
  if (statement.kind !== 'select') return undefined;
  const relation = statement.where?.relations.find((one) => one.kind === 'column' && one.column.name === SEARCH_COLUMN);
  return relation === undefined ? undefined : { dialects: ['dse'], span: relation.span };
}

export const SEARCH_COLUMN = 'solr_query';

function goneIn(statement: Statement, text: string): ReleaseTelling | undefined {
  for (const { name, span } of optionsOf(statement)) {
    const until = name.endsWith('read_repair_chance')
      ? '4.0'
      : name === 'compression' && /'sstable_compression'/i.test(text.slice(span.start, span.end))
        ? '5.0'
        : undefined;
    if (until !== undefined) return { until, span };
  }
  if (statement.kind !== 'select') return undefined;
  const match = /\b(?:dateof|unixtimestampof)(?=\s*\()/i.exec(text.slice(statement.span.start, statement.span.end));
  if (match === null) return undefined;
  const start = statement.span.start + match.index;
  return { until: '5.0', span: { start, end: start + match[0].length } };
}

function laterIn(statement: Statement, { features }: Segment): LaterTelling | undefined {
  if (
    statement.kind === 'create-index' &&
    statement.using !== undefined &&
    STORAGE_ATTACHED.test(statement.using.value)
  )
    return { since: '5.0', span: statement.using.span };
  const vector = statement.kind === 'create-table' && features.find(({ feature }) => feature === 'vector-type');
  return vector ? { since: '5.0', span: vector.span } : undefined;
}

function slipIn({ features }: Segment): SlipTelling | undefined {
  for (const { feature, span } of features) {
    const slip = dialectOfSlip(feature);
    if (slip !== undefined) return { slip, span };
  }
  return undefined;
}

const STORAGE_ATTACHED = /^(?:sai|(?:org\.apache\.cassandra\.index\.sai\.)?StorageAttachedIndex)$/i;

const MADE_OF_CLASSES: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'create-table',
  'alter-table',
  'create-type',
  'create-index',
]);

function optionsOf(statement: Statement): readonly Option[] {
  switch (statement.kind) {
    case 'create-keyspace':
    case 'alter-keyspace':
    case 'create-table':
    case 'create-view':
    case 'alter-view':
      return statement.options;
    case 'alter-table':
      return statement.change.kind === 'options' ? statement.change.options : [];
    default:
      return [];
  }
}
