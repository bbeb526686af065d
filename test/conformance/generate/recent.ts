import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, type Column, type Keyspace, type Made, type Table } from './model.ts';
import { select } from './queries.ts';
import { term } from './terms.ts';
import { native, printType, type CqlType } from './types.ts';
import { relation, rowRelations } from './where.ts';
import { write } from './writes.ts';

/** A transaction of 6.0. */
export function transaction(maker: Maker, tables: readonly Table[]): string {
  const { random } = maker;
  const table = random.pick(tables);
  const rows = random.times(random.below(3), (index) => ({
    name: maker.slip(0.1) ? 'row0' : `row${index}`,
    table: random.chance(0.8) ? table : random.pick(tables),
  }));
  const lets = rows.map((row) => `LET ${row.name} = (${letSelect(maker, row.table)});`);
  const result = random.pick([
    () => '',
    () => `${letSelect(maker, table)};`,
    () => `SELECT ${random.times(random.pick([1, 1, 2]), () => reference(maker, rows, table)).join(', ')};`,
    () => `${select(maker, table)};`,
  ])();
  const writes = random.times(random.below(3), () => {
    const into = random.chance(0.8) ? table : random.pick(tables);
    return rows.length > 0 && random.chance(0.5) ? referringWrite(maker, rows, into) : write(maker, into);
  });
  // The same again, which is once too often.
  if (maker.slip(0.1) && writes[0] !== undefined) writes.push(writes[0]);
  const conditional = random.chance(0.4);
  if (conditional && writes.length === 0) writes.push(write(maker, table));
  const body = writes.map((each) => `${each};`).join(' ');
  const conditions = random.times(random.pick([1, 1, 2]), () => condition(maker, rows, table)).join(' AND ');
  maker.note('TRANSACTION');
  return [
    'BEGIN TRANSACTION',
    ...lets,
    result,
    conditional ? `IF ${conditions} THEN ${body} END IF` : body,
    'COMMIT TRANSACTION',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

interface Row {
  readonly name: string;
  readonly table: Table;
}

/** What stands for a row that was read, or a part of it; `type` is one that its column should have. */
function reference(maker: Maker, rows: readonly Row[], table: Table, type?: CqlType): string {
  const { random } = maker;
  const row = rows.length === 0 || maker.slip(0.05) ? { name: `row${random.below(2)}`, table } : random.pick(rows);
  if (maker.slip(0.05)) return row.name;
  const fitting = row.table.columns.filter((column) => type && printType(column.type) === printType(type));
  const column = random.pick(fitting.length === 0 || maker.slip(0.1) ? row.table.columns : fitting);
  const name = `${row.name}.${maker.slip(0.05) ? 'nocolumn' : id(column.name)}`;
  const whole = type !== undefined && !maker.slip(0.1);
  if (whole || random.chance(0.5)) return name;
  switch (column.type.kind) {
    case 'list':
      return `${name}[${term(maker, native('int'))}]`;
    case 'set':
      return `${name}[${term(maker, column.type.of)}]`;
    case 'map':
      return `${name}[${term(maker, column.type.key)}]`;
    case 'user': {
      const { fields } = column.type.type;
      return fields[0] === undefined ? name : `${name}.${id(random.pick(fields).name)}`;
    }
    default:
      return name;
  }
}

function condition(maker: Maker, rows: readonly Row[], table: Table): string {
  const { random } = maker;
  const row = rows.length === 0 ? { name: 'row0', table } : random.pick(rows);
  const column = random.pick(row.table.columns);
  const read = `${row.name}.${maker.slip(0.05) ? 'nocolumn' : id(column.name)}`;
  const value = term(maker, column.type);
  const operator = random.pick(['=', '!=', '<', '<=', '>', '>=']);
  return random.pick([
    `${read} ${operator} ${value}`,
    `${value} ${operator} ${read}`,
    `${reference(maker, rows, table)} IS NULL`,
    `${row.name} IS NOT NULL`,
  ]);
}

/** An UPDATE or INSERT of what was read. */
function referringWrite(maker: Maker, rows: readonly Row[], table: Table): string {
  const { random } = maker;
  const name = qualified(maker, table.keyspace, table.name);
  const others = random.some(
    table.columns.filter(({ kind }) => kind === 'regular' || kind === 'static'),
    3,
  );
  const value = (column: Column): string =>
    random.chance(0.3) ? term(maker, column.type) : reference(maker, rows, table, column.type);
  if (others.length === 0 || random.chance(0.4)) {
    const keys = table.columns.filter(({ kind }) => kind === 'partition' || kind === 'clustering');
    const values = [
      ...keys.map((key) => (maker.slip(0.05) ? reference(maker, rows, table, key.type) : term(maker, key.type))),
      ...others.map(value),
    ];
    return `INSERT INTO ${name} (${[...keys, ...others].map((column) => id(column.name)).join(', ')}) VALUES (${values.join(', ')})`;
  }
  const assignments = others.map((column) => {
    const target = id(column.name);
    const { type } = column;
    if (type.kind === 'map' && random.chance(0.3))
      return `${target}[${term(maker, type.key)}] = ${reference(maker, rows, table, type.of)}`;
    return `${target} ${random.pick(['=', '=', '+=', '-='])} ${value(column)}`;
  });
  const statics = others.every(({ kind }) => kind === 'static');
  return `UPDATE ${name} SET ${assignments.join(', ')} WHERE ${rowRelations(maker, 'UPDATE', table, statics)}`;
}

function letSelect(maker: Maker, table: Table): string {
  const { random } = maker;
  const keys = table.columns.filter(({ kind }) => kind === 'partition' || (kind === 'clustering' && !maker.slip(0.2)));
  const names = random.chance(0.4)
    ? '*'
    : random
        .some(table.columns, 2)
        .map(({ name }) => id(name))
        .join(', ');
  const where = keys
    .map((column) =>
      relation(maker, 'SELECT', table, column, maker.slip(0.1) ? 'any' : random.chance(0.9) ? '=' : 'IN'),
    )
    .join(' AND ');
  const limit = random.pick(['', '', ' LIMIT 1', ` LIMIT ${maker.slip(0.2) ? random.pick(['0', '2', '?']) : '1'}`]);
  return `SELECT ${names} FROM ${qualified(maker, table.keyspace, maker.slip(0.05) ? 'notable' : table.name)} WHERE ${where}${limit}`;
}

/** COMMENT ON and SECURITY LABEL of 6.0. */
export function labelStatement(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const table = keyspace.tables.length > 0 ? random.pick(keyspace.tables) : undefined;
  const type = keyspace.types.length > 0 ? random.pick(keyspace.types) : undefined;
  const tableName = qualified(maker, keyspace.name, maker.slip(0.15) || table === undefined ? 'notable' : table.name);
  const typeName = qualified(maker, keyspace.name, maker.slip(0.15) || type === undefined ? 'notype' : type.name);
  const column =
    maker.slip(0.15) || table === undefined
      ? 'nocolumn'
      : id(random.pick(columnsOf(table, random.pick(['partition', 'regular'])).concat(table.columns)).name);
  const field = maker.slip(0.15) || type?.fields[0] === undefined ? 'nofield' : id(random.pick(type.fields).name);
  const target = random.pick([
    `KEYSPACE ${id(maker.slip(0.2) ? 'nokeyspace' : keyspace.name)}`,
    `TABLE ${tableName}`,
    `COLUMN ${tableName}.${column}`,
    `TYPE ${typeName}`,
    `FIELD ${typeName}.${field}`,
  ]);
  const text = maker.slip(0.2)
    ? random.pick(["''", `'${'x'.repeat(49)}'`, `'${'x'.repeat(2000)}'`])
    : random.pick(["'a text'", 'NULL', "'x'"]);
  maker.note('COMMENT ON');
  const head = random.chance(0.6) ? 'COMMENT' : `SECURITY LABEL${random.chance(0.3) ? ' FOR provider' : ''}`;
  return { cql: `${head} ON ${target} IS ${text}`, touches: [], change: () => undefined };
}
