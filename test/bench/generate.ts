import { throwing, type Dice } from './dice.ts';

/** What a generated file may hold. */
export interface Wanted {
  readonly seed: number;
  /** About how many UTF-16 code units the text has; it ends with a whole statement. */
  readonly length: number;
  /**
   * Leaves out what the grammar of the tree-sitter comparison does not know: bind markers, UUID literals, functions as values, LIMIT
   * without ORDER BY, table options, comments and the statements about functions, views and roles.
   */
  readonly plain?: boolean;
  /** Statements have about 100 characters, not 200: tables have few columns, named by one word, and no options. */
  readonly short?: boolean;
}

/** CQL as a project's files hold it: tables with options, types, indexes, functions and views, then queries on these tables. */
export function generate({ seed, length, plain = false, short = false }: Wanted): string {
  const dice = throwing(seed);
  const tables: Table[] = [];
  const parts: string[] = [KEYSPACE];
  let size = parts[0]!.length;
  while (size < length) {
    const part = statement(dice, tables, plain, short);
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
}

/** What a generated project may hold. */
export interface WantedProject {
  readonly seed: number;
  readonly tables: number;
  readonly queries: number;
  /** Of the queries, how many percent no table serves. */
  readonly unserved: number;
}

/** The files of a project: a schema, the queries on its tables, and three writes of each table. */
export function generateProject({
  seed,
  tables: count,
  queries,
  unserved,
}: WantedProject): ReadonlyMap<string, string> {
  const dice = throwing(seed);
  const tables = Array.from({ length: count }, (_, index) => newTable(dice, index, false));
  const schema = [KEYSPACE, ...tables.map((table) => `${comment(dice, false)}${createTable(dice, table, false)}\n\n`)];
  const reads = Array.from({ length: queries }, (_, index) => {
    const table = tables[index % count]!;
    return `${dice.chance(unserved) ? unservedSelect(dice, table) : select(dice, table, false)}\n`;
  });
  const writes = tables.map((table) =>
    [insert(dice, table, false), update(dice, table, false), remove(dice, table, false), ''].join('\n'),
  );
  return new Map([
    ['schema.cql', schema.join('')],
    ['queries.cql', reads.join('')],
    ['writes.cql', writes.join('')],
  ]);
}

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: string;
  readonly partition: readonly Column[];
  readonly clustering: readonly Column[];
  readonly others: readonly Column[];
}

function statement(dice: Dice, tables: Table[], plain: boolean, short: boolean): string {
  if (tables.length === 0 || dice.number(100) < 4) {
    const table = newTable(dice, tables.length, plain, short);
    tables.push(table);
    return `${comment(dice, plain)}${createTable(dice, table, plain || short)}\n\n`;
  }
  const table = dice.pick(tables);
  const roll = dice.number(100);
  if (roll < 2) return `${createType(dice, plain)}\n\n`;
  if (roll < 4 && table.others.length > 0)
    return `CREATE INDEX ON shop.${table.name} (${dice.pick(table.others).name});\n`;
  if (roll < 6 && !plain) return `${oddStatement(dice, table)}\n\n`;
  if (roll < 50) return `${comment(dice, plain)}${select(dice, table, plain)}\n`;
  if (roll < 75) return `${insert(dice, table, plain)}\n`;
  if (roll < 88) return `${update(dice, table, plain)}\n`;
  if (roll < 96) return `${remove(dice, table, plain)}\n`;
  return `BEGIN BATCH\n  ${insert(dice, table, plain)}\n  ${update(dice, table, plain)}\nAPPLY BATCH;\n`;
}

const KEYSPACE =
  "CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};\n\n";

const NOUNS = [
  'account',
  'address',
  'article',
  'basket',
  'bill',
  'city',
  'client',
  'course',
  'device',
  'event',
  'group',
  'invoice',
  'item',
  'level',
  'member',
  'message',
  'offer',
  'parcel',
  'payment',
  'price',
  'product',
  'rating',
  'region',
  'sensor',
  'session',
  'shelf',
  'station',
  'ticket',
  'track',
  'user',
  'vendor',
  'visit',
] as const;
const TAILS = ['id', 'name', 'at', 'count', 'code', 'status', 'total', 'kind', 'key', 'note'] as const;
const PLAIN_TYPES = [
  'text',
  'int',
  'bigint',
  'timestamp',
  'boolean',
  'double',
  'date',
  'decimal',
  'varint',
  'text',
] as const;
const RICH_TYPES = [
  ...PLAIN_TYPES,
  'uuid',
  'timeuuid',
  'inet',
  'blob',
  'set<text>',
  'list<int>',
  'map<text, int>',
  'frozen<list<text>>',
] as const;

