import type { Span } from '../../text/span.ts';
import { beyond } from '../guardrails/limits.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, type Outcome } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { type Part, type Restriction, type Restrictions, type RestrictionSet, restrictionsIn } from './model.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';

/** So many values come of the IN restrictions on a partition key (`PartitionKeySingleRestrictionSet`). */
export const partitionProduct = ({ partition, token, keyRange }: Restrictions, scope: Scope): Outcome =>
  keyRange && token !== undefined ? undefined : productBeyond(partition, 'partition key', scope);

/** The same of a whole clustering; what leaves it open is looked up as slices, which are not counted. */
export const clusteringProduct = ({ clustering }: Restrictions, scope: Scope): Outcome =>
  clustering.hasSlice || clustering.entries.length < scope.table.clustering.length
    ? undefined
    : productBeyond(clustering, 'clustering key', scope);

function productBeyond(set: RestrictionSet, what: string, scope: Scope): Outcome {
  if (!set.hasIn) return undefined;
  let product = 1;
  return inEach(restrictionsIn(set), ({ parts: [part] }) => {
    product *= part.count ?? part.values.length;
    // 6.0 counts where there is an IN, others count again for what stands behind it.
    if (since(scope.release, '6.0') && part.operator !== 'IN') return undefined;
    return beyond('in_select_cartesian_product', product, scope, spanOf(part, scope), ({ threshold, kind }) => {
      const produced = `the cartesian product of the IN restrictions on ${what} produces ${product} values, this exceeds`;
      return kind === 'warning'
        ? `T${produced.slice(1)} warning threshold of ${threshold}.`
        : `Aborting query because ${produced} fail threshold of ${threshold}.`;
    });
  });
}

/** Partitions that a SELECT looks up by IN, each counted once (`SelectStatement.getSliceCommands`). */
export function partitionKeysBeyond({ partition, token, keyRange }: Restrictions, scope: Scope): Outcome {
  const found = restrictionsIn(partition).find(({ parts: [part] }) => part.operator === 'IN');
  if (keyRange || token !== undefined || found === undefined) return undefined;
  const count = (): number | undefined => distinctKeys(restrictionsIn(partition), scope);
  const { name } = scope.table;
  return beyond('partition_keys_in_select', count, scope, spanOf(found.parts[0], scope), ({ threshold, kind }) =>
    kind === 'warning'
      ? `Query with partition keys in IN clause on table ${name}, with number of partition keys ${count()} exceeds warning threshold of ${threshold}.`
      : `Aborting query with partition keys in IN clause on table ${name}, number of partition keys ${count()} exceeds fail threshold of ${threshold}.`,
  );
}

function distinctKeys(restrictions: readonly Restriction[], scope: Scope): number | undefined {
  let product = 1;
  for (const { columns, parts } of restrictions) {
    const [column] = columns;
    const [{ on, values }] = parts;
    if (on !== 'column' || column === undefined) return undefined;
    const texts = values.map((value) => {
      const running = runningValue(value, columnReceiver(column), scope);
      return running.kind === 'known' ? running.bytes.join() : undefined;
    });
    if (texts.includes(undefined)) return undefined;
    product *= new Set(texts).size;
  }
  return product;
}

const spanOf = ({ values, source }: Part, { table }: Scope): Span => {
  const [first] = values;
  return first?.span ?? ('span' in source ? source.span : undefined) ?? { start: 0, end: table.name.length };
};
