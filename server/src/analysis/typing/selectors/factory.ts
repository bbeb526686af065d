import type { CqlType } from '../../../catalog/model.ts';
import { containsUnknown, isCollection, isMultiCell, printType, sameType, userType } from '../../../catalog/types.ts';
import type { Expression, Hint } from '../../../syntax/ast.ts';
import type { Receiver } from '../functions/argument.ts';
import { isVerdict, refuse, undecided } from '../../judging/refuse.ts';
import { since } from '../../../text/release.ts';
import { callFunction, evaluate, isPure } from '../terms/evaluate.ts';
import { complaintAboutMask } from '../../values/evaluation/masks.ts';
import { ANYTHING, type Value } from '../../values/evaluation/value.ts';
import { exactTypeOfTerm, hintType, partsOf } from '../terms/fit.ts';
import { prepareTerm } from '../terms/prepare.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';
import { type CallLike, isOldToJson, isTerm, operandsOf, type SelectorScope, writeTimeFunction } from './calls.ts';
import {
  castSignature,
  complaintAboutFields,
  elementType,
  entriesOf,
  exactTypeOfSelector,
  fitOfSelector,
  isOnlyNamedOtherwise,
  isReversed,
  lastValues,
  prepareSelector,
  prepareToName,
  rootColumn,
  selectorHintType,
  signatureOf,
  writeTimeType,
} from './selectable.ts';
import { printSelector } from './text.ts';

/** What a selector gives. */
export interface Typed {
  readonly kind: 'typed';
  readonly type: CqlType;
  /** The selector is, or contains, a call of an aggregate function. */
  readonly aggregate: boolean;
  /** It has this value whatever the row holds. */
  readonly constant?: Value;
  /** What the server says when it executes the statement, before it reads any row. */
  readonly late?: Refused;
}

type Typing = Typed | Refused | Undecided;

/**
 * Second step: every part of a selector gets its type (`Selectable.newSelectorFactory`). `expected` is what the surrounding
 * selector wants, if it wants something.
 */
export function typeSelector(expression: Expression, expected: CqlType | undefined, scope: SelectorScope): Typing {
  if (isTerm(expression, scope)) return typeTerm(expression, expected, scope);
  switch (expression.kind) {
    case 'unknown':
      return undecided('placeholder');
    case 'column': {
      const column = scope.table.columns.get(expression.column.name);
      return column === undefined ? undecided('unknown-schema') : typed(column.type);
    }
    case 'call':
    case 'negate':
    case 'arithmetic':
      return typeCall(expression, expected, scope);
    case 'cast':
      return typeCast(expression, scope);
    case 'hint':
      return typeHint(expression, scope);
    case 'field':
      return typeField(expression, scope);
    case 'element':
      return typeElement(expression, scope);
    case 'slice':
      return typeSlice(expression, expected, scope);
    case 'tuple':
      return typeTuple(expression, expected, scope);
    case 'list':
      return typeList(expression, expected, scope);
    case 'set':
      return typeSet(expression, expected, scope);
    case 'map':
    case 'udt':
      return typeBraces(expression, expected, scope);
    default:
      return undecided('broken');
  }
}

const typed = (type: CqlType, aggregate = false): Typed => ({ kind: 'typed', type, aggregate });

/** The types of several selectors, each with what is expected of it; the first complaint ends it. */
function typeAll(
  parts: readonly (readonly [Expression, CqlType | undefined])[],
  scope: SelectorScope,
): (Pick<Typed, 'aggregate' | 'late'> & { readonly constants: readonly (Value | undefined)[] }) | Refused | Undecided {
  const constants: (Value | undefined)[] = [];
  let aggregate = false;
  let late: Refused | undefined;
  let doubt: Undecided | undefined;
  for (const [part, expected] of parts) {
    const one = typeSelector(part, expected, scope);
    if (one.kind === 'refused') return one;
    if (one.kind === 'undecided') {
      doubt ??= one;
      continue;
    }
    aggregate ||= one.aggregate;
    late ??= one.late;
    constants.push(one.constant);
  }
  return doubt ?? { aggregate, constants, ...(late && { late }) };
}

