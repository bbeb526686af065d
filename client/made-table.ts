import { commands, Uri, window, workspace, type DocumentSymbol } from 'vscode';

/** Tells where a table was written that an action has made, and shows it to those who want. */
export async function showTable(uri: string, table: string): Promise<void> {
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
