import { id, qualified, type Maker } from './maker.ts';
import { columnsOf, isCounterTable, type Column, type Table } from './model.ts';
import { literal, term } from './terms.ts';
import { classOf, isMultiCell, isNumeric, isText, native, type CqlType } from './types.ts';
import { relation, rowRelations } from './where.ts';
import { items } from './items.ts';

/** One INSERT, UPDATE or DELETE of the table. */
export function write(maker: Maker, table: Table): string {
  const counter = isCounterTable(table);
  const onlyKeys = table.columns.every(({ kind }) => kind === 'partition' || kind === 'clustering');
  return maker.random.weighted<() => string>([
    [!counter ? 4 : maker.slip(0.2) ? 2 : 0, () => insert(maker, table)],
    [!counter ? 1.5 : maker.slip(0.1) ? 1 : 0, () => insertJson(maker, table)],
    [!onlyKeys || maker.slip(0.1) ? 5 : 0, () => update(maker, table)],
    [3, () => deletion(maker, table)],
  ])();
}

/** A batch of writes to one table or several. */
export function batch(maker: Maker, tables: readonly Table[]): string {
  const { random } = maker;
  const counters = tables.filter(isCounterTable);
  const regular = tables.filter((table) => !isCounterTable(table));
  const ofCounters = counters.length > 0 && random.chance(0.2);
  const kind = ofCounters
    ? maker.slip(0.2)
      ? random.pick(['', 'UNLOGGED'])
      : 'COUNTER'
    : maker.slip(0.06)
      ? 'COUNTER'
      : random.pick(['', '', 'UNLOGGED']);
  const one = random.pick(ofCounters ? counters : regular.length > 0 ? regular : tables);
  const using = random.chance(0.15)
    ? `USING ${maker.slip(0.2) ? 'TTL 10' : `TIMESTAMP ${random.pick(['1', '123456', '-1'])}`} `
    : '';
  // More than ten partitions without a log are worth a warning.
  const statements = random.times(random.chance(0.05) ? 13 : random.pick([0, 1, 1, 2, 2, 3]), () => {
    const table = random.chance(0.6)
      ? one
      : maker.slip(0.1)
        ? random.pick(tables)
        : random.pick(ofCounters ? counters : regular.length > 0 ? regular : tables);
    return write(maker, table) + random.pick([';', ';', '']);
  });
  maker.note(`BATCH|${kind}|${statements.length}`);
  return `BEGIN ${kind === '' ? '' : `${kind} `}BATCH ${using}${statements.join(' ')} APPLY BATCH`;
}

function tableName(maker: Maker, table: Table): string {
  return qualified(maker, table.keyspace, maker.slip(0.03) ? 'notable' : table.name);
}

function using(maker: Maker, allowTtl: boolean): string {
  const { random } = maker;
  if (!random.chance(0.14)) return '';
  const timestamp = () =>
    `TIMESTAMP ${maker.slip(0.2) ? random.pick(['-9223372036854775808', '9223372036854775808', '0']) : random.pick(['1', '1700000000000000', '-5', '?'])}`;
  const ttl = () =>
    `TTL ${maker.slip(0.3) ? random.pick(['-1', '630720001', '99999999999', '630720000']) : random.pick(['0', '1', '86400', '?', ':ttl'])}`;
  const items = allowTtl
    ? random.pick([[timestamp()], [ttl()], [timestamp(), ttl()], [ttl(), timestamp()]])
    : [timestamp()];
  return ` USING ${items.join(' AND ')}`;
}

