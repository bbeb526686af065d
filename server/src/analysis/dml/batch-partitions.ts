import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { restrictionOf } from '../restrictions/model.ts';
import { textOfTerm } from '../terms/index.ts';
import type { PreparedWrite } from './write.ts';

/** Whether two writes of one table write the same partition. */
export function samePartition(a: PreparedWrite, b: PreparedWrite): boolean | 'unknown' {
  const keys = a.scope.table.partitionKey.map((column) => sameValue(column, valueOf(a, column), valueOf(b, column)));
  if (keys.includes(false)) return false;
  return keys.includes('unknown') ? 'unknown' : true;
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
    const value = valueOf(write, column);
    const type = typeOf(column);
    return value?.kind === 'literal' && type !== 'decimal' ? plainValue(value.value, type) : undefined;
  });
  return values.includes(undefined) ? undefined : JSON.stringify([keyspace, name, ...values]);
}

function valueOf({ restrictions }: PreparedWrite, column: Column): Expression | undefined {
  const values = restrictionOf(restrictions.partition, column)?.parts.flatMap((part) => part.values) ?? [];
  return values.length === 1 ? values[0] : undefined;
}

function sameValue(column: Column, a: Expression | undefined, b: Expression | undefined): boolean | 'unknown' {
  if (a === undefined || b === undefined || a.kind === 'marker' || b.kind === 'marker') return 'unknown';
  if (a.kind !== 'literal' || b.kind !== 'literal')
    return textOfTerm(a) === textOfTerm(b) && a.kind !== 'call' ? true : 'unknown';
  if (a.type === b.type && a.value === b.value) return true;
  const type = typeOf(column);
  const [left, right] = [plainValue(a.value, type), plainValue(b.value, type)];
  if (left === undefined || right === undefined) return 'unknown';
  if (left !== right) return false;
  // One number of several scales, such as 1.0 and 1.00, is several keys.
  return type === 'decimal' ? 'unknown' : true;
}

const typeOf = ({ type }: Column): string => (type.kind === 'native' ? type.name : '');

/** A value in the one way that all its spellings have in common; `undefined` for types of which it is not known. */
function plainValue(text: string, type: string): string | undefined {
  if (TEXTS.has(type)) return text;
  if (FOLDED.has(type)) return text.toLowerCase();
  const number = NUMBERS.has(type) ? Number(text) : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? String(number + 0) : undefined;
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii']);
const FOLDED: ReadonlySet<string> = new Set(['uuid', 'timeuuid', 'boolean', 'blob']);
const NUMBERS: ReadonlySet<string> = new Set([
  'int',
  'bigint',
  'smallint',
  'tinyint',
  'varint',
  'decimal',
  'double',
  'float',
]);
