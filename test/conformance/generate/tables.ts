import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, type Column, type Keyspace, type Made, type Table } from './model.ts';
import { columnName, columnText } from './columns.ts';
import { tableOptions } from './options.ts';
import { native, printType, scalarTypes, typeFor, type CqlType } from './types.ts';

const TRANSACTIONAL = "transactional_mode = 'full'";

/** A CREATE TABLE; without mistakes owed it is one that the server takes. */
export function createTable(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const name = tableNameOf(maker);
  const counter = random.chance(0.1);
  const compact = random.chance(maker.since(4) ? 0.05 : 0.1);
  const columns = counter
    ? counterColumns(maker, keyspace)
    : compact
      ? compactColumns(maker)
      : plainColumns(maker, keyspace);
  const transactional = maker.transactions && !counter && random.chance(0.8);
  const table: Table = {
    keyspace: keyspace.name,
    name,
    columns,
    indexes: [],
    ...(compact && { compact }),
    ...(transactional && { transactional }),
  };
  const inline =
    columns.filter(({ kind }) => kind === 'partition').length === 1 &&
    columnsOf(table, 'clustering').length === 0 &&
    random.chance(0.7);
  const items = columns.map((column) => columnText(maker, column, inline && column.kind === 'partition'));
  if (!inline && !maker.slip(0.03)) items.push(`PRIMARY KEY ${primaryKey(maker, table)}`);
  if (maker.slip(0.03))
    items.push(
      random.pick(['PRIMARY KEY (k)', items[0] ?? 'k int', 'nokey int PRIMARY KEY', 'n counter', 's int static']),
    );
  const order =
    columnsOf(table, 'clustering').length > 0 && random.chance(0.3)
      ? [clusteringOrder(maker, table)]
      : maker.slip(0.02)
        ? ['CLUSTERING ORDER BY (v ASC)']
        : [];
  const options = tableOptions(
    maker,
    [...order, ...(compact ? ['COMPACT STORAGE'] : []), ...(transactional ? [TRANSACTIONAL] : [])],
    counter ? 0.2 : 0.4,
  );
  maker.note(`CREATE TABLE|${counter ? 'counter' : compact ? 'compact' : 'plain'}`);
  return {
    cql: `CREATE ${random.chance(0.95) ? 'TABLE' : 'COLUMNFAMILY'} ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${qualified(maker, keyspace.name, name)} (${items.join(', ')})${options}`,
    change: () => keyspace.tables.push(table),
    touches: [name],
  };

  function tableNameOf({ slip, mint }: Maker): string {
    // With the name of a view the change is made by halves.
    const tables = keyspace.tables.filter(({ base }) => base === undefined || random.chance(0.1));
    if (slip(0.04) && tables.length > 0) return random.pick(tables).name;
    if (slip(0.02)) return random.pick([`t${'x'.repeat(48)}`, 'a-b', 'two words', 'é', 't'.repeat(230), 'select']);
    return mint('t');
  }
}

/** One table for each type as key, clustering, static and regular column: what random tables reach only slowly. */
export function typeTables(maker: Maker, keyspace: Keyspace): readonly Made[] {
  const { random } = maker;
  const made = (columns: readonly Column[], options = ''): Made => {
    const transactional = maker.transactions && options === '';
    const table: Table = {
      keyspace: keyspace.name,
      name: maker.mint('t'),
      columns,
      indexes: [],
      ...(transactional && { transactional }),
    };
    const items = columns.map(
      ({ name, type, kind }) => `${id(name)} ${printType(type)}${kind === 'static' ? ' static' : ''}`,
    );
    return {
      cql: `CREATE TABLE ${id(table.name)} (${items.join(', ')}, PRIMARY KEY ${primaryKey({ ...maker, slip: () => false }, table)})${transactional ? ` WITH ${TRANSACTIONAL}` : options}`,
      change: () => keyspace.tables.push(table),
      touches: [table.name],
    };
  };
  const column = (kind: Column['kind'], type: CqlType): Column => ({ name: maker.mint(kind[0] ?? 'c'), type, kind });
  const vectors = (): readonly Made[] => {
    const vector = column('regular', { kind: 'vector', of: native('float'), size: 2 });
    const table = made([
      column('partition', native('int')),
      column('clustering', native('timestamp')),
      vector,
      column('regular', native('int')),
      column('regular', native('text')),
    ]);
    const [name] = table.touches ?? [];
    const index = maker.mint('i');
    return [
      table,
      {
        cql: `CREATE CUSTOM INDEX ${id(index)} ON ${id(name ?? '')} (${id(vector.name)}) USING 'StorageAttachedIndex'`,
        touches: [index],
        change: () => {
          const owner = keyspace.tables.find((each) => each.name === name);
          owner?.indexes.push({ name: index, column: vector.name, target: 'simple', family: 'sai' });
        },
      },
    ];
  };
  const all = random.shuffled(scalarTypes);
  return [
    made([column('partition', native('int')), ...[...all, native('duration')].map((type) => column('regular', type))]),
    made([
      ...all.slice(0, 2).map((type) => column('partition', type)),
      ...all.slice(2, 5).map((type) => column('clustering', type)),
      column('static', random.pick(all)),
      column('regular', native('int')),
    ]),
    made([
      column('partition', random.pick(all)),
      ...all.slice(0, 4).map((type) => column('clustering', type)),
      column('regular', native('text')),
    ]),
    ...(maker.since(5) ? vectors() : []),
  ];
}

