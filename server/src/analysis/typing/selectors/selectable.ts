import { isBackwards } from '../../../catalog/table-columns.ts';
import type { CqlType } from '../../../catalog/model.ts';
import {
  containsUnknown,
  freeze,
  frozenHere,
  isCollection,
  isLegacyDate,
  isNative,
  sameType,
  userType,
} from '../../../catalog/types.ts';
import type { Expression, FieldValue, Hint, MapEntry } from '../../../syntax/ast.ts';
import { type Argument, type Fit, fitOfAll, type Receiver } from '../functions/argument.ts';
import { castFunction, NEGATION, OPERATOR_FUNCTIONS } from '../functions/natives.ts';
import { type FunctionCall, printFunctionName, resolveFunction } from '../functions/resolve.ts';
import type { Signature } from '../functions/signature.ts';
import { resolveColumn } from '../../judging/names.ts';
import type { Outcome } from '../../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../../judging/refuse.ts';
import { since } from '../../../text/release.ts';
import { selectorsIn } from './selected-columns.ts';
import { commonType, exactTypeOfTerm, fitOfTerm, partsOf, typeOfTerm } from '../terms/fit.ts';
import { prepareType } from '../types/prepare.ts';
import { fitOf, readsAs } from '../types/relations.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';
import {
  type CallLike,
  isCountRows,
  isOldToJson,
  isTerm,
  operandsOf,
  type SelectorScope,
  writeTimeFunction,
  type WriteTimeFunction,
} from './calls.ts';
import { printRaw, printSelector } from './text.ts';

/** First step: columns exist, and calls find a function that takes their arguments (`Selectable.Raw.prepare`). */
export function prepareSelector(expression: Expression, scope: SelectorScope): Outcome {
  if (isTerm(expression, scope)) return undefined;
  switch (expression.kind) {
    case 'column': {
      const column = resolveColumn(expression.column, scope);
      return 'kind' in column && isVerdict(column) ? column : undefined;
    }
    case 'call':
    case 'negate':
    case 'arithmetic':
      return prepareCall(expression, scope);
    case 'cast':
      return prepareSelector(expression.value, scope);
    case 'hint': {
      const inner = prepareSelector(expression.value, scope);
      if (inner?.kind === 'refused') return inner;
      const type = prepareType(expression.type, scope.table.keyspace, scope.session);
      return isVerdict(type) ? type : inner;
    }
    case 'field':
    case 'element':
    case 'slice':
      return prepareSelector(expression.of, scope);
    case 'tuple':
    case 'list':
    case 'set':
      return firstOf(expression.items, (item) => prepareSelector(item, scope));
    case 'unknown':
      return undecided('placeholder');
    default:
      // What stands in `{key: value}` is looked at only when its type is known.
      return undefined;
  }
}

function prepareCall(call: CallLike, scope: SelectorScope): Outcome {
  if (call.kind === 'call' && (call.function.name.template || call.function.keyspace?.template))
    return undecided('placeholder');
  const operands = firstOf(operandsOf(call), (operand) => prepareSelector(operand, scope));
  if (operands !== undefined || writeTimeFunction(call, scope) !== undefined || isOldToJson(call, scope))
    return operands;
  const signature = signatureOf(call, scope);
  if (signature !== undefined) return isVerdict(signature) ? signature : undefined;
  const name = call.kind === 'call' ? call.function.name.name : '';
  const keyspace = call.kind === 'call' ? call.function.keyspace?.name : 'system';
  return refuse('unknown-function', `Unknown function '${printFunctionName({ keyspace, name })}'`, call.span, [name]);
}

/** The first refusal, else the first doubt. */
function firstOf<T>(items: readonly T[], check: (item: T) => Outcome): Outcome {
  let doubt: Undecided | undefined;
  for (const item of items) {
    const outcome = check(item);
    if (outcome?.kind === 'refused') return outcome;
    doubt ??= outcome;
  }
  return doubt;
}

