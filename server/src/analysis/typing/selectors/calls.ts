import type { Table } from '../../../catalog/model.ts';
import type { Expression } from '../../../syntax/ast.ts';
import type { Signature } from '../functions/signature.ts';
import { since } from '../../../text/release.ts';
import type { TermScope } from '../terms/scope.ts';
import type { Refused, Undecided } from '../../judging/verdict-model.ts';

/** A selector's surroundings: its table is known. */
export interface SelectorScope extends TermScope {
  readonly table: Table;
  /** The first column of the selectors before. */
  readonly before: string | undefined;
  /** Functions that were looked up already; a call may be asked for many times. */
  signatures: Map<Expression, Signature | Refused | Undecided | undefined> | undefined;
}

/** An expression that calls a function of the server, as operators and counts do. */
export type CallLike = Extract<Expression, { kind: 'call' | 'negate' | 'arithmetic' }>;

const WRITE_TIME_FUNCTIONS = ['writetime', 'ttl', 'maxwritetime'] as const;

export type WriteTimeFunction = (typeof WRITE_TIME_FUNCTIONS)[number];

/** `writetime(c)` and its like, which are no functions to the server; `maxwritetime` came with 5.0. */
export function writeTimeFunction(
  expression: Expression,
  { release }: Pick<TermScope, 'release'>,
): WriteTimeFunction | undefined {
  if (expression.kind !== 'call' || expression.function.keyspace !== undefined || expression.arguments.length !== 1)
    return undefined;
  const { name, quoted } = expression.function.name;
  if (quoted || (name === 'maxwritetime' && !since(release, '5.0'))) return undefined;
  return WRITE_TIME_FUNCTIONS.find((candidate) => candidate === name);
}

/** What stands in brackets is a term to 3.11, whose parts are prepared once its type is known (`Selectable.WithTerm`). */
export const isTerm = ({ kind }: Expression, { release }: Pick<TermScope, 'release'>): boolean =>
  CONSTANTS.has(kind) || (IN_BRACKETS.has(kind) && !since(release, '4.0'));

const CONSTANTS: ReadonlySet<Expression['kind']> = new Set(['literal', 'null', 'marker']);
const IN_BRACKETS: ReadonlySet<Expression['kind']> = new Set(['tuple', 'list', 'set', 'map', 'udt', 'hint']);

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
