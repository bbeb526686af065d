import type {
  CodeAction,
  CodeLens,
  CompletionList,
  DocumentDiagnosticReport,
  DocumentSymbol,
  Hover,
  Location,
  Position,
  SignatureHelp,
  SymbolInformation,
  TextEdit,
} from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appliedTo, startClient, type ClientOptions, type TestClient } from './client.ts';

// The real server, started over stdio as editors start it.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (
  user_name text PRIMARY KEY,
  country text,
  email text
);
`;
const QUERIES = `SELECT email FROM shop.users WHERE user_name = 'chris';
SELECT email FROM shop.users WHERE country = 'nz';
`;
const FILES = { 'schema.cql': SCHEMA, 'queries.cql': QUERIES };

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: FILES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const at = (text: string, mark: string, plus = 0): Position => {
  const before = text.slice(0, text.indexOf(mark) + plus).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
};
const codes = (diagnostics: readonly { code?: unknown }[]): readonly unknown[] => diagnostics.map(({ code }) => code);

describe('diagnostics', () => {
  test('of a query whose table stands in another file, with version, link and related place', async () => {
    const client = await start({
      capabilities: {
        textDocument: { publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true } },
      },
    });
    await client.open('queries.cql');
    const [diagnostic, ...others] = await client.diagnostics('queries.cql');
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({ code: 'unrestricted-partition-key', severity: 1, source: 'cql-analyzer' });
    expect(diagnostic!.range).toEqual({ start: at(QUERIES, "country = 'nz'"), end: at(QUERIES, "country = 'nz'", 14) });
    expect(diagnostic!.message).toContain('Cannot execute this query as it might involve data filtering');
    expect(diagnostic!.codeDescription?.href).toContain('unrestricted-partition-key');
    expect(diagnostic!.relatedInformation?.[0]?.location.uri).toBe(client.uri('schema.cql'));
    expect(client.published.at(-1)?.version).toBe(1);
  });

  test('have no link for a client that shows none', async () => {
    const client = await start();
    await client.open('queries.cql');
    const [diagnostic] = await client.diagnostics('queries.cql');
    expect(diagnostic).not.toHaveProperty('codeDescription');
  });

  test('follow what is typed, and unsaved text stands above the disk', async () => {
    const client = await start();
    const uri = await client.open('queries.cql');
    await client.diagnostics('queries.cql', (list) => list.length === 1);
    const range = { start: at(QUERIES, 'country'), end: at(QUERIES, 'country', 7) };
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range, text: 'user_name' }],
    });
    await client.diagnostics('queries.cql', (list) => list.length === 0);
    const schema = await client.open('schema.cql');
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: schema, version: 2 },
      contentChanges: [{ text: SCHEMA.replace('user_name text PRIMARY KEY', 'id uuid PRIMARY KEY, user_name text') }],
    });
    const now = await client.diagnostics('queries.cql', (list) => list.length === 2);
    expect(codes(now)).toEqual(['unrestricted-partition-key', 'unrestricted-partition-key']);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: schema } });
    await client.diagnostics('queries.cql', (list) => list.length === 0);
  });

  test('follow files that change on disk', async () => {
    const client = await start();
    await client.open('queries.cql');
    await client.diagnostics('queries.cql', (list) => list.length === 1);
    writeFileSync(join(client.folder, 'schema.cql'), `${SCHEMA}CREATE INDEX ON shop.users (country);\n`);
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: client.uri('schema.cql'), type: 2 }],
    });
    await client.diagnostics('queries.cql', (list) => list.length === 0);
  });

  test('are pulled where the client can be told to ask again', async () => {
    const client = await start({
      capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
    });
    expect(client.capabilities.diagnosticProvider).toBeDefined();
    const uri = await client.open('queries.cql');
    const first: DocumentDiagnosticReport = await client.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri },
    });
    if (first.kind !== 'full') throw new Error(first.kind);
    expect(codes(first.items)).toEqual(['unrestricted-partition-key']);
    const again: DocumentDiagnosticReport = await client.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri },
      previousResultId: first.resultId,
    });
    expect(again.kind).toBe('unchanged');
    expect(client.published).toEqual([]);
  });

  test('of a single file and of one that was never saved', async () => {
    const client = await start({ folderless: true });
    await client.open('untitled:Untitled-1', SCHEMA + QUERIES);
    expect(codes(await client.diagnostics('untitled:Untitled-1'))).toEqual(['unrestricted-partition-key']);
    await client.open('queries.cql', SCHEMA + QUERIES);
    expect(codes(await client.diagnostics('queries.cql'))).toEqual(['unrestricted-partition-key']);
  });

  test('of what was never saved are about what was never saved, where no folder is open', async () => {
    const client = await start({ folderless: true });
    await client.open('untitled:Untitled-1', QUERIES);
    await client.diagnostics('untitled:Untitled-1', (list) => list.length === 0);
    await client.open('untitled:Untitled-2', SCHEMA);
    const [first] = await client.diagnostics('untitled:Untitled-1', (list) => list.length > 0);
    expect(first?.code).toBe('unrestricted-partition-key');
    await client.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: 'untitled:Untitled-2' },
    });
    await client.diagnostics('untitled:Untitled-1', (list) => list.length === 0);
  });

  test('of one that was never saved are about the schema of the folder', async () => {
    const client = await start();
    await client.open('untitled:Untitled-1', QUERIES);
    expect(codes(await client.diagnostics('untitled:Untitled-1'))).toEqual(['unrestricted-partition-key']);
  });

  test('of one that was never saved, or of a cell of a notebook, are about the folder that it names', async () => {
    const client = await start({
      files: { 'a/schema.cql': 'CREATE TABLE shop.carts (id int PRIMARY KEY);', 'b/schema.cql': SCHEMA },
      folders: ['a', 'b'],
    });
    const path = new URL(client.uri('b/new.cql')).pathname;
    for (const uri of [`untitled:${path}`, `vscode-notebook-cell:${path}#C1`, `vscode-notebook-cell://${path}#C2`]) {
      await client.open(uri, QUERIES);
      expect(codes(await client.diagnostics(uri, ({ length }) => length > 0))).toEqual(['unrestricted-partition-key']);
    }
  });

  test('of documents below an open folder that lies on no disk are about each other', async () => {
    const client = await start({ folderless: true, capabilities: { workspace: { workspaceFolders: true } } });
    const root = 'vscode-vfs://github/shop';
    const event = { added: [{ uri: root, name: 'shop' }], removed: [] };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    const none = (list: readonly unknown[]): boolean => list.length === 0;
    await client.open(`${root}/queries/a.cql`, QUERIES);
    await client.diagnostics(`${root}/queries/a.cql`, none);
    const schema = await client.open(`${root}/schema/tables.cql`, SCHEMA);
    await client.diagnostics(`${root}/queries/a.cql`, ([first]) => first?.code === 'unrestricted-partition-key');
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: schema } });
    await client.diagnostics(`${root}/queries/a.cql`, none);
    await client.open(`${root}/schema/tables.cql`, SCHEMA);
    await client.diagnostics(`${root}/queries/a.cql`, ([first]) => first?.code === 'unrestricted-partition-key');
    const gone = { added: [], removed: event.added };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: gone });
    await client.diagnostics(`${root}/queries/a.cql`, none);
  });

  test('of one that was never saved are about the schema around the only document where no folder is open', async () => {
    const client = await start({ folderless: true, files: { ...FILES, 'other/schema.cql': '' } });
    const none = (list: readonly unknown[]): boolean => list.length === 0;
    await client.open('untitled:Untitled-1', QUERIES);
    await client.diagnostics('untitled:Untitled-1', none);
    await client.open('schema.cql');
    const served = ([first]: readonly { readonly code?: unknown }[]): boolean =>
      first?.code === 'unrestricted-partition-key';
    await client.diagnostics('untitled:Untitled-1', served);
    // Settings let everything be read again, in the order in which it was opened.
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { cqlAnalyzer: { rules: { 'unrestricted-partition-key': 'hint' } } },
    });
    await client.diagnostics('untitled:Untitled-1', (list) => served(list) && list[0]?.severity === 4);
    // Of two nobody knows which one is meant.
    await client.open('other/schema.cql');
    await client.diagnostics('untitled:Untitled-1', none);
  });

  test('are none in Cypher', async () => {
    const client = await start();
    await client.open('graph.cql', 'MATCH (p:Person)-[:KNOWS]->(q) WHERE p.name = "x" RETURN q;\n');
    expect((await client.diagnostics('graph.cql')).filter(({ severity }) => severity !== 4)).toEqual([]);
  });

  test('use the settings of the editor', async () => {
    const client = await start({
      settings: { rules: { 'unrestricted-partition-key': 'hint' }, trace: { server: 'off' } },
    });
    await client.open('queries.cql');
    expect((await client.diagnostics('queries.cql'))[0]?.severity).toBe(4);
  });
});

