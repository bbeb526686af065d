import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, type Column, type Table } from './model.ts';
import { distinctSelection, selection } from './selection.ts';
import { literal } from './terms.ts';
import type { CqlType } from './types.ts';
import { queryRelations } from './where.ts';

/** A SELECT of the table. */
export function select(maker: Maker, table: Table): string {
  const { random } = maker;
  const distinct = random.chance(0.08);
  const where = distinct && !maker.slip(0.3) ? '' : queryRelations(maker, table);
  const canOrder =
    (keyed(where, table) && columnsOf(table, 'clustering').length > 0) ||
    table.columns.some(({ type }) => type.kind === 'vector');
  const ordering = (canOrder ? random.chance(0.35) : maker.slip(0.1)) ? orderBy(maker, table) : '';
  return [
    'SELECT',
    random.chance(0.05) ? 'JSON' : '',
    distinct ? `DISTINCT ${distinctSelection(maker, table)}` : selection(maker, table),
    'FROM',
    maker.slip(0.03) ? qualified(maker, table.keyspace, 'notable') : qualified(maker, table.keyspace, table.name),
    where === '' ? '' : `WHERE ${where}`,
    random.chance(0.12) ? groupBy(maker, table) : '',
    ordering,
    (!distinct || maker.slip(0.3)) && random.chance(0.08) ? `PER PARTITION LIMIT ${limit(maker)}` : '',
    random.chance(ordering.includes(' ANN ') ? 0.8 : 0.2) ? `LIMIT ${limit(maker)}` : '',
    random.chance(where === '' ? 0.1 : keyed(where, table) ? 0.3 : 0.75) ? 'ALLOW FILTERING' : '',
    maker.since(6) && random.chance(0.03) ? hints(maker, table) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function keyed(where: string, table: Table): boolean {
  return where.startsWith(id(columnsOf(table, 'partition')[0]?.name ?? ''));
}

function limit(maker: Maker): string {
  return maker.slip(0.1)
    ? maker.random.pick(['0', '-1', '2147483648', '99999999999999'])
    : maker.random.pick(['1', '10', '100', '5000', '?']);
}

function hints({ random }: Maker, table: Table): string {
  const names = () => `{${random.some([...table.indexes.map(({ name }) => id(name)), 'noindex'], 1).join(', ')}}`;
  return random.pick([
    `WITH included_indexes = ${names()}`,
    `WITH excluded_indexes = ${names()}`,
    `WITH included_indexes = ${names()} AND excluded_indexes = ${names()}`,
  ]);
}

function orderBy(maker: Maker, table: Table): string {
  const { random } = maker;
  const clustering = columnsOf(table, 'clustering');
  const vectors = table.columns.filter(({ type }) => type.kind === 'vector');
  if (vectors.length > 0 && random.chance(0.6)) {
    const column = random.pick(vectors);
    maker.note('ORDER BY|ANN');
    return `ORDER BY ${id(column.name)} ANN OF ${literal(maker, column.type)}${maker.slip(0.1) ? random.pick([' DESC', `, ${id(column.name)} ASC`, `, ${id(column.name)} ANN OF ${literal(maker, column.type)}`]) : ''}`;
  }
  let named: readonly Column[] = clustering.slice(0, random.between(1, Math.max(1, clustering.length)));
  if (maker.slip(0.2))
    named = random.pick([
      named.toReversed(),
      clustering.slice(1),
      random.some(table.columns, 1),
      columnsOf(table, 'partition'),
    ]);
  if (named.length === 0) named = random.some(table.columns, 1);
  const direction = random.pick(['', ' ASC', ' DESC']);
  maker.note(`ORDER BY|${named.length}${direction}`);
  return `ORDER BY ${named.map((column) => `${maker.slip(0.03) ? 'nocolumn' : id(column.name)}${maker.slip(0.1) ? random.pick([' ASC', ' DESC']) : direction}`).join(', ')}`;
}

function groupBy(maker: Maker, table: Table): string {
  const { random } = maker;
  const key = columnsOf(table, 'partition');
  const clustering = columnsOf(table, 'clustering');
  let names = [...key, ...clustering.slice(0, random.between(0, clustering.length))].map((column) => id(column.name));
  if (maker.slip(0.3)) {
    names = random.pick([
      names.slice(1),
      names.toReversed(),
      random.some(table.columns, 1).map(({ name }) => id(name)),
      ['nocolumn'],
      names.slice(0, 1),
    ]);
    if (names.length === 0) names = [id(random.pick(table.columns).name)];
  }
  const last = clustering.find(({ name }) => id(name) === names.at(-1));
  if (maker.since(4.1) && last !== undefined && (isTemporal(last.type) || random.chance(0.1)) && random.chance(0.6)) {
    names = [...names.slice(0, -1), groupFunction(maker, table, last)];
    if (maker.slip(0.1)) names.push(id(random.pick([...key, ...clustering]).name));
  }
  maker.note(`GROUP BY|${names.length}`);
  return `GROUP BY ${names.join(', ')}`;
}

/** A function of a clustering column, mostly. */
function groupFunction(maker: Maker, table: Table, column: Column): string {
  const { random, world } = maker;
  const name = id(maker.slip(0.15) ? random.pick(table.columns).name : column.name);
  const own = world.keyspaces[0]?.functions ?? [];
  return random.pick([
    `floor(${name}, 1h)`,
    `floor(${name}, 1d)`,
    `toDate(${name})`,
    `toTimestamp(${name})`,
    `max(${name})`,
    ...(maker.slip(0.3) ? ['now()', 'uuid()', `floor(${name}, -1h)`, `floor(floor(${name}, 1h), 2h)`] : []),
    ...(maker.slip(0.3) && own.length > 0 ? [`${id(random.pick(own).name)}(${name})`] : []),
    ...(maker.slip(0.2) && maker.since(5) ? [`mask_replace(${name}, ${id(random.pick(table.columns).name)})`] : []),
  ]);
}

function isTemporal(type: CqlType): boolean {
  return type.kind === 'native' && /^(?:timestamp|date|time|timeuuid)$/.test(type.name);
}
