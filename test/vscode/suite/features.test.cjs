// One look at each feature of the installed extension, through VS Code's own interface; nothing is saved.
const assert = require('node:assert');
const vscode = require('vscode');

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (name) => vscode.Uri.joinPath(folder(), name);
const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);
const open = async (name) => {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document);
  return document;
};
const at = (document, mark, plus = 0) => document.positionAt(document.getText().indexOf(mark) + plus);

/** Waits until something holds. */
async function until(what, holds) {
  for (let waited = 0; waited < 15_000; waited += 50) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within 15 s: ${what}`);
}

describe('each feature', () => {
  it('hover: an option says what it means, a table who reads it', async () => {
    const document = await open('schema.cql');
    const hover = async (mark) =>
      (await run('vscode.executeHoverProvider', document.uri, at(document, mark, 2)))
        .flatMap(({ contents }) => contents.map(({ value }) => value))
        .join('\n');
    await until('a hover', () => hover('default_time_to_live'));
    assert.match(await hover('default_time_to_live'), /Default: `0`/);
    assert.match(await hover('users ('), /Read by \d statements?/);
    const queries = await open('queries.cql');
    const found = await run('vscode.executeHoverProvider', queries.uri, at(queries, 'country =', 2));
    const told = found.flatMap(({ contents }) => contents.map(({ value }) => value)).join('\n');
    assert.match(told, /unrestricted-partition-key\]\(.*\): A query does not say which partition to read/);
  });

  it('completion is told about when it is looked at', async () => {
    const document = await open('queries.cql');
    const list = await run('vscode.executeCompletionItemProvider', document.uri, at(document, 'email'), undefined, 10);
    const email = list.items.find(({ label }) => (label.label ?? label) === 'email');
    assert.ok(email && (email.detail || email.documentation), 'email is told about');
  });

  it('references over files, and highlights', async () => {
    const document = await open('queries.cql');
    const place = at(document, 'shop.users', 6);
    const places = await run('vscode.executeReferenceProvider', document.uri, place);
    assert.ok(new Set(places.map(({ uri }) => uri.path)).size >= 2);
    const highlights = await run('vscode.executeDocumentHighlights', document.uri, place);
    assert.ok(highlights.length >= 2);
    const word = await run('vscode.executeDocumentHighlights', document.uri, at(document, 'SELECT', 2));
    assert.strictEqual(word.length, 1);
  });

  it('rename over files', async () => {
    const document = await open('queries.cql');
    const edit = await run('vscode.executeDocumentRenameProvider', document.uri, at(document, 'email', 2), 'mail');
    assert.ok(edit.entries().length >= 2);
  });

  it('format', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'cql', content: 'select  a from k.t;' });
    const edits = await until('edits', async () => {
      const found = await run('vscode.executeFormatDocumentProvider', document.uri, { tabSize: 2, insertSpaces: true });
      return found?.length > 0 && found;
    });
    assert.ok(edits.some(({ newText }) => newText.includes('SELECT')));
  });

  it('code lenses and inlay hints', async () => {
    const schema = await open('schema.cql');
    const lenses = await run('vscode.executeCodeLensProvider', schema.uri, 10);
    assert.ok(lenses.some(({ command }) => /quer(y|ies)/.test(command?.title)));
    const queries = await open('queries.cql');
    const whole = new vscode.Range(0, 0, queries.lineCount, 0);
    const hints = await run('vscode.executeInlayHintProvider', queries.uri, whole);
    assert.ok(hints.some(({ label }) => label === '1 partition'));
  });

  it('semantic tokens, folds, selections, links and symbols', async () => {
    const document = await open('schema.cql');
    const tokens = await run('vscode.provideDocumentSemanticTokens', document.uri);
    assert.ok(tokens.data.length > 0);
    assert.ok((await run('vscode.executeFoldingRangeProvider', document.uri)).length > 0);
    const [selection] = await run('vscode.executeSelectionRangeProvider', document.uri, [at(document, 'email', 1)]);
    assert.ok(selection.parent);
    assert.ok(Array.isArray(await run('vscode.executeLinkProvider', document.uri)));
    const symbols = await run('vscode.executeWorkspaceSymbolProvider', 'users');
    assert.ok(symbols.some(({ name }) => name.includes('users')));
  });

  it('signature help', async () => {
    const content = 'SELECT * FROM shop.users WHERE user_name = to_date(';
    const document = await vscode.workspace.openTextDocument({ language: 'cql', content });
    const help = await until('a signature', () =>
      run('vscode.executeSignatureHelpProvider', document.uri, document.positionAt(content.length)),
    );
    assert.ok(help.signatures.length > 0);
  });

  it('a statement is written in another way', async () => {
    const document = await open('writes.cql');
    const place = at(document, 'VALUES');
    const actions = await until('an action', async () => {
      const range = new vscode.Range(place, place);
      const found = await run('vscode.executeCodeActionProvider', document.uri, range, 'refactor.rewrite', 10);
      return found.some(({ title }) => title.startsWith('Write it as UPDATE')) && found;
    });
    assert.ok(actions.every(({ title }) => !title.startsWith('Ignore')));
  });

  for (const [command, tab, expected] of [
    ['propose', 'Proposals.md', /# Proposals for queries\.cql/],
    ['explain', 'Explanation.md', /Reads one partition/],
    ['dryRun', 'Dry run.md', /statements, \d+ refused/],
    ['showSyntaxTree', 'Syntax tree.json', /"kind": "select"/],
  ]) {
    it(`the command ${command} opens a text to read`, async () => {
      const document = await open('queries.cql');
      const place = at(document, 'SELECT', 2);
      vscode.window.activeTextEditor.selection = new vscode.Selection(place, place);
      await run(`cqlAnalyzer.${command}`);
      const shown = await until(tab, () =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'cql-analyzer' && uri.path === `/${tab}`),
      );
      assert.match(shown.getText(), expected);
    });
  }

  it('goes to what the server makes itself', async () => {
    const content = 'SELECT release_version FROM system.local;';
    const document = await vscode.workspace.openTextDocument({ language: 'cql', content });
    const [place] = await until('a definition', async () => {
      const found = await run('vscode.executeDefinitionProvider', document.uri, at(document, 'local', 2));
      return found.length > 0 && found;
    });
    const shown = await vscode.workspace.openTextDocument(place.targetUri ?? place.uri);
    assert.strictEqual(shown.languageId, 'cql');
    assert.strictEqual(shown.getText(place.targetSelectionRange ?? place.range), 'local');
    assert.deepStrictEqual(vscode.languages.getDiagnostics(shown.uri), []);
  });

  it('problems of cql-analyzer.toml stand in it until they are mended', async () => {
    const toml = file('cql-analyzer.toml');
    await vscode.workspace.fs.writeFile(toml, Buffer.from('target = "cassandra-9"\n'));
    await until('a problem', () => vscode.languages.getDiagnostics(toml).length === 1);
    await vscode.workspace.fs.delete(toml);
    await until('no problem', () => vscode.languages.getDiagnostics(toml).length === 0);
  });

  it('names and values of cql-analyzer.toml are suggested and told about', async () => {
    const toml = file('cql-analyzer.toml');
    await vscode.workspace.fs.writeFile(toml, Buffer.from('profile = ""\n'));
    const document = await vscode.workspace.openTextDocument(toml);
    await vscode.window.showTextDocument(document);
    const labels = await until('suggestions', async () => {
      const list = await run('vscode.executeCompletionItemProvider', toml, new vscode.Position(0, 11));
      const found = list.items.map(({ label }) => label.label ?? label);
      return found.includes('strict') && found;
    });
    assert.ok(labels.includes('quiet'));
    const [hover] = await run('vscode.executeHoverProvider', toml, new vscode.Position(0, 3));
    assert.match(hover.contents[0].value, /How much is said/);
    await vscode.workspace.fs.delete(toml);
  });
});
