import type { RequestMethod } from '../capabilities.ts';
import type { RequestHandler } from '../request.ts';
import { codeAction, codeActionResolve } from './code-action.ts';
import { codeLens, codeLensResolve } from './code-lens.ts';
import { completion, completionResolve } from './completion.ts';
import { definition } from './definition.ts';
import { documentHighlight } from './document-highlight.ts';
import { documentLink } from './document-link.ts';
import { documentSymbol } from './document-symbol.ts';
import { foldingRange } from './folding-range.ts';
import { executeCommand } from './execute-command.ts';
import { formatting, onTypeFormatting, rangeFormatting, rangesFormatting } from './formatting.ts';
import { hover } from './hover.ts';
import { inlayHint, inlayHintResolve } from './inlay-hint.ts';
import { references } from './references.ts';
import { report } from './report.ts';
import { status } from './status.ts';
import { prepareRename, rename } from './rename.ts';
import { willRenameFiles } from './rename-files.ts';
import { selectionRange } from './selection-range.ts';
import { semanticTokens, semanticTokensDelta, semanticTokensRange } from './semantic-tokens.ts';
import { signatureHelp } from './signature-help.ts';
import { textDocumentContent } from './text-document-content.ts';
import { typeDefinition } from './type-definition.ts';
import { workspaceSymbol, workspaceSymbolResolve } from './workspace-symbol.ts';

/** Who answers what; the protocol fits params and answers together. */
export const HANDLERS: Readonly<Record<RequestMethod, RequestHandler<never, unknown>>> = {
  'textDocument/hover': hover,
  'textDocument/definition': definition,
  'textDocument/declaration': definition,
  'textDocument/typeDefinition': typeDefinition,
  'textDocument/references': references,
  'textDocument/documentHighlight': documentHighlight,
  'textDocument/prepareRename': prepareRename,
  'textDocument/rename': rename,
  'textDocument/documentSymbol': documentSymbol,
  'workspace/symbol': workspaceSymbol,
  'workspaceSymbol/resolve': workspaceSymbolResolve,
  'textDocument/semanticTokens/full': semanticTokens,
  'textDocument/semanticTokens/full/delta': semanticTokensDelta,
  'textDocument/semanticTokens/range': semanticTokensRange,
  'textDocument/foldingRange': foldingRange,
  'textDocument/selectionRange': selectionRange,
  'textDocument/documentLink': documentLink,
  'textDocument/completion': completion,
  'completionItem/resolve': completionResolve,
  'textDocument/codeAction': codeAction,
  'codeAction/resolve': codeActionResolve,
  'textDocument/inlayHint': inlayHint,
  'inlayHint/resolve': inlayHintResolve,
  'textDocument/codeLens': codeLens,
  'codeLens/resolve': codeLensResolve,
  'textDocument/signatureHelp': signatureHelp,
  'textDocument/formatting': formatting,
  'textDocument/rangeFormatting': rangeFormatting,
  'textDocument/rangesFormatting': rangesFormatting,
  'textDocument/onTypeFormatting': onTypeFormatting,
  'workspace/executeCommand': executeCommand,
  'workspace/textDocumentContent': textDocumentContent,
  'workspace/willRenameFiles': willRenameFiles,
  'cqlAnalyzer/status': status,
  'cqlAnalyzer/report': report,
};
