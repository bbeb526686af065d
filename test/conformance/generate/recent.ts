import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, type Keyspace, type Made, type Table } from './model.ts';
import { select } from './queries.ts';
import { term } from './terms.ts';
import { relation } from './where.ts';
import { write } from './writes.ts';

/** A transaction of 6.0. */
export function transaction(maker: Maker, tables: readonly Table[]): string {
  const { random } = maker;
  const table = random.pick(tables);
  const lets = random.times(
    random.below(3),
    (index) => `LET ${maker.slip(0.1) ? 'row0' : `row${index}`} = (${letSelect(maker, table)});`,
  );
  const column = random.pick(table.columns);
  const reference = `row${random.below(2)}.${maker.slip(0.1) ? 'nocolumn' : id(column.name)}`;
  const result = random.pick(['', `${letSelect(maker, table)};`, `SELECT ${reference};`, `${select(maker, table)};`]);
  const writes = random
    .times(random.below(3), () => `${write(maker, maker.random.chance(0.8) ? table : random.pick(tables))};`)
    .join(' ');
  const condition = random.pick([
    `${reference} = ${term(maker, column.type)}`,
    `${reference} IS NULL`,
    `row0 IS NOT NULL`,
    `${reference} > ${term(maker, column.type)}`,
  ]);
  const body = random.chance(0.4)
    ? `IF ${condition} THEN ${writes === '' ? `${write(maker, table)};` : writes} END IF`
    : writes;
  maker.note('TRANSACTION');
  return ['BEGIN TRANSACTION', ...lets, result, body, 'COMMIT TRANSACTION'].filter((part) => part !== '').join(' ');
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
    .map((column) => relation(maker, 'SELECT', table, column, maker.slip(0.1) ? 'any' : '='))
    .join(' AND ');
  return `SELECT ${names} FROM ${qualified(maker, table.keyspace, maker.slip(0.05) ? 'notable' : table.name)} WHERE ${where}${random.chance(0.3) ? ' LIMIT 1' : ''}`;
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
