import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { hashColumn } from '../design/hash-bucket.ts';
import { freeColumnName } from '../proposal/names.ts';
import type { Pattern } from '../question/pattern.ts';
import type { Plan, PlannedBucket, PlannedColumn } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { timeEvidence } from '../evidence/time-columns.ts';

/** More rows than that do not belong into one partition that everything reads. */
const MOST_ROWS = 10_000;

/**
 * A table of one partition for a query that lists everything, where declared numbers say that it stays small: the partitions of
 * `SELECT DISTINCT`, or all rows.
 */
export function listPlan({ pattern, table, declared }: Question): Plan | undefined {
  const { select, relations, order } = pattern;
  if (relations.length > 0 || pattern.aggregates || select.perPartitionLimit !== undefined) return undefined;
  const columns = select.distinct ? distinctColumns(pattern) : [...table.partitionKey, ...table.clustering];
  const counts = columns.map(({ name }) => declared.cardinality.get(name)?.count);
  const known = counts.every((count) => typeof count === 'number')
    ? counts.reduce<number>((all, count) => all * Number(count), 1)
    : undefined;
  const rows = select.distinct ? (known ?? declared.rows) : declared.rows;
  if (rows === undefined || rows > MOST_ROWS) return undefined;
  const derived = everything(table);
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
    bucket: bucketOf(derived, `declared numbers say that there are at most ${rows.toLocaleString('en-US')}`),
    unkeyed: [],
    notes: ['One partition holds all: each read and each write goes to the same few nodes.'],
  };
}

/**
 * A table of the newest row of each partition, for a query that goes over many partitions for it: partitioned by what the query gives of
 * their key. Where it gives nothing, in one partition where declared numbers say that they are few, else over shards.
 */
export function latestPlan(question: Question): Plan | undefined {
  const [time] = question.table.clustering;
  const limit = question.pattern.select.perPartitionLimit?.value;
  return limit?.kind === 'literal' && limit.value === '1' && time?.order === 'DESC'
    ? planOfLatest(question)
    : undefined;
}

/**
 * As `latestPlan`, for a query that is answered by the newest row of each partition, however these are sorted; or of all partitions that
 * have the same `each`.
 */
export function planOfLatest(
  { pattern, table, declared, surroundings }: Question,
  each?: readonly Column[],
): Plan | undefined {
  const { select, relations, order } = pattern;
  const [time] = table.clustering;
  if (time === undefined || timeEvidence(time) === undefined) return undefined;
  const given = pattern.equal.map(({ column }) => column);
  const isByKey = given.length === relations.length && given.every(({ kind }) => kind === 'partition');
  if (!isByKey || order.length > 0 || pattern.aggregates || select.distinct) return undefined;
  const columns = each ?? table.partitionKey.filter((column) => !given.includes(column));
  const counts = columns.map(({ name }) => declared.cardinality.get(name)?.count);
  const count = counts.reduce<number>((all, one) => (typeof one === 'number' ? all * one : Number.NaN), 1);
  const shared: Omit<Plan, 'partition' | 'added' | 'bucket'> = {
    shape: 'latest',
    clustering: columns.map((column) => ({ part: base(column), order: 'ASC' })),
    relations: new Map(),
    splits: [],
    filtering: [],
    clientFilter: [],
    clientSorts: false,
    naming: { partition: (each === undefined ? given : [...given, ...each]).map(({ name }) => name), others: [] },
    // Of rows of several partitions that are copied with one write time the greatest time stays, and nothing else may differ.
    unkeyed: each === undefined ? table.clustering : [time],
    notes: [
      `A row that arrives late takes the place of a newer one, unless each is written USING TIMESTAMP with its \`${printName(time.name)}\`.`,
    ],
  };
  if (given.length > 0) return { ...shared, partition: given.map(base), added: [], bucket: undefined };
  const few = count <= MOST_ROWS;
  const derived = few
    ? everything(table)
    : hashColumn({ ...table, partitionKey: columns, clustering: [] }, [], undefined, surroundings.shardColumn);
  const why = few
    ? `declared numbers say that there are at most ${count.toLocaleString('en-US')}`
    : `the query gives no value by \`=\`, so rows are spread over ${derived.count!} partitions by a hash and each is asked`;
  return {
    ...shared,
    partition: [{ kind: 'derived', derived }],
    added: [{ column: derived.column, values: few ? ["'all'"] : undefined, apart: !few }],
    bucket: bucketOf(derived, why),
  };
}

/** The partition key; where the query wants a part of it, which no table gives, that part. */
function distinctColumns({ table: { partitionKey }, selected }: Pattern): readonly Column[] {
  const wanted = partitionKey.filter((column) => selected.includes(column));
  return wanted.length > 0 && selected.every((column) => wanted.includes(column)) ? wanted : partitionKey;
}

const base = (column: Column): PlannedColumn => ({ kind: 'base', column });

/** The column that holds the same in all rows, so that they lie in one partition. */
export const everything = (table: Table): DerivedColumn => ({
  column: freeColumnName(table, ['bucket', 'list_bucket']),
  type: { kind: 'native', name: 'text' },
  from: [],
  function: 'constant',
  value: 'all',
});

const bucketOf = (derived: DerivedColumn, why: string): PlannedBucket => ({
  column: derived.column,
  kind: derived.function === 'constant' ? 'constant' : 'hash',
  why,
  evident: true,
  type: derived.type,
  derived,
});
