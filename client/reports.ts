import { commands, Disposable, EventEmitter, languages, Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** What can be read at length, by command, with the name of its tab. */
const REPORTS = {
  propose: ['proposals', 'Proposals.md'],
  explain: ['explain', 'Explanation.md'],
  dryRun: ['dryRun', 'Dry run.md'],
  showSyntaxTree: ['syntaxTree', 'Syntax tree.json'],
} as const;

const SCHEME = 'cql-analyzer';

/** Commands whose answer opens beside the text, to be read. */
export function reports(client: LanguageClient): Disposable {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path),
  });
  const registered = Object.entries(REPORTS).map(([name, [what, tab]]) =>
    commands.registerCommand(`cqlAnalyzer.${name}`, async () => {
      const editor = window.activeTextEditor;
      if (editor === undefined) return;
      const { document, selection } = editor;
      const report = await client.sendRequest<{ language: string; text: string } | null>('cqlAnalyzer/report', {
        textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
        position: client.code2ProtocolConverter.asPosition(selection.active),
        what,
      });
      if (report === null) {
        void window.showInformationMessage('CQL Analyzer: there is no statement here.');
        return;
      }
      const uri = Uri.from({ scheme: SCHEME, path: `/${tab}` });
      texts.set(uri.path, report.text);
      changed.fire(uri);
      const shown = await workspace.openTextDocument(uri);
      await languages.setTextDocumentLanguage(shown, report.language);
      await window.showTextDocument(shown, { viewColumn: -2, preserveFocus: true });
    }),
  );
  return Disposable.from(provider, changed, ...registered);
}
