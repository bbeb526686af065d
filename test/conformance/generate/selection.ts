import { literalOf } from './literals.ts';
import { id, type Maker } from './maker.ts';
import { columnsOf, type Column, type Table } from './model.ts';
import { literal, term } from './terms.ts';
import { isMultiCell, isNumeric, isText, native, printType, scalarTypes, type CqlType } from './types.ts';
import { items } from './items.ts';

/** A select clause: `*`, columns, or expressions of all kinds. */
export function selection(maker: Maker, table: Table): string {
  const { random } = maker;
  return random.weighted<() => string>([
    [4, () => '*'],
    [
      3,
      () =>
        random
          .some(table.columns, random.between(1, 3))
          .map((column) => id(column.name))
          .join(', '),
    ],
    [1, () => random.pick(['count(*)', 'count(1)', 'COUNT(*)'])],
    [7, () => random.times(random.pick([1, 1, 2, 3]), () => selector(maker, table)).join(', ')],
  ])();
}

/** What DISTINCT may ask for, mostly. */
export function distinctSelection(maker: Maker, table: Table): string {
  const { random } = maker;
  const key = columnsOf(table, 'partition');
  const chosen = maker.slip(0.25)
    ? random.some(table.columns, 2)
    : [...key, ...random.some(columnsOf(table, 'static'), 1)];
  const named = maker.slip(0.1) ? chosen.slice(1) : chosen;
  return named.length === 0 ? '*' : named.map((column) => id(column.name)).join(', ');
}

function selector(maker: Maker, table: Table): string {
  const { random } = maker;
  const text = expression(maker, table, random.pick(table.columns), 0);
  return random.chance(0.15) ? `${text} AS ${random.pick(['x', 'total', '"Total"', 'key', 'ttl'])}` : text;
}

function expression(maker: Maker, table: Table, column: Column, depth: number): string {
  const { random } = maker;
  const name = maker.slip(0.04) ? 'nocolumn' : id(column.name);
  const { type } = column;
  if (depth > 2 || random.chance(0.25)) return name;
  const part = (other = column) => expression(maker, table, other, depth + 1);
  const another = () => random.pick(table.columns);
  const other = () => table.columns.find(({ kind }) => kind === 'regular' || kind === 'static') ?? column;
  maker.note(`selector|${type.kind === 'native' ? type.name : type.kind}`);
  return random.weighted<() => string>([
    [
      3,
      () =>
        `${random.pick(['count', 'min', 'max', 'sum', 'avg', 'count', 'max'])}(${part(numericOr(maker, table, column))})`,
    ],
    [
      2,
      () =>
        `${random.pick(['writetime', 'ttl', 'WRITETIME', ...(maker.since(5) ? ['maxwritetime'] : [])])}(${column.kind === 'regular' || column.kind === 'static' || maker.slip(0.2) ? name : id(other().name)}${random.chance(0.1) ? inside(maker, type) : ''})`,
    ],
    [2, () => `CAST(${part()} AS ${castable(maker, type)})`],
    [3, () => nativeCall(maker, table, column, depth)],
    [isMultiCell(type) || type.kind !== 'native' ? 4 : 0.4, () => `${name}${inside(maker, type)}`],
    [
      !maker.since(4) ? 0.2 : isNumeric(type) || maker.slip(0.05) ? 4 : 0.2,
      () =>
        `${part()} ${random.pick(['+', '-', '*', '/', '%'])} ${random.chance(0.5) ? part(random.chance(0.7) ? numericOr(maker, table, column) : another()) : literal(maker, type)}`,
    ],
    [maker.since(4) && (isNumeric(type) || maker.slip(0.05)) ? 0.7 : 0, () => `- ${part()}`],
    [maker.since(4) ? 1 : 0.1, () => `(${printType(type)}) ${random.pick([name, '?', term(maker, type), 'null'])}`],
    [
      maker.since(4) ? 0.7 : 0.1,
      () =>
        random.pick(
          items(`
          1  'x'  1.5  true  0xff  null  ?  1h  [1, 2]  {'a': 1}  {1, 2}  (1, 'x')  {}  []
        `),
        ),
    ],
    [
      maker.since(4) ? 0.7 : 0,
      () =>
        random.pick([
          `[${part()}]`,
          `{${part()}}`,
          `(${part()}, ${part(another())})`,
          `{${part()}: ${part(another())}}`,
          `(${part()})`,
          `{x: ${part()}}`,
        ]),
    ],
    [1, () => ownCall(maker, table, depth) ?? name],
    [
      0.5,
      () =>
        `token(${columnsOf(table, 'partition')
          .map((key) => (maker.slip(0.2) ? '1' : id(key.name)))
          .join(', ')})`,
    ],
    [
      maker.slip(0.2) ? 2 : 0,
      () =>
        random.pick([
          `nofunction(${name})`,
          `now(${name})`,
          `max(${name}, ${name})`,
          `count(${name}, 1)`,
          `max(min(${name}))`,
          `nokeyspace.f(${name})`,
          'token()',
          `cast(${name} as counter)`,
        ]),
    ],
  ])();
}

