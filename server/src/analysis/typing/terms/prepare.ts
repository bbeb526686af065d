import type { CheckId } from '../../judging/checks.ts';
import type { CqlType } from '../../../catalog/model.ts';
import { containsUnknown, freeze, isCollection, printType, sameType, userType } from '../../../catalog/types.ts';
import type { Expression, FieldValue, Hint } from '../../../syntax/ast.ts';
import type { Span } from '../../../text/span.ts';
import { type Fit, isAssignable, type Receiver } from '../functions/argument.ts';
import { argumentReceiver, operatorOf, printFunctionName, resolveFunction } from '../functions/resolve.ts';
import { printSignature, type Signature } from '../functions/signature.ts';
import { isVerdict, refuse, undecided } from '../../judging/refuse.ts';
import { NO_NULL_IN_VECTOR } from '../../values/json/json-value.ts';
import { complaintAboutLength } from '../../values/literals/blob-length.ts';
import { since } from '../../../text/release.ts';
import { emptyIsNull } from '../../values/empty-is-null.ts';
import { readsAs } from '../types/relations.ts';
import { printTypeRef } from '../types/text.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';
import { complaintAboutConstant, takesConstant } from './constants.ts';
import {
  callOf,
  componentOf,
  fieldOf,
  fitOfTerm,
  givenFields,
  hintType,
  isTemplateCall,
  keyOf,
  operandsOf,
  partsOf,
  readType,
  unexpectedReceiver,
  valueOf,
} from './fit.ts';
import type { TermScope } from './scope.ts';
import { constantText, fieldsInHashOrder, printTerm } from './text.ts';

/** A term that the server's PREPARE takes. */
export interface Prepared {
  readonly kind: 'prepared';
  /** It has its value already: neither a marker nor a call is in it. */
  readonly terminal: boolean;
  readonly markers: boolean;
  readonly isNull: boolean;
  /** Something in it hides whether it is right. */
  readonly doubt: Undecided | undefined;
}

type Preparation = Prepared | Refused | Undecided;

/** What the server's PREPARE makes of a term where a value of the receiver's type is wanted (`Term.Raw.prepare`). */
export function prepareTerm(term: Expression, receiver: Receiver, scope: TermScope): Preparation {
  const { type } = receiver;
  if (term.kind === 'unknown' || isTemplateCall(term)) return undecided('placeholder');
  if (containsUnknown(type, scope.session.catalog)) return undecided('unknown-schema');
  switch (term.kind) {
    case 'literal': {
      if (!takesConstant(term, type, scope.release)) {
        const text = constantText(term, scope.release);
        const message = `Invalid ${term.type.toUpperCase()} constant (${text}) for "${receiver.name}" of type ${printType(type, scope.release)}`;
        return refuse('invalid-constant', message, term.span, [receiver.name, printType(type, scope.release)]);
      }
      const complaint = complaintAboutConstant(term, type, { catalog: scope.session.catalog, release: scope.release });
      if (complaint === undefined) return VALUE;
      return refuse('unreadable-constant', complaint, term.span, [receiver.name, printType(type, scope.release)]);
    }
    case 'null':
      if (fitOfTerm(term, receiver, scope) !== 'not') return { ...VALUE, isNull: true };
      return refuse('null-counter', 'Invalid null value for counter increment/decrement', term.span, [receiver.name]);
    case 'marker':
      return { ...VALUE, terminal: false, markers: true };
    case 'list':
      return prepareList(term, receiver, scope);
    case 'set':
      return prepareSet(term, receiver, scope);
    case 'map':
      return prepareMap(term, receiver, scope);
    case 'tuple':
      return prepareTuple(term, receiver, scope);
    case 'udt':
      return prepareFields(term, receiver, scope);
    case 'hint':
      return prepareHint(term, receiver, scope);
    case 'call':
    case 'cast':
    case 'negate':
    case 'arithmetic':
      return prepareCall(term, receiver, scope);
    default:
      // Columns and selections of parts of them are no terms to the grammar.
      return undecided('broken');
  }
}

