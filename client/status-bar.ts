import {
  commands,
  ConfigurationTarget,
  languages,
  StatusBarAlignment,
  Uri,
  window,
  workspace,
  type Disposable,
} from 'vscode';
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
 * programs with statements, for which commands are switched on as well. `targets` are the values of the setting, the empty one first.
 */
export function statusBar(client: LanguageClient, targets: readonly string[]): Disposable {
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
    commands.registerCommand('cqlAnalyzer.choose', () => choose(status, targets)),
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

async function choose(status: Status | undefined, targets: readonly string[]): Promise<void> {
  const choices = [
    { label: 'Change the target…', run: () => chooseTarget(targets) },
    ...(status?.schemaFiles ?? []).map((uri) => ({
      label: `$(file) ${workspace.asRelativePath(Uri.parse(uri))}`,
      description: 'schema',
      run: () => commands.executeCommand('vscode.open', Uri.parse(uri)),
    })),
    { label: 'Propose tables for this file', run: () => commands.executeCommand('cqlAnalyzer.propose') },
    { label: 'Show the log', run: () => commands.executeCommand('cqlAnalyzer.showLog') },
    { label: 'Restart the server', run: () => commands.executeCommand('cqlAnalyzer.restart') },
  ];
  const chosen = await window.showQuickPick(choices, { title: 'CQL Analyzer' });
  await chosen?.run();
}

/** Sets the target of the folder of the active file, or of the user where no folder is open. */
async function chooseTarget(targets: readonly string[]): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  const settings = workspace.getConfiguration('cqlAnalyzer', uri);
  const now = settings.get<string>('target') ?? '';
  const choices = targets.map((target) => ({
    label: target === '' ? 'As cql-analyzer.toml says' : target,
    ...(target === now && { description: 'now' }),
    target,
  }));
  const chosen = await window.showQuickPick(choices, { title: 'The server that statements are checked for' });
  if (chosen === undefined) return;
  const folder = uri && workspace.getWorkspaceFolder(uri);
  const place =
    folder === undefined
      ? ConfigurationTarget.Global
      : (workspace.workspaceFolders ?? []).length > 1
        ? ConfigurationTarget.WorkspaceFolder
        : ConfigurationTarget.Workspace;
  await settings.update('target', chosen.target === '' ? undefined : chosen.target, place);
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
