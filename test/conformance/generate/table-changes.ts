import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, isCounterTable, type Column, type Keyspace, type Made, type Table } from './model.ts';
import { checks, columnName, columnText, mask } from './columns.ts';
import { nestedOption, tableOption } from './options.ts';
import { native, printType, typeFor } from './types.ts';

/** An ALTER TABLE of any kind. */
export function alterTable(maker: Maker, keyspace: Keyspace, table: Table): Made {
  const ifExists = maker.since(4.1) && maker.random.chance(0.1) ? 'IF EXISTS ' : '';
  if (!maker.slip(0.04))
    return alteration(maker, keyspace, table, `ALTER TABLE ${ifExists}${qualified(maker, keyspace.name, table.name)}`);
  const { cql } = alteration(
    maker,
    keyspace,
    table,
    `ALTER TABLE ${ifExists}${qualified(maker, keyspace.name, 'notable')}`,
  );
  return { cql, touches: [], change: () => undefined };
}

function alteration(maker: Maker, keyspace: Keyspace, table: Table, head: string): Made {
  const { random } = maker;
  const touches = [table.name];
  const pick = (): Column => random.pick(table.columns);
  const ifNot = () => (maker.since(4.1) && random.chance(0.08) ? 'IF NOT EXISTS ' : '');
  const ifThere = () => (maker.since(4.1) && random.chance(0.08) ? 'IF EXISTS ' : '');
  // 3.11 gives a table of keys alone a column of a type that it cannot read again.
  const opens = maker.since(4) || table.columns.some(({ kind }) => kind === 'static' || kind === 'regular');
  const part = random.weighted([
    [6, 'add'],
    [5, 'drop'],
    [4, 'rename'],
    [8, 'with'],
    [1, 'type'],
    [opens ? 0.6 : 0, 'compact'],
    [maker.since(5) ? 2 : 0, 'mask'],
    [maker.since(6) ? 2 : 0, 'check'],
  ] as const);
  maker.note(`ALTER TABLE|${part}`);
  switch (part) {
    case 'add': {
      const counters = isCounterTable(table);
      const added = random.times(random.pick([1, 1, 2]), (): Column => {
        const isStatic = columnsOf(table, 'clustering').length > 0 ? random.chance(0.15) : maker.slip(0.05);
        const old = table.dropped?.at(-1);
        if (old !== undefined && maker.slip(0.3))
          return random.chance(0.5) ? { ...old, type: typeFor(maker, keyspace, 'regular') } : old;
        const type = counters && !maker.slip(0.2) ? native('counter') : typeFor(maker, keyspace, 'regular');
        return {
          name: maker.slip(0.1) ? pick().name : columnName(maker, 'regular'),
          type,
          kind: isStatic ? 'static' : 'regular',
        };
      });
      const text = added.map((column) => columnText(maker, column, false)).join(', ');
      return {
        cql: `${head} ADD ${ifNot()}${added.length > 1 || random.chance(0.1) ? `(${text})` : text}`,
        touches,
        change: () => (table.columns = [...table.columns, ...added]),
      };
    }
    case 'drop': {
      const regular = table.columns.filter(({ kind }) => kind === 'regular' || kind === 'static');
      const dropped =
        maker.slip(0.2) || regular.length < 2
          ? random.some(table.columns, 1)
          : random.some(regular, random.pick([1, 1, 2]));
      const names = dropped.map(({ name }) => (maker.slip(0.1) ? 'nocolumn' : id(name)));
      const gone = dropped.filter((column) => regular.includes(column) && names.includes(id(column.name)));
      const using = random.chance(0.08) ? ' USING TIMESTAMP 1700000000000000' : '';
      return {
        cql: `${head} DROP ${ifThere()}${names.length > 1 || random.chance(0.1) ? `(${names.join(', ')})` : names.join('')}${using}`,
        touches,
        change: () => {
          table.dropped = [...(table.dropped ?? []), ...gone];
          table.columns = table.columns.filter((column) => !gone.includes(column));
        },
      };
    }
    case 'rename': {
      const keys = table.columns.filter(({ kind }) => kind === 'partition' || kind === 'clustering');
      const renamed = maker.slip(0.2) ? pick() : random.pick(keys);
      const name = maker.slip(0.1) ? pick().name : maker.mint('c');
      return {
        cql: `${head} RENAME ${ifThere()}${maker.slip(0.05) ? 'nocolumn' : id(renamed.name)} TO ${id(name)}`,
        touches,
        change: () =>
          (table.columns = table.columns.map((column) => (column === renamed ? { ...column, name } : column))),
      };
    }
    case 'with':
      return {
        cql: `${head} WITH ${random.times(random.pick([1, 1, 2]), () => tableOption(maker)).join(' AND ')}`,
        touches,
        change: () => undefined,
      };
    case 'type':
      return {
        cql: `${head} ALTER ${id(pick().name)} TYPE ${printType(typeFor(maker, keyspace, 'regular'))}`,
        touches,
        change: () => undefined,
      };
    case 'compact':
      return { cql: `${head} DROP COMPACT STORAGE`, touches, change: () => undefined };
    case 'mask': {
      const column = pick();
      const text = random.chance(0.3) ? 'DROP MASKED' : mask(maker, column, 1);
      return {
        cql: `${head} ALTER ${ifThere()}${maker.slip(0.1) ? 'nocolumn' : id(column.name)} ${text}`,
        touches,
        change: () => undefined,
      };
    }
    case 'check': {
      const column = pick();
      return {
        cql: `${head} ALTER ${ifThere()}${maker.slip(0.1) ? 'nocolumn' : id(column.name)} ${random.chance(0.3) ? 'DROP CHECK' : `CHECK ${checks(maker, column)}`}`,
        touches,
        change: () => undefined,
      };
    }
  }
}

