import type { CqlType, Catalog } from '../../../catalog/model.ts';
import { type CassandraRelease, existsIn, type Lifetime } from '../../../text/release.ts';
import { isCollection, isNative, printType } from '../../../catalog/types.ts';
import { refuse, undecided } from '../../judging/refuse.ts';
import { fitOf } from '../types/relations.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';
import { type Argument, refuseNaming } from './argument.ts';
import { functionType, type Signature } from './signature.ts';

/** A function that the server makes anew for each call, from the types of its arguments (`FunctionFactory`, since 5.0). */
export interface Factory {
  readonly name: string;
  readonly lifetime: Lifetime;
  readonly parameters: readonly Parameter[];
  readonly aggregate: boolean;
  /** The type of the result; `undefined` where the server itself fails. */
  readonly returns: (types: readonly CqlType[], receiver: CqlType | undefined) => CqlType | Complaint | undefined;
  /** The types of the parameters, where they are not those of the arguments. */
  readonly signature?: (types: readonly CqlType[]) => readonly CqlType[];
}

/** A factory by its name. */
export function factoryOf(name: string, release: CassandraRelease): Factory | undefined {
  const factory = FACTORIES.get(name);
  return factory !== undefined && existsIn(release, factory.lifetime) ? factory : undefined;
}

/** What the factory makes of a call (`FunctionFactory.getOrCreateFunction`). */
export function makeFunction(
  factory: Factory,
  call: Call,
  receiver: CqlType | undefined,
  catalog: Catalog,
  release: CassandraRelease,
): Signature | Refused | Undecided {
  const { parameters } = factory;
  const mandatory = parameters.filter((parameter) => !parameter.optional).length;
  const signature = (): string => `system.${factory.name}(${parameters.map(({ text }) => text).join(', ')})`;
  if (call.arguments.length < mandatory || call.arguments.length > parameters.length) {
    const message = `Invalid number of arguments for function ${signature()}`;
    return refuse('function-argument-count', message, call.span, [factory.name]);
  }
  const pairs = call.arguments.flatMap((argument, index) => {
    const parameter = parameters[index];
    return parameter === undefined ? [] : [{ argument, parameter, index }];
  });
  const types: (CqlType | undefined)[] = pairs.map(({ argument, parameter }) =>
    parameter.infer(argument, receiver, undefined),
  );
  for (const { argument, parameter, index } of pairs) {
    const type = parameter.infer(argument, receiver, types);
    if (type === undefined) {
      const message = `Cannot infer type of argument ${argument.text()} in call to function ${signature()}: use type casts to disambiguate`;
      return refuseNaming([argument], () => refuse('argument-type-unknown', message, argument.span, [factory.name]));
    }
    if (type.kind === 'unknown') return undecided('placeholder');
    const typed = argument.elements !== undefined || argument.type() !== undefined;
    const reversed = (typed ? [argument] : call.arguments).some((one) => one.reversed);
    const wanted = parameter.complaint(type, catalog, reversed);
    if (wanted !== undefined) {
      const message = `Function system.${factory.name} requires ${wanted}, but found argument ${argument.text()} of type ${printType(type, release)}`;
      return refuseNaming([argument], () => refuse('argument-type', message, argument.span, [factory.name]));
    }
    types[index] = functionType(type, release);
  }
  const known = types.filter((type) => type !== undefined);
  const returns = factory.returns(known, receiver);
  if (returns === undefined) return undecided('not-cql');
  if ('complaint' in returns) return refuse('argument-type', returns.complaint, call.span, [factory.name]);
  return {
    keyspace: 'system',
    name: factory.name,
    parameters: factory.signature?.(known) ?? known,
    returns,
    aggregate: factory.aggregate,
    native: true,
    made: true,
  };
}

interface Call {
  readonly arguments: readonly Argument[];
  readonly span: Argument['span'];
}

interface Complaint {
  readonly complaint: string;
}

/** `FunctionParameter`. */
interface Parameter {
  readonly text: string;
  readonly optional: boolean;
  infer(
    argument: Argument,
    receiver: CqlType | undefined,
    others: readonly (CqlType | undefined)[] | undefined,
  ): CqlType | undefined;
  /** What it wants instead of a type, for the message; `reversed` where that is the type of what sorts backwards. */
  complaint(type: CqlType, catalog: Catalog, reversed: boolean): string | undefined;
}

const native = (name: string): CqlType => ({ kind: 'native', name: name === 'varchar' ? 'text' : name });

/** Of a kind of type, of which nothing is to the server that sorts backwards. */
const ofKind = (text: string, wanted: string, fits: (type: CqlType) => boolean): Parameter => ({
  text,
  optional: false,
  infer: (argument) => argument.type(),
  complaint: (type, _, reversed) => (fits(type) && !reversed ? undefined : wanted),
});

const anyType = (fromReceiver: boolean): Parameter => ({
  text: 'any',
  optional: false,
  infer: (argument, receiver) => argument.type() ?? (fromReceiver ? receiver : undefined),
  complaint: () => undefined,
});

function fixed(...names: readonly [string, ...string[]]): Parameter {
  const text = names.length === 1 ? names[0] : `[${names.join('|')}]`;
  return {
    text,
    optional: false,
    infer: (argument) => argument.type() ?? native(names[0]),
    complaint: (type, catalog) =>
      names.every((name) => fitOf(type, native(name), catalog) === 'not') ? `an argument of type ${text}` : undefined,
  };
}

const optional = (parameter: Parameter): Parameter => ({ ...parameter, text: `[${parameter.text}]`, optional: true });

