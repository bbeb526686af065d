import { type CassandraRelease, type Dialect, existsIn, since, type Target } from '../text/release.ts';
import type { FeatureUse, SyntaxProblem } from './segment.ts';

/** Whose a construct is; YugabyteDB is no target. */
export type FeatureOwner = Dialect | 'yugabyte';

/** A construct that not every server has. */
export type Feature =
  | {
      /** Cassandra has it from `since` on, or until the release before `until`; where `until` is the earlier one, at both ends. */
      readonly kind: 'release';
      /** What people call it; begins a sentence. */
      readonly name: string;
      readonly since?: CassandraRelease;
      readonly until?: CassandraRelease;
      /** What to write instead where it is missing; a sentence. */
      readonly instead?: string;
      /** cqlsh understands it by itself where the server does not: nobody is to be told. */
      readonly shell?: true;
    }
  | {
      /** Only these dialects have it. */
      readonly kind: 'dialect';
      readonly name: string;
      readonly dialects: readonly FeatureOwner[];
      readonly instead?: string;
      /** Every parser takes it, and Cassandra refuses it for what it means. */
      readonly parses?: true;
      /** Somebody who means Cassandra may write it by mistake. */
      readonly slip?: true;
    }
  | {
      /** No server has it: a tool writes something else in its place before it sends the statement. */
      readonly kind: 'tool';
      readonly name: string;
    };

/** What is to be said about a use for a target; `undefined` where the target has it, or where nothing is known about the target. */
export function featureProblem(use: FeatureUse, target: Target): string | undefined {
  const feature: Feature | undefined = FEATURES[use.feature as FeatureId];
  if (feature === undefined || feature.kind === 'tool' || hasFeature(feature, target)) return undefined;
  if (feature.kind === 'release' && feature.shell) return undefined;
  const reason = target.kind === 'cassandra' ? reasonOf(feature, target.release) : undefined;
  if (reason === undefined) return undefined;
  return feature.instead === undefined ? `${reason}.` : `${reason}. ${feature.instead}`;
}

/** Ways to do without a construct that are certain. */
export const featureFixes = (_segment: unknown, use: FeatureUse): SyntaxProblem['fixes'] => use.fixes ?? [];

/** Whether the target's own parser knows the construct; dialects other than Cassandra are trusted with everything. */
export function knowsFeature(id: string, target: Target): boolean {
  const feature: Feature | undefined = FEATURES[id as FeatureId];
  return feature === undefined || (feature.kind === 'dialect' && feature.parses) || hasFeature(feature, target);
}

/** Whether somebody who writes for a target, which is likest to a release, may be offered the construct. */
export function isOffered(id: FeatureId, target: Target, release: CassandraRelease): boolean {
  const feature: Feature = FEATURES[id];
  if (feature.kind === 'dialect')
    return target.kind === 'dialect' && feature.dialects.some((dialect) => dialect === target.dialect);
  return hasFeature(feature, { kind: 'cassandra', release });
}

/** What a construct of another dialect is called where nothing certain mends it: an option by its name, anything else by its kind. */
export function foreignConstruct({ feature: id, span, fixes }: FeatureUse, text: string): string | undefined {
  const feature: Feature | undefined = FEATURES[id as FeatureId];
  if (feature?.kind !== 'dialect' || fixes !== undefined) return undefined;
  return feature.parses ? text.slice(span.start, span.end).toLowerCase() : id;
}

/** The one server that is meant where a construct stands; `undefined` where there are several, or it may be a mistake. */
export function dialectOfFeature(id: string): Dialect | undefined {
  const feature: Feature | undefined = FEATURES[id as FeatureId];
  if (feature?.kind !== 'dialect' || feature.slip) return undefined;
  const [owner, other] = feature.dialects;
  return other === undefined && owner !== 'yugabyte' ? owner : undefined;
}

