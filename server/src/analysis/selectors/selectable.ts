import { isColumn, resolveColumn } from '../names.ts';
import type { CqlType, Table } from '../../catalog/model.ts';
import { containsUnknown, freeze, isCollection, userType } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import { fitOfAll, type Argument, type Fit, type Receiver } from '../functions/argument.ts';
import { castFunction, NEGATION, OPERATOR_FUNCTIONS } from '../functions/natives.ts';
import { type FunctionCall, resolveFunction } from '../functions/resolve.ts';
import type { Signature } from '../functions/signature.ts';
import { isVerdict, refuse } from '../refuse.ts';
import { since } from '../release.ts';
import { commonType, exactTypeOfTerm, fitOfTerm, typeOfTerm } from '../terms/fit.ts';
import type { TermScope } from '../terms/scope.ts';
import { printTerm } from '../terms/text.ts';
import { prepareType } from '../types/prepare.ts';
import { fitOf, readsAs } from '../types/relations.ts';
import { printTypeRef } from '../types/text.ts';
import type { Refused, Undecided } from '../verdict-model.ts';
import { printRaw } from './text.ts';

/** A selector's surroundings: its table is known. */
export interface SelectorScope extends TermScope {
  readonly table: Table;
  /** The first column of the selectors before. */
  readonly before?: string | undefined;
  /** Functions that were looked up already; a call may be asked for many times. */
  readonly signatures: Map<Expression, Signature | Refused | Undecided | undefined>;
}

/** An expression that calls a function of the server, as operators and counts do. */
export type CallLike = Extract<Expression, { kind: 'call' | 'negate' | 'arithmetic' }>;

const WRITE_TIME_FUNCTIONS = ['writetime', 'ttl', 'maxwritetime'] as const;

/** `writetime(c)` and its like, which are no functions to the server; `maxwritetime` came with 5.0. */
export function writeTimeFunction(
  expression: Expression,
  { release }: Pick<TermScope, 'release'>,
): (typeof WRITE_TIME_FUNCTIONS)[number] | undefined {
  if (expression.kind !== 'call' || expression.function.keyspace !== undefined || expression.arguments.length !== 1)
    return undefined;
  const { name, quoted } = expression.function.name;
  if (quoted || (name === 'maxwritetime' && !since(release, '5.0'))) return undefined;
  return WRITE_TIME_FUNCTIONS.find((candidate) => candidate === name);
}

/** `count(*)` and `count(1)`. */
export const isCountRows = (call: CallLike): boolean => {
  const [only] = call.kind === 'call' ? call.arguments : [];
  const named = call.kind === 'call' && call.function.name.name === 'count' && isNative(call.function.keyspace?.name);
  return named && call.arguments.length === 1 && (only?.kind === 'star' || only?.kind === 'literal');
};

/** `toJson(…)`, which has no overloads before 5.0. */
export const isOldToJson = (call: CallLike, { release }: TermScope): boolean =>
  !since(release, '5.0') &&
  call.kind === 'call' &&
  call.function.name.name === 'tojson' &&
  isNative(call.function.keyspace?.name);

const isNative = (keyspace: string | undefined): boolean => keyspace === undefined || keyspace === 'system';

/** What a call's function is given. */
export function operandsOf(call: CallLike): readonly Expression[] {
  switch (call.kind) {
    case 'call':
      return isCountRows(call) ? [] : call.arguments;
    case 'negate':
      return [call.value];
    case 'arithmetic':
      return [call.left, call.right];
  }
}

/** The function that a call means in a select clause; `undefined` where there is none. */
export function signatureOf(call: CallLike, scope: SelectorScope): Signature | Refused | Undecided | undefined {
  if (scope.signatures.has(call)) return scope.signatures.get(call);
  const signature = resolveFunction(functionCall(call, scope), undefined, scope);
  scope.signatures.set(call, signature);
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
  text: printSelector(expression, scope),
  span: expression.span,
  // To the server a marker in a select clause is no longer seen as one here.
  marker: false,
  ...(expression.kind === 'list' && since(scope.release, '5.0') && { elements: expression.items.length }),
  fit: (receiver) => fitOfSelector(expression, receiver, scope),
  type: () => typeOfSelector(expression, scope),
});

