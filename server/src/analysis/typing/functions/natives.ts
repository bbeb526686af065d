import type { CqlType } from '../../../catalog/model.ts';
import { type CassandraRelease, existsIn, type Lifetime } from '../../../text/release.ts';
import { NATIVE_TYPE_NAMES } from '../../../syntax/built-in-types.ts';
import { functionType, type Signature } from './signature.ts';

/** The overloads of a built-in function, by its name in lower case; those made by factories are not among them. */
export function nativeSignatures(name: string, release: CassandraRelease): readonly Signature[] {
  const found: Signature[] = [];
  for (const { signature, lifetime } of NATIVES.get(name) ?? []) {
    if (!existsIn(release, lifetime)) continue;
    found.push(TIMEUUIDS.test(name) ? signature : withFunctionTypes(signature, release));
  }
  return found;
}

/** A signature with what functions take and give in place of `timeuuid`; itself where it has none. */
function withFunctionTypes(signature: Signature, release: CassandraRelease): Signature {
  const { name, aggregate } = signature;
  const returns = functionType(signature.returns, release);
  const keepsParameters = !aggregate && name !== 'octet_length';
  const parameters = keepsParameters
    ? signature.parameters
    : signature.parameters.map((type) => functionType(type, release));
  const isSame =
    returns === signature.returns && parameters.every((parameter, at) => parameter === signature.parameters[at]);
  return isSame ? signature : { ...signature, parameters, returns };
}

/** What makes a `timeuuid` of a time gives just that (`TimeFcts`). */
const TIMEUUIDS = /^(?:now|(?:current|min|max)_?timeuuid)$/;

/** The function behind an operator. */
export const OPERATOR_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['+', '_add'],
  ['-', '_substract'],
  ['*', '_multiply'],
  ['/', '_divide'],
  ['%', '_modulo'],
]);

/** The function behind unary minus. */
export const NEGATION = '_negate';

/** The function behind `CAST(… AS type)`. */
export const castFunction = (type: string, release: CassandraRelease): string =>
  existsIn(release, { since: '5.0' }) ? `cast_as_${type}` : `castAs${type.charAt(0).toUpperCase()}${type.slice(1)}`;

interface NativeFunction {
  readonly signature: Signature;
  readonly lifetime: Lifetime;
}

/** `text` stands for varchar, and the type of nothing counts. */
const NATIVE_TYPES = [...NATIVE_TYPE_NAMES.filter((name) => name !== 'varchar'), 'empty' as const].toSorted();

const NUMBERS = ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal', 'varint', 'counter'] as const;

const WHOLE: readonly string[] = ['tinyint', 'smallint', 'int', 'bigint', 'varint'];

const ALWAYS: Lifetime = {};
const SINCE_4_0: Lifetime = { since: '4.0' };
const SINCE_4_1: Lifetime = { since: '4.1' };
const SINCE_5_0: Lifetime = { since: '5.0' };
const UNTIL_5_0: Lifetime = { until: '5.0' };
const SINCE_6_0: Lifetime = { since: '6.0' };

const AS_TEXT: readonly string[] = ['ascii', 'text'];

/** To which other types each type is cast. */
export const CASTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...NUMBERS.map((from) => [from, [...NUMBERS.filter((to) => to !== from && to !== 'counter'), ...AS_TEXT]] as const),
  ['ascii', ['text']],
  ['inet', AS_TEXT],
  ['boolean', AS_TEXT],
  ['timeuuid', ['date', 'timestamp', ...AS_TEXT]],
  ['timestamp', ['date', ...AS_TEXT]],
  ['date', ['timestamp', ...AS_TEXT]],
  ['time', AS_TEXT],
  ['uuid', AS_TEXT],
]);

const NATIVES: ReadonlyMap<string, readonly NativeFunction[]> = byName([
  ...basics(),
  ...times(),
  ...blobs(),
  ...aggregates(),
  ...casts(),
  ...operators(),
  ...mathematics(),
]);

/** A signature written `name(type, type) type`. */
function entry(text: string, lifetime: Lifetime, aggregate = false): NativeFunction {
  const match = /^(\w+)\((.*)\) (\w+)$/.exec(text);
  const parameters = (match?.[2] ?? '').split(', ').filter((name) => name !== '');
  return {
    lifetime,
    signature: {
      keyspace: 'system',
      name: match?.[1] ?? text,
      parameters: parameters.map(native),
      returns: native(match?.[3] ?? ''),
      aggregate,
      native: true,
      made: false,
    },
  };
}

function native(name: string): CqlType {
  return { kind: 'native', name: name === 'varchar' ? 'text' : name };
}

function byName(entries: readonly NativeFunction[]): ReadonlyMap<string, readonly NativeFunction[]> {
  const map = new Map<string, NativeFunction[]>();
  for (const item of entries) {
    const list = map.get(item.signature.name);
    if (list === undefined) map.set(item.signature.name, [item]);
    else list.push(item);
  }
  return map;
}

function basics(): readonly NativeFunction[] {
  return [
    entry('uuid() uuid', ALWAYS),
    entry('length(text) int', SINCE_6_0),
    ...NATIVE_TYPES.map((type) => entry(`octet_length(${type}) int`, SINCE_6_0)),
    entry('transformation_kind(int) text', SINCE_6_0),
  ];
}

