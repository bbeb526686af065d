import type { Catalog, CqlType, UserType } from '../../../catalog/model.ts';
import { containsUnknown, isCounter, printType, sameType, userType } from '../../../catalog/types.ts';
import type { Expression, FieldValue, Hint } from '../../../syntax/ast.ts';
import { fitOfAll, type Argument, type Fit, type Receiver } from '../functions/argument.ts';
import { castFunction, NEGATION, OPERATOR_FUNCTIONS } from '../functions/natives.ts';
import { type FunctionCall, resolveFunction } from '../functions/resolve.ts';
import type { Signature } from '../functions/signature.ts';
import { isVerdict, refuse } from '../../judging/refuse.ts';
import { since } from '../../../text/release.ts';
import { prepareType } from '../types/prepare.ts';
import { fitOf, readsAs } from '../types/relations.ts';
import { fitOfConstant, preferredType } from './constants.ts';
import { remembered, rememberedType, systemScopeOf, type TermScope } from './scope.ts';
import { printTerm } from './text.ts';

/** How well a term fits a receiver (`Term.Raw.testAssignment`). */
export function fitOfTerm(term: Expression, receiver: Receiver, scope: TermScope): Fit {
  const { type } = receiver;
  if (term.kind === 'unknown' || containsUnknown(type, scope.session.catalog)) return 'unknown';
  switch (term.kind) {
    case 'literal':
      return fitOfConstant(term, type, scope.release);
    case 'null':
      return isCounter(type) && !receiver.reversed ? 'not' : 'weak';
    case 'marker':
      return 'weak';
    case 'list':
      return fitOfList(term, receiver, scope);
    case 'set':
      if (type.kind === 'map' && term.items.length === 0 && !receiver.reversed) return 'weak';
      return type.kind === 'set' && !receiver.reversed ? fitOfItems(term.items, type.element, scope) : 'not';
    case 'map':
      return type.kind === 'map' ? fitOfEntries(term.entries, type, scope) : 'not';
    case 'tuple':
      return fitOfTuple(term.items, receiver, scope);
    case 'udt':
      return fitOfFields(term.fields, receiver, scope);
    case 'hint':
      return fitOfHint(term, receiver, scope);
    case 'call':
    case 'cast':
    case 'negate':
    case 'arithmetic':
      return remembered(term, receiver, scope, () => fitOfCall(callOf(term, scope), receiver, scope));
    default:
      return 'unknown';
  }
}

/** The call of a function that an operator, a cast or a call is to the server. */
export function callOf(
  term: Extract<Expression, { kind: 'call' | 'cast' | 'negate' | 'arithmetic' }>,
  scope: TermScope,
): FunctionCall {
  const argument = (inner: Expression): Argument => argumentOf(inner, scope);
  const { span } = term;
  switch (term.kind) {
    case 'call': {
      const { keyspace, name } = term.function;
      return { keyspace: keyspace?.name, name: name.name, arguments: term.arguments.map(argument), span };
    }
    case 'cast': {
      const type = term.type.kind === 'native' ? term.type.name : '';
      return { keyspace: 'system', name: castFunction(type, scope.release), arguments: [argument(term.value)], span };
    }
    case 'negate':
      return { keyspace: 'system', name: NEGATION, arguments: [argument(term.value)], span };
    case 'arithmetic': {
      const name = OPERATOR_FUNCTIONS.get(term.operator) ?? '';
      return { keyspace: 'system', name, arguments: [argument(term.left), argument(term.right)], span };
    }
  }
}

/** The terms that a call hands to its function. */
export function operandsOf(
  term: Extract<Expression, { kind: 'call' | 'cast' | 'negate' | 'arithmetic' }>,
): readonly Expression[] {
  switch (term.kind) {
    case 'call':
      return term.arguments;
    case 'cast':
    case 'negate':
      return [term.value];
    case 'arithmetic':
      return [term.left, term.right];
  }
}

/** A placeholder stands for the function or its keyspace. */
export const isTemplateCall = (term: Expression): boolean =>
  term.kind === 'call' && (term.function.name.template === true || term.function.keyspace?.template === true);

/** A type that can hold the term, as far as it tells by itself (`getCompatibleTypeIfKnown`). */
export function typeOfTerm(term: Expression, scope: TermScope): CqlType | undefined {
  const common = (items: readonly Expression[]): CqlType | undefined =>
    commonType(
      items.map((item) => typeOfTerm(item, scope)),
      scope.session.catalog,
    );
  switch (term.kind) {
    case 'literal': {
      const name = since(scope.release, '5.0') ? preferredType(term, scope.release) : undefined;
      return name === undefined ? undefined : { kind: 'native', name };
    }
    case 'set': {
      const element = common(term.items);
      return element === undefined ? undefined : { kind: 'set', element, frozen: true };
    }
    case 'map': {
      const key = common(term.entries.map((entry) => entry.key));
      const value = common(term.entries.map((entry) => entry.value));
      return key === undefined || value === undefined ? undefined : { kind: 'map', key, value, frozen: true };
    }
    default:
      return exactTypeOfTerm(term, scope);
  }
}