const VALUE: Prepared = { kind: 'prepared', terminal: true, markers: false, isNull: false, doubt: undefined };

type Part = { readonly term: Expression; readonly receiver: Receiver };

/** Prepares the parts of a literal in order; `each` may object to one. */
function prepareParts<P extends Part>(
  parts: readonly P[],
  scope: TermScope,
  each: (prepared: Prepared, part: P) => Refused | undefined = () => undefined,
): { readonly kind: 'parts'; readonly parts: readonly Prepared[]; readonly whole: Prepared } | Refused | Undecided {
  const prepared: Prepared[] = [];
  let doubt: Undecided | undefined;
  for (const part of parts) {
    const one = prepareTerm(part.term, part.receiver, scope);
    if (one.kind === 'refused') return one;
    if (one.kind === 'undecided') {
      doubt ??= one;
      continue;
    }
    doubt ??= one.doubt;
    const complaint = each(one, part);
    if (complaint !== undefined) return complaint;
    prepared.push(one);
  }
  const whole: Prepared = {
    kind: 'prepared',
    terminal: doubt === undefined && prepared.every((one) => one.terminal),
    markers: prepared.some((one) => one.markers),
    isNull: false,
    doubt,
  };
  return { kind: 'parts', parts: prepared, whole };
}

/** The refusal where a value does not fit its receiver; `sentence` words it where the fit itself has no words. */
const complaintAboutFit = (fit: Fit, check: CheckId, span: Span, sentence: () => string): Refused | undefined => {
  if (typeof fit === 'object') return fit;
  return fit === 'not' ? refuse(check, sentence(), span) : undefined;
};

function prepareList(term: Extract<Expression, { kind: 'list' }>, receiver: Receiver, scope: TermScope): Preparation {
  const { type } = receiver;
  if (type.kind === 'vector') return prepareVector(term, receiver, type, scope);
  if (type.kind !== 'list') {
    if (since(scope.release, '5.0')) return unexpectedReceiver(term, receiver, scope);
    return refuse(
      'invalid-list',
      `Invalid list literal for ${receiver.name} of type ${printType(type, scope.release)}`,
      term.span,
      [receiver.name],
    );
  }
  const inside = valueOf(receiver, type.element);
  return prepareCollection(
    'list',
    term,
    receiver,
    term.items.map((item) => ({ term: item, receiver: inside, what: 'value' })),
    scope,
  );
}

function prepareSet(term: Extract<Expression, { kind: 'set' }>, receiver: Receiver, scope: TermScope): Preparation {
  const { type } = receiver;
  if (type.kind === 'map' && term.items.length === 0) return VALUE;
  if (type.kind !== 'set') {
    return refuse(
      'invalid-set',
      `Invalid set literal for ${receiver.name} of type ${printType(type, scope.release)}`,
      term.span,
      [receiver.name],
    );
  }
  const inside = valueOf(receiver, type.element);
  return prepareCollection(
    'set',
    term,
    receiver,
    term.items.map((item) => ({ term: item, receiver: inside, what: 'value' })),
    scope,
  );
}

function prepareMap(term: Extract<Expression, { kind: 'map' }>, receiver: Receiver, scope: TermScope): Preparation {
  const { type } = receiver;
  if (type.kind !== 'map') {
    return refuse(
      'invalid-map',
      `Invalid map literal for ${receiver.name} of type ${printType(type, scope.release)}`,
      term.span,
      [receiver.name],
    );
  }
  const parts = term.entries.flatMap(({ key, value }): readonly CollectionPart[] => [
    { term: key, receiver: keyOf(receiver, type.key), what: 'key' },
    { term: value, receiver: valueOf(receiver, type.value), what: 'value' },
  ]);
  return prepareCollection('map', term, receiver, parts, scope);
}

interface CollectionPart extends Part {
  readonly what: 'key' | 'value';
}

