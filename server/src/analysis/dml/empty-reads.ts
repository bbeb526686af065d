import type { Column } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import { compareValues } from '../evaluation/collections.ts';
import { compareMoments } from '../evaluation/moments.ts';
import { hasCall } from '../markers.ts';
import { isStaticCompact, type Scope } from '../names.ts';
import { since } from '../release.ts';
import { firstColumn, lastColumn, type Restriction, type Restrictions, restrictionsIn } from '../restrictions/model.ts';
import { isFilter, isSlice } from '../restrictions/predicates.ts';
import { columnReceiver, runningValue } from '../values.ts';

/** The keys and clustering columns of a read leave no row to look at, so that nothing further is looked at. */
export function findsNothing(
  restrictions: Restrictions,
  { distinct, readsStatics }: { readonly distinct: boolean; readonly readsStatics: boolean | 'unknown' },
  scope: Scope,
): boolean | 'unknown' {
  if (!restrictions.keyRange && hasNoKeys(restrictions)) return true;
  if (!distinct && hasNothingBesideKey(scope)) return true;
  const noRows = distinct ? false : selectsNoRows(restrictions, scope);
  // The partition's statics would still be read (`makeClusteringIndexFilter`); later releases do not by key.
  if (noRows === false || (readsByKey(restrictions, scope) && since(scope.release, '4.0')) || readsStatics === false)
    return noRows;
  return readsStatics === true ? false : 'unknown';
}

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

/** `IN ()` on a clustering column, or a slice with nothing between its bounds. */
export function selectsNoRows({ clustering }: Restrictions, scope: Scope): boolean | 'unknown' {
  let position = 0;
  let computed = false;
  for (const restriction of restrictionsIn(clustering)) {
    if (isFilter(restriction, scope.release) || firstColumn(restriction).position !== position) break;
    if (isSlice(restriction)) return computed ? 'unknown' : isVoid(restriction, scope);
    if (restriction.parts[0].count === 0) return true;
    computed ||= isComputed(restriction, scope);
    position = lastColumn(restriction).position + 1;
  }
  // Where there are more columns these are the bounds of a slice, and computed for each of both: by `uuid()` they get other ones.
  return computed && position < scope.table.clustering.length ? 'unknown' : false;
}

/** A function gives a value that may be another one each time. */
const isComputed = (restriction: Restriction, scope: Scope): boolean =>
  restriction.parts
    .flatMap(({ values }) => values)
    .some(
      (value) =>
        hasCall(value) &&
        (restriction.multi || runningValue(value, columnReceiver(firstColumn(restriction)), scope).kind !== 'known'),
    );

/** Nothing lies between the bounds of a slice. */
function isVoid(restriction: Restriction, scope: Scope): boolean | 'unknown' {
  if (restriction.parts.every(({ operator }) => operator === '!=' || operator === 'NOT IN')) return false;
  if (restriction.parts.some(({ operator }) => !BOUNDS.has(operator))) return 'unknown';
  if (restriction.multi && scope.release === '3.11') return 'unknown';
  const lower = restriction.parts.find(({ operator }) => operator === '>' || operator === '>=');
  const upper = restriction.parts.find(({ operator }) => operator === '<' || operator === '<=');
  const [low] = lower?.values ?? [];
  const [high] = upper?.values ?? [];
  if (low === undefined || high === undefined) return false;
  if (restriction.multi) return 'unknown';
  const column = firstColumn(restriction);
  const order = orderOf(low, high, column, scope);
  if (order === undefined) return 'unknown';
  return order > 0 || (order === 0 && !(lower?.operator === '>=' && upper?.operator === '<='));
}

/** How two values of a column sort; `undefined` where that cannot be told. */
function orderOf(low: Expression, high: Expression, column: Column, scope: Scope): number | undefined {
  const [a, b] = [low, high].map((value) => runningValue(value, columnReceiver(column), scope));
  if (a === undefined || b === undefined || a.kind === 'refused' || b.kind === 'refused') return undefined;
  if (isNative(column.type, 'timestamp')) return compareMoments(a, b);
  return a.kind === 'known' && b.kind === 'known' ? compareValues(a.bytes, b.bytes, column.type) : undefined;
}

const BOUNDS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
