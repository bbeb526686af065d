import type { SymbolInformation, WorkspaceSymbolParams } from 'vscode-languageserver';
import { workspaceSymbols } from '../../service/workspace-symbols.ts';
import { SYMBOLS } from '../convert.ts';
import { placeOf } from '../desk.ts';
import type { RequestHandler } from '../request.ts';

export const workspaceSymbol: RequestHandler<WorkspaceSymbolParams, SymbolInformation[]> = {
  answer(desk, { query }) {
    return [...desk.projects.workspaces()].flatMap((workspace) =>
      workspaceSymbols(
        [...workspace.files()].filter(({ code }) => code === undefined),
        query,
      ).map(({ uri, document, symbol, container }) => ({
        name: symbol.name,
        kind: SYMBOLS[symbol.kind],
        location: placeOf(desk, uri, document, symbol.selection.start, symbol.selection.end),
        ...(container !== undefined && { containerName: container }),
      })),
    );
  },
};
