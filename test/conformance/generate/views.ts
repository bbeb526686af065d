import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, type Column, type Keyspace, type Made, type Table } from './model.ts';
import { tableOption, tableOptions } from './options.ts';
import { relation } from './where.ts';

/** CREATE, ALTER or DROP MATERIALIZED VIEW. */
export function viewStatement(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const bases = keyspace.tables.filter(({ base }) => base === undefined);
  const views = keyspace.tables.filter(({ base }) => base !== undefined);
  const view = views.length > 0 ? random.pick(views) : undefined;
  if (view !== undefined && random.chance(0.25)) {
    const name = qualified(
      maker,
      keyspace.name,
      maker.slip(0.2) ? 'noview' : maker.slip(0.2) ? (bases[0]?.name ?? 'x') : view.name,
    );
    if (random.chance(0.6))
      return {
        cql: `ALTER MATERIALIZED VIEW ${name} WITH ${tableOption(maker)}`,
        touches: [view.name],
        change: () => undefined,
      };
    return {
      cql: `DROP MATERIALIZED VIEW ${random.chance(0.2) ? 'IF EXISTS ' : ''}${name}`,
      touches: [view.name],
      change: () => void keyspace.tables.splice(keyspace.tables.indexOf(view), 1),
    };
  }
  const base = maker.slip(0.05) && view !== undefined ? view : random.pick(bases);
  const keys = base.columns.filter(({ kind }) => kind === 'partition' || kind === 'clustering');
  const others = columnsOf(base, 'regular');
  const extra = others.length > 0 && random.chance(0.6) ? random.some(others, maker.slip(0.1) ? 2 : 1) : [];
  let key = random.chance(0.5) ? [...extra, ...keys] : random.shuffled([...extra, ...keys]);
  if (maker.slip(0.1))
    key = random.pick([key.slice(1), [...key, key[0] as Column], [...key, random.pick(base.columns)]]);
  if (key.length === 0) key = [...keys];
  const rest = random.some(
    others.filter((column) => !key.includes(column)),
    2,
  );
  const statics = columnsOf(base, 'static');
  const selected = random.chance(0.4) ? [] : [...new Set([...key, ...rest, ...(maker.slip(0.1) ? statics : [])])];
  const clause = maker.slip(0.06)
    ? random.pick([
        `${id(key[0]?.name ?? 'k')} AS x`,
        `count(*)`,
        `writetime(${id(key.at(-1)?.name ?? 'k')})`,
        'nocolumn',
        `${id(key[0]?.name ?? 'k')}, 1`,
      ])
    : selected.length === 0
      ? '*'
      : selected.map((column) => id(column.name)).join(', ');
  const restricted = key.filter(() => !maker.slip(0.06));
  const where = restricted.map((column) =>
    random.chance(0.9)
      ? `${id(column.name)} IS NOT NULL`
      : relation(maker, 'VIEW', base, column, maker.slip(0.1) ? 'any' : random.pick(['=', '>', 'IN'])),
  );
  if (maker.slip(0.06))
    where.push(
      random.pick([
        `token(${id(keys[0]?.name ?? 'k')}) > 1`,
        'nocolumn IS NOT NULL',
        `${id(base.columns.at(-1)?.name ?? 'v')} = ?`,
        "expr(i, 'x')",
      ]),
    );
  if (rest[0] !== undefined && maker.slip(0.1)) where.push(relation(maker, 'VIEW', base, rest[0], 'any'));
  const name = maker.slip(0.05) ? base.name : maker.mint('m');
  const clusteringNames = key.slice(1).map((column) => `${id(column.name)} ${random.pick(['ASC', 'DESC'])}`);
  const order =
    clusteringNames.length > 0 && random.chance(0.25)
      ? [`CLUSTERING ORDER BY (${(maker.slip(0.2) ? clusteringNames.slice(0, 1) : clusteringNames).join(', ')})`]
      : [];
  const partition = key.length > 1 && random.chance(0.15) ? 2 : 1;
  const names = key.map((column) => (maker.slip(0.03) ? 'nocolumn' : id(column.name)));
  const primary = [partition === 1 ? names[0] : `(${names.slice(0, partition).join(', ')})`, ...names.slice(partition)];
  maker.note(`CREATE VIEW|${key.length}|${extra.length}`);
  const made: Table = {
    keyspace: keyspace.name,
    name,
    base: base.name,
    indexes: [],
    columns: (selected.length === 0 ? base.columns : selected).map(({ name: own, type }) => {
      const place = key.findIndex((column) => column.name === own);
      return { name: own, type, kind: place < 0 ? 'regular' : place < partition ? 'partition' : 'clustering' };
    }),
  };
  return {
    cql: `CREATE MATERIALIZED VIEW ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${qualified(maker, keyspace.name, name)} AS SELECT ${clause} FROM ${qualified(maker, keyspace.name, maker.slip(0.04) ? 'notable' : base.name)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`} PRIMARY KEY (${primary.join(', ')})${tableOptions(maker, order, 0.2)}`,
    touches: [name, base.name],
    change: () => void keyspace.tables.push(made),
  };
}
