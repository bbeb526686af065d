import type { Expression, Literal, Statement } from '../syntax/ast.ts';

/** 3.11 takes `- NaN` and `- Infinity` for one constant each, as all releases take them without the blank. */
export const withSignedConstants = (statement: Statement, text: string | undefined): Statement =>
  text !== undefined && !/nan|infinity/i.test(text) ? statement : rewritten(statement);

/** A piece of the tree, which is plain data. */
function rewritten<Node>(node: Node): Node;
function rewritten(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((part) => rewritten(part));
  if (isNegated(node)) return { ...node.value, value: `-${node.value.value}`, span: node.span };
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, rewritten(part)]));
}

type Negated = Extract<Expression, { kind: 'negate' }> & { readonly value: Literal };

const isNegated = (node: object): node is Negated =>
  'kind' in node &&
  node.kind === 'negate' &&
  'value' in node &&
  isLiteral(node.value) &&
  /^(?:nan|infinity)$/i.test(node.value.value);

const isLiteral = (node: unknown): node is Literal =>
  typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'literal';
