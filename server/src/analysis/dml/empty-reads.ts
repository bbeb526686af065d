import type { Column } from '../../catalog/model.ts';
import { isBackwards } from '../../catalog/table-columns.ts';
import { isNative, printType } from '../../catalog/types.ts';
import type { Call, Expression } from '../../syntax/ast.ts';
import { compareValues } from '../values/evaluation/collections.ts';
import { compareMoments } from '../values/evaluation/moments.ts';
import type { Value } from '../values/evaluation/value.ts';
import { callsIn } from '../judging/markers.ts';
import { isStaticCompact, type Scope } from '../judging/names.ts';
import { since } from '../../text/release.ts';
import {
  firstColumn,
  lastColumn,
  type Part,
  type Restriction,
  type Restrictions,
  restrictionsIn,
} from '../restrictions/model.ts';
import { isFilter, isLowerBound, isSlice, isUpperBound } from '../restrictions/predicates.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';
import type { Refused } from '../judging/verdict-model.ts';

/** The keys and clustering columns of a read leave no row to look at, so that nothing further is looked at. */
export function findsNothing(
  restrictions: Restrictions,
  { distinct, readsStatics }: { readonly distinct: boolean; readonly readsStatics: boolean | 'unknown' },
  scope: Scope,
): boolean | 'unknown' {
  if (!restrictions.keyRange && hasNoKeys(restrictions)) return true;
  if (!distinct && hasNothingBesideKey(scope)) return true;
  const noRows = distinct ? false : selectsNoRows(restrictions, 'read', scope);
  if (noRows === false || readsStatics === false) return noRows;
  const isLater = since(scope.release, '4.0');
  // The partition's statics would still be read (`makeClusteringIndexFilter`); later releases do not by key and slices.
  if (readsByKey(restrictions, scope)) {
    const byName = asksForRows(restrictions, scope);
    // Until 3.11 all statics are fetched with the rows.
    if (byName && !isLater) return false;
    if (isLater && (!byName || readsStatics === 'unknown')) return noRows;
  }
  return readsStatics === true ? false : 'unknown';
}

/** Each row is asked for by its whole clustering (`StatementRestrictions.isColumnRange`). */
const asksForRows = ({ clustering }: Restrictions, { table }: Scope): boolean =>
  clustering.onlyEqualities && clustering.entries.length === table.clustering.length;

/** Partitions are read one by one; before 5.0 an index is asked for a range of them, even where the key is given. */
export const readsByKey = ({ keyRange, usesIndex }: Restrictions, { release }: Scope): boolean =>
  !keyRange && (!usesIndex || since(release, '5.0'));

/** A compact table whose rows are its partitions, and that lost its other columns: there is nothing static to fetch. */
const hasNothingBesideKey = ({ table, release }: Scope): boolean =>
  since(release, '4.0') &&
  isStaticCompact(table) &&
  [...table.columns.values()].every(({ kind }) => kind === 'partition');

/** `IN ()` on a column of the partition key. */
export const hasNoKeys = ({ partition }: Restrictions): boolean =>
  partition.entries.some(({ restriction }) => restriction.parts[0].count === 0);

/** What rows are looked for. */
type Use = 'read' | 'write';

/** `IN ()` on a clustering column, or a slice with nothing between its bounds. */
export function selectsNoRows({ clustering }: Restrictions, use: Use, scope: Scope): boolean | 'unknown' {
  let position = 0;
  let computed: 'no' | 'differs' | 'rises' = 'no';
  for (const restriction of restrictionsIn(clustering)) {
    if (isFilter(restriction, scope.release) || firstColumn(restriction).position !== position) break;
    if (isSlice(restriction)) {
      if (computed === 'rises') return false;
      return computed === 'differs' ? 'unknown' : isVoid(restriction, use, scope);
    }
    if (restriction.parts[0].count === 0) return true;
    // Until 5.0 each of the bounds of a slice is computed: by `uuid()` they get other ones. Until 3.11 those of tuples are, too.
    if (computed === 'no' && !since(scope.release, '6.0') && isComputed(restriction, scope))
      computed = use === 'read' && isClock(restriction) ? 'rises' : 'differs';
    position = lastColumn(restriction).position + 1;
  }
  const bounded = position < scope.table.clustering.length || !clustering.onlyEqualities;
  return computed === 'differs' && bounded ? 'unknown' : false;
}

/** Each time UUID that the server makes is above the one before. */
function isClock({ parts: [part], columns: [column, second] }: Restriction): boolean {
  const [value, other] = part.values;
  if (column === undefined || second !== undefined || isBackwards(column)) return false;
  if (part.on !== 'column' || part.operator !== '=' || value?.kind !== 'call' || other !== undefined) return false;
  return isNative(column.type, 'timeuuid') && isClockCall(value);
}