/** A selector as the server prints it (`Selectable.toString`). */
export function printSelector(expression: Expression, scope: SelectorScope): string {
  const print = (inner: Expression): string => printSelector(inner, scope);
  const all = (items: readonly Expression[]): string => items.map(print).join(', ');
  switch (expression.kind) {
    case 'column':
      return expression.column.name;
    case 'call': {
      const writeTime = writeTimeFunction(expression, scope);
      if (writeTime !== undefined) return `${writeTime}(${all(expression.arguments)})`;
      if (isCountRows(expression)) return since(scope.release, '4.0') ? 'count' : 'system.countRows()';
      return `${callName(expression, scope)}(${all(expression.arguments)})`;
    }
    case 'negate':
      return `-${print(expression.value)}`;
    case 'arithmetic':
      return `${print(expression.left)} ${expression.operator} ${print(expression.right)}`;
    case 'cast':
      return `cast(${print(expression.value)} as ${printTypeRef(expression.type)})`;
    case 'hint':
      return `(${printTypeRef(expression.type, false, scope.table.keyspace)})${print(expression.value)}`;
    case 'field':
      return `${print(expression.of)}.${expression.field.name}`;
    case 'element':
      return `${print(expression.of)}[${printTerm(expression.key, scope.release, scope.table.keyspace)}]`;
    case 'slice': {
      const bound = (term: Expression | undefined): string =>
        term === undefined ? '' : printTerm(term, scope.release, scope.table.keyspace);
      return `${print(expression.of)}[${bound(expression.from)}..${bound(expression.to)}]`;
    }
    case 'tuple':
      return `(${all(expression.items)})`;
    case 'list':
      return `[${all(expression.items)}]`;
    case 'set':
      return `{${all(expression.items)}}`;
    case 'map':
      return `{${expression.entries.map(({ key, value }) => `${print(key)}: ${print(value)}`).join(', ')}}`;
    case 'udt':
      return `{${expression.fields.map(({ field, value }) => `${field.name}: ${print(value)}`).join(', ')}}`;
    default:
      return printTerm(expression, scope.release, scope.table.keyspace);
  }
}

/** A function's full name; a user's own stands in the table's keyspace. */
function callName(call: Extract<Expression, { kind: 'call' }>, scope: SelectorScope): string {
  if (isOldToJson(call, scope)) return 'system.tojson';
  const signature = scope.signatures.get(call);
  if (signature !== undefined && !isVerdict(signature)) return `${signature.keyspace}.${signature.name}`;
  const { keyspace, name } = call.function;
  return `${keyspace?.name ?? 'system'}.${name.name}`;
}

/** The type that a selector has without doubt (`Selectable.getExactTypeIfKnown`). */
export function exactTypeOfSelector(expression: Expression, scope: SelectorScope): CqlType | undefined {
  const exact = (inner: Expression): CqlType | undefined => exactTypeOfSelector(inner, scope);
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
      return expression.type.kind === 'native' ? { kind: 'native', name: expression.type.name } : UNKNOWN;
    case 'hint':
      return selectorHintType(expression, scope);
    case 'field': {
      const type = exact(expression.of);
      if (type?.kind === 'unknown') return type;
      return type === undefined ? undefined : userType(type, scope.session.catalog)?.fields.get(expression.field.name);
    }
    case 'element': {
      const type = exact(expression.of);
      return type === undefined ? undefined : elementType(type);
    }
    case 'slice': {
      const type = exact(expression.of);
      return type !== undefined && (isCollection(type) || type.kind === 'unknown') ? type : undefined;
    }
    case 'tuple': {
      const items = expression.items.map(exact);
      return items.length > (since(scope.release, '4.0') ? 1 : 0) && items.every((item) => item !== undefined)
        ? { kind: 'tuple', items }
        : undefined;
    }
    case 'list':
    case 'set': {
      const element = expression.items.map(exact).find((type) => type !== undefined);
      return element === undefined ? undefined : { kind: expression.kind, element, frozen: true };
    }
    case 'map':
    case 'udt':
    case 'star':
      return undefined;
    default:
      return exactTypeOfTerm(expression, scope);
  }
}

/** The type of the values that `c[…]` selects; nothing where `c` is no collection. */
export function elementType(type: CqlType): CqlType | undefined {
  if (type.kind === 'map') return type.value;
  if (type.kind === 'set' || type.kind === 'list') return type.element;
  return type.kind === 'unknown' ? type : undefined;
}

/** The type that `(type) …` says. */
export function selectorHintType(
  hint: Extract<Expression, { kind: 'hint' }>,
  { table, session }: SelectorScope,
): CqlType {
  const type = prepareType(hint.type, table.keyspace, session);
  if (isVerdict(type)) return UNKNOWN;
  return isCollection(type) || type.kind === 'user' ? freeze(type) : type;
}

