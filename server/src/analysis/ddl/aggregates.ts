import type { CheckId } from '../judging/checks.ts';
import { classNameIn } from '../../catalog/marshal.ts';
import type { CqlType, Keyspace, UserFunction } from '../../catalog/model.ts';
import { printType, sameType } from '../../catalog/types.ts';
import type { CreateAggregate, Expression, Literal, TypeRef } from '../../syntax/ast.ts';
import { printSignature } from '../typing/functions/signature.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { hasMarker } from '../judging/markers.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { checkTerm, evaluateTerm, isLeftOpen, textOfTerm } from '../typing/terms.ts';
import { readsAs } from '../typing/types/relations.ts';
import { printTypeRef } from '../typing/types/text.ts';
import type { RefusalKind, Refused, Undecided } from '../judging/verdict-model.ts';
import { type Context, existingKeyspace, isResolvedName, type ResolvedName } from './context.ts';
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
  if (!isResolvedName(target)) return target;
  const { release } = context;
  const { parameters, stateType: state } = statement;
  if (state === undefined || statement.stateFunction === undefined) return undecided('broken');
  const modern = since(release, '4.0');
  // In 4.0 and later types are looked up for the permission to run the state function, before anything else.
  if (!modern) {
    const before = rulesIn311(statement, target, context);
    if (before?.kind === 'refused') return before;
  }
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) {
    if (keyspace.kind === 'undecided') return keyspace;
    return { ...keyspace, error: 'config', message: `Keyspace ${target.keyspace} doesn't exist` };
  }
  const types = modern
    ? prepareTypes([state, ...parameters], target.keyspace, context)
    : prepareIn311([...parameters, state], parameters.length, target, context);
  if (isVerdict(types)) return types;
  if (modern) {
    const rules = rulesOf(statement, state, target, context);
    if (rules?.kind === 'refused') return rules;
  }
  const stateType = types.at(modern ? 0 : -1);
  if (stateType === undefined) return undecided('broken');
  return checkParts(
    statement,
    { target, keyspace, types: modern ? types.slice(1) : types.slice(0, -1), stateType },
    context,
  );
}

const rulesOf = (statement: CreateAggregate, state: TypeRef, target: ResolvedName, context: Context): Outcome =>
  inOrder(
    () => functionKeyspace(target, context),
    () => bothDirectives(statement),
    () => nameProblem(target, 'Aggregate'),
    () => frozenProblem(statement.parameters, 'Argument', context, target.keyspace),
    () => frozenProblem([state], 'State type', context, target.keyspace),
  );

const rulesIn311 = ({ parameters: [first] }: CreateAggregate, target: ResolvedName, context: Context): Outcome =>
  inOrder(
    () => functionKeyspace(target, context),
    () => nameProblem(target, 'Aggregate'),
    () => (first === undefined ? undefined : frozenProblemIn311(first, 'arguments')),
  );

/** An aggregate whose types are known. */
interface Parts {
  readonly target: ResolvedName;
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
  const found = findFunction(keyspace, target.name, types, context);
  if (since(release, '4.0')) {
    return inOrder(missing, () =>
      found === undefined || isUndecidedFunction(found)
        ? found
        : existingProblem(statement, found, returns, target, context),
    );
  }
  return inOrder(
    () => bothDirectives(statement),
    () => {
      if (found === undefined) return missing();
      if (isUndecidedFunction(found)) return found;
      // Of an aggregate that is there already nothing more is asked.
      if (statement.ifNotExists) return undefined;
      return existingProblemIn311(statement, found, returns, target, context) ?? missing();
    },
  );
}

