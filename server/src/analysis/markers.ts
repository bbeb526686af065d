import type { Literal } from '../syntax/ast.ts';

/** A bind marker stands somewhere in it: the statement is prepared, not executed. */
export const hasMarker = (node: unknown): boolean => holds(node, 'marker');

/** A part that could not be read stands somewhere in it. */
export const hasUnknown = (node: unknown): boolean => holds(node, 'unknown');

/** Looks for a node of a kind anywhere in a piece of the tree, which is plain data. */
function holds(node: unknown, kind: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some((part) => holds(part, kind));
  const parts = node as Readonly<Record<string, unknown>>;
  if (parts['kind'] === kind) return true;
  for (const key in parts) {
    if (!LEAVES.has(key) && holds(parts[key], kind)) return true;
  }
  return false;
}

/** The constants anywhere in a piece of the tree. */
export function literalsIn(node: unknown): readonly Literal[] {
  const found: Literal[] = [];
  collectLiterals(node, found);
  return found;
}

function collectLiterals(node: unknown, found: Literal[]): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const part of node) collectLiterals(part, found);
    return;
  }
  if (isLiteral(node)) {
    found.push(node);
    return;
  }
  const parts = node as Readonly<Record<string, unknown>>;
  for (const key in parts) if (!LEAVES.has(key)) collectLiterals(parts[key], found);
}

const isLiteral = (node: object): node is Literal => 'kind' in node && node.kind === 'literal';

/** Parts that hold no expressions: most of a tree is spans. */
const LEAVES: ReadonlySet<string> = new Set(['span', 'nameSpan', 'columnsSpan', 'valuesSpan', 'kind', 'operator']);