function withParts(type: CqlType, parts: ReturnType<typeof typeAll>): Typing {
  if (isVerdict(parts)) return parts;
  const constant = parts.constants.every((value) => value !== undefined);
  return {
    ...typed(type, parts.aggregate),
    ...(constant && { constant: ANYTHING }),
    ...(parts.late && { late: parts.late }),
  };
}

/** What has no type of its own takes the expected one. To name it, the server first prepares what stands in its braces. */
const cannotInfer = (expression: Expression, scope: SelectorScope): Refused => {
  const problem = prepareToName(expression, scope);
  if (problem !== undefined) return problem;
  const text = printSelector(expression, scope);
  const message = `Cannot infer type for term ${text} in selection clause (try using a cast to force a type)`;
  return refuse('cannot-infer-type', message, expression.span);
};

function typeTerm(term: Expression, expected: CqlType | undefined, scope: SelectorScope): Typing {
  const hinted = term.kind === 'hint' ? hintType(term, scope) : undefined;
  if (hinted !== undefined && isVerdict(hinted)) return hinted;
  const type = exactTypeOfTerm(term, scope) ?? expected;
  if (type === undefined) return cannotInfer(term, scope);
  const receiver = { name: '[selection]', type };
  const prepared = prepareTerm(term, receiver, scope);
  return isVerdict(prepared) ? prepared : withValue(typed(type), evaluate(term, receiver, scope));
}

function typeCall(call: CallLike, expected: CqlType | undefined, scope: SelectorScope): Typing {
  const writeTime = writeTimeFunction(call, scope);
  if (writeTime !== undefined && call.kind === 'call') return typeWriteTime(writeTime, call, expected, scope);
  const operands = operandsOf(call);
  if (isOldToJson(call, scope)) {
    const parts = typeAll(
      operands.map((operand) => [operand, undefined]),
      scope,
    );
    if (isVerdict(parts) || operands.length === 1) return withParts(TEXT, parts);
    return refuse('function-argument-count', `toJson() only accepts one argument (got ${operands.length})`, call.span, [
      'tojson',
    ]);
  }
  const signature = signatureOf(call, scope);
  if (signature === undefined) return undecided('unknown-schema');
  if (isVerdict(signature)) return signature;
  const parts = typeAll(
    operands.map((operand, index) => [operand, signature.parameters[index]]),
    scope,
  );
  if (isVerdict(parts)) return parts;
  if (signature.aggregate && parts.aggregate) {
    return refuse(
      'nested-aggregate',
      'aggregate functions cannot be used as arguments of aggregate functions',
      call.span,
    );
  }
  const mask = signature.native ? complaintAboutMask(signature.name, parts.constants) : undefined;
  const late = parts.late ?? (mask && refuse('function-failed', mask.message, call.span, [signature.name]));
  const result = { ...typed(signature.returns, signature.aggregate || parts.aggregate), ...(late && { late }) };
  if (late !== undefined) return result;
  // Since 4.1 a function of constants is called once, before any row is read (`ScalarFunction.partialApplication`).
  const constants = parts.constants.filter((value) => value !== undefined);
  const folded = since(scope.release, '4.1') && !result.aggregate && isPure(signature) && constants.length > 0;
  if (!folded || constants.length < operands.length) return result;
  return withValue(result, callFunction(signature, constants, call.span, scope));
}

const withValue = (selector: Typed, value: Value | Refused): Typed =>
  value.kind === 'refused' ? { ...selector, late: value } : { ...selector, constant: value };

const TEXT: CqlType = { kind: 'native', name: 'text' };

