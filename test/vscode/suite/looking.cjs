// What the tests of an extension host share: VS Code's own interface, and waiting for what it says.
const vscode = require('vscode');

exports.run = (command, ...args) => vscode.commands.executeCommand(command, ...args);

/** A file of the first folder, or of another. */
exports.file = (name, folder = 0) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[folder].uri, name);

/** Opens a file in a tab that stays. */
exports.show = async (uri) => {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
};

/** A document that is never saved. */
exports.untitled = async (content) => {
  const document = await vscode.workspace.openTextDocument({ language: 'cql', content });
  await vscode.window.showTextDocument(document);
  return document;
};

exports.at = (document, mark, plus = 0) => document.positionAt(document.getText().indexOf(mark) + plus);

/** The codes of a document's findings, each with the text that it marks. */
exports.found = (document) =>
  vscode.languages.getDiagnostics(document.uri).map(({ code, range }) => `${code.value}: ${document.getText(range)}`);

/** Waits until something holds. */
exports.until = async (what, holds) => {
  for (let waited = 0; waited < 40_000; waited += 50) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within 40 s: ${what}`);
};

/** The action of a title at a mark, of a kind. */
exports.actionAt = (document, mark, kind, title) =>
  exports.until(`the action ${title}`, async () => {
    const place = exports.at(document, mark);
    const range = new vscode.Range(place, place);
    const actions = await exports.run('vscode.executeCodeActionProvider', document.uri, range, kind, 20);
    return actions.find((action) => action.title.startsWith(title) && (action.edit || action.command));
  });
