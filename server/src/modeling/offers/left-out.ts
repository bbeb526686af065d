import type { Column } from '../../catalog/model.ts';
import type { Question } from '../question/question.ts';

/** The columns of a key that may be null in the base, whose rows are then not in the table. */
export interface Nullable {
  /** The query never means such rows. */
  readonly asked: readonly Column[];
  /** It may mean them. */
  readonly leftOut: readonly Column[];
}

/** A key has no nulls: rows without a value are not in a copy that has the column in its key. */
export function nullableIn(
  key: readonly (Column | undefined)[],
  { declared, pattern, valued }: Pick<Question, 'declared' | 'pattern' | 'valued'>,
): Nullable {
  const restricted = new Set([
    ...(valued === undefined ? [] : [valued.name]),
    ...pattern.relations.flatMap((relation) =>
      'column' in relation
        ? [relation.column.name]
        : 'columns' in relation
          ? relation.columns.map(({ name }) => name)
          : [],
    ),
  ]);
  const nullable = key.flatMap((column) =>
    column !== undefined &&
    (column.kind === 'regular' || column.kind === 'static') &&
    !declared.notNull.has(column.name)
      ? [column]
      : [],
  );
  return {
    asked: nullable.filter(({ name }) => restricted.has(name)),
    leftOut: nullable.filter(({ name }) => !restricted.has(name)),
  };
}