function insert(maker: Maker, table: Table): string {
  const { random } = maker;
  const keys = table.columns.filter(({ kind }) => kind === 'partition' || kind === 'clustering');
  const others = table.columns.filter(({ kind }) => kind === 'static' || kind === 'regular');
  const staticsOnly = random.chance(0.1) && others.some(({ kind }) => kind === 'static');
  let columns = staticsOnly
    ? [...columnsOf(table, 'partition'), ...columnsOf(table, 'static')]
    : [...keys, ...random.some(others, random.between(0, Math.min(4, others.length)))];
  if (maker.slip(0.08)) columns = columns.filter((_, index) => index !== random.below(keys.length));
  if (maker.slip(0.03)) columns = [...columns, random.pick(columns.length > 0 ? columns : keys)];
  if (columns.length === 0) columns = [random.pick(keys)];
  const names = columns.map((column) => (maker.slip(0.02) ? 'nocolumn' : id(column.name)));
  const values = columns.map((column) => {
    maker.note(`INSERT|${column.kind}|${classOf(column.type)}`);
    return term(maker, column.type);
  });
  if (maker.slip(0.03)) values.push('1');
  if (maker.slip(0.02)) values.pop();
  if (values.length === 0) values.push('1');
  const condition = random.chance(0.1) ? ' IF NOT EXISTS' : '';
  return `INSERT INTO ${tableName(maker, table)} (${names.join(', ')}) VALUES (${values.join(', ')})${condition}${condition === '' || maker.slip(0.2) ? using(maker, true) : ''}`;
}

function insertJson(maker: Maker, table: Table): string {
  const { random } = maker;
  const keys = table.columns.filter(({ kind }) => kind === 'partition' || kind === 'clustering');
  const others = random.some(
    table.columns.filter(({ kind }) => kind === 'static' || kind === 'regular'),
    2,
  );
  const columns = maker.slip(0.1) ? [...keys.slice(1), ...others] : [...keys, ...others];
  const entries = columns.map((column) => `${JSON.stringify(jsonName(maker, column))}: ${json(maker, column.type)}`);
  if (maker.slip(0.1)) entries.push('"nocolumn": 1');
  let text = `{${entries.join(', ')}}`;
  if (maker.slip(0.1)) text = random.pick(['', '{', '[]', 'null', '1', '{"a": }', `${text}x`, '{}']);
  maker.note('INSERT|JSON');
  const value = random.chance(0.08) ? '?' : `'${text.replaceAll("'", "''")}'`;
  const rest = random.pick(['', '', '', ' DEFAULT NULL', ' DEFAULT UNSET', ' IF NOT EXISTS']);
  return `INSERT INTO ${tableName(maker, table)} JSON ${value}${rest}${using(maker, true)}`;
}

function jsonName({ random }: Maker, { name }: Column): string {
  if (/^[a-z0-9_]+$/.test(name)) return random.chance(0.95) ? name : name.toUpperCase();
  return random.chance(0.8) ? `"${name}"` : name;
}

/** A JSON value for a type, right or nearly so. */
function json(maker: Maker, type: CqlType): string {
  const { random } = maker;
  if (maker.slip(0.3))
    return random.pick(
      items(`
      "x"  1  1.5  true  null  []  {}  [1]  {"a": 1}  ""  "é"  -1  99999999999999999999  "0xff"  ["x"]
      [null]  [1, 2, 3]  {"1": null}  {"x": 1}  {"": 1}  "0x1"  "1h1h"  "nan"  "2020-13-01"  1e400  "null"  [[]]
    `),
    );
  if (random.chance(0.05)) return 'null';
  switch (type.kind) {
    case 'native':
      if (isNumeric(type))
        return random.pick([
          '1',
          '0',
          '-1',
          '"1"',
          ...(/^(?:float|double|decimal)$/.test(type.name) ? ['1.5', '"1.5"'] : []),
        ]);
      if (isText(type)) return random.pick(['"x"', '""', '"it\'s"', '"a b"']);
      if (type.name === 'boolean') return random.pick(['true', 'false', '"true"']);
      if (type.name === 'blob') return random.pick(['"0xff"', '"0x"']);
      if (type.name === 'duration') return random.pick(['"1h"', '"2d"']);
      return jsonString(literal({ ...maker, slip: () => false }, type));
    case 'list':
    case 'set':
      return `[${random.times(random.below(3), () => json(maker, type.of)).join(', ')}]`;
    case 'vector':
      return `[${random.times(type.size, () => json(maker, type.of)).join(', ')}]`;
    case 'tuple':
      return `[${type.of.map((of) => json(maker, of)).join(', ')}]`;
    case 'map':
      return `{${random.times(random.below(2), () => `${quotedJson(json(maker, type.key))}: ${json(maker, type.of)}`).join(', ')}}`;
    case 'user':
      return `{${type.type.fields.map((field) => `${JSON.stringify(field.name)}: ${json(maker, field.type)}`).join(', ')}}`;
    case 'text':
      return '"x"';
  }
}

