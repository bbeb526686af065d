import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Relation, Select } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { contains } from '../../text/span.ts';
import { applyChanges, bindOf, type Change, type Changed, markersOf } from '../proposal/pieces.ts';

/** A query for which one or the other of two conditions is enough, as a query for each. */
export interface Sides {
  readonly queries: readonly Changed[];
  /** The key of its rows, of which the client keeps those that come twice once. */
  readonly key: readonly Column[];
  /** The columns of its answer, where those of the queries are more. */
  readonly select: readonly string[] | undefined;
}

/** The sides of the only OR of a query; `undefined` where the client could not make one answer of theirs. */
export function sidesOf(select: Select, { text }: Segment, table: Table): Sides | undefined {
  const { where, selectors, groupBy, orderBy, perPartitionLimit, json, distinct } = select;
  const [sides, ...others] = where?.or ?? [];
  if (where === undefined || sides === undefined || others.length > 0 || json || distinct) return undefined;
  if (groupBy.length + orderBy.length > 0 || perPartitionLimit !== undefined) return undefined;
  const isStar = selectors.some(({ expression }) => expression.kind === 'star');
  if (!isStar && !selectors.every(({ expression }) => expression.kind === 'column')) return undefined;
  const end = where.span.end + /^[\s)]*/.exec(text.slice(where.span.end))![0].trimEnd().length;
  const start = where.span.start + 'WHERE'.length;
  // What is written anew keeps no comment.
  if (/--|\/\/|\/\*/.test(text.slice(start, end))) return undefined;
  const markers = markersOf(select);
  const selected = new Set(
    selectors.flatMap(({ expression }) => (expression.kind === 'column' ? [expression.column.name] : [])),
  );
  const key = [...table.partitionKey, ...table.clustering];
  const missing = isStar ? [] : key.filter(({ name }) => !selected.has(name));
  const last = selectors.at(-1)!.span.end;
  const names = selectors.flatMap(({ expression, alias }) =>
    expression.kind === 'column' ? [(alias ?? expression.column).name] : [],
  );
  const added: Change[] =
    missing.length === 0
      ? []
      : [
          {
            span: { start: last, end: last },
            text: missing.map(({ name }) => `, ${printName(name)}`).join(''),
            binds: [],
          },
        ];
  const elsewhere = new Set(sides.flat());
  const query = (side: readonly number[]): Changed => {
    const kept = where.relations.filter((_, index) => !elsewhere.has(index) || side.includes(index));
    const textOf = ({ span }: Relation): string => text.slice(span.start, span.end);
    const inside = markers.filter(({ span }) => kept.some((relation) => contains(relation.span, span)));
    return applyChanges(select, text, [
      ...added,
      {
        span: { start, end },
        text: ` ${kept.map(textOf).join(' AND ')}`,
        binds: inside.map((marker) => bindOf(marker, markers)),
      },
    ]);
  };
  return { queries: sides.map(query), key, select: missing.length === 0 ? undefined : names };
}
