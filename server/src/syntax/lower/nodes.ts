import type { Span } from '../../text/span.ts';
import { NODE_SIZE, type SyntaxTree } from '../tree.ts';

/** Stands for a node or a token that is not there. */
export const NONE = -1;

/** The first child of a rule; `NONE` where there is none, or where `node` itself is `NONE`. */
export function childOf(tree: SyntaxTree, node: number, rule: number): number {
  if (node === NONE) return NONE;
  const { nodes } = tree;
  const end = nodes[node * NODE_SIZE + 3]!;
  for (let child = node + 1; child < end; child = nodes[child * NODE_SIZE + 3]!) {
    if (nodes[child * NODE_SIZE] === rule) return child;
  }
  return NONE;
}

/** The next sibling of a rule behind `sibling` within `parent`. */
export function nextOf(tree: SyntaxTree, parent: number, sibling: number, rule: number): number {
  const { nodes } = tree;
  const end = nodes[parent * NODE_SIZE + 3]!;
  for (let child = nodes[sibling * NODE_SIZE + 3]!; child < end; child = nodes[child * NODE_SIZE + 3]!) {
    if (nodes[child * NODE_SIZE] === rule) return child;
  }
  return NONE;
}

/** The first child whatever its rule. */
export const firstChildOf = (tree: SyntaxTree, node: number): number =>
  node !== NONE && node + 1 < tree.nodes[node * NODE_SIZE + 3]! ? node + 1 : NONE;

/** The first token of a type that belongs to the node itself and not to a child. */
export function ownTokenOf(tree: SyntaxTree, node: number, type: number): number {
  if (node === NONE) return NONE;
  const { nodes, tokens } = tree;
  const { types } = tokens;
  const end = nodes[node * NODE_SIZE + 2]!;
  const stop = nodes[node * NODE_SIZE + 3]!;
  let token = nodes[node * NODE_SIZE + 1]!;
  for (let child = node + 1; ; child = nodes[child * NODE_SIZE + 3]!) {
    const until = child < stop ? nodes[child * NODE_SIZE + 1]! : end;
    for (; token < until; token++) if (types[token] === type) return token;
    if (child >= stop) return NONE;
    token = Math.max(token, nodes[child * NODE_SIZE + 2]!);
  }
}

/** The token at a place within the node, or `NONE`. */
export function tokenAt(tree: SyntaxTree, node: number, index: number): number {
  const token = tree.nodes[node * NODE_SIZE + 1]! + index;
  return token < tree.nodes[node * NODE_SIZE + 2]! ? token : NONE;
}

/** Type of the node's first token; 0 where the node is empty. */
export function firstTypeOf(tree: SyntaxTree, node: number): number {
  const first = tree.nodes[node * NODE_SIZE + 1]!;
  return first < tree.nodes[node * NODE_SIZE + 2]! ? tree.tokens.types[first]! : 0;
}

export function spanOf(tree: SyntaxTree, node: number): Span {
  const { nodes, tokens } = tree;
  const first = nodes[node * NODE_SIZE + 1]!;
  const end = nodes[node * NODE_SIZE + 2]!;
  if (first < end) return { start: tokens.starts[first]!, end: tokens.ends[end - 1]! };
  const at = first > 0 ? tokens.ends[first - 1]! : 0;
  return { start: at, end: at };
}

export const tokenSpan = (tree: SyntaxTree, token: number): Span => ({
  start: tree.tokens.starts[token]!,
  end: tree.tokens.ends[token]!,
});

export const tokenText = (tree: SyntaxTree, token: number): string =>
  tree.text.slice(tree.tokens.starts[token]!, tree.tokens.ends[token]!);

export const between = (from: Span, to: Span): Span => ({ start: from.start, end: to.end });