/** The server that alone has a construct which may as well be a slip of somebody who writes for Cassandra. */
export function dialectOfSlip(id: string): Dialect | undefined {
  const feature: Feature | undefined = FEATURES[id as FeatureId];
  if (feature?.kind !== 'dialect' || !feature.slip) return undefined;
  const [owner, other] = feature.dialects;
  return other === undefined && owner !== 'yugabyte' ? owner : undefined;
}

/** Whether a construct is that of the one server that is no target. */
export function isOfYugabyte(id: string): boolean {
  const feature: Feature | undefined = FEATURES[id as FeatureId];
  return feature?.kind === 'dialect' && feature.dialects.every((owner) => owner === 'yugabyte');
}

function hasFeature(feature: Feature, target: Target): boolean {
  if (target.kind === 'dialect' || feature.kind === 'tool') return true;
  if (feature.kind === 'dialect') return false;
  const { since: first, until } = feature;
  const atBothEnds = first !== undefined && until !== undefined && since(first, until);
  return atBothEnds
    ? existsIn(target.release, { until }) || existsIn(target.release, { since: first })
    : existsIn(target.release, feature);
}

function reasonOf(feature: Exclude<Feature, { kind: 'tool' }>, release: CassandraRelease): string {
  if (feature.kind === 'dialect') {
    return `${feature.name} is ${ownersOf(feature.dialects)}; Cassandra does not have it`;
  }
  if (feature.since !== undefined && !since(release, feature.since)) {
    return `${feature.name} needs Cassandra ${feature.since}; the target is ${release}`;
  }
  return `${feature.name} is not in Cassandra ${feature.until} and later; the target is ${release}`;
}

const ownersOf = (dialects: readonly FeatureOwner[]): string =>
  dialects.map((dialect) => OWNERS[dialect]).join(' and ');

const OWNERS: Readonly<Record<FeatureOwner, string>> = {
  scylla: "ScyllaDB's",
  dse: "DataStax Enterprise's",
  hcd: "Hyper-Converged Database's",
  astra: "Astra's",
  keyspaces: "Amazon Keyspaces'",
  yugabyte: "YugabyteDB's",
};

const from = (release: CassandraRelease, name: string, instead?: string): Feature => ({
  kind: 'release',
  name,
  since: release,
  instead,
});

/** A word that is a plain name until it becomes a keyword, and that the name of a user may be again in 6.0. */
const userWord = (until?: CassandraRelease): Feature => ({
  kind: 'release',
  name: 'A keyword as the name of a user',
  since: '6.0',
  ...(until !== undefined && { until }),
  instead: 'Quote it, or write ROLE for USER.',
});

/** A bare word as the value of an option must be a keyword. */
const valueWord = (release: CassandraRelease): Feature =>
  from(release, 'This word as the value of an option', 'Text must stand in single quotes.');

const languageWord = (until: CassandraRelease): Feature => ({
  kind: 'release',
  name: 'This word as a language',
  until,
});

const option = (dialect: FeatureOwner): Feature => ({
  kind: 'dialect',
  name: 'This option',
  dialects: [dialect],
  parses: true,
});

type Foreign = Extract<Feature, { kind: 'dialect' }>;

const only = (dialects: readonly FeatureOwner[], name: string, instead?: string): Foreign => ({
  kind: 'dialect',
  name,
  dialects,
  instead,
});

/** As `only`, of what somebody who means Cassandra may write by mistake. */
const slip = (dialects: readonly FeatureOwner[], name: string, instead?: string): Foreign => ({
  ...only(dialects, name, instead),
  slip: true,
});

/**
 * Every construct of the syntax that exists somewhere and not everywhere.
 *
 * What a server parses and refuses later for what it means (`!=` in WHERE before 6.0, USING without CUSTOM before 5.0) is no feature of
 * the syntax: the verdict knows it with the server's own words.
 */
