import type { CqlType, Keyspace, UserFunction } from '../../catalog/model.ts';
import { printType, sameType } from '../../catalog/types.ts';
import type { CreateAggregate, Expression } from '../../syntax/ast.ts';
import { printSignature } from '../functions/signature.ts';
import { inOrder, type Outcome } from '../outcome.ts';
import { isVerdict, refuse, undecided } from '../refuse.ts';
import { since } from '../release.ts';
import { checkTerm } from '../terms/index.ts';
import { readsAs } from '../types/relations.ts';
import { printTypeRef } from '../types/text.ts';
import type { Refused, Undecided } from '../verdict-model.ts';
import { type Context, existingKeyspace, isTarget, type Target } from './context.ts';
import {
  findFunction,
  frozenProblem,
  frozenProblemIn311,
  functionKeyspace,
  functionTarget,
  isUndecidedFunction,
  prepareTypes,
} from './function-parts.ts';
import { bothDirectives, nameProblem } from './functions.ts';

/** CREATE AGGREGATE (`CreateAggregateStatement`). */
export function checkCreateAggregate(statement: CreateAggregate, context: Context): Outcome {
  const target = functionTarget(statement.name, context);
  if (!isTarget(target)) return target;
  const { release } = context;
  const { parameters, stateType: state } = statement;
  if (state === undefined || statement.stateFunction === undefined) return undecided('broken');
  const modern = since(release, '4.0');
  const before = inOrder(
    () => functionKeyspace(target, context),
    () => (modern ? bothDirectives(statement) : undefined),
    () => nameProblem(target, 'Aggregate'),
    () => (modern ? frozenProblem(parameters, 'Argument', context) : undefined),
    () => (modern ? frozenProblem([state], 'State type', context) : undefined),
  );
  if (before?.kind === 'refused') return before;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) {
    if (keyspace.kind === 'undecided') return keyspace;
    // Types are looked up for the permission to run the state function.
    return { ...keyspace, error: 'config', message: `Keyspace ${target.keyspace} doesn't exist` };
  }
  const types = modern
    ? prepareTypes(parameters, target.keyspace, context)
    : prepareIn311(parameters, 'arguments', target, context);
  if (isVerdict(types)) return types;
  const states = modern
    ? prepareTypes([state], target.keyspace, context)
    : prepareIn311([state], 'state type', target, context);
  if (isVerdict(states)) return states;
  const [stateType] = states;
  if (stateType === undefined) return undecided('broken');
  return checkParts(statement, { target, keyspace, types, stateType }, context);
}

/** An aggregate whose types are known. */
interface Parts {
  readonly target: Target;
  readonly keyspace: Keyspace;
  readonly types: readonly CqlType[];
  readonly stateType: CqlType;
}

function checkParts(statement: CreateAggregate, parts: Parts, context: Context): Outcome {
  const { release } = context;
  const { target, keyspace, types, stateType } = parts;
  const stateFunction = findState(statement, parts, context);
  if (isVerdict(stateFunction)) return stateFunction;
  const finalFunction = findFinal(statement, parts, context);
  if (finalFunction !== undefined && isVerdict(finalFunction)) return finalFunction;
  const returns = finalFunction?.returns ?? stateFunction.returns;
  const initial = statement.initialCondition;
  const condition = initial === undefined ? undefined : conditionProblem(initial, stateType, target.keyspace, context);
  if (condition !== undefined) return condition;
  const missing = (): Outcome => missingCondition(statement, stateFunction, target, context);
  const existing = (): Outcome => {
    const found = findFunction(keyspace, target.name, types, context);
    if (found === undefined || isUndecidedFunction(found)) return found;
    return since(release, '4.0')
      ? existingProblem(statement, found, returns, target, context)
      : existingProblemIn311(statement, found, returns, target, context);
  };
  return since(release, '4.0')
    ? inOrder(missing, existing)
    : inOrder(() => bothDirectives(statement), existing, missing);
}

function findState(
  statement: CreateAggregate,
  { target, keyspace, types, stateType }: Parts,
  context: Context,
): UserFunction | Refused | Undecided {
  const { stateFunction: name, stateType: state, parameters, span } = statement;
  if (name === undefined || state === undefined) return undecided('broken');
  if (name.template) return undecided('placeholder');
  const text = `${target.keyspace}.${name.name}(${[state, ...parameters].map((type) => printTypeRef(type)).join(', ')})`;
  const of = (message: string): Refused =>
    refuse('state-function', `State function ${text} ${message}`, name.span ?? span, [name.name]);
  const modern = since(context.release, '4.0');
  const found = findFunction(keyspace, name.name, [stateType, ...types], context);
  if (isUndecidedFunction(found)) return found;
  if (found === undefined || found.kind === 'aggregate') {
    if (found === undefined && !context.session.complete) return undecided('unknown-schema');
    if (!modern) return of('does not exist or is not a scalar function');
    return of(found === undefined ? "doesn't exist" : "isn't a scalar function");
  }
  if (sameType(found.returns, stateType)) return found;
  return of('return type must be the same as the first argument type - check STYPE, argument and return types');
}

