import type { Expression } from '../../syntax/ast.ts';
import { isNative } from '../../catalog/types.ts';
import { compareNames } from '../restrictions/set.ts';
import { isSlice } from '../restrictions/predicates.ts';
import { firstColumn, type Restriction, type Restrictions, restrictionsIn } from '../restrictions/model.ts';

/** The WHERE of a single-partition read can match no row at all: `IN ()`, or bounds that leave nothing between them. */
export function findsNothing({ partition, clustering, token }: Restrictions, distinct: boolean): boolean | 'unknown' {
  if (partition.entries.some(({ restriction }) => restriction.parts[0].count === 0)) return true;
  if (token !== undefined) return 'unknown';
  if (distinct) return false;
  const slices = restrictionsIn(clustering).filter(isSlice).map(isVoid);
  const lists = restrictionsIn(clustering).map(({ parts: [part] }) => part.count === 0);
  // Releases differ in what they do without rows, most of all where statics are read.
  return [...slices, ...lists].some((nothing) => nothing !== false) ? 'unknown' : false;
}

/** Nothing lies between the bounds of a slice. */
function isVoid(restriction: Restriction): boolean | 'unknown' {
  const lower = restriction.parts.find(({ operator }) => operator === '>' || operator === '>=');
  const upper = restriction.parts.find(({ operator }) => operator === '<' || operator === '<=');
  if (restriction.parts.some(({ operator }) => operator === 'BETWEEN')) return 'unknown';
  const [low] = lower?.values ?? [];
  const [high] = upper?.values ?? [];
  if (low === undefined || high === undefined) return false;
  if (restriction.multi) return 'unknown';
  const order = compareConstants(low, high, isNative(firstColumn(restriction).type, 'text'));
  if (order === undefined) return 'unknown';
  return order > 0 || (order === 0 && !(lower?.operator === '>=' && upper?.operator === '<='));
}

/** How two constants sort, where that is plain: numbers, texts, and dates written alike. */
function compareConstants(a: Expression, b: Expression, text: boolean): number | undefined {
  if (a.kind !== 'literal' || b.kind !== 'literal' || a.type !== b.type) return undefined;
  if (a.type === 'integer') return Number(BigInt(a.value) - BigInt(b.value));
  if (a.type === 'float') return Number(a.value) - Number(b.value);
  if (a.type !== 'string') return undefined;
  const alike = DATE.test(a.value) && DATE.test(b.value) && shapeOf(a.value) === shapeOf(b.value);
  return text || alike ? compareNames(a.value, b.value) : undefined;
}

const DATE = /^\d{4}-\d\d-\d\d/;
const shapeOf = (text: string): string => text.replaceAll(/\d/g, '0');
