import { commands, languages, StatusBarAlignment, Uri, window, type Disposable } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** What the server knows of a project. */
interface Status {
  readonly target: string;
  readonly schemaFiles: readonly string[];
  readonly files: number;
  readonly tables: number;
}

/**
 * The target and the schema of the active file's project at the foot of the window; a click gives choices. So for files of CQL, and for
 * programs with statements, for which commands are switched on as well.
 */
export function statusBar(client: LanguageClient): Disposable {
  const item = window.createStatusBarItem('cqlAnalyzer.status', StatusBarAlignment.Right, 90);
  item.name = 'CQL Analyzer';
  item.command = 'cqlAnalyzer.choose';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let status: Status | undefined;
  const show = async (): Promise<void> => {
    const document = window.activeTextEditor?.document;
    status = document && (await ask(client, document.uri));
    void commands.executeCommand('setContext', 'cqlAnalyzer.hasStatements', status !== undefined);
    if (status === undefined) return item.hide();
    const { target, files, schemaFiles, tables } = status;
    item.text = `$(database) ${target} · ${counted(tables, 'table')}`;
    item.tooltip = `CQL Analyzer: checked for ${target}; ${counted(files, 'file')}, ${schemaFiles.length} with schema`;
    item.show();
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), QUIET_MILLISECONDS);
  };
  const parts = [
    item,
    window.onDidChangeActiveTextEditor(soon),
    languages.onDidChangeDiagnostics(soon),
    client.onDidChangeState(soon),
    commands.registerCommand('cqlAnalyzer.choose', () => choose(status)),
  ];
  soon();
  return {
    dispose() {
      clearTimeout(timer);
      for (const part of parts) part.dispose();
    },
  };
}

/** A pause of somebody who types. */
const QUIET_MILLISECONDS = 300;

async function ask(client: LanguageClient, uri: Uri): Promise<Status | undefined> {
  try {
    const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier({ uri } as never);
    return (await client.sendRequest<Status | null>('cqlAnalyzer/status', { textDocument })) ?? undefined;
  } catch {
    // The server starts, or has ended.
    return undefined;
  }
}

async function choose(status: Status | undefined): Promise<void> {
  const choices = [
    {
      label: 'Change the target…',
      run: () => commands.executeCommand('workbench.action.openSettings', 'cqlAnalyzer.target'),
    },
    ...(status?.schemaFiles ?? []).map((uri) => ({
      label: `$(file) ${Uri.parse(uri).path.split('/').at(-1) ?? uri}`,
      description: 'declares something',
      run: () => commands.executeCommand('vscode.open', Uri.parse(uri)),
    })),
    { label: 'Propose tables for this file', run: () => commands.executeCommand('cqlAnalyzer.propose') },
    { label: 'Show the log', run: () => commands.executeCommand('cqlAnalyzer.showLog') },
    { label: 'Restart the server', run: () => commands.executeCommand('cqlAnalyzer.restart') },
  ];
  const chosen = await window.showQuickPick(choices, { title: 'CQL Analyzer' });
  await chosen?.run();
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
