import * as R from '../generated/rules.ts';
import { NODE_SIZE } from '../tree.ts';

/**
 * The token at which a flat chain begins whose meaning is nested too deeply: of a sum of a thousand terms the typed tree is a thousand
 * deep, and so is the call stack of whoever walks it. `undefined` where no chain, nor chains in one another, come to that.
 */
export function tooLongChain(nodes: Int32Array): number | undefined {
  // Every link is a node.
  if (nodes.length / NODE_SIZE < LONGEST_CHAIN) return undefined;
  const count = nodes.length / NODE_SIZE;
  const links = new Int32Array(count);
  const lengths = new Int32Array(count);
  const parents = parentsOf(nodes, count);
  for (let node = 1; node < count; node++) if (isLink(nodes, parents[node]!, node)) links[parents[node]!]! += 1;
  for (let node = 1; node < count; node++) {
    lengths[node] = lengths[parents[node]!]! + Math.max(0, links[node]! - 1);
    if (lengths[node]! > LONGEST_CHAIN) return nodes[node * NODE_SIZE + 1]!;
  }
  return undefined;
}

function parentsOf(nodes: Int32Array, count: number): Int32Array {
  const parents = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    let parent = node - 1;
    while (nodes[parent * NODE_SIZE + 3]! <= node) parent = parents[parent]!;
    parents[node] = parent;
  }
  return parents;
}

const LONGEST_CHAIN = 1000;

/** Terms of sums and products, fields and elements of something, parts of a path. */
function isLink(nodes: Int32Array, parent: number, node: number): boolean {
  const rule = nodes[node * NODE_SIZE]!;
  const outer = nodes[parent * NODE_SIZE]!;
  return rule === R.operand || rule === R.modifier || outer === R.path || outer === R.hintedPath;
}
