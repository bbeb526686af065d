import type { Call, Hint, Literal, Name } from '../../syntax/ast.ts';

/** A bind marker stands somewhere in it: the statement is prepared, not executed. */
export const hasMarker = (node: object | undefined): boolean => contentsOf(node).marker;

/** A part that could not be read stands somewhere in it. */
export const hasUnknown = (node: object | undefined): boolean => contentsOf(node).unknown;

/** The functions that are called anywhere in it. */
export const callsIn = (node: object | undefined): readonly Call[] => contentsOf(node).calls;

/** The constants anywhere in a piece of the tree. */
export const literalsIn = (node: object | undefined): readonly Literal[] => contentsOf(node).literals;

/** What is found in a piece of the tree. */
export interface Contents {
  readonly marker: boolean;
  readonly unknown: boolean;
  readonly calls: readonly Call[];
  readonly hints: readonly Hint[];
  readonly literals: readonly Literal[];
}

/** Looks through a piece of the tree, which is plain data. */
export function contentsOf(node: object | undefined): Contents {
  const contents: Found = { marker: false, unknown: false, calls: [], hints: [], literals: [] };
  if (node !== undefined) collect(node, contents);
  return contents;
}

interface Found {
  marker: boolean;
  unknown: boolean;
  readonly calls: Call[];
  readonly hints: Hint[];
  readonly literals: Literal[];
}

function collect(node: object, contents: Found): void {
  if (Array.isArray(node)) {
    for (let at = 0; at < node.length; at += 1)
      if (typeof node[at] === 'object' && node[at] !== null) collect(node[at], contents);
    return;
  }
  switch ((node as { readonly kind?: string }).kind) {
    case 'literal':
      contents.literals.push(node as Literal);
      return;
    case 'marker':
      contents.marker = true;
      return;
    case 'unknown':
      contents.unknown = true;
      break;
    case 'call':
      contents.calls.push(node as Call);
      break;
    case 'hint':
      contents.hints.push(node as Hint);
      break;
    case undefined:
      // A name has no parts.
      if ((node as Partial<Name>).quoted !== undefined) return;
  }
  const parts = node as Readonly<Record<string, unknown>>;
  for (const key in parts) {
    // The place of the piece in the text, which every one has.
    if (key === 'span') continue;
    const part = parts[key];
    if (typeof part === 'object' && part !== null) collect(part, contents);
  }
}
