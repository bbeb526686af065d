import {
  CodeActionKind,
  type FileOperationOptions,
  TextDocumentSyncKind,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { ACTION_KINDS } from './action-kinds.ts';
import { BUILT_IN_SCHEME } from './built-in-scheme.ts';
import type { Client } from './client.ts';
import { APPLY_EDIT, COMMANDS } from './commands.ts';
import { COMPLETION_TRIGGERS } from './completion-triggers.ts';
import { LEGEND } from './semantic-legend.ts';

/** The requests that a session answers. */
export const REQUESTS = [
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/declaration',
  'textDocument/typeDefinition',
  'textDocument/references',
  'textDocument/documentHighlight',
  'textDocument/prepareRename',
  'textDocument/rename',
  'textDocument/documentSymbol',
  'workspace/symbol',
  'workspaceSymbol/resolve',
  'textDocument/semanticTokens/full',
  'textDocument/semanticTokens/full/delta',
  'textDocument/semanticTokens/range',
  'textDocument/foldingRange',
  'textDocument/selectionRange',
  'textDocument/documentLink',
  'textDocument/completion',
  'completionItem/resolve',
  'textDocument/codeAction',
  'codeAction/resolve',
  'textDocument/inlayHint',
  'inlayHint/resolve',
  'textDocument/codeLens',
  'codeLens/resolve',
  'textDocument/signatureHelp',
  'textDocument/formatting',
  'textDocument/rangeFormatting',
  'textDocument/rangesFormatting',
  'textDocument/onTypeFormatting',
  'workspace/executeCommand',
  'workspace/textDocumentContent',
  'workspace/willRenameFiles',
  'cqlAnalyzer/status',
  'cqlAnalyzer/report',
] as const;

export type RequestMethod = (typeof REQUESTS)[number];

/** What the server says of itself, before anything else is loaded. */
export const capabilitiesFor = (client: Client): ServerCapabilities => ({
  positionEncoding: client.positionEncoding,
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  hoverProvider: true,
  definitionProvider: true,
  declarationProvider: true,
  typeDefinitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: client.preparesRename ? { prepareProvider: true } : true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: { resolveProvider: client.resolvesSymbols },
  semanticTokensProvider: { legend: LEGEND, full: { delta: true }, range: true },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentLinkProvider: { resolveProvider: false },
  completionProvider: { triggerCharacters: [...COMPLETION_TRIGGERS], resolveProvider: true },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, ...Object.values(ACTION_KINDS)],
    resolveProvider: client.resolvesEdits,
  },
  inlayHintProvider: { resolveProvider: client.resolvesHints },
  codeLensProvider: { resolveProvider: true },
  signatureHelpProvider: { triggerCharacters: ['(', ',', '{'] },
  documentFormattingProvider: true,
  documentRangeFormattingProvider: client.formatsRanges ? { rangesSupport: true } : true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: ';' },
  executeCommandProvider: { commands: [...Object.keys(COMMANDS), ...(client.takesActions ? [] : [APPLY_EDIT])] },
  workspace: {
    workspaceFolders: { supported: true, changeNotifications: true },
    fileOperations: fileOperationsFor(client),
    ...(client.opensTexts && { textDocumentContent: { schemes: [BUILT_IN_SCHEME] } }),
  },
  ...(client.pullsDiagnostics && {
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
  }),
});

/** What a client does to files is asked of before it moves what SOURCE reads, and told where it watches nothing. */
function fileOperationsFor({ fileOperations, watchesFiles }: Client): FileOperationOptions {
  const folders = { pattern: { glob: '**', matches: 'folder' as const } };
  const texts = { filters: [{ pattern: { glob: '**/*.{cql,CQL}', matches: 'file' as const } }, folders] };
  const all = { filters: [{ pattern: { glob: '**', matches: 'file' as const } }, folders] };
  return {
    ...(fileOperations.willRename && { willRename: texts }),
    ...(fileOperations.didCreate && !watchesFiles && { didCreate: all }),
    ...(fileOperations.didRename && !watchesFiles && { didRename: all }),
    ...(fileOperations.didDelete && !watchesFiles && { didDelete: all }),
  };
}
