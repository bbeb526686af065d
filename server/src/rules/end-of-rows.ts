import { printName } from '../catalog/names.ts';
import { type EndOfRows, endOfRows } from '../modeling/question/end-of-rows.ts';
import type { Fix, RuleContext } from './rule.ts';

/** The aggregate is the last or first of the rows of one partition, as they are stored. */
export function endOfPartition({ statement, table, path }: RuleContext): EndOfRows | undefined {
  if (statement.kind !== 'select' || table === undefined || path?.partitions.kind !== 'one') return undefined;
  const end = endOfRows(statement, table);
  return end?.column === table.clustering[0] ? end : undefined;
}

/** The query of the row itself, instead of that of its aggregate. */
export function rowAtEnd(context: RuleContext): readonly Fix[] {
  const { statement, segment, uri } = context;
  const end = endOfPartition(context);
  if (statement.kind !== 'select' || end === undefined) return [];
  const { aggregate, column, direction } = end;
  const name = segment.text.slice(aggregate.arguments[0]!.span.start, aggregate.arguments[0]!.span.end);
  const at = statement.where!.span.end;
  const clause = ` ORDER BY ${printName(column.name)} ${direction} LIMIT 1`;
  return [
    {
      id: 'row',
      title: `Take the row with the ${direction === 'DESC' ? 'greatest' : 'least'} \`${column.name}\`:${clause}`,
      kind: 'quickfix',
      safe: false,
      preferred: true,
      edits: () => [
        { at: { uri, segment, span: aggregate.span }, text: name },
        { at: { uri, segment, span: { start: at, end: at } }, text: clause },
      ],
    },
  ];
}
