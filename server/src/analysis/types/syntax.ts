import { type MarshalClass, parseClass } from '../../catalog/marshal.ts';
import type { Name, TypeRef } from '../../syntax/ast.ts';
import { refuse } from '../refuse.ts';
import { since } from '../release.ts';
import { mayBeInstalled } from '../installed.ts';
import type { CassandraRelease, Refused, Session } from '../verdict-model.ts';
import { printTypeRef } from './text.ts';

/** What the server objects to in a written type while it parses, before anything else of a statement is looked at. */
export function complaintWhileParsing(type: TypeRef, release: CassandraRelease, session: Session): Refused | undefined {
  if (type.kind === 'custom') return unknownClass(type, release, session);
  if (type.kind === 'user') return reservedTypeName(type.type.name);
  if (!('arguments' in type)) return undefined;
  for (const argument of type.arguments) {
    const inner =
      complaintWhileParsing(argument, release, session) ??
      (type.kind === 'frozen' ? misplacedFrozen(argument, type) : undefined);
    if (inner !== undefined) return inner;
  }
  return undefined;
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
  const name = /^[^(]*/.exec(className)?.[0].trim() ?? '';
  const full = name.includes('.') ? name : `${PACKAGE}${name}`;
  const refused = (why: string): Refused =>
    refuse('unknown-type-class', `Error setting type ${className}: ${why}`, span, [className], 'syntax');
  const missing = (): Refused => refused(`Unable to find abstract-type class '${full}'`);
  if (!full.startsWith(PACKAGE)) return /^[\w.]+$/.test(full) && !mayBeInstalled(full, session) ? missing() : undefined;
  const simple = full.slice(PACKAGE.length);
  if (!/^\w+$/.test(simple)) return undefined;
  if (!isThere(simple, release, session)) return missing();
  // The outermost class is named, whichever part of it is wrong.
  const parsed = parseClass(className);
  return parsed !== undefined && isMisused(parsed, release, session)
    ? refused(`Invalid definition for comparator ${full}.`)
    : undefined;
}

/** It has too many parameters or too few, or holds what is no class. */
function isMisused({ name, parameters }: MarshalClass, release: CassandraRelease, session: Session): boolean {
  const count = PARAMETERS.get(name);
  if (count !== undefined && parameters.length !== count) return true;
  const classes =
    name === 'UserType' ? parameters.slice(2) : name === 'VectorType' ? parameters.slice(0, 1) : parameters;
  return classes.some((part) => !isThere(part.name, release, session) || isMisused(part, release, session));
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
  ['ColumnToCollectionType', [undefined, '4.0']],
  ['LegacyTimeUUIDType', ['4.1']],
  ['VectorType', ['5.0']],
]);

const PARAMETERS: ReadonlyMap<string, number> = new Map([
  ['FrozenType', 1],
  ['ListType', 1],
  ['MapType', 2],
  ['ReversedType', 1],
  ['SetType', 1],
]);

const CLASSES = new Set(
  (
    'AbstractCompositeType AbstractType AsciiType BooleanType ByteType BytesType CollectionType ColumnToCollectionType CompositeType ' +
    'CounterColumnType DateType DecimalType DoubleType DurationType DynamicCompositeType EmptyType FloatType FrozenType ' +
    'InetAddressType Int32Type IntegerType LegacyTimeUUIDType LexicalUUIDType ListType LongType MapType NumberType PartitionerDefinedOrder ' +
    'ReversedType SetType ShortType SimpleDateType TemporalType TimeType TimeUUIDType TimestampType TupleType UTF8Type UUIDType UserType VectorType'
  ).split(' '),
);
