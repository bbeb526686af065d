import type { Table } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
import { isCounterTable } from '../catalog/table-columns.ts';
import { growthOf } from '../modeling/design/growth.ts';
import { type Declared, declaredOf } from '../modeling/evidence/annotations.ts';
import { bucketsOf } from '../modeling/evidence/buckets.ts';
import { constantKey } from '../modeling/evidence/constant-key.ts';
import { isOftenWritten } from '../modeling/evidence/continual-rows.ts';
import { partitionRate } from '../modeling/evidence/partition-rate.ts';
import { isSmall } from '../modeling/evidence/small-tables.ts';
import { isDateOfThing } from '../modeling/evidence/small-partitions.ts';
import { everyUseOf, type Surroundings } from '../modeling/evidence/surroundings.ts';
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
    const [only, ...others] = table.partitionKey;
    if (only === undefined || others.length > 0 || table.clustering.length === 0 || isCounterTable(table)) return [];
    const declared = declaredOf(table, surroundings);
    const rate = rateOf(declared);
    if (isSmall(declared) || (rate !== undefined && rate < SLOW)) return [];
    const bucket = bucketsOf(table, surroundings).find(({ kind, column }) => kind === 'time' && column === only);
    const [time] = bucket?.sources ?? [];
    if (bucket === undefined || time === undefined || isDateOfThing(time) || isDateOfThing(only)) return [];
    if (!bucket.declared && isNative(time.type, 'date')) return [];
    // What is planned is written before its time, each when it comes up.
    if ([only, time].some(({ name }) => PLANNED.test(name))) return [];
    // Where all of them have one value, `constant-partition` tells it.
    if (constantKey(table, surroundings) !== undefined) return [];
    // Sums of a day are changed where they are, a few rows at a time.
    const writes = everyUseOf(surroundings, table).map(({ statement }) => statement.kind);
    if (writes.length > 0 && !writes.includes('insert')) return [];
    const fast = rate !== undefined && rate > FAST;
    return [
      {
        code: CODE,
        severity: fast ? 'warning' : 'hint',
        ...(rate === undefined && !isOftenWritten(table) && { profile: 'strict' as const }),
        span: nameOf(create),
        message:
          `All writes of one \`${only.name}\` go to one partition of \`${table.name}\`, on one set of replicas` +
          `${fast ? `: ${Math.round(rate).toLocaleString('en-US')} a second, as \`@rate\` declares` : ''}. ` +
          'Add what they come from to the partition key, or a hash of it.',
        related: [],
      },
    ];
  },
};

const PLANNED =
  /(?:^|_)(?:scheduled?|due|planned|deadline|next|run|fire|execut(?:e|ion)|departure|check_?in|delivery)(?:_|$)/i;

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

/** Rows a second for the whole table, where that is declared. */
const rateOf = ({ rates }: Declared): number | undefined => rates.find(({ per }) => per.length === 0)?.perSecond;

/** One replica set takes so many writes easily. */
const SLOW = 10;
const FAST = 1000;
