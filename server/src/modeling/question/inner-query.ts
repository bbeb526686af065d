import type { Relation, Select } from '../../syntax/ast.ts';
import { openDocument, type Segment, type Workshop } from '../../syntax/index.ts';
import type { Span } from '../../text/span.ts';
import { applyChanges, type Changed, markerFor, markersOf } from '../proposal/pieces.ts';
import type { BindSource } from '../proposal/proposal.ts';

/** A query and the one within it that gives the values of a column, each by itself. */
export interface InnerQuery {
  readonly inner: { readonly statement: Select; readonly segment: Segment; readonly binds: readonly BindSource[] };
  /** For one of the values. */
  readonly outer: Changed;
  /** What the inner query selects. */
  readonly column: string;
  /** There may be several values. */
  readonly several: boolean;
}

/** For `a IN (SELECT b …)` or `a = (SELECT b …)`; `undefined` where asking for each value gives other rows. */
export function innerQueryOf(statement: Select, { text, errors }: Segment, workshop: Workshop): InnerQuery | undefined {
  // Other errors than this one would stay in what is written.
  if (errors.length !== 1 || statement.where?.or !== undefined) return undefined;
  for (const relation of statement.where?.relations ?? []) {
    const value = unreadValueOf(relation);
    const inside = value && /^\(\s*(select\b[^]*?)\s*\)$/i.exec(text.slice(value.start, value.end))?.[1];
    if (value === undefined || inside === undefined || relation.kind !== 'column') continue;
    const [segment, ...more] = openDocument(inside, workshop).segments;
    const select = segment?.statement();
    if (segment === undefined || more.length > 0 || segment.errors.length > 0 || select?.kind !== 'select')
      return undefined;
    const [selector, ...others] = select.selectors;
    if (selector?.expression.kind !== 'column' || selector.alias !== undefined) return undefined;
    if (others.length > 0 || select.json) return undefined;
    const several = relation.operator === 'IN';
    if (several && !isOfSingleRows(statement)) return undefined;
    const { name } = selector.expression.column;
    const markers = markersOf(statement);
    const own = markersOf(select);
    const before = markers.filter(({ span }) => span.start < value.start).length;
    // Markers without a name are counted over the whole text.
    const shifted = (bind: BindSource): BindSource =>
      'original' in bind && typeof bind.original === 'number' && bind.original >= before
        ? { original: bind.original + own.length }
        : bind;
    const found: BindSource = { row: name, query: 0 };
    const marker = markerFor(relation.column.name, [...markers, ...own]);
    const equal = `${relation.column.text} = ${marker}`;
    const outer = applyChanges(statement, text, [{ span: relation.span, text: equal, binds: [found] }]);
    return {
      inner: {
        statement: select,
        segment,
        binds: own.map((one, index) => ({ original: one.name?.text ?? before + index })),
      },
      outer: { ...outer, binds: outer.binds.map(shifted) },
      column: name,
      several,
    };
  }
  return undefined;
}

function unreadValueOf(relation: Relation): Span | undefined {
  if (!('operand' in relation) || (relation.operator !== 'IN' && relation.operator !== '=')) return undefined;
  const { operand } = relation;
  return operand.kind === 'one' && operand.value.kind === 'unknown' ? operand.value.span : undefined;
}

/** Each of its rows is in the answer, whichever others are. */
const isOfSingleRows = ({
  selectors,
  groupBy,
  orderBySpan,
  limit,
  perPartitionLimit,
  json,
  distinct,
}: Select): boolean =>
  groupBy.length === 0 &&
  orderBySpan === undefined &&
  limit === undefined &&
  perPartitionLimit === undefined &&
  !json &&
  !distinct &&
  selectors.every(({ expression: { kind } }) => kind === 'star' || kind === 'column');
