import { hasStatics } from '../../catalog/table-columns.ts';
import type { Expression, Select } from '../../syntax/ast.ts';
import { switchedOff } from '../guardrails/limits.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, inOrder, isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { wantsAllowFiltering } from '../restrictions/allow-filtering.ts';
import { hasSupportingIndex, isOfVectors, supportsPart } from '../restrictions/index-support.ts';
import { firstColumn, lastColumn, type Restriction, type Restrictions, restrictionsIn } from '../restrictions/model.ts';
import { keyIsIn } from '../restrictions/partition.ts';
import { isAnn, isFilter, isLowerBound, isSlice, isUpperBound } from '../restrictions/predicates.ts';
import { transactionalMigration, transactionalMode, transactionsAreOn } from '../judging/transactional.ts';
import type { Refused, Undecided, Verdict } from '../judging/verdict-model.ts';
import { selectedColumns } from '../typing/selectors/selected-columns.ts';
import { findsNothing, hasNoKeys, readsByKey } from './empty-reads.ts';
import { checkGroupOrder } from './group-by.ts';
import { checkIncludedIndexes, checkUnknownOptions } from './index-hints.ts';
import { checkClusteringValues, checkKeySize, checkPartitionValues } from './key-values.ts';
import { checkLike } from './like.ts';
import { clusteringProduct, partitionKeysBeyond, partitionProduct } from '../restrictions/products.ts';
import { isNearest } from './order-by.ts';
import { checkPartValues } from './part-values.ts';
import type { PreparedSelect } from './select.ts';
import { checkVirtualRead, deprecationOf, partitionsOf } from './virtual-reads.ts';

/** What the server says when it runs a SELECT that holds no markers, with paging as drivers and cqlsh ask for it. */
export function readVerdict(select: Select, prepared: PreparedSelect, scope: Scope): Verdict {
  const { restrictions, aggregates } = prepared;
  const problem = inOrder(
    () => checkGuardrail(select, scope),
    () => checkUnknownOptions(select),
    () => checkLimit(select.limit),
    () => checkLimit(select.perPartitionLimit),
    () => checkRunningSelectors(prepared),
    () => checkGroupOrder(select, scope),
    () => checkNearest(select, aggregates),
    () => openIndexQuery(select, restrictions, scope),
    () => checkValues(restrictions, select, scope),
    () => checkVectorLimit(select, restrictions, aggregates, scope),
    () => checkIncluded(restrictions, select, scope),
    () => checkPaging(select, restrictions, aggregates, scope),
    () => checkTransactionalRead(select, restrictions, scope),
    () => checkVirtual(restrictions, select, scope),
  );
  if (problem !== undefined) return problem;
  const warnings = aggregates ? aggregateWarnings(restrictions, scope) : NO_WARNINGS;
  const deprecated = deprecationOf(scope);
  if (deprecated === undefined || readsNothing(restrictions, select, scope) !== false)
    return { kind: 'accepted', warnings };
  return { kind: 'accepted', warnings: [...warnings, ...partitionsOf(restrictions).map(() => deprecated)] };
}

const NO_WARNINGS: readonly string[] = [];

/** What a transaction is told of a read when it makes the query (`SelectStatement.getQuery`). */
export const checkQuery = (select: Select, prepared: PreparedSelect, scope: Scope): Outcome =>
  inOrder(
    () => checkRunningSelectors(prepared),
    () => checkLimit(select.limit),
    () => checkLimit(select.perPartitionLimit),
    () => checkValues(prepared.restrictions, select, scope),
    // The server takes the empty query for one of a partition, and fails.
    () => (readsNothing(prepared.restrictions, select, scope) === false ? undefined : UNKNOWN_SCHEMA),
  );

/** What guardrails say to a read before it runs. */
export function checkGuardrail({ allowFiltering }: Select, { session, table, release }: Scope): Outcome {
  if (table.system || allowFiltering === undefined) return undefined;
  const guardrail = since(release, '5.0') ? { ...ALLOW_FILTERING, reason: UNPREDICTABLE } : ALLOW_FILTERING;
  return switchedOff(guardrail, 'Querying with ALLOW FILTERING', { session, release }, allowFiltering);
}

