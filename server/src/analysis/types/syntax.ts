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
  if (CLASSES.has(simple))
    return holdsLaterClass(className, release) ? refused(`Invalid definition for comparator ${full}.`) : undefined;
  const later = LATER_CLASSES.get(simple);
  return !/^\w+$/.test(simple) || (later !== undefined && since(release, later)) ? undefined : missing();
}

/** The outermost class is named, whichever part of it is not there. */
const holdsLaterClass = (className: string, release: CassandraRelease): boolean =>
  [...LATER_CLASSES].some(
    ([name, from]) => !since(release, from) && new RegExp(`[(,:.]\\s*${name}\\b`).test(className),
  );

const PACKAGE = 'org.apache.cassandra.db.marshal.';

const LATER_CLASSES: ReadonlyMap<string, CassandraRelease> = new Map([
  ['LegacyTimeUUIDType', '4.1'],
  ['VectorType', '5.0'],
]);

const CLASSES = new Set(
  (
    'AbstractCompositeType AbstractType AsciiType BooleanType ByteType BytesType CollectionType ColumnToCollectionType CompositeType ' +
    'CounterColumnType DateType DecimalType DoubleType DurationType DynamicCompositeType EmptyType FloatType FrozenType ' +
    'InetAddressType Int32Type IntegerType LexicalUUIDType ListType LongType MapType NumberType PartitionerDefinedOrder ' +
    'ReversedType SetType ShortType SimpleDateType TemporalType TimeType TimeUUIDType TimestampType TupleType UTF8Type UUIDType UserType'
  ).split(' '),
);