function findState(
  statement: CreateAggregate,
  { target, keyspace, types, stateType }: Parts,
  context: Context,
): UserFunction | Refused | Undecided {
  const { stateFunction: name, stateType: state, parameters, span } = statement;
  if (name === undefined || state === undefined) return undecided('broken');
  if (name.template) return undecided('placeholder');
  const text = `${target.keyspace}.${name.name}(${[state, ...parameters].map((type) => printTypeRef(type, false, target.keyspace)).join(', ')})`;
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
      `Final function ${target.keyspace}.${name.name}(${printTypeRef(state, false, target.keyspace)}) ${message}`,
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

/** The server prints INITCOND and reads it again, as a value of a column of no table, to which nothing is bound. */
function conditionProblem(
  condition: Expression,
  type: CqlType,
  keyspace: string,
  { session, release }: Context,
): Outcome {
  const refused = (message: string, kind: RefusalKind): Refused =>
    refuse('initial-condition', message, condition.span, [], kind);
  const isPlain = condition.kind === 'literal' || condition.kind === 'hint';
  // 3.11 reads no further than it needs.
  if ((since(release, '4.0') || !isPlain) && isLeftOpen(condition))
    return refused(`Failed parsing CQL term: [${textOfTerm(condition, release)}]`, 'syntax');
  const receiver = { name: '(dummy)', type };
  const problem = checkTerm(condition, receiver, { keyspace }, session);
  if (problem !== undefined) return problem;
  if (hasMarker(condition)) return refused('java.lang.IndexOutOfBoundsException: Index: 0', 'server');
  const value = evaluateTerm(condition, receiver, { keyspace }, session);
  const broken = condition.kind === 'literal' ? brokenComposite(condition, type) : undefined;
  if (broken !== undefined) {
    const why = since(release, '4.0') ? '' : ` (${broken})`;
    return refused(`Invalid value for INITCOND of type ${printType(type, release)}${why}`, 'invalid');
  }
  const empty = value.kind === 'known' && value.bytes.length === 0;
  if (!empty || (type.kind === 'native' && MAY_BE_EMPTY.has(type.name))) return undefined;
  if (type.kind === 'tuple' && since(release, '4.0')) {
    if (!since(release, '5.0')) return undefined;
    // It is printed as a tuple of nothing.
    const why = "SyntaxException line 1:1 no viable alternative at input ')' ([(]))";
    return refused(`Failed parsing CQL term: [()] reason: ${why}`, 'syntax');
  }
  if (!since(release, '5.0'))
    return refused('INITCOND must not be empty for all types except TEXT, ASCII, BLOB', 'invalid');
  const text = printType(type, release);
  const message = `java.lang.AssertionError: CQL literal 'null' (from type ${text}) parsed with a different value`;
  return refused(message, 'server');
}

/** One or two bytes in hexadecimal digits, which no component of a composite fits in (`AbstractCompositeType.validate`). */
function brokenComposite({ type: kind, value }: Literal, type: CqlType): string | undefined {
  if (type.kind !== 'custom' || !classNameIn(type.className).endsWith('.CompositeType') || kind !== 'hex')
    return undefined;
  const digits = value.replace(/^0x/i, '');
  if (digits.length === 2) return 'Not enough bytes to read value size of component 0';
  return /^(?:0[1-9a-f]|[1-7][\da-f])[\da-f]{2}$|^00(?!00)[\da-f]{2}$/i.test(digits)
    ? 'Not enough bytes to read value of component 0'
    : undefined;
}

const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii', 'blob']);

function missingCondition(
  statement: CreateAggregate,
  { calledOnNull, name }: UserFunction,
  target: ResolvedName,
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
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const { name } = target;
  const of = (check: CheckId, message: string): Outcome => refuse(check, message, target.nameSpan, [name]);
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
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const text = printSignature(existing, release);
  const of = (check: CheckId, message: string): Outcome => refuse(check, message, target.nameSpan, [target.name]);
  if (!statement.orReplace) return of('already-exists', `Function ${text} already exists`);
  if (existing.kind === 'function') return of('already-exists', `Aggregate ${text} can only replace an aggregate`);
  if (readsAs(existing.returns, returns, session.catalog)) return undefined;
  const message =
    `Cannot replace aggregate ${target.keyspace}.${target.name}, the new return type ${printType(returns, release)} is not compatible with ` +
    `the return type ${printType(existing.returns, release)} of existing function`;
  return of('function-replacement', message);
}

/** The types of so many arguments, then that of the state. */
function prepareIn311(
  types: readonly TypeRef[],
  countOfArguments: number,
  target: ResolvedName,
  context: Context,
): readonly CqlType[] | Refused | Undecided {
  const prepared: CqlType[] = [];
  for (const [index, type] of types.entries()) {
    const frozen = frozenProblemIn311(type, index < countOfArguments ? 'arguments' : 'state type');
    if (frozen !== undefined) return frozen;
    const one = prepareTypes([type], target.keyspace, context);
    if (isVerdict(one)) return one;
    prepared.push(...one);
  }
  return prepared;
}
