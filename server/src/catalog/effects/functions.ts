import type { CreateAggregate, CreateFunction, Drop, Expression, QualifiedName } from '../../syntax/ast.ts';
import { changeable, keyspaceOf, locate, type ApplyContext } from './context.ts';
import type { CqlType, UserFunction } from '../model.ts';
import { withKeyspace, type CatalogState } from './state.ts';
import { freeze, resolveType, sameType, UNKNOWN } from '../types.ts';

export function createFunction(catalog: CatalogState, statement: CreateFunction, context: ApplyContext): CatalogState {
  const { name } = statement;
  if (name === undefined) return catalog;
  const keyspace = keyspaceOf(name, context);
  return withFunction(catalog, name, statement, context, {
    kind: 'function',
    keyspace,
    name: name.name.name,
    parameters: statement.parameters.map(({ type }) => resolveType(type, keyspace)),
    parameterNames: statement.parameters.map((parameter) => parameter.name.name),
    returns: statement.returns === undefined ? UNKNOWN : resolveType(statement.returns, keyspace),
    calledOnNull: statement.onNull === 'called',
    ...(/^\s*return\s+null\s*;\s*$/.test(statement.body?.value ?? '') && { alwaysNull: true }),
    ...(statement.body !== undefined && { body: statement.body.value }),
    language: statement.language?.name,
    location: locate(name.name, context),
  });
}

export function createAggregate(
  catalog: CatalogState,
  statement: CreateAggregate,
  context: ApplyContext,
): CatalogState {
  const { name } = statement;
  if (name === undefined) return catalog;
  const keyspace = keyspaceOf(name, context);
  const stateType = statement.stateType === undefined ? UNKNOWN : resolveType(statement.stateType, keyspace);
  const parameters = statement.parameters.map((type) => resolveType(type, keyspace));
  const final = functionOf(catalog, keyspace, statement.finalFunction?.name, [stateType]);
  return withFunction(catalog, name, statement, context, {
    kind: 'aggregate',
    keyspace,
    name: name.name.name,
    parameters,
    parameterNames: [],
    returns: statement.finalFunction === undefined ? stateType : (final?.returns ?? UNKNOWN),
    calledOnNull: true,
    madeOf: [functionOf(catalog, keyspace, statement.stateFunction?.name, [stateType, ...parameters]), final].filter(
      (one) => one !== undefined,
    ),
    stateType,
    initialCondition: textOf(statement.initialCondition, context),
    location: locate(name.name, context),
  });
}

/** DROP FUNCTION and DROP AGGREGATE; without parameter types, the one that there is. */
export function dropFunction(
  catalog: CatalogState,
  { name, what, parameters }: Drop,
  context: ApplyContext,
): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  if (name === undefined || keyspace === undefined) return catalog;
  const overloads = keyspace.functions.get(name.name.name) ?? [];
  const types = parameters?.map((type) => resolveType(type, keyspace.name));
  const named = overloads.filter(
    (one) => one.kind === what && (types === undefined || sameTypes(one.parameters, types)),
  );
  if (named.length !== 1) return catalog;
  const rest = overloads.filter((one) => !named.includes(one));
  const functions =
    rest.length === 0 ? keyspace.functions.delete(name.name.name) : keyspace.functions.set(name.name.name, rest);
  return withKeyspace(catalog, { ...keyspace, functions });
}

function withFunction(
  catalog: CatalogState,
  name: QualifiedName,
  { orReplace }: { readonly orReplace: boolean },
  context: ApplyContext,
  made: UserFunction,
): CatalogState {
  const keyspace = changeable(catalog, keyspaceOf(name, context));
  if (keyspace === undefined) return catalog;
  const overloads = keyspace.functions.get(made.name) ?? [];
  const rest = overloads.filter((other) => !sameTypes(other.parameters, made.parameters));
  if (rest.length < overloads.length && !orReplace) return catalog;
  if (overloads.some((other) => isReplacedByItself(other, made))) return catalog;
  return withKeyspace(catalog, { ...keyspace, functions: keyspace.functions.set(made.name, [...rest, made]) });
}

/** A function that is made as it is already stays what it was (`UDFunction.equals`): with its types, and held by its aggregates. */
const isReplacedByItself = (before: UserFunction, made: UserFunction): boolean =>
  before.kind === 'function' &&
  made.kind === 'function' &&
  sameTypes(before.parameters, made.parameters) &&
  sameType(freeze(before.returns), freeze(made.returns)) &&
  before.parameterNames.join() === made.parameterNames.join() &&
  before.calledOnNull === made.calledOnNull &&
  before.language === made.language &&
  before.body === made.body;

function functionOf(
  catalog: CatalogState,
  keyspace: string,
  name: string | undefined,
  parameters: readonly CqlType[],
): UserFunction | undefined {
  if (name === undefined) return undefined;
  const candidates = catalog.keyspace(keyspace)?.functions.get(name) ?? [];
  return candidates.find((one) => one.kind === 'function' && sameTypes(one.parameters, parameters));
}

/** Arguments are stored frozen, so `frozen` makes no overload. */
export const sameTypes = (a: readonly CqlType[], b: readonly CqlType[]): boolean =>
  a.length === b.length && a.every((type, index) => sameType(freeze(type), freeze(b[index] ?? UNKNOWN)));

function textOf(expression: Expression | undefined, { place }: ApplyContext): string | undefined {
  if (expression === undefined) return undefined;
  const written = place?.segment.text.slice(expression.span.start, expression.span.end);
  return written ?? (expression.kind === 'literal' ? expression.value : '');
}
