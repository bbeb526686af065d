import { partsOf } from '../analysis/typing/selectors/selected-columns.ts';
import type { Column } from '../catalog/model.ts';
import { printName } from '../catalog/names.ts';
import type { Call, Expression } from '../syntax/ast.ts';
import type { Fix, RuleContext } from './rule.ts';

/** The aggregate is the last or first of the rows of one partition, as they are stored; nothing else is asked of them. */
export function endOfRows({ statement, table, path }: RuleContext): { aggregate: Call; column: Column } | undefined {
  if (statement.kind !== 'select' || statement.where === undefined || path?.partitions.kind !== 'one') return undefined;
  const { groupBy, orderBy, limit, perPartitionLimit, allowFiltering, selectors } = statement;
  if (groupBy.length + orderBy.length > 0) return undefined;
  if ((limit ?? perPartitionLimit ?? allowFiltering) !== undefined) return undefined;
  const aggregates = selectors.flatMap(({ expression }) => aggregateIn(expression) ?? []);
  const [aggregate, ...others] = aggregates;
  const [argument] = aggregate?.arguments ?? [];
  const [column] = table?.clustering ?? [];
  if (aggregate === undefined || others.length > 0 || column === undefined) return undefined;
  if (!/^m(?:ax|in)$/i.test(aggregate.function.name.name)) return undefined;
  if (argument?.kind !== 'column' || argument.column.name !== column.name) return undefined;
  return selectors.some(({ expression }) => expression === aggregate) ? { aggregate, column } : undefined;
}

/** The query of the row itself, instead of that of its aggregate. */
export function rowAtEnd(context: RuleContext): readonly Fix[] {
  const { statement, table, segment, uri } = context;
  if (statement.kind !== 'select' || table === undefined) return [];
  const end = endOfRows(context);
  if (end === undefined) return [];
  const { aggregate, column } = end;
  const name = segment.text.slice(aggregate.arguments[0]!.span.start, aggregate.arguments[0]!.span.end);
  const direction = /^max$/i.test(aggregate.function.name.name) ? 'DESC' : 'ASC';
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

const AGGREGATE = /^(?:min|max|sum|avg|count)$/i;

export function aggregateIn(expression: Expression): Call | undefined {
  if (expression.kind === 'call' && isBuiltIn(expression) && AGGREGATE.test(expression.function.name.name))
    return expression;
  return partsOf(expression)
    .map(aggregateIn)
    .find((one) => one !== undefined);
}

const isBuiltIn = ({ function: { keyspace } }: Call): boolean => keyspace === undefined || keyspace.name === 'system';
