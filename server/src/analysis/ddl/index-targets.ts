import type { CheckId } from '../judging/checks.ts';
import { hasDurations, isBackwards } from '../../catalog/table-columns.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { containsUnknown, isCollection, isMultiCell } from '../../catalog/types.ts';
import type { Span } from '../../text/span.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { refuse } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { durations } from '../restrictions/relation.ts';
import type { Context } from './context.ts';
import { isSai } from './index-class-names.ts';

/** A column that an index is made on, and which part of it. */
export interface IndexedColumn {
  readonly column: Column;
  readonly of: 'values' | 'keys' | 'entries' | 'full' | 'simple';
  readonly span: Span;
}

/** Whether that column can have an index of that kind (`CreateIndexStatement.validateIndexTarget`). */
export function complaintAboutTarget(
  target: IndexedColumn,
  table: Table,
  index: { readonly custom: boolean; readonly className: string | undefined },
  context: Context,
): Outcome {
  const { release, session } = context;
  const { column, span } = target;
  const of = (sentence: Sentence): Outcome =>
    sentence === undefined ? undefined : refuse(sentence[0], sentence[1], span, [column.name]);
  if (containsUnknown(column.type, session.catalog)) return undefined;
  return inOrder(
    () => (since(release, '5.0') && index.custom ? of(customName(column.name)) : undefined),
    () => of(withDurations(column, context)),
    () => of(compactStorage(column, table)),
    () => of(onlyPartitionKey(column, table, context)),
    () =>
      of(
        since(release, '6.0')
          ? partIn6(target, isSai(index.className))
          : since(release, '4.0')
            ? partIn4(target, context)
            : partIn311(target),
      ),
    () => {
      if (column.type.kind !== 'user' || column.type.frozen) return undefined;
      const message = since(release, '4.0')
        ? `Cannot create index on non-frozen UDT column ${column.name}`
        : 'Secondary indexes are not supported on non-frozen UDTs';
      return of(['index-on-user-type', message]);
    },
  );
}

type Sentence = readonly [check: CheckId, message: string] | undefined;

/** Custom indexes make files that bear their columns' names. */
function customName(name: string): Sentence {
  if (!/^\w+$/.test(name))
    return ['index-column-name', `Column '${name}' contains non-alphanumeric-underscore characters`];
  if (name.length <= 48) return undefined;
  return ['index-column-name', `Column '${name}' is longer than the permissible name length of 48 characters`];
}

function withDurations(column: Column, { session, release }: Context): Sentence {
  if (!hasDurations(column, session.catalog, release)) return undefined;
  return ['index-on-duration', `Secondary indexes are not supported on ${durations(column)}`];
}

function compactStorage(column: Column, table: Table): Sentence {
  if (!table.compactStorage) return undefined;
  if (column.kind === 'partition' || column.kind === 'clustering') {
    return [
      'index-on-compact-table',
      'Secondary indexes are not supported on PRIMARY KEY columns in COMPACT STORAGE tables',
    ];
  }
  // Without clustering columns every column is a static one of the store.
  if (table.clustering.length === 0) return undefined;
  return [
    'index-on-compact-table',
    'Secondary indexes are not supported on compact value column of COMPACT STORAGE tables',
  ];
}

function onlyPartitionKey(column: Column, table: Table, { release }: Context): Sentence {
  if (column.kind !== 'partition' || table.partitionKey.length > 1) return undefined;
  const only = since(release, '4.0') ? 'the only partition key' : 'partition key';
  return ['index-on-partition-key', `Cannot create secondary index on ${only} column ${column.name}`];
}

function partIn4({ column, of }: IndexedColumn, { release }: Context): Sentence {
  const { type, name } = column;
  const part = of === 'simple' ? '' : of;
  const frozen = isCollection(type) && !isMultiCell(type);
  if (frozen && of !== 'full') {
    return [
      'index-on-frozen-collection',
      `Cannot create ${part}() index on frozen column ${name}. Frozen collections are immutable and must be fully ` +
        `indexed by using the 'full(${since(release, '5.0') ? printName(name, release) : name})' modifier`,
    ];
  }
  if (!frozen && of === 'full') return ['index-part', 'full() indexes can only be created on frozen collections'];
  if (!isCollection(type) && of !== 'simple') {
    return [
      'index-part',
      `Cannot create ${part}() index on ${name}. Non-collection columns only support simple indexes`,
    ];
  }
  if (!(type.kind === 'map' && !type.frozen) && (of === 'keys' || of === 'entries')) {
    return ['index-part', `Cannot create index on ${part} of column ${name} with non-map type`];
  }
  return undefined;
}

/** Storage-attached indexes may be on parts of frozen collections. */
function partIn6({ column, of }: IndexedColumn, sai: boolean): Sentence {
  const { type, name } = column;
  const frozen = isCollection(type) && !isMultiCell(type);
  if (of === 'full' && !sai && !frozen) {
    return ['index-part', 'full() non-SAI indexes can only be created on frozen collections'];
  }
  if (!isCollection(type) && of !== 'simple') {
    return ['index-part', `Cannot create ${of}() index on ${name}. Non-collection columns only support simple indexes`];
  }
  if (!sai && frozen && (of === 'values' || of === 'keys' || of === 'entries')) {
    return [
      'index-on-frozen-collection',
      `Cannot create ${of}() index on frozen column ${name}. Frozen collections are immutable and must be fully ` +
        `indexed by using the 'full(${name})' modifier`,
    ];
  }
  if (type.kind !== 'map' && (of === 'keys' || of === 'entries')) {
    return ['index-part', `Cannot create index on ${of} of column ${name} with non-map type`];
  }
  if (column.kind === 'clustering' && type.kind === 'map' && of === 'entries') {
    return [
      'index-part',
      `Cannot create ENTRIES index on frozen map clustering column '${name}'. ` +
        'Map entry predicates (column[key] = value) are not supported on clustering columns. Use FULL, KEYS, or VALUES index instead.',
    ];
  }
  return undefined;
}

function partIn311({ column, of }: IndexedColumn): Sentence {
  const { type, name } = column;
  const part = of === 'simple' ? '' : of;
  // 3.11 does not see through the order of a column.
  const collection = isCollection(type) && !isBackwards(column);
  if (collection && !isMultiCell(type)) {
    if (of === 'full') return undefined;
    const message = `Cannot create ${part}() index on frozen column ${name}. Frozen collections only support full() indexes`;
    return ['index-on-frozen-collection', message];
  }
  if (of === 'full') return ['index-part', 'full() indexes can only be created on frozen collections'];
  if (!collection && of !== 'simple') {
    return [
      'index-part',
      `Cannot create ${part}() index on ${name}. Non-collection columns support only simple indexes`,
    ];
  }
  if (type.kind !== 'map' && (of === 'keys' || of === 'entries')) {
    return ['index-part', `Cannot create index on ${part} of column ${name} with non-map type`];
  }
  return undefined;
}
