import type { Tokens } from './tokens.ts';

/**
 * A parse tree without objects: its rule nodes in pre-order, four numbers each.
 *
 * `[rule, first token, end token, end of the subtree]`: the rule is one of `CqlParser.RULE_…`, tokens are indices into `tokens`
 * (`end` exclusive), and the subtree's end is the index of the node that follows it in pre-order. A child of node `n` therefore
 * begins at `n + 1`, and its next sibling at its subtree's end. Tokens that no child covers belong to the node itself.
 */
export interface SyntaxTree {
  readonly text: string;
  readonly tokens: Tokens;
  readonly nodes: Int32Array;
}

export const NODE_SIZE = 4;

export const ruleOf = (tree: SyntaxTree, node: number): number => tree.nodes[node * NODE_SIZE]!;
export const firstTokenOf = (tree: SyntaxTree, node: number): number => tree.nodes[node * NODE_SIZE + 1]!;
export const endTokenOf = (tree: SyntaxTree, node: number): number => tree.nodes[node * NODE_SIZE + 2]!;
export const subtreeEndOf = (tree: SyntaxTree, node: number): number => tree.nodes[node * NODE_SIZE + 3]!;

/** Offset where the node's first token begins; where it is empty, the end of the token before it. */
export function startOffsetOf(tree: SyntaxTree, node: number): number {
  const first = firstTokenOf(tree, node);
  if (first < endTokenOf(tree, node)) return tree.tokens.starts[first]!;
  return first > 0 ? tree.tokens.ends[first - 1]! : 0;
}

/** Offset where the node's last token ends. */
export function endOffsetOf(tree: SyntaxTree, node: number): number {
  const end = endTokenOf(tree, node);
  return end > firstTokenOf(tree, node) ? tree.tokens.ends[end - 1]! : startOffsetOf(tree, node);
}
