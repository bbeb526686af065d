import type { Column } from '../../catalog/model.ts';
import type { Expression, Relation, Select } from '../../syntax/ast.ts';
import { type Resolution, resolutionOf, toMillis } from './bucket-values.ts';
import { instantOf, instantOfTimeuuid } from './time-units.ts';

/** What a query says about a time column. */
export interface Window {
  /** Milliseconds since 1970, where a constant says it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The instant `to` itself belongs to it. */
  readonly toIncluded: boolean;
  /** There is a bound below, or above, if only a bind marker. */
  readonly bounded: { readonly below: boolean; readonly above: boolean };
}

/** The window that the relations of a query leave open of a time column; `undefined` where they do not restrict it by order. */
export function windowOf(select: Select, column: Column, resolution?: Resolution): Window | undefined {
  let window: Window | undefined;
  for (const relation of select.where?.relations ?? []) {
    for (const { operator, value } of boundsOf(relation, column.name)) {
      const before: Window = window ?? {
        from: undefined,
        to: undefined,
        toIncluded: false,
        bounded: { below: false, above: false },
      };
      const instant = instantOfExpression(value, column, resolution);
      window = narrowed(before, operator, instant);
    }
  }
  return window;
}

type Bound = '<' | '<=' | '>' | '>=' | '=';

function narrowed(window: Window, operator: Bound, instant: number | undefined): Window {
  const below = operator !== '<' && operator !== '<=';
  const above = operator !== '>' && operator !== '>=';
  return {
    from: below ? instant : window.from,
    to: above ? instant : window.to,
    toIncluded: above ? operator !== '<' : window.toIncluded,
    bounded: { below: window.bounded.below || below, above: window.bounded.above || above },
  };
}

/** The bounds that a relation sets a column, and the value that it gives it. */
export function boundsOf(relation: Relation, column: string): readonly { operator: Bound; value: Expression }[] {
  if (relation.kind !== 'column' || relation.column.name !== column) return [];
  const { operator, operand } = relation;
  if (operand.kind === 'between') {
    return [
      { operator: '>=', value: operand.low },
      { operator: '<=', value: operand.high },
    ];
  }
  const ordered = operator === '<' || operator === '<=' || operator === '>' || operator === '>=' || operator === '=';
  return ordered && operand.kind === 'one' ? [{ operator, value: operand.value }] : [];
}

/** The instant of a constant of a time column. */
export function instantOfExpression(value: Expression, { type }: Column, resolution?: Resolution): number | undefined {
  if (type.kind !== 'native') return undefined;
  if (value.kind === 'call') {
    const [argument] = value.arguments;
    const edge = /^(?:min|max)timeuuid$|^(?:min|max)_timeuuid$/i.test(value.function.name.name);
    return edge && value.arguments.length === 1 && argument?.kind === 'literal' ? instantOf(argument.value) : undefined;
  }
  if (value.kind !== 'literal') return undefined;
  if (type.name === 'timeuuid') return instantOfTimeuuid(value.value);
  if (type.name === 'timestamp' || type.name === 'date') return instantOf(value.value);
  if (value.type !== 'integer') return undefined;
  const number = Number(value.value);
  const counts = resolution ?? resolutionOf(number);
  return counts === undefined ? undefined : toMillis(number, counts);
}
