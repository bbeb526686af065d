import { literalOf } from './literals.ts';
import { id, type Maker } from './maker.ts';
import { isNumeric, isText, native, printType, type CqlType } from './types.ts';
import { items } from './items.ts';

/** A value of a type as statements write it; a mistake owed makes it one of another type, or broken. */
export function term(maker: Maker, type: CqlType, depth = 0): string {
  const { random } = maker;
  if (maker.slip(0.12)) return wrongTerm(maker, type, depth);
  if (maker.marks()) return marker(maker, type);
  const form = random.below(100);
  if (form < 86 || depth > 2) return literal(maker, type, depth);
  if (form < 87) return maker.slip(0.7) ? oddTerm(maker, type, depth) : literal(maker, type, depth);
  if (form < 88) return `(${printType(type)}) ${literal(maker, type, depth)}`;
  if (form < 91) return arithmetic(maker, type, depth);
  if (form < 93 && maker.since(4.1)) return cast(maker, type);
  return call(maker, type, depth) ?? literal(maker, type, depth);
}

/** `null`, or now and then a text that is too long for a key. */
function oddTerm({ random }: Maker, type: CqlType, depth: number): string {
  return depth === 0 && isText(type) && random.chance(0.1) ? `'${'x'.repeat(65_536)}'` : 'null';
}

function marker({ random }: Maker, type: CqlType): string {
  return random.weighted([
    [6, '?'],
    [3, `:${random.pick(['a', 'value', 'key', 'ttl'])}`],
    [1, `(${printType(type)}) ?`],
  ]);
}

/** A literal, whole and right unless a mistake is owed further in. */
export function literal(maker: Maker, type: CqlType, depth = 0): string {
  const { random } = maker;
  const few = () =>
    random.weighted([
      [1, 0],
      [5, 1],
      [3, 2],
      [1, 3],
    ] as const);
  const inner = (of: CqlType) => (maker.slip(0.05) ? random.pick(['null', '?', ':b']) : term(maker, of, depth + 1));
  const entry = (key: CqlType, of: CqlType) => `${inner(key)}: ${inner(of)}`;
  switch (type.kind) {
    case 'native':
      return literalOf(random, type.name, true);
    case 'text':
      return random.pick(["'x'", '1', '0xff']);
    case 'list':
      return `[${random.times(few(), () => inner(type.of)).join(', ')}]`;
    case 'set':
      return `{${random.times(few(), () => inner(type.of)).join(', ')}}`;
    case 'map':
      return `{${random.times(few(), () => entry(type.key, type.of)).join(', ')}}`;
    case 'tuple': {
      const parts = type.of.map((of) => inner(of));
      if (maker.slip(0.1)) parts.push(literalOf(random, 'int', true));
      return `(${(random.chance(0.9) ? parts : parts.slice(0, Math.max(1, parts.length - 1))).join(', ')})`;
    }
    case 'vector': {
      const size = maker.slip(0.15) ? type.size + random.pick([-1, 1]) : type.size;
      return `[${random.times(size, () => inner(type.of)).join(', ')}]`;
    }
    case 'user': {
      const fields = type.type.fields
        .filter(() => random.chance(0.85))
        .map((field) => `${id(field.name)}: ${inner(field.type)}`);
      if (maker.slip(0.1)) fields.push('nofield: 1');
      return `{${fields.join(', ')}}`;
    }
  }
}

function wrongTerm(maker: Maker, type: CqlType, depth: number): string {
  const { random } = maker;
  if (type.kind === 'native') {
    return random.weighted<() => string>([
      [7, () => literalOf(random, type.name, false)],
      [
        1,
        () =>
          call(maker, native(random.pick(['int', 'text', 'timeuuid', 'timestamp', 'uuid', 'blob'])), depth) ?? 'now()',
      ],
      [1, () => random.pick(wrongCalls)],
      [0.5, () => `(${random.pick(['int', 'text', 'uuid'])}) ${literal(maker, type, depth)}`],
      [0.5, () => `(${literal(maker, type, depth)})`],
    ])();
  }
  return random.weighted<() => string>([
    [3, () => literalOf(random, 'none', false)],
    [2, () => literal(maker, native(random.pick(['int', 'text', 'boolean', 'uuid'])), depth)],
    [1, () => `[${literal(maker, type, depth)}]`],
    [1, () => `{${literal(maker, type, depth)}}`],
    [1, () => `(${literal(maker, type, depth)}, 1)`],
    [1, () => random.pick(wrongCalls)],
    [1, () => (type.kind === 'user' ? "{'x': 1}" : '{a: 1}')],
  ])();
}

