import type { Column } from '../../catalog/model.ts';
import type { Span } from '../../text/span.ts';
import { isRefused, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import type { Scope } from '../judging/names.ts';
import { since } from '../../text/release.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';
import type { Clause } from './clause.ts';
import { addClustering, checkClustering, clusteringNeedsFiltering } from './clustering.ts';
import { checkExpressions } from './expressions.ts';
import {
  hasSupportingIndex,
  hasUnknownIndex,
  indexGroups,
  needsFiltering,
  setHasSupportingIndex,
} from './index-support.ts';
import { merge } from './merge.ts';
import {
  EMPTY_SET,
  type Part,
  type Restriction,
  type Restrictions,
  type RestrictionSet,
  restrictionsIn,
} from './model.ts';
import { checkOther } from './other.ts';
import { checkPartition, isKeyRange, keyIsIn, partitionNeedsFiltering } from './partition.ts';
import { containsSomething, isIn, operatorNeedsHelp } from './predicates.ts';
import { type ComparingRelation, prepareRelation } from './relation.ts';
import { prepareRelationIn6 } from './relation-6.ts';
import { textOfOperator, textOfRelation } from './relation-text.ts';
import { add } from './set.ts';

/** The sets while relations are added. */
interface RestrictionsDraft {
  partition: RestrictionSet;
  token: Restriction | undefined;
  clustering: RestrictionSet;
  other: RestrictionSet;
  notNull: readonly Column[];
}

/**
 * The restrictions of a WHERE clause, or the server's first objection to it (`StatementRestrictions`).
 *
 * Where a relation is hidden by a placeholder, what follows from all of them together is not asked.
 */
export function restrict(clause: Clause, scope: Scope): Restrictions | Refused | Undecided {
  const draft: RestrictionsDraft = {
    partition: EMPTY_SET,
    token: undefined,
    clustering: EMPTY_SET,
    other: EMPTY_SET,
    notNull: [],
  };
  let doubt: Undecided | undefined;
  let hidden = clause.hidden || scope.table.partitionKey.length === 0;
  for (const relation of clause.relations) {
    if (relation.kind === 'expr') continue;
    if (relation.kind === 'unknown') {
      hidden = true;
      continue;
    }
    const prepared = checkOperator(relation, clause, scope) ?? prepare(relation, scope);
    if (isRefused(prepared)) return prepared;
    doubt ??= prepared.doubt;
    if (prepared.restriction === undefined) {
      hidden = true;
      continue;
    }
    const problem =
      checkLike(prepared.restriction, relation, clause, scope) ?? place(draft, prepared.restriction, clause, scope);
    if (problem !== undefined) return problem;
  }
  const misordered = clause.ann && addAnn(draft, clause.ann, scope);
  if (misordered !== undefined) return misordered;
  if (hidden) return PLACEHOLDER;
  if (scope.table.indexes.length > 0 && hasUnknownIndex(scope.table, restrictedColumns(draft))) return UNKNOWN_SCHEMA;
  return conclude(draft, clause, scope, doubt);
}

const prepare = (relation: ComparingRelation, scope: Scope): ReturnType<typeof prepareRelation> =>
  since(scope.release, '6.0') ? prepareRelationIn6(relation, scope) : prepareRelation(relation, scope);

/** What the operator alone forbids. */
function checkOperator(
  relation: ComparingRelation,
  { type, forView }: Clause,
  { release }: Scope,
): Refused | undefined {
  const { operator } = relation;
  const helpless = since(release, '6.0')
    ? operatorNeedsHelp(operator, 'clustering')
    : operator === 'CONTAINS' || operator === 'CONTAINS KEY';
  if (helpless && (type === 'UPDATE' || type === 'DELETE')) {
    return refuse('operator-in-write', `Cannot use ${type} with ${textOfOperator(operator)}`, relation.span);
  }
  if (operator === 'IS NOT NULL' && !forView) {
    return refuse(
      'unsupported-not-null',
      `Unsupported restriction: ${textOfRelation(relation, release)}`,
      relation.span,
    );
  }
  return undefined;
}

/** LIKE wants an index; 6.0 filters. */
function checkLike(
  restriction: Restriction,
  relation: ComparingRelation,
  { type }: Clause,
  scope: Scope,
): Refused | undefined {
  const { release, table } = scope;
  if (relation.operator !== 'LIKE' || since(release, '6.0')) return undefined;
  if (hasUnknownIndex(table, restriction.columns)) return undefined;
  if (type === 'SELECT' && hasSupportingIndex(restriction, scope)) return undefined;
  const text = textOfRelation(relation, release);
  const message = `LIKE restriction is only supported on properly indexed columns. ${text} is not valid.`;
  return refuse(
    'like-needs-index',
    message,
    relation.span,
    restriction.columns.map(({ name }) => name),
  );
}

/** Puts a restriction where its column belongs, merging (`addRestriction`). */
function place(draft: RestrictionsDraft, restriction: Restriction, clause: Clause, scope: Scope): Refused | undefined {
  const [column] = restriction.columns;
  const [part] = restriction.parts;
  if (part.operator === 'IS NOT NULL') {
    draft.notNull = [...draft.notNull, ...restriction.columns];
    return undefined;
  }
  if (part.on === 'token') {
    const token = draft.token === undefined ? restriction : merge(draft.token, restriction, scope.release);
    if (isRefused(token)) return token;
    draft.token = token;
    return undefined;
  }
  const kind = column?.kind === 'partition' || column?.kind === 'clustering' ? column.kind : 'other';
  const set =
    kind === 'clustering'
      ? addClustering(draft.clustering, restriction, clause, scope)
      : add(draft[kind], restriction, scope.release);
  if (isRefused(set)) return set;
  draft[kind] = set;
  return undefined;
}

/** ANN becomes a restriction among those outside the key, whatever its column is. */
function addAnn(
  draft: RestrictionsDraft,
  { column, ordering, orderings }: NonNullable<Clause['ann']>,
  { release }: Scope,
): Refused | undefined {
  const refused = (message: string): Refused => refuse('ann-ordering', message, ordering.span, [column.name]);
  if (orderings.filter(({ annOf }) => annOf !== undefined).length > 1)
    return refused('Cannot specify more than one ANN ordering');
  if (orderings.length > 1) return refused('ANN ordering does not support any other ordering');
  if (ordering.direction === 'DESC') return refused('Descending ANN ordering is not supported');
  const values = ordering.annOf === undefined ? [] : [ordering.annOf];
  const part: Part = { on: 'column', columns: [column], operator: 'ANN', values, count: 1, source: ordering };
  const other = add(draft.other, { columns: [column], parts: [part], multi: false }, release);
  if (isRefused(other)) return other;
  draft.other = other;
  return undefined;
}

/** All relations are known: what follows from them together, in the server's order. */
function conclude(
  draft: RestrictionsDraft,
  clause: Clause,
  scope: Scope,
  doubt: Undecided | undefined,
): Restrictions | Refused | Undecided {
  const { table, release } = scope;
  const { partition, clustering, other } = draft;
  const select = clause.type === 'SELECT' && !clause.forView;
  const expressions = checkExpressions(clause, scope);
  if (expressions !== undefined) return expressions;
  const clusteringIndexed = select && setHasSupportingIndex(clustering, scope);
  const indexed =
    select && (clusteringIndexed || setHasSupportingIndex(partition, scope) || setHasSupportingIndex(other, scope));
  const key = { partition, token: draft.token };
  const partitionProblem = checkPartition(key, clause, indexed, scope);
  if (partitionProblem !== undefined) return partitionProblem;
  const keyRange = clause.type === 'SELECT' && isKeyRange(key, table, release);
  const keyFilters = partitionNeedsFiltering(partition, table, release);
  const keyOpen = partition.entries.length === 0 && (draft.token === undefined || since(release, '6.0'));
  let usesIndex = clause.type === 'SELECT' && indexed && (keyOpen || keyFilters);
  const filtered: ('partition' | 'clustering' | 'other')[] = usesIndex || keyFilters ? ['partition'] : [];
  const clusteringProblem = checkStatics(clustering, clause) ?? checkClustering(clustering, clause, indexed, scope);
  if (isRefused(clusteringProblem)) return clusteringProblem;
  usesIndex ||= clusteringProblem === 'index' || (keyRange && clusteringIndexed);
  if (usesIndex || clusteringNeedsFiltering(clustering, release)) filtered.push('clustering');
  if (other.entries.length > 0) {
    const otherProblem = checkOther({ partition, token: draft.token, clustering, other }, clause, indexed, scope);
    if (otherProblem !== undefined) return otherProblem;
    usesIndex ||= indexed;
    filtered.push('other');
  }
  if (usesIndex && keyIsIn(key, table, release)) {
    const message = 'Select on indexed columns and with IN clause for the PRIMARY KEY are not supported';
    return refuse('index-with-partition-in', message, spanOfIn(partition) ?? clause.span, inNames(partition));
  }
  const filters = (keyRange || usesIndex) && filtersRows({ partition, clustering, other }, filtered, scope);
  const { token, notNull } = draft;
  return {
    kind: 'restrictions',
    partition,
    token,
    clustering,
    other,
    notNull,
    keyRange,
    usesIndex,
    filters,
    filtered,
    doubt,
  };
}

/** Statics belong to the partition: no clustering column may be named with them. */
function checkStatics(clustering: RestrictionSet, { type, onlyStatic }: Clause): Refused | undefined {
  const [first] = clustering.entries;
  if (!onlyStatic || first === undefined || type === 'INSERT') return undefined;
  const message =
    type === 'SELECT'
      ? 'Cannot restrict clustering columns when selecting only static columns'
      : `Invalid restrictions on clustering columns since the ${type} statement modifies only static columns`;
  return refuse('clustering-with-only-statics', message, first.restriction.parts[0].source.span, [first.column.name]);
}

/** Whether the row filter asks for more than one index (group) answers (`StatementRestrictions.needFiltering`). */
function filtersRows(
  sets: { readonly partition: RestrictionSet; readonly clustering: RestrictionSet; readonly other: RestrictionSet },
  filtered: Restrictions['filtered'],
  scope: Scope,
): boolean {
  const { release } = scope;
  const chosen = filtered.map((name) => sets[name]);
  const count = chosen.reduce((sum, set) => sum + set.entries.length, 0);
  const onlyOrder = count === 0 && sets.clustering.entries.length > 0;
  if (!since(release, '5.0')) {
    return count > 1 || onlyOrder || (count !== 0 && countContains(sets.other) > 1);
  }
  if (chosen.length === 0) return onlyOrder;
  const answered = indexGroups(scope).some((group) =>
    chosen.every((set) => set.entries.every(({ restriction }) => !needsFiltering(restriction, group, release))),
  );
  return !answered || onlyOrder;
}

const countContains = (set: RestrictionSet): number =>
  restrictionsIn(set)
    .filter(containsSomething)
    .reduce((sum, { parts }) => sum + parts.length, 0);

const spanOfIn = (set: RestrictionSet): Span | undefined =>
  set.entries.find(({ restriction }) => isIn(restriction))?.restriction.parts[0].source.span;

const inNames = (set: RestrictionSet): readonly string[] =>
  set.entries.flatMap(({ column, restriction }) => (isIn(restriction) ? [column.name] : []));

const restrictedColumns = ({ partition, clustering, other }: RestrictionsDraft): readonly Column[] =>
  [...partition.entries, ...clustering.entries, ...other.entries].map(({ column }) => column);