describe('code actions', () => {
  const ask = async (client: TestClient, uri: string): Promise<readonly CodeAction[]> => {
    const position = at(QUERIES, "'nz'");
    return client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
  };

  test('write the table into the schema file and let the query read it, in one edit, resolved when chosen', async () => {
    const client = await start({
      capabilities: {
        textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
        workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
      },
    });
    const uri = await client.open('queries.cql');
    const actions = await ask(client, uri);
    const [first] = actions;
    expect(first?.title).toBe('Create table `users_by_country` and use it here');
    expect(first?.isPreferred).toBe(true);
    expect(first?.edit).toBeUndefined();
    const resolved: CodeAction = await client.connection.sendRequest('codeAction/resolve', first);
    const after = appliedTo(
      new Map([
        [client.uri('schema.cql'), SCHEMA],
        [uri, QUERIES],
      ]),
      resolved.edit!,
    );
    expect(after.get(client.uri('schema.cql'))).toContain('CREATE TABLE shop.users_by_country (');
    expect(after.get(uri)).toContain("FROM shop.users_by_country WHERE country = 'nz'");
    for (const [changed, text] of after) {
      await client.open(changed === uri ? 'queries.cql' : 'schema.cql', text);
    }
    await client.diagnostics('queries.cql', (list) => list.length === 0);
  });

  test('carry their edits where the client cannot resolve', async () => {
    const client = await start();
    const actions = await ask(client, await client.open('queries.cql'));
    expect(actions[0]?.edit?.changes).toBeDefined();
    expect(actions.at(-1)?.title).toBe('Ignore `unrestricted-partition-key` here');
  });

  test('leave the query, and say why', async () => {
    const client = await start();
    const text = `-- @rows 200
CREATE TABLE shop.countries (code text PRIMARY KEY, continent text);
  SELECT code FROM shop.countries WHERE continent = 'x' ALLOW FILTERING;
`;
    const uri = await client.open('countries.cql', text);
    const position = at(text, 'ALLOW FILTERING');
    const actions: readonly CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
    const leave = actions.find(({ title }) => title === 'Leave the query as it is: there is little to read');
    const after = appliedTo(new Map([[uri, text]]), leave!.edit!).get(uri)!;
    expect(after).toContain(
      '  -- cql-analyzer: ignore allow-filtering countries has 200 rows, declared by @rows\n  SELECT code',
    );
    await client.open('countries.cql', after);
    await client.diagnostics('countries.cql', (list) => list.length === 0);
  });

  test('are filtered by kind', async () => {
    const client = await start();
    const uri = await client.open('queries.cql');
    const position = at(QUERIES, "'nz'");
    const actions: readonly CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ['quickfix'] },
    });
    expect(actions.every(({ kind }) => kind === 'quickfix')).toBe(true);
  });
});