/** First all elements are compared with the type, then each is prepared. */
function prepareCollection(
  kind: 'list' | 'set' | 'map',
  term: Expression,
  receiver: Receiver,
  parts: readonly CollectionPart[],
  scope: TermScope,
): Preparation {
  for (const part of parts) {
    const fit = fitOfTerm(part.term, part.receiver, scope);
    if (isAssignable(fit)) continue;
    const complaint = complaintAboutFit(fit, `invalid-${kind}`, part.term.span, () => {
      const type = printType(part.receiver.type, scope.release);
      return `Invalid ${kind} literal for ${receiver.name}: ${part.what} ${printTerm(part.term, scope.release, scope.keyspace)} is not of type ${type}`;
    });
    if (complaint !== undefined) return complaint;
  }
  // Of a map's entry the value is prepared, too, before the server looks for markers in it.
  let marked: Part | undefined;
  const prepared = prepareParts(parts, scope, (one, part) => {
    if (one.markers) marked ??= part;
    if (marked === undefined || part.what === 'key') return undefined;
    const message = `Invalid ${kind} literal for ${receiver.name}: bind variables are not supported inside collection literals`;
    return refuse('marker-in-collection', message, marked.term.span, [receiver.name]);
  });
  return prepared.kind === 'parts'
    ? withBytesOfTypes(withoutNulls(prepared, parts, 'null is not supported inside collections'), parts, scope)
    : prepared;
}

/** Nulls are found at once where every element has its value, else when the statement is executed. */
function withoutNulls(
  { parts: prepared, whole }: { readonly parts: readonly Prepared[]; readonly whole: Prepared },
  parts: readonly Part[],
  message: string,
): Preparation {
  const index = prepared.length === parts.length ? prepared.findIndex((one) => one.isNull) : -1;
  const part = parts[index];
  if (part === undefined) return whole;
  const complaint = refuse('null-in-collection', message, part.term.span);
  return whole.terminal ? complaint : whole;
}

/** Blobs that stand for what is no blob: 6.0 looks at each part of a value of several (`MultiElements`). */
function withBytesOfTypes(whole: Preparation, parts: readonly Part[], { release }: TermScope): Preparation {
  if (whole.kind !== 'prepared' || !whole.terminal || !since(release, '6.0')) return whole;
  for (const { term, receiver } of parts) {
    const blob = bare(term);
    if (blob.kind !== 'literal' || blob.type !== 'hex') continue;
    const complaint = complaintAboutLength(receiver.type, Math.floor(blob.value.length / 2) - 1);
    if (complaint !== undefined) return refuse('key-bytes', complaint, term.span, [receiver.name]);
  }
  return whole;
}

/** The term without type hints before it. */
const bare = (term: Expression): Expression => (term.kind === 'hint' ? bare(term.value) : term);

function prepareVector(
  term: Extract<Expression, { kind: 'list' }>,
  receiver: Receiver,
  type: Extract<CqlType, { kind: 'vector' }>,
  scope: TermScope,
): Preparation {
  const text = `Invalid vector literal for ${receiver.name}`;
  if (term.items.length !== type.dimension) {
    const message = `${text} of type ${printType(type, scope.release)}; expected ${type.dimension} elements, but given ${term.items.length}`;
    return refuse('invalid-vector', message, term.span, [receiver.name]);
  }
  const inside = valueOf(receiver, type.element);
  const parts = term.items.map((item) => ({ term: item, receiver: inside }));
  for (const { term: item } of parts) {
    // Here each element is compared and prepared in turn.
    const complaint = complaintAboutFit(fitOfTerm(item, inside, scope), 'invalid-vector', item.span, () => {
      return `${text}: value ${printTerm(item, scope.release, scope.keyspace)} is not of type ${printType(type.element, scope.release)}`;
    });
    if (complaint !== undefined) return complaint;
    const one = prepareTerm(item, inside, scope);
    if (one.kind === 'refused') return one;
  }
  const prepared = prepareParts(parts, scope);
  if (prepared.kind !== 'parts') return prepared;
  const isNothing = (item: Expression): boolean => item.kind === 'literal' && item.value === '';
  const elements = prepared.parts.map((one, at) =>
    emptyIsNull(type.element) && isNothing(term.items[at] ?? term) ? { ...one, isNull: true } : one,
  );
  const whole = hidingMarkers(prepared.whole, scope);
  return withBytesOfTypes(withoutNulls({ whole, parts: elements }, parts, NO_NULL_IN_VECTOR), parts, scope);
}

