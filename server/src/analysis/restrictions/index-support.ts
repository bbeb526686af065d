import { isBackwards } from '../../catalog/table-columns.ts';
import type { Column, Index, Table } from '../../catalog/model.ts';
import { isCollection, isMultiCell, isNative } from '../../catalog/types.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Scope } from '../judging/names.ts';
import type { Part, Restriction, RestrictionOperator, RestrictionSet } from './model.ts';
import { containsSomething, isInequality } from './predicates.ts';

/** Indexes that are searched together: all SAI indexes of a table are one group, any other index is one by itself. */
export type IndexGroup = readonly Index[];

export function indexGroups(scope: Scope): readonly IndexGroup[] {
  const indexes = usableIndexes(scope);
  const sai = indexes.filter(({ family }) => family === 'sai');
  const lone = indexes.filter(({ family }) => family !== 'sai').map((index) => [index]);
  return sai.length === 0 ? lone : [...lone, sai];
}

/** The indexes of the table that its query may use. */
export const usableIndexes = ({ table, excludedIndexes }: Scope): readonly Index[] =>
  excludedIndexes === undefined ? table.indexes : table.indexes.filter(({ name }) => !excludedIndexes.has(name));

/** An index of a class that nobody knows: what it supports cannot be told. */
export const hasUnknownIndex = (table: Table, columns: readonly Column[]): boolean =>
  table.indexes.some((index) => index.family === 'custom' && columns.some((column) => dependsOn(index, column)));

/** The index holds something of the column (`Index.dependsOn`). */
export const dependsOn = (index: Index, column: Column): boolean =>
  index.targets.some((target) => target.column === column.name);

/** Some index supports the restriction (`hasSupportingIndex`). */
export const hasSupportingIndex = (restriction: Restriction, scope: Scope): boolean =>
  usableIndexes(scope).some((index) => restriction.parts.some((part) => supportsPart(index, part, scope.release)));

/** Some restriction of the set is supported. */
export const setHasSupportingIndex = (set: RestrictionSet, scope: Scope): boolean =>
  set.entries.some(({ restriction }) => hasSupportingIndex(restriction, scope));

/** The group alone cannot answer the restriction: rows have to be filtered (`needsFiltering(Index.Group)`). */
export function needsFiltering(restriction: Restriction, group: IndexGroup, release: CassandraRelease): boolean {
  const alone = restriction.parts.length === 1;
  if (restriction.multi && !(since(release, '6.0') && !alone)) {
    return restriction.columns.some(
      (column) =>
        !group.some((index) => restriction.parts.some(({ operator }) => supports(index, column, operator, release))),
    );
  }
  if (since(release, '6.0') && alone) {
    const [{ operator }] = restriction.parts;
    return restriction.columns.some((column) => !group.some((index) => supports(index, column, operator, release)));
  }
  // One CONTAINS narrows the search, the others filter; only SAI searches for all of them.
  const severalContains = !alone && containsSomething(restriction);
  return !group.some(
    (index) =>
      restriction.parts.some((part) => supportsPart(index, part, release)) &&
      !(severalContains && index.family !== 'sai'),
  );
}

/** Whether an index finds what one relation asks for. */
export function supportsPart(index: Index, part: Part, release: CassandraRelease): boolean {
  if (part.on === 'token') return false;
  if (part.on === 'element') {
    if (since(release, '6.0') && index.family === 'sai') return index.targets.some((target) => target.of === 'entries');
    return part.columns.some((column) => supports(index, column, part.operator, release));
  }
  return part.columns.some((column) => supports(index, column, part.operator, release));
}

/** Whether an index finds rows by this operator on this column (`Index.supportsExpression`). */
export function supports(
  index: Index,
  column: Column,
  operator: RestrictionOperator,
  release: CassandraRelease,
): boolean {
  const target = index.targets.find((candidate) => candidate.column === column.name);
  if (target === undefined) return false;
  switch (index.family) {
    case 'legacy':
      return legacySupports(column, target.of, operator);
    case 'sasi':
      return sasiSupports(index, column, operator, release);
    case 'sai':
      return saiSupports(column, target.of, operator, release);
    case 'custom':
      return true;
  }
}