function jsonString(cql: string): string {
  return JSON.stringify(cql.replace(/^'(.*)'$/s, '$1').replaceAll("''", "'"));
}

function quotedJson(text: string): string {
  return text.startsWith('"') ? text : JSON.stringify(text);
}

function update(maker: Maker, table: Table): string {
  const { random } = maker;
  const statics = columnsOf(table, 'static');
  const onlyStatics = statics.length > 0 && random.chance(0.2);
  const candidates = onlyStatics
    ? statics
    : table.columns.filter(({ kind }) => kind === 'regular' || kind === 'static');
  const chosen =
    maker.slip(0.05) || candidates.length === 0
      ? random.some(table.columns, 1)
      : random.some(candidates, random.pick([1, 1, 2, 3]));
  const sets = chosen.map((column) => assignment(maker, column));
  if (maker.slip(0.04)) sets.push(assignment(maker, chosen[0] as Column));
  const where = rowRelations(
    maker,
    'UPDATE',
    table,
    chosen.every(({ kind }) => kind === 'static'),
  );
  const tail = isCounterTable(table) && !maker.slip(0.2) ? '' : conditions(maker, table);
  const head = tail === '' || maker.slip(0.2) ? using(maker, !isCounterTable(table) || maker.slip(0.3)) : '';
  return `UPDATE ${tableName(maker, table)}${isCounterTable(table) && !maker.slip(0.2) ? '' : head} SET ${sets.join(', ')} WHERE ${where === '' ? 'nocolumn = 1' : where}${tail}`;
}

function assignment(maker: Maker, column: Column): string {
  const { random } = maker;
  const { type } = column;
  const name = maker.slip(0.03) ? 'nocolumn' : id(column.name);
  const value = () => term(maker, type);
  maker.note(`SET|${column.kind}|${classOf(type)}`);
  const set = (): string => `${name} = ${value()}`;
  const add = (): string => random.pick([`${name} = ${name} + ${value()}`, `${name} += ${value()}`]);
  const takeValue = () =>
    type.kind === 'map' && !maker.slip(0.2) ? literal(maker, { kind: 'set', of: type.key, frozen: false }) : value();
  const take = (): string => random.pick([`${name} = ${name} - ${takeValue()}`, `${name} -= ${takeValue()}`]);
  const prepend = (): string => `${name} = ${value()} + ${name}`;
  const key = type.kind === 'map' ? type.key : native('int');
  const of = 'of' in type && !Array.isArray(type.of) ? (type.of as CqlType) : type;
  const element = (): string => `${name}[${term(maker, key)}] = ${term(maker, of)}`;
  const field = (): string => {
    const known = type.kind === 'user' && type.type.fields.length > 0 ? random.pick(type.type.fields) : undefined;
    return `${name}.${known === undefined || maker.slip(0.1) ? 'nofield' : id(known.name)} = ${term(maker, known?.type ?? native('int'))}`;
  };
  const odd = (): string =>
    random.pick([
      `${name} = nocolumn + ${value()}`,
      `${name} = ${value()} + nocolumn`,
      `${name} = ${name} -1`,
      `${name} = ${name} 1`,
      `${name} = ${name}`,
    ]);
  if (maker.slip(0.08)) return random.pick([add, take, prepend, element, field, odd])();
  if (type.kind === 'native' && type.name === 'counter')
    return random.pick([add, add, take, () => `${name} = ${name} -1`, ...(maker.slip(0.2) ? [set] : [])])();
  if (type.kind === 'user' && !type.frozen) return random.pick([set, field])();
  if (!isMultiCell(type)) return set();
  return random.pick(
    type.kind === 'list'
      ? [set, add, take, prepend, element]
      : type.kind === 'map'
        ? [set, add, take, element, element]
        : [set, add, take],
  )();
}

