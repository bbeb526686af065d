import type { TreeParser } from './tree-parser.ts';

/** The trees of statements by their form: the types of their tokens, on which alone a tree hangs. */
export interface Forms {
  /** As `TreeParser.quick`. */
  treeOf(types: Uint8Array): Int32Array | undefined;
}

/** Many statements of a script have the same form, so what comes a second time is kept for the third. */
export function newForms(parser: TreeParser): Forms {
  const met = new Int32Array(KEPT);
  const kept: ({ readonly types: Uint8Array; readonly nodes: Int32Array } | undefined)[] = [];
  return {
    treeOf(types) {
      if (types.length > LONGEST) return parser.quick(types);
      const hash = hashOf(types);
      const place = hash & (KEPT - 1);
      const known = kept[place];
      if (known !== undefined && areEqual(known.types, types)) return known.nodes;
      const nodes = parser.quick(types);
      // Copies: both are parts of blocks that many statements share.
      if (nodes !== undefined && met[place] === hash) kept[place] = { types: types.slice(), nodes: nodes.slice() };
      met[place] = hash;
      return nodes;
    },
  };
}

/** FNV-1a, not 0. */
function hashOf(types: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < types.length; at++) hash = Math.imul(hash ^ types[at]!, 0x01000193);
  return hash ^ (hash >>> 15) || 1;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** In tokens: longer forms seldom come again. */
const LONGEST = 400;
/** How many forms, a power of two. */
const KEPT = 512;
