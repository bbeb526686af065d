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
  for (let waited = 0; waited < 40_000; waited += 50) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within 40 s: ${what}`);
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

  it('applies the safe fixes of all files', async () => {
    const uri = file('typo.cql');
    await vscode.workspace.fs.writeFile(uri, Buffer.from("SELCT email FROM shop.users WHERE user_name = 'a';\n"));
    const document = await open('typo.cql');
    await until('the typo', () => diagnosticsOf('typo.cql').length > 0);
    // The editor gives up what it was asked for where something else moves meanwhile.
    await until('the fix', async () => {
      await vscode.commands.executeCommand('cqlAnalyzer.fixAll');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return document.getText().startsWith('SELECT email');
    });
    await document.save();
  });

  it('applies the best proposals of all queries, and a lens tells of the tables that are there', async () => {
    const text = `CREATE KEYSPACE club WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE club.members (id int PRIMARY KEY, city text);
SELECT id FROM club.members WHERE city = ?;
`;
    await vscode.workspace.fs.writeFile(file('club.cql'), Buffer.from(text));
    const document = await open('club.cql');
    await until('the finding', () =>
      diagnosticsOf('club.cql').some(({ code }) => code?.value === 'unrestricted-partition-key'),
    );
    // As above.
    await until('the table', async () => {
      await vscode.commands.executeCommand('cqlAnalyzer.applyProposals');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return /CREATE TABLE club.members_by_city[^]*FROM club.members_by_city/.test(document.getText());
    });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(
      document.uri,
      document.positionAt(document.getText().length),
      'SELECT id FROM club.members WHERE city = ?;\n',
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the lens', async () => {
      const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 20);
      return lenses.some(({ command }) => command?.title === 'club.members_by_city serves this query');
    });
    await document.save();
  });

  it('checks all files as a task, whose findings are problems where they are none without it', async () => {
    const settings = vscode.workspace.getConfiguration('cqlAnalyzer');
    await settings.update('diagnostics.scope', 'openFiles', vscode.ConfigurationTarget.Workspace);
    const [alone] = await vscode.tasks.fetchTasks({ type: 'cql-analyzer' });
    assert.deepStrictEqual(alone.problemMatchers, ['$cql-analyzer']);
    await settings.update('diagnostics.scope', undefined, vscode.ConfigurationTarget.Workspace);
    const [task] = await vscode.tasks.fetchTasks({ type: 'cql-analyzer' });
    assert.deepStrictEqual(task.problemMatchers, []);
    const ended = new Promise((resolve) => {
      vscode.tasks.onDidEndTaskProcess(
        ({ execution, exitCode }) => execution.task.name === task.name && resolve(exitCode),
      );
    });
    await vscode.tasks.executeTask(task);
    // The last test has left a query that its table does not serve.
    assert.strictEqual(await ended, 1);
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
