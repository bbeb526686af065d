// A folder of which only a list of dependencies says that it has to do with Cassandra.
const assert = require('node:assert');
const vscode = require('vscode');

describe('a folder whose list of dependencies names a driver', () => {
  it('has its programs read', async () => {
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'shop.go');
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const found = () => vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'cql-analyzer');
    for (let waited = 0; waited < 40_000 && found().length === 0; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepStrictEqual(
      found().map(({ code, range }) => [code.value, document.getText(range)]),
      [['syntax', 'FORM']],
    );
  });
});