function typeWriteTime(
  kind: 'writetime' | 'ttl' | 'maxwritetime',
  call: Extract<Expression, { kind: 'call' }>,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Typing {
  const [argument] = call.arguments;
  const name = rootColumn(argument);
  const column = name === undefined ? undefined : scope.table.columns.get(name);
  if (argument === undefined || column === undefined) return undecided('unknown-schema');
  const recent = since(scope.release, '5.0');
  const label = recent || kind !== 'writetime' ? kind : 'writeTime';
  if (column.kind === 'partition' || column.kind === 'clustering') {
    const message = `Cannot use selection function ${label} on PRIMARY KEY part ${column.name}`;
    return refuse('write-time-of-key', message, call.span, [column.name]);
  }
  if (!recent && isMultiCell(column.type)) {
    const what = isCollection(column.type) ? 'collection' : 'UDT';
    const message = `Cannot use selection function ${label} on non-frozen ${what} ${column.name}`;
    return refuse('write-time-of-collection', message, call.span, [column.name]);
  }
  const inner = recent ? typeSelector(argument, expected, scope) : typed(column.type);
  if (isVerdict(inner)) return inner;
  const several = isMultiCell(inner.type) && kind !== 'maxwritetime';
  const type = writeTimeType(kind, { ...call, arguments: [] }, scope);
  return { ...inner, type: several ? { kind: 'list', element: type, frozen: true } : type };
}

function typeCast(expression: Extract<Expression, { kind: 'cast' }>, scope: SelectorScope): Typing {
  const inner = typeSelector(expression.value, undefined, scope);
  if (isVerdict(inner)) return inner;
  if (expression.type.kind !== 'native') return undecided('broken');
  const target: CqlType = { kind: 'native', name: expression.type.name === 'varchar' ? 'text' : expression.type.name };
  const isSame = sameType(target, inner.type) || isOnlyNamedOtherwise(inner.type, target, scope);
  if (isSame && !isReversed(expression.value, scope)) return inner;
  const signature = castSignature(expression, scope);
  if (signature === undefined) {
    // The server names the first column of the clause, wherever the cast stands.
    const column = scope.before ?? firstColumn(expression) ?? '';
    return refuse('invalid-cast', `${column} cannot be cast to ${expression.type.name}`, expression.span, [column]);
  }
  if (isVerdict(signature)) return signature;
  const { constant, ...cast } = inner;
  const typedCast = { ...cast, type: signature.returns };
  if (constant === undefined || !since(scope.release, '4.1')) return typedCast;
  return withValue(typedCast, callFunction(signature, [constant], expression.span, scope));
}

/** The first column in an expression, in the order in which the server goes through it. */
export function firstColumn(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'column':
      return expression.column.name;
    case 'call':
      return expression.arguments.map(firstColumn).find((name) => name !== undefined);
    case 'cast':
    case 'hint':
    case 'negate':
      return firstColumn(expression.value);
    case 'arithmetic':
      return firstColumn(expression.left) ?? firstColumn(expression.right);
    case 'field':
    case 'element':
    case 'slice':
      return firstColumn(expression.of);
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items.map(firstColumn).find((name) => name !== undefined);
    default:
      return undefined;
  }
}

function typeHint(hint: Hint, scope: SelectorScope): Typing {
  const type = selectorHintType(hint, scope);
  if (containsUnknown(type, scope.session.catalog)) return undecided('unknown-schema');
  const unnamed = prepareToName(hint.value, scope);
  if (unnamed !== undefined) return unnamed;
  const text = printSelector(hint, scope);
  const fit = fitOfSelector(hint.value, { name: text, type }, scope);
  if (typeof fit === 'object') return fit;
  if (fit === 'not') {
    // Its functions have been found by now.
    const found = printSelector(hint, scope);
    const message = `Cannot assign value ${found} to ${found} of type ${printType(type, scope.release)}`;
    return refuse('invalid-hint', message, hint.span);
  }
  const inner = typeSelector(hint.value, type, scope);
  return isVerdict(inner) ? inner : { ...inner, type };
}

