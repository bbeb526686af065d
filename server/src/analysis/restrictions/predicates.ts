import type { ColumnKind } from '../../catalog/model.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { firstColumn, type Part, type Restriction, type RestrictionOperator } from './model.ts';

/** A range of clustering columns can be read by it; 6.0 counts what leaves values out as well. */
export const isSlice = ({ parts }: Pick<Restriction, 'parts'>): boolean =>
  parts.every((part) => SLICES.has(part.operator));

export const isEquality = ({ parts, multi }: Restriction, release: CassandraRelease): boolean =>
  isAlone(parts, '=') && parts[0].on !== 'element' && !(multi && release === '3.11');

export const isIn = ({ parts }: Restriction): boolean => isAlone(parts, 'IN');

const isAlone = (parts: Restriction['parts'], operator: RestrictionOperator): boolean =>
  parts.length === 1 && parts[0].operator === operator;

export const isLike = ({ parts }: Restriction): boolean => parts.some((part) => part.operator === 'LIKE');

export const isAnn = ({ parts }: Restriction): boolean => parts[0].operator === 'ANN';

/** CONTAINS and its like, and `map[key]`: they may stand beside each other on one column. */
export const isContains = (part: Part): boolean => part.on === 'element' || CONTAINS.has(part.operator);

export const containsSomething = (restriction: Restriction): boolean => restriction.parts.some(isContains);

/** Cannot be read from the clustering order alone (`handleInFilter` without its position). */
export const isFilter = (restriction: Restriction, release: CassandraRelease): boolean =>
  since(release, '6.0')
    ? restriction.parts.some(needsFilteringOrIndexing)
    : containsSomething(restriction) || isLike(restriction);

/** 6.0: only filtering or an index can answer it; elements of lists it takes for whole columns here. */
export const needsFilteringOrIndexing = (part: Part): boolean =>
  (part.on === 'element' && firstColumn(part).type.kind === 'map') ||
  operatorNeedsHelp(part.operator, firstColumn(part).kind);

/** 6.0: `Operator.requiresFilteringOrIndexingFor`. */
export function operatorNeedsHelp(operator: RestrictionOperator, kind: ColumnKind): boolean {
  if (operator === '=' || operator === 'IN') return kind !== 'partition' && kind !== 'clustering';
  return SLICES.has(operator) ? kind !== 'clustering' : true;
}

/** `<`, `<=`, `>` and `>=`. */
export const isInequality = (operator: RestrictionOperator): boolean => INEQUALITIES.has(operator);

/** The operator gives a lower bound. */
export const isLowerBound = (operator: RestrictionOperator): boolean =>
  operator === '>' || operator === '>=' || operator === 'BETWEEN';

/** The operator gives an upper bound. */
export const isUpperBound = (operator: RestrictionOperator): boolean =>
  operator === '<' || operator === '<=' || operator === 'BETWEEN';

const INEQUALITIES: ReadonlySet<RestrictionOperator> = new Set<RestrictionOperator>(['<', '<=', '>', '>=']);
const SLICES: ReadonlySet<RestrictionOperator> = new Set<RestrictionOperator>([
  '<',
  '<=',
  '>',
  '>=',
  '!=',
  'NOT IN',
  'BETWEEN',
]);
const CONTAINS: ReadonlySet<RestrictionOperator> = new Set<RestrictionOperator>([
  'CONTAINS',
  'CONTAINS KEY',
  'NOT CONTAINS',
  'NOT CONTAINS KEY',
]);
