import type { Random } from '../../conformance/generate/random.ts';
import { type Base, type Column, identity, keyOf, partitionOf, type UserType } from '../model.ts';
import { type Field, native, type Type, typeText } from '../types.ts';
import type { Row, Value } from '../values.ts';
import { anyType, poolOf, scalar, textTimes } from './pools.ts';

const TABLES: readonly string[] = ['events', 'users', 'orders', 'readings', 'messages', 'items', 'visits', 'payments'];
const TEXT_NAMES: readonly string[] = [
  'kind',
  'email',
  'city',
  'status',
  'author',
  'topic',
  'note',
  'userId',
  'device',
];
const TIME_NAMES: readonly string[] = ['created_at', 'at', 'seen', 'updated_at', 'due', 'ts'];
const OTHER_NAMES: readonly string[] = [
  'score',
  'amount',
  'level',
  'ref',
  'tags',
  'extra',
  'size',
  'flag',
  'data',
  'rank',
  'code',
  'items_left',
];

/** A project's user types and tables, with rows. */
export interface Schema {
  readonly userTypes: readonly UserType[];
  readonly tables: readonly Base[];
}

export function schemaOf(random: Random, prefix: string, tables: number): Schema {
  const userTypes = random.times(random.between(0, 2), (index): UserType => ({
    name: `address${index}`,
    fields: random.times(random.between(1, 3), (at): Field => ({ name: `f${at}`, type: scalar(random) })),
  }));
  const names = random.some(TABLES, tables);
  return { userTypes, tables: names.map((name) => tableOf(name, prefix, userTypes, random)) };
}

function tableOf(name: string, prefix: string, userTypes: readonly UserType[], random: Random): Base {
  const names = {
    text: random.shuffled(TEXT_NAMES),
    time: random.shuffled(TIME_NAMES),
    other: random.shuffled(OTHER_NAMES),
  };
  const nameFor = (type: Type): string => {
    const fits =
      type.kind === 'native' && TIMES.has(type.name)
        ? names.time
        : typeText(type) === 'text'
          ? names.text
          : names.other;
    return fits.pop() ?? names.other.pop() ?? names.text.pop()!;
  };
  const column = (role: Column['role'], type: Type, size: number): Column => {
    const keepsTime = typeText(type) === 'text' && role !== 'partition' && random.chance(0.2);
    const free = nameFor(keepsTime ? native('timestamp') : type);
    // A name with capitals has to be quoted; half of the time it is another one instead.
    const called = /[A-Z]/.test(free) && random.chance(0.5) ? free.toLowerCase() : free;
    return {
      name: called,
      written: /[A-Z]/.test(called) ? `"${called}"` : called,
      type,
      role,
      order: role === 'clustering' && random.chance(0.4) ? 'DESC' : 'ASC',
      pool: keepsTime ? textTimes(size, random) : poolOf(type, size, random),
    };
  };
  const keyType = (): Type =>
    random.chance(0.06) ? { kind: 'list', element: native('int'), frozen: true } : scalar(random);
  const clusteringTypes = random.weighted<readonly Type[]>([
    [2, []],
    [5, [random.chance(0.5) ? native(random.pick(['timestamp', 'timeuuid'])) : keyType()]],
    [3, [keyType(), random.chance(0.5) ? native('timestamp') : keyType()]],
    [1, [keyType(), keyType(), keyType()]],
  ]);
  const partitionCount = random.weighted([
    [6, 1],
    [2, 2],
    [1, 3],
  ]);
  const partition = random.times(partitionCount, () =>
    column(
      'partition',
      clusteringTypes.length === 0 ? native('uuid') : keyType(),
      clusteringTypes.length === 0 ? 30 : 5,
    ),
  );
  const clustering = clusteringTypes.map((type) => column('clustering', type, 6));
  const counters = random.chance(0.04) && clustering.length > 0;
  const statics =
    clustering.length > 0 && !counters
      ? random.times(
          random.weighted([
            [3, 0],
            [1, 1],
            [1, 2],
          ]),
          () => column('static', anyType(random, userTypes), 4),
        )
      : [];
  const regulars = counters
    ? [column('regular', native('counter'), 1)]
    : random.times(random.between(2, 6), () => column('regular', anyType(random, userTypes), random.between(2, 5)));
  const columns = [...partition, ...clustering, ...statics, ...regulars];
  const base = { name, written: `${prefix}${name}`, columns, ...sizesOf(columns, random), rows: [] };
  return { ...base, rows: rowsOf(base, random, 30) };
}