function typeField(expression: Extract<Expression, { kind: 'field' }>, scope: SelectorScope): Typing {
  const { of, field } = expression;
  const [only] = of.kind === 'tuple' ? of.items : [];
  const inner = typeSelector(of, only === undefined ? undefined : exactTypeOfSelector(only, scope), scope);
  if (isVerdict(inner)) return inner;
  if (containsUnknown(inner.type, scope.session.catalog)) return undecided('unknown-schema');
  const text = printSelector(of, scope);
  const type = printType(inner.type, scope.release);
  const declaration = userType(inner.type, scope.session.catalog);
  if (declaration === undefined || (isReversed(of, scope) && !since(scope.release, '4.0'))) {
    return refuse(
      'field-of-no-user-type',
      `Invalid field selection: ${text} of type ${type} is not a user type`,
      expression.span,
      [text],
    );
  }
  const fieldType = declaration.fields.get(field.name);
  if (fieldType !== undefined) return { ...inner, type: fieldType };
  if (field.template) return undecided('placeholder');
  return refuse('unknown-field', `${text} of type ${type} has no field ${field.name}`, field.span, [field.name]);
}

function typeElement(expression: Extract<Expression, { kind: 'element' }>, scope: SelectorScope): Typing {
  const inner = typeSelector(expression.of, undefined, scope);
  if (isVerdict(inner)) return inner;
  const text = printSelector(expression.of, scope);
  const receiver = partReceiver(expression, inner.type, text, 'Element', scope);
  if (isVerdict(receiver)) return receiver;
  const key = prepareTerm(expression.key, receiver, scope);
  if (isVerdict(key)) return key;
  const late = inner.late ?? complaintAboutKey(expression.key, receiver, text, scope);
  const { constant: _, ...element } = inner;
  return { ...element, type: elementType(inner.type) ?? inner.type, ...(late && { late }) };
}

function complaintAboutKey(
  key: Expression,
  receiver: Receiver,
  text: string,
  scope: SelectorScope,
): Refused | undefined {
  const value = key.kind === 'marker' ? ANYTHING : evaluate(key, receiver, scope);
  if (value.kind === 'refused') return value;
  return value.kind === 'null'
    ? refuse('null-element', `Invalid null value for element selection on ${text}`, key.span)
    : undefined;
}

