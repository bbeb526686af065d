import type { CqlType } from './model.ts';

/**
 * The CQL type that a Java class of Cassandra stands for, as in `'org.apache.cassandra.db.marshal.Int32Type'`.
 *
 * Names may be short, parameters stand in parentheses (`TypeParser`). Any class that CQL has no word for stays a custom type.
 */
export function parseMarshal(className: string): CqlType {
  const parsed = parseClass(className.replaceAll(/\s+/g, ''));
  return parsed === undefined ? { kind: 'custom', className } : (toCql(parsed, false) ?? { kind: 'custom', className });
}

/** The class of a native type, without its package; `undefined` for a name that is none. */
export const marshalClass = (native: string): string | undefined => CLASS_OF_NATIVE.get(native);

interface MarshalClass {
  readonly name: string;
  readonly parameters: readonly MarshalClass[];
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

const PACKAGE = /^org\.apache\.cassandra\.db\.marshal\./;

/** Java class names nest no deeper in what people write; deeper text is left a custom type. */
const DEEPEST = 100;

function toCql({ name, parameters }: MarshalClass, frozen: boolean): CqlType | undefined {
  const native = NATIVE_OF_CLASS.get(name);
  if (native !== undefined) return parameters.length === 0 ? { kind: 'native', name: native } : undefined;
  const [first, second] = parameters;
  if (name === 'FrozenType') return first === undefined ? undefined : toCql(first, true);
  if (name === 'TupleType') {
    const items = parameters.map((item) => toCql(item, true));
    return items.every((item) => item !== undefined) ? { kind: 'tuple', items } : undefined;
  }
  const element = first === undefined ? undefined : toCql(first, frozen);
  if (element === undefined) return undefined;
  if (name === 'ListType' && parameters.length === 1) return { kind: 'list', element, frozen };
  if (name === 'SetType' && parameters.length === 1) return { kind: 'set', element, frozen };
  const value = second === undefined ? undefined : toCql(second, frozen);
  if (name === 'MapType' && parameters.length === 2 && value !== undefined)
    return { kind: 'map', key: element, value, frozen };
  return undefined;
}

function parseClass(text: string): MarshalClass | undefined {
  let at = 0;
  const one = (depth: number): MarshalClass | undefined => {
    const name = /^[\w.$]+/.exec(text.slice(at, at + 200))?.[0];
    if (name === undefined || depth > DEEPEST) return undefined;
    at += name.length;
    const parameters: MarshalClass[] = [];
    if (text[at] === '(') {
      do {
        at += 1;
        const parameter = one(depth + 1);
        if (parameter === undefined) return undefined;
        parameters.push(parameter);
      } while (text[at] === ',');
      if (text[at] !== ')') return undefined;
      at += 1;
    }
    return { name: name.replace(PACKAGE, ''), parameters };
  };
  const parsed = one(0);
  return at === text.length ? parsed : undefined;
}
