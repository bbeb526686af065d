import {
  CompletionItemKind,
  DiagnosticSeverity,
  DiagnosticTag,
  InsertTextFormat,
  type CompletionItem,
  type Diagnostic,
  type DocumentSymbol,
  type InsertReplaceEdit,
  type Range,
  SymbolKind,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Edit } from '../modeling/proposal/proposal.ts';
import type { Severity } from '../rules/rule.ts';
import type { CompletionEntry } from '../service/completion/index.ts';
import type { OutlineSymbol } from '../service/outline.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from '../workspace/file.ts';
import { placedEdits, type PlacedEdits } from '../workspace/placed.ts';
import { helpOf } from '../rules/help.ts';
import { changedLines } from '../text/changed-lines.ts';
import { locationOf, rangeOf, type Desk } from './desk.ts';
import { markupOf } from './plain-text.ts';

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
    ...(desk.client.codeDescriptions && { codeDescription: { href: helpOf(finding.code) } }),
    source: 'cql-analyzer',
    message,
    ...(related.length > 0 && { relatedInformation: related }),
    ...(finding.tag !== undefined && {
      tags: [finding.tag === 'unnecessary' ? DiagnosticTag.Unnecessary : DiagnosticTag.Deprecated],
    }),
  };
}

/** Edits as one workspace edit; with document versions, and with labels and what has to be known where the client takes them. */
export function workspaceEditOf(desk: Desk, edits: readonly Edit[], about: readonly string[] = []): WorkspaceEdit {
  const [first] = edits;
  const workspace = first && desk.projects.workspaceOf(first.at.uri);
  const placed = workspace && placedEdits(workspace, edits);
  return placed === undefined ? editsByUri(desk, new Map(), about) : placedEditOf(desk, placed, about);
}

/** The same of edits whose places are known. */
export function placedEditOf(desk: Desk, placed: PlacedEdits, about: readonly string[] = []): WorkspaceEdit {
  const byUri = [...placed].map(([uri, list]) => {
    const { document } = desk.projects.workspaceOf(uri)!.file(uri)!;
    const own = list.map(({ start, end, text, label }) => ({
      range: rangeOf(desk, document, start, end),
      newText: text,
      label,
    }));
    return [uri, own] as const;
  });
  return editsByUri(desk, new Map(byUri), about);
}

/** A line at the beginning of a configuration file; `undefined` where it is not there and the client makes no files. */
export function settingEditOf(
  { client }: Desk,
  { uri, exists }: { readonly uri: string; readonly exists: boolean },
  setting: string,
): WorkspaceEdit | undefined {
  const start = { line: 0, character: 0 };
  const edits = [{ range: { start, end: start }, newText: `${setting}\n` }];
  if (!client.documentChanges) return exists ? { changes: { [uri]: edits } } : undefined;
  const change = { textDocument: { uri, version: null }, edits };
  if (exists) return { documentChanges: [change] };
  return client.createsFiles ? { documentChanges: [{ kind: 'create', uri }, change] } : undefined;
}

/** Documents with other texts as one workspace edit: of each the lines between those that stay. */
export function textsEditOf(
  desk: Desk,
  texts: ReadonlyMap<string, string>,
  label: string,
  about: readonly string[] = [],
): WorkspaceEdit {
  const byUri = new Map<string, LabelledEdit[]>();
  for (const [uri, now] of texts) {
    const document = desk.projects.workspaceOf(uri)?.file(uri)?.document;
    if (document === undefined) continue;
    const { start, end, text } = changedLines(document.text(), now);
    byUri.set(uri, [{ range: rangeOf(desk, document, start, end), newText: text, label }]);
  }
  return editsByUri(desk, byUri, about);
}

interface LabelledEdit {
  readonly range: Range;
  readonly newText: string;
  readonly label: string | undefined;
}

