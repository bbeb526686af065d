import type { CqlType, Table } from '../../catalog/model.ts';
import type { ColumnDefinition, CreateTable, FieldDefinition, Name } from '../../syntax/ast.ts';
import { resolveType, subTypes } from '../../catalog/types.ts';
import type { Span } from '../../text/span.ts';
import { inServerOrder } from '../judging/server-order.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { beyond, forbiddenOptions, inEachGuarded, switchedOff } from './limits.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import type { Context } from '../judging/context.ts';
import { isSystemKeyspace } from '../judging/system-keyspaces.ts';

/** The name of a table to be, and where it stands. */
interface NewTable {
  readonly name: string;
  readonly nameSpan: Span;
}

/** The entries of an option that is a map, where it is given and is one. */
type Entries = ReadonlyMap<string, string> | undefined;

/** What guardrails say to a new table before its options are read (`CreateTableStatement.validate`). */
export function newTableBeyond(
  statement: CreateTable,
  options: Iterable<string>,
  { name, nameSpan }: NewTable,
  context: Context,
): Outcome {
  const { columns, compactStorage } = statement;
  return inOrder(
    () => forbiddenOptions([...options], context, nameSpan),
    () => columnsBeyond(columns.length, name, nameSpan, context),
    () => tablesBeyond(name, nameSpan, context),
    () => (compactStorage === undefined ? undefined : compactTables(nameSpan, context)),
  );
}

/** The same of a table that is made like another (`CopyTableStatement.validate`). */
export const likenedTableBeyond = (
  options: Iterable<string>,
  { name, nameSpan }: NewTable,
  context: Context,
): Outcome =>
  inOrder(
    () => forbiddenOptions([...options], context, nameSpan),
    () => tablesBeyond(name, nameSpan, context),
  );

/** What it takes over from the other (`CopyTableStatement.apply`); vectors within other types are not looked at. */
export const takenOverBeyond = (table: Table, { name, nameSpan }: NewTable, context: Context): Outcome =>
  inOrder(
    () => columnsBeyond(table.columns.size, name, nameSpan, context),
    () =>
      inEachGuarded(inServerOrder(table, context.release), context, ({ name: column, type }) => {
        return type.kind === 'vector' ? vectorBeyond(column, [type.dimension ?? 0], nameSpan, context) : undefined;
      }),
    () => (table.compactStorage ? compactTables(nameSpan, context) : undefined),
    () => (isCompressed(table) ? undefined : switchedOff(UNCOMPRESSED, 'Uncompressed table', context, nameSpan)),
  );

function tablesBeyond(name: string, span: Span, context: Context): Outcome {
  const tables = (): number => tablesOf(context) + 1;
  return beyond('tables', tables, context, span, ({ threshold, kind }) =>
    kind === 'warning'
      ? `Creating table ${name}, current number of tables ${tables()} exceeds warning threshold of ${threshold}.`
      : `Cannot have more than ${threshold} tables, aborting the creation of table ${name}`,
  );
}

const compactTables = (span: Span, context: Context): Outcome =>
  switchedOff(COMPACT_TABLES, 'Creation of new COMPACT STORAGE tables', context, span);

function isCompressed({ options }: Table): boolean {
  const compression = options.get('compression');
  if (compression?.kind !== 'map') return true;
  const entries = new Map(
    compression.entries.flatMap(({ key, value }) =>
      key.kind === 'literal' && value.kind === 'literal' ? [[key.value, value.value] as const] : [],
    ),
  );
  return !isUncompressed(entries, '6.0');
}

/** Tables may have to be compressed. */
export function uncompressed(compression: Entries, span: Span, context: Context): Outcome {
  if (compression === undefined) return undefined;
  return isUncompressed(compression, context.release)
    ? switchedOff(UNCOMPRESSED, 'Uncompressed table', context, span)
    : undefined;
}

/** Before 5.0, an empty class in the old spelling means none. */
const isUncompressed = (map: ReadonlyMap<string, string>, release: CassandraRelease): boolean =>
  map.size === 0 ||
  map.get('enabled')?.toLowerCase() === 'false' ||
  (map.get('sstable_compression') === '' && !since(release, '5.0'));

/** Dictionaries for compression that may be trained as often as there is data, as far as the statement tells. */
export function untrained(compression: Entries, span: Span, context: Context): Outcome {
  const map = since(context.release, '6.0') ? compression : undefined;
  const name = map?.get('class')?.replace(/^org\.apache\.cassandra\.io\.compress\./, '');
  if (name !== 'ZstdDictionaryCompressor' || map?.get('enabled')?.toLowerCase() === 'false') return undefined;
  if ((map?.get('training_min_frequency') ?? '0m') !== '0m') return undefined;
  return switchedOff(UNTRAINED, 'unset minimum frequency of training for dictionary compressor', context, span);
}

