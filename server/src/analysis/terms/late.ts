import type { Expression, Literal } from '../../syntax/ast.ts';
import { printType } from '../../catalog/types.ts';
import type { Signature } from '../functions/signature.ts';
import { operatorOf } from '../functions/resolve.ts';
import { refuse } from '../refuse.ts';
import type { Refused } from '../verdict-model.ts';
import type { TermScope } from './scope.ts';

/** What the server says when it executes the statement and calls the function with these constants. */
export function lateComplaint(
  signature: Signature,
  call: Expression,
  operands: readonly Expression[],
  scope: TermScope,
): Refused | undefined {
  if (!signature.native) return undefined;
  const operator = operatorOf(signature);
  return operator === undefined
    ? badBlob(signature, call, operands)
    : divisionByZero(signature, operator, call, operands, scope);
}

const WHOLE = new Set(['tinyint', 'smallint', 'int', 'bigint', 'varint', 'counter']);

function divisionByZero(
  signature: Signature,
  operator: string,
  call: Expression,
  [left, right]: readonly Expression[],
  { release }: TermScope,
): Refused | undefined {
  if (operator !== '/' && operator !== '%') return undefined;
  const { returns } = signature;
  if (returns.kind !== 'native' || !WHOLE.has(returns.name)) return undefined;
  if (left?.kind !== 'literal' || right?.kind !== 'literal' || !/^-?0+$/.test(right.value)) return undefined;
  const [a, b] = signature.parameters;
  if (a === undefined || b === undefined) return undefined;
  const cause = returns.name === 'varint' ? 'BigInteger divide by zero' : '/ by zero';
  const message = `the operation '${printType(a, release)} ${operator} ${printType(b, release)}' failed: ${cause}`;
  return refuse('operation-failed', message, call.span, [], 'function');
}

/** Bytes that a value of the type may have. */
const LENGTHS: ReadonlyMap<string, readonly number[]> = new Map([
  ['tinyint', [1]],
  ['smallint', [2]],
  ['int', [4, 0]],
  ['float', [4, 0]],
  ['bigint', [8, 0]],
  ['double', [8, 0]],
  ['timestamp', [8, 0]],
  ['counter', [8, 0]],
  ['date', [4]],
  ['time', [8]],
]);

/** `blob_as_int(0x01)`: the bytes are no value of the type. */
function badBlob(signature: Signature, call: Expression, [operand]: readonly Expression[]): Refused | undefined {
  const type = /^blob_?as_?(\w+)$/.exec(signature.name)?.[1];
  const lengths = LENGTHS.get(type ?? '');
  if (type === undefined || lengths === undefined || operand?.kind !== 'literal' || !isHex(operand)) return undefined;
  const digits = operand.value.slice(2).toLowerCase();
  if (lengths.includes(digits.length / 2)) return undefined;
  const message = `In call to function system.${signature.name}, value 0x${digits} is not a valid binary representation for type ${type}`;
  return refuse('bad-blob', message, call.span, [signature.name]);
}

const isHex = (literal: Literal): boolean => literal.type === 'hex';
