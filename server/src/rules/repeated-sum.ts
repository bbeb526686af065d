import { partsOf } from '../analysis/typing/selectors/selected-columns.ts';
import { printName } from '../catalog/names.ts';
import { isCounterTable } from '../catalog/table-columns.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { growthOf } from '../modeling/design/growth.ts';
import { estimateRows } from '../modeling/design/size.ts';
import { bucketsOf } from '../modeling/evidence/buckets.ts';
import type { Call, Expression } from '../syntax/ast.ts';
import { endOfPartition, rowAtEnd } from './end-of-rows.ts';
import type { Rule, RuleContext } from './rule.ts';

const CODE = 'repeated-sum';

/** A query that adds up all rows of a stretch of time, which gives the same each time once that is over. */
export const repeatedSum: Rule = {
  code: CODE,
  summary: 'All rows of a stretch of time are added up each time it is asked for.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  answeredBy: 'some proposals',
  inPrograms: 'whatever the values',
  check(context) {
    const { statement, table, path, verdict, surroundings } = context;
    if (statement.kind !== 'select' || statement.template === true || verdict.kind !== 'accepted') return [];
    if (table === undefined || table.kind !== 'table' || table.partial || isCounterTable(table)) return [];
    if (path?.partitions.kind !== 'one' || path.rows !== 'partition' || statement.groupBy.length > 0) return [];
    const sum = statement.selectors.map(({ expression }) => sumIn(expression)).find((one) => one !== undefined);
    const bucket = bucketsOf(table, surroundings).find(({ kind }) => kind === 'time');
    if (sum === undefined || isSmallPartition(context) || keepsSums(context)) return [];
    const end = endOfPartition(context);
    const grows = end !== undefined && bucket === undefined && growthOf(table, surroundings) !== undefined;
    if (bucket === undefined && !grows) return [];
    if (end !== undefined) {
      // Of columns beside it `beside-aggregate` speaks.
      if (statement.selectors.length > 1) return [];
      const isLast = /^max$/i.test(end.aggregate.function.name.name);
      const column = printName(end.column.name);
      const message =
        `Reads all rows of ${bucket === undefined ? 'a partition that grows for ever' : `a \`${bucket.column.name}\``}, although one end of them has the ${isLast ? 'greatest' : 'least'} \`${column}\`: ` +
        `ORDER BY ${column} ${isLast ? 'DESC' : 'ASC'} LIMIT 1 reads one row.`;
      return [{ code: CODE, severity: 'hint', span: sum.span, message, related: [] }];
    }
    const stretch = bucket!.column.name;
    const growth = estimateRows(
      table,
      table.partitionKey.map(({ name }) => name),
      declaredOf(table, surroundings),
      bucketsOf(table, surroundings),
    );
    const counted = growth !== undefined && growth.rows > MANY ? growth : undefined;
    return [
      {
        code: CODE,
        severity: 'hint',
        span: sum.span,
        message:
          `Reads all${counted === undefined ? '' : ` ${counted.rows.toLocaleString('en-US')}`} rows of a \`${stretch}\`${counted === undefined ? '' : ` (\`${counted.from}\`)`} each time it is asked. Once the \`${stretch}\` is over it gives the same again: ` +
          `keep the result as one row of a table of its own.`,
        related: [],
      },
    ];
  },
  fixes: rowAtEnd,
};

const SUMS = /^(?:sum|avg|count|min|max)$/i;

function sumIn(expression: Expression): Call | undefined {
  if (
    expression.kind === 'call' &&
    expression.function.keyspace === undefined &&
    SUMS.test(expression.function.name.name)
  )
    return expression;
  return partsOf(expression)
    .map(sumIn)
    .find((one) => one !== undefined);
}

/** Few rows are added up in no time. */
function isSmallPartition({ table, surroundings }: RuleContext): boolean {
  const { bounded, rowsPerPartition, rates } = declaredOf(table!, surroundings);
  const most = bounded ?? rowsPerPartition?.max ?? rowsPerPartition?.average;
  return (most !== undefined && most <= FEW) || rates.some(({ perSecond }) => perSecond < SELDOM);
}

const FEW = 1000;
/** So many are more than a page, and cost a query some milliseconds at least. */
const MANY = 10_000;
/** Fewer than a thousand a day. */
const SELDOM = 1000 / 86_400;

/** The project has a table of results already, which such a query may fill. */
const keepsSums = ({ table, surroundings }: RuleContext): boolean =>
  [...(surroundings.catalog.keyspace(table!.keyspace)?.tables.keys() ?? [])].some(
    (name) => name !== table!.name && OF_SUMS.test(name),
  );

const OF_SUMS =
  /(?:^|_)(?:hourly|daily|weekly|monthly|yearly|by_(?:hour|day|week|month|year)|per_(?:hour|day|week|month|year)|roll_?ups?|summar(?:y|ies)|stats?|statistics|aggregat\w*|totals?|counts?|averages?|metrics)(?:_|$)/i;
