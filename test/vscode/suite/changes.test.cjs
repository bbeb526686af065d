// What changes texts: other ways to write a statement, names, files that move, fixes while a file is saved.
const assert = require('node:assert');
const vscode = require('vscode');
const { actionAt, at, file, found, run, show, untitled, until } = require('./looking.cjs');

const read = async (uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();

/** A text at a mark of which an action has a title, and what the action leaves. */
const WAYS = [
  [
    'a row is written as an UPDATE',
    "INSERT INTO shop.users (user_name, email) VALUES ('a', 'b');\n",
    'VALUES',
    'Write it as UPDATE',
    /^UPDATE shop\.users SET email = 'b' WHERE user_name = 'a';\n$/,
  ],
  [
    'an UPDATE is written as an INSERT',
    "UPDATE shop.users SET email = 'b' WHERE user_name = 'a';\n",
    'SET',
    'Write it as INSERT',
    /^INSERT INTO shop\.users \(user_name, email\) VALUES \('a', 'b'\);\n$/,
  ],
  [
    'the keyspace is written before a table',
    'USE shop;\nSELECT email FROM users WHERE user_name = ?;\n',
    'users',
    'Write the keyspace before the name',
    /FROM shop\.users WHERE/,
  ],
  [
    'a declaration does nothing where the thing is there',
    'CREATE TABLE shop.shelves (id int PRIMARY KEY);\n',
    'TABLE',
    'Add IF NOT EXISTS',
    /^CREATE TABLE IF NOT EXISTS shop\.shelves/,
  ],
  [
    'markers get the names of their columns',
    'SELECT total FROM shop.orders_by_user WHERE user_name = ? AND placed_on > ?;\n',
    '?',
    'Name the markers',
    /user_name = :user_name AND placed_on > :placed_on/,
  ],
  [
    'options are sorted',
    "CREATE TABLE shop.bins (id int PRIMARY KEY) WITH gc_grace_seconds = 60 AND comment = 'bins';\n",
    'gc_grace_seconds',
    'Sort the options',
    /WITH comment = 'bins'\s+AND gc_grace_seconds = 60/,
  ],
];

describe('changes', () => {
  for (const [what, text, mark, title, after] of WAYS) {
    it(`a refactoring: ${what}`, async () => {
      const document = await untitled(text);
      const action = await actionAt(document, mark, 'refactor.rewrite', title);
      assert.ok(await vscode.workspace.applyEdit(action.edit));
      assert.match(document.getText(), after);
    });
  }

  it('safe fixes are made while a file is saved, where the settings say so', async () => {
    const uri = file('saved.cql');
    await vscode.workspace.fs.writeFile(uri, Buffer.from("SELCT email FROM shop.users WHERE user_name = 'a';\n"));
    const document = await show(uri);
    await until('the finding', () => found(document).length > 0);
    const settings = vscode.workspace.getConfiguration('editor', { languageId: 'cql' });
    const everywhere = vscode.ConfigurationTarget.Global;
    await settings.update('codeActionsOnSave', { 'source.fixAll': 'explicit' }, everywhere);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, document.positionAt(document.getText().length), '-- More.\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await document.save();
    await settings.update('codeActionsOnSave', undefined, everywhere);
    assert.strictEqual(await read(uri), "SELECT email FROM shop.users WHERE user_name = 'a';\n-- More.\n");
    await vscode.workspace.fs.delete(uri);
  });

  it('a script that moves is read at its new place', async () => {
    const [from, to] = [file('scripts/parts/readers.cql'), file('scripts/more/readers.cql')];
    const all = await show(file('scripts/all.cql'));
    await until('the link', async () => (await run('vscode.executeLinkProvider', all.uri)).length > 0);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(from, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the new path', () => all.getText() === "SOURCE 'more/readers.cql'\n");
    await all.save();
    assert.deepStrictEqual(found(all), []);
  });

  it('a name that migrations declare is changed by the next migration', async () => {
    const query = await show(file('loans.cql'));
    const edit = await run('vscode.executeDocumentRenameProvider', query.uri, at(query, 'due', 1), 'due_on');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.match(query.getText(), /^SELECT due_on, title/);
    const next = await vscode.workspace.openTextDocument(file('migrations/V3__rename_due_to_due_on.cql'));
    assert.strictEqual(next.getText(), 'ALTER TABLE loans.by_reader RENAME due TO due_on;\n');
    assert.match(await read(file('migrations/V1__library.cql')), /due date/);
    await vscode.workspace.saveAll();
    await until('no finding', () => found(query).length === 0);
  });
});