const isNamed =
  (names: RegExp) =>
  ({ function: { keyspace, name } }: Call): boolean =>
    (keyspace === undefined || keyspace.name === 'system') && names.test(name.name);

const isClockCall = isNamed(/^(?:now|current_?timeuuid)$/);
/** What the server makes of a text may hang on its zone, but not on when it does. */
const isFixedCall = isNamed(
  /^(?:(?:min|max)_?timeuuid|to_?(?:date|timestamp|unix_?timestamp)|dateof|unixtimestampof|floor|from_?json)$/,
);

/** A function gives a value that may be another one each time. */
const isComputed = ({ parts }: Restriction, scope: Scope): boolean =>
  parts.some((part) =>
    part.values.some(
      (value) =>
        value.kind !== 'literal' &&
        componentsOf(part, value)?.some((component, at) => {
          if (callsIn(component).every(isFixedCall)) return false;
          const column = part.columns[at];
          return column === undefined || valueOf(component, column, scope).kind !== 'known';
        }),
    ),
  );

/** Nothing lies between the bounds of a slice. */
function isVoid(restriction: Restriction, use: Use, scope: Scope): boolean | 'unknown' {
  const bounds = restriction.parts.filter(({ operator }) => operator !== '!=' && operator !== 'NOT IN');
  // Where the order turns around there are several slices, whose ends are computed one by one.
  const turns = new Set(restriction.columns.map(isBackwards)).size > 1;
  if (turns && isComputed(restriction, scope)) return 'unknown';
  const [lower, secondLower] = bounds.filter(({ operator }) => isLowerBound(operator));
  const [upper, secondUpper] = bounds.filter(({ operator }) => isUpperBound(operator));
  if (secondLower !== undefined || secondUpper !== undefined) return 'unknown';
  if (lower === undefined || upper === undefined) return false;
  const [low, high] = [componentsOf(lower, lower.values[0]), componentsOf(upper, upper.values.at(-1))];
  if (low === undefined || high === undefined) return 'unknown';
  const common = restriction.columns.slice(0, Math.min(low.length, high.length));
  for (const [at, column] of common.entries()) {
    const order = orderOf(low[at], high[at], column, scope);
    if (order === undefined) return 'unknown';
    if (order < 0) return false;
    if (order > 0) return turns && at > 0 && readsIn311(use, scope) ? 'unknown' : true;
  }
  const excluded = [lower.operator === '>', upper.operator === '<'] as const;
  const nothing = meetsNothing(excluded, low.length - high.length, use, scope);
  // A single row is left, which may be the one that is taken out.
  if (!nothing && bounds.length < restriction.parts.length) return 'unknown';
  return nothing && turns && readsIn311(use, scope) ? 'unknown' : nothing;
}

/** Nothing lies between bounds that are equal as far as the shorter one goes. */
function meetsNothing([lower, upper]: readonly [boolean, boolean], longer: number, use: Use, scope: Scope): boolean {
  if (longer > 0) return upper;
  if (longer < 0) return lower;
  return readsIn311(use, scope) ? lower && upper : lower || upper;
}

const readsIn311 = (use: Use, { release }: Scope): boolean => use === 'read' && !since(release, '4.0');

/** What each of its columns is compared with. */
function componentsOf({ on }: Part, value: Expression | undefined): readonly Expression[] | undefined {
  if (on !== 'tuple' || value === undefined) return value && [value];
  return value.kind === 'tuple' ? value.items : undefined;
}

const valueOf = (value: Expression, column: Column, scope: Scope): Value | Refused =>
  runningValue(value, columnReceiver(column), scope);

const TIMES: ReadonlySet<string> = new Set(['timestamp', 'date', 'timeuuid']);

/** How two values of a column sort; `undefined` where that cannot be told. */
function orderOf(
  low: Expression | undefined,
  high: Expression | undefined,
  column: Column,
  scope: Scope,
): number | undefined {
  if (low === undefined || high === undefined) return undefined;
  const [a, b] = [valueOf(low, column, scope), valueOf(high, column, scope)];
  if (a.kind === 'refused' || b.kind === 'refused') return undefined;
  if (a.kind === 'null' || b.kind === 'null') {
    if (a.kind === b.kind) return 0;
    if (a.kind !== 'known' && b.kind !== 'known') return undefined;
    // Null is before all others, whichever way the column sorts (`ClusteringComparator.compareComponent`).
    return (a.kind === 'null') === isBackwards(column) ? 1 : -1;
  }
  if (a.kind === 'known' && b.kind === 'known') return compareValues(a.bytes, b.bytes, column.type);
  const order = TIMES.has(printType(column.type)) ? compareMoments(a, b) : undefined;
  // Of time UUIDs of one moment the rest decides.
  return order === 0 && isNative(column.type, 'timeuuid') ? undefined : order;
}
