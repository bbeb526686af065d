// A folder that lists dependencies and has nothing to do with Cassandra.
const assert = require('node:assert');
const vscode = require('vscode');

const ID = 'cql-analyzer.vscode-cql-analyzer';
const isConnected = () => Object.keys(require.cache).some((path) => path.endsWith('extension-connected.cjs'));

describe('a folder without a driver', () => {
  it('is looked at, and that is all', async () => {
    await vscode.extensions.getExtension(ID).activate();
    assert.ok(!isConnected());
  });

  it('starts when a document of CQL is opened', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'cql', content: 'SELECT a FORM b;' });
    const found = () => vscode.languages.getDiagnostics(document.uri);
    for (let waited = 0; waited < 40_000 && found().length === 0; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepStrictEqual(
      found().map(({ code }) => code.value),
      ['syntax'],
    );
  });
});