export const FEATURES = {
  arithmetic: from('4.0', 'Arithmetic'),
  'selected-element': from('4.0', 'Selecting an element or a slice of a collection'),
  'selected-structure': from('4.0', 'A tuple, collection or type hint around columns in SELECT'),
  'access-to-datacenters': from('4.0', 'ACCESS TO DATACENTERS'),
  describe: { kind: 'release', name: 'DESCRIBE by the server', since: '4.0', shell: true },
  'word-as-name': {
    kind: 'release',
    name: 'This word as a name',
    since: '4.0',
    instead: 'Quote it, because it is a reserved word there.',
  },
  'schema-for-keyspace': { kind: 'release', name: 'SCHEMA for KEYSPACE', until: '4.0', instead: 'Write KEYSPACE.' },
  'empty-name-altered': from('4.0', 'Changing the type of the column ""'),
  'joined-minus': {
    kind: 'release',
    name: 'A `-` with no blank behind it before a word that begins with i, n or P',
    until: '4.0',
    instead: 'Insert one: it is taken for the beginning of -nan, -infinity or a duration.',
  },
  'split-constant': { kind: 'release', name: 'A blank behind the sign of NaN or infinity', until: '4.0' },
  'empty-name-selected': { kind: 'release', name: 'Selecting the column ""', until: '4.0' },
  'maxwritetime-as-name': {
    kind: 'release',
    name: 'MAXWRITETIME as the name of a function or type',
    until: '5.0',
    instead: 'There it is selected, of one column; quote it to name something so.',
  },
  'index-hint-as-name': {
    kind: 'release',
    name: 'This word as a name',
    until: '6.0',
    instead: 'Quote it, because it is a reserved word there.',
  },
  'empty-name-grouped': { kind: 'release', name: 'Grouping by the column ""', until: '4.1' },

  'alter-if-exists': from('4.1', 'IF EXISTS and IF NOT EXISTS in ALTER'),
  'word-as-language-4.0': languageWord('4.0'),
  'word-as-language-4.1': languageWord('4.1'),
  'word-as-language-5.0': languageWord('5.0'),
  'word-as-language-6.0': languageWord('6.0'),
  'word-as-value-4.0': valueWord('4.0'),
  'word-as-value-4.1': valueWord('4.1'),
  'word-as-value-5.0': valueWord('5.0'),
  'word-as-value-6.0': valueWord('6.0'),
  'permission-list': from('4.1', 'A list of permissions', 'Write one statement for each permission.'),
  'all-tables': from('4.1', 'ALL TABLES IN KEYSPACE'),
  'hashed-password': from('4.1', 'HASHED PASSWORD'),
  'group-by-function': from('4.1', 'GROUP BY anything but columns'),
  'cast-of-value': from('4.1', 'CAST of a value', 'A type hint, `(type) value`, may do.'),
  'contains-condition': from('4.1', 'CONTAINS in IF'),

  'vector-type': from('5.0', 'The type vector'),
  'ann-of': from('5.0', 'ANN OF'),
  mask: from('5.0', 'MASKED WITH'),
  'unmask-permission': from('5.0', 'Permission to see masked data'),
  'writetime-of-element': from('5.0', 'WRITETIME or TTL of an element or field'),
  identity: from('5.0', 'IDENTITY'),
  'access-from-cidrs': from('5.0', 'ACCESS FROM CIDRS'),

  between: from('6.0', 'BETWEEN', 'Write `>= … AND <= …`.'),
  'not-in': from('6.0', 'NOT IN', 'Let the client leave out the rows that do not match.'),
  'not-contains': from('6.0', 'NOT CONTAINS'),
  constraint: from('6.0', 'A constraint on a column (CHECK, NOT NULL)'),
  'table-like': from('6.0', 'CREATE TABLE … LIKE'),
  'generated-password': from('6.0', 'GENERATED PASSWORD'),
  'generated-role': from('6.0', 'CREATE GENERATED ROLE'),
  'list-superusers': from('6.0', 'LIST SUPERUSERS'),
  'word-as-user': userWord(),
  'word-as-user-until-4.0': userWord('4.0'),
  'word-as-user-until-4.1': userWord('4.1'),
  'word-as-user-until-5.0': userWord('5.0'),
  transaction: from('6.0', 'BEGIN TRANSACTION'),
  'lone-let': from('6.0', 'LET'),
  'comment-on': from('6.0', 'COMMENT ON'),
  'security-label': from('6.0', 'SECURITY LABEL'),
  'index-hints': from('6.0', 'SELECT … WITH (index hints)'),

  'bypass-cache': only(['scylla'], 'BYPASS CACHE', 'Remove it.'),
  'bypass-guardrails': only(['scylla'], 'BYPASS LARGE_DATA_GUARDRAILS', 'Remove it.'),
  'select-without-from': slip(['scylla'], 'SELECT without FROM', 'Read from `system.local`, which has one row.'),
  'search-score': only(['scylla'], 'BM25'),
  'ann-call': only(['scylla'], 'ANN(…)', 'Write `column ANN OF […]`.'),
  'ttl-column': only(['scylla'], 'A column that says when its row expires (TTL)', 'Write USING TTL.'),
  'reduce-function': only(['scylla'], 'REDUCEFUNC'),
  'using-timeout': only(['scylla'], 'USING TIMEOUT', 'Set the timeout in the driver.'),
  'prune-view': only(['scylla'], 'PRUNE MATERIALIZED VIEW'),
  'local-index': only(['scylla'], 'A local index, on `((partition key), column)`'),
  'service-level': only(['scylla'], 'SERVICE LEVEL'),
  'clustering-bound': only(['scylla'], 'SCYLLA_CLUSTERING_BOUND'),
  'like-condition': slip(['scylla'], 'LIKE in IF'),
  'not-in-condition': slip(['scylla'], 'NOT IN in IF'),
  'mutation-fragments': only(['scylla'], 'MUTATION_FRAGMENTS'),
  'scylla-option': option('scylla'),
  'search-index': only(['dse'], 'SEARCH INDEX'),
  'restrict-rows': only(['dse'], 'Access control by row'),
  'restrict-permission': only(['dse'], 'Withholding a permission (RESTRICT, UNRESTRICT)'),
  'right-to-grant': slip(['dse'], 'The right to grant a permission (AUTHORIZE FOR)', 'Grant AUTHORIZE itself.'),
  'graph-label': only(['dse'], 'A label of a graph (VERTEX LABEL, EDGE LABEL)'),
  'function-trait': only(['dse'], 'DETERMINISTIC or MONOTONIC'),
  'dse-option': option('dse'),
  'keyspaces-option': option('keyspaces'),
  'yugabyte-option': option('yugabyte'),
  'keyspace-without-options': only(
    ['scylla', 'yugabyte'],
    'CREATE KEYSPACE without options',
    'Add WITH and the replication.',
  ),

  placeholder: { kind: 'tool', name: 'A placeholder' },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureId = keyof typeof FEATURES;

/** Options of CREATE and ALTER that another dialect added, in lower case. */
export const FOREIGN_OPTIONS: ReadonlyMap<string, FeatureId> = new Map<string, FeatureId>([
  ['in_memory', 'scylla-option'],
  ['large_data_guardrails_enabled', 'scylla-option'],
  ['paxos_grace_seconds', 'scylla-option'],
  ['per_partition_rate_limit', 'scylla-option'],
  ['scylla_encryption_options', 'scylla-option'],
  ['storage_engine', 'scylla-option'],
  ['synchronous_updates', 'scylla-option'],
  ['tablets', 'scylla-option'],
  ['tombstone_gc', 'scylla-option'],
  ['nodesync', 'dse-option'],
  ['graph_engine', 'dse-option'],
  ['client_side_timestamps', 'keyspaces-option'],
  ['custom_properties', 'keyspaces-option'],
  ['tags', 'keyspaces-option'],
  ['autoscaling_settings', 'keyspaces-option'],
  ['transactions', 'yugabyte-option'],
]);
