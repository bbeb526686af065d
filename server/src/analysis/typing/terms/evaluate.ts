import type { CqlType } from '../../../catalog/model.ts';
import { hasOneForm, userType } from '../../../catalog/types.ts';
import type { Expression } from '../../../syntax/ast.ts';
import type { Span } from '../../../text/span.ts';
import type { Receiver } from '../functions/argument.ts';
import { argumentReceiver, resolveFunction } from '../functions/resolve.ts';
import type { Signature } from '../functions/signature.ts';
import { complaintAboutJson, NO_NULL_IN_VECTOR } from '../../values/json/json-value.ts';
import { exceptionOf } from '../../values/json/problem-text.ts';
import { readJson } from '../../values/json/read-json.ts';
import { isVerdict, refuse } from '../../judging/refuse.ts';
import { since } from '../../../text/release.ts';
import { callOf, givenFields, operandsOf, partsOf } from './fit.ts';
import type { TermScope } from './scope.ts';
import { constantText } from './text.ts';
import type { Refused } from '../../judging/verdict-model.ts';
import { bytesOfHex, textOfBytes } from '../../java/bytes.ts';
import { listOf, mapOf, setOf, tupleOf, vectorOf } from '../../values/evaluation/collections.ts';
import { valueOfText } from '../../values/evaluation/constants.ts';
import { returnedConstant } from '../../values/evaluation/java-constants.ts';
import { valueOfJson } from '../../values/evaluation/json.ts';
import { callNative, isMeaningless } from '../functions/call-native.ts';
import {
  ANYTHING,
  isNullable,
  type KeyType,
  known,
  NULL,
  SOMETHING,
  type Value,
} from '../../values/evaluation/value.ts';

/** What a term that PREPARE took is when the statement runs (`Term.bindAndGet`), or what the server says then. */
export function evaluate(term: Expression, receiver: Receiver, scope: TermScope): Value | Refused {
  const { type } = receiver;
  switch (term.kind) {
    case 'literal':
      if (term.type === 'hex') return known(bytesOfHex(term.value.slice(2)));
      return valueOfText(constantText(term, scope.release), type, scope.release);
    case 'null':
      return NULL;
    case 'list':
      if (type.kind === 'vector')
        return ofAll(term.items, type.element, scope, (items) => vectorOf(items, type.element), NO_NULL_IN_VECTOR);
      return type.kind === 'list' ? ofAll(term.items, type.element, scope, listOf, NO_NULL) : SOMETHING;
    case 'set':
      if (type.kind === 'map') return mapOf([], keysOf(type.key, scope));
      return type.kind === 'set'
        ? ofAll(term.items, type.element, scope, (items) => setOf(items, keysOf(type.element, scope)), NO_NULL)
        : SOMETHING;
    case 'map':
      return type.kind === 'map' ? evaluateMap(term, type, scope) : SOMETHING;
    case 'tuple':
      return evaluateTuple(term, receiver, scope);
    case 'udt':
      return evaluateFields(term, type, scope);
    case 'hint':
      return evaluate(term.value, receiver, scope);
    case 'call':
    case 'cast':
    case 'negate':
    case 'arithmetic':
      return evaluateCall(term, receiver, scope);
    default:
      return ANYTHING;
  }
}

const NO_NULL = 'null is not supported inside collections';

/** Evaluates the parts in order; where one may not be null, the server stops at the first that is. */
function parts(
  items: readonly (readonly [Expression, CqlType])[],
  scope: TermScope,
  noNull?: string,
): readonly Value[] | Refused {
  const values: Value[] = [];
  for (const [item, type] of items) {
    const value = evaluate(item, { name: '', type }, scope);
    if (value.kind === 'refused') return value;
    const isNull = value.kind === 'null' || (noNull === NO_NULL_IN_VECTOR && isMeaningless(value, type));
    if (isNull && noNull !== undefined) return refuse('null-in-collection', noNull, item.span);
    values.push(value);
  }
  return values;
}

const isRefusal = (values: readonly Value[] | Refused): values is Refused => 'kind' in values;

function ofAll(
  items: readonly Expression[],
  element: CqlType,
  scope: TermScope,
  build: (values: readonly Value[]) => Value,
  noNull: string,
): Value | Refused {
  const values = parts(
    items.map((item) => [item, element]),
    scope,
    noNull,
  );
  return isRefusal(values) ? values : build(values);
}

const keysOf = (type: CqlType, { session }: TermScope): KeyType => ({
  type,
  hasOneForm: hasOneForm(type, session.catalog),
});

