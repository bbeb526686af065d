import type { Table } from '../../catalog/model.ts';
import { declaredOf } from './annotations.ts';
import { bucketsOf } from './buckets.ts';
import type { Surroundings } from './surroundings.ts';

/** How many writes a second one partition takes at one time, where `@rate` declares it for each value of its key. */
export function partitionRate(table: Table, surroundings: Surroundings): number | undefined {
  const times = bucketsOf(table, surroundings).filter(({ kind }) => kind === 'time');
  const rate = declaredOf(table, surroundings).rates.find(
    ({ per }) =>
      table.partitionKey.some(({ name }) => per.includes(name)) &&
      table.partitionKey.every((column) => per.includes(column.name) || times.some((time) => time.column === column)),
  );
  return rate?.perSecond;
}
