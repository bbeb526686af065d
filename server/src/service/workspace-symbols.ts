import type { SyntaxDocument } from '../syntax/index.ts';
import { atOnce } from '../text/steps.ts';
import { mayDeclare, outlineOf, type OutlineSymbol } from './outline.ts';

/** A file of a project. */
export interface ProjectDocument {
  readonly uri: string;
  readonly document: SyntaxDocument;
}

/** Something that a project declares; offsets in its document. */
export interface WorkspaceSymbol extends ProjectDocument {
  readonly symbol: OutlineSymbol;
  /** The table or type of a column or field. */
  readonly container?: string;
}

/** What the files declare, and the statements that have a name, whose name holds the letters of the query in their order, whatever their case. */
export function workspaceSymbols(documents: Iterable<ProjectDocument>, query: string): readonly WorkspaceSymbol[] {
  const matches = matcherOf(query);
  const found: WorkspaceSymbol[] = [];
  for (const { uri, document } of documents) {
    if (!document.segments.some(mayDeclare)) continue;
    for (const symbol of atOnce(outlineOf(document))) {
      if ((symbol.kind !== 'statement' || symbol.named === true) && matches(symbol.name))
        found.push({ uri, document, symbol });
      const container = symbol.kind === 'statement' ? symbol.name.split(' ').at(-1) : symbol.name;
      for (const child of symbol.children)
        if (matches(child.name))
          found.push({ uri, document, symbol: child, ...(container !== undefined && { container }) });
    }
    if (found.length >= MOST) return found.slice(0, MOST);
  }
  return found;
}

/** Nobody reads more, and editors ask again when the query gets longer. */
const MOST = 1000;

function matcherOf(query: string): (name: string) => boolean {
  const letters = [...query.toLowerCase().replaceAll(/\s/g, '')];
  return (name) => {
    const lower = name.toLowerCase();
    let at = 0;
    for (const letter of letters) {
      at = lower.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
}
