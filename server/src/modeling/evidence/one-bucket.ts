import type { Column, Table } from '../../catalog/model.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import { isNative } from '../../catalog/types.ts';
import type { Declared } from './annotations.ts';
import { bucketsOf } from './buckets.ts';
import { constantKey } from './constant-key.ts';
import { isSmall } from './small-tables.ts';
import { isDateOfThing } from './small-partitions.ts';
import { everyUseOf, type Surroundings } from './surroundings.ts';

/** Rows a second that one set of replicas takes without noticing. */
const SLOW = 10;

export interface OneBucket {
  readonly column: Column;
  readonly rate: number | undefined;
  /** It ends within the day: who divides a day expects too many rows of one for a partition. */
  readonly fine: boolean;
}

/** The time bucket that is the whole partition key of a table: what is written now goes to one place. */
export function oneBucketOf(table: Table, declared: Declared, surroundings: Surroundings): OneBucket | undefined {
  const [only, ...others] = table.partitionKey;
  if (only === undefined || others.length > 0 || table.clustering.length === 0 || isCounterTable(table))
    return undefined;
  const rate = rateOf(declared);
  if (isSmall(declared) || (rate !== undefined && rate < SLOW)) return undefined;
  const bucket = bucketsOf(table, surroundings).find(({ kind, column }) => kind === 'time' && column === only);
  const [time] = bucket?.sources ?? [];
  if (bucket === undefined || time === undefined || isDateOfThing(time) || isDateOfThing(only)) return undefined;
  if (!bucket.declared && isNative(time.type, 'date')) return undefined;
  // What is planned is written before its time, each when it comes up.
  if ([only, time].some(({ name }) => PLANNED.test(name))) return undefined;
  // Where all of them have one value, `constant-partition` tells it.
  if (constantKey(table, surroundings) !== undefined) return undefined;
  // Sums of a day are changed where they are, a few rows at a time.
  const writes = everyUseOf(surroundings, table).map(({ statement }) => statement.kind);
  if (writes.length > 0 && !writes.includes('insert')) return undefined;
  const unit = bucket.step?.unit;
  return { column: only, rate, fine: unit === 'hour' || unit === 'minute' };
}

/** What those who read a finding and a note are told alike. */
export const onOneSetText = ({ name }: Column, table: string): string =>
  `All writes of one \`${name}\` go to one partition of \`${table}\`, on one set of replicas`;

const PLANNED =
  /(?:^|_)(?:scheduled?|due|planned|deadline|next|run|fire|execut(?:e|ion)|departure|check_?in|delivery)(?:_|$)/i;

/** Rows a second for the whole table, where that is declared. */
const rateOf = ({ rates }: Declared): number | undefined => rates.find(({ per }) => per.length === 0)?.perSecond;