function newTable(dice: Dice, number: number, plain: boolean, short = false): Table {
  const columns: Column[] = [];
  const used = new Set<string>();
  const wanted = short ? 3 + dice.number(3) : 4 + dice.number(14);
  while (columns.length < wanted) {
    const name = short ? dice.pick(NOUNS) : `${dice.pick(NOUNS)}_${dice.pick(TAILS)}`;
    if (used.has(name)) continue;
    used.add(name);
    columns.push({ name, type: dice.pick(columns.length < 4 ? PLAIN_TYPES : plain ? PLAIN_TYPES : RICH_TYPES) });
  }
  const keys = 1 + dice.number(2);
  // The other grammar wants a clustering column behind several partition columns, and an order of one column only.
  const sorted = plain ? Math.max(keys - 1, dice.number(2)) : dice.number(3);
  return {
    name: `${dice.pick(NOUNS)}_by_${dice.pick(NOUNS)}_${number}`,
    partition: columns.slice(0, keys),
    clustering: columns.slice(keys, keys + sorted),
    others: columns.slice(keys + sorted),
  };
}

function createTable(dice: Dice, table: Table, plain: boolean): string {
  const lines = [...table.partition, ...table.clustering, ...table.others].map(
    ({ name, type }) => `  ${name} ${type},`,
  );
  const partition = table.partition.map(({ name }) => name).join(', ');
  const key = [
    table.partition.length > 1 ? `(${partition})` : partition,
    ...table.clustering.map(({ name }) => name),
  ].join(', ');
  const options: string[] = [];
  if (table.clustering.length > 0) {
    options.push(
      `CLUSTERING ORDER BY (${table.clustering.map(({ name }) => `${name} ${dice.pick(['ASC', 'DESC'])}`).join(', ')})`,
    );
  }
  if (dice.chance(50) && !plain)
    options.push(`comment = 'rows of ${table.name}, read by the ${dice.pick(NOUNS)} page'`);
  if (dice.chance(40) && !plain) {
    options.push("compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '160'}");
    options.push("compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': '16'}");
    options.push(`gc_grace_seconds = ${dice.number(1_000_000)}`);
    options.push("caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}");
  }
  if (dice.chance(20) && !plain) options.push(`default_time_to_live = ${dice.number(1_000_000)}`);
  const tail = options.length === 0 ? '' : ` WITH ${options.join('\n  AND ')}`;
  return `CREATE TABLE IF NOT EXISTS shop.${table.name} (\n${lines.join('\n')}\n  PRIMARY KEY (${key})\n)${tail};`;
}

function createType(dice: Dice, plain: boolean): string {
  const fields = Array.from(
    { length: 2 + dice.number(6) },
    (_, index) => `  ${dice.pick(NOUNS)}_${index} ${dice.pick(plain ? PLAIN_TYPES : RICH_TYPES)}`,
  );
  return `CREATE TYPE IF NOT EXISTS shop.${dice.pick(NOUNS)}_${dice.number(1000)} (\n${fields.join(',\n')}\n);`;
}

function oddStatement(dice: Dice, table: Table): string {
  const [first] = table.partition;
  switch (dice.number(5)) {
    case 0:
      return `CREATE OR REPLACE FUNCTION shop.${dice.pick(NOUNS)}_${dice.number(1000)} (a int, b int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a + b; $$;`;
    case 1:
      return `CREATE MATERIALIZED VIEW IF NOT EXISTS shop.${table.name}_view AS SELECT * FROM shop.${table.name} WHERE ${first!.name} IS NOT NULL PRIMARY KEY (${first!.name});`;
    case 2:
      return `GRANT SELECT ON TABLE shop.${table.name} TO ${dice.pick(NOUNS)};`;
    case 3:
      return `ALTER TABLE shop.${table.name} ADD ${dice.pick(NOUNS)}_${dice.number(1000)} map<text, frozen<set<int>>>;`;
    default:
      return `CREATE CUSTOM INDEX IF NOT EXISTS ON shop.${table.name} (${first!.name}) USING 'StorageAttachedIndex' WITH OPTIONS = {'case_sensitive': 'false'};`;
  }
}

function select(dice: Dice, table: Table, plain: boolean): string {
  const wanted = dice.chance(30)
    ? '*'
    : some(dice, [...table.partition, ...table.clustering, ...table.others])
        .map(({ name }) => name)
        .join(', ');
  const relations = table.partition.map((column) => equals(dice, column, plain));
  if (table.clustering.length > 0 && dice.chance(50)) {
    const [column] = table.clustering;
    relations.push(`${column!.name} ${dice.pick(['>', '>=', '<', '<=', '='])} ${value(dice, column!.type, plain)}`);
  }
  const order = table.clustering.length > 0 && dice.chance(30) ? ` ORDER BY ${table.clustering[0]!.name} DESC` : '';
  const limit = dice.chance(40) && (!plain || order !== '') ? ` LIMIT ${1 + dice.number(500)}` : '';
  return `SELECT ${wanted} FROM shop.${table.name} WHERE ${relations.join(' AND ')}${order}${limit};`;
}

