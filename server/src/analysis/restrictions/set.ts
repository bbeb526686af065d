import type { Column } from '../../catalog/model.ts';
import type { CassandraRelease, Refused } from '../verdict-model.ts';
import { isRefused } from '../outcome.ts';
import { since } from '../release.ts';
import { merge } from './merge.ts';
import type { Restriction, RestrictionSet } from './model.ts';
import { containsSomething, isEquality, isIn, isSlice, needsFilteringOrIndexing } from './predicates.ts';

/** Adds a restriction, merged with what its columns are restricted by already (`RestrictionSet.addRestriction`). */
export function add(set: RestrictionSet, added: Restriction, release: CassandraRelease): RestrictionSet | Refused {
  const entries = new Map(set.entries.map(({ column, restriction }) => [column.name, { column, restriction }]));
  const existing = new Set(
    added.columns.flatMap((column) => {
      const entry = entries.get(column.name);
      return entry === undefined ? [] : [entry.restriction];
    }),
  );
  const put = (columns: readonly Column[], restriction: Restriction): void => {
    for (const column of columns) entries.set(column.name, { column, restriction });
  };
  if (existing.size === 0) put(added.columns, added);
  for (const restriction of existing) {
    const merged = merge(restriction, added, release);
    if (isRefused(merged)) return merged;
    put(since(release, '6.0') ? merged.columns : added.columns, merged);
  }
  return {
    entries: [...entries.values()].toSorted((a, b) => compareColumns(a.column, b.column)),
    hasIn: set.hasIn || isIn(added),
    hasSlice: set.hasSlice || isSlice(added),
    hasContains: set.hasContains || containsSomething(added),
    onlyEqualities: set.onlyEqualities && (isEquality(added, release) || isIn(added)),
    needsFilteringOrIndexing: set.needsFilteringOrIndexing || added.parts.some(needsFilteringOrIndexing),
  };
}

/** Key order; columns outside the key by the bytes of their names. */
function compareColumns(a: Column, b: Column): number {
  const keys = a.kind === 'partition' || a.kind === 'clustering';
  if (keys && a.position !== b.position) return a.position - b.position;
  return compareNames(a.name, b.name);
}

/** By code points, which is the order of UTF-8 bytes. */
export function compareNames(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
