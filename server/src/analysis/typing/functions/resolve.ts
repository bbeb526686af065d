import type { CqlType, Table } from '../../../catalog/model.ts';
import { printType, sameType } from '../../../catalog/types.ts';
import type { Span } from '../../../text/span.ts';
import { isVerdict, refuse, undecided } from '../../judging/refuse.ts';
import { type CassandraRelease, RELEASES, since } from '../../../text/release.ts';
import { tokenTypeOf } from '../types/token-type.ts';
import { fitOf } from '../types/relations.ts';
import type { Refused, Session, Undecided } from '../../judging/verdict-model.ts';
import { isAssignable, type Argument, type Fit, type Receiver, refuseNaming, worse } from './argument.ts';
import { factoryOf, makeFunction } from './factories.ts';
import { NEGATION, nativeSignatures, OPERATOR_FUNCTIONS } from './natives.ts';
import { printSignature, functionType, type Signature } from './signature.ts';

/** What the names of a statement are looked up in. */
export interface CallScope {
  readonly session: Session;
  readonly release: CassandraRelease;
  /** Of the statement's table. */
  readonly keyspace: string | undefined;
  /** For `token()`, whose parameters are the partition key. */
  readonly table: Table | undefined;
}

export interface FunctionCall {
  readonly keyspace: string | undefined;
  readonly name: string;
  readonly arguments: readonly Argument[];
  readonly span: Span;
}

/** As the server prints a function's name: without quotes. */
export const printFunctionName = ({ keyspace, name }: Pick<FunctionCall, 'keyspace' | 'name'>): string =>
  keyspace === undefined ? name : `${keyspace}.${name}`;

/**
 * The overload that a call means (`FunctionResolver.get`); `undefined` where there is no function of that name.
 *
 * `receiver` is absent in a select clause, where the result's type is not given.
 */
export function resolveFunction(
  call: FunctionCall,
  receiver: Receiver | undefined,
  place: CallScope,
): Signature | Refused | Undecided | undefined {
  const candidates = candidatesOf(call, receiver?.type, place);
  if (isVerdict(candidates)) return candidates;
  const [only] = candidates;
  if (only === undefined)
    return isComplete(call, place) || isGone(call.name, place.release) ? undefined : undecided('unknown-schema');
  // 3.11 takes these two as they are; whether the arguments fit shows when they are prepared.
  const unchecked = !since(place.release, '4.0') && (only.name === 'token' || only.name === 'fromjson');
  if (unchecked) return only;
  return candidates.length === 1
    ? (complaintAboutTypes(only, call, place) ?? only)
    : bestMatch(candidates, call, receiver, place);
}

/** The slot of a function's parameter, as messages name it. */
export const argumentReceiver = (signature: Signature, index: number): Receiver => ({
  name: `arg${index}(${`${signature.keyspace}.${signature.name}`.toLowerCase()})`,
  type: signature.parameters[index] ?? { kind: 'unknown' },
});

export const isOperator = ({ keyspace, name }: Pick<FunctionCall, 'keyspace' | 'name'>): boolean =>
  operatorOf({ keyspace, name }) !== undefined;

/** The operator that a function stands for. */
export const operatorOf = ({ keyspace, name }: Pick<FunctionCall, 'keyspace' | 'name'>): string | undefined =>
  keyspace === 'system' ? OPERATORS.get(name) : undefined;

const OPERATORS: ReadonlyMap<string, string> = new Map(
  [...OPERATOR_FUNCTIONS].map(([operator, name]) => [name, operator]),
);

function candidatesOf(
  call: FunctionCall,
  receiver: CqlType | undefined,
  place: CallScope,
): readonly Signature[] | Refused | Undecided {
  const { release } = place;
  const native = call.keyspace === undefined || call.keyspace === 'system';
  const userKeyspace = call.keyspace ?? place.keyspace;
  const users = userKeyspace === undefined ? NONE : userFunctions(userKeyspace, call.name, place);
  if (!native) return users;

  const special = specialFunction(call, receiver, place);
  if (special !== undefined && isVerdict(special)) return special;
  const known = nativeSignatures(call.name, release);
  const natives = special === undefined ? known : [...known, special];
  // Until 5.0 the keyspace of built-in functions is searched twice where the table is of it, too.
  if (call.keyspace === undefined && place.keyspace === 'system' && !since(release, '5.0') && special === undefined)
    return [...natives, ...natives];
  if (call.keyspace === 'system' || users.length === 0) return natives;
  return since(release, '5.0') ? [...users, ...natives] : [...natives, ...users];
}

const NONE: readonly Signature[] = [];