/** A type that can hold it (`getCompatibleTypeIfKnown`). */
export function typeOfSelector(expression: Expression, scope: SelectorScope): CqlType | undefined {
  const common = (items: readonly Expression[]): CqlType | undefined =>
    commonType(
      items.map((item) => typeOfSelector(item, scope)),
      scope.session.catalog,
    );
  switch (expression.kind) {
    case 'literal':
    case 'null':
    case 'marker':
      return typeOfTerm(expression, scope);
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
  switch (expression.kind) {
    case 'literal':
    case 'null':
    case 'marker':
      return fitOfTerm(expression, receiver, scope);
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
      if (fitOf(hinted, type, catalog) === 'exact') return 'exact';
      return readsAs(type, hinted, catalog) ? 'weak' : 'not';
    }
    default: {
      const exact = exactTypeOfSelector(expression, scope);
      if (exact === undefined) return 'not';
      return containsUnknown(exact, catalog) ? 'unknown' : fitOf(exact, type, catalog);
    }
  }
}

function fitOfTuple(items: readonly Expression[], type: CqlType, scope: SelectorScope): Fit {
  if (type.kind !== 'tuple' || items.length > type.items.length) return 'not';
  const fits = items.map((item, index) => fitOfSelector(item, { name: '', type: type.items[index] ?? UNKNOWN }, scope));
  if (fits.some((fit) => fit === 'not' || typeof fit === 'object')) return 'not';
  return fits.includes('unknown') ? 'unknown' : 'weak';
}

/** `{a: b}` is a map or a user type, as the receiver wants it. */
function fitOfBraces(
  expression: Extract<Expression, { kind: 'map' | 'udt' }>,
  type: CqlType,
  scope: SelectorScope,
): Fit {
  const declaration = userType(type, scope.session.catalog);
  if (declaration === undefined) {
    // Taken for a map, its keys are columns; the server looks them up even where no map is wanted.
    if (expression.kind === 'udt') return fitOfColumnKeys(expression, type, scope);
    if (type.kind !== 'map') return 'not';
    return fitOfAll(
      expression.entries.flatMap(({ key, value }) => [
        fitOfSelector(key, { name: '', type: type.key }, scope),
        fitOfSelector(value, { name: '', type: type.value }, scope),
      ]),
    );
  }
  if (expression.kind === 'map' && !since(scope.release, '4.0')) return 'not';
  const complaint = complaintAboutFields(expression, declaration.name, declaration.fields, scope);
  if (complaint !== undefined || expression.kind === 'map') return complaint ?? 'not';
  const fits = expression.fields.map(({ field, value }) =>
    fitOfSelector(value, { name: '', type: declaration.fields.get(field.name) ?? UNKNOWN }, scope),
  );
  if (fits.some((fit) => fit === 'not' || typeof fit === 'object')) return 'not';
  return fits.includes('unknown') ? 'unknown' : 'weak';
}

function fitOfColumnKeys({ fields }: Extract<Expression, { kind: 'udt' }>, type: CqlType, scope: SelectorScope): Fit {
  const fits: Fit[] = [];
  for (const { field, value } of fields) {
    const column = resolveColumn(field, scope);
    if (!isColumn(column)) return column.kind === 'refused' ? column : 'unknown';
    if (type.kind !== 'map') continue;
    fits.push(fitOf(column.type, type.key, scope.session.catalog));
    fits.push(fitOfSelector(value, { name: '', type: type.value }, scope));
  }
  return type.kind === 'map' ? fitOfAll(fits) : 'not';
}

/** Keys must be names of the type's fields. */
export function complaintAboutFields(
  expression: Extract<Expression, { kind: 'map' | 'udt' }>,
  type: string,
  fields: ReadonlyMap<string, CqlType>,
  scope: SelectorScope,
): Refused | undefined {
  if (expression.kind === 'map') {
    const [entry] = expression.entries;
    if (entry === undefined) return undefined;
    const message = `${printRaw(entry.key, scope.release)} is not a valid field identifier of type ${type} `;
    return refuse('invalid-user-type', message, entry.key.span);
  }
  const unknown = expression.fields.find(({ field }) => !fields.has(field.name));
  if (unknown === undefined) return undefined;
  const message = `Unknown field '${unknown.field.name}' in value of user defined type ${type}`;
  return refuse('unknown-field', message, unknown.field.span, [unknown.field.name]);
}

/** The type of `writetime(c)` and its like: lists of times where `c` has several cells. */
export function writeTimeType(
  kind: (typeof WRITE_TIME_FUNCTIONS)[number],
  call: Extract<Expression, { kind: 'call' }>,
  { table }: SelectorScope,
): CqlType {
  const type: CqlType = { kind: 'native', name: kind === 'ttl' ? 'int' : 'bigint' };
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
