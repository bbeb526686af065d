import { partsOf } from '../../analysis/typing/selectors/selected-columns.ts';
import type { Column } from '../../catalog/model.ts';
import type { Expression, Marker } from '../../syntax/ast.ts';
import { quoteString } from '../../syntax/names.ts';
import { writeBucketValue, usualFormat } from '../evidence/bucket-values.ts';
import type { DerivedColumn, WriteBind } from '../proposal/proposal.ts';
import { bucketStart } from '../evidence/time-units.ts';
import { instantOfExpression } from '../evidence/window.ts';
import type { CopyColumn } from './copy.ts';
import { contains } from '../../text/span.ts';

/** A value as a generated statement writes it. */
export interface Term {
  readonly text: string;
  readonly binds: readonly WriteBind[];
}

/** What a write says about a column of the base. */
export type Given =
  | { readonly kind: 'constant'; readonly expression: Expression; readonly text: string }
  | { readonly kind: 'null' }
  /** Bound by the client, in the original or because a function must be asked once. */
  | { readonly kind: 'bound'; readonly term: Term };

/** How the original names its markers. */
export interface MarkerStyle {
  readonly named: boolean;
}

/** What an expression gives; `asked` where it holds a function whose answer differs each time. */
export function givenBy(
  expression: Expression,
  text: string,
  column: string,
  markers: readonly Marker[],
  style: MarkerStyle,
): Given {
  if (expression.kind === 'null') return { kind: 'null' };
  if (isFickle(expression)) return { kind: 'bound', term: boundAfter(column, style) };
  const inside = markers.filter(({ span }) => contains(expression.span, span));
  if (inside.length > 0) {
    return {
      kind: 'bound',
      term: { text, binds: inside.map((marker) => ({ original: marker.name?.text ?? markers.indexOf(marker) })) },
    };
  }
  return { kind: 'constant', expression, text };
}

/** A function in it gives another value each time it is asked. */
export const isFickle = (expression: Expression): boolean =>
  (expression.kind === 'call' && FICKLE.test(expression.function.name.name)) || partsOf(expression).some(isFickle);

const FICKLE = /^(?:now|uuid|current_?(?:timestamp|date|time|timeuuid))$/i;

/** A marker for the value that the write leaves in a column. */
export const boundAfter = (column: string, { named }: MarkerStyle): Term => ({
  text: named ? `:${markerName(column)}` : '?',
  binds: [{ after: column }],
});

/** A marker for the value that was in a column before the write. */
export const boundBefore = (column: string, { named }: MarkerStyle): Term => ({
  text: named ? `:old_${markerName(column)}` : '?',
  binds: [{ before: column }],
});

const markerName = (column: string): string => column.replaceAll(/\W/g, '_').toLowerCase();

/** The value of a copy's column in a row of which the base's values are given; where they are not known, by a marker. */
export function termOf(
  { derived, name, from }: CopyColumn,
  given: (column: Column) => Given | undefined,
  style: MarkerStyle,
): Term | 'null' {
  const [source] = from;
  if (derived === undefined) {
    const value = source === undefined ? undefined : given(source);
    if (value?.kind === 'null') return 'null';
    if (value?.kind === 'bound') return value.term;
    return value === undefined ? boundAfter(name, style) : { text: value.text, binds: [] };
  }
  const values = from.map(given);
  if (values.some((value) => value?.kind === 'null')) return 'null';
  const computed =
    derived.function === 'constant' ? quoteString(derived.value ?? '') : computedText(derived, source, values[0]);
  return computed === undefined ? boundAfter(name, style) : { text: computed, binds: [] };
}

/** A computed column as a constant, where its source is one. */
function computedText(
  derived: DerivedColumn,
  source: Column | undefined,
  value: Given | undefined,
): string | undefined {
  if (value?.kind !== 'constant' || source === undefined) return undefined;
  const { expression } = value;
  switch (derived.function) {
    case 'time-bucket': {
      const instant = instantOfExpression(expression, source, derived.resolution);
      const step = { unit: derived.unit!, size: derived.size ?? 1 };
      const format =
        derived.as === undefined || derived.as === 'start'
          ? usualFormat(derived.type, step, derived.resolution)
          : derived.as;
      return instant === undefined || format === undefined
        ? undefined
        : writeBucketValue(bucketStart(instant, step), format, derived.type, step);
    }
    case 'prefix':
      return expression.kind === 'literal'
        ? quoteString([...expression.value].slice(0, derived.length).join(''))
        : undefined;
    case 'reverse':
      return expression.kind === 'literal' ? quoteString([...expression.value].toReversed().join('')) : undefined;
    case 'lower':
      return expression.kind === 'literal' ? quoteString(expression.value.toLowerCase()) : undefined;
    case 'copy':
      return value.text;
    default:
      return undefined;
  }
}