const wrongCalls: readonly string[] = items(`
  nofunction(1)  now(1)  uuid(1)  token(1)  count(1)  max('x')  toDate()  toTimestamp(1)  minTimeuuid('x')
  blobAsInt('x')  intAsBlob(0xff)  blobAsInt(0xff)  nokeyspace.f(1)  system.now(1)  system.nofunction()
  toJson('x')  fromJson('{')  fromJson('1')  fromJson(1)  toUnixTimestamp(now())  textAsBlob(1)  writetime(a)
  cast(1 as text)  dateOf(now())  current_timestamp()  currentTimeUUID()  ttl(v)  sum(1)  typeAsBlob(1)
  bigintAsBlob(1)
`);

function arithmetic(maker: Maker, type: CqlType, depth: number): string {
  const { random } = maker;
  const operator = random.pick(['+', '-', '*', '/', '%']);
  const part = () => term(maker, type, depth + 2);
  if (isNumeric(type)) return random.chance(0.2) ? `- ${part()}` : `${part()} ${operator} ${part()}`;
  if (type.kind === 'native' && /^(?:date|timestamp)$/.test(type.name)) {
    return `${part()} ${random.pick(['+', '-'])} ${maker.slip(0.1) ? literalOf(random, 'duration', true) : random.pick(['1d', '2w', '1mo', '1y2mo'])}`;
  }
  if (isText(type) && maker.since(4)) return `${part()} + ${part()}`;
  return maker.slip(0.5) ? `${part()} ${operator} ${part()}` : literal(maker, type, depth);
}

function cast(maker: Maker, type: CqlType): string {
  const { random } = maker;
  if (isNumeric(type)) {
    const from = random.pick(['tinyint', 'int', 'bigint', 'float', 'double', 'decimal', 'varint']);
    return `CAST((${from}) ${literalOf(random, 'tinyint', true)} AS ${printType(type)})`;
  }
  if (isText(type) && random.chance(0.7)) {
    const from = random.pick(
      items(`
      int  double  boolean  date  timeuuid  uuid  timestamp  inet  time  ascii
    `),
    );
    return `CAST((${from}) ${literalOf(random, from, true)} AS ${printType(type)})`;
  }
  if (!maker.slip(0.5)) return literal(maker, type, 1);
  const from = random.pick(['int', 'double', 'text', 'timestamp', 'date', 'timeuuid', 'boolean', 'varint', 'blob']);
  return `CAST(${literalOf(random, from, true)} AS ${type.kind === 'native' ? type.name : random.pick(['int', 'text'])})`;
}

/** Bytes that a type can be read from. */
const sizes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['bigint', 'timestamp', 'double', 'time'].map((name) => [name, '0x0000000000000001'])),
  ...Object.fromEntries(['int', 'float', 'date', 'inet', 'varint'].map((name) => [name, '0x00000001'])),
  ...Object.fromEntries(['uuid', 'timeuuid'].map((name) => [name, '0x50554d6e29bb11e5b345feff819cdc9f'])),
  smallint: '0x0001',
  tinyint: '0x01',
  boolean: '0x01',
  decimal: '0x0000000001',
  duration: '0x020406',
};

