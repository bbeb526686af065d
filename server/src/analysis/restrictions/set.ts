import type { Column } from '../../catalog/model.ts';
import type { Refused } from '../judging/verdict-model.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { isRefused } from '../judging/outcome.ts';
import { merge } from './merge.ts';
import type { Restriction, RestrictionSet } from './model.ts';
import { containsSomething, isEquality, isIn, isSlice, needsFilteringOrIndexing } from './predicates.ts';

/** Adds a restriction, merged with what its columns are restricted by already (`RestrictionSet.addRestriction`). */
export function add(set: RestrictionSet, added: Restriction, release: CassandraRelease): RestrictionSet | Refused {
  const entries = entriesWith(set.entries, added, release);
  if (isRefused(entries)) return entries;
  return {
    entries,
    hasIn: set.hasIn || isIn(added),
    hasSlice: set.hasSlice || isSlice(added),
    hasContains: set.hasContains || containsSomething(added),
    onlyEqualities: set.onlyEqualities && (isEquality(added, release) || isIn(added)),
    needsFilteringOrIndexing: set.needsFilteringOrIndexing || added.parts.some(needsFilteringOrIndexing),
  };
}

function entriesWith(
  entries: RestrictionSet['entries'],
  added: Restriction,
  release: CassandraRelease,
): RestrictionSet['entries'] | Refused {
  const own = added.columns.map((column) => ({ column, restriction: added }));
  if (entries.length === 0) return sorted(own);
  const isAdded = (column: Column): boolean => added.columns.some(({ name }) => name === column.name);
  const clashing = entries.filter(({ column }) => isAdded(column)).map(({ restriction }) => restriction);
  if (clashing.length === 0) return sorted([...entries, ...own]);
  const byName = new Map(entries.map((entry) => [entry.column.name, entry]));
  for (const restriction of new Set(clashing)) {
    const merged = merge(restriction, added, release);
    if (isRefused(merged)) return merged;
    const columns = since(release, '6.0') ? merged.columns : added.columns;
    for (const column of columns) byName.set(column.name, { column, restriction: merged });
  }
  return sorted([...byName.values()]);
}

function sorted(entries: RestrictionSet['entries']): RestrictionSet['entries'] {
  for (let at = 1; at < entries.length; at += 1)
    if (compareColumns(entries[at - 1]!.column, entries[at]!.column) > 0)
      return entries.toSorted((a, b) => compareColumns(a.column, b.column));
  return entries;
}

/** Key order; columns outside the key by the bytes of their names. */
function compareColumns(a: Column, b: Column): number {
  const keys = a.kind === 'partition' || a.kind === 'clustering';
  if (keys && a.position !== b.position) return a.position - b.position;
  return compareNames(a.name, b.name);
}

/** By code points, which is the order of UTF-8 bytes. */
export function compareNames(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}
