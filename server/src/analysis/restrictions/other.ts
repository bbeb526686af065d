import type { Column } from '../../catalog/model.ts';
import type { Span } from '../../text/span.ts';
import { refuse } from '../judging/outcome.ts';
import type { Scope } from '../judging/names.ts';
import { since } from '../../text/release.ts';
import { isBackwards } from '../../catalog/table-columns.ts';
import { isNative } from '../../catalog/types.ts';
import type { Refused } from '../judging/verdict-model.ts';
import { refuseFiltering, wantsAllowFiltering } from './allow-filtering.ts';
import type { Clause } from './clause.ts';
import { clusteringNeedsFiltering } from './clustering.ts';
import { dependsOn } from './index-support.ts';
import { type Restriction, type RestrictionSet, restrictionsIn } from './model.ts';
import { partitionNeedsFiltering } from './partition.ts';
import { isAnn } from './predicates.ts';

/** The three sets of a WHERE clause, and what it asks of the token. */
export interface Sets {
  readonly partition: RestrictionSet;
  readonly token: Restriction | undefined;
  readonly clustering: RestrictionSet;
  readonly other: RestrictionSet;
}

/** Restrictions of columns outside the primary key, of which there is one at least. */
export function checkOther(sets: Sets, clause: Clause, indexed: boolean, scope: Scope): Refused | undefined {
  const { other } = sets;
  const names = other.entries.map(({ column }) => column.name);
  if (clause.type !== 'SELECT') {
    const message = `Non PRIMARY KEY columns found in where clause: ${names.join(', ')} `;
    return refuse('regular-column-in-write', message, spansOf(other, clause.span), names);
  }
  const vectors = since(scope.release, '5.0') ? checkVectors(sets, clause, scope) : undefined;
  if (vectors !== undefined) return vectors;
  if (indexed || clause.allowFiltering || !wantsAllowFiltering(scope.table, scope.release)) return undefined;
  return refuseFiltering(spansOf(other, clause.span), names, scope);
}

function checkVectors(sets: Sets, clause: Clause, scope: Scope): Refused | undefined {
  const { other } = sets;
  const ann = restrictionsIn(other).find(isAnn);
  const [column] = ann?.columns ?? [];
  if (ann !== undefined && column !== undefined) return checkAnn(column, ann.parts[0].source.span, sets, scope);
  const vector = other.entries.find((entry) => entry.column.type.kind === 'vector');
  if (vector === undefined || !isIndexed(vector.column, scope)) return undefined;
  const span = vector.restriction.parts[0].source.span;
  return refuse('vector-without-ann', 'Vector indexes only support ANN queries', span ?? clause.span, [
    vector.column.name,
  ]);
}

function checkAnn(
  column: Column,
  span: Span,
  { partition, token, clustering, other }: Sets,
  scope: Scope,
): Refused | undefined {
  const { table, release } = scope;
  const refused = (check: 'ann-without-float-vector' | 'ann-without-index', message: string): Refused =>
    refuse(check, message, span, [column.name]);
  if (column.type.kind !== 'vector' || !isNative(column.type.element, 'float') || isBackwards(column)) {
    return refused('ann-without-float-vector', 'ANN ordering is only supported on float vector indexes');
  }
  if (!isIndexed(column, scope)) {
    return refused('ann-without-index', 'ANN ordering by vector requires the column to be indexed');
  }
  const filtersKey = partitionNeedsFiltering(partition, table, release);
  const others = restrictionsIn(other).filter((restriction) => !isAnn(restriction));
  const open = others.some(({ columns: [first] }) => first !== undefined && !isIndexed(first, scope));
  const openClustering = clustering.entries.some((entry) => !isIndexed(entry.column, scope));
  const wholeKey =
    partition.entries.length === table.partitionKey.length || (token !== undefined && !since(release, '6.0'));
  const unreadable = openClustering && (!wholeKey || clusteringNeedsFiltering(clustering, release));
  if (filtersKey || open || unreadable) {
    return refused('ann-without-index', 'ANN ordering by vector requires all restricted column(s) to be indexed');
  }
  return undefined;
}

const isIndexed = (column: Column, { table }: Scope): boolean =>
  table.indexes.some((index) => dependsOn(index, column));

const spansOf = ({ entries }: RestrictionSet, fallback: Span): readonly [Span, ...Span[]] => {
  const [first = fallback, ...rest] = entries.map(({ restriction }) => restriction.parts[0].source.span);
  return [first, ...rest];
};
