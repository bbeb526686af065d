import type { Table } from '../../catalog/model.ts';
import { isCounter } from '../../catalog/types.ts';
import { designOf, neededColumns } from './design.ts';
import { countShards, hashColumn } from './hash-bucket.ts';
import type { Plan } from '../question/plan.ts';
import type { Question } from '../question/question.ts';
import { estimateRows, partitionBytes, shapeOfDesign, type Shape } from './size.ts';
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
  const design = designOf(plan, table, needed, session.catalog);
  if ('why' in design) return undefined;
  const shape = shapeOfDesign(design);
  return bucketByTime(plan, question, shape) ?? bucketByHash(plan, question, shape);
}

/** Spread over as many shards as declared numbers ask for. */
function bucketByHash(
  plan: Plan,
  { table, declared, pattern, session, surroundings }: Question,
  shape: Shape,
): Plan | undefined {
  const partition = plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : []));
  const estimate = estimateRows(table, partition, declared);
  if (estimate === undefined || !Number.isFinite(estimate.rows) || partition.length === 0) return undefined;
  const bytes = partitionBytes(shape, estimate.rows, declared, session.catalog);
  if (estimate.rows <= MOST_ROWS && bytes <= MOST_BYTES) return undefined;
  const derived = hashColumn(table, plan.partition, bytes, surroundings.shardColumn);
  const count = countShards(bytes);
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
      why: `${estimate.from}: ${estimate.rows.toLocaleString('en-US')} rows are about ${megabytes} MB, ${count} shards hold ${Math.round(bytes / count / 1e6)} MB each`,
      evident: true,
      type: derived.type,
      derived,
    },
  };
}

/** All columns that can be copied, for a table that takes the place of another. */
export const allColumns = (table: Table): ReadonlySet<string> =>
  new Set([...table.columns.values()].filter(({ type }) => !isCounter(type)).map(({ name }) => name));
