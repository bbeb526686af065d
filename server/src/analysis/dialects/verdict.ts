import type { CheckId } from '../judging/checks.ts';
import { refuse } from '../judging/outcome.ts';
import type { Session, Verdict } from '../judging/verdict-model.ts';
import type { Statement } from '../../syntax/ast.ts';
import { FEATURES, type FeatureId, knowsFeature } from '../../syntax/features.ts';
import type { FeatureUse } from '../../syntax/segment.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import type { CassandraRelease, Dialect } from '../../text/release.ts';
import { SEARCH_COLUMN } from './evidence.ts';
import { lackOf } from './lacks.ts';
import { complaintOfScylla } from './scylla-own.ts';
import { isOfModel } from './of-model.ts';
import { isRefusedByScylla, REFUSED_AS_BY_5 } from './scylla-refusals.ts';
import { tablesOf } from './tables.ts';

/**
 * What a server beside Cassandra would say: it refuses what it is documented to lack, and what all releases that these servers follow
 * refuse for the same reason, where the reason is one of those that they share.
 *
 * The message of a shared refusal is Cassandra's, so no finding quotes it.
 */
export function verdictOfDialect(
  statement: Statement,
  dialect: Dialect,
  { features, isIndexed, session }: Asked,
  judge: (release: CassandraRelease) => Verdict,
): Verdict {
  const lack = lackOf(statement, dialect, session, features);
  if (lack !== undefined) return refuse('not-in-dialect', lack, statement.span, [], 'invalid');
  const complaint = dialect === 'scylla' ? complaintOfScylla(statement, session) : undefined;
  if (complaint !== undefined) {
    const { says, span, instead, option } = complaint;
    const names = instead === undefined ? [] : [instead];
    return refuse(option ? 'option-not-in-dialect' : 'not-in-dialect', says, span, names, 'invalid');
  }
  const unjudged = features.filter((use) => isUnjudged(use));
  if (unjudged.some(({ feature }) => feature !== LOCAL_INDEX)) return UNDECIDED;
  const judged = judge('5.0');
  if (judged.kind === 'accepted') return { kind: 'accepted', warnings: [] };
  if (unjudged.length > 0) return UNDECIDED;
  if (judged.kind === 'undecided') return judged;
  const isKnown =
    dialect === 'scylla'
      ? isRefusedByScylla(judged, statement, session)
      : isOfModel(judged.check) || (OF_CASSANDRA.has(dialect) && REFUSED_BY_FORKS.has(judged.check));
  if (!isKnown) return UNDECIDED;
  const isTaken = TAKEN[dialect].has(judged.check) && (dialect === 'dse' || sortsByIndex(statement, session));
  if (isTaken && dialect !== 'dse') return UNDECIDED;
  if (judged.check === 'needs-filtering' && isIndexed) return UNDECIDED;
  if (
    judged.check === 'undefined-column' &&
    (isOfServer(statement, session) || (dialect === 'dse' && judged.names[0] === SEARCH_COLUMN))
  )
    return UNDECIDED;
  const isShared =
    (dialect === 'scylla' && REFUSED_AS_BY_5.has(judged.check)) ||
    OLDER.filter((release) => features.every((use) => canRead(release, use))).every((release) => {
      const older = judge(release);
      return older.kind === 'refused' && older.check === judged.check;
    });
  if (!isShared) return UNDECIDED;
  return isTaken ? { kind: 'undecided', why: 'unless-searched' } : judged;
}

interface Asked {
  readonly features: readonly FeatureUse[];
  readonly isIndexed: boolean;
  readonly session: Session;
}

/** Whether an index stands on what a SELECT sorts by, or may, where its table is not known. */
const sortsByIndex = (statement: Statement, session: Session): boolean =>
  statement.kind === 'select' &&
  tablesOf(statement, session).every(({ indexes }) =>
    statement.orderBy.some(({ column }) =>
      indexes.some((index) => index.targets.some(({ column: of }) => of === column.name)),
    ),
  );

