import type { Column } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { quoteString } from '../../syntax/names.ts';
import { isHashedAlike } from '../design/hash-bucket.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import {
  type Copy,
  type CopyColumn,
  emptiableKey,
  isLeftOut,
  isOfFirstRows,
  isNullable,
  partitionOf,
  tableOf,
} from './copy.ts';

/** `INSERT INTO cass.ks.copy SELECT … FROM cass.ks.base`, as the Cassandra connector for Spark runs it. */
export function sparkSql(copy: Copy): string | undefined {
  // The connector writes no tuple that is not there.
  if (copy.columns.some((column) => isNullable(column) && column.from.some(({ type }) => type.kind === 'tuple')))
    return undefined;
  // Its decimals have 18 digits behind the point, and are other keys than those that a query gives.
  if (partitionOf(copy).some(({ from }) => from.some(({ type }) => isNative(type, 'decimal')))) return undefined;
  const values = copy.columns.map((column) => sparkValue(column));
  if (values.includes(undefined)) return undefined;
  const { base } = copy;
  const exploded = explodedOf(copy);
  const list = copy.columns.map(({ name }, index) => `${values[index]!} AS ${tick(name)}`).join(', ');
  const from = rowsOf(copy);
  if (from === undefined) return undefined;
  const into = `cass.${tick(base.keyspace)}.${tick(tableOf(copy))}`;
  const source = exploded === undefined ? from : `${from} ${exploded}`;
  const valueOf = (column: CopyColumn): string => values[copy.columns.indexOf(column)]!;
  const empty = emptiableKey(copy);
  const conditions = [
    ...copy.key.flatMap((column) => {
      if (isNullable(column)) return [`${valueOf(column)} IS NOT NULL`];
      // The connector takes it that a column of the key is never null, and asks nothing.
      return isLeftOut(copy, column) ? [`length(CAST(${valueOf(column)} AS STRING)) IS NOT NULL`] : [];
    }),
    ...(empty === undefined ? [] : [`length(${valueOf(empty)}) > 0`]),
    ...(copy.only === undefined ? [] : [`${tick(copy.only.column.name)} = ${copy.only.constant}`]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  // Rows that are one row of the copy would each add their elements to its lists.
  const once = copy.collapsed && copy.columns.some(({ from }) => from.some(({ type }) => type.kind === 'list'));
  return `INSERT INTO ${into} SELECT ${once ? 'DISTINCT ' : ''}${list} FROM ${source}${where};`;
}

/** The rows of the base, or the newest of each partition; `undefined` where Spark sorts them in another way than Cassandra. */
function rowsOf(copy: Copy): string | undefined {
  const { base } = copy;
  const table = `cass.${tick(base.keyspace)}.${tick(base.name)}`;
  if (!isOfFirstRows(copy)) return table;
  const isOldestFirst = base.clustering[0]?.order === 'ASC';
  const order = base.clustering.map((column) => {
    const sorted = sortedBy(column);
    return sorted === undefined
      ? undefined
      : `${sorted} ${isOldestFirst === (column.order === 'ASC') ? 'DESC' : 'ASC'}`;
  });
  if (order.includes(undefined)) return undefined;
  const partition = base.partitionKey.map(({ name }) => tick(name)).join(', ');
  const place = `row_number() OVER (PARTITION BY ${partition} ORDER BY ${order.join(', ')})`;
  return `(SELECT * FROM (SELECT *, ${place} AS place_in_partition FROM ${table}) WHERE place_in_partition = 1)`;
}

function sortedBy(column: Column): string | undefined {
  const { type, name } = column;
  if (isNative(type, 'timeuuid')) return ticksOf(tick(name));
  return type.kind === 'native' && SORTED_ALIKE.has(type.name) ? tick(name) : undefined;
}

const SORTED_ALIKE: ReadonlySet<string> = new Set(
  'timestamp date time tinyint smallint int bigint text varchar ascii boolean uuid'.split(' '),
);

/** What is not there the connector reads as an empty collection; only a frozen one can be empty. */
export const isReadAsEmpty = (column: CopyColumn): boolean =>
  isNullable(column) &&
  column.derived === undefined &&
  column.from.some(({ type }) => 'frozen' in type && type.frozen && type.kind !== 'user');

const tick = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** One row for each element of a collection, and one for those that are alike: a list that is written twice at one time has all twice. */
function explodedOf({ key }: Copy): string | undefined {
  const columns = key.filter(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function));
  const source = columns[0]?.from[0];
  if (source === undefined) return undefined;
  const name = tick(source.name);
  if (source.type.kind === 'map') {
    return columns.every(({ derived }) => derived?.function === 'map-value')
      ? `LATERAL VIEW explode(array_distinct(map_values(${name}))) x AS element_value`
      : `LATERAL VIEW explode(${name}) x AS element_key, element_value`;
  }
  return `LATERAL VIEW explode(${source.type.kind === 'list' ? `array_distinct(${name})` : name}) x AS element`;
}

const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

function sparkValue(column: CopyColumn): string | undefined {
  const { derived, from, name } = column;
  if (isReadAsEmpty(column)) return `IF(size(${tick(name)}) > 0, ${tick(name)}, NULL)`;
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
    case 'field':
      return `${text}.${tick(derived.value!)}`;
    case 'hash-bucket':
      if (!from.every(({ type }) => isHashedAlike(type))) return undefined;
      return `CAST(pmod(crc32(encode(concat_ws('|', ${from.map(hashedText).join(', ')}), 'UTF-8')), ${derived.count ?? 1}) AS INT)`;
    case 'time-bucket': {
      const millis = source === undefined ? undefined : millisOf(source, derived);
      return millis === undefined ? undefined : bucketOf(millis, derived);
    }
    default:
      return undefined;
  }
}

