import type { Table } from '../../catalog/model.ts';
import { isCounter } from '../../catalog/types.ts';
import { designOf, neededColumns } from './design.ts';
import { admissible } from './key.ts';
import { declaredOf } from '../evidence/annotations.ts';
import { bucketsOf } from '../evidence/buckets.ts';
import { hashColumn } from './hash-bucket.ts';
import { isBase, type OrderedColumn, type Plan } from '../question/plan.ts';
import type { Question } from '../question/question.ts';
import { estimateRows, partitionBytes, rowsOfStep, rowsText, shapeOfDesign, type Shape } from './size.ts';
import { bucketByText } from './text-bucket.ts';
import { bucketByTime } from './time-bucket.ts';

/** Bytes of a partition beyond which it is spread over shards. */
const MOST_BYTES = 100_000_000;
const MOST_ROWS = 100_000;
/** A query names at most so many shards. */
const MOST_NAMED = 16;

/**
 * The plan with partitions kept small, by time or, where nothing in them is a time, by a hash; `undefined` where they may stay.
 * `needed` are the columns that the table holds.
 */
export function bucketed(
  plan: Plan,
  question: Question,
  needed: ReadonlySet<string> = neededColumns(plan, question.pattern),
): Plan | undefined {
  const { table, session } = question;
  if (plan.bucket !== undefined) return undefined;
  const design = designOf(plan, table, needed, session);
  if ('why' in design) return undefined;
  const shape = shapeOfDesign(design);
  const byTime = bucketByTime(plan, question, shape) ?? bucketByText(plan, question, shape);
  return byTime === undefined ? bucketByHash(plan, question, shape) : withShards(byTime, question, shape);
}

/** The plan of a query that gives nothing by `=`, its shards exchanged for buckets of the time by which it asks or sorts. */
export function bucketedInstead(plan: Plan, question: Question): Plan | undefined {
  const { bucket } = plan;
  if (plan.shape !== 'sharded' || bucket?.kind !== 'hash') return undefined;
  const bare: Plan = {
    ...plan,
    shape: 'plain',
    partition: plan.partition.filter((part) => part.kind === 'base' || part.derived !== bucket.derived),
    added: plan.added.filter(({ column }) => column !== bucket.column),
    bucket: undefined,
  };
  const timed = bucketed(bare, question);
  return timed?.bucket?.kind === 'time' ? timed : undefined;
}

/**
 * Of two ranges a key can look up one: the buckets of the time take its range into the partition key, where the other one then sorts.
 * Rows at both ends of the window are filtered within the partition.
 */
export function sortedWithinBuckets(plan: Plan, question: Question): Plan | undefined {
  const { pattern } = question;
  const [time, ...rest] = plan.clustering;
  if (time?.part.kind !== 'base' || pattern.order.length > 0 || pattern.aggregates) return undefined;
  const { column } = time.part;
  const own = pattern.ranges.find((range) => range.column === column);
  const other = pattern.ranges.find(
    (range) => range.column !== column && range.relations.every((index) => plan.filtering.includes(index)),
  );
  const cut = own === undefined || other === undefined ? undefined : bucketed(plan, question);
  if (cut?.bucket?.kind !== 'time' || own === undefined || other === undefined) return undefined;
  if (!admissible(other.column.type, question.session.catalog)) return undefined;
  const sorted: OrderedColumn = { part: { kind: 'base', column: other.column }, order: 'ASC' };
  return {
    ...cut,
    clustering: [sorted, time, ...rest.filter(({ part }) => !isBase(part, other.column))],
    filtering: [...cut.filtering.filter((index) => !other.relations.includes(index)), ...own.relations],
  };
}

/** Shards beside the bucket, where by the declared rate even the finest one holds too much. */
function withShards(plan: Plan, question: Question, shape: Shape): Plan {
  const { table, declared, pattern, surroundings } = question;
  const partition = plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : []));
  const perSecond = estimateRows(table, partition, declared, bucketsOf(table, surroundings))?.perSecond;
  const ordered = pattern.order.length > 0;
  if (perSecond === undefined || (pattern.aggregates && ordered)) return plan;
  return shardsBeside(plan, perSecond, shape, ordered, { table, surroundings });
}

/** The plan with shards beside its bucket of time, where one bucket holds too much at this rate. */
export function shardsBeside(
  plan: Plan,
  perSecond: number,
  shape: Shape,
  ordered: boolean,
  { table, surroundings }: Pick<Question, 'table' | 'surroundings'>,
): Plan {
  const step = plan.bucket?.step;
  if (plan.bucket === undefined || step === undefined) return plan;
  const rows = rowsOfStep(perSecond, step);
  const bytes = partitionBytes(shape, rows, declaredOf(table, surroundings), surroundings.catalog);
  if (rows <= MOST_ROWS && bytes <= MOST_BYTES) return plan;
  const counted = hashColumn(table, plan.partition, { rows, bytes }, surroundings.shardColumn);
  const count = Math.min(MOST_NAMED, counted.count ?? MOST_NAMED);
  const derived = { ...counted, count };
  const values = Array.from({ length: count }, (_, index) => String(index));
  return {
    ...plan,
    partition: [...plan.partition, { kind: 'derived', derived }],
    added: [...plan.added, { column: derived.column, values, apart: ordered }],
    bucket: {
      ...plan.bucket,
      why: `${plan.bucket.why}; ${count} shards hold ${Math.round(rows / count).toLocaleString('en-US')} each`,
    },
  };
}

/** Spread over as many shards as declared numbers ask for. */
function bucketByHash(
  plan: Plan,
  { table, declared, pattern, session, surroundings }: Question,
  shape: Shape,
): Plan | undefined {
  const partition = plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : []));
  const estimate = estimateRows(table, partition, declared, bucketsOf(table, surroundings));
  if (estimate === undefined || !Number.isFinite(estimate.rows) || partition.length === 0) return undefined;
  const bytes = partitionBytes(shape, estimate.rows, declared, session.catalog);
  if (estimate.rows <= MOST_ROWS && bytes <= MOST_BYTES) return undefined;
  const derived = hashColumn(table, plan.partition, { bytes, rows: estimate.rows }, surroundings.shardColumn);
  const count = derived.count ?? 1;
  const ordered = pattern.order.length > 0;
  const values = count <= MOST_NAMED ? Array.from({ length: count }, (_, index) => String(index)) : undefined;
  if (pattern.aggregates && (values === undefined || ordered)) return undefined;
  const megabytes = Math.round(bytes / 1e6).toLocaleString('en-US');
  return {
    ...plan,
    shape: 'bucketed',
    partition: [...plan.partition, { kind: 'derived', derived }],
    added: [...plan.added, { column: derived.column, values, apart: ordered || values === undefined }],
    bucket: {
      column: derived.column,
      kind: 'hash',
      why: `${estimate.from}: ${rowsText(estimate)} are about ${megabytes} MB, ${count} shards hold ${Math.round(bytes / count / 1e6)} MB each`,
      evident: true,
      type: derived.type,
      derived,
    },
  };
}

/** All columns that can be copied, for a table that takes the place of another. */
export const allColumns = (table: Table): ReadonlySet<string> =>
  new Set([...table.columns.values()].filter(({ type }) => !isCounter(type)).map(({ name }) => name));
