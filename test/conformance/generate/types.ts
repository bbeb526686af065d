import type { Keyspace, UserType } from './model.ts';
import { id, type Maker } from './maker.ts';

export type CqlType =
  | { readonly kind: 'native'; readonly name: string }
  | { readonly kind: 'list' | 'set'; readonly of: CqlType; readonly frozen: boolean }
  | { readonly kind: 'map'; readonly key: CqlType; readonly of: CqlType; readonly frozen: boolean }
  | { readonly kind: 'tuple'; readonly of: readonly CqlType[] }
  | { readonly kind: 'user'; readonly type: UserType; readonly frozen: boolean }
  | { readonly kind: 'vector'; readonly of: CqlType; readonly size: number }
  /** A type that the server is not to take, or a class name in quotes. */
  | { readonly kind: 'text'; readonly text: string };

/** Where a type stands decides which types are right there. */
export type Place = 'key' | 'static' | 'regular' | 'field' | 'element' | 'argument';

const scalars =
  `ascii bigint blob boolean date decimal double float inet int smallint text time timestamp timeuuid tinyint uuid
  varchar varint`.split(/\s+/);

/** Every native type but `counter` and `duration`, which cannot stand everywhere. */
export const scalarTypes: readonly CqlType[] = scalars.map(native);

export function native(name: string): CqlType {
  return { kind: 'native', name };
}

/** A type that fits the place; a mistake owed makes it one that does not. */
export function typeFor(maker: Maker, keyspace: Keyspace, place: Place, depth = 0): CqlType {
  if (maker.slip(0.1)) return wrongType(maker, keyspace, place);
  const { random } = maker;
  const scalar = () => (place !== 'key' && random.chance(0.05) ? native('duration') : random.pick(scalarTypes));
  if (depth > 2 || random.chance(place === 'key' ? 0.8 : 0.5)) return scalar();
  const frozen = place === 'key' || place === 'element' || random.chance(0.35);
  const inner = (isKey = false) => typeFor(maker, keyspace, isKey ? 'key' : 'element', depth + 1);
  return random.weighted<() => CqlType>([
    [3, () => ({ kind: 'list', of: inner(), frozen })],
    [3, () => ({ kind: 'set', of: inner(true), frozen })],
    [3, () => ({ kind: 'map', key: inner(true), of: inner(), frozen })],
    [2, () => ({ kind: 'tuple', of: random.times(random.between(1, 3), () => inner()) })],
    [2, () => userType(maker, keyspace, place !== 'regular' || frozen) ?? scalar()],
    [
      maker.since(5) ? 1.5 : 0,
      () => ({ kind: 'vector', of: random.chance(0.7) ? native('float') : inner(), size: random.between(1, 4) }),
    ],
  ])();
}

function userType({ random }: Maker, keyspace: Keyspace, frozen: boolean): CqlType | undefined {
  return keyspace.types.length === 0 ? undefined : { kind: 'user', type: random.pick(keyspace.types), frozen };
}

const text = (name: string): CqlType => ({ kind: 'text', text: name });

/** A type that is wrong at the place, or everywhere. */
function wrongType(maker: Maker, keyspace: Keyspace, place: Place): CqlType {
  const { random, world } = maker;
  const other = world.keyspaces.find(({ types }) => types !== keyspace.types && types.length > 0);
  const foreign = other?.types[0];
  const known = keyspace.types[0];
  const list = (of: CqlType): CqlType => ({ kind: 'list', of, frozen: false });
  const wrong: readonly CqlType[] = [
    native('counter'),
    native('duration'),
    text('nosuchtype'),
    text('frozen<int>'),
    text('frozen<nosuchtype>'),
    list(native('counter')),
    { kind: 'set', of: native('duration'), frozen: false },
    { kind: 'map', key: native('duration'), of: native('int'), frozen: false },
    { kind: 'map', key: native('int'), of: native('counter'), frozen: true },
    list(list(native('int'))),
    { kind: 'map', key: { kind: 'set', of: native('int'), frozen: false }, of: native('int'), frozen: false },
    { kind: 'tuple', of: [native('counter')] },
    { kind: 'tuple', of: [native('int'), list(native('duration'))] },
    text('nokeyspace.sometype'),
    text("'nosuch.marshal.Type'"),
    text("'AbstractType'"),
    text("'java.lang.String'"),
    text("'MapType(Int32Type)'"),
    text("'ListType(AbstractType)'"),
    text("'org.apache.cassandra.db.marshal.Int32Type'"),
    text("'org.apache.cassandra.db.marshal.ListType(org.apache.cassandra.db.marshal.UTF8Type)'"),
    // 3.11 writes it down as a type that it cannot read: no change of the keyspace's schema succeeds any more.
    ...(maker.since(4) ? [text("'EmptyType'")] : []),
    ...(maker.since(5)
      ? [
          text('vector<float, 0>'),
          text('vector<float, -1>'),
          text('vector<counter, 2>'),
          text('vector<frozen<nosuchtype>, 2>'),
          text('vector<float, 9000>'),
        ]
      : []),
    ...(known === undefined
      ? []
      : [list({ kind: 'user', type: known, frozen: false }), { kind: 'user', type: known, frozen: false } as const]),
    ...(foreign === undefined
      ? []
      : [
          text(`${id(foreign.keyspace)}.${id(foreign.name)}`),
          text(`frozen<${id(foreign.keyspace)}.${id(foreign.name)}>`),
        ]),
    ...(place === 'key' ? [list(native('int'))] : []),
  ];
  return random.pick(wrong);
}

const inFrozen = (written: string, frozen: boolean) => (frozen ? `frozen<${written}>` : written);

/** A type as DDL writes it. */
export function printType(type: CqlType): string {
  switch (type.kind) {
    case 'native':
      return type.name;
    case 'text':
      return type.text;
    case 'list':
    case 'set':
      return inFrozen(`${type.kind}<${printType(type.of)}>`, type.frozen);
    case 'map':
      return inFrozen(`map<${printType(type.key)}, ${printType(type.of)}>`, type.frozen);
    case 'tuple':
      return `tuple<${type.of.map(printType).join(', ')}>`;
    case 'vector':
      return `vector<${printType(type.of)}, ${type.size}>`;
    case 'user':
      return inFrozen(id(type.type.name), type.frozen);
  }
}

/** The type in a word, for counting what was reached. */
export function classOf(type: CqlType): string {
  if (type.kind === 'native') return type.name;
  return 'frozen' in type && type.frozen ? `frozen ${type.kind}` : type.kind;
}

/** A list, set, map or user type whose parts can be written one by one. */
export function isMultiCell(type: CqlType): boolean {
  return 'frozen' in type && !type.frozen;
}

export function isNumeric(type: CqlType): boolean {
  return (
    type.kind === 'native' && /^(?:tinyint|smallint|int|bigint|varint|float|double|decimal|counter)$/.test(type.name)
  );
}

export function isText(type: CqlType): boolean {
  return type.kind === 'native' && /^(?:ascii|text|varchar)$/.test(type.name);
}