function hashedText({ name, type }: Column): string {
  if (type.kind === 'native' && type.name === 'timestamp') return `CAST(unix_millis(${tick(name)}) AS STRING)`;
  if (type.kind === 'native' && type.name === 'blob') return `hex(${tick(name)})`;
  return `CAST(${tick(name)} AS STRING)`;
}

const DAY = 86_400_000;

/** Whole steps of a number, rounded down also below zero. */
const stepsOf = (number: string, step: number): string => `floor(${number} / ${step})`;
const floored = (number: string, step: number): string => `${stepsOf(number, step)} * ${step}`;

/** The connector reads a timeuuid as a text: its 100 ns since 1582 stand in three parts. */
const ticksOf = (text: string): string =>
  `CAST(conv(concat(substring(${text}, 16, 3), substring(${text}, 10, 4), substring(${text}, 1, 8)), 16, 10) AS BIGINT)`;

/** The instant of a time column in milliseconds. */
function millisOf({ name, type }: Column, { resolution = 'ms' }: DerivedColumn): string | undefined {
  if (type.kind !== 'native') return undefined;
  const text = tick(name);
  switch (type.name) {
    case 'timestamp':
      return `unix_millis(${text})`;
    case 'date':
      return `(CAST(unix_date(${text}) AS BIGINT) * ${DAY})`;
    case 'timeuuid': {
      const since = `(${ticksOf(text)} - 122192928000000000)`;
      // More digits than a division keeps.
      return `((${since} - pmod(${since}, 10000)) div 10000)`;
    }
    case 'bigint':
    case 'int':
    case 'varint': {
      const number = `CAST(${text} AS BIGINT)`;
      if (resolution === 's') return `(${number} * 1000)`;
      return resolution === 'ms' ? number : stepsOf(number, resolution === 'us' ? 1000 : 1_000_000);
    }
    default:
      return undefined;
  }
}

