import { freeColumnName } from '../names.ts';
import type { Plan, PlannedColumn } from '../plan.ts';
import type { DerivedColumn } from '../proposal.ts';
import type { Question } from '../question.ts';

/** More rows than that do not belong into one partition that everything reads. */
const MOST_ROWS = 10_000;

/**
 * A table of one partition for a query that lists everything, where declared numbers say that it stays small: the partitions of
 * `SELECT DISTINCT`, or all rows.
 */
export function listPlan({ pattern, table, declared }: Question): Plan | undefined {
  const { select, relations, order } = pattern;
  if (relations.length > 0 || pattern.aggregates || select.perPartitionLimit !== undefined) return undefined;
  const columns = select.distinct ? table.partitionKey : [...table.partitionKey, ...table.clustering];
  const counts = columns.map(({ name }) => declared.cardinality.get(name)?.count);
  const known = counts.every((count) => typeof count === 'number')
    ? counts.reduce<number>((all, count) => all * Number(count), 1)
    : undefined;
  const rows = select.distinct ? (known ?? declared.rows) : declared.rows;
  if (rows === undefined || rows > MOST_ROWS) return undefined;
  const derived: DerivedColumn = {
    column: freeColumnName(table, ['bucket', 'list_bucket']),
    type: { kind: 'native', name: 'text' },
    from: [],
    function: 'constant',
    value: 'all',
  };
  const base = (column: (typeof columns)[number]): PlannedColumn => ({ kind: 'base', column });
  const first = order.map(({ column, direction }) => ({ part: base(column), order: direction }));
  const rest = columns.filter(({ name }) => !order.some(({ column }) => column.name === name));
  return {
    shape: 'list',
    partition: [{ kind: 'derived', derived }],
    clustering: [
      ...first,
      ...rest.map((column) => ({
        part: base(column),
        order: column.kind === 'clustering' ? column.order : ('ASC' as const),
      })),
    ],
    relations: new Map(),
    added: [{ column: derived.column, values: ["'all'"], apart: false }],
    splits: [],
    filtering: [],
    clientFilter: [],
    clientSorts: false,
    naming: { partition: select.distinct ? columns.map(({ name }) => name) : [], others: [] },
    bucket: {
      column: derived.column,
      kind: 'constant',
      why: `declared numbers say that there are at most ${rows.toLocaleString('en-US')}`,
      evident: true,
      type: derived.type,
      derived,
    },
    unkeyed: [],
    notes: ['One partition holds all: each read and each write goes to the same few nodes.'],
  };
}
