import { hasCounters } from '../../catalog/table-columns.ts';
import { printFilled, printName } from '../../catalog/names.ts';
import { isMultiCell, isNative } from '../../catalog/types.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { isReadAsEmpty, sparkSql } from './spark.ts';
import { expires } from '../evidence/ttl.ts';
import { type Copy, type CopyColumn, emptiableKey, isLeftOut, isOfFirstRows, tableOf } from './copy.ts';

type Backfill = NonNullable<Proposal['backfill']>;

/**
 * How a copy gets the rows that are there already: DSBulk where each column can be selected from the base, and Spark SQL for all.
 *
 * `undefined` where neither can compute a column, so that a program of one's own has to.
 */
export function backfillOf(copy: Copy): Backfill | undefined {
  // Without its keyspace no command finds the table; what is copied of counters is added, whenever it runs.
  if (copy.base.keyspace === '' || hasCounters(copy.base)) return undefined;
  const spark = sparkSql(copy);
  const bulk = dsbulk(copy);
  const commands = [
    ...(bulk ?? []),
    ...(spark === undefined ? [] : [`SET spark.cassandra.output.timestamp=${OLD_MICROS}`, spark]),
  ];
  const details = [...hashedBy(copy), ...lost(copy, { byBulk: bulk !== undefined, bySpark: spark !== undefined })];
  return commands.length === 0 ? undefined : { why: [BACKFILL_STEPS, ...details].join(' '), details, commands };
}

/** How a table that holds the rows of another is brought in, whatever the table. */
export const BACKFILL_STEPS =
  'In this order nothing is lost: create the table; deploy the writes that keep both in step; copy what is there; compare the ' +
  'counts; let the queries read the new table; then drop what nobody reads. What is copied gets a write time before all others, so what ' +
  'the deployed writes write or delete meanwhile wins. Where WRITETIME matters, or compaction goes by it, put the moment of that deployment in its place.';

/** The first second of 1970: older than any write, and not 0, which DSBulk takes for none. */
const OLD_MICROS = 1_000_000;
const OLD_INSTANT = '1970-01-01T00:00:01Z';

/** Deletes have to find the shard that copying chose. */
function hashedBy({ columns }: Copy): readonly string[] {
  return columns.flatMap(({ derived, from, written }) =>
    derived?.function === 'hash-bucket'
      ? [
          `\`${written}\` is the CRC-32 of ${derived.from.map((name) => `\`${name}\``).join(', ')}, as texts joined by \`|\`${textsOf(from)}, modulo ${derived.count!}: the writes must compute the same.`,
        ]
      : [],
  );
}

/** How values are written whose texts differ from one language to the other. */
function textsOf(columns: CopyColumn['from']): string {
  const told = TEXTS.flatMap(([name, text]) => (columns.some(({ type }) => isNative(type, name)) ? [text] : []));
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}

const TEXTS: readonly (readonly [string, string])[] = [
  ['timestamp', 'timestamps in milliseconds'],
  ['time', 'times of day in nanoseconds'],
  ['blob', 'blobs in hexadecimal digits, capital ones'],
];

/** What the tools do not carry over. */
function lost(
  copy: Copy,
  { byBulk, bySpark }: { readonly byBulk: boolean; readonly bySpark: boolean },
): readonly string[] {
  const { base, columns } = copy;
  const empty = emptiableKey(copy);
  const holds = (name: string): boolean => columns.some(({ from }) => from.some(({ type }) => isNative(type, name)));
  return [
    expires(base)
      ? 'Rows that were to expire begin their time anew.'
      : 'A time to live is not carried over: what was written USING TTL stays until it is deleted.',
    ...(byBulk && empty !== undefined
      ? [
          `DSBulk reports rows whose \`${empty.written}\` is empty as errors: no partition key of one column takes that.`,
        ]
      : []),
    ...(byBulk && columns.some(({ derived }) => derived?.function === 'time-bucket')
      ? ['For times before 1970 Cassandra gives DSBulk the day after: copy those by Spark.']
      : []),
    ...(bySpark && holds('decimal')
      ? ['Spark keeps 20 digits before and 18 behind the point of a decimal: one of more before it is null.']
      : []),
    ...(bySpark && holds('varint') ? ['Spark keeps 38 digits of a varint: one of more is null.'] : []),
    ...(bySpark && columns.some(isReadAsEmpty)
      ? ['Spark reads a frozen collection that is not there as an empty one, so that empty ones are left out.']
      : []),
  ];
}

/** Unload with a query that computes, load into the copy; where functions of CQL can compute all columns. */
function dsbulk(copy: Copy): readonly string[] | undefined {
  const { base, only } = copy;
  // DSBulk writes rows as they come: it cannot leave out those without a key, nor make several of one.
  if (only !== undefined || copy.key.some((column) => isLeftOut(copy, column))) return undefined;
  const values = copy.columns.map(bulkValue);
  if (values.includes(undefined) || copy.columns.some(({ from }) => from.some(({ type }) => isMultiCell(type))))
    return undefined;
  const list = copy.columns
    .map((column, index) =>
      column.derived === undefined ? values[index]! : `${values[index]!} AS ${printName(column.name)}`,
    )
    .join(', ');
  const keyspace = printName(base.keyspace);
  const first = isOfFirstRows(copy) ? ' PER PARTITION LIMIT 1' : '';
  const query = `SELECT ${list} FROM ${keyspace}.${printFilled(base.name)}${first}`;
  return [
    `dsbulk unload -query ${shell(query)} -url ${tableOf(copy)}`,
    `dsbulk load -k ${base.keyspace} -t ${tableOf(copy)} -url ${tableOf(copy)} --schema.queryTimestamp ${OLD_INSTANT} --connector.csv.maxCharsPerColumn -1`,
  ];
}

function bulkValue({ derived, from, name }: CopyColumn): string | undefined {
  if (derived === undefined) return printName(from[0]?.name ?? name);
  const [source] = from;
  const daily =
    derived.function === 'time-bucket' &&
    derived.unit === 'day' &&
    derived.size === undefined &&
    derived.as === undefined;
  if (!daily || source?.type.kind !== 'native' || derived.type.kind !== 'native' || derived.type.name !== 'date')
    return undefined;
  return source.type.name === 'timestamp' || source.type.name === 'timeuuid'
    ? `toDate(${printName(source.name)})`
    : undefined;
}

/** In quotes of the shell, around what DSBulk reads as a text of its configuration. */
const shell = (text: string): string => `"${escaped(escaped(text))}"`;

const escaped = (text: string): string => text.replaceAll(/["\\]/g, String.raw`\$&`);