type IndexedPart = Index['targets'][number]['of'];

/** `CassandraIndex` and its subclasses. */
function legacySupports(column: Column, of: IndexedPart, operator: RestrictionOperator): boolean {
  const { type } = column;
  if (!isCollection(type) || !isMultiCell(type)) return operator === '=';
  if (type.kind === 'list' || type.kind === 'set') {
    return operator === 'CONTAINS' || (type.kind === 'set' && operator === 'CONTAINS KEY');
  }
  if (of === 'keys') return operator === 'CONTAINS KEY';
  return of === 'entries' ? operator === '=' : operator === 'CONTAINS';
}

/** `ColumnIndex.supports`: what an operator of LIKE means is known only with its value. */
function sasiSupports(index: Index, column: Column, operator: RestrictionOperator, release: CassandraRelease): boolean {
  const text = isNative(column.type, 'text') || isNative(column.type, 'ascii');
  // What a table sorts backwards is no text to SASI.
  const reversed = isBackwards(column);
  const literal = index.options.has('is_literal') ? isTrue(index.options.get('is_literal')) : text && !reversed;
  const mode = index.options.get('mode')?.toUpperCase() ?? 'PREFIX';
  switch (operator) {
    case 'LIKE':
      return literal;
    case '=':
      return !isTokenized(index, text);
    case '!=':
      return since(release, '6.0');
    case '<':
    case '<=':
    case '>':
    case '>=':
      return !literal && mode !== 'CONTAINS';
    default:
      return false;
  }
}

/** Whether a SASI index takes its values apart, so that it cannot find whole ones. */
export function isTokenized(index: Index, text: boolean): boolean {
  const analyzer = index.options.get('analyzer_class');
  const analyzed = index.options.get('analyzed');
  if (analyzer === undefined) return isTrue(analyzed) && text;
  return (analyzed === undefined || isTrue(analyzed)) && !/NonTokenizingAnalyzer|NoOpAnalyzer/.test(analyzer);
}

/** What an SAI index holds of each row are vectors (`IndexTermType.isVector`). */
export const isOfVectors = (index: Index, table: Table): boolean =>
  index.family === 'sai' &&
  index.targets.some(({ column, of }) => {
    const type = table.columns.get(column)?.type;
    if (type === undefined || !isCollection(type)) return type?.kind === 'vector';
    if (!isMultiCell(type) || of === 'entries' || of === 'full') return false;
    if (type.kind === 'map') return (of === 'keys' ? type.key : type.value).kind === 'vector';
    return 'element' in type && type.element.kind === 'vector';
  });

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';

/** `IndexTermType.supports`. */
function saiSupports(
  column: Column,
  of: IndexedPart,
  operator: RestrictionOperator,
  release: CassandraRelease,
): boolean {
  const { type } = column;
  if (operator === 'ANN') return type.kind === 'vector';
  const range = isInequality(operator) || (operator === 'BETWEEN' && since(release, '6.0'));
  if (isCollection(type)) {
    const target = of === 'simple' ? (isMultiCell(type) ? 'values' : 'full') : of;
    if (target === 'keys') return operator === 'CONTAINS KEY';
    if (target === 'values') return operator === 'CONTAINS';
    // What sorts backwards is no collection to the index of 6.0.
    return operator === '=' && !(of === 'simple' && isBackwards(column) && since(release, '6.0'));
  }
  if (operator === '=') return true;
  if (!range) return false;
  const literal = type.kind !== 'native' || LITERALS.has(type.name);
  const onlyEquality = isNative(type, 'uuid') && !isBackwards(column);
  return !literal && !onlyEquality;
}

const LITERALS: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii', 'boolean']);