const ALLOW_FILTERING = { name: 'allow_filtering', setting: 'allow_filtering_enabled' };
const UNPREDICTABLE =
  'ALLOW FILTERING can potentially visit all the data in the table and have unpredictable performance.';

/** An index is asked for rows of any partition. */
const openIndexQuery = ({ where, span }: Select, { keyRange, usesIndex }: Restrictions, scope: Scope): Outcome =>
  keyRange && usesIndex && !scope.table.system
    ? switchedOff(OPEN_INDEX_QUERY, 'Non-partition key restricted query', scope, where?.span ?? span)
    : undefined;

const OPEN_INDEX_QUERY = {
  name: 'non_partition_restricted_index_query_enabled',
  setting: 'non_partition_restricted_index_query_enabled',
  reason: 'Executing a query on secondary indexes without partition key restriction might degrade performance',
};

export function checkLimit(limit: Select['limit']): Outcome {
  const value = limit?.value;
  if (value?.kind !== 'literal' || value.type !== 'integer' || BigInt(value.value) > 0n) return undefined;
  return refuse('limit-not-positive', 'LIMIT must be strictly positive', value.span);
}

/** Constants of the select clause are computed before any row is read. */
const checkRunningSelectors = ({ selected }: PreparedSelect): Outcome =>
  inEach(selected, (type) => (type.kind === 'typed' ? type.late : undefined));

function checkNearest(select: Select, aggregates: boolean): Outcome {
  const ordering = select.orderBy.find(isNearest);
  if (ordering === undefined) return undefined;
  if (aggregates) return refuse('ann-query', 'Top-K queries can not be run with aggregation', ordering.span);
  // DISTINCT is a limit of one.
  if (select.perPartitionLimit !== undefined || select.distinct) {
    const { span } = select.perPartitionLimit ?? ordering;
    return refuse('ann-query', 'Top-K queries do not support per-partition limits', span);
  }
  if (select.limit !== undefined) return undefined;
  const message = 'Top-K queries must have a limit specified and the limit must be less than the query page size';
  return refuse('ann-query', message, ordering.span);
}

/** SAI finds no more rows than that by vectors, whichever relation they are wanted for (`StorageAttachedIndex.validate`). */
function checkVectorLimit(select: Select, restrictions: Restrictions, aggregates: boolean, scope: Scope): Outcome {
  const { limit, groupBy, options, where } = select;
  const written = aggregates && groupBy.length === 0 ? undefined : limit?.value;
  const count = written === undefined ? NO_LIMIT : written.kind === 'literal' ? Number(written.value) : 0;
  const isOpen = options !== undefined || where?.relations.some(({ kind }) => kind === 'expr') === true;
  if (scope.table.indexes.length === 0 || count <= MOST_BY_VECTORS || isOpen) return undefined;
  const parts = restrictions.filtered
    .flatMap((name) => filteredOf(restrictions, name, scope))
    .flatMap((restriction) => restriction.parts);
  const serving = scope.table.indexes.filter((index) => parts.some((part) => supportsPart(index, part, scope.release)));
  // Another family's index may find the rows, whose plan knows of no such limit.
  if (serving.some(({ family }) => family !== 'sai')) return undefined;
  const index = serving.find((each) => isOfVectors(each, scope.table));
  const part = index === undefined ? undefined : parts.find((each) => supportsPart(index, each, scope.release));
  if (part === undefined) return undefined;
  const message = `Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than ${MOST_BY_VECTORS}. LIMIT was ${count}`;
  return whereRead(refuse('ann-query', message, written?.span ?? part.source.span), restrictions, select, scope);
}

/** `StorageAttachedIndex.MAX_TOP_K`. */
const MOST_BY_VECTORS = 1000;
const NO_LIMIT = 2147483647;