/** The tables of a server's own are known of Cassandra alone; others have more columns. */
const isOfServer = (statement: Statement, { keyspace }: Session): boolean =>
  tableNamesOf(statement).some(({ keyspace: named }) => /^system(?:_|$)/.test(named?.name ?? keyspace ?? ''));

/** The sentence of a refusal is that of the target only where the target is Cassandra. */
export const quotesServer = ({ target }: Pick<Session, 'target'>): boolean => target.kind === 'cassandra';

/** What is indexed within a partition could be indexed everywhere. */
const LOCAL_INDEX: FeatureId = 'local-index';

const UNDECIDED: Verdict = { kind: 'undecided', why: 'dialect' };

const OLDER: readonly CassandraRelease[] = ['4.0', '3.11'];

/** What a release cannot read it says nothing of. */
const canRead = (release: CassandraRelease, { feature }: FeatureUse): boolean =>
  FEATURES[feature as FeatureId]?.kind !== 'release' || knowsFeature(feature, { kind: 'cassandra', release });

/** Clauses that only say how a statement is run leave its meaning; of every other construct of a dialect nothing is known. */
const HARMLESS: ReadonlySet<string> = new Set<FeatureId>(['bypass-cache', 'using-timeout']);

const isUnjudged = ({ feature }: FeatureUse): boolean =>
  FEATURES[feature as FeatureId]?.kind === 'dialect' && !HARMLESS.has(feature);

/** Servers that are made of Cassandra's own code, beside it. */
const OF_CASSANDRA: ReadonlySet<Dialect> = new Set<Dialect>(['dse', 'hcd', 'astra']);

/**
 * What comes of the model as well, and these servers share with all of Cassandra's releases: ScyllaDB, which follows them by code of its
 * own, refuses each. What indexes, types, functions and options of a server's own could take is none of it.
 */
const REFUSED_BY_FORKS: ReadonlySet<CheckId> = new Set<CheckId>([
  // docs.datastax.com, "Use vector search with CQL" of HCD, and "CQL for Astra DB", which make the index first, read 2026-11-28.
  'ann-without-index',
  'assigned-twice',
  'batch-timestamp',
  'circular-type',
  'clustering-slice-in-write',
  'clustering-with-only-statics',
  // docs.datastax.com, ALTER TABLE in "CQL for DataStax Distribution of Apache Cassandra" and "CQL for DSE" 6.8, read 2026-11-27.
  'column-in-view',
  'column-indexed',
  'condition-on-duration',
  'conditional-delete-key',
  'conditional-in',
  'counter-in-collection',
  'counter-in-type',
  'counter-key',
  'drop-key',
  'duplicate-column',
  'duplicate-field',
  'duration-key',
  'frozen-not-allowed',
  'invalid-deletion',
  'invalid-list',
  'invalid-map',
  'invalid-set',
  'invalid-tuple',
  'key-not-frozen',
  'nested-collection-not-frozen',
  'nested-not-frozen',
  'nested-type-not-frozen',
  'null-counter',
  'null-in-collection',
  'range-deletion-of-columns',
  'rename-no-key',
  'static-key',
  'table-in-use',
  'timestamp-with-condition',
  'tuple-relation-column',
  'tuple-size',
  'type-in-use',
  'unknown-field',
  'view-of-counters',
  'view-static',
  'view-truncate',
  'write-time-of-key',
]);

/** What sorting by a storage-attached index answers; of the nearest vectors it may filter what no index finds. */
const SORTED: ReadonlySet<CheckId> = new Set<CheckId>([
  'ann-without-index',
  'order-by-column',
  'order-by-sequence',
  'order-by-needs-partition-key',
]);

/** Reads that a search index (DSE Search) or sorting by a storage-attached index (Astra DB, HCD) may answer. */
const TAKEN: Readonly<Record<Dialect, ReadonlySet<CheckId>>> = {
  scylla: new Set(),
  dse: new Set<CheckId>([
    'needs-filtering',
    'clustering-gap',
    'clustering-after-slice',
    'order-by-column',
    'order-by-sequence',
    'order-by-needs-partition-key',
  ]),
  hcd: SORTED,
  astra: SORTED,
  keyspaces: new Set(),
};