/** Of the same type as another parameter, which is asked first where `preferOther` says so. */
const sameAs = (index: number, preferOther: boolean, parameter: Parameter): Parameter => ({
  ...parameter,
  infer: (argument, receiver, others) => {
    const own = (): CqlType | undefined => parameter.infer(argument, receiver, others);
    return preferOther ? (others?.[index] ?? own()) : (own() ?? others?.[index]);
  },
});

const elementOf = ([type]: readonly CqlType[]): CqlType | undefined =>
  type?.kind === 'set' || type?.kind === 'list' ? type.element : undefined;

const anyMap = ofKind('map', 'a map argument', ({ kind }) => kind === 'map' || kind === 'user');
const anyCollection = ofKind('collection', 'a collection argument', isCollection);
const setOrList = ofKind('numeric_set_or_list', 'a set or list argument', (type) => elementOf([type]) !== undefined);

const NUMERIC = ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal', 'varint', 'counter'];
const numericSetOrList = ofKind('numeric_set_or_list', 'a numeric set/list argument', (type) => {
  const element = elementOf([type]);
  return element !== undefined && NUMERIC.some((name) => isNative(element, name));
});

const floatVector: Parameter = {
  text: 'vector<float, n>',
  optional: false,
  infer: (argument, receiver) =>
    argument.elements === undefined
      ? (argument.type() ?? receiver)
      : { kind: 'vector', element: native('float'), dimension: argument.elements },
  // A list of what is no float passes here, and the server trips over it later.
  complaint: (type, catalog, reversed) => {
    const fits =
      (type.kind === 'vector' && isNative(type.element, 'float')) ||
      (type.kind === 'list' && fitOf(type.element, native('float'), catalog) === 'not');
    return fits && !reversed ? undefined : 'a float vector argument';
  },
};

const SINCE_5_0: Lifetime = { since: '5.0' };
const SINCE_6_0: Lifetime = { since: '6.0' };

const scalar = (
  name: string,
  parameters: readonly Parameter[],
  returns: Factory['returns'],
  signature?: Factory['signature'],
): Factory => ({ name, lifetime: SINCE_5_0, parameters, aggregate: false, returns, ...(signature && { signature }) });

const first = ([type]: readonly CqlType[]): CqlType | undefined => type;

const jsonFactories = ['to_json', 'tojson'].map((name) => scalar(name, [anyType(false)], () => native('text')));

const fromJsonFactories = ['from_json', 'fromjson'].map((name) =>
  scalar(
    name,
    [fixed('text')],
    (_, receiver) =>
      receiver ?? { complaint: `${name}() cannot be used in the selection clause of a SELECT statement` },
    () => [native('text')],
  ),
);

const similarityFactories = ['similarity_cosine', 'similarity_euclidean', 'similarity_dot_product'].map((name) =>
  scalar(
    name,
    [sameAs(1, false, floatVector), sameAs(0, false, floatVector)],
    ([left, right]) => {
      if (left?.kind !== 'vector' || right?.kind !== 'vector') return undefined;
      if (left.dimension === 0 || right.dimension === 0)
        return { complaint: 'vectors may only have positive dimensions; given 0' };
      return left.dimension === right.dimension
        ? native('float')
        : { complaint: 'All arguments must have the same vector dimensions' };
    },
    ([left]) => (left === undefined ? [] : [left, left]),
  ),
);

const partialMasks = ['mask_inner', 'mask_outer'].map((name) =>
  scalar(
    name,
    [fixed('text', 'varchar', 'ascii'), fixed('int'), fixed('int'), optional(fixed('text'))],
    first,
    ([type, , , padding]) => [
      ...(type === undefined ? [] : [type]),
      native('int'),
      native('int'),
      ...(padding === undefined ? [] : [native('text')]),
    ],
  ),
);

const formats = ['format_bytes', 'format_time'].map((name): Factory => {
  const value = fixed('int', 'tinyint', 'smallint', 'bigint', 'varint', 'ascii', 'text');
  const parameters = [value, optional(fixed('ascii')), optional(fixed('ascii'))];
  return { ...scalar(name, parameters, () => native('text')), lifetime: SINCE_6_0 };
});

const ALL: readonly Factory[] = [
  { ...scalar('max', [anyType(true)], first), aggregate: true },
  { ...scalar('min', [anyType(true)], first), aggregate: true },
  scalar('map_keys', [anyMap], ([type]) =>
    type?.kind === 'map' ? { kind: 'set', element: type.key, frozen: true } : undefined,
  ),
  scalar('map_values', [anyMap], ([type]) =>
    type?.kind === 'map' ? { kind: 'list', element: type.value, frozen: true } : undefined,
  ),
  scalar('collection_count', [anyCollection], () => native('int')),
  scalar('collection_min', [setOrList], elementOf),
  scalar('collection_max', [setOrList], elementOf),
  scalar('collection_sum', [numericSetOrList], elementOf),
  scalar('collection_avg', [numericSetOrList], elementOf),
  scalar('mask_null', [anyType(false)], first),
  scalar('mask_default', [anyType(false)], first),
  scalar('mask_replace', [anyType(true), sameAs(0, true, anyType(true))], ([, type]) => type),
  scalar(
    'mask_hash',
    [anyType(false), optional(fixed('text'))],
    () => native('blob'),
    ([type, algorithm]) => [
      ...(type === undefined ? [] : [type]),
      ...(algorithm === undefined ? [] : [native('text')]),
    ],
  ),
  ...partialMasks,
  ...jsonFactories,
  ...fromJsonFactories,
  ...similarityFactories,
  ...formats,
];

const FACTORIES: ReadonlyMap<string, Factory> = new Map(ALL.map((factory) => [factory.name, factory]));