/** The values of WHERE, in the order in which the release computes them. */
function checkValues(restrictions: Restrictions, select: Select, scope: Scope): Outcome {
  const { distinct, allowFiltering } = select;
  const { clustering, token, keyRange } = restrictions;
  const key = (): Outcome =>
    keyRange
      ? undefined
      : inOrder(
          () => checkPartitionValues(restrictions, scope),
          () => partitionProduct(restrictions, scope),
          () => partitionKeysBeyond(restrictions, scope),
        );
  // Where a token is asked for beside the key, no partition may be left whose rows are looked up.
  const unsure = token !== undefined && !keyRange && restrictions.partition.entries.length > 0;
  const ifAny = (problem: Outcome): Outcome => (problem !== undefined && unsure ? UNKNOWN_SCHEMA : problem);
  const rows = (): Outcome =>
    distinct
      ? undefined
      : ifAny(
          inOrder(
            () => checkClusteringValues(clustering, scope),
            () => clusteringProduct(restrictions, scope),
          ),
        );
  const mayFilter = allowFiltering !== undefined || !wantsAllowFiltering(scope.table, scope.release);
  const filter = (): Outcome => checkRowFilter(restrictions, mayFilter, scope);
  const range = (): Outcome => (token === undefined || !keyRange ? undefined : checkPartValues(token, 'bound', scope));
  const filterFirst = since(scope.release, '5.0');
  const size = (): Outcome => (readsByKey(restrictions, scope) ? checkKeySize(restrictions, scope) : undefined);
  const first = inOrder(...(filterFirst ? [filter] : []), key, ...(!keyRange && hasNoKeys(restrictions) ? [] : [rows]));
  if (isRefused(first)) return first;
  const nothing = findsNothing(restrictions, { distinct, readsStatics: readsStatics(select, scope) }, scope);
  if (nothing === true) return first;
  const rest = inOrder(
    () => first,
    () => (filterFirst ? inOrder(range, size) : ifAny(inOrder(filter, range, size))),
  );
  return nothing === 'unknown' && isRefused(rest) ? UNKNOWN_SCHEMA : rest;
}

/** Hints are looked at where there is something to read. */
function checkIncluded(restrictions: Restrictions, select: Select, scope: Scope): Outcome {
  if (select.options === undefined) return undefined;
  const filters = restrictions.filtered.flatMap((name) => filteredOf(restrictions, name, scope));
  const problem = checkIncludedIndexes(select, filters, scope);
  return problem === undefined ? undefined : whereRead(problem, restrictions, select, scope);
}

/** What is said only where rows are looked up. */
function whereRead(problem: Refused | Undecided, restrictions: Restrictions, select: Select, scope: Scope): Outcome {
  const nothing = readsNothing(restrictions, select, scope);
  if (nothing === false) return problem;
  return nothing === true ? undefined : UNKNOWN_SCHEMA;
}

/** Whether the query looks up no rows. A range of tokens with one bound, or a single token, always holds some. */
function readsNothing(restrictions: Restrictions, select: Select, scope: Scope): boolean | 'unknown' {
  const { token, partition } = restrictions;
  const mayBeNone = token !== undefined && (partition.entries.length > 0 || !holdsTokens(token.parts));
  const reads = { distinct: select.distinct, readsStatics: readsStatics(select, scope) };
  const nothing = findsNothing(restrictions, reads, scope);
  return mayBeNone && nothing === false ? 'unknown' : nothing;
}

/** Whether a token certainly lies within the bounds: there is one bound, or both are constants and in order. An upper bound of the least token means the end of the ring. */
function holdsTokens(bounds: Restriction['parts']): boolean {
  const lower = bounds.find(({ operator }) => isLowerBound(operator));
  const upper = bounds.find(({ operator }) => isUpperBound(operator));
  if (lower === undefined || upper === undefined) return bounds.length === 1;
  const [least, most] = [constantOf(lower.values[0]), constantOf(upper.values.at(-1))];
  if (least === undefined || most === undefined) return false;
  return most === LEAST_TOKEN || (lower === upper ? least <= most : least < most);
}

/** A whole number as it is written; a type before it, which tokens take only of 64 bits, leaves it as it is. */
function constantOf(value: Expression | undefined): bigint | undefined {
  if (value?.kind === 'hint') return constantOf(value.value);
  return value?.kind === 'literal' && value.type === 'integer' ? BigInt(value.value) : undefined;
}

