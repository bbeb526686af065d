// Two folders, each with a configuration of its own.
const assert = require('node:assert');
const vscode = require('vscode');
const { at, file, found, run, show, until } = require('./looking.cjs');

describe('several folders', () => {
  it('each of several folders has its own schema', async () => {
    const [orders, stock] = [await show(file('queries.cql', 0)), await show(file('queries.cql', 1))];
    await until('the findings of both', () => found(orders).length > 0 && found(stock).length > 0);
    assert.deepStrictEqual(found(orders), ['unknown-column: shelf']);
    assert.deepStrictEqual(found(stock), ['unknown-column: buyer']);
    const [place] = await run('vscode.executeDefinitionProvider', stock.uri, at(stock, 'shop.items', 6));
    assert.strictEqual(String(place.targetUri ?? place.uri), String(file('schema.cql', 1)));
  });

  it('each of several folders has its own target, and another one as soon as its configuration says so', async () => {
    const text = "CREATE TABLE shop.boxes (id int PRIMARY KEY, size int) WITH memtable = 'default';\n";
    const both = [file('boxes.cql', 0), file('boxes.cql', 1)];
    for (const uri of both) await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    const [orders, stock] = [await show(both[0]), await show(both[1])];
    const refused = (document) => found(document).some((finding) => finding.includes('memtable'));
    await until('a finding in both', () => refused(orders) && refused(stock));
    const toml = await show(file('cql-analyzer.toml', 0));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(toml.uri, new vscode.Range(0, 0, 1, 0), 'target = "cassandra-5.0"\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await toml.save();
    await until('none in one', () => !refused(orders));
    assert.ok(refused(stock));
  });

  it('a task that checks all files makes problems of its findings where nothing else does', async () => {
    const settings = vscode.workspace.getConfiguration('cqlAnalyzer');
    await settings.update('diagnostics.scope', 'openFiles', vscode.ConfigurationTarget.Workspace);
    const closed = file('closed.cql');
    await vscode.workspace.fs.writeFile(closed, Buffer.from('SELECT colour FROM shop.items WHERE id = ?;\n'));
    const all = await vscode.tasks.fetchTasks({ type: 'cql-analyzer' });
    await vscode.tasks.executeTask(all.find(({ scope }) => scope.name === 'orders'));
    const [problem] = await until('the problem', () => {
      const problems = vscode.languages.getDiagnostics(closed);
      return problems.length > 0 && problems;
    });
    assert.strictEqual(problem.source, 'cql-analyzer');
    assert.deepStrictEqual([problem.range.start.line, problem.range.start.character], [0, 7]);
  });
});