/** `token`, JSON and whatever else is made for the call. */
function specialFunction(
  call: FunctionCall,
  receiver: CqlType | undefined,
  { release, table, session }: CallScope,
): Signature | Refused | Undecided | undefined {
  const made = { keyspace: 'system', name: call.name, aggregate: false, native: true, made: true };
  if (call.name === 'token') {
    if (table === undefined) return undecided('unknown-schema');
    const parameters = table.partitionKey.map((column) => column.type);
    return { ...made, parameters, returns: tokenTypeOf(table, session) };
  }
  if (since(release, '5.0')) {
    const factory = factoryOf(call.name, release);
    return factory === undefined ? undefined : makeFunction(factory, call, receiver, session.catalog, release);
  }
  if (call.name === 'tojson') {
    const message = 'toJson() may only be used within the selection clause of SELECT statements';
    return refuse('to-json-only-in-select', message, call.span);
  }
  if (call.name !== 'fromjson') return undefined;
  if (receiver === undefined) {
    const message = 'fromJson() cannot be used in the selection clause of a SELECT statement';
    return refuse('from-json-in-select', message, call.span);
  }
  return { ...made, parameters: [{ kind: 'native', name: 'text' }], returns: receiver };
}

const userFunctions = (keyspace: string, name: string, { session, release }: CallScope): readonly Signature[] =>
  (session.catalog.keyspace(keyspace)?.functions.get(name) ?? []).map((declared) => ({
    keyspace,
    name,
    parameters: declared.parameters.map((type) => functionType(type, release)),
    returns: functionType(declared.returns, release),
    aggregate: declared.kind === 'aggregate',
    nullOnNull: !declared.calledOnNull,
    alwaysNull: declared.alwaysNull === true,
    ...(declared.body !== undefined && { body: declared.body }),
    native: false,
    made: false,
  }));

/** Whether earlier releases had the function built in: nobody gives one of his own such a name. */
const isGone = (name: string, release: CassandraRelease): boolean =>
  RELEASES.some(
    (earlier) => !since(earlier, release) && nativeSignatures(name, earlier).some(({ aggregate }) => !aggregate),
  );

/** Whether a function that was not found does not exist: the server's own keyspaces are known, others if the catalog is whole. */
const isComplete = (call: FunctionCall, { session, keyspace }: CallScope): boolean =>
  session.complete || call.keyspace === 'system' || (call.keyspace === undefined && keyspace === 'system');

function complaintAboutTypes(
  signature: Signature,
  call: FunctionCall,
  { release }: CallScope,
): Refused | Undecided | undefined {
  const name = `${signature.keyspace}.${signature.name}`;
  const { parameters } = signature;
  if (call.arguments.length !== parameters.length) {
    const message = `Invalid number of arguments in call to function ${name}: ${parameters.length} required but ${call.arguments.length} provided`;
    return refuse('function-argument-count', message, call.span, [signature.name]);
  }
  let unknown = false;
  for (const [index, argument] of call.arguments.entries()) {
    const expected = argumentReceiver(signature, index);
    const fit = argument.fit(expected);
    if (typeof fit === 'object') return fit;
    if (fit === 'not') {
      const message = `Type error: ${argument.text()} cannot be passed as argument ${index} of function ${name} of type ${printType(expected.type, release)}`;
      return refuseNaming([argument], () => refuse('argument-type', message, argument.span, [signature.name]));
    }
    unknown ||= fit === 'unknown';
  }
  return unknown ? undecided('placeholder') : undefined;
}