const LEAST_TOKEN = -(2n ** 63n);

/** Statics are among what is fetched; where only others are selected they may be. */
function readsStatics(select: Select, { table }: Scope): boolean | 'unknown' {
  if (!hasStatics(table)) return false;
  return selectedColumns(select, table).some(({ kind }) => kind === 'static') ? true : 'unknown';
}

function checkRowFilter(restrictions: Restrictions, allowFiltering: boolean, scope: Scope): Outcome {
  for (const name of restrictions.filtered) {
    for (const restriction of filteredOf(restrictions, name, scope)) {
      const problem = checkLike(restriction, scope, allowFiltering) ?? checkPartValues(restriction, 'filter', scope);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** What of a set becomes part of the row filter: of clustering columns only what the order of rows does not find. */
function filteredOf(
  restrictions: Restrictions,
  name: Restrictions['filtered'][number],
  scope: Scope,
): readonly Restriction[] {
  const all = restrictionsIn(restrictions[name]);
  if (name !== 'clustering') return all;
  let position = 0;
  return all.filter((restriction) => {
    const found = !isFilter(restriction, scope.release) && firstColumn(restriction).position === position;
    if (!found || hasSupportingIndex(restriction, scope)) return true;
    if (!isSlice(restriction)) position = lastColumn(restriction).position + 1;
    return false;
  });
}

/** Several partitions cannot be sorted together page by page. */
function checkPaging(select: Select, restrictions: Restrictions, aggregates: boolean, scope: Scope): Outcome {
  const sorted = select.orderBy.length > 0 && !restrictionsIn(restrictions.other).some(isAnn);
  if (!sorted || !keyIsIn(restrictions, scope.table, scope.release)) return undefined;
  // Keys whose token does not fit are left out (`TokenFilter`), and where none is left nothing is sorted.
  if (restrictions.token !== undefined) return undefined;
  const reads = { distinct: select.distinct, readsStatics: readsStatics(select, scope) };
  const nothing = aggregates ? false : findsNothing(restrictions, reads, scope);
  if (nothing === 'unknown') return PLACEHOLDER;
  if (nothing) return undefined;
  const message =
    'Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER BY or the IN ' +
    'and sort client side, or disable paging for this query';
  return refuse('order-by-with-partition-in', message, select.orderBySpan ?? select.span);
}

/** Where transactions are off nobody reads what belongs to them; the words are those for the consistency that drivers begin with. */
function checkTransactionalRead(select: Select, restrictions: Restrictions, scope: Scope): Outcome {
  const { table, session } = scope;
  const transactional = transactionalMode(table) === 'full' && transactionalMigration(table) === 'none';
  if (!transactional || transactionsAreOn(session)) return undefined;
  const nothing = readsNothing(restrictions, select, scope);
  if (nothing !== false) return nothing === true ? undefined : UNKNOWN_SCHEMA;
  const message =
    'ConsistencyLevel LOCAL_ONE is unsupported with Accord for read, supported are [ONE, QUORUM, ALL, SERIAL]';
  return refuse('transactions-disabled', message, select.from?.span ?? select.span, [table.name]);
}

/** What a virtual table says to the read, if it comes to that. */
function checkVirtual(restrictions: Restrictions, select: Select, scope: Scope): Outcome {
  if (scope.table.kind !== 'virtual') return undefined;
  const problem = checkVirtualRead(select, restrictions, scope);
  return problem === undefined ? undefined : whereRead(problem, restrictions, select, scope);
}

/** Client warnings of aggregates over more than one partition. */
function aggregateWarnings(restrictions: Restrictions, { table, release }: Scope): readonly string[] {
  const { partition, token } = restrictions;
  const open = partition.entries.length === 0 && (token === undefined || since(release, '6.0'));
  if (open) return ['Aggregation query used without partition key'];
  return keyIsIn(restrictions, table, release)
    ? ['Aggregation query used on multiple partition keys (IN restriction)']
    : [];
}
