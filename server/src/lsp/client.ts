import type { ClientCapabilities, PositionEncodingKind } from 'vscode-languageserver';

/** What the client can do, as far as answers depend on it. */
export interface Client {
  /** How characters are counted: bytes where the client likes them best, else UTF-16 code units. */
  readonly positionEncoding: PositionEncodingKind;
  readonly pullsDiagnostics: boolean;
  readonly resolvesEdits: boolean;
  readonly documentChanges: boolean;
  readonly annotations: boolean;
  readonly configuration: boolean;
  readonly watchesFiles: boolean;
  readonly changesFolders: boolean;
  readonly locationLinks: boolean;
  readonly relatedInformation: boolean;
  /** What hovers may be written in. */
  readonly hoverFormat: 'markdown' | 'plaintext';
}

export function clientOf({ general, textDocument, workspace }: ClientCapabilities): Client {
  const lazily = textDocument?.codeAction?.resolveSupport?.properties.includes('edit') ?? false;
  const hover = textDocument?.hover?.contentFormat;
  return {
    positionEncoding: general?.positionEncodings?.[0] === 'utf-8' ? 'utf-8' : 'utf-16',
    // Pulled diagnostics go stale across files where the client cannot be told to ask again.
    pullsDiagnostics: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    resolvesEdits: lazily && textDocument?.codeAction?.dataSupport === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    annotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    configuration: workspace?.configuration === true && workspace.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    changesFolders: workspace?.workspaceFolders === true,
    locationLinks: textDocument?.definition?.linkSupport === true,
    relatedInformation: textDocument?.publishDiagnostics?.relatedInformation === true,
    hoverFormat: hover === undefined || hover.includes('markdown') ? 'markdown' : 'plaintext',
  };
}