describe('reading along', () => {
  const on = async <T>(client: TestClient, method: string, uri: string, position: Position): Promise<T> =>
    client.connection.sendRequest(method, { textDocument: { uri }, position });

  test('hover: the access path on a query, the key on a table, the role on a column', async () => {
    const client = await start();
    const uri = await client.open('queries.cql');
    const hover = async (mark: string): Promise<string> => {
      const found = await on<Hover>(client, 'textDocument/hover', uri, at(QUERIES, mark, 1));
      return (found.contents as { value: string }).value;
    };
    expect(await hover('SELECT')).toMatch(/one partition/);
    expect(await hover('users')).toContain('PRIMARY KEY ((user_name))');
    expect(await hover('user_name =')).toContain('partition key');
  });

  test('hover: what a rule means in short, where it found something', async () => {
    const client = await start({ capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } } });
    const uri = await client.open('queries.cql');
    const { contents } = await on<Hover>(client, 'textDocument/hover', uri, at(QUERIES, 'country', 2));
    const { value } = contents as { value: string };
    expect(value).toContain('country text');
    expect(value).toMatch(
      /\[unrestricted-partition-key\]\(https:[^)]*unrestricted-partition-key\.md\): A query does not say which partition/,
    );
    const fine = await on<Hover>(client, 'textDocument/hover', uri, at(QUERIES, 'user_name', 2));
    expect((fine.contents as { value: string }).value).not.toContain('unrestricted-partition-key');
  });

  test('code lens: what is done with a table, and which table serves a query that its own does not', async () => {
    const copy =
      '-- @copy-of users\nCREATE TABLE shop.users_by_country (country text, user_name text, email text, PRIMARY KEY (country, user_name));\n';
    const client = await start({
      files: { 'schema.cql': SCHEMA + copy, 'queries.cql': QUERIES },
      capabilities: { experimental: { showsReferences: true } },
    });
    const lenses = async (path: string): Promise<CodeLens[]> => {
      const textDocument = { uri: await client.open(path) };
      const found: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', { textDocument });
      return Promise.all(found.map((lens) => client.connection.sendRequest<CodeLens>('codeLens/resolve', lens)));
    };
    const [users] = await lenses('schema.cql');
    expect(users?.command?.title).toBe('2 queries · 1 scan · 1 copy');
    const [served, ...others] = await lenses('queries.cql');
    expect(others).toEqual([]);
    expect(served?.range.start.line).toBe(1);
    expect(served?.command).toMatchObject({
      title: 'shop.users_by_country serves this query',
      command: 'cqlAnalyzer.showReferences',
    });
    expect(served?.command?.arguments?.[2]).toMatchObject([{ uri: client.uri('schema.cql') }]);
  });

  test('definition of a table and of a column', async () => {
    const client = await start();
    const uri = await client.open('queries.cql');
    const [table] = await on<Location[]>(client, 'textDocument/definition', uri, at(QUERIES, 'users', 2));
    expect(table).toEqual({
      uri: client.uri('schema.cql'),
      range: { start: at(SCHEMA, 'users'), end: at(SCHEMA, 'users', 5) },
    });
    const [column] = await on<Location[]>(client, 'textDocument/definition', uri, at(QUERIES, 'country', 2));
    expect(column?.range.start).toEqual(at(SCHEMA, 'country'));
  });

  test('signatures, their parts by place or by text as the client takes them', async () => {
    const parts = async (capabilities: ClientOptions['capabilities']): Promise<unknown> => {
      const client = await start({ capabilities: capabilities ?? {} });
      const text = 'SELECT token(user_name) FROM shop.users;';
      const uri = await client.open('new.cql', text);
      const help: SignatureHelp | null = await on(client, 'textDocument/signatureHelp', uri, at(text, 'user_name'));
      return help?.signatures[0]?.parameters?.[0]?.label;
    };
    const parameterInformation = { labelOffsetSupport: true };
    expect(await parts({})).toBe('user_name text');
    expect(
      await parts({ textDocument: { signatureHelp: { signatureInformation: { parameterInformation } } } }),
    ).toEqual([6, 20]);
  });

  test('document symbols one by one, for a client that takes no others', async () => {
    const client = await start({ capabilities: { textDocument: { documentSymbol: {} } } });
    const uri = await client.open('schema.cql');
    const symbols: SymbolInformation[] = await client.connection.sendRequest('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(symbols.map(({ name, containerName }) => [name, containerName])).toContainEqual(['country', 'shop.users']);
    expect(symbols.every(({ location }) => location.uri === uri)).toBe(true);
  });

  test('document symbols', async () => {
    const client = await start();
    const uri = await client.open('schema.cql');
    const symbols: DocumentSymbol[] = await client.connection.sendRequest('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(symbols.map(({ name }) => name)).toEqual(['shop', 'shop.users']);
    expect(symbols[1]?.children?.map(({ name }) => name)).toEqual(['user_name', 'country', 'email']);
  });

  test.each([
    ['tables of a keyspace', 'SELECT * FROM shop.|', ['users'], []],
    ['columns in an unfinished WHERE, key first', 'SELECT email FROM shop.users WHERE |', ['user_name', 'country'], []],
    ['columns before FROM', 'SELECT | FROM shop.users', ['country'], []],
    ['keywords', 'SELECT email FROM shop.users |', ['WHERE', 'ORDER BY', 'LIMIT'], ['SET']],
    ['types', 'CREATE TABLE shop.x (id |', ['uuid', 'text'], []],
    ['vectors, since 5.0', 'CREATE TABLE shop.x (id |', ['vector<float, n>', 'list<text>'], []],
    ['built-in functions', 'SELECT | FROM shop.users', ['to_date', 'writetime', 'count'], ['toDate', 'from_json']],
    ['functions of values', 'SELECT email FROM shop.users WHERE user_name = |', ['from_json'], ['count', 'writetime']],
    ['statements', '|', ['SELECT', 'CREATE'], ['WHERE']],
    ['nothing in a comment', '-- |', [], ['SELECT']],
    ['nothing in a string', "SELECT * FROM shop.users WHERE user_name = 'S|", [], ['SELECT', 'user_name']],
  ])('completion: %s', async (_, marked, wanted, unwanted) => {
    const client = await start();
    const text = marked.replace('|', '');
    const uri = await client.open('new.cql', text);
    const list: CompletionList | null = await on(client, 'textDocument/completion', uri, at(marked, '|'));
    const labels = (list?.items ?? []).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining([...wanted]));
    for (const label of unwanted) expect(labels).not.toContain(label);
    if (wanted.length > 1 && labels.includes('user_name')) {
      expect(labels.indexOf('user_name')).toBeLessThan(labels.indexOf('country'));
    }
  });
});