function times(): readonly NativeFunction[] {
  /** Under the name of 5.0, and under the older one that stays its alias. */
  const both = (text: string, oldSince: Lifetime = ALWAYS): readonly NativeFunction[] => [
    entry(
      text.replace(/^\w+/, (name) => name.replaceAll('_', '')),
      oldSince,
    ),
    entry(text, SINCE_5_0),
  ];
  return [
    entry('now() timeuuid', ALWAYS),
    ...both('current_timeuuid() timeuuid', SINCE_4_0),
    ...both('current_timestamp() timestamp', SINCE_4_0),
    ...both('current_date() date', SINCE_4_0),
    ...both('current_time() time', SINCE_4_0),
    ...both('min_timeuuid(timestamp) timeuuid'),
    ...both('max_timeuuid(timestamp) timeuuid'),
    entry('dateof(timeuuid) timestamp', UNTIL_5_0),
    entry('unixtimestampof(timeuuid) bigint', UNTIL_5_0),
    ...both('to_date(timeuuid) date'),
    ...both('to_timestamp(timeuuid) timestamp'),
    ...both('to_unix_timestamp(timeuuid) bigint'),
    ...both('to_unix_timestamp(timestamp) bigint'),
    ...both('to_date(timestamp) date'),
    ...both('to_unix_timestamp(date) bigint'),
    ...both('to_timestamp(date) timestamp'),
    entry('floor(timestamp, duration) timestamp', SINCE_4_1),
    entry('floor(timestamp, duration, timestamp) timestamp', SINCE_4_1),
    entry('floor(timeuuid, duration) timestamp', SINCE_4_1),
    entry('floor(timeuuid, duration, timestamp) timestamp', SINCE_4_1),
    entry('floor(date, duration) date', SINCE_4_1),
    entry('floor(date, duration, date) date', SINCE_4_1),
    entry('floor(time, duration) time', SINCE_4_1),
  ];
}

function blobs(): readonly NativeFunction[] {
  return [...NATIVE_TYPES, 'varchar'].flatMap((type) =>
    type === 'blob'
      ? []
      : [
          entry(`${type}asblob(${type}) blob`, ALWAYS),
          entry(`blobas${type}(blob) ${type}`, ALWAYS),
          entry(`${type}_as_blob(${type}) blob`, SINCE_5_0),
          entry(`blob_as_${type}(blob) ${type}`, SINCE_5_0),
        ],
  );
}

function aggregates(): readonly NativeFunction[] {
  return [
    entry('countRows() bigint', ALWAYS, true),
    entry('count_rows() bigint', SINCE_5_0, true),
    ...NUMBERS.flatMap((type) => [
      entry(`sum(${type}) ${type}`, ALWAYS, true),
      entry(`avg(${type}) ${type}`, ALWAYS, true),
    ]),
    // Since 5.0 one count takes everything as a blob, and factories make max and min.
    entry('count(blob) bigint', SINCE_5_0, true),
    ...NATIVE_TYPES.flatMap((type) => [
      entry(`count(${type}) bigint`, UNTIL_5_0, true),
      entry(`max(${type}) ${type}`, UNTIL_5_0, true),
      entry(`min(${type}) ${type}`, UNTIL_5_0, true),
    ]),
  ];
}

function casts(): readonly NativeFunction[] {
  return [...CASTS].flatMap(([from, targets]) =>
    targets.flatMap((to) => [
      entry(`${castFunction(to, '3.11')}(${from}) ${to}`, ALWAYS),
      entry(`${castFunction(to, '5.0')}(${from}) ${to}`, SINCE_5_0),
    ]),
  );
}

function operators(): readonly NativeFunction[] {
  const names = [...OPERATOR_FUNCTIONS.values()];
  return [
    ...NUMBERS.flatMap((left) =>
      NUMBERS.flatMap((right) =>
        names.map((name) => entry(`${name}(${left}, ${right}) ${resultOf(left, right)}`, SINCE_4_0)),
      ),
    ),
    ...NUMBERS.map((type) => entry(`${NEGATION}(${type}) ${type}`, SINCE_4_0)),
    ...['_add', '_substract'].flatMap((name) =>
      ['timestamp', 'date'].map((type) => entry(`${name}(${type}, duration) ${type}`, SINCE_4_0)),
    ),
    entry('_add(text, text) text', SINCE_4_1),
    entry('_add(ascii, ascii) ascii', SINCE_4_1),
    entry('_add(ascii, text) text', SINCE_4_1),
    entry('_add(text, ascii) text', SINCE_4_1),
  ];
}

/** The wider type of both; with a float in it, the float of that width (`OperationFcts.returnType`). */
function resultOf(left: string, right: string): string {
  const floating = [left, right].some((type) => type === 'float' || type === 'double' || type === 'decimal');
  const width = Math.max(widthOf(left), widthOf(right));
  return floating ? (['float', 'double'][width - 2] ?? 'decimal') : (WHOLE[width] ?? 'varint');
}

/** Steps of size: one, two, four and eight bytes, and without limit. */
function widthOf(type: string): number {
  if (type === 'tinyint') return 0;
  if (type === 'smallint') return 1;
  if (type === 'int' || type === 'float') return 2;
  return type === 'bigint' || type === 'double' || type === 'counter' ? 3 : 4;
}

function mathematics(): readonly NativeFunction[] {
  return ['abs', 'exp', 'log', 'log10', 'round'].flatMap((name) =>
    NUMBERS.map((type) => entry(`${name}(${type}) ${type}`, SINCE_5_0)),
  );
}
