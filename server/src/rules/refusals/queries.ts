import { keyText } from '../scan.ts';
import { always, type AdviceByCheck, type Refusal } from './advice.ts';

/** Refusals of what a query asks, beside those that rules of their own word. */
export const QUERIES: AdviceByCheck = {
  'order-by-needs-partition-key': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `Rows are sorted within a partition only: give ${keyText(table.partitionKey)} by equality or IN.`,
  },
  'order-by-with-partition-in': always(
    'Rows of several partitions are not merged in pages: ask for one partition at a time, or sort in the client.',
  ),
  'order-by-index': always('An answer found through an index comes in no order; sort in the client.'),
  'group-by-column': { says: groupBy },
  'group-by-order': { says: groupBy },
  'group-by-partial-partition-key': { says: groupBy },
  'distinct-column': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `DISTINCT lists partitions: only ${keyText(table.partitionKey)} and static columns can be selected.`,
  },
  'distinct-restriction': always(
    'DISTINCT lists partitions: only the partition key and static columns can be restricted.',
  ),
  'per-partition-limit-with-distinct': always(
    'DISTINCT gives one row a partition already; PER PARTITION LIMIT has nothing to cut.',
  ),
  'per-partition-limit-with-aggregate': always(
    'The limit would be applied after the rows are aggregated; leave it out.',
  ),
  'limit-not-positive': always('A limit is a number from 1 on; leave the clause out for all rows.'),
  'token-columns': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `token() takes the whole partition key, in its order: \`token(${table.partitionKey.map(({ name }) => name).join(', ')})\`.`,
  },
  'tuple-relation-order': always('The columns of a multi-column relation stand in the order of the clustering key.'),
  'contains-on-other-type': {
    says: ({ name }) => `CONTAINS looks into lists, sets and maps, and \`${name}\` is none.`,
  },
  'collection-relation': {
    says: ({ name }) =>
      `\`${name}\` is a collection: look into it with CONTAINS, CONTAINS KEY or \`${name}[key] = …\`.`,
  },
  'element-relation': { says: ({ name }) => `Only entries of maps can be compared, \`${name}['key'] = …\`.` },
  'slice-on-duration': always(
    'Durations have no order: a month is no fixed number of days. Store a number of seconds instead.',
  ),
  'unsupported-not-equal': always(
    '`!=` finds nothing through a key or an index: leave it out and drop the rows in the client.',
  ),
  'unsupported-not-null': always('IS NOT NULL is for the WHERE of materialized views; a query cannot ask for it.'),
  'more-than-one-relation': { says: ({ name }) => `\`${name}\` is given twice; one of the relations is enough.` },
  'inequalities-apart': { says: ({ name }) => `Two lower or two upper bounds for \`${name}\`: keep the tighter one.` },
  'aggregate-not-allowed': always('Aggregates stand in the SELECT clause only.'),
  'nested-aggregate': always(
    'An aggregate cannot take the result of another; ask for the inner one and go on in the client.',
  ),
  'vector-without-ann': always('A vector is compared by its distance: `ORDER BY v ANN OF [...] LIMIT n`.'),
  'conditional-in': always('A condition holds for one row: give the key by equality.'),
  'condition-on-key': {
    says: ({ name }) => `\`${name}\` is part of the primary key: it belongs in WHERE, not in IF.`,
  },
  'conditional-delete-key': always('A conditional deletion names one row: give its whole primary key.'),
  'timestamp-with-condition': always('A lightweight transaction takes its own timestamp: leave USING TIMESTAMP out.'),
  'clustering-with-only-statics': always(
    'Only static columns are written, which belong to the partition: leave the clustering columns out.',
  ),
  'no-keyspace': always('Say in which keyspace: `USE keyspace`, or `keyspace.table`.'),
  'not-in-dialect': { says: ({ refused }) => refused.message },
  'view-write': always('A view follows its table: write to the table.'),
};

function groupBy({ context: { table } }: Refusal): string | undefined {
  if (table === undefined) return undefined;
  const key = [...table.partitionKey, ...table.clustering].map(({ name }) => name).join(', ');
  return `Rows are grouped as they are stored: GROUP BY takes the whole partition key and then clustering columns in their order, of \`${key}\`.`;
}