/** The function that a call means in a select clause; `undefined` where there is none. */
export function signatureOf(call: CallLike, scope: SelectorScope): Signature | Refused | Undecided | undefined {
  const signatures = (scope.signatures ??= new Map());
  if (signatures.has(call)) return signatures.get(call);
  const signature = resolveFunction(functionCall(call, scope), undefined, scope);
  signatures.set(call, signature);
  return signature;
}

/** The function behind `CAST(… AS type)` of a selector. */
export const castSignature = (cast: Extract<Expression, { kind: 'cast' }>, scope: SelectorScope) => {
  const type = cast.type.kind === 'native' ? cast.type.name : '';
  const name = castFunction(type, scope.release);
  return resolveFunction(
    { keyspace: 'system', name, arguments: [argumentOf(cast.value, scope)], span: cast.span },
    undefined,
    scope,
  );
};

function functionCall(call: CallLike, scope: SelectorScope): FunctionCall {
  const { span } = call;
  const args = operandsOf(call).map((operand) => argumentOf(operand, scope));
  switch (call.kind) {
    case 'call': {
      const { keyspace, name } = call.function;
      if (isCountRows(call))
        return {
          keyspace: 'system',
          name: since(scope.release, '5.0') ? 'count_rows' : 'countRows',
          arguments: [],
          span,
        };
      return { keyspace: keyspace?.name, name: name.name, arguments: args, span };
    }
    case 'negate':
      return { keyspace: 'system', name: NEGATION, arguments: args, span };
    case 'arithmetic':
      return { keyspace: 'system', name: OPERATOR_FUNCTIONS.get(call.operator) ?? '', arguments: args, span };
  }
}

const argumentOf = (expression: Expression, scope: SelectorScope): Argument => ({
  text: () => printSelector(expression, scope),
  span: expression.span,
  // To the server a marker in a select clause is no longer seen as one here.
  marker: false,
  reversed: isReversed(expression, scope),
  elements: expression.kind === 'list' && since(scope.release, '5.0') ? expression.items.length : undefined,
  fit: (receiver) => fitOfSelector(expression, receiver, scope),
  type: () => typeOfSelector(expression, scope),
  beforeNaming: () => prepareToName(expression, scope),
});

/** The type that a selector has without doubt (`Selectable.getExactTypeIfKnown`). */
export function exactTypeOfSelector(expression: Expression, scope: SelectorScope): CqlType | undefined {
  const exact = (inner: Expression): CqlType | undefined => exactTypeOfSelector(inner, scope);
  // Backwards, nothing is a collection or a user type to the server here.
  const exactPart = (inner: Expression): CqlType | undefined => (isReversed(inner, scope) ? undefined : exact(inner));
  if (isTerm(expression, scope)) return exactTypeOfTerm(expression, scope);
  switch (expression.kind) {
    case 'unknown':
      return UNKNOWN;
    case 'column':
      return scope.table.columns.get(expression.column.name)?.type ?? UNKNOWN;
    case 'call': {
      const writeTime = writeTimeFunction(expression, scope);
      if (writeTime !== undefined) return writeTimeType(writeTime, expression, scope);
      return isOldToJson(expression, scope) ? TEXT : resultOf(expression, scope);
    }
    case 'negate':
    case 'arithmetic':
      return resultOf(expression, scope);
    case 'cast':
      if (expression.type.kind !== 'native') return UNKNOWN;
      return { kind: 'native', name: expression.type.name === 'varchar' ? 'text' : expression.type.name };
    case 'hint':
      return selectorHintType(expression, scope);
    case 'field': {
      const type = exactPart(expression.of);
      if (type === undefined || type.kind === 'unknown') return type;
      const declaration = userType(type, scope.session.catalog);
      // Written as a class it may be a type that nobody declared.
      if (declaration === undefined && type.kind === 'user') return UNKNOWN;
      return declaration?.fields.get(expression.field.name);
    }
    case 'element': {
      const type = exactPart(expression.of);
      // A list's elements are looked up by their time; the server takes the type of that for theirs.
      if (type?.kind === 'list') return { kind: 'native', name: 'timeuuid' };
      return type === undefined ? undefined : elementType(type);
    }
    case 'slice': {
      const type = exactPart(expression.of);
      return type !== undefined && (isCollection(type) || type.kind === 'unknown') ? type : undefined;
    }
    case 'tuple': {
      const items = expression.items.map(exact);
      return items.length > 1 && items.every((item) => item !== undefined) ? { kind: 'tuple', items } : undefined;
    }
    case 'list':
    case 'set': {
      const element = expression.items.map(exact).find((type) => type !== undefined);
      return element === undefined ? undefined : { kind: expression.kind, element, frozen: true };
    }
    case 'map':
    case 'udt':
    case 'star':
    default:
      return undefined;
  }
}

