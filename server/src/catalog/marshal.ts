import type { TypeRef } from '../syntax/ast.ts';
import type { CqlType } from './model.ts';

/**
 * The CQL type that a Java class of Cassandra stands for, as in `'org.apache.cassandra.db.marshal.Int32Type'`.
 *
 * Names may be short, parameters stand in parentheses (`TypeParser`). Any class that CQL has no word for stays a custom type.
 */
export function parseMarshal(className: string): CqlType {
  const parsed = parseClass(className);
  return typeof parsed === 'object' ? toCql(parsed, false) : { kind: 'custom', className };
}

/** Whether a type is written as the class of what sorts backwards, which hides what it holds from the server's checks. */
export const isReversedClass = (type: TypeRef): boolean =>
  type.kind === 'custom' && parsedAs('ReversedType', type.className) !== undefined;

/** What a `CompositeType` is made of; `undefined` for any other class. */
export const compositeParts = (className: string): readonly CqlType[] | undefined =>
  parsedAs('CompositeType', className)?.parameters.map((parameter) => toCql(parameter, false));

/** The aliases of a `DynamicCompositeType` with their classes; `undefined` for any other class. */
export const dynamicParts = (className: string): readonly string[] | undefined =>
  parsedAs('DynamicCompositeType', className)?.parameters.map(printClass);

function parsedAs(name: string, className: string): MarshalClass | undefined {
  const parsed = className.includes(name) ? parseClass(className) : undefined;
  return typeof parsed === 'object' && parsed.name === name ? parsed : undefined;
}

/** A class as the server prints it, whose package need not have been written. */
export function fullClassName(className: string): string {
  const parsed = parseClass(className);
  return typeof parsed === 'object' ? printClass(parsed) : className;
}

/** The class of a native type, without its package; `undefined` for a name that is none. */
export const marshalClass = (native: string): string | undefined => CLASS_OF_NATIVE.get(native);

/** A class with its parameters, as `TypeParser` reads it; one of Cassandra's own without its package. */
export interface MarshalClass {
  readonly name: string;
  readonly parameters: readonly MarshalClass[];
  /** What stands before a parameter: `61:` before a field, `a=>` before an alias. */
  readonly label: string;
}

const NATIVE_OF_CLASS: ReadonlyMap<string, string> = new Map([
  ['AsciiType', 'ascii'],
  ['BooleanType', 'boolean'],
  ['ByteType', 'tinyint'],
  ['BytesType', 'blob'],
  ['CounterColumnType', 'counter'],
  ['DecimalType', 'decimal'],
  ['DoubleType', 'double'],
  ['DurationType', 'duration'],
  ['EmptyType', 'empty'],
  ['FloatType', 'float'],
  ['InetAddressType', 'inet'],
  ['Int32Type', 'int'],
  ['IntegerType', 'varint'],
  ['LongType', 'bigint'],
  ['ShortType', 'smallint'],
  ['SimpleDateType', 'date'],
  ['TimeType', 'time'],
  ['TimeUUIDType', 'timeuuid'],
  ['TimestampType', 'timestamp'],
  ['UTF8Type', 'text'],
  ['UUIDType', 'uuid'],
]);

const CLASS_OF_NATIVE: ReadonlyMap<string, string> = new Map(
  [...NATIVE_OF_CLASS].map(([name, native]) => [native, name]),
);

const PACKAGE = 'org.apache.cassandra.db.marshal.';

/** Java class names nest no deeper in what people write; deeper text is left a custom type. */
const DEEPEST = 100;

function toCql(parsed: MarshalClass, frozen: boolean): CqlType {
  const { name, parameters } = parsed;
  const native = NATIVE_OF_CLASS.get(name);
  if (native !== undefined && parameters.length === 0) return { kind: 'native', name: native };
  if (name === 'LegacyTimeUUIDType' && parameters.length === 0)
    return { kind: 'native', name: 'timeuuid', legacy: true };
  const part = (parameter: MarshalClass): CqlType => toCql(parameter, frozen);
  const [first, second] = parameters;
  const one = parameters.length === 1 ? first : undefined;
  // Which way a type sorts shows in the order of rows alone.
  if (name === 'ReversedType' && one !== undefined) return toCql(one, frozen);
  if (name === 'FrozenType' && first !== undefined) return toCql(first, true);
  if (name === 'TupleType') return { kind: 'tuple', items: parameters.map((item) => toCql(item, true)) };
  if (name === 'ListType' && one !== undefined) return { kind: 'list', element: part(one), frozen };
  if (name === 'SetType' && one !== undefined) return { kind: 'set', element: part(one), frozen };
  if (first !== undefined && second !== undefined) {
    if (name === 'MapType' && parameters.length === 2)
      return { kind: 'map', key: part(first), value: part(second), frozen };
    if (name === 'VectorType' && parameters.length === 2 && /^\d{1,9}$/.test(second.name))
      return { kind: 'vector', element: toCql(first, false), dimension: Number(second.name) };
    // Its keyspace and its name, in digits; the fields follow, which the declaration has as well.
    const own = name === 'UserType' ? textOf(second.name) : undefined;
    if (own !== undefined) return { kind: 'user', keyspace: first.name, name: own, frozen };
  }
  return { kind: 'custom', className: printClass(parsed) };
}

/** The text of bytes in hexadecimal digits. */
function textOf(digits: string): string | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(digits)) return undefined;
  try {
    return decodeURIComponent(digits.replaceAll(/../g, '%$&'));
  } catch {
    return undefined;
  }
}

function printClass({ name, parameters, label }: MarshalClass): string {
  const full = name.includes('.') || /^\d+$/.test(name) ? name : `${PACKAGE}${name}`;
  return `${label}${full}${parameters.length === 0 ? '' : `(${parameters.map(printClass).join(',')})`}`;
}

/**
 * A class as `TypeParser` reads it: what is no name is bytes, and what follows a name or its parentheses is passed over.
 * `undefined` where the parentheses cannot be read.
 */
export function parseClass(className: string): MarshalClass | 'too-deep' | undefined {
  if (classNameIn(className) === '') return { name: 'BytesType', parameters: [], label: '' };
  let at = 0;
  let tooDeep = false;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(className)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  const one = (depth: number): MarshalClass | undefined => {
    tooDeep ||= depth > DEEPEST;
    if (tooDeep) return undefined;
    const label = depth === 0 ? '' : take(/\w+\s*(?::|=>)/y).replaceAll(/\s/g, '');
    take(/\s*/y);
    const own = take(/[\w.+&-]*/y);
    take(/\s*/y);
    const parameters: MarshalClass[] = [];
    if (className[at] === '(') {
      at += 1;
      for (take(SEPARATOR); className[at] !== ')'; take(SEPARATOR)) {
        const parameter = one(depth + 1);
        if (parameter === undefined) return undefined;
        parameters.push(parameter);
      }
      at += 1;
    }
    if (own === '') return undefined;
    return { name: own.startsWith(PACKAGE) ? own.slice(PACKAGE.length) : own, parameters, label };
  };
  const parsed = one(0);
  return tooDeep ? 'too-deep' : parsed;
}

/** Commas need not stand between parameters. */
const SEPARATOR = /\s*(?:,\s*)?/y;

/** The class that a text begins with, without its parameters; empty where it begins with something else. */
export const classNameIn = (text: string): string => /^\s*([\w.+&-]*)/.exec(text)?.[1] ?? '';