function plainColumns(maker: Maker, keyspace: Keyspace): readonly Column[] {
  const { random } = maker;
  const clustering = random.weighted([
    [4, 0],
    [4, 1],
    [3, 2],
    [2, 3],
  ] as const);
  const statics =
    clustering > 0
      ? random.weighted([
          [6, 0],
          [3, 1],
          [1, 2],
        ] as const)
      : maker.slip(0.03)
        ? 1
        : 0;
  return [
    ...random.times(
      random.weighted([
        [6, 1],
        [3, 2],
        [1, 3],
      ] as const),
      () => columnOf(maker, keyspace, 'partition'),
    ),
    ...random.times(clustering, () => columnOf(maker, keyspace, 'clustering')),
    ...random.times(statics, () => columnOf(maker, keyspace, 'static')),
    ...random.times(random.between(0, 6), () => columnOf(maker, keyspace, 'regular')),
  ];
}

function counterColumns(maker: Maker, keyspace: Keyspace): readonly Column[] {
  const { random } = maker;
  const column = (kind: Column['kind'], type: CqlType): Column => ({ name: columnName(maker, kind), type, kind });
  return [
    columnOf(maker, keyspace, 'partition'),
    ...random.times(random.below(3), () => columnOf(maker, keyspace, 'clustering')),
    ...random.times(random.between(1, 2), () => column('regular', native('counter'))),
    ...(maker.slip(0.15) ? [columnOf(maker, keyspace, 'regular')] : []),
  ];
}

function compactColumns(maker: Maker): readonly Column[] {
  const { random } = maker;
  const column = (kind: Column['kind']): Column => ({
    name: columnName(maker, kind),
    type: random.pick(scalarTypes),
    kind,
  });
  const clustering = random.times(random.below(3), () => column('clustering'));
  const regular = maker.slip(0.2) ? random.below(3) : 1;
  return [column('partition'), ...clustering, ...random.times(regular, () => column('regular'))];
}

function columnOf(maker: Maker, keyspace: Keyspace, kind: Column['kind']): Column {
  const place = kind === 'partition' || kind === 'clustering' ? 'key' : kind;
  return { name: columnName(maker, kind), type: typeFor(maker, keyspace, place), kind };
}

function primaryKey(maker: Maker, table: Table): string {
  const { random } = maker;
  let key = columnsOf(table, 'partition').map(({ name }) => id(name));
  let clustering = columnsOf(table, 'clustering').map(({ name }) => id(name));
  if (maker.slip(0.04))
    clustering = random.pick([[...clustering, 'nocolumn'], [...clustering, key[0] ?? 'k'], clustering.slice(1)]);
  if (maker.slip(0.02)) key = random.pick([['nocolumn'], [...key, ...key]]);
  const other = table.columns.find(({ kind }) => kind === 'static' || kind === 'regular');
  if (other !== undefined && maker.slip(0.03)) clustering = [...clustering, id(other.name)];
  const partition = key.length === 1 && random.chance(0.8) ? (key[0] ?? '') : `(${key.join(', ')})`;
  return `(${[partition, ...clustering].join(', ')})`;
}

function clusteringOrder(maker: Maker, table: Table): string {
  const { random } = maker;
  let names = columnsOf(table, 'clustering').map(({ name }) => id(name));
  if (maker.slip(0.15))
    names = random.pick([
      names.toReversed(),
      names.slice(1),
      [...names, 'nocolumn'],
      [...names, ...names],
      [id(table.columns[0]?.name ?? 'k')],
    ]);
  else if (random.chance(0.15)) names = names.slice(0, 1);
  if (names.length === 0) names = ['nocolumn'];
  return `CLUSTERING ORDER BY (${names.map((name) => `${name} ${random.pick(['ASC', 'DESC'])}`).join(', ')})`;
}