function evaluateMap(
  { entries }: Extract<Expression, { kind: 'map' }>,
  type: Extract<CqlType, { kind: 'map' }>,
  scope: TermScope,
): Value | Refused {
  const values = parts(
    entries.flatMap(({ key, value }) => [[key, type.key] as const, [value, type.value] as const]),
    scope,
    NO_NULL,
  );
  if (isRefusal(values)) return values;
  return mapOf(
    entries.map((_, at) => [values[at * 2] ?? SOMETHING, values[at * 2 + 1] ?? SOMETHING] as const),
    keysOf(type.key, scope),
  );
}

function evaluateTuple(
  { items }: Extract<Expression, { kind: 'tuple' }>,
  receiver: Receiver,
  scope: TermScope,
): Value | Refused {
  const types = partsOf(receiver.type, scope);
  const [only] = items;
  if (types === undefined) return only === undefined ? ANYTHING : evaluate(only, receiver, scope);
  const values = parts(
    items.map((item, at) => [item, types[at] ?? { kind: 'unknown' }]),
    scope,
  );
  return isRefusal(values) ? values : tupleOf(values);
}

function evaluateFields(
  { fields }: Extract<Expression, { kind: 'udt' }>,
  type: CqlType,
  scope: TermScope,
): Value | Refused {
  const declaration = userType(type, scope.session.catalog);
  if (declaration === undefined) return SOMETHING;
  const given = givenFields(declaration, fields);
  const values = parts(
    given.map((field) => [field.value, field.type]),
    scope,
  );
  if (isRefusal(values)) return values;
  return tupleOf(
    [...declaration.fields.keys()].map((name) => values[given.findIndex((field) => field.name === name)] ?? NULL),
  );
}

function evaluateCall(term: Parameters<typeof callOf>[0], receiver: Receiver, scope: TermScope): Value | Refused {
  const signature = resolveFunction(callOf(term, scope), receiver, scope);
  if (signature === undefined || isVerdict(signature)) return ANYTHING;
  const value = evaluateAs(signature, term, scope);
  const mayBeTaken =
    value.kind === 'refused' && signature.rivals?.some((rival) => evaluateAs(rival, term, scope).kind !== 'refused');
  return mayBeTaken === true ? ANYTHING : value;
}

function evaluateAs(signature: Signature, term: Parameters<typeof callOf>[0], scope: TermScope): Value | Refused {
  const operands = operandsOf(term);
  const values = parts(
    operands.map((operand, at) => [operand, argumentReceiver(signature, at).type]),
    scope,
  );
  return isRefusal(values) ? values : callFunction(signature, values, term.span, scope);
}

/** The same arguments always give the same result. */
export const isPure = ({ native, name }: Signature): boolean =>
  native && !/^(?:now|uuid|current_?\w+|token)$/.test(name);

/** What a function makes of its arguments. */
export function callFunction(
  signature: Signature,
  values: readonly Value[],
  span: Span,
  scope: TermScope,
): Value | Refused {
  if (!signature.native) {
    if (signature.alwaysNull === true) return NULL;
    if (signature.nullOnNull === true && values.some(({ kind }) => kind === 'null')) return NULL;
    if (signature.body === undefined || (signature.nullOnNull === true && values.some(isNullable))) return ANYTHING;
    return returnedConstant(signature.body, signature.returns, scope.release) ?? ANYTHING;
  }
  if (signature.name === 'fromjson' || signature.name === 'from_json') return fromJson(signature, values, span, scope);
  const result = callNative(signature, values, scope.release);
  if (result.kind !== 'failure') return result;
  return refuse('function-failed', result.message, span, [signature.name], result.ofFunction ? 'function' : 'invalid');
}

function fromJson(
  { keyspace, name, returns }: Signature,
  [value]: readonly Value[],
  span: Span,
  { session, release }: TermScope,
): Value | Refused {
  if (value === undefined || value.kind === 'null') return NULL;
  const text = value.kind === 'known' ? textOfBytes(value.bytes) : undefined;
  if (text === undefined) return ANYTHING;
  const refused = (message: string): Refused => refuse('json-value', message, span, [name], 'function');
  const failed = (why: string): Refused => refused(`execution of '${keyspace}.${name}[text]' failed: ${why}`);
  const read = readJson(text);
  if (read.kind === 'problem') {
    if (read.cause === 'depth') return ANYTHING;
    return failed(`Could not decode JSON string '${text}': ${exceptionOf(read, text, release)}`);
  }
  if (read.kind === 'null') return NULL;
  const { catalog } = session;
  const complaint = complaintAboutJson(read, returns, { catalog, release });
  if (complaint === 'doubt') return SOMETHING;
  if (complaint === undefined) return valueOfJson(read, returns, { catalog, release });
  if (complaint.bare === true) return refuse('json-value', complaint.text, span, [name]);
  const message = `org.apache.cassandra.serializers.MarshalException: ${complaint.text}`;
  return since(release, '4.0') ? refused(message) : failed(message);
}
