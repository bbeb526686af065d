// Programs beside their schema, each with its language: what is said in their strings, what leads out of them and what changes them.
const assert = require('node:assert');
const vscode = require('vscode');

const { files } = JSON.parse(process.env.CQL_PROGRAMS);
const programs = Object.keys(files).filter((name) => !name.endsWith('.cql'));
const LANGUAGES = { 'Books.java': 'java', 'books.go': 'go', 'books.py': 'python', 'books.ts': 'typescript' };

const file = (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);
const open = async (name) => {
  const document = await vscode.workspace.openTextDocument(file(name));
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
};
const at = (document, mark, plus = 0) => document.positionAt(document.getText().indexOf(mark) + plus);
const found = (name) => vscode.languages.getDiagnostics(file(name)).filter(({ source }) => source === 'cql-analyzer');
const told = (hovers) => hovers.flatMap(({ contents }) => contents.map(({ value }) => value)).join('\n');
const placesIn = (places) => places.map(({ uri, targetUri }) => (targetUri ?? uri).path.split('/').at(-1));

/** Waits until something holds. */
async function until(what, holds) {
  for (let waited = 0; waited < 40_000; waited += 50) {
    const result = await holds();
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within 40 s: ${what}`);
}

async function apply(document, place, chosen) {
  const action = await until(`the action ${chosen}`, async () => {
    const range = new vscode.Range(place, place);
    const offered = await run('vscode.executeCodeActionProvider', document.uri, range, undefined, 20);
    return offered.find(({ title, edit }) => title === chosen && edit);
  });
  assert.ok(await vscode.workspace.applyEdit(action.edit));
}

describe('programs', () => {
  const standIns = [];

  before(async () => {
    // In the place of the servers of the languages: an outline, highlights and colours of their own.
    const legend = new vscode.SemanticTokensLegend(['theirs']);
    for (const language of Object.values(LANGUAGES)) {
      const symbols = (document) => [
        new vscode.DocumentSymbol('theirs', '', vscode.SymbolKind.File, wordAt(document), wordAt(document)),
      ];
      standIns.push(
        vscode.languages.registerDocumentSemanticTokensProvider(
          language,
          { provideDocumentSemanticTokens: () => new vscode.SemanticTokens(new Uint32Array([0, 0, 1, 0, 0])) },
          legend,
        ),
        vscode.languages.registerDocumentSymbolProvider(language, { provideDocumentSymbols: symbols }),
        vscode.languages.registerDocumentHighlightProvider(language, {
          provideDocumentHighlights: (document) => [new vscode.DocumentHighlight(wordAt(document))],
        }),
      );
    }
    // Their findings are told before they are open.
    await until('the findings', () => programs.every((name) => found(name).length > 0));
  });

  const wordAt = (document) => new vscode.Range(document.positionAt(0), document.positionAt(1));

  after(async () => {
    for (const one of standIns) one.dispose();
    for (const name of [...programs, 'library.cql']) {
      await open(name);
      await run('workbench.action.files.revert');
    }
  });

  it('what is to do about their queries can be read', async () => {
    await open('books.go');
    await run('cqlAnalyzer.propose');
    const shown = await until('the report', () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'cql-analyzer' && uri.path === '/Proposals.md'),
    );
    await until('its text', () => /# Proposals for books\.go[^]*lib\.books_by_author/.test(shown.getText()));
  });

  for (const name of programs) {
    it(`${name}: what is wrong is marked at its place in the string, and told about`, async () => {
      const twice = [];
      const watch = vscode.languages.onDidChangeDiagnostics(() => twice.push(found(name).length));
      const document = await open(name);
      assert.strictEqual(document.languageId, LANGUAGES[name]);
      await until('the findings', () => found(name).some(({ code }) => code.value === 'unknown-column'));
      const finding = found(name).find(({ code }) => code.value === 'unknown-column');
      assert.deepStrictEqual(finding.range, new vscode.Range(at(document, 'titel'), at(document, 'titel', 5)));
      assert.strictEqual(finding.relatedInformation[0].location.uri.path, file('library.cql').path);
      const hover = (mark, plus) => run('vscode.executeHoverProvider', document.uri, at(document, mark, plus));
      assert.match(told(await hover('books WHERE', 1)), /TABLE lib\.books \(/);
      assert.match(told(await hover('SELECT', 1)), /partition/);
      assert.strictEqual(told(await hover('find', 1)), '');
      watch.dispose();
      // The editor asks in two ways, and shows what it is told once.
      assert.ok(Math.max(0, ...twice) <= found(name).length, `${twice} findings`);
    });

    it(`${name}: a name leads to the schema, and is completed`, async () => {
      const document = await open(name);
      const places = await run('vscode.executeDefinitionProvider', document.uri, at(document, 'books WHERE', 1));
      assert.deepStrictEqual(placesIn(places), ['library.cql']);
      const { items } = await run('vscode.executeCompletionItemProvider', document.uri, at(document, 'titel', 2));
      const names = items.map(({ label }) => label.label ?? label);
      assert.ok(names.includes('title'), names.join());
    });

    it(`${name}: what belongs to the language's own server is left to it`, async () => {
      const document = await open(name);
      const symbols = await run('vscode.executeDocumentSymbolProvider', document.uri);
      assert.deepStrictEqual(
        symbols.map((symbol) => symbol.name),
        ['theirs'],
      );
      const highlights = await run('vscode.executeDocumentHighlights', document.uri, at(document, 'books WHERE', 1));
      assert.deepStrictEqual(
        highlights.map(({ range }) => range),
        [wordAt(document)],
      );
      const legend = await run('vscode.provideDocumentSemanticTokensLegend', document.uri);
      assert.deepStrictEqual(legend.tokenTypes, ['theirs']);
      const ways = { tabSize: 2, insertSpaces: true };
      assert.ok(!(await run('vscode.executeFormatDocumentProvider', document.uri, ways))?.length);
      assert.deepStrictEqual(await run('vscode.executeCodeLensProvider', document.uri, 10), []);
    });
  }

  it('references of a table are in all programs', async () => {
    const schema = await open('library.cql');
    const places = await run('vscode.executeReferenceProvider', schema.uri, at(schema, 'lib.books (', 5));
    for (const name of programs) assert.ok(placesIn(places).includes(name), name);
  });

  it('a column that gets another name in the schema gets it in the strings', async () => {
    const schema = await open('library.cql');
    const edit = await run('vscode.executeDocumentRenameProvider', schema.uri, at(schema, 'author', 1), 'writer');
    assert.deepStrictEqual(
      edit
        .entries()
        .map(([uri]) => uri.path.split('/').at(-1))
        .toSorted(),
      [...programs, 'library.cql'].toSorted(),
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    for (const name of programs) {
      const document = await vscode.workspace.openTextDocument(file(name));
      assert.strictEqual(document.getText(), files[name].replaceAll('author', 'writer'));
    }
    for (const name of [...programs, 'library.cql']) {
      await open(name);
      await run('undo');
    }
    await until('the old name', async () => (await open('books.go')).getText() === files['books.go']);
  });

  it('a language that the settings leave out is left alone, and all of them where they name none', async () => {
    const settings = vscode.workspace.getConfiguration('cqlAnalyzer');
    const set = (value) => settings.update('embedded.languages', value, vscode.ConfigurationTarget.Workspace);
    await set(['java', 'go', 'typescript']);
    await until('silence in Python', () => found('books.py').length === 0);
    await until('the findings elsewhere', () => found('books.go').length > 0 && found('books.ts').length > 0);
    await set([]);
    await until('silence', () => programs.every((name) => found(name).length === 0));
    const document = await open('books.go');
    const hovers = await run('vscode.executeHoverProvider', document.uri, at(document, 'books WHERE', 1));
    assert.strictEqual(told(hovers), '');
    await set(undefined);
    await until('the findings again', () => programs.every((name) => found(name).length > 0));
  });

  for (const name of programs) {
    it(`${name}: a fix is written into the string`, async () => {
      const document = await open(name);
      await until('the finding', () => found(name).some(({ code }) => code.value === 'unknown-column'));
      await apply(document, at(document, 'titel', 1), 'Change to `title`');
      assert.strictEqual(document.getText(), files[name].replace('titel', 'title'));
      await until('nothing unknown', () => found(name).every(({ code }) => code.value !== 'unknown-column'));
    });
  }

  it('a query in a program gets its table, in the schema file', async () => {
    const document = await open('books.go');
    await apply(document, at(document, 'author = ?', 1), 'Create table `books_by_author` and use it here');
    const schema = await vscode.workspace.openTextDocument(file('library.cql'));
    assert.match(schema.getText(), /CREATE TABLE lib\.books_by_author \([^;]*PRIMARY KEY \(\(author\), id\)/);
    assert.strictEqual(
      document.getText(),
      files['books.go'].replace('titel', 'title').replace('books WHERE author', 'books_by_author WHERE author'),
    );
    await until('nothing', () => found('books.go').length === 0);
  });

  const TYPED = {
    'loans.py': [
      'from cassandra.cluster import Session\n\n\ndef loans(session: Session, by):\n',
      '    rows = session.execute("SELECT book_id FROM lib.loans WHERE reader = %s", (by,))\n    for row in rows:\n        yield session.execute("SELECT title FROM lib.books WHERE id = %s", (row.book_id,))',
    ],
    'loans.go': [
      'package books\n\nimport "github.com/gocql/gocql"\n\nfunc loans(s *gocql.Session, by string) {\n}\n',
      '\titer := s.Query("SELECT book_id FROM lib.loans WHERE reader = ?", by).Iter()\n\tfor iter.Scan(&id) {\n\t\ts.Query("SELECT title FROM lib.books WHERE id = ?", id).Scan(&title)\n\t}\n',
    ],
  };
  for (const [name, [head, typed]] of Object.entries(TYPED)) {
    it(`${name}: a join that is typed into a loop is told, and has a way out`, async () => {
      const write = (path, text) => vscode.workspace.fs.writeFile(file(path), new TextEncoder().encode(text));
      await write('loans.cql', 'CREATE TABLE lib.loans (reader text, book_id uuid, PRIMARY KEY (reader, book_id));\n');
      await write(name, head);
      const document = await open(name);
      const editor = vscode.window.activeTextEditor;
      // The brackets and quotes of the editor are not what is looked at, nor how it indents.
      const ways = vscode.workspace.getConfiguration('editor', document.uri);
      const kinds = ['autoClosingBrackets', 'autoClosingQuotes'];
      for (const kind of kinds) await ways.update(kind, 'never', vscode.ConfigurationTarget.Workspace);
      const end = document.positionAt(head.endsWith('}\n') ? head.length - 2 : head.length);
      editor.selection = new vscode.Selection(end, end);
      for (const part of typed.split(/(\n[ \t]*)/)) {
        if (part.startsWith('\n')) await editor.edit((edits) => edits.insert(editor.selection.active, part));
        else for (const sign of part) await run('type', { text: sign });
      }
      assert.ok(document.getText().includes(typed), document.getText());
      const isJoin = ({ code }) => code.value === 'client-side-join';
      const finding = await until('the join', () => found(name).find(isJoin));
      const start = at(document, 'lib.books');
      assert.deepStrictEqual(finding.range, new vscode.Range(start, start.translate(0, 'lib.books'.length)));
      assert.strictEqual(finding.severity, vscode.DiagnosticSeverity.Hint);
      assert.strictEqual(finding.relatedInformation[0].location.range.start.line, at(document, 'book_id FROM').line);
      assert.match(
        told(await run('vscode.executeHoverProvider', document.uri, start.translate(0, 5))),
        /TABLE lib\.books/,
      );
      await apply(document, start, 'Add `title` to table `loans` and read once');
      assert.ok(document.getText().includes('SELECT book_id, title FROM lib.loans'), document.getText());
      const schema = await vscode.workspace.openTextDocument(file('loans.cql'));
      assert.match(schema.getText(), /ALTER TABLE lib\.loans ADD title text/);
      for (const kind of kinds) await ways.update(kind, undefined, vscode.ConfigurationTarget.Workspace);
      for (const one of [name, 'loans.cql']) {
        await open(one);
        await run('workbench.action.files.revert');
        await run('workbench.action.closeActiveEditor');
        await vscode.workspace.fs.delete(file(one));
      }
    });
  }
});