export const columnsBeyond = (count: number, table: string, span: Span, context: Context): Outcome =>
  beyond('columns_per_table', count, context, span, ({ threshold, kind }) =>
    kind === 'warning'
      ? `The table ${table} has ${count} columns, this exceeds the warning threshold of ${threshold}.`
      : `Tables cannot have more than ${threshold} columns, but ${count} provided for table ${table}`,
  );

/** Columns of a table are not changed. */
export const columnsFixed = (span: Span, context: Context): Outcome =>
  switchedOff(ALTER_TABLE, 'ALTER TABLE changing columns', context, span);

/** Vectors among columns or fields: there may be none, or only short ones. */
export const vectors = (
  named: readonly (ColumnDefinition | FieldDefinition)[],
  what: 'Column' | 'Field',
  context: Context,
): Outcome =>
  inEachGuarded(named, context, ({ name, type, span }) => {
    const dimensions = dimensionsIn(resolveType(type, ''));
    if (dimensions.length === 0) return undefined;
    return vectorBeyond(`${what} ${name.name}`, dimensions, span, context);
  });

const vectorBeyond = (what: string, dimensions: readonly number[], span: Span, context: Context): Outcome =>
  inOrder(
    () => switchedOff(VECTORS, what, context, span),
    ...dimensions.map(
      (dimension) => () =>
        beyond('vector_dimensions', dimension, context, span, ({ threshold, kind }) => {
          return `${what} has a vector of ${dimension} dimensions, this exceeds the ${kind} threshold of ${threshold}.`;
        }),
    ),
  );

/** Fields of a user type. */
export const fieldsBeyond = (count: number, { name, span }: Pick<Name, 'name' | 'span'>, context: Context): Outcome =>
  beyond('fields_per_udt', count, context, span, ({ threshold, kind }) =>
    kind === 'warning'
      ? `The user type ${name} has ${count} columns, this exceeds the warning threshold of ${threshold}.`
      : `User types cannot have more than ${threshold} columns, but ${count} provided for user type ${name}.`,
  );

const COMPACT_TABLES = { name: 'compact_tables', setting: 'compact_tables_enabled' };
const UNCOMPRESSED = { name: 'uncompressed_tables_enabled', setting: 'uncompressed_tables_enabled' };
const ALTER_TABLE = { name: 'alter_table', setting: 'alter_table_enabled' };
const VECTORS = { name: 'vector_type_enabled', setting: 'vector_type_enabled' };
const ZERO_TTL = {
  name: 'zero_ttl_on_twcs',
  setting: 'zero_ttl_on_twcs_enabled',
  warning: 'zero_ttl_on_twcs_warned',
  reason:
    'It is suspicious to use default_time_to_live set to 0 with such compaction strategy. ' +
    'Please keep in mind that data will not start to automatically expire after they are older ' +
    'than a respective compaction window unit of a certain size. Please set TTL for your INSERT or UPDATE ' +
    'statements if you expect data to be expired as table settings will not do it. ',
};

const UNTRAINED = {
  name: 'unset_training_min_frequency_enabled',
  setting: 'unset_training_min_frequency_enabled',
  warning: 'unset_training_min_frequency_warned',
  reason:
    'Table uses ZstdDictionaryCompressor without training_min_frequency set. Unlimited training frequency may degrade ' +
    'compression quality and accumulate dictionaries in system_distributed.compression_dictionaries. ' +
    'Consider to set training_min_frequency to a non-zero value.',
};

/** A window of time without a time to live, as far as the statement tells. */
export function zeroTimeToLive(
  compaction: Entries,
  timeToLive: number | undefined,
  span: Span,
  context: Context,
): Outcome {
  const name = compaction?.get('class') ?? '';
  if (!name.endsWith('TimeWindowCompactionStrategy') || (timeToLive ?? 0) !== 0) return undefined;
  const what = '0 default_time_to_live on a table with TimeWindowCompactionStrategy compaction strategy';
  return switchedOff(ZERO_TTL, what, context, span);
}

/** What a vector holds is not looked at. */
const dimensionsIn = (type: CqlType): readonly number[] =>
  type.kind === 'vector' ? [type.dimension ?? 0] : subTypes(type).flatMap(dimensionsIn);

const tablesOf = ({ session, release }: Context): number =>
  [...session.catalog.keyspaces()]
    .filter(({ name, system }) => !system && !isSystemKeyspace(name, release))
    .reduce(
      (count, { tables }) => count + [...tables.values()].filter(({ kind }: Table) => kind !== 'virtual').length,
      0,
    );
