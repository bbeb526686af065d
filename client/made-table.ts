import { commands, Uri, window, workspace, type CodeAction, type Disposable, type DocumentSymbol } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

const SHOW_TABLE = 'cqlAnalyzer.showTable';

/** The command that stands behind actions which make a table. */
export interface WayToTable extends Disposable {
  readonly resolveCodeAction: Middleware['resolveCodeAction'];
}

/**
 * Keeps where the action that is being applied writes its table. The editor forgets what a command behind an action was given as soon as
 * the action's edit has changed the text, so it is given nothing.
 */
export function wayToTable(): WayToTable {
  let made: readonly unknown[] = [];
  const keep = (action: CodeAction): CodeAction => {
    if (action.command?.command !== SHOW_TABLE) return action;
    made = action.command.arguments ?? [];
    action.command = { title: action.command.title, command: SHOW_TABLE };
    return action;
  };
  const command = commands.registerCommand(SHOW_TABLE, async () => {
    const [uri, table] = made;
    if (typeof uri === 'string' && typeof table === 'string') await showTable(uri, table);
  });
  return {
    async resolveCodeAction(action, token, next) {
      const resolved = await next(action, token);
      return resolved ? keep(resolved) : resolved;
    },
    dispose: () => void command.dispose(),
  };
}

/** Tells where a table was written that an action has made, and shows it to those who want. */
async function showTable(uri: string, table: string): Promise<void> {
  const file = Uri.parse(uri);
  const name = file.path.split('/').at(-1) ?? uri;
  const choice = await window.showInformationMessage(`\`${table}\` is in ${name}.`, 'Show the table');
  if (choice === undefined) return;
  const document = await workspace.openTextDocument(file);
  const symbols = await commands.executeCommand<readonly DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    file,
  );
  const made = symbols?.find((symbol) => symbol.name === table || symbol.name.endsWith(`.${table}`));
  await window.showTextDocument(document, made === undefined ? {} : { selection: made.selectionRange });
}
