import { isNative } from '../../catalog/types.ts';
import type { Column } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Design } from '../design.ts';
import type { Plan } from '../plan.ts';
import type { Question } from '../question.ts';

/** What a person should know before making the table. */
export function tableNotes(design: Design, plan: Plan, question: Question): readonly string[] {
  return [
    ...absentRows(design, question),
    ...uniqueness(plan),
    ...inexactKeys(design),
    ...orderNote(design, question),
    ...staticNote(design, question),
  ];
}

/** A key has no nulls: rows without a value are not in the copy. */
function absentRows(design: Design, { declared, pattern }: Question): readonly string[] {
  const restricted = new Set(
    pattern.relations.flatMap((relation) =>
      'column' in relation
        ? [relation.column.name]
        : 'columns' in relation
          ? relation.columns.map(({ name }) => name)
          : [],
    ),
  );
  const nullable = [...design.partition, ...design.clustering].flatMap(({ column }) =>
    column !== undefined &&
    (column.kind === 'regular' || column.kind === 'static') &&
    !declared.notNull.has(column.name)
      ? [column]
      : [],
  );
  const asked = nullable.filter(({ name }) => restricted.has(name));
  const others = nullable.filter(({ name }) => !restricted.has(name));
  return [
    ...(asked.length > 0 ? [`Rows without ${listed(asked)} are not in it; the query never asks for them.`] : []),
    ...(others.length > 0 ? [`Rows without ${listed(others)} are not in it, although the query may mean them.`] : []),
  ];
}

const uniqueness = ({ unkeyed }: Plan): readonly string[] =>
  unkeyed.length === 0
    ? []
    : [
        'Cassandra does not watch over uniqueness: two writers may claim the same key unless they write with IF NOT EXISTS.',
      ];

function inexactKeys({ partition }: Design): readonly string[] {
  return partition.flatMap(({ name, type }) => {
    return isNative(type, 'float') || isNative(type, 'double')
      ? [`\`${name}\` is a floating-point number: only exactly the same value finds its rows.`]
      : [];
  });
}

/** Without ORDER BY, rows of one partition come in its order, and someone may rely on it. */
function orderNote({ clustering }: Design, { path, pattern, table }: Question): readonly string[] {
  if (path.partitions.kind !== 'one' || pattern.select.orderBy.length > 0 || pattern.group.length > 0) return [];
  const fixed = new Set(pattern.equal.map(({ column }) => column.name));
  const before = table.clustering.filter(({ name }) => !fixed.has(name));
  const same = before.every(
    (column, index) => clustering[index]?.name === column.name && clustering[index].order === column.order,
  );
  return same ? [] : [`Rows no longer come sorted by ${listed(before)}; the query does not ask for an order.`];
}

/** A static value that becomes a regular column is written once for each row. */
function staticNote({ regulars }: Design, { table }: Question): readonly string[] {
  const spread = regulars.flatMap(({ column }) => (column?.kind === 'static' ? [column] : []));
  return spread.length === 0
    ? []
    : [
        `${listed(spread)} is static in \`${table.name}\`; here each row has it, and a change of it goes to all of them.`,
      ];
}

const listed = (columns: readonly Pick<Column, 'name'>[]): string =>
  columns.map(({ name }) => `\`${printName(name)}\``).join(', ');
