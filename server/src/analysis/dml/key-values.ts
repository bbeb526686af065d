import type { Column } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { Scope } from '../judging/names.ts';
import { complaintAboutLength } from '../values/literals/blob-length.ts';
import { since } from '../../text/release.ts';
import { type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import {
  firstColumn,
  lastColumn,
  type Restrictions,
  type RestrictionSet,
  restrictionsIn,
} from '../restrictions/model.ts';
import { isFilter, isSlice } from '../restrictions/predicates.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';
import type { Refused } from '../judging/verdict-model.ts';
import { checkPartValues } from './part-values.ts';

/** What the server says to the values of a partition key, in key order; 6.0 computes those of its token first. */
export function checkPartitionValues({ partition, token }: Restrictions, scope: Scope): Refused | undefined {
  const late = token !== undefined && since(scope.release, '6.0') ? checkPartValues(token, 'bound', scope) : undefined;
  if (late !== undefined) return late;
  for (const restriction of restrictionsIn(partition)) {
    const problem = checkPartValues(restriction, 'key', scope);
    if (problem !== undefined) return problem;
    if (restriction.parts[0].count === 0) return undefined;
  }
  return undefined;
}

/** A key of one column must hold something, and none may be longer than 64 KiB (`QueryProcessor.validateKey`). */
export function checkKeySize({ partition, token }: Restrictions, scope: Scope): Outcome {
  const problem = complaintAboutSize(partition, scope);
  // Keys are left out before they are looked at, where another token is asked for.
  return problem !== undefined && token !== undefined ? UNKNOWN_SCHEMA : problem;
}

/** Blobs are written where bytes of another length are wanted, into parts of keys as well (`Validation.validateKey`). */
export function checkKeyBytes({ partition }: Restrictions, scope: Scope): Refused | undefined {
  for (const { column, restriction } of partition.entries) {
    if (complaintAboutLength(column.type, -1) === undefined) continue;
    const values = restriction.parts.flatMap((part) => part.values);
    const written = values.map((value) => bytesOf(value, column, scope));
    // Of several that sort alike one is left.
    if (new Set(written.map((bytes) => bytes?.[0])).size < values.length) return undefined;
    for (const [index, value] of values.entries()) {
      const length = written[index]?.length;
      const problem = length === undefined ? undefined : complaintAboutLength(column.type, length);
      if (problem !== undefined) return refuse('key-bytes', problem, value.span, [column.name]);
    }
  }
  return undefined;
}

function complaintAboutSize(partition: RestrictionSet, scope: Scope): Refused | undefined {
  if (areShort(partition)) return undefined;
  const { partitionKey } = scope.table;
  const values = partition.entries.flatMap(({ column, restriction }) =>
    restriction.parts.flatMap((part) => part.values.map((value) => ({ value, column }))),
  );
  const sizes = values.map(({ value, column }) => sizeOf(value, column, scope));
  if (partitionKey.length === 1) {
    for (const [index, { value, column }] of values.entries()) {
      const size = sizes[index];
      if (size === 0) return refuse('empty-key', 'Key may not be empty', value.span, [column.name]);
      if (size !== undefined && size > LONGEST_KEY) return longKey(size, value, column);
    }
    return undefined;
  }
  const [first] = values;
  if (first === undefined || values.length !== partitionKey.length) return undefined;
  // Each component of a key has its length before it and a byte behind it (`CompositeType`).
  const size = sizes.reduce((total: number, each) => total + (each ?? 0) + 3, 0);
  return size > LONGEST_KEY ? longKey(size, first.value, first.column) : undefined;
}

/** No value of a clustering may be longer than 64 KiB, later not even all of them together (`ClusteringPrefix.validate`). */
export function checkRowSize({ clustering }: Restrictions, scope: Scope): Refused | undefined {
  if (clustering.hasIn || clustering.hasSlice || areShort(clustering)) return undefined;
  const values = clustering.entries.flatMap(({ column, restriction: { multi, parts } }) =>
    multi ? [] : parts.flatMap((part) => part.values.map((value) => ({ value, column }))),
  );
  const texts = values.map(({ value, column }) => sizeOf(value, column, scope) ?? 0);
  const longest = Math.max(0, ...texts);
  if (longest <= LONGEST_KEY && !(since(scope.release, '6.0') && sumOf(texts) > LONGEST_KEY)) return undefined;
  const { value, column } = values[texts.indexOf(longest)] as (typeof values)[number];
  const sizes = values.map((each) => bytesOf(each.value, each.column, scope)?.length);
  return sizes.every((size) => size !== undefined) ? longKey(sumOf(sizes), value, column) : undefined;
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

const longKey = (size: number, { span }: Expression, { name }: Column): Refused =>
  refuse('long-key', `Key length of ${size} is longer than maximum of ${LONGEST_KEY}`, span, [name]);

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

/** No bytes at all, as of an empty text. */
export const isEmptyValue = (value: Expression, column: Column, scope: Scope): boolean =>
  sizeOf(value, column, scope) === 0;

const LONGEST_KEY = 65_535;

/** All values are constants that are neither empty nor long: no character takes more than four bytes, no address more than 16. */
function areShort({ entries }: RestrictionSet): boolean {
  let length = 0;
  for (const { restriction } of entries) {
    for (const { values } of restriction.parts) {
      for (const value of values) {
        if (value.kind !== 'literal') return false;
        const text = value.type === 'hex' ? value.value.slice(2) : value.value;
        if (text === '') return false;
        length += text.length + 4;
      }
    }
  }
  return length < LONGEST_KEY / 5;
}

function sizeOf(value: Expression, column: Column, scope: Scope): number | undefined {
  // Most constants are numbers, which are neither empty nor long.
  if (value.kind === 'literal' && value.type !== 'string' && value.type !== 'hex') return undefined;
  return bytesOf(value, column, scope)?.length;
}

function bytesOf(value: Expression, column: Column, scope: Scope): readonly number[] | undefined {
  const running = runningValue(value, columnReceiver(column), scope);
  return running.kind === 'known' ? running.bytes : undefined;
}