function deletion(maker: Maker, table: Table): string {
  const { random } = maker;
  const others = table.columns.filter(({ kind }) => kind === 'regular' || kind === 'static');
  const statics = columnsOf(table, 'static');
  const chosen = random.chance(0.5)
    ? []
    : maker.slip(0.06) || others.length === 0
      ? random.some(table.columns, 1)
      : random.some(statics.length > 0 && random.chance(0.3) ? statics : others, random.pick([1, 1, 2]));
  const names = chosen.map((column) => {
    maker.note(`DELETE|${column.kind}|${classOf(column.type)}`);
    const name = maker.slip(0.03) ? 'nocolumn' : id(column.name);
    const { type } = column;
    const whole = !isMultiCell(type) && !maker.slip(0.06);
    if (!whole && (type.kind === 'map' || type.kind === 'list' || type.kind === 'set') && random.chance(0.6)) {
      const key = type.kind === 'map' ? type.key : type.kind === 'set' ? type.of : native('int');
      return `${name}[${term(maker, key)}]`;
    }
    if (!whole && type.kind === 'user' ? random.chance(0.6) : maker.slip(0.02)) {
      return `${name}.${type.kind === 'user' && type.type.fields.length > 0 && !maker.slip(0.1) ? id(random.pick(type.type.fields).name) : 'nofield'}`;
    }
    return name;
  });
  const tail = isCounterTable(table) && !maker.slip(0.2) ? '' : conditions(maker, table);
  const where = rowRelations(
    maker,
    'DELETE',
    table,
    chosen.length > 0 && chosen.every(({ kind }) => kind === 'static'),
    chosen.length,
  );
  return `DELETE ${names.join(', ')}${names.length > 0 ? ' ' : ''}FROM ${tableName(maker, table)}${tail === '' || maker.slip(0.2) ? using(maker, false) : ''} WHERE ${where === '' ? 'nocolumn = 1' : where}${tail}`;
}

function conditions(maker: Maker, table: Table): string {
  const { random } = maker;
  if (!random.chance(0.2)) return '';
  if (random.chance(0.3)) return ' IF EXISTS';
  const candidates = table.columns.filter(({ kind }) => kind === 'regular' || kind === 'static');
  const chosen =
    maker.slip(0.08) || candidates.length === 0
      ? random.some(table.columns, 1)
      : random.some(candidates, random.pick([1, 1, 2]));
  return ` IF ${chosen.map((column) => condition(maker, table, column)).join(' AND ')}`;
}

function condition(maker: Maker, table: Table, column: Column): string {
  const { random } = maker;
  const { type } = column;
  const operator = () =>
    random.weighted([
      [5, '='],
      [2, '!='],
      [1, '<'],
      [1, '>='],
      [1, '>'],
      [1, '<='],
    ] as const);
  maker.note(`IF|${column.kind}|${classOf(type)}`);
  const name = maker.slip(0.04) ? 'nocolumn' : id(column.name);
  if (type.kind === 'user' && random.chance(0.4)) {
    const known = type.type.fields.length > 0 && !maker.slip(0.1) ? random.pick(type.type.fields) : undefined;
    return `${name}.${known === undefined ? 'nofield' : id(known.name)} ${operator()} ${term(maker, known?.type ?? native('int'))}`;
  }
  if (type.kind !== 'native' && random.chance(0.5)) {
    const key = type.kind === 'map' ? type.key : native('int');
    const of = 'of' in type && !Array.isArray(type.of) ? (type.of as CqlType) : type;
    if (random.chance(0.6))
      return `${name}[${term(maker, key)}] ${random.chance(0.8) ? `${operator()} ${term(maker, of)}` : `IN (${term(maker, of)}, ${term(maker, of)})`}`;
  }
  if (random.chance(0.06)) return `${name} = null`;
  if (maker.slip(0.06)) return `${name} ${random.pick(['<', '>=', 'IN'])} ${random.pick(['null', '(null)', '?'])}`;
  return relation(
    maker,
    'UPDATE',
    table,
    column,
    random.weighted([
      [5, operator()],
      [2, 'IN'],
      [1, 'CONTAINS'],
      [0.5, 'CONTAINS KEY'],
    ] as const),
  );
}