function editsByUri(
  { projects, client }: Desk,
  byUri: ReadonlyMap<string, readonly LabelledEdit[]>,
  about: readonly string[],
): WorkspaceEdit {
  const { documentChanges, annotations } = client;
  if (!documentChanges) {
    const changes = [...byUri].map(([uri, list]): [string, { range: Range; newText: string }[]] => [
      projects.clientUri(uri),
      list.map(({ range, newText }) => ({ range, newText })),
    ]);
    return { changes: Object.fromEntries(changes) };
  }
  const labels = [...new Set([...byUri.values()].flat().flatMap(({ label }) => label ?? []))];
  // Editors show it in one line, behind the label.
  const description = about.join(' ');
  return {
    documentChanges: [...byUri].map(([uri, list]) => ({
      textDocument: { uri: projects.clientUri(uri), version: projects.versionOf(uri) ?? null },
      edits: list.map(({ range, newText, label }) =>
        annotations && label !== undefined ? { range, newText, annotationId: label } : { range, newText },
      ),
    })),
    ...(annotations &&
      labels.length > 0 && {
        changeAnnotations: Object.fromEntries(
          // Said once, where it is read first.
          labels.map((label, index) => [
            label,
            { label, needsConfirmation: false, ...(index === 0 && description !== '' && { description }) },
          ]),
        ),
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
  operator: CompletionItemKind.Operator,
  keyspace: CompletionItemKind.Module,
  table: CompletionItemKind.Class,
  column: CompletionItemKind.Field,
  type: CompletionItemKind.Struct,
  function: CompletionItemKind.Function,
  index: CompletionItemKind.Reference,
  field: CompletionItemKind.Field,
  option: CompletionItemKind.Property,
  role: CompletionItemKind.Constant,
  value: CompletionItemKind.Value,
  // Editors have snippets of their own, which know no place and can be turned off.
  statement: CompletionItemKind.Constructor,
};

/** What an item is found by again, once somebody looks at it. */
export interface CompletionData {
  readonly uri: string;
  readonly offset: number;
}

/** Where an entry goes: before the rest of the word that the caret is in, or in place of it, as the editor likes. */
export function editRangeOf(
  desk: Desk,
  document: SyntaxDocument,
  { start, end }: CompletionEntry,
  caret: number,
): Range | { readonly insert: Range; readonly replace: Range } {
  const replace = rangeOf(desk, document, start, end);
  // The quotes around a text are its own.
  const isWord = /^\w+$/.test(document.slice(caret, end));
  return desk.client.insertsOrReplaces && isWord ? { insert: rangeOf(desk, document, start, caret), replace } : replace;
}

/** An entry as an item; `index` is its place among all. What is told about it comes when it is looked at. */
export function completionOf(
  desk: Desk,
  document: SyntaxDocument,
  entry: CompletionEntry,
  index: number,
  data: CompletionData,
  shared: boolean,
): CompletionItem {
  const { snippets, labelDetails } = desk.client;
  const snippet = snippets ? entry.snippet : undefined;
  return {
    label: entry.label,
    kind: COMPLETIONS[entry.kind],
    ...(labelDetails && { labelDetails: { detail: entry.signature, description: entry.detail } }),
    sortText: String(index).padStart(5, '0'),
    ...(entry.filter !== undefined && { filterText: entry.filter }),
    ...(snippet !== undefined && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(shared ? sharedText(entry.label, snippet ?? entry.text) : { textEdit: editOf(), data }),
  };

  function editOf(): TextEdit | InsertReplaceEdit {
    const newText = snippet ?? entry.text;
    const range = editRangeOf(desk, document, entry, data.offset);
    return 'insert' in range ? { ...range, newText } : { range, newText };
  }
}

/** Without a text of its own a suggestion is its label. */
const sharedText = (label: string, text: string): Pick<CompletionItem, 'textEditText'> =>
  text === label ? {} : { textEditText: text };

/** An item with what is told about it, in Markdown where the client shows that. */
export function toldOf(
  { client }: Desk,
  item: CompletionItem,
  { kind, detail, about }: CompletionEntry,
): CompletionItem {
  const told = about?.();
  if (told === undefined) return { ...item, detail: detail ?? kind };
  return { ...item, detail: detail ?? kind, documentation: markupOf(client.suggestionFormat, told) };
}
