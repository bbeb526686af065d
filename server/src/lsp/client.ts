import type {
  CodeActionClientCapabilities,
  FileOperationClientCapabilities,
  InitializeParams,
  MarkupKind,
  PositionEncodingKind,
} from 'vscode-languageserver';

import { encodingOf } from './positions.ts';

/** What the client can do, as far as answers depend on it. */
export interface Client {
  /** How characters are counted: as the client likes best. */
  readonly positionEncoding: PositionEncodingKind;
  readonly pullsDiagnostics: boolean;
  readonly resolvesEdits: boolean;
  /** Actions are shown with what they change; a client that says it has none of them, and takes edits, gets commands. */
  readonly takesActions: boolean;
  /** Actions that cannot be done are shown with the reason. */
  readonly showsDisabled: boolean;
  /** What is told of a hint is asked for when it is shown. */
  readonly resolvesHints: boolean;
  /** Where a symbol stands is asked for when it is chosen. */
  readonly resolvesSymbols: boolean;
  readonly documentChanges: boolean;
  readonly annotations: boolean;
  /** Edits may make files. */
  readonly createsFiles: boolean;
  readonly configuration: boolean;
  readonly watchesFiles: boolean;
  /** It tells what itself does to files. */
  readonly fileOperations: FileOperationClientCapabilities;
  readonly changesFolders: boolean;
  readonly locationLinks: boolean;
  /** It opens texts that stand in no file, and asks the server for them. */
  readonly opensTexts: boolean;
  readonly relatedInformation: boolean;
  /** A finding's code leads to the page of its rule. */
  readonly codeDescriptions: boolean;
  /** It has the command that shows a list of places. */
  readonly showsReferences: boolean;
  /** It has the command that shows a table which an action has made. */
  readonly showsTables: boolean;
  /** It lays the colours of statements in programs over those of the program's language. */
  readonly paintsPrograms: boolean;
  /** It sends configuration files where it is asked to, because nothing else knows what stands in them. */
  readonly sendsSettings: boolean;
  readonly preparesRename: boolean;
  /** Symbols of a document may hold others: but for clients which say of symbols that they may not. */
  readonly nestsSymbols: boolean;
  /** What hovers may be written in. */
  readonly hoverFormat: MarkupKind;
  /** Suggestions may have places to fill in. */
  readonly snippets: boolean;
  /** The requests by which it is told to ask again for what it shows in texts. */
  readonly refreshes: readonly string[];
  /** It shows how far long work is. */
  readonly showsProgress: boolean;
  readonly labelDetails: boolean;
  /** What suggestions have in common is said once. */
  readonly sharesEditRange: boolean;
  /** A suggestion may be put before the rest of a word, or in place of it. */
  readonly insertsOrReplaces: boolean;
  readonly formatsRanges: boolean;
  /** Parts of a signature may be told by where they stand in it. */
  readonly labelOffsets: boolean;
  /** What is told about suggestions may be written in. */
  readonly suggestionFormat: MarkupKind;
}

export function clientOf({ capabilities, clientInfo }: Pick<InitializeParams, 'capabilities' | 'clientInfo'>): Client {
  const { general, textDocument, window, workspace } = capabilities;
  const experimental = capabilities.experimental as
    | Readonly<Partial<Record<'showsReferences' | 'showsTables' | 'paintsPrograms' | 'sendsSettings', unknown>>>
    | undefined;
  const lazily = textDocument?.codeAction?.resolveSupport?.properties.includes('edit') ?? false;
  const suggestion = textDocument?.completion?.completionItem;
  return {
    positionEncoding: encodingOf(general?.positionEncodings),
    // Pulled diagnostics go stale across files where the client cannot be told to ask again.
    pullsDiagnostics: textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    showsDisabled: textDocument?.codeAction?.disabledSupport === true,
    takesActions: takesActions(textDocument?.codeAction) || workspace?.applyEdit !== true,
    resolvesEdits: lazily && textDocument?.codeAction?.dataSupport === true,
    resolvesHints: textDocument?.inlayHint?.resolveSupport?.properties.includes('tooltip') ?? false,
    resolvesSymbols: workspace?.symbol?.resolveSupport?.properties.includes('location.range') ?? false,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    annotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    createsFiles:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.resourceOperations?.includes('create') === true,
    configuration: workspace?.configuration === true && workspace.didChangeConfiguration?.dynamicRegistration === true,
    // Helix takes the registration, and tells of nothing but what it saves itself.
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true && clientInfo?.name !== 'helix',
    fileOperations: workspace?.fileOperations ?? {},
    changesFolders: workspace?.workspaceFolders === true,
    opensTexts: workspace?.textDocumentContent !== undefined,
    locationLinks: textDocument?.definition?.linkSupport === true,
    showsReferences: experimental?.showsReferences === true,
    showsTables: experimental?.showsTables === true,
    sendsSettings: experimental?.sendsSettings === true,
    paintsPrograms: experimental?.paintsPrograms === true,
    relatedInformation: textDocument?.publishDiagnostics?.relatedInformation === true,
    codeDescriptions: [textDocument?.publishDiagnostics, textDocument?.diagnostic].some(
      (one) => one?.codeDescriptionSupport === true,
    ),
    preparesRename: textDocument?.rename?.prepareSupport === true,
    nestsSymbols:
      textDocument?.documentSymbol === undefined ||
      textDocument.documentSymbol.hierarchicalDocumentSymbolSupport === true,
    refreshes: [
      ...(workspace?.semanticTokens?.refreshSupport ? ['workspace/semanticTokens/refresh'] : []),
      ...(workspace?.inlayHint?.refreshSupport ? ['workspace/inlayHint/refresh'] : []),
      ...(workspace?.codeLens?.refreshSupport ? ['workspace/codeLens/refresh'] : []),
    ],
    showsProgress: window?.workDoneProgress === true,
    snippets: suggestion?.snippetSupport === true,
    labelDetails: suggestion?.labelDetailsSupport === true,
    sharesEditRange: ['editRange', 'data'].every((one) =>
      textDocument?.completion?.completionList?.itemDefaults?.includes(one),
    ),
    insertsOrReplaces: suggestion?.insertReplaceSupport === true,
    labelOffsets: textDocument?.signatureHelp?.signatureInformation?.parameterInformation?.labelOffsetSupport === true,
    formatsRanges: textDocument?.rangeFormatting?.rangesSupport === true,
    suggestionFormat: likedBest(suggestion?.documentationFormat),
    hoverFormat: likedBest(textDocument?.hover?.contentFormat),
  };
}

/** Whether a client knows more than commands in place of actions: but for those which say of actions that they do not. */
const takesActions = (declared: CodeActionClientCapabilities | undefined): boolean =>
  declared === undefined ||
  declared.codeActionLiteralSupport !== undefined ||
  declared.resolveSupport !== undefined ||
  declared.disabledSupport === true;

/** The first that a client names of the formats it shows. Each shows plain text. */
const likedBest = (formats: readonly MarkupKind[] | undefined): MarkupKind =>
  formats?.find((one) => one === 'markdown' || one === 'plaintext') ?? 'plaintext';
