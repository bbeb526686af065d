import type { Arithmetic, Expression, Hint, Literal, Statement } from '../syntax/ast.ts';
import { typeOfExpression } from '../syntax/lower/types.ts';

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
  if (isDifference(node)) return hinted(node) ?? node;
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, rewritten(part)]));
}

type Negated = Extract<Expression, { kind: 'negate' }> & { readonly value: Literal };

const isNegated = (node: object): node is Negated =>
  'kind' in node && node.kind === 'negate' && 'value' in node && isConstant(node.value);

type Difference = Arithmetic & { readonly right: Literal };

const isDifference = (node: object): node is Difference =>
  'operator' in node && node.operator === '-' && 'right' in node && isConstant(node.right);

function hinted({ left, right, span }: Difference): Hint | undefined {
  const [only] = left.kind === 'tuple' && left.items.length === 1 ? left.items : [];
  const type = only === undefined ? undefined : typeOfExpression(only);
  // The constant begins with its sign, which stands behind the parentheses.
  const value: Literal = { ...right, value: `-${right.value}`, span: { start: left.span.end, end: right.span.end } };
  return type === undefined ? undefined : { kind: 'hint', type, value, span };
}

const isConstant = (node: unknown): node is Literal => isLiteral(node) && /^(?:nan|infinity)$/i.test(node.value);

const isLiteral = (node: unknown): node is Literal =>
  typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'literal';
