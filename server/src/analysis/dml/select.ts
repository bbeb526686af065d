import type { Expression, Select } from '../../syntax/ast.ts';
import { switchedOff } from '../guardrails/limits.ts';
import { hasMarker, hasUnknown } from '../judging/markers.ts';
import { isColumn, isScope, problemOf, resolveColumn, resolveTable, type Scope } from '../judging/names.ts';
import { inEach, inOrder, isRefused, isUndecided, type Outcome, PLACEHOLDER, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { refuseUnfiltered, wantsAllowFiltering } from '../restrictions/allow-filtering.ts';
import type { Clause } from '../restrictions/clause.ts';
import { openColumns, type Restrictions } from '../restrictions/model.ts';
import { restrict } from '../restrictions/restrict.ts';
import { countsAsOnlyStatics, selectedColumns, selectorsBeforeWhere } from '../typing/selectors/selected-columns.ts';
import { checkSelectable, firstColumn, selectorType } from '../typing/terms.ts';
import { checkValue, columnReceiver } from '../typing/values.ts';
import { isMultiCell } from '../../catalog/types.ts';
import type { Refused, Session, Undecided, Verdict } from '../judging/verdict-model.ts';
import { checkDistinct } from './distinct.ts';
import { checkGroupBy } from './group-by.ts';
import { checkOptionsOnce, withHints } from './index-hints.ts';
import { checkOrderBy, isNearest } from './order-by.ts';
import { checkGuardrail, readVerdict } from './read-execution.ts';

/** What the server says to a SELECT (`SelectStatement.RawStatement.prepare`, then its execution where nothing is bound). */
export function selectVerdict(select: Select, session: Session): Verdict {
  const twice = checkOptionsOnce(select);
  if (twice !== undefined) return twice;
  const found = resolveTable(select.from, session);
  const scope = isScope(found) ? withHints(select, found) : found;
  if (!isScope(scope)) return scope;
  const prepared = prepareSelect(select, scope);
  if (prepared.kind !== 'prepared-select') return prepared;
  if (prepared.doubt !== undefined) return prepared.doubt;
  if (!hasMarker(select)) return readVerdict(select, prepared, scope);
  return checkGuardrail(select, scope) ?? { kind: 'accepted', warnings: [] };
}

type Selected = ReturnType<typeof selectorType>;

/** A SELECT that passed PREPARE. */
export interface PreparedSelect {
  readonly kind: 'prepared-select';
  readonly restrictions: Restrictions;
  /** What each selector gives, stars left out. */
  readonly selected: readonly Selected[];
  /** It has aggregates, or groups. */
  readonly aggregates: boolean;
  readonly doubt: Undecided | undefined;
}

const NOTHING_EARLY: ReadonlySet<Expression> = new Set();

/** All that PREPARE checks, in the release's order. */
export function prepareSelect(select: Select, scope: Scope): PreparedSelect | Refused | Undecided {
  const early = scope.release === '3.11' ? NOTHING_EARLY : selectorsBeforeWhere(select, scope.table);
  let selected: readonly Selected[] = [];
  const checkSelectors = (): Outcome => {
    const { problem, types } = typeSelectors(select, early, scope);
    selected = types;
    return problem;
  };
  const before = inOrder(
    () => (scope.release === '3.11' ? checkSelectors() : checkExistence([...early], scope)),
    () => (since(scope.release, '5.0') ? checkOrderings(select, scope) : undefined),
  );
  if (isRefused(before)) return before;
  const restrictions = restrict(clauseOf(select, scope), scope);
  if (isRefused(restrictions)) return restrictions;
  const grouped = checkGrouping(select, scope);
  if (isRefused(grouped)) return grouped;
  const types = inOrder(
    () => (since(scope.release, '4.0') && !since(scope.release, '5.0') ? checkOrderings(select, scope) : undefined),
    () => (scope.release === '3.11' ? undefined : checkSelectors()),
  );
  if (isRefused(types) || isUndecided(restrictions)) return isRefused(types) ? types : restrictionsDoubt(restrictions);
  // An aggregate without GROUP BY makes one row of all.
  const aggregates = selected.some((type) => type.kind === 'typed' && type.aggregate);
  const after = inOrder(
    () => checkDistinct(select, restrictions, scope),
    () => checkGroupBy(select, restrictions, scope),
    () => checkPerPartition(select, aggregates),
    () => checkOrderBy(select, restrictions, scope),
    () => checkNeedsFiltering(select, restrictions, scope),
    () => checkLimits(select, scope),
  );
  if (isRefused(after)) return after;
  return {
    kind: 'prepared-select',
    restrictions,
    selected,
    aggregates: aggregates || select.groupBy.length > 0,
    doubt: before ?? restrictions.doubt ?? types ?? after ?? templateDoubt(select),
  };
}

const checkGrouping = ({ groupBy: [group] }: Select, scope: Scope): Outcome =>
  group === undefined ? undefined : switchedOff(GROUP_BY, 'GROUP BY functionality', scope, group.span);

const GROUP_BY = { name: 'group_by', setting: 'group_by_enabled' };

const restrictionsDoubt = (restrictions: Restrictions | Undecided): Undecided =>
  isUndecided(restrictions) ? restrictions : PLACEHOLDER;

const templateDoubt = (select: Select): Undecided | undefined =>
  select.template === true || hasUnknown(select) ? PLACEHOLDER : undefined;

const expressionsOf = ({ selectors }: Select): readonly Select['selectors'][number]['expression'][] =>
  selectors.map(({ expression }) => expression).filter(({ kind }) => kind !== 'star');

const checkExistence = (selectors: readonly Expression[], { table, session }: Scope): Outcome =>
  inEach(selectors, (selector) => checkSelectable(selector, table, session));

/** Each selector in turn: what it mentions exists, unless that is known already, then it has a type. */
function typeSelectors(
  select: Select,
  known: ReadonlySet<Expression>,
  { table, session }: Scope,
): { readonly problem: Outcome; readonly types: readonly Selected[] } {
  const types: Selected[] = [];
  let before: string | undefined;
  const problem = inEach(expressionsOf(select), (selector) => {
    const missing = known.has(selector) ? undefined : checkSelectable(selector, table, session);
    if (isRefused(missing)) return missing;
    const type = selectorType(selector, table, session, before);
    types.push(type);
    before ??= firstColumn(selector);
    if (type.kind === 'refused') return type;
    return missing ?? (type.kind === 'typed' ? undefined : type);
  });
  return { problem, types };
}

/** The columns of ORDER BY exist, and what ANN compares with fits (`Ordering.Raw.bind`). */
function checkOrderings(select: Select, scope: Scope): Outcome {
  return inEach(select.orderBy, ({ column: name, annOf }) => {
    const column = resolveColumn(name, scope);
    if (!isColumn(column) || annOf === undefined) return problemOf(column);
    return checkValue(annOf, columnReceiver(column), scope);
  });
}

function clauseOf(select: Select, scope: Scope): Clause {
  const { table, release } = scope;
  const nearest = since(release, '5.0') ? select.orderBy.filter(isNearest) : [];
  const [ordering] = nearest;
  const column = ordering === undefined ? undefined : table.columns.get(ordering.column.name);
  const implicit = since(release, '6.0') && !wantsAllowFiltering(table, release);
  return {
    type: 'SELECT',
    relations: select.where?.relations ?? [],
    ann: ordering === undefined || column === undefined ? undefined : { column, ordering, orderings: select.orderBy },
    onlyStatic: countsAsOnlyStatics(select, table, release) && !hasUnknown(select.selectors),
    allowFiltering: select.allowFiltering !== undefined || implicit,
    forView: false,
    selectsCollection: release === '3.11' && selectedColumns(select, table).some(({ type }) => isMultiCell(type)),
    hidden: select.template === true || (ordering !== undefined && column === undefined),
    span: select.where?.span ?? select.from?.name.span ?? select.span,
  };
}

function checkPerPartition({ perPartitionLimit, groupBy }: Select, aggregates: boolean): Outcome {
  if (perPartitionLimit === undefined || groupBy.length > 0 || !aggregates) return undefined;
  const message = 'PER PARTITION LIMIT is not allowed with aggregate queries.';
  return refuse('per-partition-limit-with-aggregate', message, perPartitionLimit.span);
}

/** What is read is more than what is asked for, and nobody allowed it (`checkNeedsFiltering`). */
function checkNeedsFiltering(select: Select, restrictions: Restrictions, { table, release }: Scope): Outcome {
  const allowed = select.allowFiltering !== undefined || !wantsAllowFiltering(table, release);
  if (allowed || !restrictions.filters) return undefined;
  const [first = select.from?.name.span ?? select.span, ...rest] = (select.where?.relations ?? []).map(
    ({ span }) => span,
  );
  const missing = openColumns(table.partitionKey, restrictions.partition).map(({ name }) => name);
  return refuseUnfiltered([first, ...rest], missing);
}

function checkLimits({ limit, perPartitionLimit }: Select, scope: Scope): Outcome {
  const int = { kind: 'native', name: 'int' } as const;
  return inOrder(
    () => limit && checkValue(limit.value, { name: '[limit]', type: int }, scope),
    () => perPartitionLimit && checkValue(perPartitionLimit.value, { name: '[per_partition_limit]', type: int }, scope),
  );
}