function typeSlice(
  expression: Extract<Expression, { kind: 'slice' }>,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Typing {
  const inner = typeSelector(expression.of, expected, scope);
  if (isVerdict(inner)) return inner;
  const text = printSelector(expression.of, scope);
  const receiver = partReceiver(expression, inner.type, text, 'Slice', scope);
  if (isVerdict(receiver)) return receiver;
  const { constant: _, ...slice } = inner;
  let { late } = slice;
  let missing: Expression | undefined;
  for (const bound of [expression.from, expression.to]) {
    const prepared = bound === undefined ? undefined : prepareTerm(bound, receiver, scope);
    if (bound === undefined || prepared === undefined) continue;
    if (isVerdict(prepared)) return prepared;
    const value = evaluate(bound, receiver, scope);
    if (value.kind === 'refused') late ??= value;
    if (value.kind === 'null') missing ??= bound;
  }
  if (missing !== undefined)
    late ??= refuse('null-element', `Invalid null value for slice selection on ${text}`, missing.span);
  return { ...slice, ...(late && { late }) };
}

/** What the key of an element or the end of a slice is given to. */
function partReceiver(
  expression: Extract<Expression, { kind: 'element' | 'slice' }>,
  type: CqlType,
  text: string,
  what: 'Element' | 'Slice',
  { release }: SelectorScope,
): Receiver | Refused | Undecided {
  switch (type.kind) {
    case 'set':
      return { name: `value(${text})`, type: type.element };
    case 'map':
      return { name: `key(${text})`, type: type.key };
    case 'list': {
      const message = `${what} selection is only allowed on sets and maps, but ${text} is a list`;
      return refuse('element-of-list', message, expression.span, [text]);
    }
    case 'unknown':
      return undecided('unknown-schema');
    default: {
      const is = what === 'Element' ? 'is of type' : 'of type';
      const message = `Invalid ${what.toLowerCase()} selection: ${text} ${is} ${printType(type, release)} is not a collection`;
      return refuse('element-of-no-collection', message, expression.span, [text]);
    }
  }
}

function typeTuple(
  expression: Extract<Expression, { kind: 'tuple' }>,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Typing {
  const type = exactTypeOfSelector(expression, scope) ?? expected;
  if (type === undefined) return cannotInfer(expression, scope);
  const [only] = expression.items;
  if (only !== undefined && expression.items.length === 1 && type.kind !== 'tuple')
    return typeSelector(only, expected, scope);
  const parts = partsOf(type, scope);
  if (parts === undefined) return undecided('not-cql');
  return withParts(
    type,
    typeAll(
      expression.items.map((item, index) => [item, parts[index]]),
      scope,
    ),
  );
}

function typeList(
  expression: Extract<Expression, { kind: 'list' }>,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Typing {
  const { items } = expression;
  // Where an item says its type it is a list, however many there are.
  const type = exactTypeOfSelector(expression, scope) ?? expected;
  if (type === undefined) return cannotInfer(expression, scope);
  if (type.kind === 'vector' && items.length !== type.dimension) {
    const message = `Unable to create a vector selector of type ${printType(type, scope.release)} from ${items.length} elements`;
    return refuse('invalid-vector', message, expression.span);
  }
  if (type.kind !== 'list' && type.kind !== 'vector') return undecided('not-cql');
  return withParts(
    type,
    typeAll(
      items.map((item) => [item, type.element]),
      scope,
    ),
  );
}

function typeSet(
  expression: Extract<Expression, { kind: 'set' }>,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Typing {
  const type = exactTypeOfSelector(expression, scope) ?? expected;
  if (type === undefined) return cannotInfer(expression, scope);
  if (type.kind === 'map') return typed(type);
  if (type.kind !== 'set') return undecided('not-cql');
  if (isDuration(type.element)) {
    return refuse(
      'duration-in-set',
      `Durations are not allowed inside sets: ${printType(type, scope.release)}`,
      expression.span,
    );
  }
  return withParts(
    type,
    typeAll(
      expression.items.map((item) => [item, type.element]),
      scope,
    ),
  );
}

const isDuration = (type: CqlType): boolean => type.kind === 'native' && type.name === 'duration';

function typeBraces(
  expression: Extract<Expression, { kind: 'map' | 'udt' }>,
  expected: CqlType | undefined,
  scope: SelectorScope,
): Typing {
  if (expected === undefined) return cannotInfer(expression, scope);
  const declaration = userType(expected, scope.session.catalog);
  if (declaration !== undefined) {
    const complaint = complaintAboutFields(expression, declaration.name, declaration.fields, scope);
    if (complaint !== undefined || expression.kind === 'map') return complaint ?? typed(expected);
    const typeOf = (name: string) => declaration.fields.get(name);
    const written = expression.fields.map(({ field, value }) => [value, typeOf(field.name)] as const);
    const last = [...lastValues(expression.fields)].map(([name, value]) => [value, typeOf(name)] as const);
    const all = typePrepared(expected, written, scope);
    return isVerdict(all) || last.length === written.length ? all : typePrepared(expected, last, scope);
  }
  if (expected.kind !== 'map') return undecided('not-cql');
  if (isDuration(expected.key)) {
    const message = `Durations are not allowed as map keys: ${printType(expected, scope.release)}`;
    return refuse('duration-map-key', message, expression.span);
  }
  return typePrepared(
    expected,
    entriesOf(expression).flatMap(({ key, value }): readonly (readonly [Expression, CqlType])[] => [
      [key, expected.key],
      [value, expected.value],
    ]),
    scope,
  );
}

/** Parts of braces are looked up only now. */
function typePrepared(
  type: CqlType,
  parts: readonly (readonly [Expression, CqlType | undefined])[],
  scope: SelectorScope,
): Typing {
  for (const [part] of parts) {
    const outcome = prepareSelector(part, scope);
    if (outcome?.kind === 'refused') return outcome;
  }
  return withParts(type, typeAll(parts, scope));
}
