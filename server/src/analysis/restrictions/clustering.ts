import type { Span } from '../../text/span.ts';
import { isRefused, refuse } from '../judging/outcome.ts';
import type { Table } from '../../catalog/model.ts';
import type { Scope } from '../judging/names.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Refused } from '../judging/verdict-model.ts';
import type { Clause } from './clause.ts';
import { hasSupportingIndex } from './index-support.ts';
import {
  firstColumn,
  lastColumn,
  openColumns,
  type Restriction,
  type RestrictionSet,
  restrictionsIn,
} from './model.ts';
import { isFilter, isIn, isSlice } from './predicates.ts';
import { add } from './set.ts';

/** Adds a restriction; nothing may follow a slice in key order (`ClusteringColumnRestrictions.mergeWith`). */
export function addClustering(
  set: RestrictionSet,
  added: Restriction,
  clause: Clause,
  scope: Scope,
): RestrictionSet | Refused {
  const { release } = scope;
  const next = add(set, added, release);
  const last = set.entries.at(-1)?.restriction;
  if (isRefused(next) || last === undefined || clause.allowFiltering) return next;
  const indexed = clause.type === 'SELECT' && hasSupportingIndex(added, scope);
  if (indexed && since(release, '5.0')) return next;
  const start = firstColumn(added);
  const lastStart = firstColumn(last);
  const spans = [added.parts[0].source.span, last.parts[0].source.span] as const;
  if (isSlice(last) && start.position > lastStart.position) {
    const message = `Clustering column "${start.name}" cannot be restricted (preceding column "${lastStart.name}" is restricted by a non-EQ relation)`;
    return refuse('clustering-after-slice', message, spans, [start.name, lastStart.name]);
  }
  if (start.position < lastStart.position && isSlice(added)) {
    const following = set.entries.find(({ column }) => column.position > start.position)?.column ?? lastStart;
    const message = `PRIMARY KEY column "${following.name}" cannot be restricted (preceding column "${start.name}" is restricted by a non-EQ relation)`;
    return refuse('clustering-after-slice', message, spans, [following.name, start.name]);
  }
  return next;
}

/** A clustering column cannot be looked up where one before it is open or sliced, nor by CONTAINS. */
export function clusteringNeedsFiltering(set: RestrictionSet, release: CassandraRelease): boolean {
  let position = 0;
  for (const restriction of restrictionsIn(set)) {
    if (isFilter(restriction, release) || firstColumn(restriction).position !== position) return true;
    if (!isSlice(restriction)) position = lastColumn(restriction).position + 1;
  }
  return false;
}

/** `processClusteringColumnsRestrictions`; `index`: an index has to answer. */
export function checkClustering(
  set: RestrictionSet,
  clause: Clause,
  indexed: boolean,
  scope: Scope,
): Refused | 'index' | undefined {
  return clause.type === 'SELECT' || clause.type === 'DELETE'
    ? checkOrder(set, clause, indexed, scope)
    : checkFullKey(set, clause, scope);
}

function checkFullKey(set: RestrictionSet, { type, onlyStatic, span }: Clause, { table }: Scope): Refused | undefined {
  const slice = set.entries.find(({ restriction }) => isSlice(restriction));
  if (slice !== undefined) {
    const message = `Slice restrictions are not supported on the clustering columns in ${type} statements`;
    return refuse('clustering-slice-in-write', message, slice.restriction.parts[0].source.span, [slice.column.name]);
  }
  if (onlyStatic) return undefined;
  // Rows of compact tables may end early, but have no gaps.
  if (table.compactStorage && set.entries.length > 0) return gapIn(set, table);
  const missing = openColumns(table.clustering, set).map(({ name }) => name);
  if (missing.length === 0) return undefined;
  return refuse('clustering-key-missing', `Some clustering keys are missing: ${missing.join(', ')}`, span, missing);
}

function checkOrder(
  set: RestrictionSet,
  clause: Clause,
  indexed: boolean,
  scope: Scope,
): Refused | 'index' | undefined {
  const { release, table } = scope;
  if (release === '3.11' && clause.selectsCollection && set.hasIn) {
    const message = 'Cannot restrict clustering columns by IN relations when a collection is selected by the query';
    const restriction = set.entries.find((entry) => isIn(entry.restriction));
    return refuse('in-with-collection', message, restriction?.restriction.parts[0].source.span ?? clause.span);
  }
  const helpless = set.entries.find(({ restriction }) => needsHelp(restriction, release));
  if (helpless !== undefined && !indexed && !clause.allowFiltering) {
    return refuse('contains-needs-filtering', helplessMessage(release), helpless.restriction.parts[0].source.span, [
      helpless.column.name,
    ]);
  }
  if (!clusteringNeedsFiltering(set, release)) return undefined;
  if (indexed || clause.forView) return 'index';
  if (clause.allowFiltering) return undefined;
  return gapIn(set, table);
}

function gapIn(set: RestrictionSet, table: Table): Refused | undefined {
  for (const [index, { column, restriction }] of set.entries.entries()) {
    const expected = table.clustering[index];
    if (expected !== undefined && expected.name !== column.name) {
      const message = `PRIMARY KEY column "${column.name}" cannot be restricted as preceding column "${expected.name}" is not restricted`;
      return refuse('clustering-gap', message, spanOf(restriction, column.name), [column.name, expected.name]);
    }
  }
  return undefined;
}

/** Until 5.0 LIKE has got its index already. */
const needsHelp = (restriction: Restriction, release: CassandraRelease): boolean =>
  since(release, '6.0')
    ? isFilter(restriction, release)
    : restriction.parts.some(({ operator }) => operator === 'CONTAINS' || operator === 'CONTAINS KEY');

const helplessMessage = (release: CassandraRelease): string =>
  since(release, '6.0')
    ? 'Clustering column restrictions require the use of secondary indices or filtering for map-element restrictions and for the ' +
      'following operators: CONTAINS, CONTAINS KEY, LIKE, ANN, NOT CONTAINS, NOT CONTAINS KEY'
    : 'Clustering columns can only be restricted with CONTAINS with a secondary index or filtering';

const spanOf = (restriction: Restriction, column: string): Span =>
  restriction.parts.find((part) => part.columns.some(({ name }) => name === column))?.source.span ??
  restriction.parts[0].source.span;
