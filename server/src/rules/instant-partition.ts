import type { Column, Table } from '../catalog/model.ts';
import { isCounterTable } from '../catalog/table-columns.ts';
import { isNative } from '../catalog/types.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { bucketsOf, isNamedAsBucket } from '../modeling/evidence/buckets.ts';
import { isDateOfThing } from '../modeling/evidence/small-partitions.ts';
import { isSmall } from '../modeling/evidence/small-tables.ts';
import { everyUseOf, type Surroundings } from '../modeling/evidence/surroundings.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'instant-partition';

/** A table partitioned by an instant: a partition a millisecond, of which no query knows the name. */
export const instantPartition: Rule = {
  code: CODE,
  summary: 'The partition key is an instant: each millisecond is a partition, and a range of time reads them all.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const { surroundings } = context;
    const [time, ...others] = table.partitionKey;
    if (time === undefined || others.length > 0 || !isNative(time.type, 'timestamp') || isCounterTable(table))
      return [];
    if (isNamedAsBucket(time) || PERIOD.test(time.name) || isDateOfThing(time)) return [];
    if (bucketsOf(table, surroundings).length > 0 || isSmall(declaredOf(table, surroundings))) return [];
    if (isAskedFor(time, table, surroundings)) return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        span: nameOf(create),
        message:
          `\`${table.name}\` has a partition for each millisecond of \`${time.name}\`: a query finds one by its exact instant only, ` +
          `and a range of time reads them all. Partition by the day or hour of \`${time.name}\` and by what the rows come from, and ` +
          `sort by \`${time.name}\`.`,
        related: [],
      },
    ];
  },
};

/** Not an instant, but the begin of something that lasts. */
const PERIOD =
  /(?:^|_)(?:window|slot|interval|start|begin|from|batch|run|version|snapshot|effective|since)(?:_|$)|(?:date|day|hour|minute|week|month|year)$/i;

/** A query of the project knows the instant. */
const isAskedFor = (time: Column, table: Table, surroundings: Surroundings): boolean =>
  everyUseOf(surroundings, table).some(
    ({ statement }) =>
      statement.kind === 'select' &&
      (statement.template === true ||
        (statement.where?.relations ?? []).some(
          (relation) =>
            relation.kind === 'column' && relation.column.name === time.name && /^(?:=|IN)$/i.test(relation.operator),
        )),
  );
