import { columnsIn, partsOf } from '../analysis/typing/selectors/selected-columns.ts';
import type { Column, Table } from '../catalog/model.ts';
import { printName } from '../catalog/names.ts';
import type { Call, Expression, Select } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'beside-aggregate';

/** A column beside an aggregate has the value of the first row that is read, whichever row gives the aggregate. */
export const besideAggregate: Rule = {
  code: CODE,
  summary: 'A column beside an aggregate is that of the first row, not of the row with the greatest or least value.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  check(context) {
    const { statement, table, verdict } = context;
    if (statement.kind !== 'select' || statement.template === true || statement.distinct) return [];
    if (table === undefined || table.partial || verdict.kind !== 'accepted') return [];
    const { selectors } = statement;
    const aggregate = selectors.map(({ expression }) => aggregateIn(expression)).find((one) => one !== undefined);
    if (aggregate === undefined || isOfFirstRow(statement, table)) return [];
    const written = ({ span }: { readonly span: Span }): string =>
      context.segment.text.slice(span.start, span.end).replaceAll(/\s+/g, '').toLowerCase();
    const grouped = new Set(statement.groupBy.map(written));
    const found = selectors.flatMap(({ expression }) => {
      const isAlone = aggregateIn(expression) === undefined && !grouped.has(written(expression));
      const columns = isAlone ? columnsIn(expression, table) : [];
      return columns.filter((column) => varies(column, statement, table)).map((column) => ({ column, expression }));
    });
    const [first] = found;
    if (first === undefined) return [];
    const names = listNames([...new Set(found.map(({ column }) => column.name))]);
    const group = statement.groupBy.length === 0 ? 'the first row that is read' : 'the first row of each group';
    const word = context.segment.text.slice(aggregate.span.start, aggregate.span.end);
    return [
      {
        code: CODE,
        severity: 'hint',
        span: first.expression.span,
        message:
          `${names} ${found.length === 1 ? 'is that' : 'are those'} of ${group}, whatever row \`${word}\` comes from. ` +
          (/^m(?:ax|in)$/i.test(aggregate.function.name.name)
            ? 'Take the row itself: the first in the order of the key, with LIMIT 1.'
            : 'Group by it, or leave it out.'),
        related: [],
      },
    ];
  },
  fixes(context) {
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
  },
};

const AGGREGATE = /^(?:min|max|sum|avg|count)$/i;

function aggregateIn(expression: Expression): Call | undefined {
  if (expression.kind === 'call' && isBuiltIn(expression) && AGGREGATE.test(expression.function.name.name))
    return expression;
  return partsOf(expression)
    .map(aggregateIn)
    .find((one) => one !== undefined);
}

const isBuiltIn = ({ function: { keyspace } }: Call): boolean => keyspace === undefined || keyspace.name === 'system';

/** The only aggregate is that of the first row of each group, as the rows come: the columns beside it are of its row. */
function isOfFirstRow(select: Select, table: Table): boolean {
  const [aggregate, ...others] = select.selectors.flatMap(({ expression }) => aggregateIn(expression) ?? []);
  const [argument] = aggregate?.arguments ?? [];
  const fixed = new Set([...givenIn(select), ...groupedBy(select)]);
  const sorting = table.clustering.find(({ name }) => !fixed.has(name));
  if (aggregate === undefined || others.length > 0 || sorting === undefined) return false;
  if (argument?.kind !== 'column' || argument.column.name !== sorting.name) return false;
  if (!table.partitionKey.every(({ name }) => fixed.has(name))) return false;
  const asked = select.orderBy.find(({ column }) => column.name === sorting.name);
  const order = asked === undefined ? sorting.order : (asked.direction ?? 'ASC');
  return (order === 'DESC' ? /^max$/i : /^min$/i).test(aggregate.function.name.name);
}

/** Rows that make one row of the answer may differ in it. */
function varies({ name, kind }: Column, select: Select, table: Table): boolean {
  const fixed = new Set([...givenIn(select), ...groupedBy(select)]);
  // `user_name` beside `user_id` is that of the user.
  if (fixed.has(name) || [...fixed].some((one) => isOfOne(name, one))) return false;
  const hasPartition = table.partitionKey.every((column) => fixed.has(column.name));
  if (kind === 'static') return !hasPartition;
  return !(hasPartition && table.clustering.every((column) => fixed.has(column.name)));
}

const isOfOne = (name: string, fixed: string): boolean => {
  const thing = /^(.{2,}?)_?(?:id|uuid|key|no|number)?$/i.exec(fixed)?.[1]?.toLowerCase();
  return thing !== undefined && name.toLowerCase().startsWith(`${thing}_`);
};

const givenIn = ({ where }: Select): readonly string[] =>
  (where?.relations ?? []).flatMap((relation) => {
    if (relation.kind === 'column') return relation.operator === '=' ? [relation.column.name] : [];
    return relation.kind === 'tuple' && relation.operator === '=' ? relation.columns.map(({ name }) => name) : [];
  });

const groupedBy = ({ groupBy }: Select): readonly string[] =>
  groupBy.flatMap((one) => (one.kind === 'column' ? [one.column.name] : []));

/** The aggregate is the last or first of the rows of one partition, as they are stored; nothing else is asked of them. */
function endOfRows({ statement, table, path }: RuleContext): { aggregate: Call; column: Column } | undefined {
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