/** It is a clustering column in descending order: to the server its type is not quite the type. */
export function isReversed(selector: Expression, { table }: SelectorScope): boolean {
  const column = selector.kind === 'column' ? table.columns.get(selector.column.name) : undefined;
  return column !== undefined && isBackwards(column);
}

/** The type of the values that `c[…]` selects; nothing where `c` is no collection. */
export function elementType(type: CqlType): CqlType | undefined {
  if (type.kind === 'map') return type.value;
  if (type.kind === 'set' || type.kind === 'list') return type.element;
  return type.kind === 'unknown' ? type : undefined;
}

/** The type that `(type) …` says. */
export function selectorHintType({ type: written }: Hint, { table, session, release }: SelectorScope): CqlType {
  const type = prepareType(written, table.keyspace, session);
  if (isVerdict(type)) return UNKNOWN;
  return since(release, '5.0') ? freeze(type) : frozenHere(type);
}

/** A type that can hold it (`getCompatibleTypeIfKnown`). */
export function typeOfSelector(expression: Expression, scope: SelectorScope): CqlType | undefined {
  const common = (items: readonly Expression[]): CqlType | undefined =>
    commonType(
      items.map((item) => typeOfSelector(item, scope)),
      scope.session.catalog,
    );
  if (isTerm(expression, scope)) return typeOfTerm(expression, scope);
  switch (expression.kind) {
    case 'list':
    case 'set': {
      const element = common(expression.items);
      return element === undefined ? undefined : { kind: expression.kind, element, frozen: true };
    }
    case 'tuple': {
      const items = expression.items.map((item) => typeOfSelector(item, scope));
      return items.length > 1 && items.every((item) => item !== undefined) ? { kind: 'tuple', items } : undefined;
    }
    default:
      return exactTypeOfSelector(expression, scope);
  }
}

/** How well a selector fits a receiver (`Selectable.testAssignment`). */
export function fitOfSelector(expression: Expression, receiver: Receiver, scope: SelectorScope): Fit {
  const { type } = receiver;
  const { catalog } = scope.session;
  const all = (items: readonly Expression[], inner: CqlType): Fit =>
    items.length === 0 ? 'weak' : fitOfAll(items.map((item) => fitOfSelector(item, { name: '', type: inner }, scope)));
  if (expression.kind === 'unknown' || containsUnknown(type, catalog)) return 'unknown';
  if (isTerm(expression, scope)) return fitOfTerm(expression, receiver, scope);
  switch (expression.kind) {
    case 'tuple': {
      const [only] = expression.items;
      if (only !== undefined && expression.items.length === 1 && type.kind !== 'tuple')
        return fitOfSelector(only, receiver, scope);
      return fitOfTuple(expression.items, type, scope);
    }
    case 'list':
      if (type.kind === 'list' || type.kind === 'vector') return all(expression.items, type.element);
      // Since 5.0 the server fails at what is neither.
      return since(scope.release, '5.0') ? 'unknown' : 'not';
    case 'set':
      if (type.kind === 'map' && expression.items.length === 0) return 'weak';
      return type.kind === 'set' ? all(expression.items, type.element) : 'not';
    case 'map':
    case 'udt':
      return fitOfBraces(expression, type, scope);
    case 'hint': {
      const hinted = selectorHintType(expression, scope);
      if (containsUnknown(hinted, catalog)) return 'unknown';
      if (sameType(hinted, type)) return 'exact';
      return readsAs(type, hinted, catalog) ? 'weak' : 'not';
    }
    default: {
      const exact = exactTypeOfSelector(expression, scope);
      if (exact === undefined) return 'not';
      if (containsUnknown(exact, catalog)) return 'unknown';
      if (isReversed(expression, scope)) return fitOfReversed(exact, type, scope);
      return isOnlyNamedOtherwise(exact, type, scope) ? 'exact' : fitOf(exact, type, catalog);
    }
  }
}

