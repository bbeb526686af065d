import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { isNative } from '../../catalog/types.ts';
import type { Scope } from '../names.ts';
import { refuse } from '../outcome.ts';
import { firstColumn, lastColumn, type RestrictionSet, restrictionsIn } from '../restrictions/model.ts';
import { isFilter, isSlice } from '../restrictions/predicates.ts';
import type { Refused } from '../verdict-model.ts';
import { checkPartValues } from './part-values.ts';

/** What the server says to the values of a partition key, in key order. */
export function checkPartitionValues(partition: RestrictionSet, scope: Scope): Refused | undefined {
  for (const restriction of restrictionsIn(partition)) {
    const problem = checkPartValues(restriction, 'key', scope);
    if (problem !== undefined) return problem;
    if (restriction.parts[0].count === 0) return undefined;
  }
  return undefined;
}

/** A key of one column must hold something, and no more than 64 KiB (`QueryProcessor.validateKey`). */
export function checkKeySize(partition: RestrictionSet, { table }: Scope): Refused | undefined {
  if (table.partitionKey.length !== 1) return undefined;
  for (const { column, restriction } of partition.entries) {
    for (const value of restriction.parts.flatMap((part) => part.values)) {
      const size = sizeOf(value, isNative(column.type, 'blob'));
      if (size === 0) return refuse('empty-key', 'Key may not be empty', value.span, [column.name]);
      if (size !== undefined && size > LONGEST_KEY) {
        const message = `Key length of ${size} is longer than maximum of ${LONGEST_KEY}`;
        return refuse('long-key', message, value.span, [column.name]);
      }
    }
  }
  return undefined;
}

/** What the server says to the values of clustering columns that rows are looked up by. */
export function checkClusteringValues(clustering: RestrictionSet, scope: Scope): Refused | undefined {
  let position = 0;
  for (const restriction of restrictionsIn(clustering)) {
    if (isFilter(restriction, scope.release) || firstColumn(restriction).position !== position) return undefined;
    const slice = isSlice(restriction);
    const problem = checkPartValues(restriction, slice ? 'bound' : 'key', scope);
    if (problem !== undefined || slice || restriction.parts[0].count === 0) return problem;
    position = lastColumn(restriction).position + 1;
  }
  return undefined;
}

/** A text or blob of no length. */
export const isEmptyValue = (value: Expression, { type }: Column): boolean =>
  sizeOf(value, isNative(type, 'blob')) === 0;

const LONGEST_KEY = 65_535;

/** Bytes of a constant text or blob. */
function sizeOf(value: Expression, blob: boolean): number | undefined {
  if (value.kind !== 'literal') return undefined;
  if (value.type === 'hex' && blob) return (value.value.length - 2) / 2;
  return value.type === 'string' ? utf8Length(value.value) : undefined;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return length;
}