function bestMatch(
  candidates: readonly Signature[],
  call: FunctionCall,
  receiver: Receiver | undefined,
  place: CallScope,
): Signature | Refused | Undecided {
  const { session, release } = place;
  const matchesReturn = (signature: Signature): boolean =>
    receiver === undefined ||
    !since(release, '4.0') ||
    fitOf(signature.returns, receiver.type, session.catalog) !== 'not';

  const compatible: Signature[] = [];
  let exact: Signature | undefined;
  const rivals: Signature[] = [];
  let unknown = receiver?.type.kind === 'unknown';
  const fits = call.arguments.map(() => new Map<string, Fit>());
  // The server stops at the first of the user's functions that settles it, in an order that is another each time it starts.
  const hasRival = (index: number, settles: (fit: Fit) => boolean): boolean =>
    candidates
      .slice(index + 1)
      .some((rival) => !rival.native && matchesReturn(rival) && settles(fitOfArguments(rival, call, fits)));
  for (const [index, candidate] of candidates.entries()) {
    if (!matchesReturn(candidate)) continue;
    const fit = fitOfArguments(candidate, call, fits);
    if (typeof fit === 'object') return !candidate.native && hasRival(index, mayBeExact) ? undecided('not-cql') : fit;
    if (fit === 'exact') {
      if (!candidate.native) {
        const isOpen =
          exact === undefined && hasRival(index, (other) => mayBeExact(other) || typeof other === 'object');
        return isOpen ? undecided('not-cql') : (exact ?? candidate);
      }
      // An operation within a call fits several exactly. The server takes the first of its own in the order of a hash table,
      // which nobody knows; the widest holds whatever constants there are, and what refuses the others' arguments counts as well.
      const isWidest = exact === undefined || widthOf(candidate) > widthOf(exact);
      if (exact !== undefined) rivals.push(isWidest ? exact : candidate);
      if (isWidest) exact = candidate;
    }
    unknown ||= fit === 'unknown';
    if (isAssignable(fit)) compatible.push(candidate);
  }
  if (exact !== undefined) return rivals.length === 0 ? exact : { ...exact, rivals };
  if (unknown) return undecided('placeholder');
  const [only, ...others] = compatible;
  if (only === undefined) return noMatch(candidates, call, release);
  return others.length === 0
    ? only
    : (settledByReceiver(compatible, call, receiver) ?? ambiguous(compatible, call, release));
}

const mayBeExact = (fit: Fit): boolean => fit === 'exact' || fit === 'unknown';

const widthOf = ({ parameters }: Signature): number =>
  parameters.reduce((total, type) => total + (type.kind === 'native' ? WIDTHS.indexOf(type.name) : 0), 0);

const WIDTHS: readonly string[] = 'tinyint smallint int float bigint double varint decimal ascii text'.split(' ');

/** `fits` keeps how each argument fits native types: of an operator there is an overload for each pair of them. */
function fitOfArguments(signature: Signature, call: FunctionCall, fits: readonly Map<string, Fit>[]): Fit {
  if (call.arguments.length !== signature.parameters.length) return 'not';
  const isKept = signature.native && !signature.made;
  let whole: Fit = 'exact';
  for (let index = 0; index < fits.length; index += 1) {
    const type = signature.parameters[index];
    const key = isKept && type?.kind === 'native' ? type.name : undefined;
    let fit = key === undefined ? undefined : fits[index]!.get(key);
    if (fit === undefined) {
      fit = call.arguments[index]!.fit(argumentReceiver(signature, index));
      if (key !== undefined) fits[index]!.set(key, fit);
    }
    whole = worse(whole, fit);
    if (!isAssignable(whole)) break;
  }
  return whole;
}

/** Both operands are then taken for the receiver's type. */
function settledByReceiver(
  compatible: readonly Signature[],
  call: FunctionCall,
  receiver: Receiver | undefined,
): Signature | undefined {
  if (receiver === undefined || receiver.reversed || !isOperator(call)) return undefined;
  if (call.arguments.some(({ marker }) => marker)) return undefined;
  return compatible.find(({ parameters }) => parameters.every((type) => sameType(receiver.type, type)));
}

function noMatch(candidates: readonly Signature[], call: FunctionCall, release: CassandraRelease): Refused {
  const operator = operatorOf(call);
  const [left, right] = call.arguments;
  const message =
    operator === undefined
      ? `Invalid call to function ${printFunctionName(call)}, none of its type signatures match ` +
        `(known type signatures: ${list(candidates, release)})`
      : `the '${operator}' operation is not supported between ${left?.text()} and ${right?.text()}`;
  const code = operator === undefined ? 'no-matching-function' : 'operator-not-supported';
  return refuseNaming(operator === undefined ? [] : [left, right], () => refuse(code, message, call.span, [call.name]));
}

function ambiguous(compatible: readonly Signature[], call: FunctionCall, release: CassandraRelease): Refused {
  const operator = operatorOf(call);
  const [left, right] = call.arguments;
  const message =
    operator !== undefined
      ? `Ambiguous '${operator}' operation with args ${left?.text()} and ${right?.text()}: use type hint to disambiguate, example '(int) ?'`
      : call.keyspace === 'system' && call.name === NEGATION
        ? 'Ambiguous negation: use type casts to disambiguate'
        : `Ambiguous call to function ${printFunctionName(call)} (can be matched by following signatures: ${list(compatible, release)}): ` +
          'use type casts to disambiguate';
  return refuseNaming(operator === undefined ? [] : [left, right], () =>
    refuse('ambiguous-call', message, call.span, [call.name]),
  );
}

const list = (signatures: readonly Signature[], release: CassandraRelease): string =>
  signatures.map((signature) => printSignature(signature, release)).join(', ');
