import {
  CompletionItemKind,
  DiagnosticSeverity,
  DiagnosticTag,
  type CompletionItem,
  type Diagnostic,
  type DocumentSymbol,
  type Range,
  SymbolKind,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Severity } from '../rules/rule.ts';
import type { CompletionEntry } from '../service/completion.ts';
import type { OutlineSymbol } from '../service/outline.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from '../workspace/file.ts';
import { helpOf } from '../rules/help.ts';
import { locationOf, rangeOf, type Desk } from './desk.ts';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** A finding as a diagnostic; the server's sentence stands on its own line, so that it can be searched for. */
export function diagnosticOf(desk: Desk, document: SyntaxDocument, located: LocatedFinding): Diagnostic {
  const { finding, severity, start, end } = located;
  const message = finding.server === undefined ? finding.message : `${finding.message}\n${finding.server.message}`;
  const related = (desk.client.relatedInformation ? finding.related : []).flatMap(({ at, message: text }) => {
    const location = locationOf(desk, at);
    return location === undefined ? [] : [{ location, message: text }];
  });
  return {
    range: rangeOf(desk, document, start, end),
    severity: SEVERITIES[severity],
    code: finding.code,
    codeDescription: { href: helpOf(finding.code) },
    source: 'cql-analyzer',
    message,
    ...(related.length > 0 && { relatedInformation: related }),
    ...(finding.tag !== undefined && {
      tags: [finding.tag === 'unnecessary' ? DiagnosticTag.Unnecessary : DiagnosticTag.Deprecated],
    }),
  };
}

/** Edits as one workspace edit; with document versions and labels where the client takes them. */
export function workspaceEditOf(desk: Desk, edits: readonly Edit[]): WorkspaceEdit {
  const { projects } = desk;
  const { documentChanges, annotations } = desk.client;
  const byUri = new Map<string, { range: Range; newText: string; label: string | undefined }[]>();
  for (const { at, text, label } of edits) {
    const location = locationOf(desk, at);
    if (location === undefined) continue;
    const list = byUri.get(at.uri) ?? [];
    list.push({ range: location.range, newText: text, label });
    byUri.set(at.uri, list);
  }
  if (!documentChanges) {
    const changes = [...byUri].map(([uri, list]): [string, { range: Range; newText: string }[]] => [
      projects.clientUri(uri),
      list.map(({ range, newText }) => ({ range, newText })),
    ]);
    return { changes: Object.fromEntries(changes) };
  }
  const labels = [...new Set(edits.flatMap(({ label }) => label ?? []))];
  return {
    documentChanges: [...byUri].map(([uri, list]) => ({
      textDocument: { uri: projects.clientUri(uri), version: projects.versionOf(uri) ?? null },
      edits: list.map(({ range, newText, label }) =>
        annotations && label !== undefined ? { range, newText, annotationId: label } : { range, newText },
      ),
    })),
    ...(annotations &&
      labels.length > 0 && {
        changeAnnotations: Object.fromEntries(labels.map((label) => [label, { label, needsConfirmation: false }])),
      }),
  };
}

export const SYMBOLS: Readonly<Record<OutlineSymbol['kind'], SymbolKind>> = {
  keyspace: SymbolKind.Namespace,
  table: SymbolKind.Class,
  view: SymbolKind.Interface,
  type: SymbolKind.Struct,
  index: SymbolKind.Key,
  function: SymbolKind.Function,
  trigger: SymbolKind.Event,
  role: SymbolKind.Object,
  statement: SymbolKind.Operator,
  column: SymbolKind.Field,
  'key-column': SymbolKind.Key,
  field: SymbolKind.Field,
};

export const symbolOf = (desk: Desk, document: SyntaxDocument, symbol: OutlineSymbol): DocumentSymbol => ({
  name: symbol.name,
  detail: symbol.detail,
  kind: SYMBOLS[symbol.kind],
  range: rangeOf(desk, document, symbol.range.start, symbol.range.end),
  selectionRange: rangeOf(desk, document, symbol.selection.start, symbol.selection.end),
  children: symbol.children.map((child) => symbolOf(desk, document, child)),
});

const COMPLETIONS: Readonly<Record<CompletionEntry['kind'], CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  keyspace: CompletionItemKind.Module,
  table: CompletionItemKind.Class,
  column: CompletionItemKind.Field,
  type: CompletionItemKind.Struct,
  function: CompletionItemKind.Function,
  index: CompletionItemKind.Reference,
  field: CompletionItemKind.Field,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
};

export const completionOf = (
  desk: Desk,
  document: SyntaxDocument,
  entry: CompletionEntry,
  index: number,
): CompletionItem => ({
  label: entry.label,
  kind: COMPLETIONS[entry.kind],
  ...(entry.detail !== undefined && { detail: entry.detail }),
  ...(entry.documentation !== undefined && { documentation: entry.documentation }),
  sortText: String(index).padStart(5, '0'),
  textEdit: { range: rangeOf(desk, document, entry.start, entry.end), newText: entry.text },
});