function prepareTuple(term: Extract<Expression, { kind: 'tuple' }>, receiver: Receiver, scope: TermScope): Preparation {
  const { name, type } = receiver;
  const items = partsOf(type, scope);
  const [only] = term.items;
  if (items === undefined) {
    if (only !== undefined && term.items.length === 1 && since(scope.release, '4.0'))
      return prepareTerm(only, receiver, scope);
    return refuse(
      'invalid-tuple',
      `Invalid tuple type literal for ${name} of type ${printType(type, scope.release)}`,
      term.span,
      [name],
    );
  }
  const parts = term.items.map((item, index) => ({
    term: item,
    receiver: componentOf(receiver, index, items[index] ?? { kind: 'unknown' }),
  }));
  for (const [index, part] of parts.entries()) {
    if (index >= items.length) {
      const message = `Invalid tuple literal for ${name}: too many elements. Type ${printType(type, scope.release)} expects ${items.length} but got ${parts.length}`;
      return refuse('invalid-tuple', message, part.term.span, [name]);
    }
    const fit = fitOfTerm(part.term, part.receiver, scope);
    if (isAssignable(fit)) continue;
    const complaint = complaintAboutFit(fit, 'invalid-tuple', part.term.span, () => {
      return `Invalid tuple literal for ${name}: component ${index} is not of type ${printType(part.receiver.type, scope.release)}`;
    });
    if (complaint !== undefined) return complaint;
  }
  if (since(scope.release, '6.0') && parts.length !== items.length) {
    const message = `Expected ${items.length} elements in value for tuple ${name}, but got ${parts.length}: ${printTerm(term, scope.release, scope.keyspace)}`;
    return refuse('invalid-tuple', message, term.span, [name]);
  }
  const prepared = prepareParts(parts, scope);
  return prepared.kind === 'parts' ? withBytesOfTypes(hidingMarkers(prepared.whole, scope), parts, scope) : prepared;
}

/** What 6.0 does not see from outside of a vector, tuple or user type. */
const hidingMarkers = (whole: Prepared, { release }: TermScope): Prepared =>
  since(release, '6.0') ? { ...whole, markers: false } : whole;

function prepareFields(term: Extract<Expression, { kind: 'udt' }>, receiver: Receiver, scope: TermScope): Preparation {
  const { name, type } = receiver;
  const declaration = userType(type, scope.session.catalog);
  if (declaration === undefined || (receiver.reversed && !since(scope.release, '4.0'))) {
    return refuse(
      'invalid-user-type',
      `Invalid user type literal for ${name} of type ${printType(type, scope.release)}`,
      term.span,
      [name],
    );
  }
  const parts = givenFields(declaration, term.fields).map((field) => ({
    field: field.name,
    term: field.value,
    receiver: fieldOf(receiver, field.name, field.type),
  }));
  for (const part of parts) {
    const fit = fitOfTerm(part.term, part.receiver, scope);
    if (isAssignable(fit)) continue;
    const complaint = complaintAboutFit(fit, 'invalid-user-type', part.term.span, () => {
      return `Invalid user type literal for ${name}: field ${part.field} is not of type ${printType(part.receiver.type, scope.release)}`;
    });
    if (complaint !== undefined) return complaint;
  }
  const prepared = prepareParts(parts, scope);
  if (prepared.kind !== 'parts') return prepared;
  const isUnknown = ({ field }: FieldValue): boolean => !declaration.fields.has(field.name);
  const unknown = term.fields.some(isUnknown) ? fieldsInHashOrder(term.fields).find(isUnknown) : undefined;
  if (unknown === undefined) return withBytesOfTypes(hidingMarkers(prepared.whole, scope), parts, scope);
  if (unknown.field.template) return undecided('placeholder');
  const message = `Unknown field '${unknown.field.name}' in value of user defined type ${declaration.name}`;
  return refuse('unknown-field', message, unknown.field.span, [unknown.field.name]);
}

