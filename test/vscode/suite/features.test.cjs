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

/** A document beside the files of the folder, which is never saved. */
const untitled = async (content) => {
  const document = await vscode.workspace.openTextDocument({ language: 'cql', content });
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

  it('type definition leads to the user-defined type', async () => {
    const document = await untitled(
      'CREATE TYPE shop.spot (shelf int);\nCREATE TABLE shop.kept (id int PRIMARY KEY, at frozen<spot>);\n',
    );
    const [place] = await until('a type', async () => {
      const found = await run('vscode.executeTypeDefinitionProvider', document.uri, at(document, 'spot>'));
      return found.length > 0 && found;
    });
    assert.strictEqual((place.targetSelectionRange ?? place.range).start.line, 0);
  });

  it('document links lead to scripts and tickets', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'cql',
      content: "-- See CASSANDRA-8844.\nSOURCE 'schema.cql'\n",
    });
    const links = await until('links', async () => {
      const found = await run('vscode.executeLinkProvider', document.uri);
      return found.some(({ target }) => /CASSANDRA-8844/.test(String(target))) && found;
    });
    assert.ok(links.length >= 1);
  });

  it('outline: columns stand below their table, those of an ALTER below it', async () => {
    const document = await untitled(
      'CREATE TABLE shop.racks (id int PRIMARY KEY);\nALTER TABLE shop.racks ADD height int;\n',
    );
    const symbols = await until('an outline', () => run('vscode.executeDocumentSymbolProvider', document.uri));
    assert.deepStrictEqual(
      symbols.map(({ name, children }) => [name, children.map((child) => child.name)]),
      [
        ['shop.racks', ['id']],
        [symbols[1].name, ['height']],
      ],
    );
  });

  it('semantic tokens tell keys from other columns', async () => {
    const document = await open('schema.cql');
    const legend = await run('vscode.provideDocumentSemanticTokensLegend', document.uri);
    const { data } = await run('vscode.provideDocumentSemanticTokens', document.uri);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 5)
      for (const [bit, name] of legend.tokenModifiers.entries())
        if (data[i + 4] & (1 << bit)) seen.add(`${legend.tokenTypes[data[i + 3]]}.${name}`);
    for (const kind of ['property.partitionKey', 'property.clusteringColumn', 'property.option', 'type.defaultLibrary'])
      assert.ok(seen.has(kind), kind);
  });

  it('a rename that cannot be is refused with the reason', async () => {
    const document = await open('queries.cql');
    const refused = async (mark, name) => {
      try {
        const edit = await run('vscode.executeDocumentRenameProvider', document.uri, at(document, mark, 2), name);
        return edit.entries().length === 0 ? 'no edits' : undefined;
      } catch (error) {
        return error.message;
      }
    };
    assert.match(await refused('email', 'country'), /country/);
  });

  it('a part of a file is formatted, and what is broken stays as it is', async () => {
    const document = await untitled('select  a from k.t;\nselect  b from k.t;\nselect c from from;\n');
    const options = { tabSize: 2, insertSpaces: true };
    const formatted = async (command, ...args) => {
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, await run(command, document.uri, ...args, options));
      assert.ok(await vscode.workspace.applyEdit(edit));
      return document.getText();
    };
    await until(
      'a formatter',
      async () => (await run('vscode.executeFormatDocumentProvider', document.uri, options))?.length,
    );
    const range = new vscode.Range(1, 0, 1, 19);
    assert.strictEqual(
      await formatted('vscode.executeFormatRangeProvider', range),
      'select  a from k.t;\nSELECT b FROM k.t;\nselect c from from;\n',
    );
    assert.match(
      await formatted('vscode.executeFormatDocumentProvider'),
      /^SELECT a FROM k\.t;\n.*\nselect c from from;\n$/,
    );
  });

  it('a statement that is ended by a semicolon is formatted where the setting says so', async () => {
    const document = await untitled('select  a from k.t where a=1;');
    const end = document.positionAt(document.getText().length);
    const edits = await until('edits', () =>
      run('vscode.executeFormatOnTypeProvider', document.uri, end, ';', { tabSize: 2, insertSpaces: true }),
    );
    assert.ok(edits.some(({ newText }) => newText.includes('SELECT')));
  });

  it('the columns of * are written out', async () => {
    const document = await untitled('SELECT * FROM shop.users WHERE user_name = ?;');
    const action = await until('an action', async () => {
      const range = new vscode.Range(0, 7, 0, 8);
      const found = await run('vscode.executeCodeActionProvider', document.uri, range, 'refactor.rewrite', 10);
      return found.find(({ edit }) => edit?.get(document.uri).some(({ newText }) => /country, email/.test(newText)));
    });
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.match(document.getText(), /^SELECT user_name, country, email, joined FROM shop\.users/);
  });

  it('whole statements are suggested as snippets', async () => {
    const document = await untitled('INSERT INTO shop.users ');
    const item = await until('a snippet', async () => {
      const list = await run('vscode.executeCompletionItemProvider', document.uri, new vscode.Position(0, 23));
      return list.items.find(({ insertText }) => /VALUES/.test(insertText?.value));
    });
    assert.match(item.insertText.value, /user_name.*VALUES/s);
  });

  it('signature help: a value is told its column', async () => {
    const content = "INSERT INTO shop.users (user_name, email) VALUES ('a', ";
    const document = await untitled(content);
    const { signatures, activeParameter } = await until('a signature', () =>
      run('vscode.executeSignatureHelpProvider', document.uri, document.positionAt(content.length)),
    );
    assert.match(signatures[0].label, /email/);
    assert.strictEqual(signatures[0].activeParameter ?? activeParameter, 1);
  });

  it('a change of another file that is not saved counts', async () => {
    const queries = await open('queries.cql');
    const before = await until('findings', () => vscode.languages.getDiagnostics(queries.uri).length);
    const schema = await open('schema.cql');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(schema.uri, new vscode.Range(at(schema, 'email text'), at(schema, 'email text', 5)), 'mail');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('one more', () => vscode.languages.getDiagnostics(queries.uri).length > before);
    await run('undo');
    await until('those of before', () => vscode.languages.getDiagnostics(queries.uri).length === before);
    assert.ok(!schema.isDirty || schema.getText().includes('email text'));
  });

  it('files that change on disk count, and those that go', async () => {
    const queries = await open('queries.cql');
    const more = file('more.cql');
    const query = await untitled('SELECT colour FROM shop.crates WHERE id = 1;');
    await vscode.workspace.fs.writeFile(
      more,
      Buffer.from('CREATE TABLE shop.crates (id int PRIMARY KEY, size int);\n'),
    );
    const told = (text) => vscode.languages.getDiagnostics(query.uri).some(({ message }) => message.includes(text));
    await until('an unknown column', () => told('colour'));
    await vscode.workspace.fs.writeFile(
      more,
      Buffer.from('CREATE TABLE shop.crates (id int PRIMARY KEY, colour int);\n'),
    );
    await until('no finding', () => vscode.languages.getDiagnostics(query.uri).length === 0);
    await vscode.workspace.fs.delete(more);
    await until('the other files are there', () => vscode.languages.getDiagnostics(queries.uri).length > 0);
  });

  it('hints can be switched off', async () => {
    const queries = await open('queries.cql');
    const whole = new vscode.Range(0, 0, queries.lineCount, 0);
    const labels = async () =>
      (await run('vscode.executeInlayHintProvider', queries.uri, whole)).map(({ label }) => String(label));
    await until('hints', async () => (await labels()).includes('1 partition'));
    const settings = vscode.workspace.getConfiguration('cqlAnalyzer');
    await settings.update('inlayHints.partitions', 'off', vscode.ConfigurationTarget.Global);
    await until('none', async () => !(await labels()).includes('1 partition'));
    await settings.update('inlayHints.partitions', undefined, vscode.ConfigurationTarget.Global);
    await until('hints again', async () => (await labels()).includes('1 partition'));
  });
});
