import type { CheckCondition, ColumnConstraint, ColumnDefinition } from '../syntax/ast.ts';

/** What a condition of CHECK or NOT NULL is about: the value itself, or what a function makes of it. */
export const subjectOf = ({ kind, name }: CheckCondition): string =>
  kind === 'column' ? '' : kind === 'not-null' ? 'NOT_NULL' : (name?.name.toUpperCase() ?? '');

/** The conditions of a column's constraints, in order. */
export const conditionsIn = (constraints: readonly ColumnConstraint[]): readonly CheckCondition[] =>
  constraints.flatMap(({ conditions }) => conditions);

/** The columns of `ALTER TABLE … ADD (…)`: where the second has no constraints, 6.0 takes those of the first. */
export const withEarlierConstraints = (columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] =>
  columns.map((column, at) =>
    at === 1 && column.constraints.length === 0 ? { ...column, constraints: columns[0]?.constraints ?? [] } : column,
  );

/** A condition as a text that is the same wherever it stands. */
export const printCondition = (condition: CheckCondition): string => {
  const { operator = '', value } = condition;
  return `${subjectOf(condition)} ${operator} ${value?.kind === 'literal' ? `${value.type} ${value.value}` : (value?.kind ?? '')}`;
};

/** Whether a value meets a comparison, given how it sorts beside what it is compared with. */
export function isMet(order: number, operator: string): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '=':
      return order === 0;
    default:
      return order !== 0;
  }
}