describe('formatting', () => {
  const options = { tabSize: 4, insertSpaces: true };
  const untidy = 'select  a from t;\ncreate type u (\na int);\n';

  test('of a document, a range and a statement that was just ended', async () => {
    const client = await start();
    const uri = await client.open('new.cql', untidy);
    const ask = async (method: string, more: object): Promise<string> => {
      const edits: TextEdit[] = await client.connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri },
        options,
        ...more,
      });
      return appliedTo(new Map([[uri, untidy]]), { changes: { [uri]: edits } }).get(uri)!;
    };
    const [first, second] = ['SELECT a FROM t;\n', 'CREATE TYPE u (\n    a int\n);\n'];
    expect(await ask('formatting', {})).toBe(first + second);
    const position = { line: 0, character: 17 };
    expect(await ask('rangeFormatting', { range: { start: position, end: position } })).toBe(
      first + untidy.slice(untidy.indexOf('\n') + 1),
    );
    expect(await ask('onTypeFormatting', { position, ch: ';' })).toBe(first + untidy.slice(untidy.indexOf('\n') + 1));
  });

  test('of several ranges, each statement once; and no line behind a `;` that was typed', async () => {
    const client = await start({ capabilities: { textDocument: { rangeFormatting: { rangesSupport: true } } } });
    expect(client.capabilities.documentRangeFormattingProvider).toEqual({ rangesSupport: true });
    const text = 'select  a from t;\nselect  b from t;\nselect  c from t;';
    const uri = await client.open('new.cql', text);
    const range = (line: number, character: number) => ({
      start: { line, character },
      end: { line, character: character + 1 },
    });
    const ask = async (method: string, more: object): Promise<string> => {
      const edits: TextEdit[] = await client.connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri },
        options,
        ...more,
      });
      return appliedTo(new Map([[uri, text]]), { changes: { [uri]: edits } }).get(uri)!;
    };
    expect(await ask('rangesFormatting', { ranges: [range(0, 2), range(0, 8), range(1, 9)] })).toBe(
      'SELECT a FROM t;\nSELECT b FROM t;\nselect  c from t;',
    );
    expect(await ask('onTypeFormatting', { position: { line: 2, character: 17 }, ch: ';' })).toBe(
      'select  a from t;\nselect  b from t;\nSELECT c FROM t;',
    );
  });

  test('as the project says, with the indentation of the editor', async () => {
    const client = await start({ files: { 'cql-analyzer.toml': 'format-keywords = "lower"\nformat-indent = 8\n' } });
    const uri = await client.open('new.cql', untidy);
    const edits: TextEdit[] = await client.connection.sendRequest('textDocument/formatting', {
      textDocument: { uri },
      options,
    });
    expect(appliedTo(new Map([[uri, untidy]]), { changes: { [uri]: edits } }).get(uri)).toBe(
      'select a from t;\ncreate type u (\n    a int\n);\n',
    );
  });
});