/** A query that asks for what the table is not keyed by, or in an order in which its rows do not lie. */
function unservedSelect(dice: Dice, { name, partition, clustering, others }: Table): string {
  const equal = (columns: readonly Column[]): string[] => columns.map((column) => equals(dice, column, false));
  const simple = others.filter(({ type }) => !type.includes('<'));
  const wanted = dice.chance(30)
    ? '*'
    : some(dice, [...partition, ...clustering, ...others])
        .map((column) => column.name)
        .join(', ');
  const from = `SELECT ${wanted} FROM shop.${name}`;
  const found = simple.length === 0 ? clustering.slice(-1) : [dice.pick(simple)];
  const limit = dice.chance(40) ? ` LIMIT ${1 + dice.number(500)}` : '';
  switch (dice.number(5)) {
    case 0:
      return `${from} WHERE ${equal([...found, ...simple.filter(() => dice.chance(10))].slice(0, 3)).join(' AND ')}${limit} ALLOW FILTERING;`;
    case 1:
      return `${from} WHERE ${equal([...partition, ...found]).join(' AND ')}${limit};`;
    case 2:
      return `${from} WHERE ${equal(partition).join(' AND ')} ORDER BY ${found[0]?.name ?? partition[0]!.name} DESC${limit};`;
    case 3:
      return `${from} WHERE ${partition[0]!.name} > ${value(dice, partition[0]!.type, false)}${limit};`;
    default:
      return `${from} WHERE ${equal(found.length === 0 ? partition.slice(1) : found).join(' AND ')}${limit};`;
  }
}

function insert(dice: Dice, table: Table, plain: boolean): string {
  const columns = [...table.partition, ...table.clustering, ...some(dice, table.others)];
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ type }) => value(dice, type, plain)).join(', ');
  const tail = dice.chance(15) ? ' IF NOT EXISTS' : dice.chance(20) ? ` USING TTL ${dice.number(100_000)}` : '';
  return `INSERT INTO shop.${table.name} (${names}) VALUES (${values})${tail};`;
}

function update(dice: Dice, table: Table, plain: boolean): string {
  if (table.others.length === 0) return insert(dice, table, plain);
  const assignments = some(dice, table.others)
    .map((column) => equals(dice, column, plain))
    .join(', ');
  const where = [...table.partition, ...table.clustering].map((column) => equals(dice, column, plain)).join(' AND ');
  return `UPDATE shop.${table.name} SET ${assignments} WHERE ${where};`;
}

function remove(dice: Dice, table: Table, plain: boolean): string {
  const keys = dice.chance(50) ? table.partition : [...table.partition, ...table.clustering];
  return `DELETE FROM shop.${table.name} WHERE ${keys.map((column) => equals(dice, column, plain)).join(' AND ')};`;
}

const equals = (dice: Dice, { name, type }: Column, plain: boolean): string => `${name} = ${value(dice, type, plain)}`;

function value(dice: Dice, type: string, plain: boolean): string {
  if (!plain && dice.chance(25)) return dice.pick(['?', `:${dice.pick(NOUNS)}`]);
  switch (type) {
    case 'text':
      return `'${dice.pick(NOUNS)} ${dice.number(10_000)}'`;
    case 'timestamp':
      return `'2024-0${1 + dice.number(9)}-1${dice.number(10)} 12:00:00+0000'`;
    case 'date':
      return `'2024-0${1 + dice.number(9)}-1${dice.number(10)}'`;
    case 'boolean':
      return dice.pick(['true', 'false']);
    case 'double':
    case 'decimal':
      return `${dice.number(1000)}.${dice.number(1000)}`;
    case 'uuid':
      return dice.pick(['uuid()', `5f0ca4e2-9d5b-4c3a-8f6e-${100_000_000_000 + dice.number(800_000_000)}`]);
    case 'timeuuid':
      return 'now()';
    case 'inet':
      return `'10.0.${dice.number(256)}.${dice.number(256)}'`;
    case 'blob':
      return `0x${dice.number(1_000_000_000).toString(16).padStart(8, '0')}`;
    case 'set<text>':
      return `{'${dice.pick(NOUNS)}', '${dice.pick(NOUNS)}'}`;
    case 'list<int>':
      return `[${dice.number(100)}, ${dice.number(100)}, ${dice.number(100)}]`;
    case 'map<text, int>':
      return `{'${dice.pick(NOUNS)}': ${dice.number(100)}, '${dice.pick(NOUNS)}': ${dice.number(100)}}`;
    case 'frozen<list<text>>':
      return `['${dice.pick(NOUNS)}']`;
    default:
      return `${dice.number(1_000_000)}`;
  }
}

/** One or more of the items, in their order. */
function some<T>(dice: Dice, items: readonly T[]): readonly T[] {
  const kept = items.filter(() => dice.chance(60));
  return kept.length === 0 ? items.slice(0, 1) : kept;
}

function comment(dice: Dice, plain: boolean): string {
  if (plain || !dice.chance(10)) return '';
  return dice.pick([
    `-- the ${dice.pick(NOUNS)} of a ${dice.pick(NOUNS)}\n`,
    `// ${dice.pick(NOUNS)}\n`,
    `/* ${dice.pick(NOUNS)}:\n   ${dice.pick(NOUNS)} */\n`,
  ]);
}