/** The bucket of an instant, apart from the session's time zone: computed with whole numbers and dates. */
function bucketOf(millis: string, derived: DerivedColumn): string | undefined {
  const { unit = 'day', size = 1 } = derived;
  const date = (number: string): string => `date_from_unix_date(CAST(${stepsOf(number, DAY)} AS INT))`;
  if (unit === 'month' || unit === 'year') {
    const day = date(millis);
    const months = `((year(${day}) - 1970) * 12 + month(${day}) - 1)`;
    const first = `add_months(DATE '1970-01-01', CAST(${floored(months, unit === 'month' ? size : 12 * size)} AS INT))`;
    return written(first, `(CAST(unix_date(${first}) AS BIGINT) * ${DAY})`, derived);
  }
  const step = size * SPANS[unit];
  // Weeks begin on Monday, of which the first came on the fifth day.
  const start =
    unit === 'week' ? `(${floored(`(${millis} - ${4 * DAY})`, step)} + ${4 * DAY})` : `(${floored(millis, step)})`;
  return written(date(step === DAY ? millis : start), start, derived);
}

const SPANS: Readonly<Record<'minute' | 'hour' | 'day' | 'week', number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  week: 7 * DAY,
};

/** A bucket's first day and instant as its column holds it. */
function written(date: string, millis: string, derived: DerivedColumn): string | undefined {
  const { as = 'start', resolution = 'ms', unit = 'day' } = derived;
  if (derived.type.kind !== 'native') return undefined;
  const type = derived.type.name;
  const isText = type === 'text' || type === 'ascii';
  const digits = (step: number, modulus: number): string =>
    `lpad(CAST(pmod(${stepsOf(millis, step)}, ${modulus}) AS STRING), 2, '0')`;
  const cast = (text: string): string => (isText ? text : `CAST(${text} AS ${type === 'int' ? 'INT' : 'BIGINT'})`);
  if (as === 'epoch-days')
    return `CAST(unix_date(${date}) AS ${isText ? 'STRING' : type === 'int' ? 'INT' : 'BIGINT'})`;
  if (as === 's' || as === 'ms' || as === 'us' || as === 'ns') {
    const number = counted(millis, as);
    return isText ? `CAST(${number} AS STRING)` : type === 'int' ? `CAST(${number} AS INT)` : number;
  }
  if (as !== 'start') {
    const day = `date_format(${date}, '${DATE_FORMATS[as]}')`;
    return cast(as === 'yyyymmddhh' ? `concat(${day}, ${digits(3_600_000, 24)})` : day);
  }
  if (type === 'date') return date;
  if (type === 'timestamp') return `timestamp_millis(${millis})`;
  if (type === 'int') return `CAST(${millis} div 1000 AS INT)`;
  if (type === 'bigint' || type === 'varint') return counted(millis, resolution);
  if (!isText) return undefined;
  const day = `date_format(${date}, '${unit === 'year' ? 'yyyy' : unit === 'month' ? 'yyyy-MM' : 'yyyy-MM-dd'}')`;
  if (unit === 'hour') return `concat(${day}, 'T', ${digits(3_600_000, 24)})`;
  return unit === 'minute' ? `concat(${day}, 'T', ${digits(3_600_000, 24)}, ':', ${digits(60_000, 60)})` : day;
}

/** Milliseconds in what a number counts. */
const counted = (millis: string, what: 's' | 'ms' | 'us' | 'ns'): string =>
  what === 's' ? `(${millis} div 1000)` : what === 'ms' ? millis : `(${millis} * ${what === 'us' ? 1000 : 1_000_000})`;

const DATE_FORMATS: Readonly<Record<'yyyy' | 'yyyymm' | 'yyyymmdd' | 'yyyymmddhh', string>> = {
  yyyy: 'yyyy',
  yyyymm: 'yyyyMM',
  yyyymmdd: 'yyyyMMdd',
  yyyymmddhh: 'yyyyMMdd',
};