const TIMES: ReadonlySet<string> = new Set(['timestamp', 'timeuuid', 'date']);

/** What says how partitions are to be cut: rates, numbers of rows, the window of a compaction. */
function sizesOf(columns: readonly Column[], random: Random): Pick<Base, 'annotations' | 'options'> {
  const partition = columns.filter(({ role }) => role === 'partition');
  const order = columns.filter(({ role }) => role === 'clustering');
  const clusteringOrder = order.some((one) => one.order === 'DESC')
    ? [`CLUSTERING ORDER BY (${order.map(({ written, order: way }) => `${written} ${way}`).join(', ')})`]
    : [];
  const per = random.pick(partition).written;
  const annotations = random.weighted<readonly string[]>([
    [6, []],
    [1, [`-- @rate ${random.pick([5, 600, 100_000])}/day per ${per}`]],
    [1, ['-- @rows-per-partition 5000000']],
    [1, [`-- @rows ${random.pick(['1M', '500M'])}`]],
  ]);
  const window = `{'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '${random.pick(['HOURS', 'DAYS', 'MINUTES'])}', 'compaction_window_size': '${random.pick([1, 2, 4, 6, 30])}'}`;
  return { annotations, options: [...clusteringOrder, ...(random.chance(0.1) ? [`compaction = ${window}`] : [])] };
}

/** Rows with different keys; now and then a value is absent. */
function rowsOf(base: Base, random: Random, count: number): readonly Row[] {
  const key = keyOf(base);
  const statics = new Map<string, Row>();
  const rows = new Map<string, Row>();
  const some = (column: Column): Value => (random.chance(0.12) ? null : random.pick(column.pool));
  for (let attempt = 0; attempt < count * 3 && rows.size < count; attempt++) {
    const row = new Map<string, Value>(key.map((column) => [column.name, random.pick(column.pool)]));
    const partition = identity(row, partitionOf(base));
    const shared =
      statics.get(partition) ??
      new Map(base.columns.filter(({ role }) => role === 'static').map((column) => [column.name, some(column)]));
    statics.set(partition, shared);
    for (const [name, value] of shared) row.set(name, value);
    for (const column of base.columns.filter(({ role }) => role === 'regular')) row.set(column.name, some(column));
    const id = identity(row, key);
    if (!rows.has(id)) rows.set(id, row);
  }
  return [...rows.values()];
}

/** The project's schema file. */
export function schemaText({ userTypes, tables }: Schema, prefix: string): string {
  const types = userTypes.map(
    ({ name, fields }) =>
      `CREATE TYPE ${prefix}${name} (${fields.map((field) => `${field.name} ${typeText(field.type)}`).join(', ')});`,
  );
  const creates = tables.map((base) => [...base.annotations, `${createTable(base, prefix)};`].join('\n'));
  return [...types, ...creates, ''].join('\n\n');
}

function createTable({ written, columns, options }: Base, prefix: string): string {
  // User types belong to the keyspace of their table.
  const definitions = columns.map(
    ({ written: name, type, role }) => `  ${name} ${typeText(type, prefix)}${role === 'static' ? ' STATIC' : ''}`,
  );
  const names = (role: Column['role']): readonly string[] =>
    columns.filter((column) => column.role === role).map((column) => column.written);
  const key = [`(${names('partition').join(', ')})`, ...names('clustering')].join(', ');
  const suffix = options.length === 0 ? '' : ` WITH ${options.join(' AND ')}`;
  return `CREATE TABLE ${written} (\n${[...definitions, `  PRIMARY KEY (${key})`].join(',\n')}\n)${suffix}`;
}