/** An ALTER TABLE of options alone, mostly those that have options of their own. */
export function alterOptions(maker: Maker, keyspace: Keyspace, table: Table): Made {
  const { random } = maker;
  const what = table.base === undefined ? 'TABLE' : 'MATERIALIZED VIEW';
  return {
    cql: `ALTER ${what} ${qualified(maker, keyspace.name, table.name)} WITH ${random.chance(0.7) ? nestedOption(maker) : tableOption(maker)}`,
    touches: [table.name],
    change: () => undefined,
  };
}

/** DROP TABLE, TRUNCATE and, from 6.0 on, CREATE TABLE … LIKE. */
export function otherTableStatement(maker: Maker, keyspace: Keyspace, table: Table): Made {
  const { random } = maker;
  const isThere = !maker.slip(0.3);
  const name = () => qualified(maker, keyspace.name, isThere ? table.name : 'notable');
  return random.weighted<() => Made>([
    [
      2,
      () => ({
        cql: `DROP TABLE ${random.chance(0.2) ? 'IF EXISTS ' : ''}${name()}`,
        touches: [table.name],
        change: () => void (isThere && keyspace.tables.splice(keyspace.tables.indexOf(table), 1)),
      }),
    ],
    [maker.slip(0.3) ? 2 : 1, () => ({ cql: `TRUNCATE ${random.pick(['', 'TABLE ', 'COLUMNFAMILY '])}${name()}` })],
    [maker.since(6) ? 3 : 0, () => copyTable(maker, keyspace, table)],
  ])();
}

function copyTable(maker: Maker, keyspace: Keyspace, table: Table): Made {
  const { random } = maker;
  const copy: Table = { ...table, name: maker.slip(0.1) ? table.name : maker.mint('t'), indexes: [] };
  const options = random.weighted([
    [5, ''],
    [2, ' WITH INDEXES'],
    [2, ` WITH ${tableOption(maker)}`],
    [1, ` WITH INDEXES AND ${tableOption(maker)}`],
  ] as const);
  maker.note('CREATE TABLE LIKE');
  return {
    cql: `CREATE TABLE ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${qualified(maker, keyspace.name, copy.name)} LIKE ${qualified(maker, keyspace.name, maker.slip(0.1) ? 'notable' : table.name)}${options}`,
    touches: [copy.name],
    change: () => keyspace.tables.push(copy),
  };
}