/** The type that a term has without doubt (`getExactTypeIfKnown`): constants never have one. */
export function exactTypeOfTerm(term: Expression, scope: TermScope): CqlType | undefined {
  const first = (items: readonly Expression[]): CqlType | undefined =>
    firstOf(items, (item) => exactTypeOfTerm(item, scope));
  switch (term.kind) {
    case 'unknown':
      return { kind: 'unknown' };
    case 'list': {
      const element = since(scope.release, '5.0') ? undefined : first(term.items);
      return element === undefined ? undefined : { kind: 'list', element, frozen: true };
    }
    case 'set': {
      const element = first(term.items);
      return element === undefined ? undefined : { kind: 'set', element, frozen: true };
    }
    case 'map': {
      const key = first(term.entries.map((entry) => entry.key));
      const value = first(term.entries.map((entry) => entry.value));
      return key === undefined || value === undefined ? undefined : { kind: 'map', key, value, frozen: true };
    }
    case 'tuple': {
      const items = term.items.map((item) => exactTypeOfTerm(item, scope));
      return items.every((item) => item !== undefined) ? { kind: 'tuple', items } : undefined;
    }
    case 'hint': {
      const type = hintType(term, scope);
      return type === undefined || isVerdict(type) ? undefined : type;
    }
    case 'call':
    case 'cast':
    case 'negate':
    case 'arithmetic':
      return rememberedType(term, scope, () => resultType(term, scope));
    default:
      return undefined;
  }
}

/** One of the types that can hold values of them all; `undefined` where there is none. */
export function commonType(types: readonly (CqlType | undefined)[], catalog: Catalog): CqlType | undefined {
  const known = types.filter((type) => type !== undefined);
  return known.find((type) => known.every((other) => fitOf(other, type, catalog) !== 'not'));
}

function resultType(term: Parameters<typeof callOf>[0], scope: TermScope): CqlType | undefined {
  if (!since(scope.release, '5.0')) return undefined;
  const signature = resolveFunction(callOf(term, scope), undefined, scope);
  if (signature === undefined) return undefined;
  if (!isVerdict(signature)) return signature.returns;
  return signature.kind === 'undecided' ? { kind: 'unknown' } : undefined;
}

