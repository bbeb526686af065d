// The installed extension, seen through VS Code's own interface.
const assert = require('node:assert');
const vscode = require('vscode');

const texts = JSON.parse(process.env.CQL_TEXTS);
const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (name) => vscode.Uri.joinPath(folder(), name);

const open = async (name) => {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document);
  return document;
};

/** Waits until something holds. */
async function until(what, holds) {
  for (let waited = 0; waited < 15_000; waited += 50) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within 15 s: ${what}`);
}

const diagnosticsOf = (name) => vscode.languages.getDiagnostics(file(name));
const positionOf = (document, mark, plus = 0) => document.positionAt(document.getText().indexOf(mark) + plus);

describe('the extension', () => {
  it('gives .cql files their language', async () => {
    assert.strictEqual((await open('queries.cql')).languageId, 'cql');
    assert.ok(vscode.extensions.getExtension('cql-analyzer.vscode-cql-analyzer'));
  });

  it('marks the query that its table cannot serve, with code, link and related place', async () => {
    const document = await open('queries.cql');
    await until('one diagnostic', () => diagnosticsOf('queries.cql').length === 1);
    const [diagnostic] = diagnosticsOf('queries.cql');
    assert.strictEqual(diagnostic.severity, vscode.DiagnosticSeverity.Error);
    assert.strictEqual(document.getText(diagnostic.range), "country = 'nz'");
    assert.strictEqual(diagnostic.code.value, 'unrestricted-partition-key');
    assert.ok(diagnostic.code.target.path.endsWith('unrestricted-partition-key.md'));
    assert.match(diagnostic.message, /Cannot execute this query as it might involve data filtering/);
    assert.ok(diagnostic.relatedInformation[0].location.uri.path.endsWith('/schema.cql'));
  });

  it('says on hover how many partitions a query reads', async () => {
    const document = await open('queries.cql');
    const hovers = await vscode.commands.executeCommand(
      'vscode.executeHoverProvider',
      document.uri,
      positionOf(document, 'SELECT', 2),
    );
    assert.match(
      hovers.flatMap(({ contents }) => contents.map(({ value }) => value)).join('\n'),
      /Reads one partition/,
    );
  });

  it('goes from a column to its declaration', async () => {
    const document = await open('queries.cql');
    const places = await vscode.commands.executeCommand(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionOf(document, 'country', 2),
    );
    const place = places[0];
    assert.ok((place.targetUri ?? place.uri).path.endsWith('/schema.cql'));
  });

  it('completes tables of a keyspace and lists what a file declares', async () => {
    const document = await open('queries.cql');
    const at = positionOf(document, 'shop.users', 'shop.'.length);
    const { items } = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, at);
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('users') && labels.includes('orders_by_user'), labels.join());
    const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', file('schema.cql'));
    assert.deepStrictEqual(
      symbols.map(({ name }) => name),
      ['shop', 'shop.users', 'shop.orders_by_user'],
    );
  });

  it('leaves Cypher in peace', async () => {
    await open('graph.cql');
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepStrictEqual(
      diagnosticsOf('graph.cql').filter(({ severity }) => severity !== vscode.DiagnosticSeverity.Hint),
      [],
    );
  });

  it('writes the table and rewrites the query, and then finds nothing more', async () => {
    const document = await open('queries.cql');
    const at = positionOf(document, "country = 'nz'", 2);
    const actions = await until('the action', async () => {
      const offered = await vscode.commands.executeCommand(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(at, at),
        undefined,
        20,
      );
      return offered.some(({ title, edit }) => title === texts.title && edit) && offered;
    });
    const action = actions.find(({ title }) => title === texts.title);
    assert.strictEqual(action.isPreferred, true);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    const schema = await vscode.workspace.openTextDocument(file('schema.cql'));
    assert.strictEqual(schema.getText(), texts.schemaAfter);
    assert.strictEqual(document.getText(), texts.queriesAfter);
    await until('no more diagnostics', () => diagnosticsOf('queries.cql').length === 0);
    await vscode.workspace.saveAll();
  });

  it('finds the INSERT that forgets the new table, and makes it a batch', async () => {
    const document = await open('writes.cql');
    await until('the finding', () => diagnosticsOf('writes.cql').some(({ code }) => code?.value === 'stale-copy'));
    const at = positionOf(document, 'shop.users', 6);
    const action = await until('the action', async () => {
      const offered = await vscode.commands.executeCommand(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(at, at),
        undefined,
        20,
      );
      return offered.find(({ title, edit }) => title === texts.writesTitle && edit);
    });
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.strictEqual(document.getText(), texts.writesAfter);
    await until('no more diagnostics', () => diagnosticsOf('writes.cql').length === 0);
    await vscode.workspace.saveAll();
  });

  it('starts its server again when asked to', async () => {
    await vscode.commands.executeCommand('cqlAnalyzer.restart');
    const document = await open('queries.cql');
    const hovers = await until('a hover', async () => {
      const found = await vscode.commands.executeCommand(
        'vscode.executeHoverProvider',
        document.uri,
        positionOf(document, 'SELECT', 2),
      );
      return found.length > 0 && found;
    });
    assert.ok(hovers.length > 0);
  });
});