function findFinal(
  statement: CreateAggregate,
  { target, keyspace, stateType }: Parts,
  context: Context,
): UserFunction | Refused | Undecided | undefined {
  const { finalFunction: name, stateType: state } = statement;
  if (name === undefined || state === undefined) return undefined;
  if (name.template) return undecided('placeholder');
  const of = (message: string): Refused =>
    refuse(
      'final-function',
      `Final function ${target.keyspace}.${name.name}(${printTypeRef(state)}) ${message}`,
      name.span,
      [name.name],
    );
  const found = findFunction(keyspace, name.name, [stateType], context);
  if (isUndecidedFunction(found)) return found;
  if (found !== undefined && found.kind !== 'aggregate') return found;
  if (found === undefined && !context.session.complete) return undecided('unknown-schema');
  if (!since(context.release, '4.0')) return of('does not exist or is not a scalar function');
  return of(found === undefined ? "doesn't exist" : "isn't a scalar function");
}

/** The server reads the text of INITCOND again, as a value of a column of no table. */
const conditionProblem = (condition: Expression, type: CqlType, keyspace: string, { session }: Context): Outcome =>
  checkTerm(condition, { name: '(dummy)', type }, { keyspace }, session);

function missingCondition(
  statement: CreateAggregate,
  { calledOnNull, name }: UserFunction,
  target: Target,
  { release }: Context,
): Outcome {
  const { initialCondition, stateFunction, span } = statement;
  if (calledOnNull || (initialCondition !== undefined && initialCondition.kind !== 'null')) return undefined;
  const full = `${target.keyspace}.${name}`;
  const aggregate = since(release, '4.0') ? `'${target.name}'` : `${target.keyspace}.${target.name}`;
  const message = `Cannot create aggregate ${aggregate} without INITCOND because state function ${full} does not accept 'null' arguments`;
  return refuse('missing-initcond', message, stateFunction?.span ?? span, [name]);
}

function existingProblem(
  statement: CreateAggregate,
  existing: UserFunction,
  returns: CqlType,
  target: Target,
  { session, release }: Context,
): Outcome {
  const { name } = target;
  const of = (check: string, message: string): Outcome => refuse(check, message, target.nameSpan, [name]);
  if (existing.kind === 'function') return of('already-exists', `Aggregate '${name}' cannot replace a function`);
  if (statement.ifNotExists) return undefined;
  if (!statement.orReplace) return of('already-exists', `Aggregate '${name}' already exists`);
  if (readsAs(returns, existing.returns, session.catalog)) return undefined;
  const message =
    `Cannot replace aggregate '${name}', the new return type ${printType(returns, release)} isn't compatible with ` +
    `the return type ${printType(existing.returns, release)} of existing function`;
  return of('function-replacement', message);
}

function existingProblemIn311(
  statement: CreateAggregate,
  existing: UserFunction,
  returns: CqlType,
  target: Target,
  { session, release }: Context,
): Outcome {
  const text = printSignature({ ...existing, aggregate: true, native: false, made: false }, release);
  const of = (check: string, message: string): Outcome => refuse(check, message, target.nameSpan, [target.name]);
  if (statement.ifNotExists) return undefined;
  if (!statement.orReplace) return of('already-exists', `Function ${text} already exists`);
  if (existing.kind === 'function') return of('already-exists', `Aggregate ${text} can only replace an aggregate`);
  if (readsAs(existing.returns, returns, session.catalog)) return undefined;
  const message =
    `Cannot replace aggregate ${target.keyspace}.${target.name}, the new return type ${printType(returns, release)} is not compatible with ` +
    `the return type ${printType(existing.returns, release)} of existing function`;
  return of('function-replacement', message);
}

function prepareIn311(
  types: CreateAggregate['parameters'],
  where: 'arguments' | 'state type',
  target: Target,
  context: Context,
): readonly CqlType[] | Refused | Undecided {
  const prepared: CqlType[] = [];
  for (const type of types) {
    const frozen = frozenProblemIn311(type, where);
    if (frozen !== undefined) return frozen;
    const one = prepareTypes([type], target.keyspace, context);
    if (isVerdict(one)) return one;
    prepared.push(...one);
  }
  return prepared;
}