/** A function call that gives the type; `undefined` where no built-in function does. */
export function call(maker: Maker, type: CqlType, depth: number): string | undefined {
  const { random, world } = maker;
  const argument = (name: string) => term(maker, native(name), depth + 1);
  const own = world.keyspaces
    .flatMap((keyspace) => keyspace.functions)
    .filter(({ returns, aggregate }) => !aggregate && printType(returns) === printType(type));
  if (own.length > 0 && random.chance(0.4)) {
    const chosen = random.pick(own);
    const prefix = random.chance(0.5) || chosen.keyspace !== world.keyspaces[0]?.name ? `${id(chosen.keyspace)}.` : '';
    return `${prefix}${id(chosen.name)}(${chosen.arguments.map((each) => term(maker, each, depth + 1)).join(', ')})`;
  }
  if (type.kind !== 'native')
    return random.chance(0.3) ? `fromJson('${type.kind === 'map' || type.kind === 'user' ? '{}' : '[]'}')` : undefined;
  const { name } = type;
  const snake = maker.since(5);
  const json = maker.slip(0.3)
    ? random.pick(['1', '"x"', 'true', 'null', '{', '[1]', ''])
    : isNumeric(type)
      ? '1'
      : isText(type)
        ? '"x"'
        : name === 'boolean'
          ? 'true'
          : 'null';
  const bytes = maker.slip(0.3)
    ? random.pick(['0x', '0xff', '0x00000001', '0x0000000000000001', '0x123'])
    : (sizes[name] ?? '0x61');
  const calls: string[] = [`fromJson('${json}')`];
  if (name !== 'blob' && name !== 'counter') calls.push(`blobAs${name[0]?.toUpperCase()}${name.slice(1)}(${bytes})`);
  if (snake && name !== 'blob' && name !== 'counter') calls.push(`blob_as_${name}(${bytes})`, `from_json('${json}')`);
  switch (name) {
    case 'uuid':
      calls.push('uuid()', 'uuid()');
      break;
    case 'timeuuid':
      calls.push(
        'now()',
        'now()',
        `minTimeuuid(${argument('timestamp')})`,
        `maxTimeuuid(${argument('timestamp')})`,
        ...(maker.since(4) ? ['currentTimeUUID()'] : []),
      );
      if (snake) calls.push(`max_timeuuid(${argument('timestamp')})`, 'current_timeuuid()');
      break;
    case 'timestamp':
      calls.push(
        'toTimestamp(now())',
        `toTimestamp(${argument('date')})`,
        ...(maker.since(4) ? ['currentTimestamp()'] : []),
        ...(maker.since(4.1)
          ? [`floor(${argument('timestamp')}, ${maker.slip(0.2) ? random.pick(['-1h', '1us', '1mo', '-2d']) : '1h'})`]
          : []),
      );
      if (!maker.since(5) || maker.slip(0.2)) calls.push('dateOf(now())');
      if (snake) calls.push('to_timestamp(now())', 'current_timestamp()');
      break;
    case 'date':
      calls.push(
        'toDate(now())',
        `toDate(${argument('timestamp')})`,
        ...(maker.since(4) ? ['currentDate()'] : []),
        ...(maker.since(4.1)
          ? [`floor(${argument('date')}, ${maker.slip(0.2) ? random.pick(['-1h', '1us', '1mo', '-2d']) : '2d'})`]
          : []),
      );
      if (maker.slip(0.2)) calls.push(`floor(${argument('date')}, 1h)`);
      if (snake) calls.push('to_date(now())', 'current_date()');
      break;
    case 'time':
      if (maker.since(4.1) || maker.slip(0.2))
        calls.push(
          'currentTime()',
          `floor(${argument('time')}, ${maker.slip(0.2) ? random.pick(['-1h', '1us', '1mo', '-2d']) : '1h'})`,
        );
      if (snake) calls.push('current_time()');
      break;
    case 'bigint':
      calls.push(
        'toUnixTimestamp(now())',
        ...(!maker.since(5) || maker.slip(0.2) ? ['unixTimestampOf(now())'] : []),
        `toUnixTimestamp(${argument('date')})`,
        `token(${argument('int')})`,
      );
      break;
    case 'blob':
      calls.push(`intAsBlob(${argument('int')})`, `textAsBlob(${argument('text')})`, `timeuuidAsBlob(now())`);
      if (snake) calls.push(`int_as_blob(${argument('int')})`);
      break;
    case 'text':
      if (maker.since(5) || maker.slip(0.2)) calls.push(`toJson(${argument('int')})`);
      if (snake)
        calls.push(
          `to_json(${argument('int')})`,
          `mask_inner(${argument('text')}, 1, 1)`,
          `mask_default(${argument('text')})`,
        );
      break;
    case 'int':
    case 'double':
      if (snake)
        calls.push(
          `abs(${argument(name)})`,
          `round(${argument(name)})`,
          `exp(${argument(name)})`,
          `mask_null(${argument(name)})`,
          `mask_replace(${argument(name)}, ${argument(name)})`,
        );
      break;
    default:
  }
  return random.pick(calls);
}