/**
 * What sorts backwards is never taken for frozen, which collections and user types of functions are not, nor its timeuuid
 * for that of functions, which is another since 4.1 (`AbstractType.testAssignment`, `ReversedType.getInstance`).
 */
function fitOfReversed(given: CqlType, type: CqlType, { session, release }: SelectorScope): 'exact' | 'weak' | 'not' {
  if ((sameType(given, type) && isLegacy(given) === isLegacy(type)) || isTimestampOf311(given, type, release))
    return 'exact';
  if (given.kind === 'user' && sameType(freeze(given), freeze(type))) return 'weak';
  if (isCollection(given) && sameType(freeze(given), freeze(type))) return 'not';
  return readsAs(type, given, session.catalog) ? 'weak' : 'not';
}

const isLegacy = (type: CqlType): boolean => type.kind === 'native' && type.legacy === true;

/** What 3.11 takes for the same. */
export const isOnlyNamedOtherwise = (given: CqlType, type: CqlType, scope: SelectorScope): boolean =>
  (!since(scope.release, '4.0') && isTupleOf(given, type, scope)) || isTimestampOf311(given, type, scope.release);

/** 3.11 reads `DateType` as a timestamp from its schema. */
const isTimestampOf311 = (given: CqlType, type: CqlType, release: SelectorScope['release']): boolean =>
  !since(release, '4.0') && isLegacyDate(given) && isNative(type, 'timestamp');

/** To a tuple of 3.11 a user type is the tuple of its fields (`TupleType.equals`). */
function isTupleOf(given: CqlType, type: CqlType, { session }: SelectorScope): boolean {
  const fields = [...(userType(type, session.catalog)?.fields.values() ?? [])];
  return (
    given.kind === 'tuple' &&
    given.items.length === fields.length &&
    given.items.every((item, index) => sameType(item, fields[index] ?? UNKNOWN))
  );
}

function fitOfTuple(items: readonly Expression[], type: CqlType, scope: SelectorScope): Fit {
  const parts = partsOf(type, scope);
  if (parts === undefined || items.length > parts.length) return 'not';
  const fits = items.map((item, index) => fitOfSelector(item, { name: '', type: parts[index] ?? UNKNOWN }, scope));
  if (fits.some((fit) => fit === 'not' || typeof fit === 'object')) return 'not';
  return fits.includes('unknown') ? 'unknown' : 'weak';
}

/** `{a: b}` is a map or a user type, as the receiver wants it; what stands in it is prepared only now. */
function fitOfBraces(expression: Braces, type: CqlType, scope: SelectorScope): Fit {
  const declaration = userType(type, scope.session.catalog);
  if (declaration === undefined) return fitOfEntries(entriesOf(expression), type, scope);
  const complaint = complaintAboutFields(expression, declaration.name, declaration.fields, scope);
  if (complaint !== undefined || expression.kind === 'map') return complaint ?? 'not';
  const fits = [...lastValues(expression.fields)].map(([name, value]) =>
    fitOfSelector(value, { name: '', type: declaration.fields.get(name) ?? UNKNOWN }, scope),
  );
  if (fits.some((fit) => fit === 'not' || typeof fit === 'object')) return 'not';
  return fits.includes('unknown') ? 'unknown' : 'weak';
}