test('commands tell editors without a client of its own what the project and a statement are', async () => {
  const client = await start();
  const uri = await client.open('queries.cql');
  const run = (command: string, ...given: readonly unknown[]): Promise<string | null> =>
    client.connection.sendRequest('workspace/executeCommand', { command, arguments: given });
  expect(client.capabilities.executeCommandProvider?.commands).toContain('cql-analyzer.explain');
  expect(await run('cql-analyzer.status', uri)).toBe('Cassandra 5.0; 2 files, 1 with schema, 1 table');
  expect(await run('cql-analyzer.explain', uri, { line: 1, character: 3 })).toContain('**unrestricted-partition-key**');
  expect(await run('cql-analyzer.proposals', uri)).toContain('users_by_country');
  expect(await run('cql-analyzer.dryRun')).toBeNull();
});

test('what a client sends back that nobody gave it comes back as it is', async () => {
  const client = await start();
  const place = { line: 0, character: 0 };
  const item = { label: 'x', title: 'x', position: place, range: { start: place, end: place }, command: undefined };
  for (const method of ['completionItem/resolve', 'codeAction/resolve', 'inlayHint/resolve', 'codeLens/resolve'])
    for (const data of [null, 5, 'x', { uri: 5 }, { uri: 'file:///none.cql' }])
      expect(await client.connection.sendRequest(method, { ...item, data })).toMatchObject({ label: 'x', data });
});

