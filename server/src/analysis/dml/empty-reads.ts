import { compareValues } from '../evaluation/collections.ts';
import type { Scope } from '../names.ts';
import { isSlice } from '../restrictions/predicates.ts';
import { firstColumn, type Restriction, type Restrictions, restrictionsIn } from '../restrictions/model.ts';
import { columnReceiver, runningValue } from '../values.ts';

/** The WHERE of a single-partition read can match no row at all: `IN ()`, or bounds that leave nothing between them. */
export function findsNothing(
  { partition, clustering, token }: Restrictions,
  distinct: boolean,
  scope: Scope,
): boolean | 'unknown' {
  if (partition.entries.some(({ restriction }) => restriction.parts[0].count === 0)) return true;
  if (token !== undefined) return 'unknown';
  if (distinct) return false;
  const slices = restrictionsIn(clustering)
    .filter(isSlice)
    .map((slice) => isVoid(slice, scope));
  const lists = restrictionsIn(clustering).map(({ parts: [part] }) => part.count === 0);
  // Releases differ in what they do without rows, most of all where statics are read.
  return [...slices, ...lists].some((nothing) => nothing !== false) ? 'unknown' : false;
}

/** Nothing lies between the bounds of a slice. */
function isVoid(restriction: Restriction, scope: Scope): boolean | 'unknown' {
  const lower = restriction.parts.find(({ operator }) => operator === '>' || operator === '>=');
  const upper = restriction.parts.find(({ operator }) => operator === '<' || operator === '<=');
  if (restriction.parts.some(({ operator }) => operator === 'BETWEEN')) return 'unknown';
  const [low] = lower?.values ?? [];
  const [high] = upper?.values ?? [];
  if (low === undefined || high === undefined) return false;
  if (restriction.multi) return 'unknown';
  const column = firstColumn(restriction);
  const [a, b] = [low, high].map((value) => runningValue(value, columnReceiver(column), scope));
  if (a?.kind !== 'known' || b?.kind !== 'known') return 'unknown';
  const order = compareValues(a.bytes, b.bytes, column.type);
  if (order === undefined) return 'unknown';
  return order > 0 || (order === 0 && !(lower?.operator === '>=' && upper?.operator === '<='));
}
