import { isCounterTable } from '../catalog/table-columns.ts';
import { isNative } from '../catalog/types.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { bucketsOf, isNamedAsBucket } from '../modeling/evidence/buckets.ts';
import { isDateOfThing } from '../modeling/evidence/small-partitions.ts';
import { isSmall } from '../modeling/evidence/small-tables.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'instant-partition';

/** A table partitioned by an instant alone: a partition a millisecond, which nobody can ask for. */
export const instantPartition: Rule = {
  code: CODE,
  summary:
    'An instant is the whole partition key: each millisecond is a partition, and a range of time reads all of them.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const [only, ...others] = table.partitionKey;
    if (only === undefined || others.length > 0 || table.clustering.length === 0 || isCounterTable(table)) return [];
    if (!isNative(only.type, 'timestamp') || isDateOfThing(only)) return [];
    if (isNamedAsBucket(only) || ROUNDED.test(only.name)) return [];
    if (bucketsOf(table, context.surroundings).some(({ column }) => column === only)) return [];
    if (isSmall(declaredOf(table, context.surroundings))) return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        span: nameOf(create),
        message:
          `Each millisecond of \`${only.name}\` is a partition of \`${table.name}\`: only who knows the instant finds its rows, ` +
          `and a range of time reads every partition. Make \`${only.name}\` a clustering column, behind what the rows belong to or their day.`,
        related: [],
      },
    ];
  },
};

/** Times that are rounded to a span. */
const ROUNDED = /(?:^|_)(?:window|slot|interval|start|begin|end|batch|run|snapshot|epoch|version|cycle|tick)(?:_|$)/i;