test('a declaration is what a definition is', async () => {
  const client = await start();
  const uri = await client.open('queries.cql');
  const found: Location[] = await client.connection.sendRequest('textDocument/declaration', {
    textDocument: { uri },
    position: at(QUERIES, 'users'),
  });
  expect(found.map(({ uri: target }) => target)).toEqual([client.uri('schema.cql')]);
});

test('nothing is answered after shutdown', async () => {
  const client = await startClient({ files: FILES });
  const uri = await client.open('queries.cql');
  await client.connection.sendRequest('shutdown');
  await expect(
    client.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: at(QUERIES, 'users') }),
  ).rejects.toMatchObject({ code: -32600 });
  await client.connection.sendNotification('exit');
  expect(await client.ended).toBe(0);
});

test('the server ends with code 0 after shutdown and exit', async () => {
  const client = await startClient({ files: FILES });
  expect(await client.stop()).toBe(0);
});

test.each(['utf-16', 'utf-8', 'utf-32'])(
  'a position that no text has is the next one that there is: %s',
  async (encoding) => {
    const client = await start({ capabilities: { general: { positionEncodings: [encoding] } } });
    const uri = await client.open('queries.cql');
    const ask = (method: string, position: Position, rest: object = {}): Promise<unknown> =>
      client.connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri },
        position,
        positions: [position],
        range: { start: position, end: position },
        ...rest,
      });
    const asked = async (position: Position): Promise<readonly unknown[]> => {
      const answers: unknown[] = [];
      for (const method of ['hover', 'definition', 'references', 'documentHighlight', 'completion', 'signatureHelp'])
        answers.push(await ask(method, position, { context: { includeDeclaration: true } }));
      for (const method of ['selectionRange', 'inlayHint', 'semanticTokens/range', 'prepareRename'])
        answers.push(await ask(method, position));
      answers.push(await ask('codeAction', position, { context: { diagnostics: [] } }));
      answers.push(await ask('rangeFormatting', position, { options: { tabSize: 2, insertSpaces: true } }));
      return answers;
    };
    const at = (line: number, character: number): Promise<readonly unknown[]> => asked({ line, character });
    expect(await at(0, 9.7)).toEqual(await at(0, 9));
    expect(await at(0.5, 9)).toEqual(await at(0, 9));
    expect(await at(-3, -1)).toEqual(await at(0, 0));
    expect(await at(0, -1)).toEqual(await at(0, 0));
    expect(await at(1e20, 1e20)).toEqual(await at(2 ** 31 - 1, 0));
  },
);

test('a request that does not say what it is about is told so', async () => {
  const client = await start();
  const textDocument = { uri: await client.open('queries.cql') };
  const place = { line: 0, character: 0 };
  const asked: [method: string, params: object | undefined][] = [
    ['textDocument/hover', undefined],
    ['textDocument/hover', { textDocument }],
    ['textDocument/completion', { position: place }],
    ['textDocument/rename', { textDocument, position: { line: 'a' }, newName: 'b' }],
    ['textDocument/selectionRange', { textDocument, positions: [place, null] }],
    ['textDocument/codeAction', { textDocument, range: { start: place } }],
    ['textDocument/documentSymbol', { textDocument: {} }],
  ];
  for (const [method, params] of asked)
    await expect(client.connection.sendRequest(method, params)).rejects.toMatchObject({ code: -32602 });
  expect(await client.connection.sendRequest('textDocument/hover', { textDocument, position: place })).not.toBeNull();
  expect(client.logged.filter((line) => /rror/.test(line))).toEqual([]);
});

test('nonsense costs nothing but its own answer', async () => {
  const client = await start();
  const uri = await client.open('odd.cql', '\ud800 (((( \u0000 \'"$$ {{ <% CREATE TABLE SELECT ; ;; /* ');
  const position = { line: 999, character: 999 };
  for (const method of ['hover', 'definition', 'completion']) {
    await client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });
  }
  await client.open('queries.cql');
  expect(codes(await client.diagnostics('queries.cql'))).toEqual(['unrestricted-partition-key']);
});
