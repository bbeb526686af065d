import type { Table } from '../catalog/model.ts';
import { answersAsWell, certainBaseOf, type CostlyColumns, costlyColumns } from '../modeling/evidence/needless-copy.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Finding, Rule } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'needless-copy';

/** A copy that costs each write something, and gives no query what it could not have otherwise. */
export const needlessCopy: Rule = {
  code: CODE,
  summary:
    'Another table answers all that a copy does, or a copy keeps what is changed more often than it is read there.',
  severities: ['information', 'hint'],
  profile: 'recommended',
  tags: ['data'],
  inPrograms: 'never',
  check(context) {
    const made = createdTable(context);
    const base = made && certainBaseOf(made.table, context.surroundings);
    if (made === undefined || base === undefined) return [];
    const { create, table } = made;
    const other = answersAsWell(table, base, context.surroundings);
    if (other !== undefined) return [answered(table, other, nameOf(create))];
    const costly = costlyColumns(table, base, context.surroundings);
    if (costly === undefined) return [];
    const [column] = costly.columns;
    const span = create.columns.find(({ name }) => name.name === column!.name)?.name.span ?? nameOf(create);
    return [changed(table, base, costly, span)];
  },
};

const answered = (table: Table, other: Table, span: Finding['span']): Finding => ({
  code: CODE,
  severity: 'hint',
  span,
  message:
    `\`${other.name}\` answers all that \`${table.name}\` does: it has the same rows in the same partitions and order, and all of these ` +
    'columns. Let the queries read it, and each write has one table less to keep in step.',
  related: other.location === undefined ? [] : [{ at: other.location, message: `\`${other.name}\` is declared here` }],
});

function changed(
  table: Table,
  base: Table,
  { columns, changes, reads }: CostlyColumns,
  span: Finding['span'],
): Finding {
  const names = listNames(columns.map(({ name }) => name));
  const [are, them] = columns.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const times = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);
  const read = reads === 0 ? `no query reads ${them} there` : `queries read ${them} there ${times(reads)}`;
  const key = listNames([...base.partitionKey, ...base.clustering].map(({ name }) => name));
  return {
    code: CODE,
    severity: 'information',
    span,
    message:
      `${names} ${are} changed ${times(changes)}, each time in \`${table.name}\` too, while ${read} (\`@query … weight\`). ` +
      `Leave ${them} out of the copy, and read ${them} from \`${base.name}\` by ${key}.`,
    related: base.location === undefined ? [] : [{ at: base.location, message: `\`${base.name}\` is declared here` }],
  };
}
