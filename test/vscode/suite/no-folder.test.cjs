// A window without a folder: files are opened one by one.
const assert = require('node:assert');
const { join } = require('node:path');
const vscode = require('vscode');
const { at, found, run, show, untitled, until } = require('./looking.cjs');

const loose = (name) => vscode.Uri.file(join(process.env.HOME, 'loose', name));

describe('without a folder', () => {
  it('without a folder what was never saved counts for what was never saved either', async () => {
    assert.strictEqual(vscode.workspace.workspaceFolders, undefined);
    await untitled('CREATE TABLE shop.crates (id int PRIMARY KEY, size int);\n');
    const query = await untitled('SELECT colour FROM shop.crates WHERE id = 1;\n');
    await until('the finding', () => found(query).length > 0);
    assert.deepStrictEqual(found(query), ['unknown-column: colour']);
  });

  it('without a folder the files beside the one that is open count', async () => {
    const queries = await show(loose('queries.cql'));
    await until('the finding', () => found(queries).length > 0);
    assert.deepStrictEqual(found(queries), ["unrestricted-partition-key: country = 'nz'"]);
    const [place] = await run('vscode.executeDefinitionProvider', queries.uri, at(queries, 'country', 2));
    assert.strictEqual((place.targetUri ?? place.uri).path, loose('schema.cql').path);
  });
});
