import { printName } from '../catalog/names.ts';
import { isMultiCell } from '../catalog/types.ts';
import { quoteString } from '../syntax/names.ts';
import type { DerivedColumn, Proposal } from './proposal.ts';
import { expires } from './ttl.ts';
import type { Copy, CopyColumn } from './writes/copy.ts';

type Backfill = NonNullable<Proposal['backfill']>;

/**
 * How a copy gets the rows that are there already: DSBulk where each column can be selected from the base, and Spark SQL for all.
 *
 * `undefined` where neither can compute a column, so that a program of one's own has to.
 */
export function backfillOf(copy: Copy): Backfill | undefined {
  const spark = sparkSql(copy);
  const bulk = dsbulk(copy);
  // Without its keyspace no command finds the table.
  if (spark === undefined || copy.base.keyspace === '') return undefined;
  const ttl = expires(copy.base) ? ' Rows that were to expire begin their time anew.' : '';
  return {
    why: `${STEPS}${ttl}`,
    commands: [...(bulk ?? []), spark],
  };
}

const STEPS =
  'In this order nothing is lost: create the table; deploy the writes that keep both in step; copy what is there; compare the ' +
  'counts; let the queries read the new table; then drop what nobody reads. A row that changes while it is copied may be overwritten ' +
  'by its old state: copy at a quiet time, or copy again.';

/** `INSERT INTO cass.ks.copy SELECT … FROM cass.ks.base`, as the Cassandra connector for Spark runs it. */
function sparkSql(copy: Copy): string | undefined {
  const values = copy.columns.map((column) => sparkValue(column));
  if (values.includes(undefined)) return undefined;
  const { base } = copy;
  const exploded = explodedOf(copy);
  const list = copy.columns.map(({ name }, index) => `${values[index]!} AS ${tick(name)}`).join(', ');
  const from = `cass.${tick(base.keyspace)}.${tick(base.name)}`;
  const into = `cass.${tick(base.keyspace)}.${tick(tableOf(copy))}`;
  const source = exploded === undefined ? from : `${from} ${exploded}`;
  const conditions = [
    ...copy.key.flatMap((column) =>
      isNullable(column) ? [`${values[copy.columns.indexOf(column)]!} IS NOT NULL`] : [],
    ),
    ...(copy.only === undefined ? [] : [`${tick(copy.only.column.name)} = ${copy.only.constant}`]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `INSERT INTO ${into} SELECT ${list} FROM ${source}${where};`;
}

const tick = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const tableOf = ({ written }: Copy): string => {
  const name = written.slice(written.lastIndexOf('.') + 1);
  return name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase();
};

const isNullable = ({ from, derived }: CopyColumn): boolean =>
  derived?.function !== 'constant' && from.some(({ kind }) => kind === 'regular' || kind === 'static');

/** One row for each element of a collection. */
function explodedOf({ key }: Copy): string | undefined {
  const column = key.find(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function));
  const source = column?.from[0];
  if (source === undefined) return undefined;
  return source.type.kind === 'map'
    ? `LATERAL VIEW explode(${tick(source.name)}) x AS element_key, element_value`
    : `LATERAL VIEW explode(${tick(source.name)}) x AS element`;
}

const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

function sparkValue({ derived, from, name }: CopyColumn): string | undefined {
  if (derived === undefined) return tick(from[0]?.name ?? name);
  const [source] = from;
  const text = source === undefined ? '' : tick(source.name);
  switch (derived.function) {
    case 'constant':
      return quoteString(derived.value ?? '');
    case 'element':
      return 'element';
    case 'map-key':
      return 'element_key';
    case 'map-value':
      return 'element_value';
    case 'copy':
      return text;
    case 'prefix':
      return `substring(${text}, 1, ${derived.length ?? 1})`;
    case 'reverse':
      return `reverse(${text})`;
    case 'lower':
      return `lower(${text})`;
    case 'time-bucket':
      return sparkBucket(derived, from);
    default:
      return undefined;
  }
}

/** Time buckets of timestamps and dates, one unit long, in the session's time zone, which has to be UTC. */
function sparkBucket({ unit, size, as, type }: DerivedColumn, [source]: CopyColumn['from']): string | undefined {
  if (
    source?.type.kind !== 'native' ||
    type.kind !== 'native' ||
    unit === undefined ||
    size !== undefined ||
    as !== undefined
  )
    return undefined;
  if (source.type.name !== 'timestamp' && source.type.name !== 'date') return undefined;
  const start = `date_trunc(${quoteString(unit)}, ${tick(source.name)})`;
  return type.name === 'date' ? `to_date(${start})` : type.name === 'timestamp' ? start : undefined;
}

/** Unload with a query that computes, load into the copy; where functions of CQL can compute all columns. */
function dsbulk(copy: Copy): readonly string[] | undefined {
  const { base, only } = copy;
  // DSBulk writes rows as they come: it cannot leave out those without a key, nor make several of one.
  if (only !== undefined || copy.key.some(isNullable)) return undefined;
  const values = copy.columns.map(bulkValue);
  if (values.includes(undefined) || copy.columns.some(({ from }) => from.some(({ type }) => isMultiCell(type))))
    return undefined;
  const list = copy.columns
    .map((column, index) =>
      column.derived === undefined ? values[index]! : `${values[index]!} AS ${printName(column.name)}`,
    )
    .join(', ');
  const keyspace = printName(base.keyspace);
  const query = `SELECT ${list} FROM ${keyspace}.${printName(base.name)}`;
  return [
    `dsbulk unload -query ${shell(query)} -url ${tableOf(copy)}`,
    `dsbulk load -k ${base.keyspace} -t ${tableOf(copy)} -url ${tableOf(copy)}`,
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

/** In quotes of the shell. */
const shell = (text: string): string => `"${text.replaceAll('"', String.raw`\"`)}"`;
