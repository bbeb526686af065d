import { partsOf } from '../analysis/typing/selectors/selected-columns.ts';
import type { Column } from '../catalog/model.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import type { Expression, Insert, Update } from '../syntax/ast.ts';
import { type OfTable, readsAndWritesIn } from './named-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'two-nows';

/** A write that asks the clock once for its partition and once more for its row. */
export const twoNows: Rule = {
  code: CODE,
  summary: 'The bucket and the time of a row are asked of the clock one after the other.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check: (context) =>
    context.verdict.kind === 'refused' ? [] : readsAndWritesIn(context).flatMap((one) => findingsOf(one, context)),
};

interface KeyValue {
  readonly column: Column;
  readonly value: Expression;
}

function findingsOf({ statement, table }: OfTable, { uri, segment }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'insert' && statement.kind !== 'update') return [];
  const asked = valuesOf(statement).flatMap(({ name, value }): readonly KeyValue[] => {
    const column = table.columns.get(name);
    return column !== undefined && asksTheClock(value) ? [{ column, value }] : [];
  });
  const bucket = asked.find(({ column }) => column.kind === 'partition');
  const time = asked.find(({ column }) => column.kind === 'clustering' && timeEvidence(column) !== undefined);
  if (bucket === undefined || time === undefined) return [];
  const textOf = ({ value }: KeyValue): string => segment.text.slice(value.span.start, value.span.end);
  return [
    {
      code: CODE,
      severity: 'hint',
      span: time.value.span,
      message:
        `\`${bucket.column.name}\` and \`${time.column.name}\` ask the clock one after the other: where a bucket ends between ` +
        `\`${textOf(bucket)}\` and \`${textOf(time)}\`, the row lies in the one before. Bind one time for both.`,
      related: [{ at: { uri, segment, span: bucket.value.span }, message: 'Asked here for the partition' }],
    },
  ];
}

function valuesOf(statement: Insert | Update): readonly { readonly name: string; readonly value: Expression }[] {
  if (statement.kind === 'insert') {
    const { values } = statement;
    if (values.kind !== 'values') return [];
    return values.columns.flatMap(({ name }, index) =>
      values.values[index] === undefined ? [] : [{ name, value: values.values[index] }],
    );
  }
  return (statement.where?.relations ?? []).flatMap((relation) =>
    relation.kind === 'column' && relation.operator === '=' && relation.operand.kind === 'one'
      ? [{ name: relation.column.name, value: relation.operand.value }]
      : [],
  );
}

/** A function in it gives the time of the moment. */
const asksTheClock = (expression: Expression): boolean =>
  (expression.kind === 'call' && CLOCK.test(expression.function.name.name)) || partsOf(expression).some(asksTheClock);

const CLOCK = /^(?:now|current_?(?:timestamp|date|time|timeuuid))$/i;
