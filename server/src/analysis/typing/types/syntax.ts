import { classNameIn, type MarshalClass, parseClass } from '../../../catalog/marshal.ts';
import type { Name, TypeRef } from '../../../syntax/ast.ts';
import type { Span } from '../../../text/span.ts';
import { refuse } from '../../judging/refuse.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import { isJavaClass, mayBeInstalled } from '../../judging/installed.ts';
import type { Refused, Session } from '../../judging/verdict-model.ts';
import { printTypeRef } from './text.ts';

/** What the server objects to in a written type while it parses, before anything else of a statement is looked at. */
export function complaintWhileParsing(
  type: TypeRef,
  release: CassandraRelease,
  session: Session,
  text: string | undefined,
): Refused | undefined {
  if (type.kind === 'vector' && type.dimension !== undefined && !isInt(type.dimension))
    return unreadableNumber(String(type.dimension), type.span, text);
  if (type.kind === 'custom') return unknownClass(type, release, session);
  if (type.kind === 'user') return reservedTypeName(type.type.name);
  if (!('arguments' in type)) return undefined;
  for (const argument of type.arguments) {
    const inner =
      complaintWhileParsing(argument, release, session, text) ??
      (type.kind === 'frozen' ? misplacedFrozen(argument, type) : undefined);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const isInt = (value: number): boolean => value >= -(2 ** 31) && value < 2 ** 31;

/** The parser reads some numbers by Java's `Integer.parseInt` and `Long.parseLong`, and throws what these throw. */
export function unreadableNumber(number: string, span: Span, text: string | undefined): Refused {
  const statement = text?.replace(/;\s*$/, '') ?? '';
  const message = `Failed parsing statement: [${statement}] reason: NumberFormatException For input string: "${number}"`;
  return refuse('unreadable-number', message, span, [number], 'syntax');
}

/** Some names are kept for native types to come; in quotes, or with a capital letter, they may be given. */
export function reservedTypeName({ text, name, span }: Name): Refused | undefined {
  if (!RESERVED.has(text)) return undefined;
  return refuse('reserved-type-name', `Invalid (reserved) user type name ${name}`, span, [name], 'syntax');
}

const RESERVED = new Set(['byte', 'complex', 'enum', 'date', 'interval', 'macaddr', 'bitstring']);

function misplacedFrozen(argument: TypeRef, { span }: TypeRef): Refused | undefined {
  if (argument.kind !== 'native' && argument.kind !== 'custom') return undefined;
  const message = `frozen<> is only allowed on collections, tuples, and user-defined types (got ${printTypeRef(argument)})`;
  return refuse('frozen-not-allowed', message, span, [], 'syntax');
}

/** A class of the server's own that it does not have; those of other packages may be installed. */
function unknownClass(
  { className, span }: Extract<TypeRef, { kind: 'custom' }>,
  release: CassandraRelease,
  session: Session,
): Refused | undefined {
  const name = classNameIn(className);
  if (name === '') return undefined;
  const full = name.includes('.') ? name : `${PACKAGE}${name}`;
  const refused = (why: string): Refused =>
    refuse('unknown-type-class', `Error setting type ${className}: ${why}`, span, [className], 'syntax');
  const missing = (): Refused => refused(`Unable to find abstract-type class '${full}'`);
  if (isJavaClass(full)) return refused(noType(full, release));
  if (!full.startsWith(PACKAGE)) return mayBeInstalled(full, session) ? undefined : missing();
  const simple = full.slice(PACKAGE.length);
  if (!isThere(simple, release, session)) return missing();
  if (INTERNAL.has(simple) && className.includes('(')) return refused(`${full} is reserved for internal functionality`);
  if (ABSTRACT.has(simple)) return refused(noInstance(full));
  // The outermost class is named, whichever part of it is wrong.
  const parsed = parseClass(className.replace(/\(\s*\)$/, ''));
  if (parsed === 'too-deep') return undefined;
  const wrong = parsed === undefined ? PARAMETERS.has(simple) : isMisused(parsed, release, session);
  return wrong ? refused(`Invalid definition for comparator ${full}.`) : undefined;
}

/** A class that is there, but is no type. */
const noType = (full: string, release: CassandraRelease): string =>
  since(release, '6.0')
    ? `Invalid abstract-type class '${full}': must extend or implement ${PACKAGE}AbstractType`
    : noInstance(full);

const noInstance = (full: string): string =>
  `Invalid comparator class ${full}: must define a public static instance field or a public static method getInstance(TypeParser).`;

/** It has too many parameters or too few, or holds what is no class. Types that have none pass over what is written. */
function isMisused({ name, parameters }: MarshalClass, release: CassandraRelease, session: Session): boolean {
  const count = PARAMETERS.get(name);
  if (count === undefined) return false;
  if (count !== 'any' && parameters.length !== count) return true;
  const [, second] = parameters;
  if (name === 'VectorType' && !(Number(second?.name) > 0)) return true;
  if (name === 'UserType' && second !== undefined && !/^(?:[\da-f]{2})*$/i.test(second.name)) return true;
  if (name === 'DynamicCompositeType' && parameters.some(({ label }) => !/^.=>$/.test(label))) return true;
  const classes =
    name === 'UserType' ? parameters.slice(2) : name === 'VectorType' ? parameters.slice(0, 1) : parameters;
  return classes.some(
    (part) =>
      ABSTRACT.has(part.name) ||
      isJavaClass(part.name) ||
      !isThere(part.name, release, session) ||
      isMisused(part, release, session),
  );
}

function isThere(name: string, release: CassandraRelease, session: Session): boolean {
  if (name.includes('.')) return mayBeInstalled(name, session);
  const [from, until] = LIFETIMES.get(name) ?? [];
  return (
    CLASSES.has(name) && (from === undefined || since(release, from)) && (until === undefined || !since(release, until))
  );
}

const PACKAGE = 'org.apache.cassandra.db.marshal.';

/** The release that brought a class, and the one that no longer has it. */
const LIFETIMES: ReadonlyMap<string, readonly [from?: CassandraRelease, until?: CassandraRelease]> = new Map([
  ['AbstractTimeUUIDType', ['4.1']],
  ['ColumnToCollectionType', [undefined, '4.0']],
  ['LegacyTimeUUIDType', ['4.1']],
  ['MultiElementType', ['6.0']],
  ['NumberType', ['4.0']],
  ['PseudoUtf8Type', ['6.0']],
  ['StringType', ['4.1']],
  ['TemporalType', ['4.0']],
  ['TimestampUtf8Type', ['6.0']],
  ['TokenUtf8Type', ['6.0']],
  ['TxnIdUtf8Type', ['6.0']],
  ['VectorType', ['5.0']],
]);

/** The types that are made of others, and of how many. */
const PARAMETERS: ReadonlyMap<string, number | 'any'> = new Map<string, number | 'any'>([
  ['ColumnToCollectionType', 'any'],
  ['CompositeType', 'any'],
  ['DynamicCompositeType', 'any'],
  ['FrozenType', 1],
  ['ListType', 1],
  ['MapType', 2],
  ['ReversedType', 1],
  ['SetType', 1],
  ['TupleType', 'any'],
  ['UserType', 'any'],
  ['VectorType', 2],
]);

/** Classes that others extend, of which there are no values (`TypeParser.getRawAbstractType`). */
const ABSTRACT: ReadonlySet<string> = new Set([
  'AbstractCompositeType',
  'AbstractTimeUUIDType',
  'AbstractType',
  'CollectionType',
  'MultiElementType',
  'NumberType',
  'PseudoUtf8Type',
  'StringType',
  'TemporalType',
]);

/** Types of the columns of virtual tables. */
const INTERNAL: ReadonlySet<string> = new Set([
  'PseudoUtf8Type',
  'TimestampUtf8Type',
  'TokenUtf8Type',
  'TxnIdUtf8Type',
]);

const CLASSES: ReadonlySet<string> = new Set([
  ...ABSTRACT,
  ...INTERNAL,
  ...(
    'AsciiType BooleanType ByteType BytesType ColumnToCollectionType CompositeType CounterColumnType DateType ' +
    'DecimalType DoubleType DurationType DynamicCompositeType EmptyType FloatType FrozenType InetAddressType Int32Type ' +
    'IntegerType LegacyTimeUUIDType LexicalUUIDType ListType LongType MapType PartitionerDefinedOrder ReversedType ' +
    'SetType ShortType SimpleDateType TimeType TimeUUIDType TimestampType TupleType UTF8Type UUIDType UserType VectorType'
  ).split(' '),
]);
