import type { SymbolInformation, WorkspaceSymbol, WorkspaceSymbolParams } from 'vscode-languageserver';
import { workspaceSymbols } from '../../service/workspace-symbols.ts';
import type { Span } from '../../text/span.ts';
import { SYMBOLS } from '../convert.ts';
import { placeOf } from '../desk.ts';
import type { RequestHandler } from '../request.ts';

export const workspaceSymbol: RequestHandler<WorkspaceSymbolParams, (SymbolInformation | WorkspaceSymbol)[]> = {
  answer(desk, { query }) {
    return [...desk.projects.workspaces()].flatMap((workspace) =>
      workspaceSymbols(
        [...workspace.files()].filter(({ code }) => code === undefined),
        query,
      ).map(({ uri, document, symbol, container }) => {
        const { start, end } = symbol.selection;
        const data: Span = { start, end };
        return {
          name: symbol.name,
          kind: SYMBOLS[symbol.kind],
          ...(desk.client.resolvesSymbols
            ? { location: { uri: desk.projects.clientUri(uri) }, data }
            : { location: placeOf(desk, uri, document, start, end) }),
          ...(container !== undefined && { containerName: container }),
        };
      }),
    );
  },
};

/** Where a symbol stands, once it is chosen. */
export const workspaceSymbolResolve: RequestHandler<WorkspaceSymbol, WorkspaceSymbol> = {
  answer(desk, symbol) {
    const uri = desk.projects.normalUri(symbol.location.uri);
    const document = desk.projects.workspaceOf(uri)?.file(uri)?.document;
    const span = symbol.data as Span | undefined;
    if (document === undefined || span === undefined) return symbol;
    return { ...symbol, location: placeOf(desk, uri, document, span.start, span.end) };
  },
};
