/** A bind marker stands somewhere in it: the statement is prepared, not executed. */
export const hasMarker = (node: unknown): boolean => holds(node, 'marker');

/** A part that could not be read stands somewhere in it. */
export const hasUnknown = (node: unknown): boolean => holds(node, 'unknown');

/** Looks for a node of a kind anywhere in a piece of the tree, which is plain data. */
function holds(node: unknown, kind: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('kind' in node && node.kind === kind) return true;
  const parts: readonly unknown[] = Object.values(node);
  return parts.some((part) => typeof part === 'object' && holds(part, kind));
}
