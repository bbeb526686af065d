import type { ClientCapabilities } from 'vscode-languageserver/node';

/** What the client can do, as far as answers depend on it. */
export interface Client {
  readonly pullsDiagnostics: boolean;
  readonly resolvesEdits: boolean;
  readonly documentChanges: boolean;
  readonly annotations: boolean;
  readonly configuration: boolean;
  readonly watchesFiles: boolean;
  readonly locationLinks: boolean;
  readonly snippets: boolean;
  readonly labelDetails: boolean;
  /** Of what is told about a suggestion. */
  readonly completionMarkdown: boolean;
}

export function clientOf({ textDocument, workspace }: ClientCapabilities): Client {
  const lazily = textDocument?.codeAction?.resolveSupport?.properties.includes('edit') ?? false;
  return {
    // Pulled diagnostics go stale across files where the client cannot be told to ask again.
    pullsDiagnostics: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    resolvesEdits: lazily && textDocument?.codeAction?.dataSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    annotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    configuration: workspace?.configuration === true && workspace.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    locationLinks: textDocument?.definition?.linkSupport === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    labelDetails: textDocument?.completion?.completionItem?.labelDetailsSupport === true,
    completionMarkdown: textDocument?.completion?.completionItem?.documentationFormat?.includes('markdown') === true,
  };
}
