// A folder whose authors nobody has said to trust.
const assert = require('node:assert');
const vscode = require('vscode');
const { at, file, found, run, show, until } = require('./looking.cjs');

describe('a folder that is not trusted', () => {
  it('in a folder that is not trusted everything is told as elsewhere', async () => {
    assert.strictEqual(vscode.workspace.isTrusted, false);
    const queries = await show(file('queries.cql'));
    await until('the finding', () => found(queries).length > 0);
    assert.deepStrictEqual(found(queries), ["unrestricted-partition-key: country = 'nz'"]);
    const [hover] = await run('vscode.executeHoverProvider', queries.uri, at(queries, 'SELECT', 2));
    assert.match(hover.contents[0].value, /Reads one partition/);
  });
});
