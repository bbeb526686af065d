import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { areApart } from '../values/evaluation/apart.ts';
import { hexOf } from '../java/bytes.ts';
import type { Value } from '../values/evaluation/value.ts';
import { restrictionOf } from '../restrictions/model.ts';
import { textOfTerm } from '../typing/terms.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';
import type { Refused } from '../judging/verdict-model.ts';
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

/** How many keys the writes go to, of whichever table (`BatchStatement.verifyBatchType`); `undefined` where that cannot be told. */
export function countKeys(writes: readonly PreparedWrite[]): number | undefined {
  const keys = new Set<string>();
  for (const write of writes) {
    const written = keysOf(write);
    if (written === undefined) return undefined;
    for (const key of written) keys.add(key);
  }
  return keys.size;
}

/** The bytes of the keys that a write names, alike for all spellings of one key. */
function keysOf(write: PreparedWrite): readonly string[] | undefined {
  const { partitionKey } = write.scope.table;
  const single = partitionKey.length === 1;
  let keys: readonly string[] = [''];
  for (const column of partitionKey) {
    const parts = valuesOf(write, column).map((each) => {
      const value = runningValue(each, columnReceiver(column), write.scope);
      return value.kind === 'known' ? hexOf(value.bytes) : undefined;
    });
    if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
    keys = keys.flatMap((key) => parts.map((part) => key + (single ? part : composed(part))));
    if (keys.length > MOST_KEYS) return undefined;
  }
  return keys;
}

const MOST_KEYS = 1000;

/** A part of a key of several columns, between its length and a zero (`CompositeType`). */
const composed = (part: string): string => `${(part.length / 2).toString(16).padStart(4, '0')}${part}00`;

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

function valueOf(write: PreparedWrite, column: Column): Expression | undefined {
  const values = valuesOf(write, column);
  return values.length === 1 ? values[0] : undefined;
}

function valuesOf({ restrictions }: PreparedWrite, column: Column): readonly Expression[] {
  const set = column.kind === 'partition' ? restrictions.partition : restrictions.clustering;
  return restrictionOf(set, column)?.parts.flatMap((part) => part.values) ?? [];
}
