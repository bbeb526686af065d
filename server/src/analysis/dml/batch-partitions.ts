import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { areApart } from '../evaluation/apart.ts';
import { hexOf } from '../evaluation/bytes.ts';
import type { Value } from '../evaluation/value.ts';
import { restrictionOf } from '../restrictions/model.ts';
import { textOfTerm } from '../terms/index.ts';
import { columnReceiver, runningValue } from '../values.ts';
import type { Refused } from '../verdict-model.ts';
import type { PreparedWrite } from './write.ts';

/** Whether two writes of one table write the same partition. */
export function samePartition(a: PreparedWrite, b: PreparedWrite): boolean | 'unknown' {
  const keys = a.scope.table.partitionKey.map((column) => sameValue(column, a, b));
  if (keys.includes(false)) return false;
  return keys.includes('unknown') ? 'unknown' : true;
}

/** Whether two writes, which name all of their rows' keys, write the same row. */
export function sameRow(a: PreparedWrite, b: PreparedWrite): boolean | 'unknown' {
  const keys = a.scope.table.clustering.map((column) => sameValue(column, a, b));
  if (keys.includes(false)) return false;
  return keys.includes('unknown') ? 'unknown' : samePartition(a, b);
}

/** How many partitions the writes go to; `undefined` where that cannot be told. */
export function countPartitions(writes: readonly PreparedWrite[]): number | undefined {
  const keys = writes.map(keyOf);
  return keys.includes(undefined) ? undefined : new Set(keys).size;
}

/** The table and key of a write, alike for all spellings of one key. */
function keyOf(write: PreparedWrite): string | undefined {
  const { keyspace, name, partitionKey } = write.scope.table;
  const values = partitionKey.map((column) => {
    const value = running(write, column);
    return value?.kind === 'known' ? hexOf(value.bytes) : undefined;
  });
  return values.includes(undefined) ? undefined : JSON.stringify([keyspace, name, ...values]);
}

function sameValue(column: Column, a: PreparedWrite, b: PreparedWrite): boolean | 'unknown' {
  const [left, right] = [running(a, column), running(b, column)];
  if (left === undefined || right === undefined || left.kind === 'refused' || right.kind === 'refused')
    return 'unknown';
  if (areApart(left, right)) return false;
  if (left.kind === 'known' && right.kind === 'known') return true;
  const [one, other] = [valueOf(a, column), valueOf(b, column)];
  if (one?.kind !== 'literal' || other?.kind !== 'literal') return 'unknown';
  const alike = textOfTerm(one) === textOfTerm(other);
  return alike && !/^'now'$/i.test(textOfTerm(one)) ? true : 'unknown';
}

function running(write: PreparedWrite, column: Column): Value | Refused | undefined {
  const value = valueOf(write, column);
  return value && runningValue(value, columnReceiver(column), write.scope);
}

function valueOf({ restrictions }: PreparedWrite, column: Column): Expression | undefined {
  const set = column.kind === 'partition' ? restrictions.partition : restrictions.clustering;
  const values = restrictionOf(set, column)?.parts.flatMap((part) => part.values) ?? [];
  return values.length === 1 ? values[0] : undefined;
}
