import { localMillisecondsOf } from '../analysis/values/literals/timestamp.ts';
import type { Table } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
import { markersIn } from '../modeling/proposal/pieces.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Expression, Relation } from '../syntax/ast.ts';
import { releaseFor } from '../text/release.ts';
import type { Rule, RuleContext } from './rule.ts';

const CODE = 'zoneless-time';

/** A time of the day without its zone: the server takes it for one of its own. */
export const zonelessTime: Rule = {
  code: CODE,
  summary: 'A timestamp is written without a zone: it is that of the server that happens to answer.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: () => 'zone',
  check(context) {
    if (context.verdict.kind === 'refused') return [];
    const release = releaseFor(context.session.target);
    const first = timesIn(context).find(
      (value) =>
        value.kind === 'literal' &&
        value.type === 'string' &&
        value.value.includes(':') &&
        localMillisecondsOf(value.value, release) !== undefined,
    );
    if (first?.kind !== 'literal') return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        // Rows that a script writes out are mostly examples.
        ...(context.statement.kind === 'insert' &&
          markersIn(context.statement).length === 0 && { profile: 'strict' as const }),
        span: first.span,
        message: `\`'${first.value}'\` has no zone, and means a time of the server that answers. Write it with one: \`'${first.value}+0000'\`.`,
        related: [],
      },
    ];
  },
};

/** What is compared with, or written to, the columns of the type timestamp. */
function timesIn(context: RuleContext): readonly Expression[] {
  const { statement, table } = context;
  if (statement.kind === 'select')
    return table === undefined ? [] : comparedWith(statement.where?.relations, (name) => isTimestamp(name, table));
  return writesIn(context).flatMap(({ write, table: written }) => {
    const isTime = (name: string): boolean => isTimestamp(name, written);
    if (write.kind === 'insert') {
      const { values } = write;
      return values.kind === 'values'
        ? values.columns.flatMap(({ name }, index) => (isTime(name) ? (values.values[index] ?? []) : []))
        : [];
    }
    const set =
      write.kind === 'update'
        ? write.assignments.flatMap((one) => (one.kind === 'set' && isTime(one.column.name) ? [one.value] : []))
        : [];
    return [...set, ...comparedWith(write.where?.relations, isTime)];
  });
}

function comparedWith(
  relations: readonly Relation[] | undefined,
  isMeant: (column: string) => boolean,
): readonly Expression[] {
  return (relations ?? []).flatMap((relation): readonly Expression[] => {
    if (relation.kind !== 'column' || !isMeant(relation.column.name)) return [];
    const { operand } = relation;
    if (operand.kind === 'one') return [operand.value];
    if (operand.kind === 'several') return operand.items;
    return operand.kind === 'between' ? [operand.low, operand.high] : [];
  });
}

function isTimestamp(name: string, { columns }: Table): boolean {
  const column = columns.get(name);
  return column !== undefined && isNative(column.type, 'timestamp');
}