function firstOf<T, R>(items: readonly T[], map: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = map(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

export const argumentOf = (term: Expression, scope: TermScope): Argument => ({
  text: () => printTerm(term, scope.release, scope.keyspace),
  span: term.span,
  marker: term.kind === 'marker',
  fit: (receiver) => fitOfTerm(term, receiver, scope),
  type: () => typeOfTerm(term, systemScopeOf(scope)),
});

/** `value(c)`, `key(c)`, `c[0]` and `c.f`, as the server names the parts of a receiver. */
export const valueOf = (receiver: Receiver, type: CqlType): Receiver => ({ name: `value(${receiver.name})`, type });
export const keyOf = (receiver: Receiver, type: CqlType): Receiver => ({ name: `key(${receiver.name})`, type });
export const componentOf = (receiver: Receiver, index: number, type: CqlType): Receiver => ({
  type,
  ...receiver.components?.[index],
  name: `${receiver.name}[${index}]`,
});
export const fieldOf = (receiver: Receiver, field: string, type: CqlType): Receiver => ({
  name: `${receiver.name}.${field}`,
  type,
});

function fitOfList(term: Extract<Expression, { kind: 'list' }>, receiver: Receiver, scope: TermScope): Fit {
  const { type } = receiver;
  if (type.kind === 'vector') {
    if (receiver.reversed || term.items.length !== type.dimension) return 'not';
    return fitOfItems(term.items, type.element, scope, 'exact');
  }
  if (type.kind === 'list') return receiver.reversed ? 'not' : fitOfItems(term.items, type.element, scope);
  if (!since(scope.release, '5.0')) return 'not';
  return unexpectedReceiver(term, receiver, scope);
}

/** Since 5.0 the server gives up here, whatever it was comparing for (`ArrayLiteral.forReceiver`). */
export const unexpectedReceiver = (term: Expression, { name, type }: Receiver, { release }: TermScope) =>
  refuse(
    'invalid-list',
    `Unexpected receiver type '${printType(type, release)}'; only list and vector are expected`,
    term.span,
    [name],
  );

const fitOfItems = (items: readonly Expression[], type: CqlType, scope: TermScope, empty: Fit = 'weak'): Fit =>
  items.length === 0 ? empty : fitOfAll(items.map((item) => fitOfTerm(item, { name: '', type }, scope)));

function fitOfEntries(
  entries: readonly { readonly key: Expression; readonly value: Expression }[],
  type: Extract<CqlType, { kind: 'map' }>,
  scope: TermScope,
): Fit {
  const fits = entries.flatMap(({ key, value }) => [
    fitOfTerm(key, { name: '', type: type.key }, scope),
    fitOfTerm(value, { name: '', type: type.value }, scope),
  ]);
  return fitOfAll(fits);
}

function fitOfTuple(items: readonly Expression[], receiver: Receiver, scope: TermScope): Fit {
  const [only] = items;
  const parts = partsOf(receiver.type, scope);
  // One element in parentheses is only that, unless a tuple is wanted; 3.11 has no such parentheses.
  if (parts === undefined) {
    return only !== undefined && items.length === 1 && since(scope.release, '4.0')
      ? fitOfTerm(only, receiver, scope)
      : 'not';
  }
  if (items.length > parts.length) return 'not';
  return weakest(
    items.map((item, index) =>
      fitOfTerm(item, componentOf(receiver, index, parts[index] ?? { kind: 'unknown' }), scope),
    ),
  );
}

/** The components that a tuple's literal may give: also a user type's fields, which is a tuple to the server. */
export function partsOf(type: CqlType, { session }: TermScope): readonly CqlType[] | undefined {
  if (type.kind === 'tuple') return type.items;
  const declaration = userType(type, session.catalog);
  return declaration === undefined ? undefined : [...declaration.fields.values()];
}

function fitOfFields(fields: readonly FieldValue[], receiver: Receiver, scope: TermScope): Fit {
  const declaration = userType(receiver.type, scope.session.catalog);
  if (declaration === undefined || (receiver.reversed && receiver.type.kind === 'user')) return 'not';
  return weakest(
    givenFields(declaration, fields).map(({ name, type, value }) =>
      fitOfTerm(value, fieldOf(receiver, name, type), scope),
    ),
  );
}

/** The fields of a type for which a literal has a value, in the type's order; the last of several values counts. */
export function givenFields(
  declaration: UserType,
  fields: readonly FieldValue[],
): readonly { readonly name: string; readonly type: CqlType; readonly value: Expression }[] {
  return [...declaration.fields].flatMap(([name, type]) => {
    const given = fields.findLast((field) => field.field.name === name);
    return given === undefined ? [] : [{ name, type, value: given.value }];
  });
}

/** Tuples and user types are never an exact match; that a part cannot be compared counts as not fitting. */
function weakest(fits: readonly Fit[]): Fit {
  if (fits.some((fit) => fit === 'not' || typeof fit === 'object')) return 'not';
  return fits.includes('unknown') ? 'unknown' : 'weak';
}

/** The type written in a hint, or why the server does not take it. */
export function hintType(term: Hint, { keyspace, session }: TermScope) {
  return keyspace === undefined ? undefined : prepareType(term.type, keyspace, session);
}

function fitOfHint(term: Hint, receiver: Receiver, scope: TermScope): Fit {
  const type = hintType(term, scope);
  if (type === undefined || (isVerdict(type) && type.kind === 'undecided')) return 'unknown';
  if (isVerdict(type)) return type;
  if (containsUnknown(type, scope.session.catalog)) return 'unknown';
  if (!receiver.reversed && sameType(receiver.type, type)) return 'exact';
  return readsAs(readType(receiver, scope), type, scope.session.catalog) ? 'weak' : 'not';
}

/** What a receiver reads values as: backwards, a user type is no more than the tuple of its fields. */
export function readType({ type, reversed }: Receiver, scope: TermScope): CqlType {
  if (!reversed || type.kind !== 'user') return type;
  return { kind: 'tuple', items: partsOf(type, scope) ?? [] };
}

/** Mistakes inside a call count as fitting here: they are told when the call itself is prepared. */
function fitOfCall(call: FunctionCall, receiver: Receiver, scope: TermScope): Fit {
  const signature = resolveFunction(call, receiver, scope);
  if (signature === undefined) return 'weak';
  if (isVerdict(signature)) return signature.kind === 'undecided' ? 'unknown' : 'weak';
  const fit = fitOfResult(signature, receiver, scope);
  return signature.rivals?.every((rival) => fitOfResult(rival, receiver, scope) === fit) === false ? 'unknown' : fit;
}

function fitOfResult(signature: Signature, receiver: Receiver, scope: TermScope): Fit {
  if (containsUnknown(signature.returns, scope.session.catalog)) return 'unknown';
  const fromJson = signature.native && signature.name === 'fromjson';
  if (since(scope.release, '5.0') ? signature.made : fromJson) return 'weak';
  if (!receiver.reversed && sameType(receiver.type, signature.returns)) return 'exact';
  return readsAs(readType(receiver, scope), signature.returns, scope.session.catalog) ? 'weak' : 'not';
}