/** All entries are prepared, even where no map is wanted. */
function fitOfEntries(entries: readonly MapEntry[], type: CqlType, scope: SelectorScope): Fit {
  const prepared = firstOf(
    entries.flatMap(({ key, value }) => [key, value]),
    (part) => prepareSelector(part, scope),
  );
  if (prepared?.kind === 'refused') return prepared;
  if (type.kind !== 'map') return 'not';
  if (prepared !== undefined) return 'unknown';
  return fitOfAll(
    entries.flatMap(({ key, value }) => [
      fitOfSelector(key, { name: '', type: type.key }, scope),
      fitOfSelector(value, { name: '', type: type.value }, scope),
    ]),
  );
}

/** Keys must be names of the type's fields; values are prepared beside. */
export function complaintAboutFields(
  expression: Braces,
  type: string,
  fields: ReadonlyMap<string, CqlType>,
  scope: SelectorScope,
): Refused | undefined {
  for (const { key, value } of entriesOf(expression)) {
    if (key.kind !== 'column') {
      const message = `${printRaw(key, scope.release)} is not a valid field identifier of type ${type} `;
      return refuse('invalid-user-type', message, key.span);
    }
    const { name } = key.column;
    if (!fields.has(name)) {
      const message = `Unknown field '${name}' in value of user defined type ${type}`;
      return refuse('unknown-field', message, key.span, [name]);
    }
    const prepared = prepareSelector(value, scope);
    if (prepared?.kind === 'refused') return prepared;
  }
  return undefined;
}

type Braces = Extract<Expression, { kind: 'map' | 'udt' }>;

/** By field: of one that is named twice the last value counts. */
export const lastValues = (fields: readonly FieldValue[]): ReadonlyMap<string, Expression> =>
  new Map(fields.map(({ field, value }) => [field.name, value]));

/** The entries of a map, whose keys are columns where they are names. */
export const entriesOf = (expression: Braces): readonly MapEntry[] =>
  expression.kind === 'map'
    ? expression.entries
    : expression.fields.map(({ field, value }) => ({
        key: { kind: 'column', column: field, span: field.span },
        value,
      }));

/** To name a selector the server prepares what stands in its braces, but for names before colons. */
export function prepareToName(expression: Expression, scope: SelectorScope): Refused | undefined {
  if (isTerm(expression, scope)) return undefined;
  const inBraces = expression.kind === 'map' || expression.kind === 'udt';
  const parts = inBraces
    ? entriesOf(expression).flatMap(({ key, value }) => (key.kind === 'column' ? [value] : [key, value]))
    : selectorsIn(expression);
  for (const part of parts) {
    const prepared = inBraces ? prepareSelector(part, scope) : undefined;
    const problem = prepared?.kind === 'refused' ? prepared : prepareToName(part, scope);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The type of `writetime(c)` and its like: lists of times where `c` has several cells. */
export function writeTimeType(
  kind: WriteTimeFunction,
  call: Extract<Expression, { kind: 'call' }>,
  { table, release }: SelectorScope,
): CqlType {
  const type: CqlType = { kind: 'native', name: kind === 'ttl' ? 'int' : 'bigint' };
  if (!since(release, '5.0')) return type;
  const column = rootColumn(call.arguments[0]);
  const columnType = column === undefined ? undefined : table.columns.get(column)?.type;
  const several = columnType !== undefined && 'frozen' in columnType && !columnType.frozen;
  return several && kind !== 'maxwritetime' ? { kind: 'list', element: type, frozen: true } : type;
}

/** The column at the bottom of fields, elements and slices. */
export function rootColumn(expression: Expression | undefined): string | undefined {
  switch (expression?.kind) {
    case 'column':
      return expression.column.name;
    case 'field':
    case 'element':
    case 'slice':
      return rootColumn(expression.of);
    default:
      return undefined;
  }
}

const UNKNOWN: CqlType = { kind: 'unknown' };
const TEXT: CqlType = { kind: 'native', name: 'text' };

function resultOf(call: CallLike, scope: SelectorScope): CqlType | undefined {
  const signature = signatureOf(call, scope);
  return signature === undefined || isVerdict(signature) ? UNKNOWN : signature.returns;
}
