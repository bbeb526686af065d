import type { Arithmetic, Expression, Hint, Literal, Statement } from '../../../syntax/ast.ts';
import { typeOfExpression } from '../../../syntax/lower/types.ts';

/**
 * 3.11 takes `- NaN` and `- Infinity` for one constant each, as all releases take them without the blank. As it does not
 * calculate, what stands in parentheses before one is its type.
 */
export const withSignedConstants = (statement: Statement, text: string | undefined): Statement =>
  text !== undefined && !/nan|infinity/i.test(text) ? statement : rewritten(statement);

/** A piece of the tree, which is plain data. */
function rewritten<Node>(node: Node): Node;
function rewritten(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((part) => rewritten(part));
  if (isNegated(node)) return { ...node.value, value: `-${node.value.value}`, span: node.span };
  if (isDifference(node)) return hinted(node.left, constantOf(node)) ?? node;
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, rewritten(part)]));
}

type Negated = Extract<Expression, { kind: 'negate' }> & { readonly value: Literal };

const isNegated = (node: object): node is Negated =>
  'kind' in node && node.kind === 'negate' && 'value' in node && isConstant(node.value);

type Difference = Arithmetic & { readonly right: Literal };

const isDifference = (node: object): node is Difference =>
  'operator' in node && node.operator === '-' && 'right' in node && isConstant(node.right);

/** It begins with its sign, which stands behind the parentheses. */
const constantOf = ({ left, right, span }: Difference): Literal => ({
  ...right,
  value: `-${right.value}`,
  span: { start: left.span.end, end: span.end },
});

/** A constant with what stands before it in parentheses; `undefined` where that is not types alone. */
function hinted(before: Expression, constant: Literal): Hint | undefined {
  const span = { start: before.span.start, end: constant.span.end };
  if (before.kind === 'hint') {
    const value = hinted(before.value, constant);
    return value && { kind: 'hint', type: before.type, value, span };
  }
  const [only] = before.kind === 'tuple' && before.items.length === 1 ? before.items : [];
  const type = only && typeOfExpression(only);
  return type && { kind: 'hint', type, value: constant, span };
}

const isConstant = (node: unknown): node is Literal => isLiteral(node) && /^(?:nan|infinity)$/i.test(node.value);

const isLiteral = (node: unknown): node is Literal =>
  typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'literal';