/** A type that values of the type can be cast to, mostly. */
function castable(maker: Maker, type: CqlType): string {
  const { random } = maker;
  if (maker.slip(0.2) || random.chance(0.1)) return printType(random.pick(scalarTypes));
  if (isNumeric(type))
    return random.pick(
      items(`
      tinyint  smallint  int  bigint  float  double  decimal  varint  ascii  text
    `),
    );
  return type.kind === 'native' && /^(?:timeuuid|timestamp|date)$/.test(type.name)
    ? random.pick(['date', 'timestamp', 'text'])
    : random.pick(['text', 'ascii']);
}

/** `[element]`, `[slice]` or `.field` behind a column. */
function inside(maker: Maker, type: CqlType): string {
  const { random } = maker;
  if (type.kind === 'user' && !maker.slip(0.1)) {
    return `.${random.chance(0.9) && type.type.fields.length > 0 ? id(random.pick(type.type.fields).name) : 'nofield'}`;
  }
  const key =
    type.kind === 'map' ? type.key : 'of' in type && !Array.isArray(type.of) ? (type.of as CqlType) : native('int');
  return random.weighted<() => string>([
    [4, () => `[${term(maker, key)}]`],
    [1, () => `[${term(maker, key)}..${term(maker, key)}]`],
    [0.5, () => `[..${term(maker, key)}]`],
    [0.5, () => `[${term(maker, key)}..]`],
    [0.5, () => '.nofield'],
  ])();
}

function numericOr(maker: Maker, table: Table, column: Column): Column {
  const numeric = table.columns.filter(({ type }) => isNumeric(type));
  return numeric.length > 0 && maker.random.chance(0.7) ? maker.random.pick(numeric) : column;
}

function nativeCall(maker: Maker, table: Table, column: Column, depth: number): string {
  const { random } = maker;
  const part = expression(maker, table, column, depth + 1);
  const { type } = column;
  const name = type.kind === 'native' ? type.name : 'list';
  const cap = name === 'varchar' ? 'Text' : `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const calls = [
    `toJson(${part})`,
    `${name}AsBlob(${part})`,
    `blobAs${cap}(${name}AsBlob(${part}))`,
    'now()',
    'uuid()',
    `blobAsInt(${part})`,
  ];
  if (/^(?:timeuuid|timestamp|date)$/.test(name)) {
    calls.push(
      `toDate(${part})`,
      `toTimestamp(${part})`,
      `toUnixTimestamp(${part})`,
      `dateOf(${part})`,
      `unixTimestampOf(${part})`,
      `minTimeuuid(${part})`,
    );
    calls.push(`floor(${part}, ${random.pick(['1h', '2d', '1mo', '1ns', "1h, '2020-01-01'"])})`, `to_date(${part})`);
  } else calls.push(random.pick([`toDate(${part})`, `floor(${part}, 1h)`, `dateOf(${part})`, `fromJson(${part})`]));
  if (maker.since(5)) {
    calls.push(
      `mask_null(${part})`,
      `mask_default(${part})`,
      `mask_replace(${part}, ${literal(maker, type)})`,
      `mask_inner(${part}, 1, 2)`,
      `mask_outer(${part}, 1, 2, ${random.pick(["'*'", "'*'", "'xx'"])})`,
      `mask_hash(${part})`,
    );
    calls.push(`to_json(${part})`, `${name}_as_blob(${part})`, 'current_timestamp()');
    if (isNumeric(type)) calls.push(...['abs', 'exp', 'log', 'log10', 'round'].map((each) => `${each}(${part})`));
    if (type.kind === 'map') calls.push(`map_keys(${part})`, `map_values(${part})`);
    if (type.kind !== 'native')
      calls.push(...['count', 'min', 'max', 'sum', 'avg'].map((each) => `collection_${each}(${part})`));
    if (type.kind === 'vector')
      calls.push(
        ...['cosine', 'euclidean', 'dot_product'].map(
          (each) => `similarity_${each}(${part}, ${random.pick([part, literal(maker, type), '[1, 2]'])})`,
        ),
      );
    else
      calls.push(
        random.pick([
          `collection_count(${part})`,
          `map_keys(${part})`,
          `similarity_cosine(${part}, ${part})`,
          `abs(${part})`,
        ]),
      );
  }
  if (maker.since(6))
    calls.push(
      `length(${part})`,
      `octet_length(${part})`,
      `format_bytes(${part})`,
      `format_time(${part})`,
      `format_bytes(${part}, 'KiB')`,
      `format_time(${part}, 'ms', 's')`,
    );
  if (isText(type)) calls.push(`textAsBlob(${part})`, `fromJson(${part})`);
  return random.pick(calls);
}

function ownCall(maker: Maker, table: Table, depth: number): string | undefined {
  const { random, world } = maker;
  const known = world.keyspaces.flatMap(({ functions }) => functions);
  if (known.length === 0) return undefined;
  const chosen = random.pick(known);
  const prefix = random.chance(0.5) || chosen.keyspace !== world.keyspaces[0]?.name ? `${id(chosen.keyspace)}.` : '';
  const values = chosen.arguments.map((type) => {
    const column = table.columns.find((each) => printType(each.type) === printType(type));
    if (column !== undefined && random.chance(0.7)) return expression(maker, table, column, depth + 2);
    return type.kind === 'native' ? literalOf(random, type.name, !maker.slip(0.2)) : literal(maker, type);
  });
  if (maker.slip(0.1)) values.push('1');
  return `${prefix}${id(chosen.name)}(${values.join(', ')})`;
}
