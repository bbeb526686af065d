import type { Table } from '../catalog/model.ts';
import { growthOf } from '../modeling/design/growth.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { isOftenWritten } from '../modeling/evidence/continual-rows.ts';
import { oneBucketOf, onOneSetText } from '../modeling/evidence/one-bucket.ts';
import { partitionRate } from '../modeling/evidence/partition-rate.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import type { CreateTable } from '../syntax/ast.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Finding, Rule } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'one-bucket';

/** A table partitioned by its time bucket alone: what is written now goes to one place. */
export const oneBucket: Rule = {
  code: CODE,
  summary:
    'All that is written at one time goes to one partition: the time is the whole key, or one value takes too much.',
  severities: ['warning', 'hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const { surroundings } = context;
    const hot = hotOf(create, table, surroundings);
    if (hot !== undefined) return [hot];
    const found = oneBucketOf(table, declaredOf(table, surroundings), surroundings);
    if (found === undefined) return [];
    const { column, rate, fine } = found;
    const fast = rate !== undefined && rate > FAST;
    return [
      {
        code: CODE,
        severity: fast ? 'warning' : 'hint',
        ...(rate === undefined && !fine && !isOftenWritten(table) && { profile: 'strict' as const }),
        span: nameOf(create),
        message:
          onOneSetText(column, table.name) +
          `${fast ? `: ${Math.round(rate).toLocaleString('en-US')} a second, as \`@rate\` declares` : ''}. ` +
          'Add what they come from to the partition key, or a hash of it.',
        related: [],
      },
    ];
  },
};

/**
 * One value of the partition key, whose rate is declared, takes more than one set of replicas does. What tells that such a partition
 * holds too many rows says it, too.
 */
function hotOf(create: CreateTable, table: Table, surroundings: Surroundings): Finding | undefined {
  const rate = partitionRate(table, surroundings);
  if (rate === undefined || rate <= FAST || growthOf(table, surroundings)?.declared !== undefined) return undefined;
  const names = table.partitionKey.map(({ name }) => name);
  return {
    code: CODE,
    severity: 'warning',
    span: nameOf(create),
    message:
      `One partition of \`${table.name}\` takes ${Math.round(rate).toLocaleString('en-US')} writes a second, as \`@rate\` declares, ` +
      `all on one set of replicas. Spread each ${listNames(names)} by a hash (\`PRIMARY KEY ((${[...names, 'shard'].join(', ')}), …)\`), and read the parts together.`,
    related: [],
  };
}

/** One set of replicas takes so many writes a second. */
const FAST = 1000;