function prepareHint(term: Hint, receiver: Receiver, scope: TermScope): Preparation {
  const type = hintType(term, scope);
  if (type === undefined) return undecided('unknown-schema');
  if (isVerdict(type)) return type;
  const text = printTypeRef(term.type, false, scope.keyspace);
  const value = printTerm(term.value, scope.release, scope.keyspace);
  const cast = complaintAboutFit(
    fitOfTerm(term.value, { name: printTerm(term, scope.release, scope.keyspace), type }, scope),
    'invalid-hint',
    term.span,
    () => {
      return `Cannot cast value ${value} to type ${text}`;
    },
  );
  if (cast !== undefined) return cast;
  const assigned = complaintAboutFit(fitOfTerm(term, receiver, scope), 'invalid-hint', term.span, () => {
    return `Cannot assign value (${text})${value} to ${receiver.name} of type ${printType(receiver.type, scope.release)}`;
  });
  return assigned ?? prepareTerm(term.value, receiver, scope);
}

function prepareCall(term: Parameters<typeof callOf>[0], receiver: Receiver, scope: TermScope): Preparation {
  if (term.kind === 'cast' && term.type.kind !== 'native') return undecided('broken');
  const call = callOf(term, scope);
  const signature = resolveFunction(call, receiver, scope);
  const name = printFunctionName(call);
  if (signature === undefined)
    return refuse('unknown-function', `Unknown function ${name} called`, term.span, [call.name]);
  if (isVerdict(signature)) return signature;
  if (signature.aggregate) {
    return refuse('aggregate-not-allowed', 'Aggregation function are not supported in the where clause', term.span, [
      call.name,
    ]);
  }
  const outcome = prepareArguments(term, signature, operatorOf(call), receiver, scope);
  const mayBeTaken =
    outcome.kind === 'refused' &&
    signature.rivals?.some(
      (rival) => prepareArguments(term, rival, operatorOf(call), receiver, scope).kind !== 'refused',
    );
  return mayBeTaken === true ? undecided('not-cql') : outcome;
}

function prepareArguments(
  term: Parameters<typeof callOf>[0],
  signature: Signature,
  operator: string | undefined,
  receiver: Receiver,
  scope: TermScope,
): Preparation {
  const mismatch = complaintAboutResult(signature, operator, receiver, term.span, scope);
  if (mismatch !== undefined) return mismatch;
  const terms = operandsOf(term);
  if (terms.length !== signature.parameters.length) return wrongCount(signature, terms.length, term.span, scope);
  const parts = terms.map((inner, index) => ({ term: inner, receiver: argumentReceiver(signature, index) }));
  const prepared = prepareParts(parts, scope);
  if (prepared.kind !== 'parts') return prepared;
  return { ...prepared.whole, terminal: false };
}

function complaintAboutResult(
  signature: Signature,
  operator: string | undefined,
  receiver: Receiver,
  span: Span,
  scope: TermScope,
): Refused | undefined {
  const {
    release,
    session: { catalog },
  } = scope;
  if (containsUnknown(signature.returns, catalog) || sameType(signature.returns, receiver.type)) return undefined;
  const { type, reversed } = receiver;
  const frozen = !reversed && (isCollection(type) || type.kind === 'user') && 'frozen' in type && type.frozen;
  const returns = frozen ? freeze(signature.returns) : signature.returns;
  if (readsAs(readType(receiver, scope), returns, catalog)) return undefined;
  const what = operator === undefined ? `function ${signature.keyspace}.${signature.name}` : `operation ${operator}`;
  const message =
    `Type error: cannot assign result of ${what} (type ${printType(signature.returns, release)}) ` +
    `to ${receiver.name} (type ${printType(receiver.type, release)})`;
  return refuse('result-type', message, span, [receiver.name, signature.name]);
}

function wrongCount(signature: Signature, found: number, span: Span, { release }: TermScope): Refused {
  const message =
    `Incorrect number of arguments specified for function ${printSignature(signature, release)} ` +
    `(expected ${signature.parameters.length}, found ${found})`;
  return refuse('function-argument-count', message, span, [signature.name]);
}
