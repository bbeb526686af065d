import { CodeActionKind, TextDocumentSyncKind, type ServerCapabilities } from 'vscode-languageserver';
import type { Client } from './client.ts';

/** The requests that a session answers. */
export const REQUESTS = [
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/documentSymbol',
  'textDocument/completion',
  'textDocument/codeAction',
  'codeAction/resolve',
  'textDocument/formatting',
  'textDocument/rangeFormatting',
  'textDocument/onTypeFormatting',
] as const;

export type RequestMethod = (typeof REQUESTS)[number];

/** What the server says of itself, before anything else is loaded. */
export const capabilitiesFor = (client: Client): ServerCapabilities => ({
  positionEncoding: client.positionEncoding,
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  completionProvider: { triggerCharacters: ['.', ' ', '(', '@'], resolveProvider: false },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite],
    resolveProvider: client.resolvesEdits,
  },
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: ';' },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  ...(client.pullsDiagnostics && {
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
  }),
});
