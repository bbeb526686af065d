import { columnsIn } from '../analysis/typing/selectors/selected-columns.ts';
import type { Column, Table } from '../catalog/model.ts';
import type { Select } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import { aggregateIn } from '../modeling/question/end-of-rows.ts';
import { rowAtEnd } from './end-of-rows.ts';
import type { Rule } from './rule.ts';
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
  fixes: rowAtEnd,
};

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
